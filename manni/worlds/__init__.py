"""The worlds that a view leaves open: counted, listed, or drawn, alike or as likely as the others' decisions say."""

from __future__ import annotations

from manni.worlds.drawing import Prior, draw_worlds, iterate_worlds, sample_worlds, worlds_of
from manni.worlds.enumeration import enumerate_worlds
from manni.worlds.measure import count_worlds
from manni.worlds.model import OpponentModel
from manni.worlds.posterior import posterior, posterior_masks
from manni.worlds.sampling import Masks, sample_masks, sample_stock
from manni.worlds.world import World

__all__ = [
    "Masks",
    "OpponentModel",
    "Prior",
    "World",
    "count_worlds",
    "draw_worlds",
    "enumerate_worlds",
    "iterate_worlds",
    "posterior",
    "posterior_masks",
    "sample_masks",
    "sample_stock",
    "sample_worlds",
    "worlds_of",
]

"""The worlds that a view leaves open: counted, listed, or drawn with exactly the probabilities of the prior."""

from __future__ import annotations

from manni.worlds.enumeration import enumerate_worlds
from manni.worlds.measure import count_worlds
from manni.worlds.model import OpponentModel
from manni.worlds.posterior import posterior, posterior_masks
from manni.worlds.sampling import Masks, iterate_worlds, sample_masks, sample_stock, sample_worlds
from manni.worlds.world import World

__all__ = [
    "Masks",
    "OpponentModel",
    "World",
    "count_worlds",
    "enumerate_worlds",
    "iterate_worlds",
    "posterior",
    "posterior_masks",
    "sample_masks",
    "sample_stock",
    "sample_worlds",
]

"""Worlds one by one or as a list, drawn from the uniform prior or as a model of the others makes them likely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np

from manni.errors import ManniError, at_least, quote
from manni.view import View
from manni.worlds.model import OpponentModel
from manni.worlds.posterior import MODEL, Belief
from manni.worlds.sampling import Masks, sample_masks
from manni.worlds.world import World

Prior = Literal["uniform", "model"]

_BATCH = 4096


def sample_worlds(
    view: View,
    count: int,
    seed: int | np.random.Generator = 0,
    *,
    prior: Prior = "model",
    model: OpponentModel = MODEL,
) -> list[World]:
    """Draw worlds of equal weight.

    Parameters
    ----------
    view : View
        What the seat knows.
    count : int
        How many worlds.
    seed : int or numpy.random.Generator
        The same view, count and seed give the same worlds.
    prior : {'model', 'uniform'}
        Whether worlds are as likely as `model` makes them by what the others did, or all that fit are alike (but for
        the cut card, see `manni.worlds.measure`) and independent of each other.
    model : OpponentModel
        How the others decide.

    Raises
    ------
    ManniError
        Naming the field, for a prior that is neither, and a count or a seed that is not a whole number of at least 0.
    """
    return list(iterate_worlds(view, count, seed, prior=prior, model=model))


def iterate_worlds(
    view: View,
    count: int,
    seed: int | np.random.Generator = 0,
    *,
    prior: Prior = "model",
    model: OpponentModel = MODEL,
) -> Iterator[World]:
    """Draw the worlds of `sample_worlds` one by one, in memory that does not grow with their number."""
    batches = draw_worlds(view, count, seed, prior=prior, model=model)
    return (world for masks in batches for world in worlds_of(masks))


def draw_worlds(
    view: View,
    count: int,
    seed: int | np.random.Generator = 0,
    *,
    prior: Prior = "model",
    model: OpponentModel = MODEL,
) -> Iterator[Masks]:
    """Draw the worlds of `sample_worlds` as arrays of masks, some thousands at a time."""
    at_least(0, "count", count)
    if prior not in get_args(Prior):
        raise ManniError("prior", f"{quote(prior)} is neither model nor uniform")
    if not isinstance(seed, np.random.Generator):
        seed = np.random.Generator(np.random.PCG64(at_least(0, "seed", seed)))
    belief = Belief.of(view, model) if prior == "model" else None
    return _batches(view, count, seed, belief)


def _batches(view: View, count: int, rng: np.random.Generator, belief: Belief | None) -> Iterator[Masks]:
    for done in range(0, count, _BATCH):
        number = min(count - done, _BATCH)
        yield sample_masks(view, number, rng) if belief is None else belief.draw(number, rng)


def worlds_of(masks: Masks) -> Iterator[World]:
    """The worlds of arrays of masks, one by one."""
    hands: list[list[int]] = masks.hands.tolist()
    for (forehand, middlehand, dealer), out in zip(hands, masks.out.tolist(), strict=True):
        yield World.of_masks((forehand, middlehand, dealer), out)

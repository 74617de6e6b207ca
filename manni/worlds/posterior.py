"""Worlds weighted by how likely the others would have done in them what they did."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from manni.view import View
from manni.worlds.enumeration import enumerate_worlds
from manni.worlds.model import OpponentModel
from manni.worlds.sampling import Masks, sample_masks


def posterior_masks(
    view: View, count: int, rng: np.random.Generator, model: OpponentModel = OpponentModel()  # noqa: B008 - frozen
) -> Masks:
    """Draw `count` worlds, all of the same weight, from the posterior of a model.

    Parameters
    ----------
    view : View
        What the seat knows.
    count : int
        How many worlds.
    rng : numpy.random.Generator
        The source of chance; the same state gives the same worlds.
    model : OpponentModel
        How the others decide. With a strength of 0 this is `sample_masks`.

    Returns
    -------
    Masks
        Equally weighted; `Masks.effective` says how many independent draws they are worth.
    """
    return sample_masks(view, count, rng)


def posterior(view: View, model: OpponentModel = OpponentModel()) -> tuple[Masks, NDArray[np.float64]]:  # noqa: B008
    """Every world of a view once, with its probability under a model.

    There are ``count_worlds(view)`` of them: look before you leap.

    Returns
    -------
    Masks
        The worlds.
    float64 array, shape (worlds,)
        Their probabilities; they add up to 1.
    """
    worlds = list(enumerate_worlds(view))
    hands = np.array([[hand.mask for hand in world.hands] for world in worlds], dtype=np.uint64)
    out = np.array([world.out.mask for world in worlds], dtype=np.uint64)
    weights = np.array([float(world.weight) for world in worlds])
    return Masks(hands, out, float(1 / (weights**2).sum())), weights

"""The worlds of one question, drawn as they are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from manni.advice.deals import player_of
from manni.advice.method import Method
from manni.view import View
from manni.worlds import OpponentModel, posterior_masks

Hands = NDArray[np.uint64]

BLOCK = 256
"""Worlds drawn at a time."""


DRIFT_CARDS = 4
"""From so many cards in hand on the worlds are corrected by drift. Without it endings told too much or too little;
before them it makes the worlds truer, but not the play better (``bench/STRENGTH.md``)."""


def opponent_model(method: Method, view: View) -> OpponentModel:
    """What is read into what the others did."""
    drift = method.drift and len(view.hand) <= DRIFT_CARDS
    return OpponentModel(strength=method.inference, drift=float(drift))


class Sample:
    """Equally weighted worlds of a view.

    Parameters
    ----------
    view : View
        What the seat knows.
    method : Method
        Whose inference weights the worlds.
    seed : int
        The same view, method and seed give the same worlds, however they are asked for.
    block : int
        How many worlds are likely to be needed.

    Attributes
    ----------
    player : Policy
        Who stands for the others.
    """

    def __init__(self, view: View, method: Method, seed: int, block: int = BLOCK) -> None:
        self.player = player_of(method)
        self._view = view
        self._model = opponent_model(method, view)
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._block = min(block, BLOCK)
        self._hands = np.empty((0, 3), dtype=np.uint64)
        self._share = 1.0

    def hands(self, worlds: range) -> Hands:
        """The masks of the cards that F, M and D hold in some worlds, shape (worlds, 3)."""
        while len(self._hands) < worlds.stop:
            drawn = posterior_masks(self._view, self._block, self._rng, self._model)
            self._share = drawn.effective / len(drawn.hands)
            self._hands = np.concatenate([self._hands, drawn.hands])
        return self._hands[worlds.start : worlds.stop]

    def effective(self, worlds: int) -> float:
        """How many independent draws so many worlds are worth."""
        return worlds * self._share

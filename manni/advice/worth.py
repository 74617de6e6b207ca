"""What tricks are worth: the net points of a hand, by which every decision is made.

Where points rise evenly with tricks the two tell the same. Where they do not (in ``plain`` four tricks or fewer score
nothing) a chance of many tricks is worth more than their mean, so that it takes the distribution of a seat's tricks
to say what an action is worth.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from manni.advice.values import TRICKS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from manni.cards import Contract
    from manni.rules import RuleSet

GRID = 4096
"""Steps of chance by which points of binomial distributions are tabulated."""


class Worth:
    """Net points by tricks, under one contract.

    Parameters
    ----------
    rules : RuleSet
        Whose points count.
    contract : Contract
        That is played.

    Attributes
    ----------
    points : numpy.ndarray of float, shape (13,)
        For 0 to 12 tricks.
    """

    def __init__(self, rules: RuleSet, contract: Contract) -> None:
        self.points = np.array([rules.net_points(contract, tricks) for tricks in range(TRICKS + 1)], dtype=np.float64)
        self._chances = np.linspace(0.0, 1.0, GRID + 1)
        self._binomial = self.points @ _binomial(self._chances)
        # Points fall as tricks rise under Nullo; the other way round they are in order for looking up.
        self._falling = bool(self.points[0] > self.points[-1])

    def expected(self, distribution: ArrayLike) -> float:
        """The mean points of a distribution of tricks, shape (13,)."""
        return float(np.dot(distribution, self.points))

    def about(self, tricks: ArrayLike) -> NDArray[np.float64]:
        """The mean points of hands of which only the mean tricks are known: binomial ones."""
        found: NDArray[np.float64] = np.interp(np.asarray(tricks) / TRICKS, self._chances, self._binomial)
        return found

    def spreads(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Binomial distributions of tricks that are worth so many points, or as nearly as any is; shape (n, 13)."""
        step = -1 if self._falling else 1
        chance = np.interp(points, self._binomial[::step], self._chances[::step])
        return _binomial(chance).T


def _binomial(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of each number of tricks at each chance, shape (13, chances)."""
    found: NDArray[np.float64] = np.stack(
        [comb(TRICKS, k) * chances**k * (1 - chances) ** (TRICKS - k) for k in range(TRICKS + 1)]
    )
    return found

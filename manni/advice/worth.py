"""What tricks are worth: the points of the hand, or the chance to win the game after it.

Every decision is made by what it comes to. Where points rise evenly with tricks the two tell the same. Where they do
not (in ``plain`` four tricks or fewer score nothing; near the end of a game one point may decide it, or end it for
somebody else) it takes the distribution of a seat's tricks to say what an action is worth. To win a game, it matters
besides which of the others gets the rest.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from manni.advice.method import Goal
from manni.advice.values import TRICKS
from manni.errors import ManniError, quote
from manni.winning.layout import affordable
from manni.winning.stakes import after_hand, by_split, by_tricks
from manni.winning.standing import left_in
from manni.winning.table import prospects

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from manni.cards import Contract
    from manni.rules import RuleSet
    from manni.view import View

    Floats = NDArray[np.float64]

GRID = 4096
"""Steps of chance by which the worth of binomial distributions is tabulated."""

WIN = 20.0
"""Points that a won game counts as, so that a trick counts for about as much as it does in points: in a game that is
open a point is worth about a twentieth of it."""

DECIDED = 1e-3
"""Points that a point counts as when the game is what matters: it decides where the game does not."""


class Worth:
    """What a seat's tricks are worth, under one contract; `worth_of` makes that of a view.

    Parameters
    ----------
    rules : RuleSet
        Whose points count.
    contract : Contract
        That is played.
    wins : array of float, shape (13,), optional
        The winning chance after the hand for 0 to 12 tricks; when it is given, that is what counts.
    wins_by_split : array of float, shape (13, 13), optional
        The same by this seat's tricks and those of its left neighbour; by default `wins`, whoever gets the others.

    Attributes
    ----------
    points : numpy.ndarray of float, shape (13,)
        What 0 to 12 tricks are worth when actions are compared: net points, or `WIN` times the winning chance.
    net : numpy.ndarray of float, shape (13,)
        The net points.
    split : numpy.ndarray of float, shape (13, 13)
        The same where it is known how all tricks fall: by this seat's and its left neighbour's.
    wins : numpy.ndarray of float, shape (13,), or None
        As given.
    unit : float
        What is compared, divided by this, is in what is reported: points or winning chance.
    """

    def __init__(
        self, rules: RuleSet, contract: Contract, wins: Floats | None = None, wins_by_split: Floats | None = None
    ) -> None:
        self.net = np.array([rules.net_points(contract, tricks) for tricks in range(TRICKS + 1)], dtype=np.float64)
        self.wins = wins
        self.unit = 1.0 if wins is None else WIN
        self.points = self.net if wins is None else WIN * wins + DECIDED * self.net
        self.split = np.repeat(self.points[:, None], TRICKS + 1, axis=1)
        if wins_by_split is not None:
            self.split = WIN * wins_by_split + DECIDED * self.net[:, None]
        self._chances, tabulated = _grid()
        self._binomial = self.points @ tabulated
        # For looking up in order: rising with tricks, or falling as under Nullo. Where the winning chance turns back,
        # as when a point more ends a game that is lost, the first tricks that are worth as much stand for the others.
        self._falling = bool(self.points[0] > self.points[-1])
        self._ordered = np.maximum.accumulate(self._binomial[:: -1 if self._falling else 1])

    def expected(self, distribution: ArrayLike) -> float:
        """The mean worth of a distribution of tricks, shape (13,)."""
        return float(np.dot(distribution, self.points))

    def chance(self, worth: ArrayLike, net: ArrayLike) -> Floats:
        """The winning chance in what an action is worth that brings so many net points, both of one shape."""
        found: Floats = np.clip((np.asarray(worth) - DECIDED * np.asarray(net)) / WIN, 0.0, 1.0)
        return found

    def about(self, tricks: ArrayLike) -> Floats:
        """The mean worth of hands of which only the mean tricks are known: binomial ones."""
        found: Floats = np.interp(np.asarray(tricks) / TRICKS, self._chances, self._binomial)
        return found

    @staticmethod
    def binomial(tricks: Floats) -> Floats:
        """Binomial distributions of so many mean tricks, cut to what there are; shape (n, 13)."""
        return _binomial(np.clip(tricks / TRICKS, 0.0, 1.0)).T

    def spreads(self, points: Floats) -> Floats:
        """Binomial distributions of tricks that are worth so much, or as nearly as any is; shape (n, 13)."""
        chance = np.interp(points, self._ordered, self._chances[:: -1 if self._falling else 1])
        return _binomial(chance).T


def worth_of(view: View, contract: Contract, goal: Goal | None = None) -> Worth:
    """What tricks are worth to the seat of a view in a contract.

    Parameters
    ----------
    goal : {'points', 'win'}, optional
        By default the chance to win the game when the view tells enough of it (`can_win`), else points.

    Raises
    ------
    ManniError
        Naming ``goal`` when it is ``win`` and the view does not tell enough of the game.
    """
    if goal == "win" or (goal is None and can_win(view)):
        return Worth(view.rules, contract, *_wins(view, contract))
    return Worth(view.rules, contract)


def can_win(view: View) -> bool:
    """Whether a view tells enough of the game for its winning chances: the score, and where it matters the number."""
    return _missing(view) is None and affordable(view.rules)


def _missing(view: View) -> str | None:
    if view.score is None:
        return "the score"
    if view.number is None and prospects(view.rules).sequence.needs_number:
        return "the number of the hand"
    return None


def _wins(view: View, contract: Contract) -> tuple[Floats, Floats]:
    """The winning chance of the view's seat by its tricks, and by its own and its left neighbour's."""
    missing = _missing(view)
    if missing is not None:
        raise ManniError("goal", f"to win takes {missing} under the rules {quote(view.rules.name)}")
    columns = view.columns
    assert columns is not None
    dealer = left_in(view.contracts_left, contract, view.number, view.rules)
    after = after_hand(view.rules, columns, contract, view.number, (None, None, dealer))
    return by_tricks(after, view.rules, contract, view.seat, view.tricks_won), by_split(after, view.seat)


@cache
def _grid() -> tuple[Floats, Floats]:
    """Chances from 0 to 1, and the binomial distributions there."""
    chances = np.linspace(0.0, 1.0, GRID + 1)
    return chances, _binomial(chances)


def _binomial(chances: Floats) -> Floats:
    """The probability of each number of tricks at each chance, shape (13, chances)."""
    found: Floats = np.stack([comb(TRICKS, k) * chances**k * (1 - chances) ** (TRICKS - k) for k in range(TRICKS + 1)])
    return found

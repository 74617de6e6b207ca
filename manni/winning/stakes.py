"""What a hand is about: the winning chance of each seat after it, by how the tricks fall."""

from __future__ import annotations

from collections.abc import Sequence as Several
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from manni.cards import Contract, Seat
from manni.rules import HAND_SIZE, ContractKind, Points, RuleSet, contract_kind
from manni.winning.outcomes import SPLITS, by_kind
from manni.winning.sequence import END, KnownLeft, scores
from manni.winning.table import Columns, prospects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UNSEEN = 1e-4
"""The part of the chances that goes to splits which never came up, so that each has something to be compared by."""


def after_hand(
    rules: RuleSet, columns: Columns, contract: Contract, number: int | None = None, left: KnownLeft | None = None
) -> Floats:
    """The winning chance of each seat after a hand, for every split of its tricks.

    Parameters
    ----------
    rules : RuleSet
        Of the game.
    columns : sequence of 3 Points
        The score before the hand, by seat.
    contract : Contract
        Of the hand.
    number : int, optional
        The number of the hand, from 1; needed where it matters.
    left : KnownLeft, optional
        What F, M and D had still to declare before the hand.

    Returns
    -------
    numpy.ndarray of float, shape (91, 3)
        By split (`manni.winning.outcomes.SPLITS`) and seat in this hand.

    Raises
    ------
    ManniError
        Naming ``hand`` or ``contracts_left``, as `Sequence.at`.
    """
    return _after_hand(rules, tuple(columns), contract_kind(contract), number, left)


@lru_cache(maxsize=256)
def _after_hand(
    rules: RuleSet, columns: tuple[Points, ...], kind: ContractKind, number: int | None, left: KnownLeft | None
) -> Floats:
    """As `after_hand`; every decision in a hand asks the same."""
    ahead = prospects(rules)
    phases = [] if rules.after_last(number) else ahead.sequence.after(ahead.sequence.at(number, left), kind)
    phases = [phase for phase in phases if phase != END]
    found = np.empty((len(SPLITS), 3))
    for split, points in enumerate(scores(rules, kind)):
        forehand, middlehand, dealer = (_sum(before, more) for before, more in zip(columns, points, strict=True))
        # The deal moves on: M is the next forehand, D middlehand, F deals.
        chances = ahead.before(phases, (middlehand, dealer, forehand), (number or 1) + 1)
        found[split] = chances[2], chances[0], chances[1]
    found.flags.writeable = False
    return found


def by_tricks(after: Floats, rules: RuleSet, contract: Contract, seat: Seat, won: Several[int] = (0, 0, 0)) -> Floats:
    """The winning chance of one seat by its own tricks, the others' expected from hands of the same kind.

    Parameters
    ----------
    after : numpy.ndarray of float, shape (91, 3)
        As `after_hand` gives it.
    won : sequence of 3 int
        The tricks that F, M and D have won so far. How the rest falls follows from how whole hands fall, each order of
        a hand's twelve tricks alike likely.

    Returns
    -------
    numpy.ndarray of float, shape (13,)
        For 0 to 12 tricks in the whole hand; numbers that are out of reach have the value of the nearest in reach.
    """
    splits, choose = _SPLITS, _CHOOSE
    own, next_ = splits[:, seat], splits[:, (seat + 1) % 3]
    even = choose[HAND_SIZE - own, next_] / 2.0 ** (HAND_SIZE - own)
    usual = (1 - UNSEEN) * by_kind(rules, contract_kind(contract)) + UNSEEN * even
    weights = usual * choose[splits[:, 0], won[0]] * choose[splits[:, 1], won[1]] * choose[splits[:, 2], won[2]]
    totals = np.bincount(own, weights)
    least, most = won[seat], HAND_SIZE - sum(won) + won[seat]
    reach = np.arange(HAND_SIZE + 1).clip(least, most)
    found: Floats = np.bincount(own, weights * after[:, seat])[reach] / totals[reach]
    return found


def by_split(after: Floats, seat: Seat) -> Floats:
    """The winning chance of one seat by its own tricks and those of its left neighbour.

    Parameters
    ----------
    after : numpy.ndarray of float, shape (91, 3)
        As `after_hand` gives it.

    Returns
    -------
    numpy.ndarray of float, shape (13, 13)
        0 for more than twelve tricks together.
    """
    found = np.zeros((HAND_SIZE + 1, HAND_SIZE + 1))
    found[_SPLITS[:, seat], _SPLITS[:, (seat + 1) % 3]] = after[:, seat]
    return found


_SPLITS = np.array(SPLITS)
_CHOOSE = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(HAND_SIZE + 1)], dtype=np.float64)


def _sum(before: Points, more: Points) -> Points:
    return Points(before.plus + more.plus, before.minus + more.minus)

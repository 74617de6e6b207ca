"""What a hand is worth before play: a small fitted evaluation, and the discards it would choose.

The value of the cards kept plus `k` cards drawn unseen is a sum over the four suits of a term for the cards
kept in it, plus a term for `k`:

    value(kept, k) = draws[k] + sum over suits of (cards[0][top] + cards[1][second] + cards[2][third] + length[n])

in expected tricks. Cards are taken in the order in which they matter: from the highest down where tricks are
wanted, from the lowest up under Nullo. A suit has the kind ``trump``, ``side`` (beside a trump suit), ``notrump``
or ``nullo``. ``bench/fit_hand_values.py`` fitted the numbers in ``hand_values.json`` to solved deals. Because
suits only add up, all of a hand's discards are evaluated from a few dozen suit terms.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar

from manni.cards import LANE, Card, Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FULL = (1 << 13) - 1
"""The thirteen ranks of one suit as a lane of a mask."""


@cache
def hand_values() -> dict[str, Any]:
    """Read the fitted numbers: per kind of suit ``cards`` and ``length``, per kind of contract ``draws``."""
    numbers: dict[str, Any] = json.loads(resources.files("manni.policy").joinpath("hand_values.json").read_text())
    return numbers


_M = TypeVar("_M", int, "NDArray[np.uint64]")
_ACES = 0x1000_1000_1000_1000
_TWOS = 0x0001_0001_0001_0001
_BUT_ACES = 0x0FFF_0FFF_0FFF_0FFF
_BUT_TWOS = 0x1FFE_1FFE_1FFE_1FFE


def by_strength(mask: _M, contract: Contract) -> _M:
    """Renumber a mask of cards (or an array) so that a higher bit of a suit wins: the ace goes down under Nullo."""
    if not contract.avoid:
        return mask
    renumbered: _M = (mask & _BUT_ACES) << 1 | (mask & _ACES) >> 12  # type: ignore[assignment]
    return renumbered


def by_rank(mask: int, contract: Contract) -> int:
    """Undo `by_strength`."""
    return (mask & _BUT_TWOS) >> 1 | (mask & _TWOS) << 12 if contract.avoid else mask


def strong(card: Card, contract: Contract) -> int:
    """The number of a card among those renumbered by `by_strength`."""
    return card.suit * LANE + card.strength(contract)


def contract_kind(contract: Contract) -> str:
    """``trump``, ``notrump`` or ``nullo``."""
    return "nullo" if contract.avoid else "notrump" if contract.trump is None else "trump"


def suit_kind(suit: int, contract: Contract) -> str:
    """The kind of a suit under a contract: ``trump``, ``side``, ``notrump`` or ``nullo``."""
    kind = contract_kind(contract)
    return "side" if kind == "trump" and suit != contract.trump else kind


@cache
def suit_value(kind: str, lane: int) -> float:
    """Expected tricks from the cards of one suit.

    Parameters
    ----------
    kind : str
        The kind of suit (see `suit_kind`).
    lane : int
        The 13 bits of the suit, by strength.
    """
    numbers = hand_values()[kind]
    value: float = numbers["length"][lane.bit_count()]
    for weights in numbers["cards"]:
        if not lane:
            break
        bit = lane & -lane if kind == "nullo" else 1 << (lane.bit_length() - 1)
        value += weights[bit.bit_length() - 1]
        lane ^= bit
    return value


def hand_value(kept: int, drawn: int, contract: Contract) -> float:
    """Tricks to be expected of a hand of cards kept plus `drawn` unseen ones.

    Parameters
    ----------
    kept : int
        Mask of the cards kept (as printed, not by strength).
    drawn : int
        How many cards are drawn to them.
    """
    mask = by_strength(kept, contract)
    value: float = hand_values()["draws"][contract_kind(contract)][drawn]
    return value + sum(suit_value(suit_kind(s, contract), mask >> LANE * s & FULL) for s in range(4))


def utility(tricks: float, contract: Contract) -> float:
    """Tricks as a gain: the more the better, or under Nullo the fewer the better."""
    return -tricks if contract.avoid else tricks


def best_discard(hand: int, contract: Contract, allowance: int) -> tuple[int, float]:
    """The discard that the evaluation likes best, with the tricks to be expected after it.

    Within a suit the cards that matter least go first (the lowest; under Nullo the highest). That leaves a
    choice of how many per suit, which is solved exactly, suit by suit.

    Parameters
    ----------
    hand : int
        Mask of the cards held.
    allowance : int
        How many cards may be exchanged at most.

    Returns
    -------
    tuple of int and float
        Mask of the cards to throw, and expected tricks (also under Nullo).
    """
    sign = -1.0 if contract.avoid else 1.0
    mask = by_strength(hand, contract)
    best: list[tuple[float, int]] = [(0.0, 0)]
    for suit in range(4):
        lane = mask >> LANE * suit & FULL
        kind = suit_kind(suit, contract)
        thrown = 0
        options = [(sign * suit_value(kind, lane), 0)]
        while lane and len(options) <= allowance:
            bit = 1 << (lane.bit_length() - 1) if contract.avoid else lane & -lane
            lane ^= bit
            thrown |= bit << LANE * suit
            options.append((sign * suit_value(kind, lane), thrown))
        merged: list[tuple[float, int]] = []
        for total in range(min(allowance, len(best) + len(options) - 2) + 1):
            merged.append(
                max(
                    (best[total - n][0] + options[n][0], best[total - n][1] | options[n][1])
                    for n in range(max(0, total - len(best) + 1), min(total, len(options) - 1) + 1)
                )
            )
        best = merged
    draws = hand_values()["draws"][contract_kind(contract)]
    gain, thrown = max((value + sign * draws[k], thrown) for k, (value, thrown) in enumerate(best))
    return by_rank(thrown, contract), sign * gain


def discards(hand: int, allowance: int, contract: Contract) -> Iterator[tuple[int, float]]:
    """Every discard of at most `allowance` cards with the tricks to be expected after it.

    Yields
    ------
    tuple of int and float
        Mask of the cards thrown, and expected tricks.
    """
    mask = by_strength(hand, contract)
    draws = hand_values()["draws"][contract_kind(contract)]
    partial: list[tuple[int, int, float]] = [(0, 0, 0.0)]
    for suit in range(4):
        lane = mask >> LANE * suit & FULL
        kind = suit_kind(suit, contract)
        options = [(sub, sub.bit_count(), suit_value(kind, lane ^ sub)) for sub in _submasks(lane)]
        partial = [
            (thrown | sub << LANE * suit, count + n, value + gain)
            for thrown, count, value in partial
            for sub, n, gain in options
            if count + n <= allowance
        ]
    for thrown, count, value in partial:
        yield by_rank(thrown, contract), value + draws[count]


def _submasks(mask: int) -> list[int]:
    subs = [0]
    while mask:
        bit = mask & -mask
        mask ^= bit
        subs += [sub | bit for sub in subs]
    return subs


def runs(hand: int, between: int) -> list[int]:
    """The cards of a hand in runs of one suit with none of the cards `between` between them; masks by strength."""
    found = []
    run = 0
    for card in range(4 * LANE):
        if card % LANE == 0 or between >> card & 1:
            if run:
                found.append(run)
            run = 0
        if hand >> card & 1:
            run |= 1 << card
    return [*found, run] if run else found

"""What a hand is worth before play: a small fitted evaluation, and the discards it would choose.

The value of the cards kept plus `k` cards drawn unseen is a sum over the four suits of a term for the cards
kept in it, plus a term for `k`:

    value(kept, k) = draws[k] + sum over suits of (cards[0][top] + cards[1][second] + cards[2][third] + length[n])

in expected tricks. Cards are taken in the order in which they matter: from the highest down where tricks are
wanted, from the lowest up under Nullo. A suit has the kind ``trump``, ``side`` (beside a trump suit), ``notrump``
or ``nullo``. ``bench/fit_hand_values.py`` fitted the numbers in ``hand_values.json`` to hands played out. Because
suits only add up, all of a hand's discards are evaluated from a few dozen suit terms. The bot ``greedy`` keeps
numbers of its own, in ``greedy_values.json``, which were fitted to solved deals.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar

from manni.cards import LANE, Card, Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from manni.policy._kernel import Policy

FULL = (1 << 13) - 1
"""The thirteen ranks of one suit as a lane of a mask."""


@cache
def hand_values() -> dict[str, Any]:
    """Read the fitted numbers: per kind of suit ``cards`` and ``length``, per kind of contract ``draws``.

    ``unseen`` is what twelve unseen cards are thought to be worth more than they bring, where the Manni is taken whole:
    with few points for few tricks the chance of many counts. At 0.6 a lone forehand of ``plain`` wins 0.047 points a
    hand more than at 0, and at 0.9 less than at 0.6 (40,000 deals).
    """
    return _read("hand_values.json")


def _read(name: str) -> dict[str, Any]:
    numbers: dict[str, Any] = json.loads(resources.files("manni.policy").joinpath(name).read_text())
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


def by_rank(mask: _M, contract: Contract) -> _M:
    """Undo `by_strength`."""
    if not contract.avoid:
        return mask
    renumbered: _M = (mask & _BUT_TWOS) >> 1 | (mask & _TWOS) << 12  # type: ignore[assignment]
    return renumbered


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


def code(contract: Contract) -> int:
    """The number of a contract in compiled code: 0 to 3 for a trump suit, 4 no trump, 5 Nullo."""
    return _CODES[contract]


_CODES = {contract: number for number, contract in enumerate(Contract)}
_SUIT_KINDS = ("trump", "side", "notrump", "nullo")
_CONTRACT_KINDS = ("trump", "notrump", "nullo")


@cache
def policy() -> Policy:
    """The player that stands for the others in advice: fitted values before the play, fitted habits in it."""
    return with_habits(hand_values(), fitted_habits())


@cache
def greedy() -> Policy:
    """The player by rules of thumb: what the bot of that name does, a yardstick that stays as it is."""
    return with_habits(_read("greedy_values.json"), None)


def fitted_habits() -> NDArray[np.float64]:
    """Read the weights of the habits, shape (15, 40): see ``_habits.pxd``."""
    import numpy as np

    return np.array([weights for places in _read("habits.json").values() for weights in places.values()])


def with_habits(numbers: dict[str, Any], habits: NDArray[np.floating[Any]] | None) -> Policy:
    """A player with the numbers of an evaluation, and habits of shape (15, 40) or the rules of thumb."""
    import numpy as np

    from manni.policy._kernel import Policy

    suits = np.stack([_suit_table(numbers[kind], lowest_first=kind == "nullo") for kind in _SUIT_KINDS])
    draws = np.array([numbers["draws"][kind] for kind in _CONTRACT_KINDS], dtype=np.float64)
    play = None if habits is None else np.ascontiguousarray(habits, np.float32)
    return Policy(suits, draws, play, numbers.get("unseen", 0.0))


def _suit_table(numbers: dict[str, Any], lowest_first: bool) -> NDArray[np.float64]:
    """The value of each of the 8192 sets of cards of a suit, from the terms of its kind."""
    import numpy as np

    lanes = np.arange(FULL + 1)
    held = lanes[:, None] >> np.arange(13) & 1
    table: NDArray[np.float64] = np.array(numbers["length"], dtype=np.float64)[held.sum(axis=1)]
    order = held if lowest_first else held[:, ::-1]
    place = np.where(order, order.cumsum(axis=1), 0)
    for nth, weights in enumerate(numbers["cards"], start=1):
        ranked = np.array(weights, dtype=np.float64)
        table += (place == nth) @ (ranked if lowest_first else ranked[::-1])
    return table


def hand_value(kept: int, drawn: int, contract: Contract, by: Policy | None = None) -> float:
    """Tricks to be expected of a hand of cards kept plus `drawn` unseen ones.

    Parameters
    ----------
    kept : int
        Mask of the cards kept (as printed, not by strength).
    drawn : int
        How many cards are drawn to them, 0 to 12.
    """
    return (by or policy()).hand_value(kept, drawn, code(contract))


def utility(tricks: float, contract: Contract) -> float:
    """Tricks as a gain: the more the better, or under Nullo the fewer the better."""
    return -tricks if contract.avoid else tricks


def best_discard(hand: int, contract: Contract, allowance: int, by: Policy | None = None) -> tuple[int, float]:
    """The discard that the evaluation likes best, with the tricks to be expected after it.

    Within a suit the cards that matter least go first (the lowest; under Nullo the highest). That leaves a
    choice of how many per suit, which is solved exactly, suit by suit.

    Parameters
    ----------
    hand : int
        Mask of the cards held.
    allowance : int
        How many cards may be exchanged at most.
    by : Policy, optional
        Whose evaluation counts; by default that of `policy`.

    Returns
    -------
    tuple of int and float
        Mask of the cards to throw, and expected tricks (also under Nullo).
    """
    import numpy as np

    thrown, tricks = best_discards(np.array([hand], dtype=np.uint64), contract, allowance, by=by)
    return int(thrown[0]), float(tricks[0])


def best_discards(
    hands: NDArray[np.uint64],
    contract: Contract,
    allowance: int | NDArray[np.int8],
    softness: float = 0.0,
    seed: int = 0,
    by: Policy | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """`best_discard` of many hands, each with its own allowance if need be.

    Parameters
    ----------
    hands : uint64 array, shape (n,)
    allowance : int or int8 array, shape (n,)
    softness : float
        0 throws the best; else every number of cards per suit is liked better or worse by chance, by that many
        tricks times a standard Gumbel variable.
    seed : int
        Of that chance.
    by : Policy, optional
        Whose evaluation counts; by default that of `policy`.

    Returns
    -------
    uint64 and float64 arrays, shape (n,)
    """
    import numpy as np

    hands = np.ascontiguousarray(hands, np.uint64)
    allowances = np.ascontiguousarray(np.broadcast_to(np.asarray(allowance, np.int8), hands.shape))
    thrown, tricks = np.empty(len(hands), np.uint64), np.empty(len(hands))
    (by or policy()).best_discards(hands, code(contract), allowances, thrown, tricks, softness, seed)
    return thrown, tricks


def discards(
    hand: int, allowance: int, contract: Contract, by: Policy | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """Every discard of at most `allowance` cards with the tricks to be expected after it.

    Returns
    -------
    uint64 and float64 arrays, shape (discards,)
        Masks of the cards thrown, and expected tricks.
    """
    return (by or policy()).discards(hand, code(contract), allowance)


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

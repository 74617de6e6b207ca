"""What a view tells of the others' cards beyond what is certain: exchanges, declaration, take or keep, and plays.

A seat keeps its best cards, so a hand that has exchanged is made of other suits than one just dealt. How much likelier
a hand is after a decision than before is taken to be a product over its suits, each of a term per kind of suit (the
first, second and third card by strength, the length, and every card). ``bench/fit_worlds.py`` fitted these terms in
``opponents.json`` to simulated exchanges, by telling actual worlds from others, ``bench/fit_plays.py`` the weights of
the plays to the cards that bots played, and ``bench/fit_drift.py`` what both together get wrong (`drift`) to hands that
were played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from math import comb, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.cards import Contract, Seat
from manni.policy.evaluation import by_strength, contract_kind, policy, strong
from manni.rules import HAND_SIZE
from manni.view import View, suit_mask
from manni.worlds._evidence import Plays
from manni.worlds.model import OpponentModel

Floats = NDArray[np.float64]

NO_CARD = 255


class Evidence(NamedTuple):
    """What one of the other seats did.

    Attributes
    ----------
    hand : float64 array, shape (kinds of suit, 66), or None
        If it decided before the play as the model has it: terms of how much likelier (log) that makes a hand, by the
        kind of suit. None tells nothing.
    given : float64 array, shape (kinds of suit, 66), or None
        The same for the hand it gave up for the Manni, which is out of play.
    odds : float
        How much likelier (log) its decision is, over all hands, when it strays from the model.
    plays : Plays or None
        The cards it played.
    """

    hand: Floats | None = None
    given: Floats | None = None
    odds: float = 0.0
    plays: Plays | None = None

    @property
    def decided(self) -> bool:
        """Whether its decision before the play tells anything."""
        return self.hand is not None or self.given is not None

    def __bool__(self) -> bool:
        return self.decided or self.plays is not None


RAREST = 0.03
"""How likely the model holds any number of exchanged cards at least, also one that its hands hardly ever had.

With 1e-4, seats of good sense with an odd hand were taken for strays, which cost 0.003 to 0.008 nats a card.
"""


@cache
def fitted() -> dict[str, Any]:
    """Read the fitted numbers."""
    numbers: dict[str, Any] = json.loads(resources.files("manni.worlds").joinpath("opponents.json").read_text())
    return numbers


def suit_kinds(contract: Contract) -> NDArray[np.int32]:
    """By suit the row of its terms: beside a trump suit 1, else 0."""
    beside = [contract.trump not in (None, suit) for suit in range(4)]
    return np.array(beside, dtype=np.int32)


def evidence_of(view: View, seat: Seat, model: OpponentModel) -> Evidence:
    """What another seat did; the contract must be known."""
    plays = _played(view, seat, model)
    given = view.taken is seat
    key = ("given", 0, False) if given else _decided(view, seat)
    terms = None if key is None else _terms(view, *key)
    if terms is None:
        return Evidence(plays=plays)
    odds = model.strength * _odds(view, seat) if seat in view.exchanged else 0.0
    return Evidence(None if given else terms, terms if given else None, odds, plays)


@lru_cache(maxsize=64)
def drift(kind: str, left: int, power: float) -> Floats:
    """How much likelier suits are in hidden hands than the model of single decisions has it, when tricks were played.

    The model judges each decision by itself, and roughly; what it gets wrong adds up, trick by trick. In played hands
    the others kept fewer suits and fewer middling cards than it believed. So the cards of a suit that a hand still
    holds get a term by their number and one each, which are fitted to make the worlds agree on average with the hands
    (exponential tilting), and grow evenly with the tricks played. They differ between suits that the seat whose view it
    is still has and others: what nobody leads stays where it is.

    Parameters
    ----------
    kind : str
        Of contract.
    left : int
        Cards in the hand of the seat whose view it is.
    power : float
        What the logarithms are multiplied by.

    Returns
    -------
    float64 array, shape (2 * kinds of suit, 8192)
        Factors, by the row of `drift_rows` and the 13 bits of a suit by strength.
    """
    terms = np.array(fitted()[kind]["drift"])
    found: Floats = np.exp(power * (1 - left / HAND_SIZE) * (terms @ drift_features().T))
    found.setflags(write=False)
    return found


def drift_rows(view: View) -> NDArray[np.int32]:
    """By suit the row of its terms of `drift`: 2 for each row of `suit_kinds`, the second if the seat has the suit."""
    contract = view.contract
    assert contract is not None
    hand = by_strength(view.hand.mask, contract)
    held = [hand >> 16 * suit & 0x1FFF > 0 for suit in range(4)]
    return 2 * suit_kinds(contract) + np.array(held, dtype=np.int32)


@cache
def drift_features() -> Floats:
    """What the terms of `drift` count, shape (8192, 16): whether a suit has 0, 1, 2 cards, and each of its cards."""
    held = np.arange(8192)[:, None] >> np.arange(13) & 1
    few = held.sum(axis=1)[:, None] == np.arange(3)
    return np.concatenate([few, held], axis=1).astype(np.float64)


def cut_term(view: View) -> float:
    """How much likelier (log) the dealer has kept the cut card than any card it was dealt."""
    assert view.cut is not None and view.contract is not None
    found = _row(view, "cut", *_exchange(view, Seat.D))
    return 0.0 if found is None else float(found[view.cut.strength(view.contract)])


def _decided(view: View, seat: Seat) -> tuple[str, int, bool] | None:
    """The name of the terms of what a seat decided about its hand, with how many cards and whether all it could."""
    if view.rules.exchange == "take":
        assert view.kept is not None
        return ("kept", 0, False) if seat in view.kept else None
    declarer = view.rules.contract_source == "declaration" and seat is Seat.D
    if seat not in view.exchanged:
        return ("declared", 0, False) if declarer else None
    count, full = _exchange(view, seat)
    if not count and full and not declarer:
        return None  # it had no choice
    return "declarer" if declarer else "exchanged", count, full


def _odds(view: View, seat: Seat) -> float:
    """How much likelier (log) a number of cards is to be exchanged at random than by the model."""
    assert view.contract is not None
    count, _ = _exchange(view, seat)
    allowed = view.rules.allowance(seat, {other: n for other, n in view.exchanged.items() if other < seat})
    rows: dict[str, list[float]] = fitted()[contract_kind(view.contract)].get("counts", {})
    if not rows:
        return 0.0
    near = min(map(int, rows), key=lambda other: (abs(other - allowed), other))
    ways = [comb(view.rules.hand_size, number) for number in range(allowed + 1)]
    # Beyond what was simulated, it is the number of cards not exchanged that counts.
    by_model = rows[str(near)][max(0, min(near - (allowed - count), near))]
    return log(ways[count] / sum(ways)) - log(max(by_model, RAREST))


def _exchange(view: View, seat: Seat) -> tuple[int, bool]:
    """How many cards a seat exchanged, and whether it could not have more."""
    before = {other: count for other, count in view.exchanged.items() if other < seat}
    count = view.exchanged[seat]
    return count, count == view.rules.allowance(seat, before)


def _terms(view: View, what: str, count: int, full: bool) -> Floats | None:
    row = _row(view, what, count, full)
    return None if row is None else np.ascontiguousarray(row).reshape(-1, 66)


def _row(view: View, what: str, count: int, full: bool) -> Floats | None:
    """The fitted numbers of the nearest count."""
    assert view.contract is not None
    return _nearest(contract_kind(view.contract), what, count, full)


@cache
def _nearest(kind: str, what: str, count: int, full: bool) -> Floats | None:
    rows: dict[str, list[float]] = fitted()[kind].get(what, {})
    alike = [int(key[:-1]) for key in rows if (key[-1] == "*") is full] or [int(key[:-1]) for key in rows]
    if not alike:
        return None
    near = min(alike, key=lambda other: (abs(other - count), other))
    key = f"{near}*" if (full and f"{near}*" in rows) or f"{near}-" not in rows else f"{near}-"
    found = np.array(rows[key])
    found.setflags(write=False)
    return found


def _played(view: View, seat: Seat, model: OpponentModel) -> Plays | None:
    power = model.strength * model.plays
    contract = view.contract
    assert contract is not None
    if not power or not view.table.played[seat]:
        return None
    rows = play_rows(view, seat)
    trump = 4 if contract.trump is None else contract.trump
    weights = np.array(fitted()[contract_kind(contract)]["plays"])
    return Plays(rows, trump, contract.avoid, weights, policy(), model.floor, power)


def play_rows(view: View, seat: Seat) -> NDArray[np.uint64]:
    """The cards that a seat played, with what it saw, in the form of `Plays`; the contract must be known."""
    assert view.contract is not None
    rows = np.array(list(_rows(view, seat, view.contract)), dtype=np.uint64)
    return rows.reshape(-1, 8)


def _rows(view: View, seat: Seat, contract: Contract) -> Iterator[tuple[int, ...]]:
    """Each card that a seat played, with what it saw, in the form of `Plays`."""
    left = by_strength(view.rules.deck.mask, contract)
    own = by_strength(view.table.played[seat].mask, contract)
    void, held = [0, 0, 0], view.rules.hand_size
    for trick, leader in zip(view.plays, view.table.leaders, strict=True):
        table = [NO_CARD, NO_CARD]
        for place, card in enumerate(trick):
            player, number = (leader + place) % 3, strong(card, contract)
            if player == seat:
                yield number, table[0], table[1], void[(seat + 1) % 3], void[(seat + 2) % 3], left, own, held
                own &= ~(1 << number)
                held -= 1
            left &= ~(1 << number)
            if place < 2:
                table[place] = number
            if card.suit != trick[0].suit:
                void[player] |= suit_mask(trick[0].suit)

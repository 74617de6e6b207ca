"""The luck of a hand apart from its play: what a seat's points are made of.

    points = average + deal + draw - lost + rest

``average`` is what the seat scores on average in such a contract (self-play of the adviser, `manni.winning`);
``deal`` is how much better the dealt cards are than random ones, ``draw`` how much better the cards from the Manni were
than random unseen ones, both by the evaluation of a hand (`manni.policy.evaluation`); ``lost`` is what the seat's own
decisions cost on what it knew. What is left is the ``rest``: how the others' cards lay, and what they did.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manni.advice.worth import Worth
from manni.cards import Card, CardSet, Contract, Seat
from manni.hand import Hand
from manni.policy.evaluation import best_discards, hand_value
from manni.rules import RuleSet, contract_kind
from manni.winning.outcomes import SPLITS, by_kind

Masks = NDArray[np.uint64]

RANDOM_HANDS = 2000
"""Random hands that the one dealt, or drawn to, is compared with; their mean is known to within 0.03 tricks."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What the points of one seat in one hand are made of, in points; the parts add up as above.

    Attributes
    ----------
    seat : Seat
        Whose.
    player : str
        The name, or the seat where there is none.
    average, deal, draw : float
        See above; `draw` is 0 where nothing was drawn.
    lost : float
        What the seat's own decisions cost on what it knew, at least 0.
    rest, points : float or None
        None while the hand is not over.
    """

    seat: Seat
    player: str
    average: float
    deal: float
    draw: float
    lost: float
    rest: float | None
    points: int | None

    def to_json(self) -> dict[str, Any]:
        """The parts as ``manni review --json`` prints them."""
        rounded = {name: round(getattr(self, name), 6) for name in ("average", "deal", "draw", "lost")}
        rest = None if self.rest is None else round(self.rest, 6)
        return {"seat": str(self.seat), "player": self.player, **rounded, "rest": rest, "points": self.points}


def luck(hand: Hand, seat: Seat, player: str, lost: float) -> Luck | None:
    """The luck of one seat; None before there is a contract, without which no hand is good or bad."""
    contract = hand.contract
    if contract is None:
        return None
    worth = Worth(hand.rules, contract)
    dealt = hand.deal.hands[seat]
    allowance = _allowance(hand, seat)
    mine = _tricks(np.array([dealt.mask], dtype=np.uint64), hand.rules, contract, allowance)
    deal = float(worth.about(mine)[0]) - _usual(hand.rules, contract, seat, hand.cut, allowance)
    average = _average(hand.rules, contract, seat)
    draw = _draw(hand, seat, contract, worth)
    points = hand.score()[seat].net if hand.phase == "over" else None
    rest = None if points is None else points - (average + deal + draw - lost)
    return Luck(seat, player, average, deal, draw, lost, rest, points)


def _allowance(hand: Hand, seat: Seat) -> int:
    """How many cards the seat could exchange; what it would be after full exchanges when its turn has not come."""
    if hand.rules.exchange == "take":
        return 0
    before = {other: hand.exchanged[other] for other in Seat if other < seat and other in hand.exchanged}
    assumed = {other: before.get(other, hand.rules.allowance(other, before)) for other in Seat if other < seat}
    return hand.rules.allowance(seat, assumed)


@lru_cache(maxsize=256)
def _usual(rules: RuleSet, contract: Contract, seat: Seat, cut: Card | None, allowance: int) -> float:
    """The mean points that the evaluation gives random hands of the seat; the dealer's has the cut card."""
    cut_card = CardSet() if cut is None else CardSet(cut)
    fixed = cut_card if seat is Seat.D else CardSet()
    hands = _random_hands(fixed, rules.deck - cut_card, rules.hand_size)
    return float(Worth(rules, contract).about(_tricks(hands, rules, contract, allowance)).mean())


@lru_cache(maxsize=256)
def _average(rules: RuleSet, contract: Contract, seat: Seat) -> float:
    """The mean points of the seat in self-play under such a contract."""
    points = [rules.net_points(contract, split[seat]) for split in SPLITS]
    return float(by_kind(rules, contract_kind(contract)) @ np.array(points, dtype=np.float64))


def _draw(hand: Hand, seat: Seat, contract: Contract, worth: Worth) -> float:
    """How much better the cards drawn (or the Manni taken) were than random ones that the seat had not seen."""
    dealt, rules = hand.deal.hands[seat], hand.rules
    if hand.taken is seat:
        kept, drawn = CardSet(), hand.deal.stock
    elif hand.exchanged.get(seat):
        before = sum(hand.exchanged[other] for other in Seat if other < seat)
        kept, drawn = dealt - hand.discarded[seat], hand.deal.stock[before : before + hand.exchanged[seat]]
    else:
        return 0.0
    unseen = rules.deck - dealt - (CardSet() if hand.cut is None else CardSet(hand.cut))
    got = np.array([(kept | CardSet(drawn)).mask], dtype=np.uint64)
    found, usual = (
        worth.about(np.clip(best_discards(hands, contract, 0)[1], 0.0, rules.hand_size)).mean()
        for hands in (got, _random_hands(kept, unseen, rules.hand_size))
    )
    return float(found - usual)


def _tricks(hands: Masks, rules: RuleSet, contract: Contract, allowance: int) -> NDArray[np.float64]:
    """Tricks to be expected of dealt hands: after the best exchange, or of the better of hand and Manni."""
    tricks = best_discards(hands, contract, allowance)[1]
    if rules.exchange == "take":
        unknown = hand_value(0, rules.hand_size, contract)
        tricks = np.minimum(tricks, unknown) if contract.avoid else np.maximum(tricks, unknown)
    return np.clip(tricks, 0.0, rules.hand_size)


def _random_hands(fixed: CardSet, pool: CardSet, size: int) -> Masks:
    """The same `RANDOM_HANDS` hands for every question: the `fixed` cards, filled up from the `pool`."""
    cards = np.array([card.mask for card in pool], dtype=np.uint64)
    count = size - len(fixed)
    order = np.random.Generator(np.random.PCG64(0)).random((RANDOM_HANDS, len(cards))).argpartition(count, axis=1)
    hands: Masks = np.bitwise_or.reduce(cards[order[:, :count]], axis=1) | np.uint64(fixed.mask)
    return hands

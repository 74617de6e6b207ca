"""Dealing the cards as hands do it at the table, from a seed that gives the same deal everywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from manni.cards import Card, CardSet, Seat
from manni.errors import RulesError
from manni.rules import RuleSet


@dataclass(frozen=True)
class Deal:
    """The cards of one hand as dealt.

    Parameters
    ----------
    hands : tuple of 3 CardSet
        Twelve cards each for F, M and D.
    stock : tuple of Card
        The Manni, its top card first: an exchange draws from the front.
    cut : Card, optional
        The card that the cut showed; it is in the dealer's hand.
    seed : int, optional
        What it was dealt from; says nothing about the cards and is not compared.
    """

    hands: tuple[CardSet, CardSet, CardSet]
    stock: tuple[Card, ...]
    cut: Card | None = None
    seed: int | None = field(default=None, compare=False)

    def check(self, rules: RuleSet) -> None:
        """Refuse a deal that these rules cannot give.

        Raises
        ------
        RulesError
            Naming the field (``deal.F``, ``deal.stock``, ``deal.cut``) and the reason.
        """
        rest = rules.deck
        parts = [(str(seat), self.hands[seat], rules.hand_size) for seat in Seat]
        for name, cards, size in [*parts, ("stock", CardSet(self.stock), rules.stock_size)]:
            field = f"deal.{name}"
            if len(cards) != size:
                raise RulesError(field, f"has {len(cards)} cards, not {size}")
            for card in cards - rest:
                where = "dealt twice" if card in rules.deck else "not in the deck"
                raise RulesError(field, f"{card} is {where}")
            rest -= cards
        if len(self.stock) != rules.stock_size:
            raise RulesError("deal.stock", "has a card twice")
        if (self.cut is None) == (rules.contract_source == "cut"):
            raise RulesError("deal.cut", "missing" if self.cut is None else "given, but these rules do not cut")
        if self.cut is not None and self.cut not in self.hands[Seat.D]:
            raise RulesError("deal.cut", f"{self.cut} is not in the dealer's hand, where the last card dealt goes")


def deal(rules: RuleSet, seed: int, number: int = 1) -> Deal:
    """Shuffle, cut if the rules cut, and deal.

    The generator is `random.Random` (Mersenne Twister) seeded with a text of both numbers, of which only
    ``random()`` is used: Python promises that sequence for all versions, so a deal is the same on every machine.

    Parameters
    ----------
    rules : RuleSet
        The deck and the order of dealing.
    seed : int
        Chooses a series of deals.
    number : int
        Which deal of the series, from 1; each has its own shuffle, whatever was dealt before it.
    """
    rng = random.Random(f"manni deal {seed} {number}")
    cards = list(rules.deck)
    # Fisher and Yates, from the end.
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    cut = None
    if rules.contract_source == "cut":
        cut = cards.pop(int(rng.random() * len(cards)))
        cards.append(cut)
    hands, stock = deal_in_order(rules, cards)
    return Deal(hands, stock, cut, seed)


def deal_in_order(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[CardSet, CardSet, CardSet], tuple[Card, ...]]:
    """Deal a deck from its first card on, in the packets and rounds of the rules.

    The Manni gets an even share in every round, or everything that is left after the last one. Its first
    card dealt is its top card.

    Returns
    -------
    hands : tuple of 3 CardSet
        For F, M and D.
    stock : tuple of Card
        The Manni, top first.
    """
    hands: tuple[list[Card], list[Card], list[Card]] = ([], [], [])
    stock: list[Card] = []
    deck = iter(cards)
    rounds = rules.hand_size // rules.packet

    def to(pile: list[Card], count: int) -> None:
        pile.extend(next(deck) for _ in range(count))

    for done in range(rounds):
        share = rules.stock_size * (done + 1) // rounds - rules.stock_size * done // rounds
        if rules.stock_dealt == "first":
            to(stock, share)
        for hand in hands:
            to(hand, rules.packet)
        if rules.stock_dealt == "after":
            to(stock, share)
    stock.extend(deck)
    return (CardSet(hands[0]), CardSet(hands[1]), CardSet(hands[2])), tuple(stock)

"""Whatever hand they are dealt, in whatever house: every action of the bots is legal by rules written anew here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from manni.actions import Action, Declare, Discard, Play, Take
from manni.bots import BotSpec, act
from manni.cards import Card, Contract
from manni.dealing import Deal, deal
from manni.hand import Hand
from manni.rules import KINDS, RuleSet, load_rules

QUICK = ("greedy", "random")
THINKING = (
    "pimc:nodes=1",
    "advisor:nodes=1",
    "advisor:worlds=1,endings=off,drift=off",
    "advisor:worlds=1,inference=0,habits=off",
    "advisor:nodes=200,goal=points",
)


class Referee:
    """Follows a hand from the deal and the actions alone, and tells what may be done."""

    def __init__(self, rules: RuleSet, dealt: Deal, contract: Contract | None, left: Sequence[str] | None) -> None:
        self.rules, self.contract, self.left = rules, contract, left
        self.hands = [set(hand) for hand in dealt.hands]
        self.stock = list(dealt.stock)
        self.tricks = [0, 0, 0]
        self.turn, self.taken = 0, False
        self.trick: list[Card] = []
        self.leader = 0

    def follow(self, seat: int, action: Action) -> None:
        """Refuse an action that is not legal, or make it."""
        match action:
            case Declare(contract):
                assert seat == 2 and self.contract is None and self.left is not None
                kind = contract.value if contract in (Contract.NULLO, Contract.NT) else "TRUMP"
                assert kind in self.left
                self.contract = contract
            case Discard(cards):
                assert self.contract is not None and self.rules.exchange == "draw" and seat == self.turn < 3
                allowances = self.rules.allowances
                assert allowances is not None
                assert len(cards) <= min(allowances[seat], len(self.stock), 12) and set(cards) <= self.hands[seat]
                self.hands[seat] -= set(cards)
                self.hands[seat] |= set(self.stock[: len(cards)])
                self.stock = self.stock[len(cards) :]
                self.turn += 1
            case Take(take):
                assert self.rules.exchange == "take" and seat == self.turn < 3 and not self.taken
                if take:
                    self.hands[seat] = set(self.stock)
                    self.taken = True
                self.turn = 3 if take else self.turn + 1
            case Play(card):
                assert self.contract is not None and self.turn == 3
                assert seat == (self.leader + len(self.trick)) % 3 and card in self.hands[seat]
                if self.trick and any(held.suit == self.trick[0].suit for held in self.hands[seat]):
                    assert card.suit == self.trick[0].suit
                self.hands[seat].remove(card)
                self.trick.append(card)
                if len(self.trick) == 3:
                    self._take_in()

    def _take_in(self) -> None:
        assert self.contract is not None
        order = "A23456789TJQK" if self.contract is Contract.NULLO else "23456789TJQKA"
        power = [
            (str(card)[1] == self.contract.value, card.suit == self.trick[0].suit, order.index(str(card)[0]))
            for card in self.trick
        ]
        self.leader = (self.leader + power.index(max(power))) % 3
        self.tricks[self.leader] += 1
        self.trick = []


def houses(rng: random.Random) -> RuleSet:
    """One of the three rule sets; half of the time with other allowances or another par."""
    rules = load_rules(rng.choice(("hornafjordur", "plain", "declared")))
    if rng.random() < 0.5:
        return rules
    changed = replace(rules, par=rng.randint(0, 12), name="a house")
    if rules.allowances is None:
        return changed
    first = rng.randint(0, 12)
    second = rng.randint(0, min(12, 16 - first))
    return replace(changed, allowances=(first, second, rng.randint(0, 12)))


def play(number: int, names: Sequence[str]) -> None:
    """Play hand `number` with three of the bots, under the eyes of the referee."""
    rng = random.Random(number)
    rules = houses(rng)
    left = tuple(rng.sample(KINDS, rng.randint(1, 3))) if rules.contract_source == "declaration" else None
    dealt = deal(rules, 12, number)
    hand = Hand.start(rules, dealt, number=number, contracts_left=left)
    referee = Referee(rules, dealt, hand.contract, left)
    bots = [BotSpec.parse(rng.choice(names)).make(rng.getrandbits(32)) for _ in range(3)]
    while hand.to_move is not None:
        seat = hand.to_move
        action = act(bots[seat], hand.view(seat))
        referee.follow(seat, action)
        hand = hand.apply(action)
    assert hand.tricks == tuple(referee.tricks) and sum(referee.tricks) == 12
    assert not any(referee.hands)


@pytest.mark.parametrize("count", [40, pytest.param(100_000, marks=pytest.mark.slow)])
def test_quick_bots(count: int) -> None:
    for number in range(1, count + 1):
        play(number, QUICK)


@pytest.mark.parametrize("count", [3, pytest.param(1_000, marks=pytest.mark.slow)])
def test_bots_that_think(count: int) -> None:
    for number in range(1, count + 1):
        play(number, THINKING)

"""The worlds of decisions before the play: the rules' own deals, in which the others did what they were seen to do."""

from __future__ import annotations

import numpy as np
import pytest

from manni.actions import Discard, Take
from manni.advice.deals import Deals
from manni.advice.method import Method
from manni.cards import CardSet, Contract, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.policy.choices import choose_discard, choose_take
from manni.rules import load_rules
from manni.view import View

COUNT = 400


def views(name: str, number: int) -> list[View]:
    """What each seat sees at its decision when all decide by the policy."""
    rules = load_rules(name)
    hand = Hand.start(rules, deal(rules, 5, number), number=number)
    found = []
    while hand.phase != "play":
        seat = hand.to_move
        assert seat is not None
        view = hand.view(seat)
        found.append(view)
        if hand.phase == "take":
            hand = hand.apply(Take(False))
        else:
            allowance = hand.rules.allowance(seat, hand.exchanged)
            hand = hand.apply(Discard(CardSet(choose_discard(view.hand.mask, hand.contract, allowance))))
    return found


def drawn(view: View, inference: float = 1.0, seed: int = 1) -> Deals:
    deals = Deals(view, Method(inference=inference), seed)
    deals.draw(COUNT)
    return deals


@pytest.mark.parametrize("name", ["hornafjordur", "plain"])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("inference", [0.0, 1.0])
def test_every_world_is_a_deal_of_the_rules(name: str, number: int, inference: float) -> None:
    for view in views(name, number):
        deals = drawn(view, inference)
        for hands, thrown, stock in zip(deals.hands.tolist(), deals.thrown.tolist(), deals.stock.tolist(), strict=True):
            manni = sum(1 << card for card in stock)
            parts = [*hands, manni, *(thrown if inference else [])]
            assert sum(part.bit_count() for part in parts) == np.bitwise_or.reduce(parts).bit_count()
            assert [hand.bit_count() for hand in hands] == [12, 12, 12]
            assert hands[view.seat] == view.hand.mask
            assert not np.bitwise_or.reduce(parts) & ~view.rules.deck.mask
            if inference:
                assert [t.bit_count() for t in thrown] == [view.exchanged.get(seat, 0) for seat in Seat]
            if view.cut is not None and view.seat is not Seat.D:
                assert hands[Seat.D] >> view.cut & 1


def test_earlier_seats_threw_what_they_like_least_and_drew_from_the_top() -> None:
    view = views("hornafjordur", 1)[2]
    assert view.seat is Seat.D
    deals = drawn(view)
    # An ace is thrown less often than a card that was not thrown is an ace.
    aces = 0x1000_1000_1000_1000 & view.unseen.mask
    in_thrown = np.mean([(t[0] & aces).bit_count() for t in deals.thrown.tolist()])
    in_hand = np.mean([(h[0] & aces).bit_count() for h in deals.hands.tolist()])
    in_uniform = np.mean([(h[0] & aces).bit_count() for h in drawn(view, 0.0).hands.tolist()])
    assert in_thrown < 0.1 * in_hand
    assert in_hand > in_uniform + 0.15


def test_who_kept_had_a_hand_to_keep() -> None:
    view = views("plain", 1)[2]
    contract = view.contract
    assert contract is not None

    def takers(deals: Deals) -> float:
        return float(np.mean([choose_take(hands[0], contract) for hands in deals.hands.tolist()]))

    assert takers(drawn(view, 0.0)) > 0.15
    assert takers(drawn(view, 1.0)) < 0.5 * takers(drawn(view, 0.0))


def test_a_declared_suit_is_long_in_the_dealer_hand() -> None:
    rules = load_rules("declared")
    hand = Hand.start(rules, deal(rules, 5, 1))
    hands = hand.hands
    view = View(rules=rules, seat=Seat.F, hand=hands[0], contract=Contract.H)
    hearts = 0x1FFF << 16
    share = {s: np.mean([(h[2] & hearts).bit_count() for h in drawn(view, s).hands.tolist()]) for s in (0.0, 1.0)}
    assert share[1.0] > share[0.0] + 1


def test_the_seed_fixes_the_worlds_however_they_are_asked_for() -> None:
    view = views("hornafjordur", 2)[1]
    once, parts = Deals(view, Method(), 3), Deals(view, Method(), 3)
    once.draw(600)
    for count in (1, 300, 600):
        parts.draw(count)
    assert (once.hands[:600] == parts.hands[:600]).all()
    assert (once.stock[:600] == parts.stock[:600]).all()
    other = drawn(view, seed=4)
    assert (once.hands[:COUNT] != other.hands[:COUNT]).any()

"""The evaluation of a hand: consistent with itself, and sensible about what to throw."""

from __future__ import annotations

import random
from math import comb

import numpy as np
import pytest

from manni.cards import CardSet, Contract
from manni.policy.evaluation import best_discard, by_rank, by_strength, discards, hand_value, strong, utility
from manni.rules import load_rules

DECK = list(load_rules("hornafjordur").deck)


def hands(count: int, seed: int) -> list[CardSet]:
    rng = random.Random(seed)
    return [CardSet(rng.sample(DECK, 12)) for _ in range(count)]


@pytest.mark.parametrize("contract", Contract)
def test_renumbering_keeps_the_order_of_strength_and_can_be_undone(contract: Contract) -> None:
    for hand in hands(20, 1):
        mask = by_strength(hand.mask, contract)
        assert mask == sum(1 << strong(card, contract) for card in hand)
        assert by_rank(mask, contract) == hand.mask
    masks = np.array([hand.mask for hand in hands(20, 1)], dtype=np.uint64)
    assert by_strength(masks, contract).tolist() == [by_strength(int(mask), contract) for mask in masks]


@pytest.mark.parametrize("contract", [Contract.S, Contract.NT, Contract.NULLO])
@pytest.mark.parametrize("allowance", [0, 5, 7, 12])
def test_every_discard_is_evaluated_once(contract: Contract, allowance: int) -> None:
    (hand,) = hands(1, 2)
    masks, values = discards(hand.mask, allowance, contract)
    found = dict(zip(masks.tolist(), values.tolist(), strict=True))
    assert len(found) == sum(comb(12, k) for k in range(allowance + 1))
    for thrown, tricks in found.items():
        assert not thrown & ~hand.mask
        assert tricks == pytest.approx(hand_value(hand.mask & ~thrown, thrown.bit_count(), contract))


@pytest.mark.parametrize("contract", [Contract.D, Contract.NT, Contract.NULLO])
def test_the_quick_best_discard_is_near_the_best_of_all(contract: Contract) -> None:
    for hand in hands(25, 3):
        thrown, tricks = best_discard(hand.mask, contract, 7)
        assert tricks == pytest.approx(hand_value(hand.mask & ~thrown, thrown.bit_count(), contract))
        best = max(utility(value, contract) for value in discards(hand.mask, 7, contract)[1].tolist())
        assert utility(tricks, contract) >= best - 0.5


def test_aces_and_trumps_stay_and_high_cards_go_under_nullo() -> None:
    thrown = CardSet(best_discard(CardSet.parse("AKQ98.A32.43.98").mask, Contract.S, 7)[0])
    assert thrown == CardSet.parse(".32.43.98")
    under_nullo = CardSet(best_discard(CardSet.parse("A32.K.Q42.A5432").mask, Contract.NULLO, 7)[0])
    assert CardSet.parse(".K.Q.") - under_nullo == CardSet()
    assert not under_nullo & CardSet.parse("A32..2.A32")


def test_a_card_that_is_stronger_is_worth_more_on_top_of_a_suit() -> None:
    low, high = CardSet.parse("932.932.932.932"), CardSet.parse("A32.932.932.932")
    for contract in (Contract.S, Contract.NT):
        assert hand_value(high.mask, 0, contract) > hand_value(low.mask, 0, contract) + 0.3

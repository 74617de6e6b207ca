"""Simulated hands are hands of the rules, played as the bot ``greedy`` plays them."""

from __future__ import annotations

import numpy as np
import pytest

from manni.bots import BotSpec, act
from manni.cards import Contract, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.policy.evaluation import greedy
from manni.policy.simulation import BLOCK, simulate
from manni.rules import load_rules

HANDS = 4000


@pytest.mark.parametrize("name", ["hornafjordur", "plain", "declared"])
def test_hands_obey_the_rules(name: str) -> None:
    rules = load_rules(name)
    found = simulate(rules, HANDS, seed=3)
    assert (found.tricks.sum(axis=1) == 12).all()
    assert (found.tricks >= 0).all()
    if rules.exchange == "take":
        takers = found.exchanged == 12
        assert (takers.sum(axis=1) <= 1).all()
        assert ((found.exchanged == 0) | takers).all()
        assert takers.any(axis=0).all()
        assert found.contract[:4].tolist() == [list(Contract).index(contract) for contract in rules.rotation]
    else:
        assert (found.exchanged <= rules.allowances).all()
        assert (found.exchanged.sum(axis=1) <= rules.stock_size).all()


def test_a_cut_gives_each_contract_as_often_as_its_ranks() -> None:
    found = simulate(load_rules("hornafjordur"), HANDS, seed=4)
    share = np.bincount(found.contract, minlength=6) / HANDS
    assert share == pytest.approx([1 / 13] * 4 + [5 / 13, 4 / 13], abs=0.03)


@pytest.mark.parametrize(("name", "contract"), [("hornafjordur", "NT"), ("declared", "NULLO"), ("plain", "H")])
def test_means_are_those_of_the_bot(name: str, contract: str) -> None:
    """The kernel and the game agree: in hands of the bot the means are the same within five standard errors."""
    rules, wanted = load_rules(name), Contract[contract]
    found = simulate(rules, 20 * HANDS, seed=5, contract=wanted, by=greedy())
    bot = BotSpec.parse("greedy").make(0)
    tricks, exchanged = [], []
    number = 0
    while len(tricks) < 60:
        number += 1
        left = (contract,) if rules.contract_source == "declaration" else None
        hand = Hand.start(rules, deal(rules, 6, number), number=number, contracts_left=left)
        if hand.contract not in (None, wanted):
            continue
        while (seat := hand.to_move) is not None:
            hand = hand.apply(act(bot, hand.view(seat)))
        tricks.append(hand.tricks)
        exchanged.append([hand.exchanged.get(seat, 12 * (hand.taken is seat)) for seat in Seat])
    for ours, theirs in ((found.tricks, tricks), (found.exchanged, exchanged)):
        se = np.std(theirs, axis=0) / np.sqrt(len(theirs)) + 1e-9
        assert (np.abs(ours.mean(axis=0) - np.mean(theirs, axis=0)) < 5 * se).all()


def test_a_seed_fixes_the_hands_whatever_the_threads() -> None:
    rules = load_rules("declared")
    once, again = simulate(rules, BLOCK + 50, seed=7), simulate(rules, BLOCK + 50, seed=7, threads=3)
    assert all((a == b).all() for a, b in zip(once, again, strict=True))
    assert (simulate(rules, 50, seed=7).tricks == once.tricks[:50]).all()
    assert (simulate(rules, 50, seed=8).tricks != once.tricks[:50]).any()
    assert len(np.unique(simulate(rules, 400, kinds=("TRUMP", "NULLO")).contract)) == 5
    assert len({tuple(t) for t in simulate(rules, 100, contract=Contract.NT).contract[:, None].tolist()}) == 1
    strayed = simulate(rules, 50, seed=7, softness=60.0, exchange_softness=0.5)
    assert (strayed.tricks != once.tricks[:50]).any()
    assert (strayed.exchanged != once.exchanged[:50]).any()

"""Endings over all worlds: equal to a plain reference, and free of what makes open-card averages go wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from manni.advice import advise
from manni.advice.ending import SHARPNESS, SOFTNESS, payoff_of, value_ending
from manni.advice.worth import Worth
from manni.bots import act
from manni.bots.greedy import GreedyBot
from manni.bots.random_bot import RandomBot
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.rules import load_rules
from manni.view import View
from manni.worlds import count_worlds, posterior, posterior_masks
from tests.advice.ending_reference import Reference

RULES = ["hornafjordur", "plain", "declared"]


def endings(seed: int, tricks: int, most: int) -> Iterator[View]:
    """Views with a choice, few worlds and so many tricks left, from hands of random and greedy players."""
    number = 0
    while True:
        number += 1
        rng = random.Random(f"{seed} {number}")
        rules = load_rules(rng.choice(RULES))
        hand = Hand.start(rules, deal(rules, seed, number), number=number)
        bots = [rng.choice([GreedyBot(), RandomBot(rng.getrandbits(32))]) for _ in range(3)]
        while (seat := hand.to_move) is not None:
            view = hand.view(seat)
            choice = view.decision == "play" and len(view.hand) == tricks and len(view.legal_plays) > 1
            if choice and count_worlds(view) <= most:
                yield view
                break
            hand = hand.apply(act(bots[seat], view))


def agrees(view: View) -> None:
    contract = view.contract
    assert contract is not None
    masks, weights = posterior(view)
    payoff = payoff_of(Worth(view.rules, contract).split, contract)
    cards = list(view.legal_plays)
    found = value_ending(view, masks.hands, weights, cards, payoff)
    assert found is not None
    worlds = list(zip(masks.hands.tolist(), weights.tolist(), strict=True))
    reference = Reference(view, worlds, lambda own, left: float(payoff[own, left]), SOFTNESS, SHARPNESS).values(cards)
    for number, card in enumerate(cards):
        value, spread = reference[card]
        assert float(found.payoff[number] @ weights) == pytest.approx(value, abs=1e-9)
        assert found.spread[number] == pytest.approx([spread.get(k, 0.0) for k in range(13)], abs=1e-9)


@pytest.mark.parametrize(("tricks", "most", "number"), [(2, 40, 30), (3, 20, 8), (4, 6, 2)])
def test_equals_the_reference(tricks: int, most: int, number: int) -> None:
    for view, _ in zip(endings(1, tricks, most), range(number), strict=False):
        agrees(view)


@pytest.mark.slow
@pytest.mark.parametrize(("tricks", "most", "number"), [(2, 300, 250), (3, 100, 80), (4, 30, 20)])
def test_equals_the_reference_in_many_views(tricks: int, most: int, number: int) -> None:
    for view, _ in zip(endings(2, tricks, most), range(number), strict=False):
        agrees(view)


def test_few_worlds_are_all_looked_at_whatever_the_limit_in_worlds() -> None:
    view = next(endings(3, 3, 200))
    advice = advise(view, limit=Limit(worlds=5), seed=1)
    assert advice.exact
    assert advice.worlds == count_worlds(view)
    assert all(value.se == 0 for value in advice.actions)


def test_a_limit_in_nodes_leaves_worlds_out_and_says_so() -> None:
    view = next(view for view in endings(3, 4, 20_000) if count_worlds(view) > 2_000)
    advice = advise(view, limit=Limit(nodes=30_000), seed=1)
    assert not advice.exact
    assert 0 < advice.worlds < count_worlds(view)
    assert any(value.se > 0 for value in advice.actions)


def test_all_worlds_are_the_limit_of_many() -> None:
    view = next(view for view in endings(4, 3, 20_000) if count_worlds(view) > 300)
    contract = view.contract
    assert contract is not None
    cards = list(view.legal_plays)
    payoff = payoff_of(Worth(view.rules, contract).split, contract)
    masks, weights = posterior(view)
    exact = value_ending(view, masks.hands, weights, cards, payoff)
    drawn = posterior_masks(view, 2_000, np.random.default_rng(1)).hands
    sampled = value_ending(view, drawn, np.full(len(drawn), 1 / len(drawn)), cards, payoff)
    assert exact is not None and sampled is not None
    assert sampled.payoff.mean(axis=1) == pytest.approx(exact.payoff @ weights, abs=0.15)

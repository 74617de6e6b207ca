"""The fit of drift counts what the worlds are then weighted by."""

from __future__ import annotations

import numpy as np
import pytest

from bench.fit_drift import counts, fit, rows_of
from manni.bots.base import act
from manni.bots.greedy import GreedyBot
from manni.cards import Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.policy.evaluation import by_strength, contract_kind
from manni.rules import load_rules
from manni.worlds.evidence import drift, drift_rows, fitted


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_terms_times_counts_are_the_logarithm_of_the_tables(seed: int) -> None:
    rules = load_rules("hornafjordur")
    hand = Hand.start(rules, deal(rules, seed))
    while sum(map(len, hand.plays)) < 17:
        assert hand.to_move is not None
        hand = hand.apply(act(GreedyBot(), hand.view(hand.to_move)))
    seat, contract = hand.to_move, hand.contract
    assert seat is not None and contract is not None
    view, kind = hand.view(seat), contract_kind(contract)
    table = np.log(drift(kind, len(view.hand), 1.0))
    expected = sum(
        table[row, by_strength(hand.hands[other].mask, contract) >> 16 * suit & 0x1FFF]
        for other in Seat
        if other is not seat
        for suit, row in enumerate(drift_rows(view))
    )
    terms = np.array(fitted()[kind]["drift"])
    assert len(terms) == rows_of(contract)
    assert counts(hand, seed)[0] @ terms.ravel() == pytest.approx(expected, rel=1e-5)


def test_the_fit_finds_the_terms_that_chose_the_actual_worlds() -> None:
    rng = np.random.default_rng(1)
    terms = np.array([0.8, -0.5, 0.0])
    worlds = rng.integers(0, 3, size=(4_000, 12, 3)).astype(np.float32)
    actual = np.argmax(worlds @ terms + rng.gumbel(size=(4_000, 12)), axis=1)
    every = np.arange(4_000)
    worlds[every, 0], worlds[every, actual] = worlds[every, actual], worlds[every, 0].copy()
    assert fit(worlds, np.full(4_000, 1 / 4_000)) == pytest.approx(terms, abs=0.1)

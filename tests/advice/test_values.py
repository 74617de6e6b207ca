"""From guarantees to expectations: the three seats' add up, and a distribution has the mean it is made for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manni.advice.values import binomial, distributions, expectations, mean, outlook, tilted, tilted_by
from manni.cards import Contract

WANTED = st.tuples(*[st.integers(0, 12)] * 3).filter(lambda g: sum(g) <= 12)
AVOIDED = st.tuples(*[st.integers(0, 12)] * 3).filter(lambda g: sum(g) >= 12)


def expected(guarantees: tuple[int, ...], contract: Contract) -> list[float]:
    found = []
    for seat in range(3):
        own = np.array([float(guarantees[seat])])
        look = outlook(own, np.array([float(sum(guarantees))]) - own, 12, contract)
        found.append(float(look.mean[0]))
        (spread,) = distributions(look)
        assert sum(spread) == pytest.approx(1)
        assert mean(spread) == pytest.approx(look.mean[0])
        assert all(p == 0 for k, p in enumerate(spread) if not look.least[0] <= k <= look.most[0])
    return found


@given(WANTED)
def test_expected_tricks_add_up_to_those_there_are(guarantees: tuple[int, ...]) -> None:
    found = expected(guarantees, Contract.NT)
    assert sum(found) == pytest.approx(12)
    assert all(f >= g for f, g in zip(found, guarantees, strict=True))


@given(AVOIDED)
def test_expected_tricks_add_up_under_nullo(guarantees: tuple[int, ...]) -> None:
    found = expected(guarantees, Contract.NULLO)
    assert sum(found) == pytest.approx(12)
    assert all(0 <= f <= g for f, g in zip(found, guarantees, strict=True))


def test_a_worse_action_stands_behind_by_its_whole_difference() -> None:
    own, others = np.array([4.0, 3.0]), np.array([5.0, 6.0])
    best = outlook(own, others, 12, Contract.S)
    worse = outlook(own, others, 12, Contract.S, own - 2)
    assert (best.mean - worse.mean).tolist() == [2, 2]
    worse = outlook(own, others + 8, 12, Contract.NULLO, own + 2)
    best = outlook(own, others + 8, 12, Contract.NULLO)
    assert (worse.mean - best.mean).tolist() == pytest.approx([2, 2])


def test_tricks_won_are_counted_in() -> None:
    look = outlook(np.array([1.0]), np.array([2.0]), 3, Contract.H)
    assert distributions(look, won=5)[0, 6] == 1


def test_binomial() -> None:
    assert binomial(2, 0.25) == pytest.approx((0.5625, 0.375, 0.0625))


def test_a_tilt_moves_the_mean_and_keeps_what_cannot_be() -> None:
    spread = np.array([[0.0, 0.0, 0.25, 0.5, 0.25] + [0.0] * 8])
    up, down = tilted_by(spread, 0.5), tilted_by(spread, -0.5)
    assert mean(down[0]) < mean(spread[0]) < mean(up[0])
    assert (up[spread == 0] == 0).all() and up.sum() == pytest.approx(1)
    assert tilted_by(spread, 0.0) == pytest.approx(spread)


@pytest.mark.parametrize("contract", [Contract.H, Contract.NT, Contract.NULLO])
def test_what_is_certain_stays_certain(contract: Contract) -> None:
    assert all(len(row) == 12 for row in expectations().values())
    certain = np.eye(13)
    for left in range(1, 13):
        assert tilted(certain, contract, left) == pytest.approx(certain)

"""From guarantees to expectations: the three seats' add up, and a distribution has the mean it is made for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manni.advice.values import binomial, distributions, expectations, mean, outlook, set_aside, sobered
from manni.cards import Contract
from manni.policy.evaluation import contract_kind

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


@pytest.mark.parametrize("contract", [Contract.H, Contract.NT, Contract.NULLO])
def test_sobered_distributions_are_worse_and_keep_their_order(contract: Contract) -> None:
    tricks = np.arange(13)
    rows = np.array([binomial(12, 0.3), binomial(12, 0.32), binomial(12, 0.5)])
    for name, row in expectations().items():
        assert len(row) == (12 if name.startswith("play") else 1)
        assert all(0 <= part < 0.5 for part in row) and any(row)
    for left in range(5, 13):
        won = 12 - left
        spreads = np.zeros((3, 13))
        spreads[:, won:] = [binomial(left, chance) for chance in (0.3, 0.32, 0.5)]
        after = sobered(spreads, contract, left, won)
        assert after.sum(axis=1) == pytest.approx(1)
        assert (after[:, :won] == 0).all()
        worse = (after - spreads) @ tricks * (1 if contract.avoid else -1)
        # Where hands brought what was told, nothing is set aside.
        part = set_aside("play", contract_kind(contract), left)
        assert (worse > 0).all() if part else worse == pytest.approx(0)
        assert (np.diff(after @ tricks) > 0).all()
    assert sobered(rows, contract, 1, 11) == pytest.approx(rows)
    part = set_aside("exchange", contract_kind(contract), 12)
    gap = np.diff(sobered(rows, contract, 12, 0, "exchange") @ tricks)
    assert gap == pytest.approx((1 - part) * np.diff(rows @ tricks))

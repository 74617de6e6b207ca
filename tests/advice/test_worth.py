"""What tricks are worth: by the points of the rules, whatever their shape."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manni.advice.values import binomial, mean
from manni.advice.worth import Worth
from manni.cards import Contract
from manni.rules import load_rules

EVEN, UNEVEN = load_rules("hornafjordur"), replace(load_rules("hornafjordur"), minus=False)


@pytest.mark.parametrize("tricks", [0, 0.3, 4, 6.71, 12])
def test_where_points_rise_evenly_only_the_mean_counts(tricks: float) -> None:
    assert Worth(EVEN, Contract.H).about(tricks) == pytest.approx(tricks - 4)
    assert Worth(EVEN, Contract.NULLO).about(tricks) == pytest.approx(4 - tricks)


@pytest.mark.parametrize("contract", [Contract.H, Contract.NULLO])
def test_where_they_do_not_spread_is_worth_something(contract: Contract) -> None:
    worth = Worth(UNEVEN, contract)
    sure, spread = np.eye(13)[4], binomial(12, 4 / 12)
    assert worth.expected(sure) == 0
    better = [max(4 - k, 0) if contract.avoid else max(k - 4, 0) for k in range(13)]
    assert worth.expected(spread) == pytest.approx(sum(p * b for p, b in zip(spread, better, strict=True)))
    assert worth.about(4) == pytest.approx(worth.expected(spread), abs=1e-5)


@pytest.mark.parametrize("rules", [EVEN, UNEVEN])
@pytest.mark.parametrize("contract", [Contract.H, Contract.NULLO])
@pytest.mark.parametrize("tricks", [0.5, 3.2, 9.9])
def test_points_make_the_distribution_they_came_from(rules: object, contract: Contract, tricks: float) -> None:
    worth = Worth(rules, contract)  # type: ignore[arg-type]
    points = float(worth.about(tricks))
    (spread,) = worth.spreads(np.array([points]))
    assert spread.sum() == pytest.approx(1)
    assert worth.expected(spread) == pytest.approx(points, abs=1e-5)
    if rules is EVEN:
        assert mean(spread) == pytest.approx(tricks, abs=1e-6)


def test_points_out_of_reach_are_the_nearest_there_are() -> None:
    assert mean(Worth(EVEN, Contract.H).spreads(np.array([-9]))[0]) == 0
    assert mean(Worth(EVEN, Contract.NULLO).spreads(np.array([-9]))[0]) == 12
    assert mean(Worth(UNEVEN, Contract.H).spreads(np.array([-1]))[0]) <= 4

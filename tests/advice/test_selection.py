"""Spending a budget on actions, and how sure the differences are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from manni.advice.selection import Budget, Floats, compare, race, steadied
from manni.limits import Limit


class Noisy:
    """Actions with known means and a large noise that they have in common, world by world."""

    def __init__(self, means: Sequence[float], seed: int, cost: int = 1) -> None:
        rng = np.random.default_rng(seed)
        shared = rng.normal(0, 5, 5000)
        self.gains = np.array([[m] for m in means]) + shared + rng.normal(0, 0.3, (len(means), 5000))
        self.cost = cost
        self.valued = 0

    def __call__(self, actions: Sequence[int], worlds: range, limit: Limit) -> tuple[Floats, int]:
        self.valued += len(actions) * len(worlds)
        return self.gains[list(actions), worlds.start : worlds.stop], self.cost * len(actions) * len(worlds)


def test_differences_are_paired() -> None:
    gains = Noisy([1.0, 0.5], 1).gains[:, :100]
    found = compare(gains, [0, 0])
    difference = gains[0] - gains[1]
    assert found.order == [0, 1]
    assert found.regret.tolist() == pytest.approx([0, difference.mean()])
    assert found.se.tolist() == pytest.approx([0, difference.std(ddof=1) / 10], rel=0.05)
    assert found.se[1] < 0.1 < gains[0].std(ddof=1) / 10


@pytest.mark.parametrize("worlds", [0, 1, 2, 5, 50])
@pytest.mark.parametrize("trust", [0.5, 10.0])
def test_equal_differences_in_few_worlds_prove_nothing(worlds: int, trust: float) -> None:
    """What every world seen agrees on is surer the more there are, and never sure; neighbours are the same card."""
    gains = np.array([[2.0] * worlds, [1.0] * worlds, [2.0] * worlds, [2.0] * worlds])
    found = compare(gains, [0.0, -1.0, 0.0, 0.0], trust, alike=[0, 1, 2, 0])
    assert found.order == [0, 2, 3, 1]
    assert found.regret.tolist() == [0, 1, 0, 0]
    assert found.se[0] == found.se[3] == 0
    assert found.se[1] == found.se[2] > 0
    more = np.repeat(gains[:, :1] if worlds else np.array([[2.0], [1.0], [2.0], [2.0]]), worlds + 3, axis=1)
    assert compare(more, [0.0, -1.0, 0.0, 0.0], trust).se[1] < found.se[1]


def test_the_prior_counts_as_so_many_worlds_and_breaks_ties() -> None:
    gains = np.array([[1.0, 1.0], [2.0, 2.0]])
    assert compare(gains, [3, 0], trust=2).order == [0, 1]
    assert compare(gains, [3, 0], trust=2).regret[1] == pytest.approx((2 * 3 - 2) / 4)
    assert compare(gains, [3, 0]).order == [1, 0]
    assert compare(np.array([[1.0], [1.0]]), [-1, 0]).order == [1, 0]
    assert compare(np.empty((2, 0)), [0.5, 1.5], trust=4).regret.tolist() == [1.0, 0.0]


def test_an_action_dropped_early_is_compared_over_its_own_worlds() -> None:
    gains = np.array([[1.0, 1.0, 9.0], [0.0, 0.0, np.nan], [0.5, 0.5, 0.0]])
    found = compare(gains, [0, 0, 0])
    assert found.order[0] == 0
    assert found.regret[1] == 1


def test_a_race_finds_the_best_and_spends_most_on_the_contenders() -> None:
    means = [0.0] * 12 + [0.6, 0.5, 0.3, 0.2]
    noisy = Noisy(means, 2)
    gains = race([0.0] * 16, 0.0, noisy, Budget(Limit(worlds=400)), worlds=400)
    assert compare(gains, [0.0] * 16).order[0] == 12
    counts = np.isfinite(gains).sum(axis=1)
    assert counts.max() == 400
    assert counts[12] == counts[13] == 400
    assert sorted(counts)[:8] == [50] * 8
    assert noisy.valued == np.isfinite(gains).sum() < 16 * 400 / 3


def test_a_limit_in_nodes_is_kept_within_a_search() -> None:
    noisy = Noisy([0.0, 0.1, 0.2, 0.3], 3, cost=10)
    race([0.0] * 4, 0.0, noisy, Budget(Limit(nodes=2000)), worlds=2000)
    assert 2000 <= noisy.valued * noisy.cost <= 2000 + 2 * 4 * 4 * 10


def test_no_time_is_no_worlds() -> None:
    budget = Budget(Limit(seconds=1e-9))
    assert race([1.0, 0.0], 1.0, Noisy([0, 0], 4), budget, worlds=9).shape == (2, 0)


def test_progress_only_grows_and_ends_at_one() -> None:
    told: list[float] = []
    race([0.0] * 8, 0.0, Noisy([0.0] * 8, 5), Budget(Limit(worlds=64), told.append), worlds=64)
    assert told == sorted(told)
    assert told[-1] == 1


def test_gains_that_are_points_are_steady() -> None:
    points = np.random.default_rng(1).integers(-4, 9, (5, 30)).astype(float)
    assert steadied(3 * points + 2, points, 100) == pytest.approx(3 * points + 2)


def test_what_points_do_not_tell_takes_worlds_to_count() -> None:
    rng = np.random.default_rng(2)
    # Two actions with the same points; the first gains 1 beyond them, in the noise.
    points = rng.integers(-4, 9, 400).astype(float) + np.zeros((2, 1))
    gains = points + rng.normal(0, 1, (2, 400)) + [[1.0], [0.0]]
    few, many = (steadied(gains[:, :n], points[:, :n], 100) for n in (4, 400))
    assert few.mean() == pytest.approx(gains[:, :4].mean())
    raw = gains[:, :4].mean(axis=1)
    assert few.mean(axis=1)[0] - few.mean(axis=1)[1] == pytest.approx((raw[0] - raw[1]) * 4 / 104)
    assert many.mean(axis=1)[0] - many.mean(axis=1)[1] == pytest.approx(0.8, abs=0.1)
    assert steadied(gains[:, :0], points[:, :0], 100).shape == (2, 0)

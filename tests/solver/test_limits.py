"""A search that a limit stops says so and gives bounds that are true."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from bench.deals import CONTRACTS, random_deal, random_deals
from solver import Bounds, Deal, Limit, Solution
from tests.solver.strategies import deals


def bounds_of(found: Solution) -> Iterator[Bounds]:
    """Every pair of bounds in a solution."""
    yield from (bounds for bounds in found.guarantee if bounds is not None)
    yield from found.cards.values()
    yield from found.outcome or ()
    for outcome in found.card_outcomes.values():
        yield from outcome


def assert_sound(part: Solution, whole: Solution) -> None:
    """Assert that what a stopped search proved contains what the whole search found, and that it owns up."""
    assert whole.exact
    found, values = list(bounds_of(part)), list(bounds_of(whole))
    assert len(found) == len(values)
    for bounds, value in zip(found, values, strict=True):
        assert bounds.lower <= value.lower == value.upper <= bounds.upper
    assert part.exact == all(bounds.lower == bounds.upper for bounds in found)


@settings(max_examples=150)
@given(deals(min_tricks=2, max_tricks=9), st.integers(1, 300))
def test_a_node_limit_gives_true_bounds(deal: Deal, nodes: int) -> None:
    whole = solver.solve(deal)
    part = solver.solve(deal, limit=Limit(nodes=nodes))
    assert_sound(part, whole)
    assert part.nodes <= nodes
    if whole.nodes <= nodes:
        assert part == whole._replace(seconds=part.seconds)


@settings(max_examples=60)
@given(deals(min_tricks=2, max_tricks=6), st.integers(1, 300))
def test_a_node_limit_gives_true_bounds_under_maxn(deal: Deal, nodes: int) -> None:
    whole = solver.solve(deal, concept="maxn")
    part = solver.solve(deal, concept="maxn", limit=Limit(nodes=nodes))
    assert_sound(part, whole)
    assert part.nodes <= nodes
    alone = solver.solve(deal, concept="maxn", cards=False)
    assert alone.outcome == whole.outcome
    assert alone.card_outcomes == {}
    assert_sound(solver.solve(deal, concept="maxn", cards=False, limit=Limit(nodes=nodes)), alone)


@pytest.mark.parametrize("contract", ["NT", "H", "NULLO"])
def test_a_stopped_maxn_search_has_proven_every_guarantee(contract: str) -> None:
    for deal in random_deals(10, contract, 3, tricks=10):
        guarantees = solver.solve(deal, cards=False)
        found = solver.solve(deal, concept="maxn", limit=Limit(nodes=guarantees.nodes + 50))
        assert not found.exact
        assert found.outcome is not None
        for bounds, guarantee in zip(found.outcome, guarantees.guarantee, strict=True):
            assert guarantee is not None
            if deal.avoid:
                assert bounds.upper <= guarantee.upper
            else:
                assert bounds.lower >= guarantee.lower


@pytest.mark.parametrize("contract", CONTRACTS)
def test_more_nodes_never_prove_less_and_in_the_end_everything(contract: str) -> None:
    deal = random_deal(Random(1), contract, tricks=9)
    widths = []
    for exponent in count(4):
        found = solver.solve(deal, limit=Limit(nodes=1 << exponent))
        widths.append(sum(bounds.upper - bounds.lower for bounds in bounds_of(found)))
        if found.exact:
            break
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 0


@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
def test_a_time_limit_stops_with_true_bounds(concept: str) -> None:
    for deal in random_deals(3, "NULLO", 3):
        found = solver.solve(deal, concept=concept, limit=Limit(seconds=0.001))
        assert not found.exact
        assert all(0 <= bounds.lower <= bounds.upper <= 12 for bounds in bounds_of(found))


@pytest.mark.parametrize("contract", ["NT", "H", "NULLO"])
def test_a_small_table_does_not_change_a_value(contract: str) -> None:
    for deal in random_deals(5, contract, 3, tricks=10):
        whole = solver.solve(deal)
        assert_same_values(solver.solve(deal, limit=Limit(memory=1 << 20)), whole)


@pytest.mark.parametrize("contract", ["NT", "H", "NULLO"])
def test_a_small_table_does_not_change_an_outcome(contract: str) -> None:
    for deal in random_deals(6, contract, 2, tricks=8):
        whole = solver.solve(deal, concept="maxn")
        assert_same_values(solver.solve(deal, concept="maxn", limit=Limit(memory=1 << 18)), whole)


@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
def test_what_a_table_held_before_does_not_change_a_node_count(concept: str) -> None:
    tricks = {"paranoid": 11, "maxn": 7}[concept]
    deals = [deal for contract in ("NT", "NULLO", "H", "NULLO") for deal in random_deals(7, contract, 2, tricks=tricks)]
    for memory in (262_144, 520_000):
        limit = Limit(memory=memory)
        in_one = solver.solve_many(deals, concept=concept, limit=limit)
        assert [found.nodes for found in in_one] == [
            solver.solve(deal, concept=concept, limit=limit).nodes for deal in deals
        ]


def assert_same_values(found: Solution, whole: Solution) -> None:
    assert found._replace(nodes=0, seconds=0.0) == whole._replace(nodes=0, seconds=0.0)


PEAK = """
import resource, sys
import solver
from solver import Deal, Limit
memory = int(sys.argv[1])
deal = Deal(*eval(sys.argv[2]))
solver.solve(deal._replace(hands=(1, 2, 4)))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
solver.solve(deal, concept=sys.argv[3], limit=Limit(memory=memory, seconds=3))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="peak memory is read from getrusage")
@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
def test_the_table_keeps_to_its_memory(concept: str) -> None:
    deal = next(random_deals(8, "NULLO", 1))
    cap = 8 << 20
    run = subprocess.run(
        [sys.executable, "-c", PEAK, str(cap), repr(tuple(deal)), concept], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) <= cap + (4 << 20)


def test_a_search_is_stopped_from_another_thread() -> None:
    deal = next(random_deals(8, "NULLO", 1))
    stop = solver.Stop()
    timer = threading.Timer(0.02, stop.set)
    timer.start()
    found = solver.solve(deal, concept="maxn", limit=Limit(stop=stop))
    assert not found.exact
    timer.join()


def test_a_search_that_is_stopped_before_it_starts_proves_nothing_false() -> None:
    stop = solver.Stop()
    stop.set()
    for deal in random_deals(9, "NT", 5, tricks=7):
        assert_sound(solver.solve(deal, limit=Limit(stop=stop)), solver.solve(deal))

"""Many positions at once: the same answers and the same node counts as one by one, in any number of threads."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

import solver
from bench.deals import CONTRACTS, random_deal, random_deals
from solver import Deal, Limit, Solution, reference

CASES = [
    random_deal(Random(seed), list(CONTRACTS)[seed % 6], tricks=1 + seed % 9, on_table=seed % 3) for seed in range(90)
]


def untimed(found: Solution) -> Solution:
    return found._replace(seconds=0.0)


@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_batch_answers_like_single_questions_in_order(threads: int, concept: str) -> None:
    cases = [deal for deal in CASES if concept == "paranoid" or max(map(int.bit_count, deal.hands)) <= 6]
    singly = [untimed(solver.solve(deal, concept=concept)) for deal in cases]
    assert [untimed(found) for found in solver.solve_many(cases, concept=concept, threads=threads)] == singly


def test_a_repeated_question_takes_the_same_nodes_whatever_came_between() -> None:
    first = [solver.solve(deal).nodes for deal in CASES]
    again = [solver.solve(deal).nodes for deal in reversed(CASES)]
    assert first == again[::-1]
    assert sum(nodes > 0 for nodes in first) > len(CASES) // 2  # the others are answered at once


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_is_read_only_as_far_as_it_is_needed(threads: int) -> None:
    read = 0

    def endless() -> Iterator[Deal]:
        nonlocal read
        while True:
            read += 1
            yield CASES[read % len(CASES)]

    answers = solver.solve_many(endless(), threads=threads)
    for _ in range(50):
        next(answers)
    assert 50 <= read <= 50 + 16 * threads


def test_a_bad_deal_in_a_batch_does_not_spoil_those_before_it() -> None:
    answers = solver.solve_many([CASES[0], CASES[1], Deal((1, 1, 2))], threads=2)
    assert [untimed(next(answers)), untimed(next(answers))] == [untimed(solver.solve(deal)) for deal in CASES[:2]]
    with pytest.raises(ValueError, match="hands"):
        next(answers)


def worlds(deal: Deal, count: int, seed: int) -> npt.NDArray[np.uint64]:
    """Worlds that share the mover's hand and the table: the other two hands are dealt again from their cards."""
    rng = Random(seed)
    mover = reference.mover(deal)
    others = [seat for seat in range(3) if seat != mover]
    pool = [card for seat in others for card in reference.cards_of(deal.hands[seat])]
    found = []
    while len(found) < count:
        rng.shuffle(pool)
        hands = list(deal.hands)
        split = deal.hands[others[0]].bit_count()
        hands[others[0]] = sum(1 << card for card in pool[:split])
        hands[others[1]] = sum(1 << card for card in pool[split:])
        world = deal._replace(hands=(hands[0], hands[1], hands[2]))
        if is_legal(world):
            found.append(hands)
    return np.array(found, dtype=np.uint64)


def is_legal(deal: Deal) -> bool:
    try:
        solver.check(deal)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("on_table", [0, 1, 2])
def test_card_values_are_those_of_each_world_on_its_own(contract: str, on_table: int) -> None:
    deal = random_deal(Random(on_table), contract, tricks=6, on_table=on_table)
    hands = worlds(deal, 40, seed=7)
    for threads in (1, 2, 3):
        found = solver.card_values(hands, deal.trick, deal.leader, deal.trump, deal.avoid, threads=threads)
        assert sorted(found.cards) == reference.legal(deal)
        assert found.values.shape == (40, len(found.cards))
        for row, values in zip(hands, found.values, strict=True):
            alone = solver.solve(deal._replace(hands=tuple(map(int, row))), seats=())
            assert [alone.cards[card].lower for card in found.cards] == values.tolist()


@pytest.mark.parametrize("contract", CONTRACTS)
def test_guarantees_are_those_of_each_world_on_its_own(contract: str) -> None:
    cases = [random_deal(Random(seed), contract, tricks=6) for seed in range(20)]
    hands = np.array([deal.hands for deal in cases], dtype=np.uint64)
    trump, avoid = CONTRACTS[contract]
    for threads in (1, 2, 3):
        found = solver.guarantees(hands, 1, trump, avoid, threads=threads)
        for deal, values in zip(cases, found.values, strict=True):
            alone = solver.solve(deal._replace(leader=1), cards=False).guarantee
            assert [bounds.lower for bounds in alone if bounds is not None] == values.tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_node_counts_of_many_worlds_do_not_depend_on_threads(threads: int) -> None:
    deal = next(random_deals(1, "NT", 1, tricks=8))
    hands = worlds(deal, 30, seed=3)
    nodes = solver.card_values(hands, (), deal.leader, None, False, threads=1).nodes
    assert solver.card_values(hands, (), deal.leader, None, False, threads=threads).nodes == nodes > 0
    nodes = solver.guarantees(hands, 0, None, False, threads=1).nodes
    assert solver.guarantees(hands, 0, None, False, threads=threads).nodes == nodes > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_node_limit_leaves_whole_worlds_the_same_in_any_number_of_threads(threads: int) -> None:
    deal = next(random_deals(2, "NT", 1, tricks=9))
    hands = worlds(deal, 40, seed=3)
    whole = solver.card_values(hands, (), deal.leader, None, False)
    part = solver.card_values(hands, (), deal.leader, None, False, threads=threads, limit=Limit(nodes=whole.nodes // 2))
    done = len(part.values)
    assert 1 <= done < 40
    assert (part.values == whole.values[:done]).all()
    alone = solver.card_values(hands, (), deal.leader, None, False, limit=Limit(nodes=whole.nodes // 2))
    assert len(alone.values) == done

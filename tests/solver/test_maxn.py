"""The two searches of max^n, with bars and without, against each other and against the readable twin."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Deal, reference
from solver.gate import Engine
from tests.solver.strategies import deals

Outcomes = tuple[list[tuple[int, int]], list[tuple[int, list[tuple[int, int]]]]]

ALL = 8
"""No bars at all."""
FEWEST = 2
"""Bars for all but the last two tricks."""


def outcomes(deal: Deal, end_tricks: int | None = None, memory: int = 1 << 24) -> Outcomes:
    """The outcome, and that of each card, when the last `end_tricks` are searched without bars."""
    engine = Engine(memory)
    if end_tricks is not None:
        engine.set_end_tricks(end_tricks)
    return solved(engine, deal)


def solved(engine: Engine, deal: Deal) -> Outcomes:
    trump = 4 if deal.trump is None else deal.trump
    whole, cards, _ = engine.solve_maxn(deal.hands, deal.trick, deal.leader, trump, deal.avoid, True)
    return list(whole), [(card, list(bounds)) for card, bounds in cards]


def expected(deal: Deal) -> Outcomes:
    """What the readable twin says."""
    cards = reference.maxn_cards(deal)
    whole = [(tricks, tricks) for tricks in reference.maxn(deal)]
    order = [card for card, _ in outcomes(deal)[1]]
    return whole, [(card, [(tricks, tricks) for tricks in cards[card]]) for card in order]


@settings(max_examples=400)
@given(deals(max_tricks=3), st.sampled_from([FEWEST, ALL]))
def test_either_search_agrees_with_the_reference(deal: Deal, end_tricks: int) -> None:
    assert outcomes(deal, end_tricks) == expected(deal)


@settings(max_examples=200)
@given(deals(min_tricks=4, max_tricks=7), st.integers(FEWEST, 7))
def test_outcomes_do_not_depend_on_where_bars_end(deal: Deal, end_tricks: int) -> None:
    assert outcomes(deal, end_tricks) == outcomes(deal, ALL)


@settings(max_examples=60)
@given(deals(min_tricks=6, max_tricks=7))
def test_outcomes_do_not_depend_on_the_memory(deal: Deal) -> None:
    assert outcomes(deal, memory=1 << 16) == outcomes(deal)


@settings(max_examples=100)
@given(st.lists(deals(min_tricks=2, max_tricks=4, table=0), min_size=2, max_size=4))
def test_outcomes_do_not_depend_on_what_was_solved_before(positions: list[Deal]) -> None:
    engine = Engine(1 << 24)
    for deal in positions:
        assert solved(engine, deal) == outcomes(deal)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(deals(min_tricks=4, max_tricks=7), st.integers(FEWEST, 7))
def test_very_many_outcomes_do_not_depend_on_where_bars_end(deal: Deal, end_tricks: int) -> None:
    assert outcomes(deal, end_tricks) == outcomes(deal, ALL)

"""The compiled search against its readable twin: every contract, any cards on the table, any cards missing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import solver
from solver import Bounds, Deal, reference
from tests.solver.strategies import deals, traps


def agrees(deal: Deal, *, maxn: bool = True) -> None:
    """Assert that kernel and reference say the same of a position, whatever is asked of it."""
    cards = reference.paranoid_cards(deal)
    mover = reference.mover(deal)
    best = min(cards.values()) if deal.avoid else max(cards.values())
    seats = [best if seat == mover else reference.paranoid(deal, seat) for seat in range(3)]

    found = solver.solve(deal)
    assert found.cards == exactly(cards)
    assert found.guarantee == tuple(Bounds(value, value) for value in seats)
    assert found.exact
    if maxn:
        outcomes = reference.maxn_cards(deal)
        found = solver.solve(deal, concept="maxn")
        assert found.card_outcomes == {card: tuple(Bounds(v, v) for v in o) for card, o in outcomes.items()}
        assert found.outcome == tuple(Bounds(v, v) for v in reference.maxn(deal))
        assert found.exact


def exactly(values: dict[int, int]) -> dict[int, Bounds]:
    return {card: Bounds(value, value) for card, value in values.items()}


@settings(max_examples=600)
@given(deals(max_tricks=3))
def test_kernel_and_reference_agree_on_small_positions(deal: Deal) -> None:
    agrees(deal)


@settings(max_examples=25)
@given(deals(min_tricks=4, max_tricks=5))
def test_kernel_and_reference_agree_on_five_tricks(deal: Deal) -> None:
    agrees(deal)


@settings(max_examples=60)
@given(traps(4))
def test_kernel_and_reference_agree_on_hands_that_must_win_tricks_under_nullo(deal: Deal) -> None:
    agrees(deal, maxn=False)


@pytest.mark.slow
@settings(max_examples=100_000)
@given(deals(max_tricks=3))
def test_kernel_and_reference_agree_on_very_many_small_positions(deal: Deal) -> None:
    agrees(deal)


@pytest.mark.slow
@settings(max_examples=2_000)
@given(deals(min_tricks=4, max_tricks=5))
def test_kernel_and_reference_agree_on_many_positions_of_five_tricks(deal: Deal) -> None:
    agrees(deal)


@pytest.mark.slow
@settings(max_examples=12)
@given(deals(min_tricks=6, max_tricks=7, table=2))
def test_kernel_and_reference_agree_on_long_endings(deal: Deal) -> None:
    agrees(deal)

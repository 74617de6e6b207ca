"""The engine against DDS, the bridge solver, on positions that embed exactly in bridge."""

from __future__ import annotations

from random import Random

import pytest

import solver
from bench.bridge import Dds, embed
from bench.deals import CONTRACTS, random_deal, random_deals
from solver import Bounds, Deal, reference

TRUMP_AND_NT = [contract for contract, (_, avoid) in CONTRACTS.items() if not avoid]


def positions(contract: str, tricks: int) -> list[Deal]:
    """Random positions of so many tricks that embed in bridge, with 0, 1 and 2 cards on the table."""
    rng = Random(f"{contract} {tricks}")
    found: list[Deal] = []
    while len(found) < 8:
        deal = random_deal(rng, contract, tricks, on_table=(0, 1, 2, 0)[len(found) % 4])
        if embed(deal, 0):
            found.append(deal)
    return found


@pytest.fixture(scope="module")
def dds() -> Dds:
    return Dds()


@pytest.mark.parametrize("contract", TRUMP_AND_NT)
@pytest.mark.parametrize("tricks", range(5, 12))
def test_positions_on_which_engine_and_dds_agree(contract: str, tricks: int, dds: Dds) -> None:
    for deal in positions(contract, tricks):
        compare(deal, dds)


@pytest.mark.parametrize("contract", ["NT", "trump"])
def test_full_deals_on_which_engine_and_dds_agree(contract: str, dds: Dds) -> None:
    for deal in random_deals(1, contract, 20, min_trumps=9 if contract == "trump" else 0):
        compare(deal, dds)


@pytest.mark.slow
@pytest.mark.parametrize("contract", TRUMP_AND_NT)
def test_very_many_positions_on_which_engine_and_dds_agree(contract: str, dds: Dds) -> None:
    rng = Random(f"many {contract}")
    compared = 0
    while compared < 4_000:
        deal = random_deal(rng, contract, rng.randint(4, 9), on_table=rng.randrange(3))
        if embed(deal, 0):
            compare(deal, dds)
            compared += 1


def compare(deal: Deal, dds: Dds) -> None:
    """Compare each seat's guarantee, then every card."""
    found = solver.solve(deal)
    boards = [board for seat in range(3) if (board := embed(deal, seat)) is not None]
    values = [dds.solve(board).value for board in boards]
    assert found.guarantee == tuple(Bounds(value, value) for value in values), deal
    cards = dds.solve(boards[reference.mover(deal)], every_card=True).cards
    assert found.cards == {card: Bounds(value, value) for card, value in cards.items()}, deal


def test_a_table_that_was_emptied_is_empty(dds: Dds) -> None:
    board = embed(next(random_deals(2, "NT", 1)), 0)
    assert board is not None
    first = dds.solve(board)
    assert dds.solve(board).nodes < first.nodes
    dds.forget()
    assert dds.solve(board).nodes == first.nodes

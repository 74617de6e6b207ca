"""The reference itself, against facts that can be checked by hand and the stored endings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manni.cards import Card, Contract
from manni.notation import Position
from manni.solving import deal_of
from solver import reference
from solver.deal import Deal

ENDINGS = Path(__file__).parents[1] / "data" / "endings.jsonl"


def number(card: str, contract: Contract) -> int:
    """The solver's number of a card: the ace is the lowest when tricks are avoided."""
    parsed = Card.parse(card)
    return 16 * parsed.suit + parsed.strength(contract)


@pytest.mark.parametrize(
    ("contract", "trick", "winner"),
    [
        ("H", "AS TS 4H", "4H"),
        ("NT", "KD 9D 7D", "KD"),
        ("NT", "KD AS 7D", "KD"),
        ("NULLO", "AC 2C 3C", "3C"),
        ("NULLO", "KC AH QC", "KC"),
        ("S", "2S AH 3S", "3S"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(contract: str, trick: str, winner: str) -> None:
    played = Contract.parse(contract)
    cards = tuple(number(card, played) for card in trick.split())
    for leader in range(3):
        empty = Deal((0, 0, 0), (), leader, played.trump, played.avoid)
        place = trick.split().index(winner)
        assert reference.winner(empty, cards) == (leader + place) % 3


def test_a_seat_follows_suit_if_it_can() -> None:
    deal = deal_of(Position.parse("S D A3.2../4.5.6./7..3. TH"))
    assert reference.mover(deal) == 0
    assert reference.legal(deal) == [number("2H", Contract.S)]


def test_between_equal_outcomes_the_left_neighbour_gets_the_least() -> None:
    # F cannot win a trick whatever it leads: a spade lets M win both, a heart gives M and D one each.
    deal = deal_of(Position.parse("NT F 2.2../AK.../.AK.. -"))
    assert reference.maxn_cards(deal) == {
        number("2S", Contract.NT): (0, 2, 0),
        number("2H", Contract.NT): (0, 0, 2),
    }
    assert reference.maxn(deal) == (0, 0, 2)


def test_the_stored_endings_up_to_four_tricks() -> None:
    checked = 0
    for line in ENDINGS.read_text().splitlines():
        stored = json.loads(line)
        position = Position.parse(stored["position"])
        if position.tricks_left > 4:
            continue
        deal, checked = deal_of(position), checked + 1
        assert [reference.paranoid(deal, seat) for seat in range(3)] == list(stored["guarantee"].values())
        cards = {number(card, position.contract): value for card, value in stored["cards"].items()}
        assert reference.paranoid_cards(deal) == cards
        assert list(reference.maxn(deal)) == stored["maxn"]
        outcomes = {number(card, position.contract): tuple(o) for card, o in stored["maxn_cards"].items()}
        assert reference.maxn_cards(deal) == outcomes
    assert checked > 100

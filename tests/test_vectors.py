"""The shared positions: every guarantee, every card and every max^n outcome, by the command line and by Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import manni
from manni import Card, Seat, Solution

DATA = Path(__file__).parent / "data"
FILES = ("endings", "middles", "deals")


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def by_seat(outcome: dict[str, int]) -> list[int]:
    return [outcome["F"], outcome["M"], outcome["D"]]


@pytest.mark.parametrize("name", FILES)
def test_command_line_reproduces_the_paranoid_values(manni_command: Any, name: str) -> None:
    answers = run_batch(manni_command, DATA / f"{name}.jsonl", "--threads", "2")
    expected = vectors(name)
    assert [answer["id"] for answer in answers] == [vector["id"] for vector in expected]
    for answer, vector in zip(answers, expected, strict=True):
        assert answer["position"] == vector["position"]
        assert answer["guarantee"] == vector["guarantee"]
        assert {card["card"]: card["tricks"] for card in answer["cards"]} == vector["cards"]
        assert answer["best"] == best_of(vector)


@pytest.mark.parametrize("name", ["endings", "middles"])
def test_command_line_reproduces_the_maxn_outcomes(manni_command: Any, name: str) -> None:
    expected = [vector for vector in vectors(name) if "maxn" in vector]
    text = "".join(json.dumps({"id": vector["id"], "position": vector["position"]}) + "\n" for vector in expected)
    answers = run_batch(manni_command, "-", "--concept", "maxn", stdin=text)
    for answer, vector in zip(answers, expected, strict=True):
        assert by_seat(answer["outcome"]) == vector["maxn"]
        assert {card["card"]: by_seat(card["outcome"]) for card in answer["cards"]} == vector["maxn_cards"]
        assert vector["maxn_cards"][answer["best"][0]] == vector["maxn"]


@pytest.mark.parametrize("name", FILES)
def test_python_reproduces_the_paranoid_values(name: str) -> None:
    expected = vectors(name)
    for solution, vector in zip(manni.solve_many(v["position"] for v in expected), expected, strict=True):
        check_solution(solution, vector)


def test_one_seat_is_asked_for_alone() -> None:
    for vector in vectors("endings")[::10]:
        for seat in Seat:
            solution = manni.solve(vector["position"], cards=False, seat=seat)
            assert solution.guarantee == {seat: vector["guarantee"][str(seat)]}
            assert not solution.cards


def test_python_reproduces_the_maxn_outcomes() -> None:
    for vector in vectors("endings")[::10]:
        solution = manni.solve(vector["position"], concept="maxn")
        assert [solution.outcome[seat] for seat in Seat] == vector["maxn"]
        found = {str(card): [outcome[seat] for seat in Seat] for card, outcome in solution.card_outcomes.items()}
        assert found == vector["maxn_cards"]


def check_solution(solution: Solution, vector: dict[str, Any]) -> None:
    assert {str(seat): tricks for seat, tricks in solution.guarantee.items()} == vector["guarantee"]
    assert {str(card): tricks for card, tricks in solution.cards.items()} == vector["cards"]
    assert [str(card) for card in solution.best] == best_of(vector)
    assert solution.exact


def best_of(vector: dict[str, Any]) -> list[str]:
    """The best cards by the vector's values, in the order ♠♥♦♣ high to low."""
    choose = min if vector["position"].startswith("NULLO") else max
    top = choose(vector["cards"].values())
    cards = [Card.parse(card) for card, tricks in vector["cards"].items() if tricks == top]
    return [str(card) for card in sorted(cards, key=lambda card: (card.suit, -card.rank))]


def run_batch(run: Any, path: Path | str, *options: str, stdin: str = "") -> list[dict[str, Any]]:
    done = run("solve", "--json", "--input", str(path), *options, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]

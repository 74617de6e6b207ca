"""Playing to win the game: what tricks are worth near its end, and decisions that go the other way by points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manni.actions import Play
from manni.advice import Method, advise
from manni.advice.method import Goal
from manni.advice.worth import WIN, Worth, can_win, worth_of
from manni.cards import Card, Contract
from manni.errors import ManniError
from manni.limits import Limit
from manni.rules import load_rules
from manni.view import View

_FILE = Path(__file__).parents[1] / "data" / "goals.jsonl"
POSITIONS = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
"""Endings in which the goals differ, with the reason; `inference` is 0 for what needs uniform worlds, `split` is true
for what shows only when it is looked at who gets the others' tricks."""

DECLARED: dict[str, Any] = {
    "rules": "declared",
    "seat": "F",
    "contract": "NT",
    "hand": "AKQ.AKQ.AKQ.AKQ",
    "score": {"F": 3, "M": -1, "D": -2},
}


@pytest.mark.parametrize(
    ("position", "inference"), [(p, strength) for p in POSITIONS for strength in (0, 1) if strength <= p["inference"]]
)
def test_what_wins_points_may_lose_the_game(position: dict[str, Any], inference: float) -> None:
    view = View.from_json(position["view"])
    points = advise(view, limit=Limit(worlds=200), seed=1, method=Method(goal="points", inference=inference))
    win = advise(view, limit=Limit(worlds=200), seed=1, method=Method(goal="win", inference=inference))
    assert points.exact and win.exact
    assert (points.best.to_json(), win.best.to_json()) == ({"play": position["points"]}, {"play": position["win"]})
    # Each is a real loss by the other's measure.
    by_points = {value.action: value for value in points.actions}
    by_win = {value.action: value for value in win.actions}
    assert by_points[win.best].regret > 0.05
    assert by_win[points.best].regret > 0.01


@pytest.mark.parametrize("position", [position for position in POSITIONS if "split" in position])
def test_to_win_it_matters_who_gets_the_others_tricks(position: dict[str, Any]) -> None:
    view = View.from_json(position["view"])
    assert view.contract is not None
    found = {v.action: v for v in advise(view, limit=Limit(worlds=200), method=Method(goal="win", inference=0)).actions}
    own = worth_of(view, view.contract).wins
    win, points = (found[Play(Card.parse(position[goal]))] for goal in ("win", "points"))
    assert np.dot(points.distribution, own) > np.dot(win.distribution, own)
    assert win.win is not None and points.win is not None and win.win > points.win


EXAMPLES = Path(__file__).parents[2] / "examples"
SCORE = {"F": [6, 4], "M": [8, 5], "D": [7, 9]}
GOALS: tuple[Goal, Goal] = ("points", "win")


@pytest.mark.parametrize("name", ["play", "exchange"])
def test_chances_told_differ_by_the_regret(name: str) -> None:
    data = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    answer = advise(View.from_json({**data, "score": SCORE}), limit=Limit(worlds=20), seed=1)
    best = answer.actions[0].win
    for value in answer.actions:
        assert best is not None and value.win is not None
        assert best - value.win == pytest.approx(value.regret, abs=1e-3)


def test_the_score_makes_the_goal() -> None:
    view = View.from_json(POSITIONS[0]["view"])
    assert can_win(view)
    answer = advise(view, limit=Limit(worlds=50), seed=1).to_json()
    told = [action["win"] for action in answer["actions"]]
    assert all(0 <= chance <= 1 for chance in told)
    for action, chance in zip(answer["actions"], told, strict=True):
        assert told[0] - chance == pytest.approx(action["regret"], abs=1e-3)
    bare = View.from_json({name: value for name, value in POSITIONS[0]["view"].items() if name != "score"})
    assert not can_win(bare)
    assert "win" not in advise(bare, limit=Limit(worlds=50), seed=1).to_json()["actions"][0]
    with pytest.raises(ManniError, match=r"^goal: to win takes the score"):
        advise(bare, limit=Limit(worlds=50), method=Method(goal="win"))


def test_declared_needs_the_number_of_the_hand() -> None:
    view = View.from_json(DECLARED)
    assert not can_win(view)
    assert worth_of(view, Contract.NT).wins is None
    with pytest.raises(ManniError, match=r"^goal: to win takes the number of the hand"):
        worth_of(view, Contract.NT, "win")
    early, late = (worth_of(View.from_json({**DECLARED, "number": n}), Contract.NT) for n in (2, 8))
    assert early.wins is not None and late.wins is not None
    # The later, the more a trick decides.
    assert late.wins[6] - late.wins[2] > early.wins[6] - early.wins[2] + 0.1


def test_the_dealers_contracts_may_be_told_before_or_after_the_declaration() -> None:
    base = {**DECLARED, "seat": "D", "number": 8}
    before = View.from_json({**base, "contracts_left": ["NT"]})
    after = View.from_json({**base, "contracts_left": []})
    assert worth_of(before, Contract.NT).wins == pytest.approx(worth_of(after, Contract.NT).wins)


def test_where_the_game_is_decided_points_decide() -> None:
    view = View.from_json({**DECLARED, "number": 9, "score": {"F": 60, "M": -30, "D": -30}})
    worth = worth_of(view, Contract.NT)
    assert worth.wins == pytest.approx(np.ones(13))
    assert (np.diff(worth.points) > 0).all()
    assert worth.points[12] - worth.points[0] < 0.1


def test_worth_that_turns_back_is_told_by_the_first_tricks_that_are_worth_it() -> None:
    wins = np.array([0, 0, 0.01, 0.02, 0.08, 0, 0.07, 0.6, 0.9, 1, 1, 1, 1])
    worth = Worth(load_rules(), Contract.H, wins)
    assert worth.points == pytest.approx(WIN * wins + 1e-3 * worth.net)
    told = worth.spreads(np.array([worth.points[0], WIN * 0.04, WIN * 0.9, worth.points[12]]))
    assert told.sum(axis=1) == pytest.approx(np.ones(4))
    means = told @ np.arange(13)
    assert (np.diff(means) > 0).all()
    assert (told @ worth.points)[1:3] == pytest.approx([WIN * 0.04, WIN * 0.9], abs=1e-3)


def test_the_whole_hand_may_be_advised_to_win() -> None:
    exchange = View.from_json(
        {"seat": "F", "cut": "7H", "hand": "AKT9.J92.T83.54", "score": {"F": [9, 7], "M": [4, 0], "D": [8, 2]}}
    )
    take = View.from_json(
        {"rules": "plain", "seat": "F", "contract": "H", "hand": "KQ4.JT3.Q84.963", "score": {"F": 9, "M": 3, "D": 8}}
    )
    declare = View.from_json(
        {"rules": "declared", "seat": "D", "hand": "KQ4.JT3.Q84.963", "score": {"F": 9, "M": -3, "D": -6}, "number": 7}
    )
    for view in (exchange, take, declare):
        best = advise(view, limit=Limit(worlds=8), seed=1).actions[0]
        assert best.win is not None
        assert 0 < best.win < 1


def test_a_house_whose_chances_cost_too_much_is_advised_for_points() -> None:
    rules = load_rules({"base": "hornafjordur", "name": "long", "target": 50})
    data = json.loads((EXAMPLES / "exchange.json").read_text("utf-8"))
    view = View.from_json({**data, "rules": {"base": "hornafjordur", "name": "long", "target": 50}, "score": SCORE})
    assert view.rules == rules
    assert not can_win(view)
    assert advise(view, limit=Limit(worlds=8), seed=1).actions[0].win is None
    with pytest.raises(ManniError, match="target"):
        advise(view, limit=Limit(worlds=8), method=Method(goal="win"))


@pytest.mark.parametrize("score", [{"F": [9, 12], "M": [9, 2], "D": [2, 9]}, {"F": [3, 8], "M": [9, 2], "D": [9, 9]}])
def test_the_goal_does_not_change_what_a_discard_is_thought_to_take(score: dict[str, list[int]]) -> None:
    data = json.loads((EXAMPLES / "exchange.json").read_text("utf-8"))
    view = View.from_json({**data, "score": score})
    answers = {goal: advise(view, limit=Limit(worlds=50), seed=1, method=Method(goal=goal)) for goal in GOALS}
    points, win = ({value.action: value.tricks for value in answers[goal].actions} for goal in GOALS)
    assert max(abs(points[action] - win[action]) for action in points) < 1

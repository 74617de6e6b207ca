"""Every type of query: the answer is that of the package, and valid under the published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import manni
from manni import Limit, View, load_rules, record, sample_worlds
from manni.cards import Seat
from manni.dealing import deal
from manni.engine.queries import TYPES
from manni.engine.schema import engine_schema
from manni.game import Game
from manni.hand import Hand
from manni.schemas import published
from manni.view_json import FIELDS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
EXAMPLE = "NT M A3.Q.7./QJ..8./T9.4.9. KC"
PLAY = json.loads((EXAMPLES / "play.json").read_text())
SCHEMA = json.loads(published("engine"))


def validator(reference: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{reference}"}]})


QUERY = validator("Query")
ANSWERS = {name: validator(f"Answers/properties/{name}") for name in TYPES}


def hand_of(rules: str = "hornafjordur", seed: int = 1) -> dict[str, Any]:
    rule_set = load_rules(rules)
    found: dict[str, Any] = json.loads(record.dumps(Hand.start(rule_set, deal(rule_set, seed))))
    return found


def game_of(rules: str = "hornafjordur") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record.dumps(Game.start(load_rules(rules), 1, ("Anna", "Birna", "Dísa"))))
    return found


@pytest.fixture
def one(ask: Any) -> Any:
    """Ask one query; it and its answer are valid under the schema (of thousands of actions, the first few)."""

    def run(kind: str, *, validate: bool = True, **fields: Any) -> dict[str, Any]:
        query = {"id": "q", "type": kind, **fields}
        (answer,) = ask(query)
        if validate:
            QUERY.validate(query)
            ANSWERS[kind].validate({**answer, **({"actions": answer["actions"][:20]} if answer.get("actions") else {})})
        assert (answer.pop("id"), answer.pop("final")) == ("q", True)
        assert "error" not in answer
        return dict(answer)

    return run


def test_solve(one: Any) -> None:
    for concept in ("paranoid", "maxn"):
        answer = one("solve", position=EXAMPLE, concept=concept)
        expected = manni.solve(EXAMPLE, concept).to_json()
        assert answer.pop("seconds") >= 0
        expected.pop("seconds")
        assert answer == expected
    assert one("solve", position=EXAMPLE, seat="F", cards=False)["guarantee"] == {"F": 2}


@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
def test_solve_within_a_limit(one: Any, concept: str) -> None:
    slow = "H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"
    answer = one("solve", position=slow, nodes=10, memory=64, concept=concept)
    assert answer["exact"] is False
    assert answer["bounds"]


@pytest.mark.parametrize("name", ["play", "exchange", "take", "declare"])
def test_advise(one: Any, name: str) -> None:
    view = View.from_json((EXAMPLES / f"{name}.json").read_text())
    answer = one("advise", view=view.to_json(), worlds=10, seed=3)
    expected = json.loads(json.dumps(manni.advise(view, limit=Limit(worlds=10), seed=3).to_json()))
    assert {**answer, "seconds": 0} == {**expected, "seconds": 0}


def test_advise_on_the_game(one: Any) -> None:
    view = json.loads((EXAMPLES / "play.json").read_text())
    view["score"] = {"F": [9, 7], "M": [4, 0], "D": [8, 2]}
    assert all(0 <= action["win"] <= 1 for action in one("advise", view=view, worlds=5)["actions"])
    assert all("win" not in action for action in one("advise", view=view, worlds=5, goal="points")["actions"])


def test_advise_from_a_record_knows_what_the_seat_knows(one: Any) -> None:
    hand = record.loads(json.dumps(hand_of()))
    assert isinstance(hand, Hand)
    answer = one("advise", record=hand_of(), worlds=5)
    assert answer["seat"] == "F"
    expected = manni.advise(hand.view(Seat.F), limit=Limit(worlds=5)).to_json()
    assert answer["best"] == json.loads(json.dumps(expected["best"]))


def test_worlds(one: Any) -> None:
    answer = one("worlds", view=PLAY, count=3, seed=2)
    assert answer["worlds"] == [world.to_json() for world in sample_worlds(View.from_json(json.dumps(PLAY)), 3, 2)]
    assert answer["effective_worlds"] > 0
    assert len(one("worlds", record=hand_of(), seat="D", prior="uniform")["worlds"]) == 10


def test_equity(one: Any) -> None:
    assert one("equity")["chances"] == manni.equity()._asdict()
    score = {"F": [9, 7], "M": [4, 0], "D": [8, 2]}
    assert one("equity", score=score)["chances"] == manni.equity(score)._asdict()
    left = {"D": ["NULLO", "NT"]}
    totals = {"F": 3, "M": -1, "D": -2}
    chances = one("equity", rules="declared", score=totals, hand=6, contracts_left=left)["chances"]
    assert sum(chances.values()) == pytest.approx(1)


def test_a_whole_hand_by_legal_and_apply(one: Any) -> None:
    for rules in ("hornafjordur", "plain", "declared"):
        asked = one("deal", rules=rules, seed=5)
        assert asked["record"] == hand_of(rules, 5)
        phases = set()
        while asked["to_move"] is not None:
            new = asked["phase"] not in phases
            phases.add(asked["phase"])
            legal = one("legal", record=asked["record"], validate=new)
            assert (legal["phase"], legal["to_move"]) == (asked["phase"], asked["to_move"])
            assert View.from_json(json.dumps(legal["view"])).decision == legal["phase"]
            if legal["phase"] == "exchange":
                held = legal["discard"]["hand"]
                assert held == legal["view"]["hand"]
                action = {"discard": []}
            else:
                action = legal["actions"][-1]
            asked = one("apply", record=asked["record"], action=action, validate=new)
        assert one("legal", record=asked["record"])["actions"] == []
        score = one("score", record=asked["record"])
        assert score["points"] == asked["record"]["points"]
        assert sum(score["tricks"].values()) == 12


def test_a_game(one: Any) -> None:
    game = one("game", rules="plain", seed=1, players=["Anna", "Birna", "Dísa"])
    assert game == {"record": game_of("plain"), "over": False}
    assert one("score", record=game["record"])["next_dealer"] == game["record"]["first_dealer"]
    for _ in range(2):
        hand = one("deal", game=game["record"])
        while hand["to_move"] is not None:
            action = one("legal", record=hand["record"], validate=False)["actions"][0]
            hand = one("apply", record=hand["record"], action=action, validate=False)
        game = one("apply", record=game["record"], hand=hand["record"])
    again = record.loads(json.dumps(game["record"]))
    assert isinstance(again, Game)
    assert len(again.hands) == 2
    score = one("score", record=game["record"])
    assert [tuple(column) for column in score["columns"]] == list(again.columns)


def test_rules(one: Any) -> None:
    names = [rules["name"] for rules in one("rules")["rules"]]
    assert names == ["hornafjordur", "plain", "declared"]
    house = {"base": "plain", "name": "ours", "target": 7}
    (rules,) = one("rules", rules=house)["rules"]
    assert (rules["target"], rules["exchange"]) == (7, "take")
    assert one("deal", rules=house, seed=1)["record"]["rules"]["name"] == "ours"


def test_version_clear_terminate(one: Any, ask: Any) -> None:
    assert one("version")["version"] == manni.__version__
    assert one("clear") == {"hands": 0}
    assert one("terminate", target="nobody") == {"stopped": 0}
    assert one("terminate") == {"stopped": 0}


def test_the_published_schema_is_that_of_the_code() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(engine_schema())) == SCHEMA
    assert set(SCHEMA["$defs"]["View"]["properties"]) == set(FIELDS)


def test_every_field_of_a_query_is_described() -> None:
    for form in TYPES.values():
        for name, field in SCHEMA["$defs"][form.__name__]["properties"].items():
            assert name == "type" or field["description"], f"{form.__name__}.{name}"


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("solve", {}, "position"),
    ("solve", {"position": 3}, "position"),
    ("solve", {"position": "NT M A3"}, "position"),
    ("solve", {"position": EXAMPLE, "concept": "x"}, "concept"),
    ("solve", {"position": EXAMPLE, "concept": "maxn", "seat": "F"}, "seat"),
    ("solve", {"position": EXAMPLE, "time": 0}, "time"),
    ("solve", {"position": EXAMPLE, "nodes": 2.5}, "nodes"),
    ("solve", {"position": EXAMPLE, "memory": 1 << 15}, "memory"),
    ("solve", {"position": EXAMPLE, "priority": "high"}, "priority"),
    ("solve", {"position": EXAMPLE, "report_every": 0}, "report_every"),
    ("advise", {}, "view"),
    ("advise", {"view": PLAY, "record": hand_of()}, "view"),
    ("advise", {"view": PLAY, "seat": "F"}, "seat"),
    ("advise", {"view": {**PLAY, "hand": "765"}}, "view.hand"),
    ("advise", {"view": {**PLAY, "colour": 1}}, "view.colour"),
    ("advise", {"view": {**PLAY, "rules": "/dev/stdin"}}, "view.rules"),
    ("advise", {"view": PLAY, "worlds": 10**9}, "worlds"),
    ("advise", {"view": PLAY, "seed": -1}, "seed"),
    ("advise", {"record": hand_of(), "seat": "D"}, "seat"),
    ("worlds", {"view": PLAY, "count": 10**9}, "count"),
    ("worlds", {"view": []}, "view"),
    ("worlds", {"view": PLAY, "prior": "x"}, "prior"),
    ("equity", {"rules": "whist"}, "rules"),
    ("equity", {"rules": {"base": "plain", "name": "x", "par": 13}}, "rules.par"),
    ("equity", {"score": {"F": [12, 0], "M": [0, 0], "D": [0, 0]}}, "score"),
    ("equity", {"score": {"F": [1, 0]}}, "score.M"),
    ("equity", {"score": {"X": [1, 0]}}, "score"),
    ("equity", {"rules": "declared", "score": {"F": 3, "M": 0, "D": 0}}, "hand"),
    ("legal", {"record": {}}, "record.rules"),
    ("legal", {"record": {**hand_of(), "rules": "/dev/stdin"}}, "record.rules"),
    ("legal", {"record": {**hand_of(), "deal": {**hand_of()["deal"], "F": "AKQ"}}}, "record.deal.F"),
    ("legal", {"record": {**hand_of(), "seed": 10**300}}, "record.seed"),
    ("legal", {"record": game_of()}, "record.format"),
    ("apply", {"record": hand_of()}, "action"),
    ("apply", {"record": hand_of(), "action": {"play": "AS"}}, "action.play"),
    ("apply", {"record": hand_of(), "action": {"shout": "AS"}}, "action"),
    ("apply", {"record": hand_of(), "action": {"discard": []}, "hand": hand_of()}, "hand"),
    ("apply", {"record": game_of(), "action": {"discard": []}}, "hand"),
    ("apply", {"record": game_of(), "hand": hand_of()}, "hand"),
    ("deal", {"rules": "whist"}, "rules"),
    ("deal", {"rules": {"base": "plain", "name": "x", "par": 13}}, "rules.par"),
    ("deal", {"game": game_of(), "seed": 3}, "seed"),
    ("deal", {"number": 0}, "number"),
    ("game", {"players": ["A", "A", "B"]}, "players"),
    ("score", {"record": 3}, "record"),
    ("rules", {"rules": 3}, "rules"),
    ("terminate", {"target": []}, "target"),
    ("chess", {}, "type"),
]


@pytest.mark.parametrize(("kind", "fields", "field"), BAD, ids=[f"{kind}-{field}" for kind, _, field in BAD])
def test_a_bad_field_is_named(ask: Any, kind: str, fields: dict[str, Any], field: str) -> None:
    (answer,) = ask({"id": 7, "type": kind, **fields})
    validator("ErrorAnswer").validate(answer)
    assert (answer["id"], answer["final"], answer["field"]) == (7, True, field)
    assert 0 < len(answer["error"]) < 300
    assert answer["error"].isprintable()


def test_unknown_fields_are_warned_about(ask: Any) -> None:
    (answer,) = ask({"id": 1, "type": "version", "colour": "red", "size": 3})
    assert answer["warning"] == "no field of version: 'colour', 'size'"
    assert answer["version"] == manni.__version__
    (answer,) = ask({"id": 1, "type": "solve", "position": EXAMPLE, "cadrs": False})
    assert answer["warning"] == "no field of solve: 'cadrs'"
    assert answer["cards"]

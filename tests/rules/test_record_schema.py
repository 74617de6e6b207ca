"""The published schema of records: it is that of the code, takes what is written and refuses what is not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from manni.dealing import deal
from manni.game import Game
from manni.hand import Hand
from manni.record import dumps
from manni.record_form import record_schema
from manni.rules import BUILT_IN, load_rules
from manni.schemas import published

SCHEMA = json.loads(published("record"))
RECORDS = Draft202012Validator(SCHEMA)
HOUSE = {"base": "hornafjordur", "name": "house", "par": 5, "allowances": [4, 4, 4]}


def test_the_published_schema_is_that_of_the_code() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert record_schema() == SCHEMA


def test_every_field_is_described() -> None:
    for form in ("HandRecord", "GameRecord", "DealRecord"):
        for name, field in SCHEMA["$defs"][form]["properties"].items():
            assert name == "format" or field["description"], f"{form}.{name}"


@pytest.mark.parametrize("rules", [*BUILT_IN, HOUSE], ids=str)
def test_hands_and_games_as_written_are_valid(
    rules: str | dict[str, Any],
    course: Callable[[Hand, random.Random], Iterator[Hand]],
    played_out: Callable[[Hand, int], Hand],
) -> None:
    rule_set = load_rules(rules)
    for hand in course(Hand.start(rule_set, deal(rule_set, 8)), random.Random(8)):
        RECORDS.validate(json.loads(dumps(hand)))
    game = Game.start(rule_set, 8, ("Anna", "Birna", "Dísa"))
    while not game.over:
        RECORDS.validate(json.loads(dumps(game)))
        game = game.add(played_out(game.next_hand(), 8))
    RECORDS.validate(json.loads(dumps(game)))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "manni-hand/2"},
        {"rules": "whist"},
        {"seed": "1"},
        {"plays": ["KS 2S 5S 6S"]},
        {"plays": ["10S"]},
        {"contract": "HEARTS"},
        {"tricks": {"F": 4, "M": 4}},
        {"points": {"F": [1], "M": [0, 0], "D": [0, 0]}},
        {"colour": "red"},
    ],
    ids=str,
)
def test_what_is_no_record_is_not_valid(change: dict[str, Any]) -> None:
    rules = load_rules()
    record = json.loads(dumps(Hand.start(rules, deal(rules, 1))))
    assert RECORDS.is_valid(record)
    assert not RECORDS.is_valid({**record, **change})
    for field in ("deal", "number", "points"):
        assert not RECORDS.is_valid({name: value for name, value in record.items() if name != field})

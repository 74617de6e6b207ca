"""Records: what is written is read back, and what is wrong is refused by field."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.dealing import deal
from manni.errors import ManniError
from manni.game import Game
from manni.hand import Hand
from manni.record import dump, dumps, load, loads
from manni.rules import BUILT_IN, load_rules

Course = Callable[[Hand, random.Random], Iterator[Hand]]
PlayedOut = Callable[[Hand, int], Hand]


@settings(max_examples=15, deadline=None)
@given(name=st.sampled_from(BUILT_IN), seed=st.integers(-(10**6), 10**12), number=st.integers(1, 40))
def test_a_hand_survives_at_every_point(name: str, seed: int, number: int, course: Course) -> None:
    rules = load_rules(name)
    for hand in course(Hand.start(rules, deal(rules, seed, number), number=number), random.Random(seed)):
        text = dumps(hand)
        assert "\n" not in text
        back = loads(text)
        assert back == hand
        assert back.deal.seed == seed


def whole_game(name: str, played_out: PlayedOut, seed: int = 5) -> Game:
    game = Game.start(load_rules(name), seed, ("Anna", "Birna", "Dísa"))
    while not game.over:
        game = game.add(played_out(game.next_hand(), seed))
    return game


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_survives(name: str, played_out: PlayedOut) -> None:
    game = whole_game(name, played_out)
    assert loads(dumps(game)) == game
    data = json.loads(dumps(game))
    assert data["winners"] == [game.players[player] for player in game.winners]
    assert data["columns"] == [list(points) for points in game.columns]
    unfinished = replace(game, hands=game.hands[:2])
    assert loads(dumps(unfinished)) == unfinished
    assert json.loads(dumps(unfinished))["winners"] is None


def test_a_house_travels_with_its_records(played_out: PlayedOut) -> None:
    rules = load_rules({"base": "hornafjordur", "name": "house", "par": 5, "allowances": [4, 4, 4]})
    hand = played_out(Hand.start(rules, deal(rules, 1)), 1)
    assert json.loads(dumps(hand))["rules"]["par"] == 5
    assert loads(dumps(hand)).rules == rules


def test_a_file_of_records(played_out: PlayedOut) -> None:
    rules = load_rules("plain")
    hands = [played_out(Hand.start(rules, deal(rules, 1, k), number=k), k) for k in range(1, 4)]
    file = io.StringIO()
    dump(hands, file)
    assert list(load(io.StringIO(file.getvalue() + "\n"))) == hands
    first, second, _ = file.getvalue().splitlines()
    broken = json.loads(second)
    del broken["deal"]["F"]
    records = load([first, "", json.dumps(broken)])
    assert next(records) == hands[0]
    with pytest.raises(ManniError, match=r"^line 3: deal\.F: missing$"):
        next(records)


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
        for step in way:
            data = data[step]
        data[last] = value

    return change


def _drop(path: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *way, last = path.split(".")
        for step in way:
            data = data[step]
        del data[last]

    return change


def _revoke(data: dict[str, Any]) -> None:
    """Let the second card of a trick be one that its player kept for later, of another suit."""
    trick = data["plays"][0].split()
    later = [word for play in data["plays"][1:] for word in play.split() if word[1] != trick[0][1]]
    data["plays"][0] = f"{trick[0]} {later[0]} {trick[2]}"


def _next_dealer(data: dict[str, Any]) -> None:
    """Let the game have begun with the next dealer."""
    players = data["players"]
    data["first_dealer"] = players[(players.index(data["first_dealer"]) + 1) % 3]


HAND_FAULTS: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("format unknown", _set("format", "manni-hand/9"), r"^format: "),
    ("format missing", _drop("format"), r"^format: missing"),
    ("field unknown", _set("colour", "red"), r"^colour: not a field of a record$"),
    ("rules unknown", _set("rules", "whist"), r"^rules: 'whist' is no built-in"),
    ("rules of a wrong type", _set("rules", 7), r"^rules: "),
    (
        "rules that are bad",
        _set("rules", {"base": "plain", "name": "x", "par": 13}),
        r"^rules\.par: 13 is not 0 to 12$",
    ),
    ("other rules", _set("rules", "declared"), r"^deal\.cut: |^seed: "),
    ("rules with another exchange", _set("rules", "plain"), r"^deal\.|^seed: |^takes: "),
    ("seed of a wrong type", _set("seed", "1"), r"^seed: Expected"),
    ("seed of other cards", _set("seed", 2), r"^seed: deal 1 of 2 has other cards"),
    ("number of other cards", _set("number", 2), r"^seed: deal 2 of 1 has other cards"),
    ("number zero", _set("number", 0), r"^number: |^seed: "),
    ("number too large", _set("number", 10**30), r"^seed: "),
    ("players twice", _set("players", {"F": "A", "M": "A", "D": "B"}), r"^players: "),
    ("a player missing", _set("players", {"F": "A", "M": "B"}), r"^players\.D: missing$"),
    ("standing below zero", _set("standing", {"F": [0, 0], "M": [0, -1], "D": [0, 0]}), r"^standing: "),
    ("standing of one number", _set("standing", {"F": [0], "M": [0, 1], "D": [0, 0]}), r"^standing\.F: "),
    ("a hand that is none", _set("deal.F", "AKQ"), r"^deal\.F: "),
    ("a hand of eleven", _set("deal.M", "J62.AQ9.Q654.Q"), r"^deal\.M: has 11 cards, not 12$"),
    ("a card dealt twice", _set("deal.M", "A62.AQ9.Q654.Q9"), r"^deal\.M: AS is dealt twice$"),
    ("a stock of a wrong type", _set("deal.stock", ["7D"]), r"^deal\.stock: "),
    ("a stock of fifteen", _set("deal.stock", "3S JC AD 7S 5S TS 8S 6H 9D KC 7C 4H 7H TD 3H"), r"^deal\.stock: has 15"),
    ("no cut", _set("deal.cut", None), r"^deal\.cut: missing$"),
    ("a cut from nowhere", _set("deal.cut", "AS"), r"^deal\.cut: AS is not in the dealer's hand"),
    ("contracts left under a cut", _set("contracts_left", ["NT"]), r"^contracts_left: given"),
    ("contracts left of no kind", _set("contracts_left", ["X"]), r"^contracts_left\[0\]: "),
    ("another contract", _set("contract", "H"), r"^contract: stands as '\"H\"', but the replay gives '\"NT\"'$"),
    ("no contract", _set("contract", None), r"^contract: stands as 'null'"),
    ("a contract that is none", _set("contract", "X"), r"^contract: 'X' is not a contract"),
    ("exchanges missing", _drop("exchanges"), r"^exchanges: missing$"),
    ("takes under a draw", _set("takes", {}), r"^takes: unknown under the rules 'hornafjordur'$"),
    ("an exchange out of turn", _drop("exchanges.F"), r"^exchanges\.M: it is not the turn of M$"),
    ("an exchange of a card not held", _set("exchanges.F", "KS"), r"^exchanges\.F: KS is not in the hand of F$"),
    ("an exchange above the allowance", _set("exchanges.F", "A94.852.32."), r"^exchanges\.F: 8 cards, but F may"),
    ("an exchange at no seat", _set("exchanges.X", ""), r"^exchanges: "),
    ("plays of a wrong type", _set("plays", "KS"), r"^plays: "),
    ("a play that is no card", _set("plays.3", "XX AS KS"), r"^plays\[3\]: 'XX' is not a card"),
    ("an empty trick", _set("plays.3", ""), r"^plays\[3\]: '' is not a trick of 3 cards$"),
    ("a short trick", _set("plays.3", "2S 3S"), r"^plays\[3\]: '2S 3S' is not a trick"),
    ("a revoke", _revoke, r"^plays\[0\]: "),
    (
        "tricks that are wrong",
        _set("tricks", {"F": 12, "M": 0, "D": 0}),
        r"^tricks: stands as .* but the replay gives ",
    ),
    ("points that are wrong", _set("points", {"F": [9, 0], "M": [0, 0], "D": [0, 0]}), r"^points: stands as "),
    ("points missing", _set("points", None), r"^points: stands as 'null'"),
]


@pytest.fixture(scope="session")
def hand_record(played_out: PlayedOut) -> str:
    rules = load_rules()
    return dumps(played_out(Hand.start(rules, deal(rules, 1)), 1))


@pytest.mark.parametrize(("change", "message"), [fault[1:] for fault in HAND_FAULTS], ids=[f[0] for f in HAND_FAULTS])
def test_a_bad_hand_is_refused_by_field(
    hand_record: str, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = json.loads(hand_record)
    change(data)
    with pytest.raises(ManniError, match=message) as caught:
        loads(json.dumps(data))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "field",
    [
        "rules",
        "seed",
        "number",
        "players",
        "standing",
        "deal",
        "contracts_left",
        "contract",
        "plays",
        "tricks",
        "points",
    ],
)
def test_no_field_of_a_hand_may_be_missing(hand_record: str, field: str) -> None:
    data = json.loads(hand_record)
    del data[field]
    with pytest.raises(ManniError, match=rf"^{field}: missing$"):
        loads(json.dumps(data))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("players", ["Anna", "Anna", "Birna"]), r"^players: "),
        (_set("players", ["A", "B"]), r"^players: "),
        (_set("first_dealer", "Zoë"), r"^first_dealer: 'Zo\\xeb' is not one of the players$"),
        (_next_dealer, r"^hands\[0\]\.players: does not belong to hand 1 of this game$"),
        (_set("hands.1.points.F", [9, 9]), r"^hands\[1\]\.points: stands as "),
        (_set("hands.1.deal.F", 3), r"^hands\[1\]\.deal\.F: Expected `str`"),
        (_set("hands.2.standing.F", [9, 9]), r"^hands\[2\]\.standing: does not belong to hand 3 of this game$"),
        (_set("columns.0", [0, 0]), r"^columns: stands as "),
        (_set("winners", None), r"^winners: stands as 'null'"),
        (_set("winners", []), r"^winners: "),
        (_drop("seed"), r"^seed: missing$"),
        (_set("rules", "plain"), r"^hands\[0\]\.rules: 'hornafjordur' are not those of the game$"),
        (lambda data: data["hands"].append(data["hands"][0]), r"^hands\[\d+\]: the game is over$"),
    ],
)
def test_a_bad_game_is_refused_by_field(
    played_out: PlayedOut, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = json.loads(dumps(whole_game("hornafjordur", played_out)))
    change(data)
    with pytest.raises(ManniError, match=message) as caught:
        loads(json.dumps(data))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "null", "[]", "3", b"\xff", "[" * 100_000, '{"format": "manni-hand/1"', "{}", '{"format": "x\\n"}'],
)
def test_what_is_no_record(text: str | bytes) -> None:
    with pytest.raises(ManniError) as caught:
        loads(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_record_changed_anywhere_is_refused_or_still_a_record(hand_record: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(hand_record) - 1))
    length = data.draw(st.integers(0, 6))
    text = hand_record[:start] + data.draw(st.text(max_size=4)) + hand_record[start + length :]
    try:
        record = loads(text)
    except ManniError as error:
        assert "\n" not in str(error)
    else:
        assert loads(dumps(record)) == record

"""``manni replay``: what came of records, and what is wrong with them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from manni.bots import BotSpec
from manni.cli import main
from manni.dealing import deal
from manni.game import Game
from manni.hand import Hand
from manni.play import Session, saving
from manni.record import dump, dumps
from manni.rules import BUILT_IN, load_rules

PlayedOut = Callable[[Hand, int], Hand]


@pytest.fixture
def records(played_out: PlayedOut) -> list[Hand | Game]:
    """For each rule set a game, and a hand just dealt."""
    found: list[Hand | Game] = []
    for name in BUILT_IN:
        game = Game.start(load_rules(name), 4, ("Anna", "Birna", "Dísa"))
        while not game.over:
            game = game.add(played_out(game.next_hand(), 4))
        found += [game, Hand.start(game.rules, deal(game.rules, 4))]
    return found


def file_of(path: Path, records: list[Hand | Game]) -> str:
    text = io.StringIO()
    dump(records, text)
    path.write_text(text.getvalue(), "utf-8")
    return str(path)


def test_results(records: list[Hand | Game], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", file_of(tmp_path / "records", records), "--json"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["line"] for line in lines] == list(range(1, 7))
    for record, line in zip(records, lines, strict=True):
        assert line["rules"] == record.rules.name
        if isinstance(record, Game):
            assert line["winners"] == [record.players[player] for player in record.winners]
            assert line["columns"] == dict(zip(record.players, map(list, record.columns), strict=True))
        else:
            assert (line["over"], line["points"]) == (False, None)


def test_for_a_reader(records: list[Hand | Game], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", file_of(tmp_path / "records", records)]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    game = records[0]
    assert isinstance(game, Game)
    first, second, *_ = out.splitlines()
    winners = " and ".join(game.players[player] for player in game.winners)
    assert first.startswith(f"game of {len(game.hands)} hands, hornafjordur:")
    assert first.endswith(f"won by {winners}")
    assert second.endswith("F is to exchange")


def test_a_bad_record_is_named_and_the_others_are_checked(
    records: list[Hand | Game], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = json.loads(dumps(records[0]))
    broken["hands"][1]["points"]["F"] = [12, 0]
    path = tmp_path / "records"
    path.write_text(f"{json.dumps(broken)}\n\nnonsense\n{dumps(records[1])}\n", "utf-8")
    assert main(["replay", str(path), "--json"]) == 2
    out, err = capfd.readouterr()
    wrong, nonsense, good = map(json.loads, out.splitlines())
    assert (wrong["line"], wrong["field"]) == (1, "hands[1].points")
    assert (nonsense["line"], nonsense["field"]) == (3, "record")
    assert (good["line"], good["over"]) == (4, False)
    assert err == "manni: record: 2 of 3 records are refused\n"
    assert main(["replay", str(path)]) == 2
    out, err = capfd.readouterr()
    assert len(out.splitlines()) == 1
    assert err.splitlines()[0].startswith("manni: line 1: hands[1].points: stands as ")


def test_one_record_over_many_lines(
    records: list[Hand | Game], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(json.loads(dumps(records[0])), indent=2), "utf-8")
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["over"] is True


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_no_record(text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty"
    path.write_text(text)
    assert main(["replay", str(path)]) == 2
    assert "has no record in it" in capfd.readouterr().err
    assert main(["replay", str(tmp_path / "absent")]) == 2
    assert "record: cannot read" in capfd.readouterr().err


def test_a_game_put_aside_is_told_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = BotSpec("greedy"), BotSpec("greedy")
    path = tmp_path / "aside.json"
    path.write_text(saving.dumps(Session.start(load_rules("plain"), 4, bots, ("Anna", "Birna", "Dísa"))), "utf-8")
    assert main(["replay", str(path)]) == 2
    assert "line 1: record: a game put aside; go on with manni play --resume" in capsys.readouterr().err

"""The verb that reviews."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from manni import record
from manni.bots import BotSpec, act
from manni.cli import main
from manni.game import Game
from manni.hand import Hand
from manni.play import Session
from manni.play.saving import save
from manni.rules import load_rules

NAMES = ("Ása", "[b]Jón <b> & Co", "Carl")


@pytest.fixture(scope="module")
def late() -> Hand:
    """A hand whose first tricks were played elsewhere: quick to review for the dealer alone."""
    rules = load_rules("hornafjordur")
    hand = Game.start(rules, 4, NAMES).next_hand()
    bots = [BotSpec("greedy").make(0), BotSpec("random").make(1), BotSpec("greedy").make(2)]
    while (seat := hand.to_move) is not None:
        hand = hand.apply(act(bots[seat], hand.view(seat)))
    return hand


@pytest.fixture
def path(late: Hand, tmp_path: Path) -> str:
    file = tmp_path / "hand.json"
    file.write_text(record.dumps(late) + "\n")
    return str(file)


def test_in_text(path: str, late: Hand, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", path, "--seat", "M", "--worlds", "2", "--processes", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert late.players is not None
    for word in (late.players[1], "known: best", "open: best", "luck and play", "decisions", "seed 0"):
        assert word in shown.out
    assert "\x1b" not in shown.out and max(map(len, shown.out.splitlines())) <= 100
    few = len(shown.out.splitlines())
    assert main(["review", path, "--seat", "M", "--worlds", "2", "--processes", "1", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > few


def test_losses_in_chances_are_no_part_of_the_points(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(path).with_name("page.html")
    heads = {}
    for goal in ("points", "win"):
        few = ["--seat", "M", "--worlds", "2", "--processes", "1", "--goal", goal, "--html", str(page)]
        assert main(["review", path, *few]) == 0
        out = capsys.readouterr().out
        heads[goal] = next(line.split() for line in out.splitlines() if line.startswith("  luck and play"))
        head = next(line for line in page.read_text("utf-8").splitlines() if "<th>luck and play</th>" in line)
        assert ("lost" in head) == (goal == "points")
    assert heads["points"] == ["luck", "and", "play", "average", "deal", "draw", "lost", "rest", "points"]
    assert heads["win"] == ["luck", "and", "play", "average", "deal", "draw", "rest", "points"]


def test_in_json_and_the_same_again(path: str, late: Hand, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["review", path, "--seat", "M", "--worlds", "2", "--json", "--seed", "5"]
    assert main([*arguments, "--processes", "1"]) == 0
    first = capsys.readouterr().out
    assert main([*arguments, "--processes", "2"]) == 0
    assert capsys.readouterr().out == first
    found = json.loads(first)
    assert len(first.splitlines()) == 1
    assert found["format"] == "manni-review/1" and found["seed"] == 5 and found["limit"] == {"worlds": 2}
    assert set(found) == {"format", "goal", "thresholds", "limit", "seed", "hands", "totals"}
    (hand,) = found["hands"]
    assert len(hand["decisions"]) == 13 and {decision["seat"] for decision in hand["decisions"]} == {"M"}
    assert set(hand["decisions"][0]) == {
        "decision", "seat", "player", "phase", "trick", "action", "choices", "story", "known", "open",
    }  # fmt: skip
    assert hand["tricks"] == {"F": late.tricks[0], "M": late.tricks[1], "D": late.tricks[2]}
    assert [part["seat"] for part in hand["luck"]] == ["M"]


def test_as_a_page_of_its_own(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert main(["review", path, "--seat", "M", "--worlds", "2", "--processes", "1", "--html", str(page)]) == 0
    assert str(page) in capsys.readouterr().out.replace("\n", "")
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>") and "prefers-color-scheme: dark" in text
    # Nothing comes from elsewhere, and what stands in the record is text.
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", text)
    assert "[b]Jón &lt;b&gt; &amp; Co" in text and "Jón <b>" not in text
    rows = re.findall(r'<tr(?: class="quiet")?>\n<td class="n">(?:\d+|exchange)</td>', text)
    assert len(rows) == 13
    for tag in ("table", "tr", "td", "section", "body"):
        assert len(re.findall(f"<{tag}[ >]", text)) == text.count(f"</{tag}>"), tag


def test_a_game_put_aside_is_reviewed_as_far_as_it_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session.start(load_rules("plain"), 1, (BotSpec("greedy"), BotSpec("nowhere:Bot")))
    while not session.due:
        session = session.after(next(iter(session.hand.legal_actions())))  # type: ignore[union-attr]
    session = session.after(next(iter(session.hand.legal_actions())))  # type: ignore[union-attr]
    file = tmp_path / "aside.json"
    save(session, file)
    assert main(["review", str(file), "--worlds", "1", "--processes", "1", "--json"]) == 0
    (hand,) = json.loads(capsys.readouterr().out)["hands"]
    assert hand["over"] is False and hand["players"].keys() == {"F", "M", "D"} and hand["decisions"]


def test_many_records_and_one_laid_out_over_many_lines(
    late: Hand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.start(late.rules, 4, NAMES)
    begun, whole = record.dumps(game.next_hand()), record.dumps(game.add(late).next_hand())

    def review_of(text: str) -> list[dict[str, object]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["review", "-", "--json"]) == 0
        hands: list[dict[str, object]] = json.loads(capsys.readouterr().out)["hands"]
        return hands

    assert [hand["number"] for hand in review_of(f"{begun}\n\n{whole}\n")] == [1, 2]
    (hand,) = review_of(json.dumps(json.loads(begun), indent=1))
    assert hand["number"] == 1 and hand["decisions"] == []


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["no-such-file.json"], "record"),
        (["README.md"], "line 1: record"),
        (["{}", "--seat", "X"], "seat"),
        (["{}", "--hand", "9"], "hand"),
        (["{}", "--worlds", "0"], "worlds"),
        (["{}", "--time", "-1"], "time"),
        (["{}", "--goal", "fame"], "goal"),
        (["{}", "--processes", "0"], "processes"),
        (["{}", "--html", "no/such/folder.html"], "html"),
        ([], "record"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], field: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *(path if word == "{}" else word for word in arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1
    assert field in captured.err.lower()


def test_an_empty_file_and_a_spoilt_record(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("\n")
    assert main(["review", str(empty)]) == 2
    assert "has no record in it" in capsys.readouterr().err
    begun = tmp_path / "begun.json"
    begun.write_text(record.dumps(Game.start(load_rules("plain"), 1, NAMES)))
    assert main(["review", str(begun)]) == 2
    assert "has no hand to review" in capsys.readouterr().err
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text("\n" + Path(path).read_text().replace('"tricks":{"F":', '"tricks":{"F":1'))
    assert main(["review", str(spoilt)]) == 2
    assert "line 2: tricks" in capsys.readouterr().err

"""``manni play`` as a person has it: in a terminal, and through a pipe."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from manni import record
from manni.cli import main
from manni.game import Game
from manni.play.saving import load
from tests.play.terminal import ANSI, Terminal

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start ``manni play`` in a terminal, in a directory of its own."""
    terminals: list[Terminal] = []

    def begin(*arguments: str, **env: str) -> Terminal:
        terminals.append(Terminal(*arguments, folder=tmp_path, **env))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()


def finished(path: Path) -> Game:
    game = record.loads(path.read_text())
    assert isinstance(game, Game) and game.over
    return game


def play_on(terminal: Terminal) -> None:
    """Play the first card or throw the first one until the program ends."""
    while terminal.process.poll() is None and terminal.enter("1").endswith("\n> "):
        pass


def test_a_whole_game_with_hints_undo_save_resume_and_wrong_entries(start: Start, tmp_path: Path) -> None:
    first = start("--seed", "1", "--level", "easy", "--hint-worlds", "3")
    shown = first.wait()
    assert "hornafjordur, seed 1" in shown and "Anna is greedy" in shown
    assert "Bjarni exchanges 7" in shown and "throw up to 5 cards" in shown
    # Wrong entries say what is wrong, and nothing has happened.
    for entry, says in [
        ("AS", "AS is not in the hand of M"),
        ("1 2 3 4 5 6", "6 cards, but M may exchange at most 5"),
        ("seven", "is not a card"),
        ("99", "not one of the numbers 1 to 12"),
        ("", "nothing entered"),
        ("undo", "no decision of yours to take back"),
        ("save", "name a file"),
        ("save no/such/folder/game.json", "cannot write"),
    ]:
        answer = first.enter(entry)
        assert "? " in answer and says in answer, (entry, answer)
    hint = first.enter("hint")
    assert "exchange" in hint and "regret" in hint and len(hint.splitlines()) >= 6
    assert "hint" in first.enter("help")

    thrown = first.enter("♠2 6S")
    assert "You exchange 2" in thrown and "you get ♠8 ♥6" in thrown and "play a card" in thrown
    assert "♦Q" in first.enter("hint")
    again = first.enter("undo")
    assert "back to your last decision" in again and "throw up to 5 cards" in again
    assert first.enter("♠2 6S").splitlines()[1:] == thrown.splitlines()[1:]  # the same as before
    assert "saved in middle.json" in first.enter("save middle.json")
    first.enter("1")
    assert "trick 1" in first.enter("last")
    first.type("quit\n")
    assert first.end() == 0
    assert "put aside: go on with manni play --resume middle.json" in first.screen

    second = start("--resume", "middle.json", "--hint-worlds", "3")
    assert "trick 2" in second.wait() and second.process.poll() is None
    second.enter("undo")
    second.enter("1")
    assert "plus / minus" in second.enter("score")
    play_on(second)
    assert second.end() == 0
    assert "the game is over" in second.screen and "the record is in middle.json" in second.screen
    game = finished(tmp_path / "middle.json")
    assert game.hands[0].exchanged[game.hands[0].leader.next] is not None
    assert [file.name for file in tmp_path.iterdir()] == ["middle.json"]
    assert max(len(line) for line in (first.screen + second.screen).splitlines()) <= 80
    assert ANSI.search(first.raw)  # suits in colour

    # The same entries without all that lead to the same game.
    third = start("--seed", "1", "--level", "easy", "--save", "straight.json")
    third.wait()
    third.enter("♠2 6S")
    play_on(third)
    assert third.end() == 0
    assert finished(tmp_path / "straight.json") == game


def test_without_colour(start: Start) -> None:
    terminal = start("--seed", "1", "--level", "easy", NO_COLOR="1")
    assert "throw up to 5 cards" in terminal.wait()
    terminal.enter("none")
    assert not [code for code in ANSI.findall(terminal.raw) if code.endswith("m") and "3" in code]
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_ctrl_c_leaves_a_game_to_go_on_with(start: Start, tmp_path: Path) -> None:
    terminal = start("--seed", "4", "--level", "easy")
    terminal.wait()
    terminal.enter("none")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "put aside: go on with manni play --resume manni-4.json" in terminal.screen
    assert "Traceback" not in terminal.screen
    hand = load(tmp_path / "manni-4.json").hand
    assert hand is not None and len(hand.exchanged) == 3


def test_ctrl_c_while_a_bot_thinks(start: Start, tmp_path: Path) -> None:
    terminal = start("--seed", "1", "--level", "advisor:time=600")
    terminal.wait("thinks")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Traceback" not in terminal.screen
    assert load(tmp_path / "manni-1.json").game.seed == 1


def test_the_end_of_input_leaves_a_game_to_go_on_with(start: Start, tmp_path: Path) -> None:
    terminal = start("--seed", "4", "--level", "easy", "--save", "kept.json")
    terminal.wait()
    terminal.type("\x04")
    assert terminal.end() == 0
    assert "manni play --resume kept.json" in terminal.screen
    assert load(tmp_path / "kept.json").game.seed == 4


@pytest.mark.parametrize("rules", ["plain", "declared"])
def test_through_a_pipe(rules: str, manni_command: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    entries = "hint\n" + "1\n" * 300
    arguments = ("--rules", rules, "--seed", "3", "--level", "easy", "--level", "novice", "--hint-worlds", "2")
    done = manni_command("play", *arguments, "--save", str(path), stdin=entries)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" and "\x1b" not in done.stdout
    assert max(map(len, done.stdout.replace(str(path), "").splitlines())) <= 80
    assert "the game is over" in done.stdout
    game = finished(path)
    assert game.rules.name == rules
    # In JSON the record alone is on stdout; the same entries are the same game.
    as_json = manni_command("play", *arguments, "--save", str(tmp_path / "json.json"), "--json", stdin=entries)
    assert as_json.returncode == 0
    assert len(as_json.stdout.splitlines()) == 1 and record.loads(as_json.stdout) == game
    assert "the game is over" in as_json.stderr


def test_noise_through_a_pipe_is_refused_line_by_line(manni_command: Any, tmp_path: Path) -> None:
    rng = random.Random(1)
    noise = b"".join(rng.randbytes(rng.randint(0, 40)).replace(b"\n", b"") + b"\n" for _ in range(100))
    path = tmp_path / "game.json"
    done = manni_command("play", "--seed", "1", "--level", "easy", "--save", str(path), stdin=noise + b"9" * 100000)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.count("\n? ") > 90 and max(map(len, done.stdout.splitlines())) < 200
    assert load(path).game.hands == ()


def test_a_house_file(manni_command: Any, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "hornafjordur"\nname = "ours"\nallowances = [2, 2, 3]\ntarget = 1\n')
    path = tmp_path / "game.json"
    done = manni_command(
        "play", "--rules", str(tmp_path / "house.toml"), "--seed", "1", "--save", str(path), "--level", "easy",
        stdin="1 2 3\n" + "1\n" * 200,
    )  # fmt: skip
    assert "3 cards, but M may exchange at most 2" in done.stdout
    assert finished(path).rules.name == "ours"


def test_an_interrupted_pipe_says_where_the_game_is(manni_command: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = manni_command("play", "--seed", "2", "--level", "easy", "--save", str(path), stdin="none\n")
    assert done.returncode == 0
    assert "put aside: go on with manni play --resume" in done.stdout
    again = manni_command("play", "--resume", str(path), "--json", stdin="")
    assert json.loads(again.stdout)["seed"] == 2


FAILING_BOT = """
from manni.bots.greedy import GreedyBot

class Weak(GreedyBot):
    def __init__(self, seed):
        pass
    def play(self, view):
        raise ZeroDivisionError("oops")

class Cheat(Weak):
    def play(self, view):
        return None

class Unmade(GreedyBot):
    def __init__(self):
        pass
"""


def test_a_bot_that_fails_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing_bot_for_test.py").write_text(FAILING_BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for number, (bot, reason) in enumerate(
        {
            "Weak": "Anna failed: ZeroDivisionError: oops",
            "Cheat": "Anna did what is not legal, action: None is not a",
            "Unmade": "failing_bot_for_test:Unmade cannot be made: TypeError",
        }.items()
    ):
        monkeypatch.setattr(sys, "stdin", io.StringIO("none\n" + "1\n" * 3))
        path = f"game{number}.json"
        options = ["--seed", "5", "--level", f"failing_bot_for_test:{bot}", "--level", "easy"]
        assert main(["play", *options, "--save", path]) == 2
        shown = capsys.readouterr()
        assert f"put aside: go on with manni play --resume {path}" in shown.out
        assert shown.err.startswith(f"manni: bot: {reason}") and len(shown.err.splitlines()) == 1
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert main(["play", "--resume", path, "--level", "easy"]) == 0
        capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["--rules", "whist"], "rules"),
        (["--level", "expert"], "level"),
        (["--level", "easy", "--level", "easy", "--level", "easy"], "level"),
        (["--name", "Anna"], "players"),
        (["--name", ""], "players"),
        (["--name", "x" * 21], "name"),
        (["--threads", "0"], "threads"),
        (["--hint-worlds", "0"], "hint-worlds"),
        (["--resume", "no-such-file.json"], "resume"),
        (["--resume", "README.md"], "format"),
        (["--save", "README.md"], "save"),
        (["--save", "no/such/folder.json"], "save"),
        (["--seed", "x"], "seed"),
        (["--seed", "-1"], "seed"),
        (["--resume", "game.json", "--rules", "plain"], "rules"),
        (["--resume", "game.json", "--seed", "1"], "seed"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], field: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1 and field in error


def test_a_file_that_is_there_is_not_written_over(manni_command: Any, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    done = manni_command("play", "--seed", "1", "--save", str(path))
    assert done.returncode == 2 and "is there already" in done.stderr
    other = str(tmp_path / "game.json")
    done = manni_command("play", "--seed", "1", "--level", "easy", "--save", other, stdin=f"save {path}")
    assert "is there already" in done.stdout
    assert path.read_text() == "dear diary"


def test_a_game_put_aside_is_not_written_over_by_one_that_begins_anew(start: Start, tmp_path: Path) -> None:
    for number, file in enumerate(("manni-4.json", "manni-4-2.json"), 1):
        terminal = start("--seed", "4", "--level", "easy")
        terminal.wait()
        if number == 1:
            terminal.enter("none")
        terminal.type("quit\n")
        assert terminal.end() == 0
        assert f"--resume {file}" in terminal.screen
    assert [load(tmp_path / file).due for file in ("manni-4.json", "manni-4-2.json")] == [True, True]
    assert load(tmp_path / "manni-4.json").undo() == load(tmp_path / "manni-4-2.json")
    assert main(["play", "--seed", "4", "--save", str(tmp_path / "manni-4.json")]) == 2


def test_a_terminal_that_is_closed_leaves_a_game_to_go_on_with(start: Start, tmp_path: Path) -> None:
    terminal = start("--seed", "4", "--level", "easy")
    terminal.wait()
    terminal.enter("none")
    terminal.process.terminate()
    assert terminal.end() == 130
    assert "manni play --resume manni-4.json" in terminal.screen
    hand = load(tmp_path / "manni-4.json").hand
    assert hand is not None and len(hand.exchanged) == 3


def test_names_are_no_markup(manni_command: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    done = manni_command("play", "--seed", "1", "--level", "easy", "--name", "[red]x", "--save", path, stdin="1\n" * 20)
    assert "[red]x exchanges 1" in done.stdout and "F   [red]x" in done.stdout
    assert "M  [red]x" in done.stdout  # the hand that is over

"""Duplicate deals: fair to both sides, with honest errors, the same on any number of processes."""

from __future__ import annotations

import json
import re
import statistics
import sys
from pathlib import Path

import pytest
from scipy import stats

from manni.arena import SEATINGS, arena, play_deal
from manni.bots import BotSpec
from manni.cli import main
from manni.errors import ManniError
from manni.estimates import Estimate, t_975
from manni.hand import Hand
from manni.record import load
from manni.rules import load_rules

GREEDY, RANDOM = BotSpec("greedy"), BotSpec("random")
RULES = ["hornafjordur", "plain", "declared"]


def test_seatings_are_the_six_that_are_not_all_alike() -> None:
    assert sorted(SEATINGS) == ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"]
    for seat in range(3):
        assert sum(seating[seat] == "A" for seating in SEATINGS) == 3


@pytest.mark.parametrize("name", RULES)
def test_a_bot_is_even_with_itself_deal_by_deal(name: str) -> None:
    for number in range(1, 5):
        result, _ = play_deal(load_rules(name), (GREEDY, GREEDY), 3, number)
        assert (result.points, result.tricks) == (0, 0)


@pytest.mark.parametrize("name", RULES)
def test_greedy_beats_random(name: str) -> None:
    result = arena(GREEDY, RANDOM, rules=load_rules(name), deals=12, seed=1)
    assert result.points.ci95[0] > 0
    assert result.points.difference == pytest.approx(statistics.fmean(result.points.ci95))


def test_processes_do_not_change_the_result() -> None:
    done: list[int] = []
    rules = load_rules("declared")
    one = arena(GREEDY, RANDOM, rules=rules, deals=4, seed=7, progress=done.append)
    two = arena(GREEDY, RANDOM, rules=rules, deals=4, seed=7, processes=2)
    assert (one.points, one.tricks) == (two.points, two.tricks)
    assert done == [1, 2, 3, 4]
    assert arena(GREEDY, RANDOM, rules=rules, deals=4, seed=8).points != one.points


def test_the_deal_is_the_unit() -> None:
    values = [0.5, 1.0, -0.25, 0.75]
    found = Estimate.of(values)
    assert found.difference == 0.5
    assert found.se == pytest.approx(stats.sem(values))
    assert found.ci95 == pytest.approx(stats.t.interval(0.95, 3, 0.5, found.se), rel=0.005)


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 59, 1000])
def test_the_quantile_of_student(freedom: int) -> None:
    assert t_975(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.002)


@pytest.mark.parametrize(("deals", "processes", "field"), [(1, 1, "deals"), (0, 1, "deals"), (2, 0, "processes")])
def test_too_few(deals: int, processes: int, field: str) -> None:
    with pytest.raises(ManniError, match=f"^{field}: "):
        arena(GREEDY, RANDOM, rules=load_rules("plain"), deals=deals, processes=processes)


def test_the_command_prints_the_documented_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["arena", "greedy", "random", "--deals", "3", "--seed", "2", "--processes", "1", "--json"]) == 0
    out, err = capfdbinary.readouterr()
    assert not err
    found = json.loads(out)
    assert list(found) == ["rules", "deals", "seed", "bots", "points", "tricks", "seconds_per_decision"]
    assert (found["rules"], found["deals"], found["seed"], found["bots"]) == (
        "hornafjordur",
        3,
        2,
        ["greedy", "random"],
    )
    assert set(found["points"]) == set(found["tricks"]) == {"difference", "se", "ci95"}
    assert found["points"]["ci95"][0] < found["points"]["difference"] < found["points"]["ci95"][1]
    assert set(found["seconds_per_decision"]) == {"greedy", "random"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy", "clever"], "second bot: 'clever' is none of"),
        (["greedy", "random", "--deals", "1"], "deals: 1 is too few"),
        (["greedy", "random", "--rules", "none.toml"], "rules"),
        (["greedy", "random", "--processes", "0"], "processes: 0 is not at least 1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert message in err


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    rules, journal, saved = load_rules("declared"), tmp_path / "journal", tmp_path / "records"
    whole = arena(GREEDY, RANDOM, rules=rules, deals=5, seed=7, save=saved)
    records = saved.read_text()
    arena(GREEDY, RANDOM, rules=rules, deals=3, seed=7, resume=journal, save=saved)
    # As if it had been killed while it wrote the fourth deal.
    with journal.open("a") as file:
        file.write('{"result": [0.5, ')
    with saved.open("a") as file:
        file.write(records.splitlines()[0] + "\n")
    done: list[int] = []
    resumed = arena(GREEDY, RANDOM, rules=rules, deals=5, seed=7, resume=journal, save=saved, progress=done.append)
    assert (resumed.points, resumed.tricks) == (whole.points, whole.tricks)
    assert saved.read_text() == records
    assert len(journal.read_text().splitlines()) == 1 + 5
    assert done == [1, 2, 3, 4, 5]


def test_saved_hands_replay(tmp_path: Path) -> None:
    saved = tmp_path / "records"
    found = arena(GREEDY, RANDOM, rules=load_rules("plain"), deals=2, seed=3, save=saved)
    with saved.open() as lines:
        hands = [hand for hand in load(lines) if isinstance(hand, Hand)]
    assert len(hands) == 12
    assert hands[0].players == ("greedy (F)", "greedy (M)", "random (D)")
    net = {"greedy": 0.0, "random": 0.0}
    for hand in hands:
        assert hand.players is not None
        for name, points in zip(hand.players, hand.score(), strict=True):
            net[name.split()[0]] += points.net / 18
    assert found.points.difference == pytest.approx(net["greedy"] - net["random"])


def test_a_journal_of_another_match_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    rules = load_rules("plain")
    arena(GREEDY, RANDOM, rules=rules, deals=2, seed=7, resume=journal)
    kept = journal.read_text()
    with pytest.raises(ManniError, match=r"resume: .* is of another series"):
        arena(GREEDY, RANDOM, rules=rules, deals=2, seed=8, resume=journal)
    assert journal.read_text() == kept
    for text in ("hello\nworld\n", '{"arena": 1}\n', "[]\n[]\n"):
        journal.write_text(text)
        with pytest.raises(ManniError, match="resume: "):
            arena(GREEDY, RANDOM, rules=rules, deals=2, seed=8, resume=journal)
    for field in ("resume", "save"):
        with pytest.raises(ManniError, match=rf"^{field}: cannot "):
            arena(GREEDY, RANDOM, rules=rules, deals=2, **{field: tmp_path})  # type: ignore[arg-type]


OWN_BOT = """
import os, sys
from manni.bots.greedy import GreedyBot
from manni.actions import Play

class Mine(GreedyBot):
    def __init__(self, seed):
        self.seed = seed

class Cheat(Mine):
    def play(self, view):
        return Play(next(iter(view.unseen)))

class Weak(Mine):
    def play(self, view):
        raise ZeroDivisionError("oops")

class Quitter(Mine):
    def play(self, view):
        sys.exit(7)

class Dead(Mine):
    def play(self, view):
        os._exit(7)

class Unmade(Mine):
    def __init__(self):
        pass

class Lame:
    def __init__(self, seed):
        pass
    def play(self, view):
        pass
"""


def test_a_bot_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own_bot_for_test.py").write_text(OWN_BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    options = ["--deals", "2", "--rules", "plain", "--json"]
    assert main(["arena", "own_bot_for_test:Mine", "greedy", *options]) == 0
    assert json.loads(capsys.readouterr().out)["points"]["difference"] == 0
    for bot, reason in {
        "own_bot_for_test:Cheat": r"own_bot_for_test:Cheat \(F\) did what is not legal",
        "own_bot_for_test:Weak": r"own_bot_for_test:Weak \(F\) failed: ZeroDivisionError: oops",
        "own_bot_for_test:Quitter": r"own_bot_for_test:Quitter \(F\) failed: SystemExit: 7",
        "own_bot_for_test:Unmade": "own_bot_for_test:Unmade cannot be made: TypeError",
        "own_bot_for_test:Lame": "has no method declare and no exchange and no take",
        "own_bot_for_test:Nobody": "cannot be had: AttributeError",
        "no_such_module_here:Bot": "cannot be had: ModuleNotFoundError",
    }.items():
        assert main(["arena", bot, "greedy", *options, "--processes", "1"]) == 2
        error = capsys.readouterr().err
        assert re.search(reason, error)
        assert error.count("\n") == 1
    for bot, reason in {  # a process that dies must not be waited for
        "own_bot_for_test:Quitter": r"own_bot_for_test:Quitter \(F\) failed: SystemExit: 7",
        "own_bot_for_test:Dead": "processes: one of them came to an end in the middle of its work",
    }.items():
        assert main(["arena", bot, "greedy", *options, "--processes", "2"]) == 2
        assert re.search(reason, capsys.readouterr().err)

"""Duplicate deals: fair to both sides, with honest errors, the same on any number of processes."""

from __future__ import annotations

import json
import statistics

import pytest
from scipy import stats

from manni.arena import SEATINGS, Difference, arena, play_deal, t_975
from manni.bots import BotSpec
from manni.cli import main
from manni.errors import ManniError
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
        result = play_deal(load_rules(name), (GREEDY, GREEDY), 3, number)
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
    found = Difference.of(values)
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

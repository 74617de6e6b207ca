"""``manni advise`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manni.cli import main
from manni.cli.advise import two_digits
from manni.cli.common import reason_text

VIEW = {
    "rules": "hornafjordur",
    "seat": "M",
    "contract": "H",
    "cut": "7H",
    "hand": "AKT98.J92.T83.5",
    "discarded": "2S 3S",
    "exchanged": {"F": 7, "M": 2, "D": 4},
    "plays": ["6S"],
    "score": {"F": [9, 7], "M": [4, 0], "D": [8, 2]},
}


@pytest.fixture
def view(tmp_path: Path) -> str:
    path = tmp_path / "view.json"
    path.write_text(json.dumps(VIEW))
    return str(path)


def test_the_documented_json_is_the_same_twice(view: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    answers = []
    for _ in range(2):
        assert main(["advise", view, "--worlds", "8", "--seed", "3", "--json"]) == 0
        out, err = capfdbinary.readouterr()
        assert not err
        answer = json.loads(out)
        assert answer.pop("seconds") > 0
        answers.append(answer)
    first, second = answers
    assert first == second
    assert (first["decision"], first["seat"], first["worlds"], first["seed"]) == ("play", "M", 8, 3)
    assert first["best"] == first["actions"][0]["action"]
    assert {entry["action"]["play"] for entry in first["actions"]} == {"AS", "KS", "TS", "9S", "8S"}


def test_options_in_place_of_a_file(view: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--seat", "M", "--cut", "7H", "--hand", "AKT98.J92.T83.5", "--plays", "6S", "--worlds", "5"]
    options += ["--exchanged", "F=7,M=2,D=4", "--score", "F=9/7,M=4/0,D=8/2"]
    assert main(["advise", *options, "--discarded", "2S 3S"]) == 0
    by_options = capfd.readouterr().out
    assert main(["advise", view, "--worlds", "5"]) == 0
    by_file = capfd.readouterr().out
    assert by_options.splitlines()[:-1] == by_file.splitlines()[:-1]
    assert "5 worlds" in by_file


def test_the_table_has_so_many_actions(capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--seat", "F", "--cut", "7H", "--hand", "AKT98.J92.T83.5", "--worlds", "2", "--top", "3"]
    assert main(["advise", *options]) == 0
    assert "and 3299 more" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--worlds", "0"], "worlds: 0 is not"),
        (["--nodes", "-1"], "nodes: -1 is not"),
        (["--time", "0"], "time: 0.0 is not"),
        (["--seed", "-1"], "seed: -1 is not"),
        (["--threads", "0"], "threads: 0 is not"),
        (["--top", "0"], "top: 0 is not"),
    ],
)
def test_bad_options_are_one_line(
    view: str, arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", view, *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert message in err


def test_a_seat_that_has_nothing_to_decide(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--seat", "M", "--cut", "7H", "--hand", "AKT98.J92.T83.5"]) == 2
    assert capfd.readouterr().err == "manni: seat: nothing to decide: F is to exchange, not M\n"


@pytest.mark.parametrize("hundredths", range(0, 1200, 7))
def test_tricks_and_their_points_are_rounded_alike(hundredths: int) -> None:
    """Also when a number lies halfway and its binary form on either side."""
    for tricks in ((hundredths + 0.5) / 100, (hundredths + 0.5) / 100 + 1e-12, hundredths / 100 + 0.0049):
        shown = round(100 * float(two_digits(tricks)))
        assert round(100 * float(two_digits(tricks - 4, "+"))) == shown - 400
        assert round(100 * float(two_digits(4 - tricks, "+"))) == 400 - shown
    assert two_digits(-0.001, "+") == "+0.00"
    assert two_digits(5.535) == "5.54" and two_digits(5.535 - 4, "+") == "+1.54"


def test_cards_in_reasons_are_shown_as_in_the_table(capfd: pytest.CaptureFixture[str]) -> None:
    view = ["--seat", "M", "--cut", "6D", "--hand", "A763.T942.AJ.95", "--exchanged", "F=7", "--worlds", "10"]
    assert main(["advise", *view, "--top", "2"]) == 0
    shown = capfd.readouterr().out.splitlines()
    second, reason = shown[3], shown[6]
    cards = " ".join(second.split("  ")[0].split())
    assert cards[0] in "♠♥♦♣"
    assert f"throwing {cards} loses" in reason


def test_what_is_left_to_declare_is_shown_beside_the_points(capfd: pytest.CaptureFixture[str]) -> None:
    # The order follows from points and later together.
    declare = Path(__file__).parents[2] / "examples" / "declare.json"
    assert main(["advise", str(declare), "--worlds", "50", "--seed", "1", "--json"]) == 0
    actions = json.loads(capfd.readouterr().out)["actions"]
    totals = [action["points"] + action.get("later", 0) for action in actions]
    assert any("later" in action for action in actions)
    for total, action in zip(totals, actions, strict=True):
        assert totals[0] - total == pytest.approx(action["regret"], abs=0.05)
    assert main(["advise", str(declare), "--worlds", "50", "--seed", "1"]) == 0
    assert "later  regret" in capfd.readouterr().out


def test_reasons_name_contracts_and_cards_as_the_tables_do() -> None:
    assert str(reason_text("next best: declaring S loses 0.30 points")) == "next best: declaring ♠ loses 0.30 points"
    assert str(reason_text("declaring NULLO is as good")) == "declaring NULLO is as good"
    assert str(reason_text("throwing KH 2S 3S: F 10%, D 9%")) == "throwing ♥K ♠23: F 10%, D 9%"


def test_who_kept_can_be_told_by_an_option(capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--rules", "plain", "--seat", "D", "--contract", "S", "--hand", "AKQJT98.AK.AK.A", "--worlds", "5"]
    assert main(["advise", *options, "--kept", "F,M"]) == 0
    assert "keep" in capfd.readouterr().out
    assert main(["advise", *options, "--kept", "F"]) == 2
    assert capfd.readouterr().err.startswith("manni: ")

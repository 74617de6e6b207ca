"""``manni worlds`` and the options that make a view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from manni.cards import CardSet
from manni.cli import main
from manni.view import View
from manni.worlds import count_worlds, sample_worlds

OPTIONS = [
    *("--seat", "M", "--cut", "7H", "--hand", "AKJ.J92.T83.54", "--exchanged", "F=7,M=2,D=4"),
    *("--discarded", "2S 3S", "--plays", "QS 4S 5S, AD", "--score", "F=9/7,M=4/0,D=8/2"),
]
VIEW: dict[str, Any] = {
    "rules": "hornafjordur",
    "seat": "M",
    "contract": "H",
    "cut": "7H",
    "hand": "AKJ.J92.T83.54",
    "discarded": "2S 3S",
    "exchanged": {"F": 7, "M": 2, "D": 4},
    "plays": ["QS 4S 5S", "AD"],
    "score": {"F": [9, 7], "M": [4, 0], "D": [8, 2]},
}
LATE: dict[str, Any] = {
    "seat": "F",
    "rules": "plain",
    "contract": "C",
    "hand": "A...",
    "taken": "F",
    "discarded": "JS TS 9S 8S 7S 6S 5S 4S 3S JH TH 9H",
    "plays": [f"{a} {b} {c}" for a, b, c in (
        ("AC", "KC", "QC"), ("JC", "TC", "9C"), ("8C", "7C", "6C"), ("5C", "4C", "3C"),
        ("AH", "KH", "QH"), ("AD", "KD", "QD"), ("JD", "TD", "9D"), ("8D", "7D", "6D"),
        ("5D", "4D", "3D"), ("KS", "8H", "7H"), ("QS", "6H", "5H"),
    )],
}  # fmt: skip


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_options_and_file_and_stdin_and_python_draw_the_same(tmp_path: Path, manni_command: Any) -> None:
    path = tmp_path / "view.json"
    path.write_text(json.dumps(VIEW))
    common = ("--count", "5", "--seed", "7", "--json")
    by_file = manni_command("worlds", str(path), *common)
    assert (by_file.returncode, by_file.stderr) == (0, "")
    assert by_file.stdout == manni_command("worlds", *OPTIONS, *common).stdout
    assert by_file.stdout == manni_command("worlds", "-", *common, stdin=json.dumps(VIEW)).stdout
    found = lines(by_file.stdout)
    assert all(1 <= world.pop("effective_worlds") <= 5 for world in found)
    assert found == [world.to_json() for world in sample_worlds(View.from_json(VIEW), 5, seed=7)]


def test_the_uniform_prior_on_request(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", *OPTIONS, "--count", "3", "--seed", "7", "--prior", "uniform", "--json"]) == 0
    found = lines(capfd.readouterr().out)
    assert [world.pop("effective_worlds") for world in found] == [3.0] * 3
    assert found == [w.to_json() for w in sample_worlds(View.from_json(VIEW), 3, seed=7, prior="uniform")]


def test_too_many_worlds_to_weigh_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", *OPTIONS, "--all"]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("manni: all: ") and "--prior uniform" in err and err.count("\n") == 1


def test_a_line_is_a_world(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", *OPTIONS, "--count", "3", "--json"]) == 0
    view = View.from_json(VIEW)
    for world in lines(capfd.readouterr().out):
        assert set(world) == {"hands", "out", "weight", "effective_worlds"} and world["weight"] == 1.0
        hands = {seat: CardSet.parse(text) for seat, text in world["hands"].items()}
        assert hands["M"] == view.hand
        assert hands["F"] | hands["D"] | CardSet.parse(world["out"]) == view.unseen


@pytest.mark.parametrize("prior", ["uniform", "model"])
def test_all_lists_every_world_with_its_probability(
    prior: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "view.json"
    path.write_text(json.dumps(LATE))
    assert main(["worlds", str(path), "--all", "--json", "--prior", prior]) == 0
    found = lines(capfd.readouterr().out)
    assert len(found) == count_worlds(View.from_json(LATE)) == 2
    weights = [world["weight"] for world in found]
    assert sum(weights) == pytest.approx(1) and (prior == "model" or weights == [0.5, 0.5])
    assert found[0]["effective_worlds"] == pytest.approx(1 / sum(weight**2 for weight in weights), abs=0.05)
    assert {world["hands"]["M"] for world in found} == {".4..", ".3.."}


def test_the_human_form_names_the_contract_and_the_number_of_worlds(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", *OPTIONS, "--count", "2"]) == 0
    head, *worlds = capfd.readouterr().out.splitlines()
    assert head == "hornafjordur, ♥, seat M: M to play, trick 2; 584,490,571,236,000 worlds"
    assert len(worlds) == 2 and all("♠AKJ ♥J92 ♦T83 ♣54" in line for line in worlds)


@pytest.mark.parametrize("taken", ["none", "M"])
def test_plain_options(taken: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--rules", "plain", "--seat", "D", "--contract", "S", "--hand", "AKQ.AKQ.AKQ.AKQ", "--taken", taken]
    assert main(["worlds", *options, "--json", "--count", "1"]) == 0
    (world,) = lines(capfd.readouterr().out)
    assert len(CardSet.parse(world["out"])) == 12


def changed(option: str, value: str) -> list[str]:
    """The options with one of them changed."""
    place = OPTIONS.index(option) + 1
    return [*OPTIONS[:place], value, *OPTIONS[place + 1 :]]


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("view", []),
        ("view", ["missing.json"]),
        ("view", ["."]),
        ("seat", ["README.md", "--seat", "F"]),
        ("hand", ["--seat", "F"]),
        ("seat", ["--hand", "AKQ.AKQ.AKQ.AKQ"]),
        ("rules", [*OPTIONS, "--rules", "nowhere.toml"]),
        ("contract", [*OPTIONS, "--contract", "NT"]),
        ("exchanged", changed("--exchanged", "F7")),
        ("exchanged.F", changed("--exchanged", "F=seven")),
        ("exchanged", changed("--exchanged", "F=7,f=7")),
        ("exchanged.F", changed("--exchanged", "F=8,M=2,D=4")),
        ("plays[1]", changed("--plays", "QS 4S 5S,")),
        ("plays[0]", changed("--plays", "QS 4S AS, AD")),
        ("score.F", changed("--score", "F=1,M=2,D=3")),
        ("score.F", changed("--score", "F=1/2/3,M=2/1,D=3/1")),
        ("contracts_left", [*OPTIONS, "--contracts-left", "NT"]),
        ("count", [*OPTIONS, "--count", "-1"]),
        ("count", [*OPTIONS, "--count", "3", "--all"]),
        ("seed", [*OPTIONS, "--seed", "-1"]),
    ],
)
def test_bad_input_is_one_line_that_names_the_field(
    field: str, arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["worlds", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"manni: {field}: ") and err.count("\n") == 1 and len(err) < 320

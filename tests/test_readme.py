"""The README's examples: every command and every line of Python gives what it says there."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from manni import View, load_rules
from manni.cli import main

README = Path(__file__).parent.parent / "README.md"
OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL

COMMANDS = re.findall(
    r"^\$ (manni .*)\n((?:(?!\$ |```).*\n)*)",
    "".join(re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)),
    re.MULTILINE,
)


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent)


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_command_prints_what_the_readme_shows(command: str, expected: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)[1:]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert doctest.OutputChecker().check_output(expected, out, OPTIONS), f"{command}\n{out}"


def test_the_house_rules_are_rules(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "kitchen.toml"
    file.write_text(block)
    rules = load_rules(str(file))
    assert (rules.name, rules.allowances) == ("our kitchen table", (5, 5, 6))


def test_the_view_is_a_view() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert View.from_json(block).decision == "play"


def test_every_verb_has_an_example() -> None:
    assert {command.split()[1] for command, _ in COMMANDS} == {
        *("solve", "advise", "worlds", "deal", "replay", "review", "arena", "match", "equity", "engine", "bench")
    }


def test_python_examples() -> None:
    outcome = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert outcome.attempted > 15
    assert outcome.failed == 0

"""The engine's manual: it has every type of query and every field, and its example gives what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from manni.engine.answers import ANSWERS, Answer, ErrorAnswer, PartialAnswer
from manni.engine.queries import TYPES, Advise, Solve

MANUAL = (Path(__file__).parent.parent.parent / "docs" / "engine.md").read_text("utf-8")


def section(name: str) -> str:
    """What the manual says of a type of query."""
    found = re.search(rf"\*\*{name}\*\*.*?(?=\n\n|\Z)", MANUAL, re.DOTALL)
    assert found is not None, name
    return found[0]


@pytest.mark.parametrize("name", TYPES)
def test_every_field_of_a_query_is_in_it(name: str) -> None:
    general = MANUAL[: MANUAL.index("## Types")]
    for field in TYPES[name].__struct_fields__:
        assert f"`{field}`" in section(name) + general, field


def test_every_field_of_an_answer_is_in_it() -> None:
    as_the_command_prints = ANSWERS[Solve] + ANSWERS[Advise]
    for form in {Answer, ErrorAnswer, PartialAnswer}.union(*ANSWERS.values()) - set(as_the_command_prints):
        for field in form.__struct_fields__:
            assert re.search(rf"[`\"]{field}[`\"]", MANUAL), field


def test_the_example(manni_command: Any) -> None:
    (block,) = re.findall(r"```\n(\$ manni engine.*?)```", MANUAL, re.DOTALL)
    command, query, answer = block.strip().splitlines()
    done = manni_command(*command.split()[2:], stdin=query + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert doctest.OutputChecker().check_output(answer + "\n", done.stdout, doctest.ELLIPSIS), done.stdout

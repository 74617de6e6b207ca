"""The example clients play a whole hand each, and the same one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    "MANNI": f"{sys.executable} -P -m manni",
}


def output(*command: str) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def is_a_whole_hand(lines: list[str]) -> None:
    *actions, last = lines
    played = [json.loads(line[2:])["play"] for line in actions if '"play"' in line]
    assert len(set(played)) == len(played) == 36
    tricks, points = (json.loads(part) for part in last.removeprefix("tricks ").split(" points "))
    assert sum(tricks.values()) == 12
    assert set(points) == {"F", "M", "D"}


def test_python() -> None:
    is_a_whole_hand(output(sys.executable, "-P", str(EXAMPLES / "client.py"), "plain", "3"))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_javascript() -> None:
    node = shutil.which("node")
    assert node is not None
    is_a_whole_hand(output(node, str(EXAMPLES / "client.js"), "declared", "3"))


@pytest.mark.parametrize(("arguments", "field"), [(("whist",), "rules"), (("plain", "-1"), "seed")])
def test_what_is_wrong_is_told(arguments: tuple[str, ...], field: str) -> None:
    command = [sys.executable, "-P", str(EXAMPLES / "client.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        "ValueError: rules: " if len(arguments) == 1 else "ValueError: seed: "
    )

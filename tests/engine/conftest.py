"""The engine in a process of its own, and in this one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from manni.engine.server import Server

Ask = Callable[..., list[dict[str, Any]]]
EXAMPLE = "NT M A3.Q.7./QJ..8./T9.4.9. KC"
SLOW = "H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"
"""With maxn: minutes."""


@pytest.fixture
def ask() -> Ask:
    """Give an engine some queries (objects, or lines as they are), and read all its answers."""

    def run(*lines: dict[str, Any] | bytes, threads: int = 1) -> list[dict[str, Any]]:
        texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        output = io.BytesIO()
        Server(output, threads=threads, memory=1 << 28).serve(io.BytesIO(b"\n".join(texts) + b"\n"))
        return [json.loads(line) for line in output.getvalue().splitlines()]

    return run


class Process:
    """``manni engine`` in a process, driven line by line."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "manni", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )

    def send(self, *queries: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        for query in queries:
            self.process.stdin.write(json.dumps(query).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """The next line."""
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def end(self) -> list[dict[str, Any]]:
        """Close the input; the rest of the answers."""
        rest, _ = self.process.communicate(timeout=60)
        return [json.loads(line) for line in rest.splitlines()]


@pytest.fixture
def process() -> Iterator[Callable[..., Process]]:
    started: list[Process] = []

    def start(*arguments: str) -> Process:
        started.append(Process(*arguments))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.communicate()

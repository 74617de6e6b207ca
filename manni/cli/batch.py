"""A stream of positions, one JSON object to a line, answered in order; a bad line is answered with its error."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from manni.cli.common import MAX_INPUT, console, open_input, print_line
from manni.errors import ManniError, NotationError, quote
from manni.lines import numbered, stands_twice
from manni.notation import Position
from manni.solving import solve_many


def solve_stream(path: str, **options: Any) -> None:
    """Print one line of JSON for each line of `path` (``-`` is stdin); `options` are those of `solve_many`.

    Raises
    ------
    ManniError
        Naming ``input``: it cannot be read, has no position in it, or had bad lines (after the last answer).
    """
    with open_input(path) as stream, console(stderr=True).status("") as status:
        batch = _Batch(stream)
        for done, solution in enumerate(solve_many(batch.positions(), **options), start=1):
            batch.answer(solution.to_json())
            if not sys.stdout.isatty():
                status.update(f"{done} solved")
        batch.report_bad_lines()
    if not batch.lines:
        raise ManniError("input", f"{quote(path)} has no position in it")
    if batch.bad:
        raise ManniError("input", f"{batch.bad} of {batch.lines} lines could not be answered")


class _Batch:
    """Lines read and not yet answered. The solver may read ahead; answers keep the order of the lines."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.lines = 0
        self.bad = 0
        self._waiting: deque[tuple[dict[str, Any], bool]] = deque()
        """For each line its id, or the whole report of a bad one, and whether it is good."""

    def positions(self) -> Iterator[Position]:
        """The positions of the good lines."""
        for number, line in numbered(self.stream, MAX_INPUT):
            self.lines += 1
            try:
                identity, position = _question(line)
            except _BadLineError as bad:
                self.bad += 1
                self._waiting.append(({"id": bad.identity, "line": number, "error": str(bad)}, False))
                self.report_bad_lines()
                continue
            self._waiting.append((identity, True))
            yield position

    def answer(self, found: dict[str, Any]) -> None:
        """Print the answer to the first good line that waits for one, and what becomes due by it."""
        identity, _ = self._waiting.popleft()
        _tell({**identity, **found})
        self.report_bad_lines()

    def report_bad_lines(self) -> None:
        """Print the reports of bad lines that no good line before them holds up."""
        while self._waiting and not self._waiting[0][1]:
            _tell(self._waiting.popleft()[0])


class _BadLineError(Exception):
    """A line that cannot be answered, with its id as far as it has one."""

    def __init__(self, error: str, identity: msgspec.Raw | None = None) -> None:
        super().__init__(error)
        self.identity = identity


def _tell(answer: dict[str, Any]) -> None:
    print_line(msgspec.json.encode(answer))


def _question(line: bytes | None) -> tuple[dict[str, Any], Position]:
    """The id (as an object to answer with, kept as it was written, empty when there was none) and the position."""
    if line is None:
        raise _BadLineError(f"line: longer than {MAX_INPUT} bytes")
    try:
        line.decode()
        asked = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _BadLineError(f"line: not a JSON object: {error}") from None
    identity = asked.get("id")
    for name in ("id", "position"):
        if stands_twice(line, name):
            raise _BadLineError(f"{name}: stands there twice", None if name == "id" else identity)
    if "position" not in asked:
        raise _BadLineError("position: missing", identity)
    try:
        position = Position.parse(msgspec.json.decode(asked["position"]))
    except (NotationError, msgspec.DecodeError, RecursionError) as error:
        raise _BadLineError(str(error), identity) from None
    return {} if identity is None else {"id": identity}, position

"""JSON lines as they come in: numbered, of bounded length, with no field twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO


def numbered(stream: IO[bytes], limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Number and text of every line that is not blank; None for one of more than `limit` bytes, which is not kept."""
    number = 0
    while line := stream.readline(limit + 1):
        number += 1
        whole: bytes | None = line
        while len(line) > limit and not line.endswith(b"\n"):
            whole = None
            line = stream.readline(limit + 1)
        if whole is None or whole.strip():
            yield number, whole


def stands_twice(line: bytes, name: str) -> bool:
    """Whether a JSON object, known to be one, has a field twice; the fields of objects inside it do not count."""
    if line.count(f'"{name}"'.encode()) < 2:
        return False
    pairs = json.loads(line, object_pairs_hook=lambda pairs: pairs, parse_int=str)
    return [field for field, _ in pairs].count(name) > 1

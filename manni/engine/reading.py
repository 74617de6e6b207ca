"""From a line of input to a query."""

from __future__ import annotations

from typing import Any

import msgspec

from manni.engine.queries import TYPES, Id, Query
from manni.errors import ManniError, NotationError, quote
from manni.lines import stands_twice
from manni.shapes import shape_errors

MAX_LINE = 1 << 20
"""Bytes of one line; a longer one is refused without being kept."""

_RAW: msgspec.json.Decoder[dict[str, msgspec.Raw]] = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ID: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Id)
_TYPE = msgspec.json.Decoder(str)
_QUERIES = {name: msgspec.json.Decoder(form) for name, form in TYPES.items()}
_FIELDS = {name: {"type", *form.__struct_fields__} for name, form in TYPES.items()}


class BadQuery(Exception):
    """A line that is no query; carries its id, as far as it has one, and what is wrong with it."""

    def __init__(self, identity: Id | None, error: ManniError) -> None:
        super().__init__(str(error))
        self.identity = identity
        self.error = error


def read_query(line: bytes | None) -> tuple[Query, str | None]:
    """The query of a line (None: of one that was too long), and a warning of what in it has no effect.

    Raises
    ------
    BadQuery
    """
    identity: Id | None = None
    try:
        if line is None:
            raise NotationError("line", f"longer than {MAX_LINE} bytes")
        with shape_errors("line"):
            line.decode()
            fields = _RAW.decode(line)
        if "id" not in fields:
            raise NotationError("id", "missing")
        if stands_twice(line, "id"):
            raise NotationError("id", "stands there twice")
        identity = _part(_ID, fields["id"], "id")
        if "type" not in fields:
            raise NotationError("type", f"missing; it is one of {', '.join(TYPES)}")
        kind = _part(_TYPE, fields["type"], "type")
        if kind not in TYPES:
            raise NotationError("type", f"{quote(kind)} is none of {', '.join(TYPES)}")
        for name in _FIELDS[kind] & fields.keys():
            if stands_twice(line, name):
                raise NotationError(name, "stands there twice")
        with shape_errors("query"):
            query = _QUERIES[kind].decode(line)
    except ManniError as error:
        raise BadQuery(identity, error) from None
    unknown = sorted(fields.keys() - _FIELDS[kind])
    return query, f"no field of {kind}: {', '.join(map(quote, unknown[:10]))}" if unknown else None


def _part(decoder: msgspec.json.Decoder[Any], text: msgspec.Raw, field: str) -> Any:
    """One field of a query; what is wrong with it is told of the field."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotationError(field, quote(str(error), 120).strip("'\"")) from None

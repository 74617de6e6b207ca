"""What is wrong with JSON that does not have the shape it should, as a field and a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from manni.errors import ManniError, NotationError


@contextmanager
def shape_errors(document: str) -> Iterator[None]:
    """Turn what msgspec says of a wrong shape into a `NotationError`; of the whole, the field is `document`."""
    try:
        yield
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `")
        path = where.rpartition("$")[2].strip("`.")
        if lacks := re.fullmatch(r"Object missing required field `(.*)`", reason):
            path, reason = f"{path}.{lacks[1]}", "missing"
        elif has := re.fullmatch(r"Object contains unknown field `(.*)`", reason, re.DOTALL):
            path, reason = f"{path}.{has[1]}", f"not a field of a {document}"
        raise NotationError(_line(path.strip(".")) or document, _line(reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError(document, f"is not JSON: {_line(str(error))}") from None


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Put `where` before the field of an error."""
    try:
        yield
    except ManniError as error:
        raise type(error)(where + error.field, error.reason) from None


def _line(text: str, limit: int = 120) -> str:
    """Make a message that may quote bad input one printable line."""
    return text.encode("unicode_escape").decode()[:limit]

"""Types of options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, TypeAlias

from cyclopts import Parameter, Token

from manni.errors import quote


def _whole(_: object, tokens: Sequence[Token]) -> int:
    """Read a whole number; left to itself, cyclopts rounds 2.5 to 2."""
    return whole(tokens[0].value)


def whole(text: str) -> int:
    """Read a whole number; `ValueError` with the reason for what only Python takes for one, such as ``1_000``."""
    if not re.fullmatch(r"[+-]?[0-9]{1,4000}", text):
        raise ValueError(f"{quote(text)} is not a whole number")
    return int(text)


Whole: TypeAlias = Annotated[int, Parameter(converter=_whole)]
MaybeWhole: TypeAlias = Annotated[int | None, Parameter(converter=_whole)]

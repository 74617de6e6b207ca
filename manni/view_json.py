"""The JSON form of a view, in and out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from manni.cards import Card, CardSet, Contract, Seat
from manni.errors import ViewError, quote
from manni.rules import BUILT_IN, rules_to_json
from manni.view_checks import rules_of

if TYPE_CHECKING:
    from manni.view import View

FIELDS = (
    "rules",
    "seat",
    "contract",
    "cut",
    "hand",
    "discarded",
    "exchanged",
    "taken",
    "kept",
    "plays",
    "score",
    "contracts_left",
    "number",
)


def decode(data: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    """Read the JSON form (text or decoded) into the arguments of `View`.

    The rules are the default ones when left out. A field that is null counts as left out, but for ``taken``: left out
    it is still open whether somebody takes the Manni, null says that all three kept.

    Raises
    ------
    ViewError, NotationError
        Naming the field that cannot be read, is unknown or is missing.
    """
    values = dict(data) if isinstance(data, Mapping) else _load(data)
    for name in values:
        if name not in FIELDS:
            raise ViewError(quote(name).strip("'\""), f"not a field of a view; they are {', '.join(FIELDS)}")
    all_kept = "taken" in values and values["taken"] is None
    values = {name: value for name, value in values.items() if value is not None}
    values.setdefault("rules", BUILT_IN[0])
    for name in ("seat", "hand"):
        if name not in values:
            raise ViewError(name, "missing")
    rules = rules_of(values["rules"])
    fields: dict[str, Any] = {"rules": rules}
    for name, read in _READERS.items():
        if name in values:
            fields[name] = read(values[name], name)
    if rules.exchange == "take" and "taken" not in fields:
        if all_kept:
            if fields.setdefault("kept", tuple(Seat)) != tuple(Seat):
                raise ViewError("kept", "is not all three, but taken is null: all three kept")
        elif fields.get("plays"):
            raise ViewError("taken", "missing, though cards have been played (null when all three kept)")
    return fields


def encode(view: View) -> dict[str, Any]:
    """The JSON form of a view; what is empty or follows from the seat's turn is left out."""
    data: dict[str, Any] = {"rules": rules_to_json(view.rules), "seat": str(view.seat)}
    if view.contract is not None:
        data["contract"] = str(view.contract)
    if view.cut is not None:
        data["cut"] = str(view.cut)
    data["hand"] = str(view.hand)
    data["discarded"] = view.discarded.listed()
    if view.rules.exchange == "draw":
        data["exchanged"] = {str(seat): count for seat, count in view.exchanged.items()}
    elif view.taken is not None:
        data["taken"] = str(view.taken)
    elif view.kept == tuple(Seat):
        data["taken"] = None
    elif view.kept is not None and view.kept != tuple(Seat)[: view.seat]:
        data["kept"] = [str(seat) for seat in view.kept]
    data["plays"] = [" ".join(str(card) for card in trick) for trick in view.plays]
    if view.score is not None:
        data["score"] = {str(seat): list(s) if isinstance(s, tuple) else s for seat, s in view.score.items()}
    if view.contracts_left is not None:
        data["contracts_left"] = list(view.contracts_left)
    if view.number is not None:
        data["number"] = view.number
    return data


def _load(text: str | bytes) -> dict[str, Any]:
    if not isinstance(text, (str, bytes)):
        raise ViewError("view", f"{quote(text)} is not JSON text or a mapping")
    try:
        values = json.loads(text, object_pairs_hook=_no_field_twice)
    except UnicodeDecodeError:
        raise ViewError("view", "is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ViewError("view", f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise ViewError("view", "is not a view: it is nested too deeply") from None
    except ViewError:
        raise
    except ValueError:
        raise ViewError("view", "is not a view: a number in it is too long") from None
    if not isinstance(values, dict):
        raise ViewError("view", f"{quote(values)} is not a JSON object")
    return values


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ViewError(quote(twice).strip("'\""), "stands there twice")
    return values


def _card_list(value: Any, field: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise ViewError(field, f"{quote(value)} is not text")
    return tuple(Card.parse(word, field) for word in value.replace(",", " ").split())


def _plays(value: Any, field: str) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(value, list):
        raise ViewError(field, f"{quote(value)} is not a list of tricks")
    return tuple(_card_list(trick, f"{field}[{i}]") for i, trick in enumerate(value))


def _by_seat(value: Any, field: str) -> dict[Seat, Any]:
    if not isinstance(value, Mapping):
        raise ViewError(field, f"{quote(value)} is not an object with the seats F, M and D")
    by_seat = {Seat.parse(seat, field): count for seat, count in value.items()}
    if len(by_seat) < len(value):
        raise ViewError(field, "a seat stands there twice")
    return by_seat


def _seats(value: Any, field: str) -> tuple[Seat, ...]:
    if not isinstance(value, list):
        raise ViewError(field, f"{quote(value)} is not a list of seats")
    return tuple(Seat.parse(seat, field) for seat in value)


def _as_it_is(value: Any, field: str) -> Any:
    """What the view itself checks."""
    return value


def _kinds(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ViewError(field, f"{quote(value)} is not a list of contracts")
    return tuple(kind.strip().upper() if isinstance(kind, str) else kind for kind in value)


_READERS: dict[str, Callable[[Any, str], Any]] = {
    "seat": Seat.parse,
    "contract": Contract.parse,
    "cut": Card.parse,
    "hand": CardSet.parse,
    "discarded": CardSet.parse,
    "exchanged": _by_seat,
    "taken": Seat.parse,
    "kept": _seats,
    "plays": _plays,
    "score": _by_seat,
    "contracts_left": _kinds,
    "number": _as_it_is,
}

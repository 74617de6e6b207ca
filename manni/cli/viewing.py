"""A view from the command line, for the verbs that start from one: a JSON file, or its fields as options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from cyclopts import Group, Parameter

from manni.cli.common import read_text
from manni.cli.options import whole
from manni.errors import ManniError, ViewError, quote
from manni.view import View

_GROUP = Group("View", help="What the seat knows, in place of a file.", sort_key=1)


@Parameter(name="*", group=_GROUP)
@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """The fields of a view as options.

    Parameters
    ----------
    rules
        A built-in rule set (hornafjordur, plain, declared; the first when left out) or a rules file.
    seat
        F, M or D.
    contract
        S, H, D, C, NT or NULLO; follows from --cut where there is one.
    cut
        The card shown by the cut.
    hand
        The cards held now, as AKQ.J92.T83.54 or a list.
    discarded
        What the seat threw in the exchange, or the hand it gave up for the Manni.
    exchanged
        How many cards each seat exchanged that has had its turn, such as F=7,M=2.
    taken
        The seat that took the Manni, or none when all three kept.
    kept
        The seats that kept, in turn, such as F,M; when left out, all before the one that took or decides.
    plays
        The tricks so far, such as "KS 2S 5S, AD 3D".
    score
        The game so far: totals such as F=9,M=4,D=8, or plus and minus columns such as F=9/7,M=4/0,D=8/2.
    contracts_left
        What the dealer has still to declare, such as NULLO,NT,TRUMP.
    number
        The number of the hand in its game, from 1.
    """

    rules: str | None = None
    seat: str | None = None
    contract: str | None = None
    cut: str | None = None
    hand: str | None = None
    discarded: str | None = None
    exchanged: str | None = None
    taken: str | None = None
    kept: str | None = None
    plays: str | None = None
    score: str | None = None
    contracts_left: str | None = None
    number: str | None = None


NO_OPTIONS = ViewOptions()


def view_of(path: str | None, options: ViewOptions | None) -> View:
    """Make the view of a file (``-`` is stdin) or of options.

    Raises
    ------
    ManniError
        Naming the field that is wrong, or when both or neither are given.
    """
    given = {field.name: getattr(options, field.name) for field in fields(ViewOptions)} if options else {}
    given = {name: value for name, value in given.items() if value is not None}
    if path is not None:
        if path.startswith("--"):
            raise ManniError(quote(path).strip("'\""), "no such option")
        if given:
            raise ViewError(next(iter(given)).replace("_", "-"), "given as an option and by the file of a view too")
        return View.from_json(read_text(path, "view"))
    if not given:
        raise ViewError("view", "missing: give a file (- for stdin) or its fields as options, such as --seat")
    data: dict[str, Any] = {}
    for name, text in given.items():
        data[name] = _READERS[name](text) if name in _READERS else text
    return View.from_json(data)


def _taken(text: str) -> str | None:
    return None if text.strip().lower() == "none" else text


def _tricks(text: str) -> list[str]:
    return [trick.strip() for trick in text.split(",")] if text.strip() else []


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _exchanged(text: str) -> dict[str, int]:
    return {seat: _number(count, f"exchanged.{seat}") for seat, count in _pairs(text, "exchanged")}


def _score(text: str) -> dict[str, int | list[int]]:
    score: dict[str, int | list[int]] = {}
    for seat, value in _pairs(text, "score"):
        numbers = [_number(number, f"score.{seat}") for number in value.split("/")]
        score[seat] = numbers if len(numbers) > 1 else numbers[0]
    return score


def _pairs(text: str, field: str) -> list[tuple[str, str]]:
    pairs = []
    for word in _words(text):
        seat, equals, value = word.partition("=")
        if not equals:
            raise ViewError(field, f"{quote(word)} is not a seat and a number, such as F=7")
        pairs.append((seat.upper(), value))
    seats = [seat for seat, _ in pairs]
    for seat in seats:
        if seats.count(seat) > 1:
            raise ViewError(field, f"{quote(seat)} stands there twice")
    return pairs


def _number(text: str, field: str) -> int:
    try:
        return whole(text)
    except ValueError as error:
        raise ViewError(field, str(error)) from None


_READERS: dict[str, Callable[[str], Any]] = {
    "taken": _taken,
    "kept": _words,
    "exchanged": _exchanged,
    "plays": _tricks,
    "score": _score,
    "contracts_left": _words,
    "number": lambda text: _number(text, "number"),
}


def describe(view: View) -> str:
    """One line for the head of an answer: who decides what, in which contract and trick."""
    contract = view.contract.symbol if view.contract else "no contract yet"
    due = "the hand is over" if view.to_move is None else f"{view.to_move} to {view.stage}"
    trick = f", trick {sum(view.tricks_won) + 1}" if view.stage == "play" else ""
    return f"{view.rules.name}, {contract}, seat {view.seat}: {due}{trick}"

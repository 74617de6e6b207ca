"""``manni replay``: records played through by the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.common import MAX_INPUT, console, contract_text, open_input, print_json
from manni.errors import ManniError, NotationError, quote
from manni.game import Game
from manni.hand import Hand
from manni.lines import numbered
from manni.record import loads

if TYPE_CHECKING:
    from rich.text import Text


def replay(
    record: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Check records against the rules and print what came of them.

    Every record is checked, also after a bad one, which is reported with its line and field.

    Parameters
    ----------
    record
        A file of records, one to a line, or with one record; - for stdin.
    json
        Print one JSON object per record.
    """
    records = bad = 0
    for line, found in _replayed(record):
        records += 1
        bad += isinstance(found, ManniError)
        if json:
            print_json({"line": line, **_result(found)})
        elif isinstance(found, ManniError):
            print(f"manni: line {line}: {found}", file=sys.stderr)
        else:
            console().print(_hand(found) if isinstance(found, Hand) else _game(found), soft_wrap=True)
    if not records:
        raise ManniError("record", f"{quote(record)} has no record in it")
    if bad:
        raise ManniError("record", f"{bad} of {records} records are refused")
    return 0


def _replayed(path: str) -> Iterator[tuple[int, Hand | Game | ManniError]]:
    """The line on which each record of a file begins, and the hand, the game, or why it is refused."""
    with open_input(path, "record") as stream:
        lines = numbered(stream, MAX_INPUT)
        for number, line in lines:
            if line is None:
                yield number, NotationError("record", f"longer than {MAX_INPUT} bytes")
            elif line.strip() == b"{":  # laid out over many lines: one record is the whole file
                yield number, _replay(line + b"".join(more or b"" for _, more in lines))
            else:
                yield number, _replay(line)


def _replay(text: bytes) -> Hand | Game | ManniError:
    from manni.play import saving

    try:
        return loads(text)
    except ManniError as error:
        if saving.FORMAT.encode() in text[:100]:
            return NotationError("record", "a game put aside; go on with manni play --resume, or see manni review")
        return error


def _result(found: Hand | Game | ManniError) -> dict[str, Any]:
    match found:
        case Hand():
            over = found.phase == "over"
            return {
                "hand": found.number,
                "rules": found.rules.name,
                "contract": str(found.contract) if found.contract else None,
                "over": over,
                "tricks": {str(seat): found.tricks[seat] for seat in Seat},
                "points": {str(seat): list(found.score()[seat]) for seat in Seat} if over else None,
            }
        case Game():
            return {
                "hands": len(found.hands),
                "rules": found.rules.name,
                "over": found.over,
                "columns": dict(zip(found.players, map(list, found.columns), strict=True)),
                "winners": [found.players[player] for player in found.winners] if found.over else None,
            }
        case _:
            return {"error": found.reason, "field": found.field}


def _hand(hand: Hand) -> Text:
    from rich.text import Text

    line = Text(f"hand {hand.number}, {hand.rules.name}, ")
    line.append(contract_text(hand.contract) if hand.contract else "no contract yet").append(":")
    for seat in Seat:
        name = hand.players[seat] if hand.players else str(seat)
        line.append(f"  {name} {hand.tricks[seat]}")
        if hand.phase == "over":
            line.append(f" ({hand.score()[seat].net:+d})")
    if hand.to_move is not None:
        line.append(f"  {hand.to_move} is to {hand.phase}")
    return line


def _game(game: Game) -> Text:
    from rich.text import Text

    line = Text(f"game of {len(game.hands)} hand{'s' if len(game.hands) != 1 else ''}, {game.rules.name}:")
    for name, points in zip(game.players, game.columns, strict=True):
        apart = game.rules.columns == "apart"
        line.append(f"  {name} {points.plus}/{points.minus} ({points.net:+d})" if apart else f"  {name} {points.net}")
    winners = " and ".join(game.players[player] for player in game.winners)
    return line.append(f"  won by {winners}" if winners else "  not over")

"""``manni review``: what each decision of a record cost, on what was known and with open cards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.common import MAX_INPUT, card_text, console, contract_text, limit_of, open_input, print_json, reason
from manni.cli.options import MaybeWhole, Whole
from manni.errors import ManniError, quote

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from manni.actions import Action
    from manni.hand import Hand
    from manni.review import HandReview, Review

MARK = 100
"""Bytes at the beginning of a saved game within which it says that it is one."""

GRADE_STYLES = {"good": "green", "unclear": "dim", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


def review(
    record: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    player: str | None = None,
    seat: str | None = None,
    hand: MaybeWhole = None,
    goal: Literal["points", "win"] = "points",
    worlds: MaybeWhole = None,
    time: float | None = None,
    nodes: MaybeWhole = None,
    seed: Whole = 0,
    processes: MaybeWhole = None,
    all: Annotated[bool, Parameter(negative="")] = False,
    html: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """What each decision of a record cost: on what the seat knew then, and, kept apart, with all cards open.

    Parameters
    ----------
    record
        A file with the record of a hand or a game (or several, one to a line), or a game put aside by manni play; or
        for stdin, -.
    player
        Judge this player's decisions alone.
    seat
        Judge the decisions of this seat (F, M or D) alone.
    hand
        Judge the hand of this number alone.
    goal
        Judge what was known by the points of the hand, or by the chance to win the game.
    worlds
        Worlds per question to the adviser, 100 when no limit is given; the same number and seed give the same review.
    time
        Seconds per question; a decision has one or two.
    nodes
        Search nodes per question.
    seed
        Of the worlds.
    processes
        How many work at a time; one per core when left out. Does not change the review.
    all
        Print every decision, also those that cost nothing.
    html
        Write a report for a browser to this file.
    json
        Print JSON: one object.
    """
    from manni.cores import cores
    from manni.review import review as judge

    limit = limit_of(time=time, worlds=worlds, nodes=nodes)
    hands = [one for one in _hands(record) if hand is None or one.number == hand]
    if not hands:
        raise ManniError("record" if hand is None else "hand", f"{quote(record)} has no hand {hand or 'to review'}")
    report = _page(html) if html is not None else None

    def run(progress: Callable[[int, int], None] | None) -> Review:
        return judge(
            hands,
            player=player,
            seat=None if seat is None else Seat.parse(seat),
            goal=goal,
            limit=limit,
            seed=seed,
            processes=cores() if processes is None else processes,
            progress=progress,
        )

    found = _watched(run)
    if report is not None:
        from manni.review.report import page

        _write(report, page(found))
    if json:
        print_json(found.to_json())
    else:
        _print(found, all)
        if report is not None:
            console().print(f"report in {report}", markup=False)
    return 0


def _watched(run: Callable[[Callable[[int, int], None] | None], Review]) -> Review:
    """Run with a bar on stderr when that is a terminal."""
    if not sys.stderr.isatty():
        return run(None)
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("decisions", total=None)
        return run(lambda done, total: bar.update(task, completed=done, total=total))


def _hands(path: str) -> Iterator[Hand]:
    """The hands of all records of a file, in order."""
    from manni.game import Game
    from manni.lines import numbered
    from manni.play import saving
    from manni.record import loads

    with open_input(path, "record") as stream:
        some = False
        lines = numbered(stream, MAX_INPUT)
        for number, line in lines:
            if line is None:
                raise ManniError(f"line {number}: record", f"longer than {MAX_INPUT} bytes")
            if line.strip() == b"{":  # laid out over many lines: one record is the whole file
                line += b"".join(more or b"" for _, more in lines)
            some = True
            try:
                if saving.FORMAT.encode() in line[:MARK]:
                    game, hand = saving.records(line)
                    yield from (*game.hands, hand)
                    continue
                found = loads(line)
            except ManniError as error:
                raise type(error)(f"line {number}: {error.field}", error.reason) from None
            yield from found.hands if isinstance(found, Game) else [found]
        if not some:
            raise ManniError("record", f"{quote(path)} has no record in it")


def _page(path: str) -> Path:
    """The file of the report, refused at once, not after long work, when it cannot be written."""
    page = Path(path)
    _write(page, None)
    return page


def _write(page: Path, text: str | None) -> None:
    try:
        with page.open("a" if text is None else "w", encoding="utf-8") as file:
            file.write(text or "")
    except (OSError, ValueError) as error:
        raise ManniError("html", f"cannot write {quote(str(page))}: {reason(error)}") from None


def _print(found: Review, everything: bool) -> None:
    from manni.cli.advise import percent, two_digits
    from manni.review import GRADES

    out = console()
    amount = two_digits if found.goal == "points" else percent
    for hand in found.hands:
        out.print(_head(hand))
        table, left_out = _decisions(hand, everything, amount)
        if table.row_count:
            out.print(table)
        if left_out:
            some = "all" if not table.row_count else "and"
            out.print(f"  {some} {left_out} decisions that cost nothing", style="dim")
        if hand.luck:
            out.print(_luck(hand, found.goal == "points"))
        out.print()
    out.print(_totals(found, amount))
    bounds = found.thresholds
    limits = f"{found.limit.worlds} worlds a question" if found.limit.worlds else "limited by time or nodes"
    classes = ", ".join(f"{grade} from {_short(getattr(bounds, grade), found)}" for grade in GRADES[2:])
    out.print(f"lost in {found.unit}: {classes}, unclear within 2 ±; {limits}, seed {found.seed}", style="dim")


def _short(threshold: float, found: Review) -> str:
    return f"{threshold:g}" if found.goal == "points" else f"{100 * threshold:g}%"


def _head(reviewed: HandReview) -> Text:
    from rich.text import Text

    from manni.review.review import player_of

    hand = reviewed.hand
    line = Text(f"hand {hand.number}", "bold").append(f" · {hand.rules.name}", "not bold")
    if hand.contract is not None:
        line.append(" · ", "not bold").append(contract_text(hand.contract))
    if hand.cut is not None:
        line.append(" · cut ", "not bold").append(card_text([hand.cut]))
    for seat in Seat:
        line.append(f"  {seat}", "not bold")
        if hand.players:
            line.append(f" {player_of(hand, seat)}", "not bold")
        line.append(f" {hand.tricks[seat]}", "not bold")
        if hand.phase == "over":
            line.append(f" ({hand.score()[seat].net:+d})", "not bold")
    return line


def _decisions(reviewed: HandReview, everything: bool, amount: Callable[[float], str]) -> tuple[Table, int]:
    """The decisions that cost something, or all of them; and how many are left out."""
    from rich.table import Table
    from rich.text import Text

    from manni.cli.advise import action_text, two_digits

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("  trick", justify="right")
    for heading in ("player", "did", "known: best"):
        table.add_column(heading)
    for heading in ("lost", "±"):
        table.add_column(heading, justify="right")
    for heading in ("", "open: best"):
        table.add_column(heading)
    table.add_column("tricks lost", justify="right")
    table.add_column("")
    left_out = 0
    for verdict in reviewed.verdicts:
        known, open_ = verdict.known, verdict.open
        if not everything and known.grade == "good" and not open_.tricks:
            left_out += 1
            continue
        same = verdict.action
        table.add_row(
            str(verdict.trick) if verdict.trick else verdict.phase,
            Text(verdict.player),
            action_text(verdict.action),
            _other(known.best, same, action_text),
            amount(known.loss) if known.best != same else "",
            amount(known.se) if known.best != same else "",
            Text(known.grade, GRADE_STYLES[known.grade]),
            _other(open_.best, same, action_text),
            f"{open_.tricks:g}" if verdict.phase != "declare" else two_digits(open_.tricks),
            verdict.story if verdict.story != known.grade else "",
        )
    return table, left_out


def _other(best: Action, done: Action, text: Callable[[Action], Text]) -> Text:
    from rich.text import Text

    return text(best) if best != done else Text("=", "dim")


def _luck(reviewed: HandReview, told_lost: bool) -> Table:
    """Where the points of a hand came from; what was lost is among them, or in the rest if it is in chances."""
    from rich.table import Table
    from rich.text import Text

    from manni.cli.advise import two_digits

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("  luck and play")
    table.add_column("")
    for heading in ("average", "deal", "draw", *(["lost"] if told_lost else []), "rest", "points"):
        table.add_column(heading, justify="right")
    for part in reviewed.luck:
        values = [part.average, part.deal, part.draw, *([-part.lost] if told_lost else [])]
        numbers = [two_digits(value, "+") for value in values]
        result = ["", ""]
        if part.rest is not None and part.points is not None:
            result = [two_digits(part.rest, "+"), f"{part.points:+d}"]
        table.add_row(f"  {part.seat}", Text(part.player), *numbers, *result)
    return table


def _totals(found: Review, amount: Callable[[float], str]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from manni.cli.advise import two_digits
    from manni.review import GRADES

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("player")
    for heading in ("decisions", *GRADES[2:], "unclear", "lost", "±", "open", "luck", "points"):
        table.add_column(heading, justify="right")
    for total in found.totals:
        table.add_row(
            Text(total.player),
            str(total.decisions),
            *(str(total.grades[grade]) for grade in (*GRADES[2:], GRADES[1])),
            amount(total.lost),
            amount(total.se),
            f"{total.open_tricks:.3g}",
            two_digits(total.luck["deal"] + total.luck["draw"], "+"),
            f"{total.luck['points']:+.0f}",
        )
    return table

"""``manni solve``: one open position, or a stream of them."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any, Literal

from cyclopts import Parameter

from manni.cards import Card, Seat
from manni.cli.common import MAX_INPUT, card_text, console, contract_text, limit_of, print_json, print_line, reason
from manni.errors import ManniError, NotationError, quote
from manni.notation import Position
from manni.solving import Solution, solve_many


def solve(
    position: str | None = None,
    /,
    *,
    input_: Annotated[str | None, Parameter(name="--input", allow_leading_hyphen=True)] = None,
    concept: Literal["paranoid", "maxn"] = "paranoid",
    cards: Annotated[bool, Parameter(negative="--no-cards")] = True,
    seat: str | None = None,
    threads: int = 1,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Value every card of an open position, and what each seat can guarantee itself.

    Parameters
    ----------
    position
        One argument, "CONTRACT LEADER F/M/D TRICK", such as "NT M A3.Q.7./QJ..8./T9.4.9. KC".
    input_
        A file (- for stdin) with one JSON object {"id", "position"} per line, in place of POSITION. Prints one line of
        JSON per line, in order; a bad line gives {"id", "line", "error"} and the exit status 2 at the end.
    concept
        paranoid: what a seat can guarantee itself against the other two. maxn: every seat plays for itself.
    cards
        Value every legal card, or the seats only.
    seat
        The one seat (F, M or D) whose guarantee is asked for.
    threads
        Positions of --input solved at the same time; with more than 1, some are read ahead of the answers.
    time
        Seconds for each position; what is not proven by then is given as bounds.
    nodes
        Search nodes for each position.
    memory
        Megabytes for the table.
    json
        Print JSON.
    """
    options: dict[str, Any] = {
        "concept": concept,
        "cards": cards,
        "seat": None if seat is None else Seat.parse(seat),
        "limit": limit_of(time=time, nodes=nodes, memory=memory),
        "threads": threads,
    }
    if (position is None) == (input_ is None):
        raise ManniError("position", "give one position, or a file of them with --input")
    if input_ is not None:
        return _solve_stream(input_, options)
    assert position is not None
    solution = next(solve_many([position], **options))
    if json:
        print_json(solution.to_json())
    else:
        _print_solution(solution)
    return 0


def _solve_stream(path: str, options: dict[str, Any]) -> int:
    """Answer a stream of questions in order; errors in place, exit status 2 when there was one."""
    import msgspec

    def tell(answer: dict[str, Any]) -> None:
        print_line(msgspec.json.encode(answer))

    pending: deque[dict[str, Any]] = deque()  # what stands before each answer: its id, or the error of a bad line
    counts = {"lines": 0, "bad": 0}

    def positions(lines: Iterator[tuple[int, bytes | None]]) -> Iterator[Position]:
        for number, line in lines:
            counts["lines"] += 1
            try:
                identity, position = _question(line)
            except _BadLine as bad:
                counts["bad"] += 1
                report = {"id": bad.identity, "line": number, "error": str(bad)}
                if pending:
                    pending.append(report)
                else:  # everything before it is answered
                    tell(report)
                continue
            pending.append(identity)
            yield position

    def settle() -> None:
        while pending and "error" in pending[0]:
            tell(pending.popleft())

    with _open(path) as stream:
        for solution in solve_many(positions(_lines(stream)), **options):
            settle()
            tell({**pending.popleft(), **solution.to_json()})
        settle()
    if not counts["lines"]:
        raise ManniError("input", f"{quote(path)} has no position in it")
    if counts["bad"]:
        raise ManniError("input", f"{counts['bad']} of {counts['lines']} lines could not be answered")
    return 0


class _BadLine(Exception):
    """A line of a batch that cannot be answered."""

    def __init__(self, error: str, identity: Any = None) -> None:
        super().__init__(error)
        self.identity = identity


def _question(line: bytes | None) -> tuple[dict[str, Any], Position]:
    """The id (as an object to answer with, kept as it was written, empty when there was none) and the position."""
    import msgspec

    if line is None:
        raise _BadLine(f"line: longer than {MAX_INPUT} bytes")
    try:
        line.decode()
        asked = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _BadLine(f"line: not a JSON object: {error}") from None
    identity = asked.get("id")
    if "position" not in asked:
        raise _BadLine("position: missing", identity)
    try:
        position = Position.parse(msgspec.json.decode(asked["position"]))
    except (NotationError, msgspec.DecodeError) as error:
        raise _BadLine(str(error), identity) from None
    return {} if identity is None else {"id": identity}, position


def _open(path: str) -> IO[bytes]:
    try:
        return sys.stdin.buffer if path == "-" else Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise ManniError("input", f"cannot read {quote(path)}: {reason(error)}") from None


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Number and text of every line that is not blank; None for one that is too long to be kept."""
    number = 0
    while line := stream.readline(MAX_INPUT + 1):
        number += 1
        whole: bytes | None = line
        while len(line) > MAX_INPUT and not line.endswith(b"\n"):
            whole = None
            line = stream.readline(MAX_INPUT + 1)
        if whole is None or whole.strip():
            yield number, whole


def _print_solution(solution: Solution) -> None:
    from rich.text import Text

    out = console()
    position = solution.position
    left = position.tricks_left
    head = Text.assemble(
        contract_text(position.contract), f" · {position.to_move} to move · {left} trick{'s' if left > 1 else ''} left"
    )
    if position.trick:
        head.append(f" · {position.leader} led ").append(card_text(position.trick))
    out.print(head)
    for seat, hand in zip(Seat, position.hands, strict=True):
        out.print(Text(f"  {seat}  ").append(card_text(hand)))
    bounds = solution.bounds
    if solution.concept == "maxn":
        out.print(f"outcome    {_seats({**solution.outcome, **bounds.outcome})}")
        outcomes: dict[Card, dict[Seat, Any]] = {**solution.card_outcomes, **bounds.card_outcomes}
        _print_cards(out.print, {card: _seats(found) for card, found in outcomes.items()}, solution)
    else:
        out.print(f"guarantee  {_seats({**solution.guarantee, **bounds.guarantee})}")
        cards: dict[Card, Any] = {**solution.cards, **bounds.cards}
        _print_cards(out.print, {card: _tricks(found) for card, found in cards.items()}, solution)
    stopped = "" if solution.exact else ", stopped by the limit"
    out.print(f"{solution.nodes} nodes in {solution.seconds * 1000:.1f} ms{stopped}", style="dim")


def _seats(values: dict[Seat, Any]) -> str:
    return "  ".join(f"{seat} {_tricks(values[seat])}" for seat in Seat if seat in values)


def _tricks(found: int | tuple[int, int]) -> str:
    """A number of tricks, or the bounds of one."""
    return str(found) if isinstance(found, int) else f"{found[0]} to {found[1]}"


def _print_cards(emit: Any, values: dict[Card, str], solution: Solution) -> None:
    """The cards under their values, best first, the best marked."""
    from rich.text import Text

    groups: dict[tuple[bool, str], list[Card]] = {}
    for card, value in values.items():
        groups.setdefault((card in solution.best, value), []).append(card)
    for (best, value), cards in groups.items():
        emit(Text(f"{'*' if best else ' '} {value:>7}  ").append(card_text(cards)))

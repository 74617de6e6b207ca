"""``manni solve``: one open position, or a stream of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from cyclopts import Parameter

from manni.cards import Card, Seat
from manni.cli.common import card_text, console, contract_text, interruptible, limit_of, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.errors import ManniError
from manni.solving import Solution, solve_many


def solve(
    position: str | None = None,
    /,
    *,
    input_: Annotated[str | None, Parameter(name="--input", allow_leading_hyphen=True)] = None,
    concept: Literal["paranoid", "maxn"] = "paranoid",
    cards: Annotated[bool, Parameter(negative="--no-cards")] = True,
    seat: str | None = None,
    threads: Whole = 1,
    time: float | None = None,
    nodes: MaybeWhole = None,
    memory: MaybeWhole = None,
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
    if position is not None and input_ is None:
        interruptible(lambda: _solve_one(position, json, options))
    elif position is None and input_ is not None:
        from manni.cli.batch import solve_stream

        interruptible(lambda: solve_stream(input_, **options))
    else:
        raise ManniError("position", "give one position, or a file of them with --input")
    return 0


def _solve_one(position: str, json: bool, options: dict[str, Any]) -> None:
    for solution in solve_many([position], **options):
        if json:
            print_json(solution.to_json())
        else:
            _print_solution(solution)


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

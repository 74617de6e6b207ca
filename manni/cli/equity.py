"""``manni equity``: who wins a game, from a score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.advise import percent
from manni.cli.common import console, print_json
from manni.cli.options import MaybeWhole, whole
from manni.errors import ManniError, quote
from manni.rules import RuleSet, load_rules, rules_to_json

if TYPE_CHECKING:
    from manni.winning import Chances

PLAYERS = ("A", "B", "C")
"""Players, clockwise; a score may be theirs, in place of the seats'."""


def equity(
    *,
    rules: str = "hornafjordur",
    score: str | None = None,
    dealer: str | None = None,
    hand: MaybeWhole = None,
    contracts_left: str | None = None,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """The chance of each player to win the game, before a hand is dealt; a shared win counts by its share.

    Parameters
    ----------
    rules
        hornafjordur, plain, declared, or the path of a rule file.
    score
        By the seats of the hand to come, such as F=9/7,M=4/0,D=8/2 (plus and minus points) or F=9,M=4,D=8 (totals); or
        by players A, B and C, clockwise. When left out, a game at its beginning.
    dealer
        Of players A, B and C the one who deals; all three are told when left out.
    hand
        The number of the hand to come; needed where the number of hands ends the game.
    contracts_left
        What each has still to declare, such as D=NULLO/NT,F=TRUMP; what is left out may be anything.
    plot
        A file for a picture (png, svg, pdf): the winning chance after the hand by the tricks taken in it.
    json
        Print JSON.
    """
    rule_set = load_rules(rules)
    given = _by_name(score, "score") if score is not None else None
    left = _by_name(contracts_left, "contracts-left") if contracts_left is not None else {}
    names = _names(given, left)
    dealers = _dealers(names, dealer)
    standing = None if given is None else {name: _score(given[name], f"score.{name}") for name in given}
    kinds = {name: text.upper().split("/") for name, text in left.items()}
    found = {}
    for d in dealers:
        try:
            found[d] = _ask(rule_set, names, d, standing, hand, kinds)
        except ManniError as error:
            if len(dealers) > 1 and error.field.startswith("contracts_left."):  # right, perhaps, when another one deals
                raise type(error)(error.field, f"{error.reason} when {d} deals; state the dealer") from None
            raise
    if plot is not None:
        if len(dealers) > 1:
            raise ManniError("dealer", "missing: a plot is of one hand")
        _plot(plot, rule_set, names, dealers[0], standing, hand, kinds)
    if json:
        print_json(
            {
                "rules": rules_to_json(rule_set),
                "score": standing,
                "hand": hand,
                "contracts_left": kinds or None,
                "equity": {d: {name: round(p, 6) for name, p in chances.items()} for d, chances in found.items()},
            }
        )
    else:
        _print(rule_set, names, standing, found)
    return 0


def _ask(
    rules: RuleSet,
    names: tuple[str, ...],
    dealer: str,
    standing: dict[str, Any] | None,
    hand: int | None,
    kinds: dict[str, list[str]],
) -> dict[str, float]:
    """The winning chance by name when one of them deals."""
    from manni.winning import equity as ask

    order = _order(names, dealer)
    try:
        found: Chances = ask(
            None if standing is None else {seat: standing[name] for seat, name in order.items() if name in standing},
            rules=rules,
            hand=hand,
            contracts_left={seat: kinds[name] for seat, name in order.items() if name in kinds} or None,  # type: ignore[misc]
        )
    except ManniError as error:  # in the user's names
        what, dot, seat = error.field.partition(".")
        raise type(error)(what + dot + (order[Seat[seat]] if dot else ""), error.reason) from None
    chances = dict(zip(order.values(), found, strict=True))
    return {name: chances[name] for name in names}


def _order(names: tuple[str, ...], dealer: str) -> dict[Seat, str]:
    """Who sits at F, M and D."""
    place = names.index(dealer)
    return {seat: names[(place + 1 + seat) % 3] for seat in Seat}


def _names(*given: dict[str, str] | None) -> tuple[str, ...]:
    """The three that the options speak of: players or, if they name one, seats."""
    used = {name for names in given for name in names or {}}
    seats = tuple(str(seat) for seat in Seat)
    for names in (PLAYERS, seats):
        if used <= set(names):
            return names
    wrong = sorted(used - set(seats)) if used & set(seats) else sorted(used - set(PLAYERS))
    raise ManniError("score", f"{quote(wrong[0])} is not one of the seats F, M, D, nor of the players A, B, C")


def _dealers(names: tuple[str, ...], dealer: str | None) -> tuple[str, ...]:
    dealer = dealer and dealer.upper()
    if names != PLAYERS:
        if dealer not in (None, "D"):
            raise ManniError("dealer", f"{quote(dealer)}, but by the seats of the score D deals")
        return ("D",)
    if dealer is None:
        return names
    if dealer not in names:
        raise ManniError("dealer", f"{quote(dealer)} is not one of {', '.join(names)}")
    return (dealer,)


def _by_name(text: str, field: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        name, equals, value = word.partition("=")
        if not equals or name.upper() in found:
            reason = "stands there twice" if equals else "is not a seat or player and what it has, such as F=7"
            raise ManniError(field, f"{quote(word)} {reason}")
        found[name.upper()] = value
    return found


def _score(text: str, field: str) -> int | list[int]:
    try:
        numbers = [whole(number) for number in text.split("/")]
    except ValueError:
        raise ManniError(field, f"{quote(text)} is not a total, or plus and minus points such as 9/7") from None
    return numbers if len(numbers) > 1 else numbers[0]


def _print(
    rules: RuleSet, names: tuple[str, ...], standing: dict[str, Any] | None, found: dict[str, dict[str, float]]
) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("player" if names == PLAYERS else "seat")
    if standing is not None:
        for heading in ("plus", "minus", "net") if rules.columns == "apart" else ("total",):
            table.add_column(heading, justify="right")
    for dealer in found:
        table.add_column("wins" if names != PLAYERS else f"{dealer} deals", justify="right")
    for name in names:
        cells = []
        if standing is not None:
            score = standing[name]
            cells = (
                [str(score)] if isinstance(score, int) else [str(score[0]), str(score[1]), f"{score[0] - score[1]:+}"]
            )
        table.add_row(name, *cells, *(percent(chances[name]) for chances in found.values()))
    out = console()
    out.print(f"{rules.name}: the chance to win the game")
    out.print(table)


def _plot(
    path: Path,
    rules: RuleSet,
    names: tuple[str, ...],
    dealer: str,
    standing: dict[str, Any] | None,
    hand: int | None,
    kinds: dict[str, list[str]],
) -> None:
    from manni.winning.plot import draw
    from manni.winning.standing import columns_of, known_left

    order = _order(names, dealer)
    columns = columns_of(None if standing is None else {s: standing[n] for s, n in order.items()}, rules)
    left = known_left({s: kinds[n] for s, n in order.items() if n in kinds} or None, rules)  # type: ignore[misc]
    number = 1 if hand is None and standing is None else hand
    draw(path, rules, columns, number, left, [order[seat] for seat in Seat])

"""``manni advise``: what one seat should do, and what every action is worth."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from manni.actions import Action, Declare, Discard, Play
from manni.cli.common import card_text, console, contract_text, limit_of, print_json, reason_text
from manni.cli.options import MaybeWhole, Whole
from manni.cli.progress import watched
from manni.cli.viewing import NO_OPTIONS, ViewOptions, describe, view_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from manni.advice import Advice, Goal
    from manni.limits import Limit
    from manni.view import View

DECISIONS = {"declare": "declare", "exchange": "exchange", "take": "take or keep", "play": "play"}


def advise(
    view: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    options: ViewOptions = NO_OPTIONS,
    time: float | None = None,
    worlds: MaybeWhole = None,
    nodes: MaybeWhole = None,
    seed: Whole = 0,
    threads: MaybeWhole = None,
    goal: Literal["points", "win"] | None = None,
    top: Whole = 12,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """The best declaration, exchange, take or keep, or play, from what one seat knows.

    Parameters
    ----------
    view
        A file with a view in JSON, - for stdin.
    options
        The view, field by field.
    time
        Seconds to think, from the view on: the start of the command (with a score, also solving the winning chances)
        comes on top. Without any limit: 2, or 200 worlds when those are done sooner.
    worlds
        Worlds to value the best actions in; the same number and seed give the same advice.
    nodes
        Search nodes to spend; the same number and seed give the same advice.
    seed
        Of the sampled worlds.
    threads
        Searches at a time; one per core when left out. Does not change the advice.
    goal
        What to make the most of: the points of the hand, or the chance to win the game. When left out: to win, if the
        view has the score (in declared its number too).
    top
        How many actions to print (JSON has all of them).
    json
        Print JSON.
    """
    from manni.errors import ManniError

    if top < 1:
        raise ManniError("top", f"{top} is not at least 1")
    limit = limit_of(time=time, worlds=worlds, nodes=nodes)
    known = view_of(view, options)
    advice = _advise(known, limit, seed, threads, goal)
    if json:
        print_json(advice.to_json())
    else:
        _print_advice(known, advice, top)
    return 0


def _advise(view: View, limit: Limit | None, seed: int, threads: int | None, goal: Goal | None) -> Advice:
    """Ask the adviser, with a bar on stderr when that is a terminal."""
    from manni.advice import Method, advise

    ask = partial(advise, view, limit=limit, seed=seed, threads=threads, method=Method(goal=goal))
    advice: Advice = watched(ask, "thinking", 1.0)
    return advice


def _print_advice(view: View, advice: Advice, top: int) -> None:
    out = console()
    out.print(describe(view))
    out.print(advice_table(advice, top))
    more = len(advice.actions) - top
    if more > 0:
        out.print(f"and {more} more", style="dim")
    for reason in advice.reasons:
        out.print("• ", reason_text(reason), sep="")
    worlds = f"all {advice.worlds} worlds" if advice.exact else f"{advice.worlds} worlds"
    out.print(f"{worlds} in {advice.seconds:.1f} s, seed {advice.seed}", style="dim")


def advice_table(advice: Advice, top: int) -> Table:
    """The best actions of an advice, `top` of them at most, with what each is worth."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(DECISIONS[advice.decision])
    to_win = advice.actions[0].win is not None
    beyond = any(value.later for value in advice.actions)
    for heading in ("tricks", "points", *(["win"] if to_win else []), *(["later"] if beyond else []), "regret", "±"):
        table.add_column(heading, justify="right")
    for value in advice.actions[:top]:
        numbers = [two_digits(value.tricks), two_digits(value.points, "+")]
        if beyond:  # only where points decide
            numbers.append(two_digits(value.later, "+"))
        # A doubt that is too small to be seen is a doubt all the same.
        if value.win is None:
            numbers += [two_digits(value.regret), two_digits(value.se and max(value.se, 0.01))]
        else:
            numbers += [percent(value.win), percent(value.regret), percent(value.se and max(value.se, 0.001))]
        table.add_row(action_text(value.action), *numbers)
    return table


def percent(value: float) -> str:
    """A probability with one decimal of a percent."""
    return f"{100 * value:.1f}%"


def two_digits(value: float, sign: str = "") -> str:
    """A number with two decimals, such that tricks and the points that follow from them agree.

    Tricks and points a whole number apart are halfway between two decimals together; to the even one, both are rounded
    the same way. What the binary numbers differ by beyond nine decimals is noise.
    """
    return format(Decimal(str(round(value, 9))), f"{sign}z.2f")


def action_text(action: Action) -> Text:
    """An action as the tables of advice show it."""
    from rich.text import Text

    match action:
        case Declare(contract):
            return contract_text(contract)
        case Discard(cards):
            return card_text(cards) if cards else Text("nothing")
        case Play(card):
            return card_text([card])
    return Text(str(action))

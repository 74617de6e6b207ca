"""``manni worlds``: the deals that a view leaves open, drawn or listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.common import card_text, console, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.cli.viewing import NO_OPTIONS, ViewOptions, describe, view_of
from manni.errors import ManniError
from manni.view import View
from manni.worlds import World, count_worlds, enumerate_worlds, iterate_worlds


def worlds(
    view: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    options: ViewOptions = NO_OPTIONS,
    count: MaybeWhole = None,
    all_: Annotated[bool, Parameter(name="--all", negative="")] = False,
    prior: Literal["uniform"] = "uniform",
    seed: Whole = 0,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Print sampled deals that are consistent with what one seat knows.

    Parameters
    ----------
    view
        A file with a view in JSON, - for stdin.
    options
        The view, field by field.
    count
        How many worlds to draw: 10 when left out.
    all_
        List every world once instead, each with its probability as weight.
    prior
        How likely a world is before the play: uniform, the cut card weighted by the dealer's exchange.
    seed
        The same seed gives the same worlds.
    json
        Print one JSON object per line.
    """
    if all_ and count is not None:
        raise ManniError("count", "given together with --all")
    known = view_of(view, options)
    found: Iterable[World]
    found = enumerate_worlds(known) if all_ else iterate_worlds(known, 10 if count is None else count, seed)
    if json:
        for world in found:
            print_json(world.to_json())
    else:
        _print_worlds(known, found)
    return 0


def _print_worlds(view: View, found: Iterable[World]) -> None:
    from rich.text import Text

    out = console()
    number = count_worlds(view)
    out.print(f"{describe(view)}; {number:,} world{'s' if number > 1 else ''}", style="bold")
    for world in found:
        line = Text()
        for seat in Seat:
            line.append(f"{seat} ", "dim").append(card_text(world.hands[seat])).append("  ")
        line.append("out ", "dim").append(card_text(world.out))
        if world.weight != 1:
            line.append(f"  {float(world.weight):.4g}", "dim")
        out.print(line, soft_wrap=True)

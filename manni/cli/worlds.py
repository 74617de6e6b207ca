"""``manni worlds``: the deals that a view leaves open, drawn or listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.common import card_text, console, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.cli.viewing import NO_OPTIONS, ViewOptions, describe, view_of
from manni.errors import ManniError
from manni.view import View
from manni.worlds import Prior, World, count_worlds, draw_worlds, enumerate_worlds, posterior, worlds_of
from manni.worlds.measure import effective_worlds

MOST_WEIGHED = 200_000
"""Worlds that are listed with the weights of the model; each takes some memory."""


def worlds(
    view: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    options: ViewOptions = NO_OPTIONS,
    count: MaybeWhole = None,
    all_: Annotated[bool, Parameter(name="--all", negative="")] = False,
    prior: Prior = "model",
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
        model: worlds are as likely as what the others did makes them (exchanges, declaration, take or keep, plays).
        uniform: all that fit are alike, the cut card weighted by the dealer's exchange.
    seed
        The same seed gives the same worlds.
    json
        Print one JSON object per line.
    """
    if all_ and count is not None:
        raise ManniError("count", "given together with --all")
    known = view_of(view, options)
    if all_:
        batches = iter([_every_world(known, prior)])
    else:
        drawn = draw_worlds(known, 10 if count is None else count, seed, prior=prior)
        batches = ((worlds_of(masks), masks.effective) for masks in drawn)
    if json:
        for batch, effective in batches:
            for world in batch:
                print_json({**world.to_json(), "effective_worlds": round(effective, 1)})
    else:
        _print_worlds(known, batches)
    return 0


Batch = tuple[Iterator[World], float]
"""Some worlds, and how many independent, equally likely ones they are worth."""


def _every_world(view: View, prior: Prior) -> Batch:
    """Each world with its probability."""
    number = count_worlds(view)
    if prior == "uniform":
        return enumerate_worlds(view), effective_worlds(view)
    if number > MOST_WEIGHED:
        reason = f"{number:,} worlds are too many to weigh, {MOST_WEIGHED:,} at most; --prior uniform lists them"
        raise ManniError("all", reason)
    masks, weights = posterior(view)
    worlds = zip(worlds_of(masks), weights.tolist(), strict=True)
    return (replace(world, weight=weight) for world, weight in worlds), masks.effective


def _print_worlds(view: View, batches: Iterator[Batch]) -> None:
    from rich.text import Text

    out = console()
    number = count_worlds(view)
    out.print(f"{describe(view)}; {number:,} world{'s' if number > 1 else ''}", style="bold")
    printed, worth = 0, 0.0
    for batch, effective in batches:
        worth += effective
        for world in batch:
            line = Text()
            for seat in Seat:
                line.append(f"{seat} ", "dim").append(card_text(world.hands[seat])).append("  ")
            line.append("out ", "dim").append(card_text(world.out))
            if world.weight != 1:
                line.append(f"  {float(world.weight):.4g}", "dim")
            out.print(line, soft_wrap=True)
            printed += 1
    if round(worth) != printed:
        out.print(f"{printed:,} worlds, worth {worth:.1f} independent ones", style="dim")

"""``manni match``: two or three bots against each other in whole games."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from manni.cli.common import console, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.cli.progress import watched

if TYPE_CHECKING:
    from manni.match import MatchResult


def match(
    first: str,
    second: str,
    third: str | None = None,
    /,
    *,
    games: Whole = 60,
    rules: str = "hornafjordur",
    seed: Whole = 0,
    processes: MaybeWhole = None,
    resume: str | None = None,
    save: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play two or three bots against each other in whole games.

    Parameters
    ----------
    first
        A bot, as for arena; advisor:goal=win and advisor:goal=points differ in what they play for.
    second
        Another one.
    third
        A third one; without it the two are seated in all ways that are not all alike.
    games
        How many games; rounded up to a multiple of 6, for a series of deals is played in six seatings.
    rules
        hornafjordur, plain, declared, or the path of a rule file.
    seed
        Fixes the deals and what the bots decide by chance.
    processes
        Series played at a time; one per core when left out. Does not change the result, except for bots limited by
        time.
    resume
        A file that keeps what each series showed; when it is there, the match goes on where it was broken off.
    save
        A file for the records of all games, one to a line.
    json
        Print JSON.
    """
    from manni.bots import BotSpec
    from manni.cores import cores
    from manni.match import match as play
    from manni.rules import load_rules

    texts = [first, second] if third is None else [first, second, third]
    bots = [BotSpec.parse(text, f"{nth} bot") for text, nth in zip(texts, ("first", "second", "third"), strict=False)]
    rule_set = load_rules(rules)
    workers = cores() if processes is None else processes
    whole = partial(play, bots, rules=rule_set, games=games, seed=seed, processes=workers, resume=resume, save=save)
    result: MatchResult = watched(whole, "games", games)
    if json:
        print_json(result.to_json())
    else:
        _print(result)
    return 0


def _print(result: MatchResult) -> None:
    from rich.table import Table

    from manni.cli.advise import percent

    out = console()
    out.print(f"{result.rules} · {result.games} games, {result.hands:.1f} hands each · seed {result.seed}")
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    for heading in ("wins per place", "±", "95%", "points per hand", "per decision"):
        table.add_column(heading, justify="right")
    for bot, wins, points, spent in zip(
        result.bots, result.wins, result.points, result.seconds_per_decision, strict=True
    ):
        low, high = wins.ci95
        table.add_row(
            bot,
            percent(wins.difference),
            percent(wins.se),
            f"{percent(low)} to {percent(high)}",
            f"{points.difference:+.3f}",
            f"{spent * 1000:.2f} ms",
        )
    out.print(table)
    for (one, other), found in zip(combinations(result.bots, 2), result.differences, strict=True):
        low, high = found.ci95
        out.print(f"{one} less {other}: {percent(found.difference)}   95%: {percent(low)} to {percent(high)}")

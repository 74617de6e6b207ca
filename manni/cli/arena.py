"""``manni arena``: two bots against each other on duplicate deals."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from manni.cli.common import console, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.cli.progress import watched

if TYPE_CHECKING:
    from manni.arena import ArenaResult


def arena(
    first: str,
    second: str,
    /,
    *,
    deals: Whole = 60,
    rules: str = "hornafjordur",
    seed: Whole = 0,
    processes: MaybeWhole = None,
    resume: str | None = None,
    save: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play two bots against each other on duplicate deals.

    Parameters
    ----------
    first
        A bot: random, greedy, pimc or advisor; the latter two with options, such as pimc:worlds=20,
        advisor:time=0.5,worlds=100 or advisor:worlds=20,inference=0,endings=off; or a class of your own,
        module:class.
    second
        The bot to compare it with.
    deals
        Deals to play, each in the six seatings of the two bots that are not all alike.
    rules
        hornafjordur, plain, declared, or the path of a rule file.
    seed
        Fixes the deals and what the bots decide by chance.
    processes
        Deals played at a time; one per core when left out. Does not change the result, except for bots limited by time.
    resume
        A file that keeps what each deal showed; when it is there, the match goes on where it was broken off.
    save
        A file for the records of all hands, one to a line.
    json
        Print JSON.
    """
    from manni.arena import arena as play
    from manni.bots import BotSpec
    from manni.cores import cores
    from manni.rules import load_rules

    bots = BotSpec.parse(first, "first bot"), BotSpec.parse(second, "second bot")
    rule_set = load_rules(rules)
    workers = cores() if processes is None else processes
    match = partial(play, *bots, rules=rule_set, deals=deals, seed=seed, processes=workers, resume=resume, save=save)
    result: ArenaResult = watched(match, "deals", deals)
    if json:
        print_json(result.to_json())
    else:
        _print_result(result)
    return 0


def _print_result(result: ArenaResult) -> None:
    out = console()
    first, second = result.bots
    match = f"{result.rules} · {result.deals} deals × 6 seatings · seed {result.seed}"
    out.print(f"{first} less {second}, per hand · {match}")
    for name, found in (("points", result.points), ("tricks", result.tricks)):
        low, high = found.ci95
        out.print(f"  {name}  {found.difference:+.3f} ± {found.se:.3f}   95%: {low:+.3f} to {high:+.3f}")
    times = [f"{spent * 1000:.2f} ms" for spent in result.seconds_per_decision]
    out.print(f"per decision  {first} {times[0]}, {second} {times[1]}", style="dim")

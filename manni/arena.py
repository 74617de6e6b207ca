"""Bots against each other on duplicate deals: who is better, by how much, and how sure that is.

Each deal is played in the six seatings of two bots that are not all alike, with the same cards and the same Manni.
What a deal says is one number, the mean of A's results at its nine seats less the mean of B's at its nine; the deal
is the unit of the statistics. Everything by chance follows from the seed and the number of the deal, so that the
result does not depend on how many processes work on it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from manni.bots import BotSpec, act
from manni.cards import Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.hand import Hand
from manni.rules import KINDS, RuleSet

SEATINGS = ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA")
"""Who sits at F, M and D, deal by deal."""


class DealResult(NamedTuple):
    """What one deal showed, over its six seatings.

    Attributes
    ----------
    points, tricks : float
        A's mean per hand less B's; tricks count as good under every contract (under Nullo the sign is turned).
    seconds, decisions : tuple of 2
        Time spent and decisions made by A and by B.
    """

    points: float
    tricks: float
    seconds: tuple[float, float]
    decisions: tuple[int, int]


class Difference(NamedTuple):
    """A's mean per hand less B's, over deals.

    Attributes
    ----------
    difference, se : float
        The mean over the deals and its standard error.
    ci95 : tuple of 2 float
        The 95% confidence interval, by Student's t.
    """

    difference: float
    se: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, values: list[float]) -> Difference:
        """The mean of one value per deal (at least two deals)."""
        mean = statistics.fmean(values)
        se = statistics.stdev(values) / sqrt(len(values))
        reach = t_975(len(values) - 1) * se
        return cls(mean, se, (mean - reach, mean + reach))


@dataclass(frozen=True)
class ArenaResult:
    """The outcome of a match on duplicate deals, A against B."""

    rules: str
    deals: int
    seed: int
    bots: tuple[str, str]
    points: Difference
    tricks: Difference
    seconds_per_decision: tuple[float, float]

    def to_json(self) -> dict[str, Any]:
        """The form documented for ``manni arena --json``.

        A bot against itself is named ``… (B)`` the second time, so that both have their own time.
        """
        first, second = self.bots
        times = zip((first, second if second != first else f"{second} (B)"), self.seconds_per_decision, strict=True)
        return {
            "rules": self.rules,
            "deals": self.deals,
            "seed": self.seed,
            "bots": list(self.bots),
            "points": _difference_json(self.points),
            "tricks": _difference_json(self.tricks),
            "seconds_per_decision": {name: round(seconds, 6) for name, seconds in times},
        }


def _difference_json(value: Difference) -> dict[str, Any]:
    return {
        "difference": round(value.difference, 6),
        "se": round(value.se, 6),
        "ci95": [round(bound, 6) for bound in value.ci95],
    }


def play_deal(rules: RuleSet, bots: tuple[BotSpec, BotSpec], seed: int, number: int) -> DealResult:
    """Play one deal in all six seatings.

    Parameters
    ----------
    rules : RuleSet
        The rules; a contract that rotates goes by `number`, and a dealer who declares has a random part of the three
        kinds of contract left, the same in all seatings.
    bots : tuple of 2 BotSpec
        A and B.
    seed, number : int
        The seed of the match and the number of the deal, from 1.
    """
    rng = random.Random(f"manni arena {seed} {number}")
    left = None
    if rules.contract_source == "declaration":
        left = tuple(sorted(rng.sample(KINDS, rng.randint(1, len(KINDS))), key=KINDS.index))
    start = Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=left)
    points, tricks = ([], []), ([], [])  # type: tuple[list[float], list[float]], tuple[list[float], list[float]]
    seconds, decisions = [0.0, 0.0], [0, 0]
    for seating in SEATINGS:
        side = ["AB".index(letter) for letter in seating]
        players = [bots[side[seat]].make(rng.getrandbits(32)) for seat in Seat]
        hand = start
        while (seat := hand.to_move) is not None:
            view = hand.view(seat)
            began = time.perf_counter()
            action = act(players[seat], view)
            seconds[side[seat]] += time.perf_counter() - began
            decisions[side[seat]] += 1
            hand = hand.apply(action)
        assert hand.contract is not None
        for seat in Seat:
            points[side[seat]].append(hand.score()[seat].net)
            tricks[side[seat]].append(-hand.tricks[seat] if hand.contract.avoid else hand.tricks[seat])
    return DealResult(
        statistics.fmean(points[0]) - statistics.fmean(points[1]),
        statistics.fmean(tricks[0]) - statistics.fmean(tricks[1]),
        (seconds[0], seconds[1]),
        (decisions[0], decisions[1]),
    )


def arena(
    first: BotSpec,
    second: BotSpec,
    *,
    rules: RuleSet,
    deals: int,
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> ArenaResult:
    """Play two bots against each other on duplicate deals.

    Parameters
    ----------
    first, second : BotSpec
        A and B.
    rules : RuleSet
        The rules of every hand.
    deals : int
        How many deals, at least 2; each is played six times.
    seed : int
        Fixes the deals and everything that the bots decide by chance.
    processes : int
        How many processes share the deals; the result does not depend on it, except for bots limited by time.
    progress : callable, optional
        Told the number of deals done after each.

    Raises
    ------
    ManniError
        Naming ``deals`` or ``processes`` when they are too few.
    """
    if deals < 2:
        raise ManniError("deals", f"{deals} is too few to tell the error: at least 2")
    if processes < 1:
        raise ManniError("processes", f"{processes} is not at least 1")
    results: list[DealResult] = []
    for result in _results(_Job(rules, (first, second), seed), deals, processes):
        results.append(result)
        if progress:
            progress(len(results))
    spent = [sum(r.seconds[side] for r in results) / max(1, sum(r.decisions[side] for r in results)) for side in (0, 1)]
    return ArenaResult(
        rules=rules.name,
        deals=deals,
        seed=seed,
        bots=(str(first), str(second)),
        points=Difference.of([r.points for r in results]),
        tricks=Difference.of([r.tricks for r in results]),
        seconds_per_decision=(spent[0], spent[1]),
    )


@dataclass(frozen=True)
class _Job:
    """One match without its deals: called with the number of a deal, plays it. Can be sent to another process."""

    rules: RuleSet
    bots: tuple[BotSpec, BotSpec]
    seed: int

    def __call__(self, number: int) -> DealResult:
        return play_deal(self.rules, self.bots, self.seed, number)


def _results(job: _Job, deals: int, processes: int) -> Iterator[DealResult]:
    numbers = range(1, deals + 1)
    if processes == 1:
        yield from map(job, numbers)
        return
    import multiprocessing
    import signal

    # An interrupt is the parent's to answer: it ends the pool.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(min(processes, deals), signal.signal, ignore) as pool:
        yield from pool.imap(job, numbers)


def t_975(freedom: int) -> float:
    """The 97.5% quantile of Student's t with `freedom` degrees of freedom.

    By the expansion around the normal quantile (Abramowitz and Stegun, 26.7.5), within 0.2% from 3 degrees on; the
    first two are exact.
    """
    if freedom < 3:
        return (12.7062047, 4.3026527)[freedom - 1]
    z = statistics.NormalDist().inv_cdf(0.975)
    n = float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )

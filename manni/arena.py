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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from manni.bots import BotSpec, ask
from manni.cards import Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.estimates import Estimate
from manni.hand import Hand
from manni.record import dumps
from manni.rules import KINDS, RuleSet, rules_to_json
from manni.series import Journal, run

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


@dataclass(frozen=True)
class ArenaResult:
    """The outcome of a match on duplicate deals, A against B; differences are A's mean per hand less B's."""

    rules: str
    deals: int
    seed: int
    bots: tuple[str, str]
    points: Estimate
    tricks: Estimate
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
            "points": self.points.to_json(),
            "tricks": self.tricks.to_json(),
            "seconds_per_decision": {name: round(seconds, 6) for name, seconds in times},
        }


def play_deal(
    rules: RuleSet, bots: tuple[BotSpec, BotSpec], seed: int, number: int
) -> tuple[DealResult, tuple[Hand, ...]]:
    """Play one deal in all six seatings; returns what it showed, and the hands.

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
    dealt = deal(rules, seed, number)
    # A seat has the same chance in all seatings: bots that decide alike play alike.
    chance = [rng.getrandbits(32) for _ in Seat]
    points, tricks = ([], []), ([], [])  # type: tuple[list[float], list[float]], tuple[list[float], list[float]]
    seconds, decisions = [0.0, 0.0], [0, 0]
    hands = []
    for seating in SEATINGS:
        side = ["AB".index(letter) for letter in seating]
        forehand, middlehand, dealer = (f"{bots[side[seat]]} ({seat})" for seat in Seat)
        players = [bots[side[seat]].make(chance[seat]) for seat in Seat]
        names = forehand, middlehand, dealer
        hand = Hand.start(rules, dealt, number=number, players=names, contracts_left=left)
        while (seat := hand.to_move) is not None:
            view = hand.view(seat)
            began = time.perf_counter()
            action = ask(players[seat], view, names[seat])
            seconds[side[seat]] += time.perf_counter() - began
            decisions[side[seat]] += 1
            try:
                hand = hand.apply(action)
            except ManniError as error:
                raise ManniError("bot", f"{names[seat]} did what is not legal, {error}") from error
        assert hand.contract is not None
        for seat in Seat:
            points[side[seat]].append(hand.score()[seat].net)
            tricks[side[seat]].append(-hand.tricks[seat] if hand.contract.avoid else hand.tricks[seat])
        hands.append(hand)
    result = DealResult(
        statistics.fmean(points[0]) - statistics.fmean(points[1]),
        statistics.fmean(tricks[0]) - statistics.fmean(tricks[1]),
        (seconds[0], seconds[1]),
        (decisions[0], decisions[1]),
    )
    return result, tuple(hands)


def arena(
    first: BotSpec,
    second: BotSpec,
    *,
    rules: RuleSet,
    deals: int,
    seed: int = 0,
    processes: int = 1,
    resume: str | Path | None = None,
    save: str | Path | None = None,
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
    resume : path, optional
        A file that keeps what each deal showed. When it is there already, its deals are not played again; it has to
        be of the same bots, rules and seed.
    save : path, optional
        A file for the records of all hands played, one to a line.
    progress : callable, optional
        Told the number of deals done after each.

    Raises
    ------
    ManniError
        Naming ``deals`` or ``processes`` when they are too few, ``resume`` or ``save`` for a file that cannot be used,
        ``bot`` when one fails or does what is not legal.
    """
    if deals < 2:
        raise ManniError("deals", f"{deals} is too few to tell the error: at least 2")
    job = _Job(rules, (first, second), seed, save is not None)
    match = {"arena": [str(first), str(second)], "rules": rules_to_json(rules), "seed": seed}
    results: list[DealResult] = []
    with Journal(match, resume, save) as journal:
        for value in run(job, deals, processes, journal):
            points, tricks, seconds, decisions = value
            results.append(DealResult(points, tricks, tuple(seconds), tuple(decisions)))
            if progress:
                progress(len(results))
    spent = [sum(r.seconds[side] for r in results) / max(1, sum(r.decisions[side] for r in results)) for side in (0, 1)]
    return ArenaResult(
        rules=rules.name,
        deals=deals,
        seed=seed,
        bots=(str(first), str(second)),
        points=Estimate.of([r.points for r in results]),
        tricks=Estimate.of([r.tricks for r in results]),
        seconds_per_decision=(spent[0], spent[1]),
    )


@dataclass(frozen=True)
class _Job:
    """One match without its deals: called with the number of a deal, plays it. Can be sent to another process."""

    rules: RuleSet
    bots: tuple[BotSpec, BotSpec]
    seed: int
    record: bool

    def __call__(self, number: int) -> tuple[DealResult, list[str]]:
        result, hands = play_deal(self.rules, self.bots, self.seed, number)
        return result, [dumps(hand) for hand in hands] if self.record else []

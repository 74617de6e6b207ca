"""A whole record reviewed: all its decisions on all cores, and what they add up to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from manni import series
from manni.advice.method import Goal
from manni.cards import Contract, Seat
from manni.errors import ManniError, quote
from manni.hand import Hand
from manni.history import steps
from manni.limits import Limit
from manni.review.grades import OF_CHANCES, OF_POINTS, Thresholds
from manni.review.known import known
from manni.review.luck import Luck, luck
from manni.review.open_cards import open_cards
from manni.review.totals import Totals
from manni.review.verdict import Verdict

DEFAULT_WORLDS = 100
"""Worlds per question when no limit is given."""


@dataclass(frozen=True)
class HandReview:
    """One hand with the verdicts on its decisions, in order.

    Attributes
    ----------
    hand : Hand
        As far as it was played.
    verdicts : tuple of Verdict
        Of the players asked for.
    luck : tuple of Luck
        Of their seats; empty before there is a contract.
    """

    hand: Hand
    verdicts: tuple[Verdict, ...]
    luck: tuple[Luck, ...]

    @property
    def contract(self) -> Contract | None:
        """What was played."""
        return self.hand.contract

    def to_json(self) -> dict[str, Any]:
        """The review of the hand as ``manni review --json`` prints it."""
        hand = self.hand
        return {
            "number": hand.number,
            "contract": str(hand.contract) if hand.contract else None,
            "cut": str(hand.cut) if hand.cut else None,
            "players": {str(seat): player_of(hand, seat) for seat in Seat},
            "over": hand.phase == "over",
            "tricks": {str(seat): hand.tricks[seat] for seat in Seat},
            "decisions": [verdict.to_json() for verdict in self.verdicts],
            "luck": [part.to_json() for part in self.luck],
        }


@dataclass(frozen=True)
class Review:
    """The review of a record.

    Attributes
    ----------
    hands : tuple of HandReview
        In order.
    totals : tuple of Totals
        By player, in the order in which they are first met.
    goal : {'points', 'win'}
        The unit of the losses on what was known.
    thresholds : Thresholds
        Of the classes, in that unit.
    limit : Limit
        Of each question to the adviser.
    seed : int
        Of the worlds.
    """

    hands: tuple[HandReview, ...]
    totals: tuple[Totals, ...]
    goal: Goal
    thresholds: Thresholds
    limit: Limit
    seed: int

    @property
    def unit(self) -> str:
        """``points``, or ``chances`` to win the game."""
        return "points" if self.goal == "points" else "chances"

    def to_json(self) -> dict[str, Any]:
        """The object that ``manni review --json`` prints."""
        limits = {"worlds": self.limit.worlds, "seconds": self.limit.seconds, "nodes": self.limit.nodes}
        return {
            "format": "manni-review/1",
            "goal": self.goal,
            "thresholds": {name: getattr(self.thresholds, name) for name in ("inaccuracy", "mistake", "blunder")},
            "limit": {name: value for name, value in limits.items() if value is not None},
            "seed": self.seed,
            "hands": [hand.to_json() for hand in self.hands],
            "totals": [totals.to_json() for totals in self.totals],
        }


def player_of(hand: Hand, seat: Seat) -> str:
    """The name of who sits there, or the seat where there is none."""
    return hand.players[seat] if hand.players else str(seat)


def review(
    hands: Sequence[Hand],
    *,
    player: str | None = None,
    seat: Seat | None = None,
    goal: Goal = "points",
    thresholds: Thresholds | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every decision of hands, each on what its seat knew and with open cards.

    Parameters
    ----------
    hands : sequence of Hand
        As far as they were played, such as those of a `Game`.
    player : str, optional
        Judge the decisions of this player alone.
    seat : Seat, optional
        Judge the decisions of this seat alone.
    goal : {'points', 'win'}
        By what the adviser judges: the points of the hand, or the chance to win the game (which takes records that
        say how the game stands).
    thresholds : Thresholds, optional
        Of the classes of errors; by default those for points or for chances.
    limit : Limit, optional
        Of each question to the adviser, of which a decision has one or two; by default 100 worlds. Under a limit in
        worlds or nodes a review follows from its seed.
    seed : int
        Of the worlds.
    processes : int
        How many work at a time; does not change the result.
    progress : callable, optional
        Told after each decision how many are done, and of how many.

    Raises
    ------
    ManniError
        Naming ``player``, ``goal`` or ``processes``: nobody of that name, no score to win by, or none at all.
    """
    _check(hands, player, goal, processes)
    steps_of = [(n, k) for n, hand in enumerate(hands) for k in _asked(hand, player, seat)]
    chosen = limit or Limit(worlds=DEFAULT_WORLDS)
    bounds = thresholds or (OF_POINTS if goal == "points" else OF_CHANCES)
    job = _Job(tuple(hands), tuple(steps_of), goal, bounds, chosen, seed)
    verdicts: list[Verdict] = []
    for verdict in series.run(job, len(steps_of), processes, series.Journal({})):
        verdicts.append(verdict)
        if progress:
            progress(len(verdicts), len(steps_of))
    reviewed = []
    for n, hand in enumerate(hands):
        mine = tuple(verdict for (place, _), verdict in zip(steps_of, verdicts, strict=True) if place == n)
        reviewed.append(HandReview(hand, mine, tuple(_luck(hand, mine, player, seat, goal))))
    return Review(tuple(reviewed), _totals(reviewed), goal, bounds, chosen, seed)


def _check(hands: Sequence[Hand], player: str | None, goal: Goal, processes: int) -> None:
    names = list(dict.fromkeys(player_of(hand, seat) for hand in hands for seat in Seat))
    if player is not None and player not in names:
        raise ManniError("player", f"{quote(player)} is none of {', '.join(names)}")
    if goal == "win" and any(hand.standing is None for hand in hands):
        raise ManniError("goal", "the record does not say how the game stands")
    if processes < 1:
        raise ManniError("processes", f"{processes} is not at least 1")


def _asked(hand: Hand, player: str | None, seat: Seat | None) -> list[int]:
    """The numbers, from 0, of the decisions to be judged."""
    return [k for k, (point, _) in enumerate(steps(hand)) if _wanted(hand, point.to_move, player, seat)]


def _wanted(hand: Hand, whose: Seat | None, player: str | None, seat: Seat | None) -> bool:
    assert whose is not None
    return (player is None or player_of(hand, whose) == player) and (seat is None or whose is seat)


@dataclass(frozen=True)
class _Job:
    """One review: called with the number of a decision to be judged, from 1. Can be sent to another process."""

    hands: tuple[Hand, ...]
    steps: tuple[tuple[int, int], ...]
    goal: Goal
    thresholds: Thresholds
    limit: Limit
    seed: int

    def __call__(self, number: int) -> tuple[Verdict, list[str]]:
        place, decision = self.steps[number - 1]
        hand = self.hands[place]
        point, action = list(steps(hand))[decision]
        chance = random.Random(f"manni review {self.seed} {place} {decision}")
        seeds = chance.getrandbits(32), chance.getrandbits(32)
        seat = point.to_move
        assert seat is not None
        verdict = Verdict(
            hand=hand.number,
            decision=decision + 1,
            seat=seat,
            player=player_of(hand, seat),
            phase=point.phase,
            trick=sum(point.tricks) + 1 if point.phase == "play" else None,
            action=action,
            choices=len(point.legal_actions()),
            known=known(point, action, self.thresholds, self.limit, seeds, self.goal),
            open=open_cards(point, action, hand),
        )
        return verdict, []


def _luck(hand: Hand, verdicts: Sequence[Verdict], player: str | None, seat: Seat | None, goal: Goal) -> list[Luck]:
    found = []
    for whose in Seat:
        if _wanted(hand, whose, player, seat):
            # Losses of chances do not add up with points; they then stay in the rest.
            mine = [v.known.loss for v in verdicts if v.seat is whose] if goal == "points" else []
            part = luck(hand, whose, player_of(hand, whose), float(sum(mine)))
            if part is not None:
                found.append(part)
    return found


def _totals(hands: Sequence[HandReview]) -> tuple[Totals, ...]:
    verdicts = [verdict for hand in hands for verdict in hand.verdicts]
    lucks = [part for hand in hands for part in hand.luck]
    players = dict.fromkeys([verdict.player for verdict in verdicts] + [part.player for part in lucks])
    return tuple(
        Totals.of(
            player,
            sum(any(player_of(hand.hand, seat) == player for seat in Seat) for hand in hands),
            [verdict for verdict in verdicts if verdict.player == player],
            [part for part in lucks if part.player == player],
        )
        for player in players
    )

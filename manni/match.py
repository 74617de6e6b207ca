"""Bots against each other in whole games: who wins more of them, and how sure that is.

A series of deals is played in six seatings, so that luck in the cards and in the places is shared: two bots in the six
that are not all alike, three in all orders. What a series says is one number for each bot, the part of the games that
it won for each place at the table it had (a third when all are alike; a shared win counts by its share); the series is
the unit of the statistics. Everything by chance follows from the seed and the number of the series, so that the result
does not depend on how many processes work on it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

from manni.arena import SEATINGS
from manni.bots import Bot, BotSpec, ask
from manni.cards import Seat
from manni.errors import ManniError
from manni.estimates import Estimate
from manni.game import Game
from manni.record import dumps
from manni.rules import RuleSet, rules_to_json
from manni.series import Journal, run

PLACES = "ABC"
"""The players of a game, clockwise."""

MOST_HANDS = 1000
"""A game of more hands than these is broken off: under some rules and with some bots nobody may ever win."""


class SeriesResult(NamedTuple):
    """What the games of one series showed, by bot.

    Attributes
    ----------
    wins : tuple of float
        The part of the games won, for each place at the table.
    points : tuple of float
        Mean net points per hand.
    seconds : tuple of float
        Time spent.
    decisions : tuple of int
        Decisions made.
    hands : int
        Hands played in all games.
    """

    wins: tuple[float, ...]
    points: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    hands: int


@dataclass(frozen=True)
class MatchResult:
    """The outcome of a match.

    Attributes
    ----------
    rules : str
        The name of the rule set.
    games, seed : int
        Games played, and the seed they came from.
    bots : tuple of str
        Two or three.
    wins : tuple of Estimate
        By bot the part of the games won, for each place at the table it had; a third when all are alike.
    points : tuple of Estimate
        By bot the mean net points per hand.
    differences : tuple of Estimate
        Of the wins of each pair, in the order of `itertools.combinations`: the first less the second.
    hands : float
        Mean hands per game.
    seconds_per_decision : tuple of float
        By bot.
    """

    rules: str
    games: int
    seed: int
    bots: tuple[str, ...]
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]
    hands: float
    seconds_per_decision: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """The form documented for ``manni match --json``."""
        return {
            "rules": self.rules,
            "games": self.games,
            "seed": self.seed,
            "bots": [
                {
                    "bot": bot,
                    "wins": _mean_json(self.wins[place]),
                    "points": _mean_json(self.points[place]),
                    "seconds_per_decision": round(self.seconds_per_decision[place], 6),
                }
                for place, bot in enumerate(self.bots)
            ],
            "differences": [
                {"bots": [self.bots[first], self.bots[second]], **difference.to_json()}
                for (first, second), difference in zip(
                    combinations(range(len(self.bots)), 2), self.differences, strict=True
                )
            ],
            "hands_per_game": round(self.hands, 3),
        }


def _mean_json(value: Estimate) -> dict[str, Any]:
    data = value.to_json()
    return {"mean": data.pop("difference"), **data}


def seatings(bots: int) -> tuple[tuple[int, int, int], ...]:
    """The six ways to seat two or three bots: by player, clockwise, the number of the bot."""
    if bots == 2:
        return tuple(("AB".index(s[0]), "AB".index(s[1]), "AB".index(s[2])) for s in SEATINGS)
    return tuple((a, b, c) for a, b, c in permutations(range(3)))


def play_game(
    game: Game,
    players: Sequence[Bot],
    book: Callable[[int, float], None] | None = None,
    most_hands: int = MOST_HANDS,
) -> Game:
    """Play a game to its end.

    Parameters
    ----------
    game : Game
        Where it stands.
    players : sequence of 3 Bot
        By player.
    book : callable, optional
        Told the player and the seconds of each decision.
    most_hands : int
        A game that needs more is broken off.

    Raises
    ------
    ManniError
        Naming ``bot`` when one fails or does what is not legal, ``rules`` when the game does not come to an end.
    """
    while not game.over:
        if game.number > most_hands:
            raise ManniError("rules", f"no end to a game after {most_hands} hands")
        seating, hand = game.seating(), game.next_hand()
        while (seat := hand.to_move) is not None:
            player = seating[seat]
            view = hand.view(seat)
            began = time.perf_counter()
            action = ask(players[player], view, game.players[player])
            if book:
                book(player, time.perf_counter() - began)
            try:
                hand = hand.apply(action)
            except ManniError as error:
                raise ManniError("bot", f"{game.players[player]} did what is not legal, {error}") from error
        game = game.add(hand)
    return game


def play_series(
    rules: RuleSet, bots: Sequence[BotSpec], seed: int, number: int
) -> tuple[SeriesResult, tuple[Game, ...]]:
    """Play one series of deals in six seatings; returns what it showed, and the games.

    Parameters
    ----------
    rules : RuleSet
        The rules of the games.
    bots : sequence of 2 or 3 BotSpec
        Who plays.
    seed, number : int
        The seed of the match and the number of the series, from 1.
    """
    rng = random.Random(f"manni match {seed} {number}")
    deals = rng.getrandbits(32)
    # A place has the same chance in all seatings: bots that decide alike play alike.
    chance = [rng.getrandbits(32) for _ in PLACES]
    wins: list[list[float]] = [[] for _ in bots]
    points: list[list[int]] = [[] for _ in bots]
    seconds, decisions = [0.0] * len(bots), [0] * len(bots)
    games = []
    for seating in seatings(len(bots)):
        names = tuple(f"{bots[bot]} ({place})" for bot, place in zip(seating, PLACES, strict=True))

        def book(player: int, spent: float, seating: tuple[int, int, int] = seating) -> None:
            seconds[seating[player]] += spent
            decisions[seating[player]] += 1

        players = [bots[bot].make(own) for bot, own in zip(seating, chance, strict=True)]
        game = play_game(Game.start(rules, deals, (names[0], names[1], names[2])), players, book)
        for player, bot in enumerate(seating):
            wins[bot].append((player in game.winners) / len(game.winners))
        for place, hand in enumerate(game.hands, 1):
            for seat in Seat:
                points[seating[game.seating(place)[seat]]].append(hand.score()[seat].net)
        games.append(game)
    result = SeriesResult(
        tuple(map(statistics.fmean, wins)),
        tuple(map(statistics.fmean, points)),
        tuple(seconds),
        tuple(decisions),
        sum(len(game.hands) for game in games),
    )
    return result, tuple(games)


def match(
    bots: Sequence[BotSpec],
    *,
    rules: RuleSet,
    games: int,
    seed: int = 0,
    processes: int = 1,
    resume: str | Path | None = None,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play two or three bots against each other in whole games.

    Parameters
    ----------
    bots : sequence of BotSpec
        Two or three.
    rules : RuleSet
        The rules of the games.
    games : int
        How many games, more than 6; rounded up to a multiple of 6, the seatings of a series.
    seed : int
        Fixes the deals and everything that the bots decide by chance.
    processes : int
        How many processes share the series; the result does not depend on it, except for bots limited by time.
    resume : path, optional
        A file that keeps what each series showed. When it is there already, its series are not played again; it has
        to be of the same bots, rules and seed.
    save : path, optional
        A file for the records of all games, one to a line.
    progress : callable, optional
        Told the number of games done after each series.

    Raises
    ------
    ManniError
        Naming ``bots``, ``games`` or ``processes`` when they are too few or too many, ``resume`` or ``save`` for a
        file that cannot be used, ``bot`` when one fails or does what is not legal, ``rules`` when a game has no end.
    """
    if len(bots) not in (2, 3):
        raise ManniError("bots", f"{len(bots)} given; a match has 2 or 3")
    each = len(SEATINGS)
    if games <= each:
        raise ManniError("games", f"{games} is too few to tell the error: more than {each}, the seatings of a series")
    job = _Job(rules, tuple(bots), seed, save is not None)
    of = {"match": [str(bot) for bot in bots], "rules": rules_to_json(rules), "seed": seed}
    results: list[SeriesResult] = []
    with Journal(of, resume, save) as journal:
        for value in run(job, -(-games // each), processes, journal):
            wins, points, seconds, decisions, hands = value
            results.append(SeriesResult(tuple(wins), tuple(points), tuple(seconds), tuple(decisions), hands))
            if progress:
                progress(each * len(results))
    places = range(len(bots))
    return MatchResult(
        rules=rules.name,
        games=each * len(results),
        seed=seed,
        bots=tuple(str(bot) for bot in bots),
        wins=tuple(Estimate.of([r.wins[bot] for r in results]) for bot in places),
        points=tuple(Estimate.of([r.points[bot] for r in results]) for bot in places),
        differences=tuple(
            Estimate.of([r.wins[first] - r.wins[second] for r in results]) for first, second in combinations(places, 2)
        ),
        hands=sum(r.hands for r in results) / (each * len(results)),
        seconds_per_decision=tuple(
            sum(r.seconds[bot] for r in results) / max(1, sum(r.decisions[bot] for r in results)) for bot in places
        ),
    )


@dataclass(frozen=True)
class _Job:
    """A match without its series: called with the number of one, plays it. Can be sent to another process."""

    rules: RuleSet
    bots: tuple[BotSpec, ...]
    seed: int
    record: bool

    def __call__(self, number: int) -> tuple[SeriesResult, list[str]]:
        result, games = play_series(self.rules, self.bots, self.seed, number)
        return result, [dumps(game) for game in games] if self.record else []

"""What the engine does for each type of query: the body of its answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import solver
from manni.actions import Action, action_from_json
from manni.advice import Method, advise
from manni.cards import Seat
from manni.dealing import deal
from manni.engine import queries
from manni.engine.hands import Hands
from manni.errors import ManniError, NotationError, RulesError, ViewError, quote
from manni.game import Game
from manni.hand import Exchanges, Hand
from manni.limits import Limit
from manni.notation import Position
from manni.rules import BUILT_IN, RuleSet, load_rules
from manni.shapes import inside
from manni.solving import solve
from manni.view import View
from manni.winning import equity
from manni.winning.table import prospects
from manni.worlds import draw_worlds, worlds_of

Body = dict[str, Any]


@dataclass
class Job:
    """A query at work.

    Attributes
    ----------
    query : Query
        What is asked.
    stop : solver.Stop
        Set from outside when the answer is to come at once.
    partial : dict
        What is known by now, for a partial answer.
    """

    query: queries.Query
    stop: solver.Stop = field(default_factory=solver.Stop)
    partial: Body = field(default_factory=dict)


class Desk:
    """Answers queries, one per thread at a time.

    Parameters
    ----------
    memory : int
        Bytes that one search may take.
    """

    def __init__(self, memory: int) -> None:
        self.hands = Hands()
        self.memory = memory

    def answer(self, job: Job) -> Body:
        """The body of the answer to a query.

        Raises
        ------
        ManniError
            Naming the field of the query that is wrong.
        """
        return _WORK[type(job.query)](self, job, job.query)

    def clear(self) -> int:
        """Forget the hands that are kept, returning how many there were, and the tables of winning chances."""
        prospects.cache_clear()
        return self.hands.clear()

    def solve(self, job: Job, query: queries.Solve) -> Body:
        """What `manni solve` prints."""
        try:
            position = Position.parse(query.position)
        except NotationError as error:
            raise NotationError("position", str(error)) from None
        limit = Limit(seconds=query.time, nodes=query.nodes, memory=self._memory(query), stop=job.stop)
        return solve(position, query.concept, query.cards, query.seat, limit).to_json()

    def _memory(self, query: queries.Solve) -> int:
        if query.memory is None:
            return self.memory
        if query.memory << 20 > self.memory:
            raise ManniError("memory", f"{query.memory} is more than the {self.memory >> 20} that the engine has")
        return query.memory << 20

    def advise(self, job: Job, query: queries.Advise) -> Body:
        """What `manni advise` prints."""
        view = self._view(query)
        limit = Limit(seconds=query.time, worlds=query.worlds, nodes=query.nodes, stop=job.stop)

        def progress(part: float) -> None:
            job.partial = {**job.partial, "progress": round(part, 3)}

        def leader(action: Action, worlds: int) -> None:
            job.partial = {**job.partial, "best": action.to_json(), "worlds": worlds}

        method = Method(goal=query.goal)
        found = advise(view, limit=limit, method=method, seed=query.seed, threads=1, progress=progress, leader=leader)
        return found.to_json()

    def worlds(self, job: Job, query: queries.Worlds) -> Body:
        """The worlds that `manni worlds` prints."""
        found: list[Body] = []
        effective = 0.0
        for masks in draw_worlds(self._view(query), query.count, query.seed, prior=query.prior):
            effective += masks.effective
            found += [world.to_json() for world in worlds_of(masks)]
            if job.stop.is_set:
                break
        return {"worlds": found, "effective_worlds": round(effective, 1)}

    def equity(self, job: Job, query: queries.Equity) -> Body:
        """The chances that `manni equity` prints."""
        found = equity(query.score, rules=_rules(query.rules), hand=query.hand, contracts_left=query.contracts_left)
        return {"chances": found._asdict()}

    def _view(self, query: queries.Known) -> View:
        if (query.view is None) == (query.record is None):
            raise ViewError("view", "missing, and so is record" if query.view is None else "given, and a record too")
        if query.view is not None:
            if query.seat is not None:
                raise ViewError("seat", "given beside a view, which has its own")
            _named(query.view.get("rules"), "view.rules")
            with inside("view."):
                return View.from_json(query.view)
        assert query.record is not None
        with inside("record."):
            hand = self.hands.read(query.record)
        seat = hand.to_move if query.seat is None else Seat[query.seat]
        if seat is None:
            raise ViewError("record", "the hand is over, and no seat is given")
        return hand.view(seat)

    def legal(self, job: Job, query: queries.Legal) -> Body:
        """What may be done in a hand."""
        with inside("record."):
            hand = self.hands.read(query.record)
        actions = hand.legal_actions()
        exchanges = actions if isinstance(actions, Exchanges) else None
        return {
            "phase": hand.phase,
            "to_move": _name(hand.to_move),
            "actions": None if exchanges else [action.to_json() for action in actions],
            "discard": {"hand": str(exchanges.hand), "most": exchanges.most} if exchanges else None,
            "view": None if hand.to_move is None else hand.view(hand.to_move).to_json(),
        }

    def apply(self, job: Job, query: queries.Apply) -> Body:
        """A hand after an action, or a game after a hand."""
        with inside("record."):
            found = self.hands.read(query.record)
        asked, other = ("action", "hand") if isinstance(found, Hand) else ("hand", "action")
        if getattr(query, asked) is None:
            raise NotationError(asked, "missing")
        if getattr(query, other) is not None:
            raise NotationError(other, f"given, but the record is a {'hand' if isinstance(found, Hand) else 'game'}")
        if isinstance(found, Hand):
            action = action_from_json(query.action)
            with inside("action."):
                return self._hand(found.apply(action))
        assert query.hand is not None
        with inside("hand."):
            hand = self.hands.read(query.hand)
        return self._game(found.add(hand))

    def deal(self, job: Job, query: queries.Deal) -> Body:
        """A hand just dealt."""
        if query.game is None:
            rules, number = _rules(query.rules), 1 if query.number is None else query.number
            return self._hand(Hand.start(rules, deal(rules, _seed(query.seed), number), number=number))
        for name in ("rules", "seed", "number"):
            if getattr(query, name) is not None:
                raise NotationError(name, "given, but the game has its own")
        with inside("game."):
            game = self.hands.read(query.game)
            return self._hand(game.next_hand())

    def game(self, job: Job, query: queries.StartGame) -> Body:
        """A game before its first hand."""
        return self._game(Game.start(_rules(query.rules), _seed(query.seed), query.players))

    def score(self, job: Job, query: queries.Score) -> Body:
        """How a hand or a game stands."""
        with inside("record."):
            found = self.hands.read(query.record)
        if isinstance(found, Hand):
            points = dict(zip("FMD", found.score(), strict=True)) if found.phase == "over" else None
            return {
                "over": found.phase == "over",
                "tricks": dict(zip("FMD", found.tricks, strict=True)),
                "points": points,
            }
        return {
            "over": found.over,
            "columns": found.columns,
            "winners": [found.players[player] for player in found.winners] if found.over else None,
            "next_dealer": None if found.over else found.players[found.seating().D],
        }

    def rules(self, job: Job, query: queries.Rules) -> Body:
        """Rule sets in full."""
        asked = BUILT_IN if query.rules is None else (query.rules,)
        return {"rules": [_rules(rules).to_dict() for rules in asked]}

    def _hand(self, hand: Hand) -> Body:
        return {"record": self.hands.write(hand), "phase": hand.phase, "to_move": _name(hand.to_move)}

    def _game(self, game: Game) -> Body:
        return {"record": self.hands.write(game), "over": game.over}


_WORK: dict[type[queries.Query], Callable[[Desk, Job, Any], Body]] = {
    queries.Solve: Desk.solve,
    queries.Advise: Desk.advise,
    queries.Worlds: Desk.worlds,
    queries.Equity: Desk.equity,
    queries.Legal: Desk.legal,
    queries.Apply: Desk.apply,
    queries.Deal: Desk.deal,
    queries.StartGame: Desk.game,
    queries.Score: Desk.score,
    queries.Rules: Desk.rules,
}


def _name(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def _rules(rules: str | dict[str, Any] | None) -> RuleSet:
    _named(rules, "rules")
    with inside("rules." if isinstance(rules, dict) else ""):
        return load_rules(BUILT_IN[0] if rules is None else rules)


def _named(rules: object, field: str) -> None:
    """Refuse rules that would be read as a path: whoever asks may not open files here."""
    if isinstance(rules, str) and rules not in BUILT_IN:
        raise RulesError(field, f"{quote(rules)} is none of {', '.join(BUILT_IN)}; give a house's rules as an object")

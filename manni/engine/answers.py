"""What answers of the engine look like.

Every answer has the fields of `Answer`. A final one has besides them those of the answer to its type of query, or those
of `ErrorAnswer`. The published schema is made of these classes, and a test holds every kind of answer to it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from manni.engine.queries import (
    ActionForm,
    Advise,
    Apply,
    Clear,
    Deal,
    Equity,
    Id,
    Legal,
    Query,
    Rules,
    Score,
    Solve,
    StartGame,
    Terminate,
    Version,
    ViewForm,
    Worlds,
)
from manni.record_form import BySeat, CardText, GameRecord, HandRecord, HandText, SeatName
from manni.rules import Points

Phase = Literal["declare", "exchange", "take", "play", "over"]
Range = tuple[int, int]
Tricks = BySeat[int]


class Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    """What every answer has.

    Attributes
    ----------
    id : str, int or None
        That of the query; null when the line had none that could be used.
    final : bool
        True once for every query; false when more is to come.
    warning : str
        What of the query had no effect.
    terminated : bool
        The query was ended before it was done: the answer may be less than what was asked, or nothing.
    """

    id: Id | None
    final: bool
    warning: str | UnsetType = UNSET
    terminated: Literal[True] | UnsetType = UNSET


class ErrorAnswer(Answer, kw_only=True):
    """The query cannot be answered.

    Attributes
    ----------
    error : str
        Why, in one line.
    field : str
        The field of the query that is wrong; `line` when there is no query to be read.
    """

    error: str
    field: str


class PartialAnswer(Answer, kw_only=True):
    """A query is at work.

    Attributes
    ----------
    seconds : float
        Since it began.
    progress : float
        For advice, the part of the limit that is used, 0 to 1.
    best : object
        For advice, the action that is ahead.
    worlds : int
        After how many worlds.
    """

    seconds: float
    progress: float | UnsetType = UNSET
    best: ActionForm | UnsetType = UNSET
    worlds: int | UnsetType = UNSET


class ValuedCard(Struct, forbid_unknown_fields=True):
    """A card and what it is worth: the mover's guarantee, or under maxn the outcome."""

    card: CardText
    tricks: int | UnsetType = UNSET
    outcome: Tricks | UnsetType = UNSET


class Bounds(Struct, forbid_unknown_fields=True):
    """The fewest and the most tricks, of what a limit left open."""

    guarantee: dict[SeatName, Range] | UnsetType = UNSET
    outcome: dict[SeatName, Range] | UnsetType = UNSET
    cards: dict[CardText, Range | dict[SeatName, Range]] | UnsetType = UNSET


class Solved(Answer, kw_only=True):
    """The answer to `solve`. All tricks are those still to be won, the current one included.

    Attributes
    ----------
    position : str
        As it was understood.
    concept : str
        As asked.
    to_move : str
        The seat to move.
    tricks_left : int
        The current one included.
    guarantee : object
        Tricks that a seat can guarantee itself against the other two; under Nullo can hold itself to. Paranoid only.
    outcome : object
        Tricks of every seat when each plays for itself. Under maxn only.
    cards : list
        Every legal card whose value is proven, best first.
    best : list of str
        The cards that are as good as any.
    exact : bool
        False when a limit left something open; otherwise it is left out.
    bounds : object
        What is proven of that.
    nodes : int
        Searched.
    seconds : float
        Of the search.
    """

    position: str
    concept: Literal["paranoid", "maxn"]
    to_move: SeatName
    tricks_left: int
    guarantee: dict[SeatName, int] | UnsetType = UNSET
    outcome: Tricks | UnsetType = UNSET
    cards: list[ValuedCard] | UnsetType = UNSET
    best: list[CardText] | UnsetType = UNSET
    exact: Literal[False] | UnsetType = UNSET
    bounds: Bounds | UnsetType = UNSET
    nodes: int
    seconds: float


class ValuedAction(Struct, kw_only=True, forbid_unknown_fields=True):
    """What one action is worth.

    Attributes
    ----------
    action : object
        The action.
    tricks : float
        Expected tricks of the seat in the whole hand.
    points : float
        Expected points, plus less minus; what actions are ranked by, when there is no `win`.
    win : float
        The chance to win the game after the hand; only when that is the goal.
    later : float
        What a declaration leaves to declare, in points, next to the best one; ranked by together with the points.
    se : float
        Standard error of the difference to the best action, in what they are ranked by.
    regret : float
        How much worse than the best action it is, in what they are ranked by.
    distribution : list of 13 float
        Probability of 0 to 12 tricks.
    """

    action: ActionForm
    tricks: float
    points: float
    win: float | UnsetType = UNSET
    later: float | UnsetType = UNSET
    se: float
    regret: float
    distribution: Annotated[list[float], Meta(min_length=13, max_length=13)]


class Advised(Answer, kw_only=True):
    """The answer to `advise`.

    Attributes
    ----------
    decision : str
        What was to be decided.
    seat : str
        Who decides.
    best : object
        The action advised.
    actions : list
        Every legal action, best first.
    worlds : int
        Worlds in which the best action was valued.
    effective_worlds : float
        What they count for in equally likely ones.
    exact : bool
        Whether the worlds are all there are, with their probabilities.
    reasons : list of str
        Why the best action is advised.
    seconds : float
        Of thinking.
    seed : int
        As asked.
    """

    decision: Literal["declare", "exchange", "take", "play"]
    seat: SeatName
    best: ActionForm
    actions: list[ValuedAction]
    worlds: int
    effective_worlds: float
    exact: bool
    reasons: list[str]
    seconds: float
    seed: int


class Held(Struct, forbid_unknown_fields=True):
    """The cards that each seat holds."""

    F: HandText
    M: HandText
    D: HandText


class World(Struct, kw_only=True, forbid_unknown_fields=True):
    """A deal that fits.

    Attributes
    ----------
    hands : object
        The cards held now.
    out : str
        Every other card that the seat has not seen.
    weight : float
        How much it counts for.
    """

    hands: Held
    out: HandText
    weight: float


class Drawn(Answer, kw_only=True):
    """The answer to `worlds`.

    Attributes
    ----------
    worlds : list
        As many as asked for.
    effective_worlds : float
        How many independent, equally likely ones they are worth.
    """

    worlds: list[World]
    effective_worlds: float


class Equities(Answer, kw_only=True):
    """The answer to `equity`.

    Attributes
    ----------
    chances : object
        By seat; a shared win counts by its share.
    """

    chances: BySeat[float]


class Discardable(Struct, kw_only=True, forbid_unknown_fields=True):
    """The exchanges open to a seat.

    Attributes
    ----------
    hand : str
        The cards that may be thrown.
    most : int
        How many of them at most; none is legal too.
    """

    hand: HandText
    most: int


class LegalActions(Answer, kw_only=True):
    """The answer to `legal`.

    Attributes
    ----------
    phase : str
        What is due.
    to_move : str or None
        The seat whose turn it is; null when the hand is over.
    actions : list or None
        What it may do; null in an exchange, where `discard` says it.
    discard : object or None
        In an exchange, the cards that may be thrown.
    view : object or None
        What that seat knows; null when the hand is over.
    """

    phase: Phase
    to_move: SeatName | None
    actions: list[ActionForm] | None
    discard: Discardable | None
    view: ViewForm | None


class HandAnswer(Answer, kw_only=True):
    """A hand: the answer to `deal` and to `apply` with an action.

    Attributes
    ----------
    record : object
        The hand.
    phase : str
        What is due.
    to_move : str or None
        The seat whose turn it is; null when the hand is over.
    """

    record: HandRecord
    phase: Phase
    to_move: SeatName | None


class GameAnswer(Answer, kw_only=True):
    """A game: the answer to `game` and to `apply` with a hand.

    Attributes
    ----------
    record : object
        The game.
    over : bool
        Whether it is.
    """

    record: GameRecord
    over: bool


class HandScore(Answer, kw_only=True):
    """The answer to `score` for a hand.

    Attributes
    ----------
    over : bool
        Whether the hand is.
    tricks : object
        Won so far.
    points : object or None
        Plus and minus points of each seat; null until the hand is over.
    """

    over: bool
    tricks: Tricks
    points: BySeat[Points] | None


class GameScore(Answer, kw_only=True):
    """The answer to `score` for a game.

    Attributes
    ----------
    over : bool
        Whether the game is.
    columns : list of 3 [plus, minus]
        By player; where columns cancel, plus less minus is the total.
    winners : list of str, or None
        Null until the game is over.
    next_dealer : str or None
        The player who deals the next hand; null when the game is over.
    """

    over: bool
    columns: tuple[Points, Points, Points]
    winners: list[str] | None
    next_dealer: str | None


class RuleSets(Answer, kw_only=True):
    """The answer to `rules`.

    Attributes
    ----------
    rules : list of object
        The keys of a rule file that make each.
    """

    rules: list[dict[str, Any]]


class Terminated(Answer, kw_only=True):
    """The answer to `terminate`.

    Attributes
    ----------
    stopped : int
        How many queries it ended; 0 when there was none (any more) with that id.
    """

    stopped: int


class VersionAnswer(Answer, kw_only=True):
    """The answer to `version`.

    Attributes
    ----------
    version : str
        Of the package.
    isa : str
        The build of the search that runs.
    threads : int
        Queries at a time.
    """

    version: str
    isa: str
    threads: int


class Cleared(Answer, kw_only=True):
    """The answer to `clear`.

    Attributes
    ----------
    hands : int
        How many were kept.
    """

    hands: int


ANSWERS: dict[type[Query], tuple[type[Answer], ...]] = {
    Solve: (Solved,),
    Advise: (Advised,),
    Worlds: (Drawn,),
    Equity: (Equities,),
    Legal: (LegalActions,),
    Apply: (HandAnswer, GameAnswer),
    Deal: (HandAnswer,),
    StartGame: (GameAnswer,),
    Score: (HandScore, GameScore),
    Rules: (RuleSets,),
    Terminate: (Terminated,),
    Version: (VersionAnswer,),
    Clear: (Cleared,),
}
"""The answers that each query may get besides an `ErrorAnswer`, or a bare `Answer` when it was ended."""

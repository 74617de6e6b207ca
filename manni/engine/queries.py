"""What queries to the engine look like: the classes that read them, of which the published schema is made.

A query is told by its ``type``. Every query has the fields of `Query` besides its own.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from manni.record_form import ContractName, GameRecord, HandRecord, RulesName, SeatName
from manni.rules import ContractKind, Points

Id = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
AtLeast1 = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Seconds = Annotated[float, Meta(gt=0, le=1e9)]
RulesForm = RulesName | dict[str, Any]
ViewForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/View"})]
ActionForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Action"})]

MOST_WORLDS = 100_000
"""Worlds that one query for advice may ask for."""

MOST_DRAWN = 10_000
"""Worlds that one query for worlds may ask for: they go out as one line."""


class Query(msgspec.Struct, kw_only=True, tag_field="type"):
    """What every query has.

    Attributes
    ----------
    id : str or int
        Comes back with every answer. It is in use until the final answer is out; another query may have it then.
    priority : int
        Of the queries that wait, those with the highest priority begin first, in the order they came.
    report_every : float or None
        Seconds between partial answers while the query is at work; null is none.
    """

    id: Id
    priority: Annotated[int, Meta(ge=-(2**31), lt=2**31)] = 0
    report_every: Annotated[float, Meta(ge=0.01, le=1e9)] | None = None


class Solve(Query, kw_only=True, tag="solve"):
    """Value every card of an open position, and what each seat can guarantee itself.

    Attributes
    ----------
    position : str
        One line, such as `NT M A3.Q.7./QJ..8./T9.4.9. KC`.
    concept : str
        `paranoid`: each seat against the other two; `maxn`: each seat for itself.
    cards : bool
        Whether every legal card is valued.
    seat : str or None
        The one seat whose guarantee is asked for; null is all three. Paranoid only.
    time : float or None
        Seconds to search at most.
    nodes : int or None
        Search nodes at most.
    memory : int or None
        Megabytes that the search may take, at most (and by default) what the engine was started with.
    """

    position: str
    concept: Literal["paranoid", "maxn"] = "paranoid"
    cards: bool = True
    seat: SeatName | None = None
    time: Seconds | None = None
    nodes: AtLeast1 | None = None
    memory: Annotated[int, Meta(ge=1, le=1 << 20)] | None = None


class Known(Query, kw_only=True):
    """What a question from one seat's knowledge starts from: a view, or a hand from whose record the view is taken.

    Attributes
    ----------
    view : object or None
        What the seat knows, as for `manni advise`.
    record : object or None
        In place of a view: the record of a hand. No more of it is used than the seat knows.
    seat : str or None
        With a record, the seat; null is the one whose turn it is.
    """

    view: ViewForm | None = None
    record: HandRecord | None = None
    seat: SeatName | None = None


class Advise(Known, kw_only=True, tag="advise"):
    """The best declaration, exchange, take or keep, or play, and what every action is worth.

    Attributes
    ----------
    time : float or None
        Seconds to think at most. Without any limit: 2, or 200 worlds when those are done sooner.
    worlds : int or None
        Worlds to value the best actions in.
    nodes : int or None
        Search nodes to spend.
    seed : int
        Of the sampled worlds; with the same limit in worlds or nodes the advice is the same.
    goal : str or None
        What to make the most of: the `points` of the hand, or the chance to `win` the game. Null is to win, if the view
        has the score (under `declared` its number too).
    """

    time: Seconds | None = None
    worlds: Annotated[int, Meta(ge=1, le=MOST_WORLDS)] | None = None
    nodes: AtLeast1 | None = None
    seed: Seed = 0
    goal: Literal["points", "win"] | None = None


class Worlds(Known, kw_only=True, tag="worlds"):
    """Deals that fit what one seat knows, drawn as likely as they are.

    Attributes
    ----------
    count : int
        How many.
    seed : int
        The same seed gives the same worlds.
    prior : str
        `model`: as likely as what the others did makes them; `uniform`: all that fit are alike.
    """

    count: Annotated[int, Meta(ge=0, le=MOST_DRAWN)] = 10
    seed: Seed = 0
    prior: Literal["model", "uniform"] = "model"


class Equity(Query, kw_only=True, tag="equity"):
    """The chance of each seat to win the game, before a hand is dealt.

    Attributes
    ----------
    rules : str or object
        The name of a built-in rule set, or the keys of a house's rule file.
    score : object or None
        By the seats of the hand to come: totals, or plus and minus points where they stand apart. Null is nothing yet.
    hand : int or None
        The number of the hand to come, from 1; needed where it matters and there is a score.
    contracts_left : object or None
        By seat, what each has still to declare, with repeats; what is left out may be anything that fits.
    """

    rules: RulesForm | None = None
    score: dict[SeatName, int | Points] | None = None
    hand: Annotated[int, Meta(ge=1, lt=2**31)] | None = None
    contracts_left: dict[SeatName, list[ContractKind]] | None = None


class Legal(Query, kw_only=True, tag="legal"):
    """What the seat to move may do in a hand, and what it knows.

    Attributes
    ----------
    record : object
        The hand so far.
    """

    record: HandRecord


class Apply(Query, kw_only=True, tag="apply"):
    """A hand after one more action, or a game after one more hand.

    Attributes
    ----------
    record : object
        A hand or a game.
    action : object or None
        For a hand: what the seat to move does.
    hand : object or None
        For a game: the record of its next hand, played out.
    """

    record: HandRecord | GameRecord
    action: ActionForm | None = None
    hand: HandRecord | None = None


class Deal(Query, kw_only=True, tag="deal"):
    """A hand, just dealt: one of a series, or the next one of a game.

    Attributes
    ----------
    rules : str or object
        The name of a built-in rule set, or the keys of a house's rule file. Not with a game.
    seed : int or None
        Chooses the series; null draws one, which the record names. Not with a game.
    number : int
        Which deal of the series, from 1; where the contract rotates it fixes it. Not with a game.
    game : object or None
        The record of a game whose next hand is dealt.
    """

    rules: RulesForm | None = None
    seed: Seed | None = None
    number: Annotated[int, Meta(ge=1, lt=2**31)] | None = None
    game: GameRecord | None = None


class StartGame(Query, kw_only=True, tag="game"):
    """A game before its first hand: the seed chooses the first dealer and all deals.

    Attributes
    ----------
    rules : str or object
        The name of a built-in rule set, or the keys of a house's rule file.
    seed : int or None
        Null draws one, which the record names.
    players : list of 3 str
        Their names, clockwise.
    """

    rules: RulesForm | None = None
    seed: Seed | None = None
    players: tuple[str, str, str] = ("A", "B", "C")


class Score(Query, kw_only=True, tag="score"):
    """How a hand or a game stands.

    Attributes
    ----------
    record : object
        The hand or the game.
    """

    record: HandRecord | GameRecord


class Rules(Query, kw_only=True, tag="rules"):
    """A rule set in full, checked.

    Attributes
    ----------
    rules : str, object or None
        The name of a built-in rule set, or the keys of a house's rule file; null is all that are built in.
    """

    rules: RulesForm | None = None


class Terminate(Query, kw_only=True, tag="terminate"):
    """End a query, or all: it answers with what it has. Done at once, whatever waits.

    Attributes
    ----------
    target : str, int or None
        The id of the query; null is every query that waits or is at work.
    """

    target: Id | None = None


class Version(Query, kw_only=True, tag="version"):
    """The version of the engine. Answered at once, whatever waits."""


class Clear(Query, kw_only=True, tag="clear"):
    """Forget the hands and the tables that are kept to make the next query quick. Answered at once."""


AnyQuery = (
    Solve | Advise | Worlds | Equity | Legal | Apply | Deal | StartGame | Score | Rules | Terminate | Version | Clear
)
TYPES: dict[str, type[Query]] = {str(form.__struct_config__.tag): form for form in get_args(AnyQuery)}
"""The class of every type of query."""


class View(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one seat knows; a field that is null counts as left out, but for `taken`.

    Attributes
    ----------
    rules : str or object
        `hornafjordur` when left out.
    seat : str
        Whose view it is.
    contract : str or None
        Null or left out as long as it is open; follows from the cut where there is one.
    cut : str or None
        The card that the cut showed.
    hand : str
        The cards held now.
    discarded : str or None
        The cards that the seat threw, or the hand that it gave up for the Manni.
    exchanged : object or None
        How many cards each seat exchanged that has had its turn.
    taken : str or None
        The seat that took the Manni, null when all three kept; left out while that is open.
    kept : list of str or None
        The seats that declined the Manni, where it does not follow from the turn.
    plays : list of str or None
        The tricks from the first on, such as `KS 2S 5S`.
    score : object or None
        The game before this hand: by seat a total, or plus and minus points where they stand apart.
    contracts_left : list of str or None
        What the dealer has still to declare, with repeats.
    number : int or None
        The number of the hand in its game, from 1.
    """

    rules: RulesForm | None = None
    seat: SeatName
    contract: ContractName | None = None
    cut: str | None = None
    hand: str
    discarded: str | None = None
    exchanged: dict[SeatName, int] | None = None
    taken: SeatName | None = None
    kept: list[SeatName] | None = None
    plays: list[str] | None = None
    score: dict[SeatName, int | Points] | None = None
    contracts_left: list[ContractKind] | None = None
    number: int | None = None


class DeclareAction(msgspec.Struct, forbid_unknown_fields=True):
    """The dealer names the contract."""

    declare: ContractName


class DiscardAction(msgspec.Struct, forbid_unknown_fields=True):
    """Throw these cards and draw as many."""

    discard: list[str]


class TakeAction(msgspec.Struct, forbid_unknown_fields=True):
    """Take the Manni whole, or keep the hand."""

    take: bool


class PlayAction(msgspec.Struct, forbid_unknown_fields=True):
    """Play a card."""

    play: str

"""The JSON form of hands and games: what `manni.record` writes and reads, and what the published schema is made from.

The schema's descriptions are the docstrings of these classes. Its patterns are the form that is written; reading also
takes the other forms of the notation (lower case, ``10H``, a list of cards for a hand).
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from manni.rules import BUILT_IN, ContractKind, Points

T = TypeVar("T")
SeatName = Literal["F", "M", "D"]


def _shown(**schema: Any) -> msgspec.Meta:
    """What the schema says of a text beyond its type; reading has its own, better messages."""
    return msgspec.Meta(extra_json_schema=schema)


_RANKS, _CARD = "A?K?Q?J?T?9?8?7?6?5?4?3?2?", "[AKQJT98765432][SHDC]"
HandText = Annotated[str, _shown(pattern=rf"^{_RANKS}\.{_RANKS}\.{_RANKS}\.{_RANKS}$", examples=["AKQ.J92.T83.54"])]
CardText = Annotated[str, _shown(pattern=f"^{_CARD}$", examples=["TH"])]
CardsText = Annotated[str, _shown(pattern=f"^({_CARD}( {_CARD})*)?$", examples=["2S 9C"])]
TrickText = Annotated[str, _shown(pattern=f"^{_CARD}( {_CARD}){{0,2}}$", examples=["KS 2S 5S"])]
RulesName = Annotated[str, _shown(enum=list(BUILT_IN))]
ContractName = Annotated[str, _shown(enum=["S", "H", "D", "C", "NT", "NULLO"])]


class BySeat(msgspec.Struct, Generic[T], forbid_unknown_fields=True):
    """One thing for each seat."""

    F: T
    M: T
    D: T


class DealRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The cards as dealt.

    Attributes
    ----------
    F, M, D : str
        The hands, such as ``AKQ.J92.T83.54``.
    stock : str
        The cards of the Manni, top first, such as ``AS 7D``.
    cut : str or None
        The card that the cut showed; null under rules that do not cut.
    """

    F: HandText
    M: HandText
    D: HandText
    stock: CardsText
    cut: CardText | None


class HandRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="format", tag="manni-hand/1"):
    """One hand, at whatever point of it.

    Attributes
    ----------
    rules : str or dict
        The name of a built-in rule set, or the keys of a house's rule file; never a path.
    seed : int or None
        What the cards were dealt from; null when they were not.
    number : int
        The number of the deal in its game or series, from 1.
    players : by seat, str, or None
        Who sits where.
    standing : by seat, [plus, minus], or None
        The columns of the game before this hand.
    deal : DealRecord
        The cards as dealt.
    contracts_left : list of str, or None
        The kinds of contract left to the dealer; null is no restriction.
    contract : str or None
        Null as long as the dealer has not declared.
    exchanges : dict of seat to str
        The cards that each seat threw, for those that have had their turn; only where seats draw from the Manni.
    takes : dict of seat to bool
        Whether each seat took the Manni, for those that have had their turn; only where it is taken whole.
    plays : list of str
        The tricks from the first on, such as ``KS 2S 5S``; the last one may be unfinished.
    tricks : by seat, int
        Tricks won.
    points : by seat, [plus, minus], or None
        The score; null until the hand is over.
    """

    rules: RulesName | dict[str, Any]
    seed: int | None
    number: int
    players: BySeat[str] | None
    standing: BySeat[Points] | None
    deal: DealRecord
    contracts_left: list[ContractKind] | None
    contract: ContractName | None
    exchanges: dict[SeatName, CardsText] | msgspec.UnsetType = msgspec.UNSET
    takes: dict[SeatName, bool] | msgspec.UnsetType = msgspec.UNSET
    plays: list[TrickText]
    tricks: BySeat[int]
    points: BySeat[Points] | None


class GameRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="format", tag="manni-game/1"):
    """A game between hands.

    Attributes
    ----------
    rules : str or dict
        As for a hand.
    seed : int or None
        What the deals come from.
    players : list of 3 str
        Clockwise.
    first_dealer : str
        The player who deals the first hand.
    hands : list of HandRecord
        The hands played out, in order.
    columns : list of 3 [plus, minus]
        By player; where columns cancel, plus less minus is the total.
    winners : list of str, or None
        Null until the game is over.
    """

    rules: RulesName | dict[str, Any]
    seed: int | None
    players: tuple[str, str, str]
    first_dealer: str
    hands: list[HandRecord]
    columns: tuple[Points, Points, Points]
    winners: list[str] | None


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a record, as ``manni/schemas/record.schema.json`` publishes it."""
    from manni.schemas.making import schema_of

    return schema_of(
        "A Manni record",
        "A hand at any point of it, or a game between hands; a file has one record to a line.",
        (HandRecord, GameRecord),
    )

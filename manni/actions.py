"""What a seat can do: declare a contract, exchange cards, take or keep the Manni, play a card."""

from __future__ import annotations

from dataclasses import dataclass

from manni.cards import Card, CardSet, Contract
from manni.errors import NotationError, quote


@dataclass(frozen=True, slots=True)
class Declare:
    """The dealer names the contract of the hand."""

    contract: Contract

    def to_json(self) -> dict[str, object]:
        """The form ``{"declare": "NT"}``."""
        return {"declare": str(self.contract)}

    def __str__(self) -> str:
        return f"declare {self.contract}"


@dataclass(frozen=True, slots=True)
class Discard:
    """The exchange: throw these cards face down and draw as many; none is an exchange of zero."""

    cards: CardSet

    def to_json(self) -> dict[str, object]:
        """The form ``{"discard": ["KS", "2S"]}``."""
        return {"discard": [str(card) for card in self.cards]}

    def __str__(self) -> str:
        return f"discard {self.cards.listed() or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Take:
    """The answer to the offer of the Manni: swap the whole hand for it, or keep."""

    take: bool

    def to_json(self) -> dict[str, object]:
        """The form ``{"take": true}``."""
        return {"take": self.take}

    def __str__(self) -> str:
        return "take" if self.take else "keep"


@dataclass(frozen=True, slots=True)
class Play:
    """One card to the trick."""

    card: Card

    def to_json(self) -> dict[str, object]:
        """The form ``{"play": "TH"}``."""
        return {"play": str(self.card)}

    def __str__(self) -> str:
        return f"play {self.card}"


Action = Declare | Discard | Take | Play


def action_from_json(value: object, field: str = "action") -> Action:
    """Read an action from its JSON object, such as ``{"play": "TH"}``.

    Raises
    ------
    NotationError
        Naming `field`, or the key inside it, and the reason.
    """
    if not isinstance(value, dict) or len(value) != 1:
        raise NotationError(field, f"{quote(value)} is not an object with one of the keys declare, discard, take, play")
    key, content = next(iter(value.items()))
    where = f"{field}.{key}"
    match key:
        case "declare":
            return Declare(Contract.parse(content, where))
        case "discard":
            if not isinstance(content, list) or not all(isinstance(card, str) for card in content):
                raise NotationError(where, f"{quote(content)} is not a list of cards")
            cards = [Card.parse(card, where) for card in content]
            if len(set(cards)) < len(cards):
                raise NotationError(where, "a card stands in it twice")
            return Discard(CardSet(cards))
        case "take":
            if not isinstance(content, bool):
                raise NotationError(where, f"{quote(content)} is not true or false")
            return Take(content)
        case "play":
            return Play(Card.parse(content, where))
    raise NotationError(field, f"{quote(key)} is not one of declare, discard, take, play")

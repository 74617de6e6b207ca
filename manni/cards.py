"""Cards, sets of cards, contracts and seats: the nouns that everything else is built from.

A card is a small integer, ``16 * suit + rank``, so that a set of cards is one 64-bit mask with a lane
of 16 bits per suit. The solver uses the same layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum

from manni.errors import NotationError, quote

SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
RANKS = "23456789TJQKA"
LANE = 16
"""Bits per suit in a card's number and in a mask of cards."""

_SUIT_OF = {c: i for i, pair in enumerate(zip(SUITS, SYMBOLS, strict=True)) for c in pair}
_RANK_OF = {c: i for i, c in enumerate(RANKS)}


class Seat(IntEnum):
    """A seat at the table, clockwise from the dealer's left: forehand, middlehand, dealer."""

    F = 0
    M = 1
    D = 2

    @property
    def next(self) -> Seat:
        """The next seat clockwise (the left neighbour)."""
        return Seat((self + 1) % 3)

    @classmethod
    def parse(cls, text: str, field: str = "seat") -> Seat:
        """Read ``F``, ``M`` or ``D`` (either case); `NotationError` naming `field` otherwise."""
        try:
            return cls[text.strip().upper()]
        except (KeyError, AttributeError):
            raise NotationError(field, f"{quote(text)} is not a seat (F, M or D)") from None

    def __str__(self) -> str:
        return self.name


class Contract(Enum):
    """What a hand is played in: a trump suit, no trump, or Nullo (tricks are to be avoided)."""

    S = "S"
    H = "H"
    D = "D"
    C = "C"
    NT = "NT"
    NULLO = "NULLO"

    @property
    def trump(self) -> int | None:
        """The trump suit as 0 to 3 in the order ♠♥♦♣, or None."""
        return SUITS.index(self.value) if self.value in SUITS else None

    @property
    def avoid(self) -> bool:
        """Whether tricks are to be avoided (Nullo)."""
        return self is Contract.NULLO

    @classmethod
    def of_suit(cls, suit: int) -> Contract:
        """The contract with `suit` (0 to 3 in the order ♠♥♦♣) as trump."""
        return cls(SUITS[suit])

    @classmethod
    def parse(cls, text: str, field: str = "contract") -> Contract:
        """Read a contract (either case, a symbol for a suit); `NotationError` naming `field` otherwise."""
        key = text.strip().upper() if isinstance(text, str) else text
        if isinstance(key, str) and len(key) == 1 and key in SYMBOLS:
            key = SUITS[SYMBOLS.index(key)]
        try:
            return cls(key)
        except ValueError:
            raise NotationError(field, f"{quote(text)} is not a contract (S H D C NT NULLO)") from None

    @property
    def symbol(self) -> str:
        """The form for a terminal: a suit symbol, ``NT`` or ``NULLO``."""
        return SYMBOLS[self.trump] if self.trump is not None else self.value

    def __str__(self) -> str:
        return self.value


class Card(int):
    """One card; an `int` equal to ``16 * suit + rank``.

    ``Card.parse("AS")`` reads every input form, `str` gives the ASCII form, `symbol` the terminal's.
    """

    __slots__ = ()

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """The card of `suit` (0 to 3, ♠♥♦♣) and `rank` (0 to 12, two to ace)."""
        return cls(suit * LANE + rank)

    @classmethod
    def parse(cls, text: str, field: str = "card") -> Card:
        """Read ``AS``, ``10H``, ``td`` or ``A♠``; `NotationError` naming `field` otherwise."""
        if isinstance(text, str):
            key = text.strip().upper()
            if key.startswith("10"):
                key = "T" + key[2:]
            if len(key) == 2 and key[0] in _RANK_OF and key[1] in _SUIT_OF:
                return cls.of(_SUIT_OF[key[1]], _RANK_OF[key[0]])
        raise NotationError(field, f"{quote(text)} is not a card (a rank, then a suit, such as AS or TH)")

    @property
    def suit(self) -> int:
        """The suit, 0 to 3 in the order ♠♥♦♣."""
        return self >> 4

    @property
    def rank(self) -> int:
        """The rank, 0 (two) to 12 (ace), whatever the contract."""
        return self & 15

    @property
    def mask(self) -> int:
        """The mask with this card's bit."""
        return 1 << int(self)

    @property
    def symbol(self) -> str:
        """The form for a terminal, such as ``A♠``."""
        return RANKS[self.rank] + SYMBOLS[self.suit]

    def strength(self, contract: Contract) -> int:
        """Rank order inside the suit, 0 to 12: the ace is the lowest card under Nullo."""
        return (self.rank + 1) % 13 if contract.avoid else self.rank

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"


_LANE_MASK = (1 << 13) - 1
_ALL = sum(_LANE_MASK << (LANE * s) for s in range(4))


class CardSet:
    """An immutable set of cards. Iterates in the order ♠♥♦♣, high to low (ace high)."""

    __slots__ = ("mask",)
    mask: int

    def __init__(self, cards: Iterable[int] | int = 0) -> None:
        mask = cards if isinstance(cards, int) and not isinstance(cards, Card) else 0
        if isinstance(cards, Card):
            mask = cards.mask
        elif not isinstance(cards, int):
            for card in cards:
                mask |= 1 << int(card)
        if mask & ~_ALL:
            raise ValueError(f"cards: mask {mask:#x} has bits that are no card")
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet cannot be changed")

    @classmethod
    def parse(cls, text: str, field: str = "hand") -> CardSet:
        """Read ``AKQ.J92.T83.54`` or a list of cards (spaces or commas between); refuse a card twice.

        Raises
        ------
        NotationError
            Naming `field`, for an unknown card, a card twice, or the wrong number of suits.
        """
        if not isinstance(text, str):
            raise NotationError(field, f"{quote(text)} is not text")
        stripped = text.strip()
        cards: list[Card] = []
        if "." in stripped:
            suits = stripped.split(".")
            if len(suits) != 4:
                raise NotationError(field, f"{quote(text)} has {len(suits)} suits, not 4 (S.H.D.C)")
            for suit, ranks in zip(SUITS, suits, strict=True):
                for rank in ranks.upper().replace("10", "T"):
                    cards.append(Card.parse(rank + suit, field))
        elif stripped not in ("", "-"):
            cards = [Card.parse(word, field) for word in stripped.replace(",", " ").split()]
        mask = 0
        for card in cards:
            if mask & card.mask:
                raise NotationError(field, f"{card} stands in it twice")
            mask |= card.mask
        return cls(mask)

    def suit(self, suit: int) -> CardSet:
        """The cards of one suit (0 to 3, ♠♥♦♣)."""
        return CardSet(self.mask & (_LANE_MASK << (LANE * suit)))

    def __iter__(self) -> Iterator[Card]:
        for suit in range(4):
            lane = (self.mask >> (LANE * suit)) & _LANE_MASK
            while lane:
                rank = lane.bit_length() - 1
                lane ^= 1 << rank
                yield Card.of(suit, rank)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.mask >> int(card) & 1)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(("CardSet", self.mask))

    def __str__(self) -> str:
        return ".".join("".join(RANKS[c.rank] for c in self.suit(s)) for s in range(4))

    def listed(self) -> str:
        """The cards one by one, such as ``AS KS 2C``."""
        return " ".join(str(c) for c in self)

    def __repr__(self) -> str:
        return f"CardSet.parse('{self}')"

    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]:
        return CardSet, (self.mask,)

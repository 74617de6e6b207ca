"""The open position as one line of text, ``<contract> <leader> <F>/<M>/<D> <trick>``.

``NT M A3.Q.7./QJ..8./T9.4.9. KC``: no trump, M led the king of clubs, D is to move.
"""

from __future__ import annotations

from dataclasses import dataclass

from manni.cards import Card, CardSet, Contract, Seat
from manni.errors import NotationError, quote

MAX_TRICKS = 12
MAX_LENGTH = 1000
"""Characters in a position; the longest sensible one (36 cards in lists) has under 200."""


@dataclass(frozen=True)
class Position:
    """An open-card position that can occur in play.

    Parameters
    ----------
    contract : Contract
        What is played.
    leader : Seat
        The seat that led, or is to lead, the current trick.
    hands : tuple of 3 CardSet
        The cards that F, M and D still hold.
    trick : tuple of Card
        The 0 to 2 cards on the table, in the order played.

    Raises
    ------
    NotationError
        Naming ``hand F``, ``hand M``, ``hand D``, ``hands``, ``leader`` or ``trick``: hands of the wrong size for
        the cards on the table, none or more than 12 tricks left, a card twice, a card on the table that revokes.
    """

    contract: Contract
    leader: Seat
    hands: tuple[CardSet, CardSet, CardSet]
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.trick) > 2:
            raise NotationError("trick", f"{len(self.trick)} cards are on the table; a trick of three is over")
        self._check_sizes()
        self._check_duplicates()
        self._check_revokes()

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position line; a hand may also be a list of cards, as in ``NT F AS KS/QS JS/TS 9S -``.

        Raises
        ------
        NotationError
            Naming the field that is wrong: ``position``, ``contract`` or one that `Position` names.
        """
        if not isinstance(text, str):
            raise NotationError("position", f"{quote(text)} is not text")
        if len(text) > MAX_LENGTH:
            raise NotationError("position", f"{len(text)} characters, at most {MAX_LENGTH}: {quote(text)}")
        line = text.strip().replace("\t", " ")
        if not line.isprintable():
            raise NotationError("position", f"{quote(text)} has a character that cannot be printed")
        words = line.split()
        if len(words) < 4:
            raise NotationError("position", f"{quote(text)} has {len(words)} of 4 fields: CONTRACT LEADER F/M/D TRICK")
        contract = Contract.parse(words[0])
        leader = Seat.parse(words[1], "leader")
        hands = " ".join(words[2:-1]).split("/")
        if len(hands) != 3:
            raise NotationError("hands", f"{quote(' '.join(words[2:-1]))} has {len(hands)} hands, not 3 (F/M/D)")
        forehand, middlehand, dealer = (
            CardSet.parse(hand, f"hand {seat}") for seat, hand in zip(Seat, hands, strict=True)
        )
        trick = () if words[-1] == "-" else tuple(Card.parse(card, "trick") for card in words[-1].split(","))
        if len(set(trick)) < len(trick):
            raise NotationError("trick", f"{quote(words[-1])} has a card twice")
        return cls(contract, leader, (forehand, middlehand, dealer), trick)

    def __str__(self) -> str:
        hands = "/".join(str(hand) for hand in self.hands)
        return f"{self.contract} {self.leader} {hands} {','.join(str(card) for card in self.trick) or '-'}"

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is."""
        return Seat((self.leader + len(self.trick)) % 3)

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, 1 to 12, the current one included."""
        return len(self.hands[self.to_move])

    @property
    def legal_cards(self) -> CardSet:
        """The cards that the seat to move may play."""
        hand = self.hands[self.to_move]
        follows = hand.suit(self.trick[0].suit) if self.trick else CardSet()
        return follows or hand

    def _players(self) -> list[tuple[Seat, Card]]:
        """Who played which card of the current trick."""
        return [(Seat((self.leader + turn) % 3), card) for turn, card in enumerate(self.trick)]

    def _check_sizes(self) -> None:
        sizes = [len(hand) for hand in self.hands]
        if _fits(sizes, self.leader, len(self.trick)):
            if not 1 <= self.tricks_left <= MAX_TRICKS:
                raise NotationError("hands", f"{self.tricks_left} tricks are left, not 1 to {MAX_TRICKS}")
            return
        for other in Seat:
            if self.trick and _fits(sizes, other, len(self.trick)):
                reason = f"{self.leader} led by the text, but by the size of the hands {other} did"
                raise NotationError("leader", reason)
        played = [seat for seat, _ in self._players()]
        whole = [size + (seat in played) for seat, size in zip(Seat, sizes, strict=True)]
        shown = f"F, M, D hold {sizes[0]}, {sizes[1]}, {sizes[2]} cards with {len(self.trick)} on the table"
        odd = [seat for seat in Seat if whole.count(whole[seat]) == 1]
        if len(odd) == 1:
            needed = whole[odd[0].next] - (odd[0] in played)
            raise NotationError(f"hand {odd[0]}", f"{sizes[odd[0]]} cards where {needed} fit ({shown})")
        raise NotationError("hands", shown)

    def _check_duplicates(self) -> None:
        seen: dict[Card, str] = {}
        places = [(f"hand {seat}", tuple(hand)) for seat, hand in zip(Seat, self.hands, strict=True)]
        for place, cards in [*places, ("trick", self.trick)]:
            for card in cards:
                if card in seen:
                    raise NotationError(place, f"{card} is in it and in {seen[card]}")
                seen[card] = place

    def _check_revokes(self) -> None:
        for seat, card in self._players()[1:]:
            led = self.trick[0]
            held = self.hands[seat].suit(led.suit)
            if card.suit != led.suit and held:
                reason = f"{seat} revoked: it played {card} on {led} and still holds {next(iter(held))}"
                raise NotationError("trick", reason)


def _fits(sizes: list[int], leader: Seat, on_table: int) -> bool:
    """Whether hands of these sizes are what is left when `leader` led and `on_table` cards are played."""
    played = [(leader + turn) % 3 for turn in range(on_table)]
    return len({size + (seat in played) for seat, size in enumerate(sizes)}) == 1

"""What one seat knows of a hand: the only thing that advice and bots may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from manni.cards import Card, CardSet, Contract, Seat
from manni.handout import HandOut
from manni.rules import ContractKind, Points, RuleSet, legal_plays, trick_winner
from manni.view_checks import check, normal_forms

Decision = Literal["declare", "exchange", "take", "play"]
CutStatus = Literal["seen", "held", "gone", "open"]
Score = int | tuple[int, int]

_NO_CARDS = CardSet()


class Table(NamedTuple):
    """What the plays show.

    Attributes
    ----------
    leader : Seat
        The seat that led, or is to lead, the current trick.
    trick : tuple of Card
        The cards of the current trick, in the order played (0 to 2 of them).
    leaders : tuple of int
        The seat that led each trick of the view, the current one included if a card of it is played.
    won : tuple of 3 int
        Tricks won so far, by seat.
    played : tuple of 3 CardSet
        The cards each seat has played.
    void : tuple of 3 int
        By seat, the mask of every card of the suits in which it has shown a void.
    """

    leader: Seat
    trick: tuple[Card, ...]
    leaders: tuple[int, ...]
    won: tuple[int, int, int]
    played: tuple[CardSet, CardSet, CardSet]
    void: tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat knows of a hand; checked against itself and the rules when it is made.

    Parameters
    ----------
    rules : RuleSet, str or mapping
        The rule set; anything else than a `RuleSet` goes through `load_rules`.
    seat : Seat
        Whose view it is.
    hand : CardSet
        The cards the seat holds now.
    contract : Contract, optional
        Follows from `cut` under rules that cut for it; None under rules with a declaration while that is due.
    cut : Card, optional
        The card shown by the cut (rules that cut only, and there always): the last card dealt to the dealer.
    discarded : CardSet
        What the seat threw in the exchange, or the hand it gave up for the Manni.
    exchanged : mapping of Seat to int
        How many cards each seat exchanged; a seat missing has not had its turn. Empty under rules with
        take or keep.
    taken : Seat, optional
        The seat that took the Manni, under rules with take or keep.
    kept : tuple of Seat, optional
        The seats that declined the Manni, in order. It need only be given in the middle of that decision when
        another seat than this one is due. When left out: every seat before the taker; without a taker every seat before
        this one (so that this one is due), or all three once a card is played.
    plays : sequence of sequences of Card
        The tricks from the first on, each in the order played, the seat's own cards included.
    score : mapping of Seat to int or (int, int), optional
        The game before this hand: totals, or plus and minus columns.
    contracts_left : tuple of str, optional
        Of ``NULLO``, ``NT`` and ``TRUMP``, what the dealer has still to declare, with repeats. None is no restriction.
    number : int, optional
        The number of the hand in its game, from 1. With the score it tells how much of the game is to come.

    Raises
    ------
    ViewError
        Naming the field, when the view contradicts itself or the rules, or no distribution of the unseen cards
        agrees with it.
    """

    rules: RuleSet
    seat: Seat
    hand: CardSet
    contract: Contract | None = None
    cut: Card | None = None
    discarded: CardSet = _NO_CARDS
    exchanged: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    taken: Seat | None = None
    kept: tuple[Seat, ...] | None = None
    plays: tuple[tuple[Card, ...], ...] = ()
    score: Mapping[Seat, Score] | None = field(default=None, hash=False)
    contracts_left: tuple[ContractKind, ...] | None = None
    number: int | None = None

    def __post_init__(self) -> None:
        for name, value in normal_forms(self).items():
            object.__setattr__(self, name, value)
        check(self)

    @classmethod
    def from_json(cls, data: str | bytes | Mapping[str, Any]) -> View:
        """Read the view of the documented JSON form, as text or already decoded.

        Raises
        ------
        ViewError
            Naming the field, as for the constructor; also for a field that is unknown or missing.
        """
        from manni.view_json import decode

        return cls(**decode(data))

    def to_json(self) -> dict[str, Any]:
        """The documented JSON form, as plain dicts, lists, strings and numbers; `from_json` reads it back."""
        from manni.view_json import encode

        return encode(self)

    @cached_property
    def table(self) -> Table:
        """What the plays show: the trick on the table, tricks won, cards played, shown voids."""
        return _replay(self.plays, self.contract)

    @property
    def columns(self) -> tuple[Points, Points, Points] | None:
        """The score as plus and minus points of F, M and D; a total is its net."""
        if self.score is None:
            return None
        forehand, middlehand, dealer = (self.score[seat] for seat in Seat)
        return _points(forehand), _points(middlehand), _points(dealer)

    @property
    def leader(self) -> Seat:
        """The seat that led, or is to lead, the current trick."""
        return self.table.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The 0 to 2 cards on the table, in the order played."""
        return self.table.trick

    @property
    def tricks_won(self) -> tuple[int, int, int]:
        """Tricks won so far, by seat."""
        return self.table.won

    @property
    def kept_hand(self) -> CardSet:
        """The seat's twelve cards before the first play: its hand and what it has played."""
        return self.hand | self.table.played[self.seat]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many cards each seat holds now."""
        size = self.rules.hand_size
        first, second, third = (size - len(cards) for cards in self.table.played)
        return first, second, third

    @cached_property
    def seen(self) -> CardSet:
        """Every card the seat has seen: its hand, its discards, all that was played."""
        played = self.table.played
        return self.hand | self.discarded | played[0] | played[1] | played[2]

    @property
    def unseen(self) -> CardSet:
        """The cards of the deck that the seat has not seen: the others' hands and those out of play."""
        return self.rules.deck - self.seen

    @property
    def out_size(self) -> int:
        """How many of the unseen cards are in nobody's hand."""
        return len(self.unseen) - sum(self.sizes) + len(self.hand)

    @property
    def stock_left(self) -> int:
        """How many cards of the Manni nobody has drawn."""
        if self.rules.exchange == "take":
            return self.rules.stock_size if self.taken is None else 0
        return self.rules.stock_size - sum(self.exchanged.values())

    @property
    def others(self) -> tuple[Seat, Seat]:
        """The two other seats, in the order F, M, D."""
        first, second = (seat for seat in Seat if seat is not self.seat)
        return first, second

    @property
    def dealer_changed(self) -> int:
        """How many of the dealt cards the dealer has thrown so far, not knowing which."""
        if self.taken is Seat.D:
            return self.rules.hand_size
        return self.exchanged.get(Seat.D, 0)

    @property
    def cut_status(self) -> CutStatus | None:
        """Where the cut card is, as far as the seat knows.

        ``seen`` (in this seat's hand or discards, or played), ``held`` (surely in the dealer's hand), ``gone`` (surely
        out of play), ``open`` (either of the two); None when there is no cut card.
        """
        if self.cut is None:
            return None
        if self.cut in self.seen:
            return "seen"
        if self.dealer_changed == 0:
            return "held"
        dealer = Seat.D
        if (
            self.dealer_changed == self.rules.hand_size
            or self.table.void[dealer] & self.cut.mask
            or not self.sizes[dealer]
        ):
            return "gone"
        return "open"

    @cached_property
    def hand_outs(self) -> tuple[tuple[CutStatus | None, HandOut], ...]:
        """The ways to hand out the unseen cards to the `others`, by where the cut card is.

        One case when that is known (or there is none), two when it is ``open``: ``held`` and ``gone``.
        """
        status = self.cut_status
        if self.cut is None or status is None or status == "seen":
            return ((status, self._hand_out()),)
        cut, dealer_is_first = self.cut.mask, self.others[0] is Seat.D
        held = (cut, 0, 0) if dealer_is_first else (0, cut, 0)
        cases: list[tuple[CutStatus | None, HandOut]] = []
        if status in ("held", "open"):
            cases.append(("held", self._hand_out(held)))
        if status in ("gone", "open"):
            cases.append(("gone", self._hand_out((0, 0, cut))))
        return tuple(cases)

    def _hand_out(self, fixed: tuple[int, int, int] = (0, 0, 0)) -> HandOut:
        free = self.unseen.mask & ~(fixed[0] | fixed[1] | fixed[2])
        first, second = self.others
        sizes, void = self.sizes, self.table.void
        return HandOut.of(free, (sizes[first], sizes[second]), (void[first], void[second]), fixed)

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is; None when the hand is over."""
        return self._turn[1]

    @property
    def decision(self) -> Decision | None:
        """The decision this seat has to make now, or None when it is not its turn."""
        decision, seat = self._turn
        return decision if seat is self.seat else None

    @property
    def stage(self) -> Decision | None:
        """The decision that is due, whoever makes it; None when the hand is over."""
        return self._turn[0]

    @property
    def _turn(self) -> tuple[Decision | None, Seat | None]:
        if self.contract is None:
            return "declare", Seat.D
        if self.rules.exchange == "take":
            assert self.kept is not None
            if self.taken is None and len(self.kept) < 3:
                return "take", Seat(len(self.kept))
        elif len(self.exchanged) < 3:
            return "exchange", Seat(len(self.exchanged))
        table = self.table
        if sum(table.won) == self.rules.hand_size:
            return None, None
        return "play", Seat((table.leader + len(table.trick)) % 3)

    @property
    def legal_plays(self) -> CardSet:
        """The cards of the hand that follow suit, or all of them for a leader or a void hand."""
        return legal_plays(self.hand, self.table.trick)


def _points(score: Score) -> Points:
    return Points(max(score, 0), max(-score, 0)) if isinstance(score, int) else Points(*score)


def _replay(plays: Sequence[tuple[Card, ...]], contract: Contract | None) -> Table:
    """Play the tricks out; they are taken as they stand, without a check."""
    leader = 0
    leaders, won, played, void = [], [0, 0, 0], [0, 0, 0], [0, 0, 0]
    trick: tuple[Card, ...] = ()
    for trick in plays:
        leaders.append(leader)
        led = trick[0].suit
        for i, card in enumerate(trick):
            seat = (leader + i) % 3
            played[seat] |= 1 << card
            if card.suit != led:
                void[seat] |= suit_mask(led)
        if len(trick) == 3:
            assert contract is not None
            leader = (leader + trick_winner(trick, contract)) % 3
            won[leader] += 1
    if len(trick) == 3:
        trick = ()
    sets = CardSet(played[0]), CardSet(played[1]), CardSet(played[2])
    return Table(Seat(leader), trick, tuple(leaders), (won[0], won[1], won[2]), sets, (void[0], void[1], void[2]))


def suit_mask(suit: int) -> int:
    """The mask of all thirteen cards of a suit."""
    return 0x1FFF << (16 * suit)

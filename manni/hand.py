"""One hand as an immutable state machine: declaration, exchange or take/keep, twelve tricks, score."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Literal, TypeVar

from manni.actions import Action, Declare, Discard, Play, Take
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import Deal
from manni.errors import IllegalAction, RulesError, quote
from manni.rules import (
    KINDS,
    ContractKind,
    Points,
    RuleSet,
    contract_kind,
    is_over,
    legal_plays,
    trick_winner,
)

if TYPE_CHECKING:
    from manni.view import View

Phase = Literal["declare", "exchange", "take", "play", "over"]

_DUE = {
    Declare: ("declare", "declare"),
    Discard: ("discard", "exchange"),
    Take: ("take", "take"),
    Play: ("play", "play"),
}
"""For each kind of action its name in JSON and the phase in which it is due."""


class Exchanges(Collection[Action]):
    """All exchanges open to a seat, without making them: any cards of the hand up to the allowance.

    Has a length, iterates from the smallest exchange to the largest, and knows its members at once.
    """

    def __init__(self, hand: CardSet, most: int) -> None:
        self.hand = hand
        self.most = most

    def __len__(self) -> int:
        return sum(comb(len(self.hand), count) for count in range(self.most + 1))

    def __iter__(self) -> Iterator[Discard]:
        for count in range(self.most + 1):
            for cards in combinations(self.hand, count):
                yield Discard(CardSet(cards))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Discard) and len(action.cards) <= self.most and not action.cards - self.hand


@dataclass(frozen=True, kw_only=True)
class Hand:
    """One hand at some point of it, all cards known. Made by `start`, moved on by `apply`, never changed.

    Parameters
    ----------
    rules : RuleSet
        The rules it is played by.
    deal : Deal
        The cards as dealt.
    number : int
        The number of the deal in its game, from 1; it fixes a contract that rotates.
    players : tuple of 3 str, optional
        Who sits at F, M and D.
    standing : tuple of 3 Points, optional
        The columns of the game before this hand, by seat.
    contracts_left : tuple of str, optional
        The kinds of contract that the dealer has still to declare, with repeats; None is no restriction.
    contract : Contract or None
        None as long as the declaration is due.
    hands : tuple of 3 CardSet
        The cards that F, M and D hold now.
    stock : tuple of Card
        What is left of the Manni, top first.
    discarded : tuple of 3 CardSet
        What each seat threw in the exchange, or gave up for the Manni.
    exchanged : mapping of Seat to int
        How many cards each seat exchanged; a seat that has not had its turn is missing.
    kept : tuple of Seat
        The seats that declined the Manni, in order.
    taken : Seat or None
        The seat that took the Manni.
    plays : tuple of tuples of Card
        The tricks from the first on, each in the order played; the last one may be unfinished.
    leader : Seat
        Who led, or is to lead, the trick on the table.
    tricks : tuple of 3 int
        Tricks won by F, M and D.
    """

    rules: RuleSet
    deal: Deal
    number: int = 1
    players: tuple[str, str, str] | None = None
    standing: tuple[Points, Points, Points] | None = None
    contracts_left: tuple[ContractKind, ...] | None = None
    contract: Contract | None
    hands: tuple[CardSet, CardSet, CardSet]
    stock: tuple[Card, ...]
    discarded: tuple[CardSet, CardSet, CardSet] = (CardSet(), CardSet(), CardSet())
    exchanged: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    kept: tuple[Seat, ...] = ()
    taken: Seat | None = None
    plays: tuple[tuple[Card, ...], ...] = ()
    leader: Seat = Seat.F
    tricks: tuple[int, int, int] = (0, 0, 0)

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        deal: Deal,
        *,
        number: int = 1,
        players: tuple[str, str, str] | None = None,
        standing: tuple[Points, Points, Points] | None = None,
        contracts_left: tuple[ContractKind, ...] | None = None,
    ) -> Hand:
        """The hand just dealt; the parameters are those of the class.

        Raises
        ------
        RulesError
            Naming the field, for a deal, a number, players, columns or contracts left that the rules cannot give.
        """
        deal.check(rules)
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise RulesError("number", f"{quote(number)} is not the number of a deal, from 1")
        if players is not None:
            check_players(players)
        if standing is not None and any(min(points) < 0 for points in standing):
            raise RulesError("standing", "has a column below 0")
        if standing is not None and not rules.minus and any(points.minus for points in standing):
            raise RulesError("standing", f"has minus points, but the rules {quote(rules.name)} give none")
        if standing is not None and is_over(rules, standing, number - 1):
            raise RulesError("standing", "the game is over")
        if contracts_left is not None:
            if rules.contract_source != "declaration":
                raise RulesError("contracts_left", f"given, but the contract comes from a {rules.contract_source}")
            if not contracts_left or not set(contracts_left) <= set(KINDS):
                raise RulesError("contracts_left", f"{quote(contracts_left)} is not a list of {', '.join(KINDS)}")
        contract = None
        if deal.cut is not None:
            contract = rules.contract_of_cut(deal.cut)
        elif rules.contract_source == "rotation":
            contract = rules.contract_of_deal(number)
        return cls(
            rules=rules,
            deal=deal,
            number=number,
            players=players,
            standing=standing,
            contracts_left=contracts_left,
            contract=contract,
            hands=deal.hands,
            stock=deal.stock,
        )

    @property
    def cut(self) -> Card | None:
        """The card that the cut showed."""
        return self.deal.cut

    @property
    def trick(self) -> tuple[Card, ...]:
        """The 0 to 2 cards on the table, in the order played."""
        return self.plays[-1] if self.plays and len(self.plays[-1]) < 3 else ()

    @property
    def phase(self) -> Phase:
        """What is due: ``declare``, ``exchange``, ``take``, ``play``, or ``over``."""
        if self.contract is None:
            return "declare"
        if self.rules.exchange == "draw":
            if len(self.exchanged) < 3:
                return "exchange"
        elif self.taken is None and len(self.kept) < 3:
            return "take"
        return "play" if sum(self.tricks) < self.rules.hand_size else "over"

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is; None when the hand is over."""
        match self.phase:
            case "declare":
                return Seat.D
            case "exchange":
                return Seat(len(self.exchanged))
            case "take":
                return Seat(len(self.kept))
            case "play":
                return Seat((self.leader + len(self.trick)) % 3)
            case _:
                return None

    def legal_actions(self) -> Collection[Action]:
        """Every action open to the seat to move, in a fixed order; empty when the hand is over.

        An exchange has up to 4096 of them: those come as `Exchanges`, which makes them only when iterated.
        """
        seat = self.to_move
        if seat is None:
            return ()
        match self.phase:
            case "declare":
                kinds = KINDS if self.contracts_left is None else self.contracts_left
                return tuple(Declare(contract) for contract in Contract if contract_kind(contract) in kinds)
            case "exchange":
                return Exchanges(self.hands[seat], self.rules.allowance(seat, self.exchanged))
            case "take":
                return Take(True), Take(False)
            case _:
                return tuple(Play(card) for card in legal_plays(self.hands[seat], self.trick))

    def check(self, action: Action) -> None:
        """Refuse an action that the seat to move may not do.

        Raises
        ------
        IllegalAction
            Naming ``declare``, ``discard``, ``take`` or ``play``, and the reason.
        """
        if type(action) not in _DUE:
            raise IllegalAction("action", f"{quote(action)} is not a Declare, Discard, Take or Play")
        name, phase = _DUE[type(action)]
        seat = self.to_move
        if seat is None:
            raise IllegalAction(name, "the hand is over")
        if phase != self.phase:
            raise IllegalAction(name, f"{seat} is to {self.phase}" + (" or keep" if self.phase == "take" else ""))
        match action:
            case Declare(contract):
                kind = contract_kind(contract)
                if self.contracts_left is not None and kind not in self.contracts_left:
                    left = ", ".join(self.contracts_left)
                    raise IllegalAction(name, f"the dealer has no {kind} left to declare, only {left}")
            case Discard(cards):
                for card in cards - self.hands[seat]:
                    raise IllegalAction(name, f"{card} is not in the hand of {seat}")
                most = self.rules.allowance(seat, self.exchanged)
                if len(cards) > most:
                    raise IllegalAction(name, f"{len(cards)} cards, but {seat} may exchange at most {most}")
            case Play(card):
                hand = self.hands[seat]
                if card not in hand:
                    raise IllegalAction(name, f"{card} is not in the hand of {seat}")
                if card not in legal_plays(hand, self.trick):
                    must = hand.suit(self.trick[0].suit).listed()
                    raise IllegalAction(name, f"{card} does not follow suit; {seat} has {must}")

    def is_legal(self, action: Action) -> bool:
        """Whether the seat to move may do this."""
        try:
            self.check(action)
        except IllegalAction:
            return False
        return True

    def apply(self, action: Action) -> Hand:
        """The hand after the seat to move has done this.

        Raises
        ------
        IllegalAction
            As for `check`.
        """
        self.check(action)
        seat = self.to_move
        assert seat is not None
        match action:
            case Declare(contract):
                return replace(self, contract=contract)
            case Discard(cards):
                return self._exchange(seat, cards)
            case Take(True):
                return replace(
                    self,
                    taken=seat,
                    hands=_put(self.hands, seat, CardSet(self.stock)),
                    discarded=_put(self.discarded, seat, self.hands[seat]),
                    stock=(),
                )
            case Take():
                return replace(self, kept=(*self.kept, seat))
            case Play(card):
                return self._play(seat, card)

    def _exchange(self, seat: Seat, cards: CardSet) -> Hand:
        drawn, rest = self.stock[: len(cards)], self.stock[len(cards) :]
        return replace(
            self,
            hands=_put(self.hands, seat, self.hands[seat] - cards | CardSet(drawn)),
            discarded=_put(self.discarded, seat, cards),
            stock=rest,
            exchanged={**self.exchanged, seat: len(cards)},
        )

    def _play(self, seat: Seat, card: Card) -> Hand:
        assert self.contract is not None
        trick = (*self.trick, card)
        earlier = self.plays[:-1] if self.trick else self.plays
        leader, tricks = self.leader, self.tricks
        if len(trick) == 3:
            leader = Seat((leader + trick_winner(trick, self.contract)) % 3)
            tricks = _put(tricks, leader, tricks[leader] + 1)
        return replace(
            self,
            hands=_put(self.hands, seat, self.hands[seat] - CardSet(card)),
            plays=(*earlier, trick),
            leader=leader,
            tricks=tricks,
        )

    def score(self) -> tuple[Points, Points, Points]:
        """Plus and minus points of F, M and D; `IllegalAction` before the hand is over."""
        if self.phase != "over":
            raise IllegalAction("score", "the hand is not over")
        assert self.contract is not None
        forehand, middlehand, dealer = (self.rules.points(self.contract, won) for won in self.tricks)
        return forehand, middlehand, dealer

    def view(self, seat: Seat) -> View:
        """What `seat` knows at this point: nothing of the other hands, the stock and the others' discards."""
        from manni.view import View

        return View(
            rules=self.rules,
            seat=seat,
            contract=self.contract,
            cut=self.cut,
            hand=self.hands[seat],
            discarded=self.discarded[seat],
            exchanged=self.exchanged,
            taken=self.taken,
            kept=self.kept if self.rules.exchange == "take" else None,
            plays=self.plays,
            score=self._score_known(),
            contracts_left=self.contracts_left if seat is Seat.D else None,
            number=self.number if self.standing is not None else None,
        )

    def _score_known(self) -> dict[Seat, int | tuple[int, int]] | None:
        if self.standing is None:
            return None
        if self.rules.columns == "apart":
            return {seat: (self.standing[seat].plus, self.standing[seat].minus) for seat in Seat}
        return {seat: self.standing[seat].net for seat in Seat}


def check_players(names: tuple[str, str, str]) -> None:
    """Refuse names that do not tell three players apart; `RulesError` naming ``players``."""
    if len(names) != 3 or not all(isinstance(name, str) and name.strip() and name.isprintable() for name in names):
        raise RulesError("players", f"{quote(names)} is not three names")
    if len(set(names)) != 3:
        raise RulesError("players", f"{quote(names)} has a name twice")


_T = TypeVar("_T")


def _put(items: tuple[_T, _T, _T], seat: Seat, item: _T) -> tuple[_T, _T, _T]:
    """The three items with that of `seat` replaced."""
    first, second, third = (item if place == seat else old for place, old in enumerate(items))
    return first, second, third

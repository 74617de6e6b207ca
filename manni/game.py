"""A game of many hands: the deal goes round, columns or totals grow, contracts are used up, somebody wins."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import NamedTuple

from manni.dealing import Deal, deal
from manni.errors import IllegalAction, RulesError, quote
from manni.hand import Hand, check_players
from manni.rules import KINDS, ContractKind, Points, RuleSet, contract_kind, is_over, leaders


class Seating(NamedTuple):
    """Which player, by index into the game's players, sits at forehand, middlehand and dealer."""

    F: int
    M: int
    D: int


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game between hands, immutable; `start` makes one, `add` gives the game after one more hand.

    Parameters
    ----------
    rules : RuleSet
        The rules it is played by.
    players : tuple of 3 str
        Their names, clockwise.
    first_dealer : int
        The index of the player who deals the first hand.
    seed : int, optional
        What the deals come from; None when the cards are dealt elsewhere.
    hands : tuple of Hand
        The hands played out, in order.

    Raises
    ------
    RulesError
        Naming the field, for names or a dealer that will not do.
    """

    rules: RuleSet
    players: tuple[str, str, str] = ("A", "B", "C")
    first_dealer: int = 0
    seed: int | None = None
    hands: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        check_players(self.players)
        if self.first_dealer not in (0, 1, 2):
            raise RulesError("first_dealer", f"{quote(self.first_dealer)} is not 0, 1 or 2")

    @classmethod
    def start(cls, rules: RuleSet, seed: int, players: tuple[str, str, str] = ("A", "B", "C")) -> Game:
        """A new game in which the seed chooses the first dealer and all deals."""
        first = int(random.Random(f"manni first dealer {seed}").random() * 3)
        return cls(rules=rules, players=players, first_dealer=first, seed=seed)

    @property
    def number(self) -> int:
        """The number of the next hand, from 1."""
        return len(self.hands) + 1

    def seating(self, number: int | None = None) -> Seating:
        """Who sits where in hand `number` (the next one by default): the deal goes to the left every hand."""
        dealer = (self.first_dealer + (number or self.number) - 1) % 3
        return Seating((dealer + 1) % 3, (dealer + 2) % 3, dealer)

    @property
    def columns(self) -> tuple[Points, Points, Points]:
        """Every player's plus and minus points so far; where columns cancel, the net is the running total."""
        plus, minus = [0, 0, 0], [0, 0, 0]
        for number, hand in enumerate(self.hands, 1):
            for player, points in zip(self.seating(number), hand.score(), strict=True):
                plus[player] += points.plus
                minus[player] += points.minus
        return Points(plus[0], minus[0]), Points(plus[1], minus[1]), Points(plus[2], minus[2])

    def contracts_left(self, player: int) -> tuple[ContractKind, ...] | None:
        """The kinds of contract that a player has still to declare, with repeats; None without a declaration."""
        if self.rules.contract_source != "declaration":
            return None
        left = [kind for kind in KINDS for _ in range(self.rules.contracts_each)]
        for number, hand in enumerate(self.hands, 1):
            if player == self.seating(number).D and hand.contract is not None:
                left.remove(contract_kind(hand.contract))
        return tuple(left)

    @property
    def over(self) -> bool:
        """Whether the game has ended: the target or the last hand is reached, and a tie does not call for more."""
        return is_over(self.rules, self.columns, len(self.hands))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest net when the game is over (several share the win); empty before."""
        return leaders(self.columns) if self.over else ()

    def next_hand(self, dealt: Deal | None = None) -> Hand:
        """The next hand, just dealt.

        Parameters
        ----------
        dealt : Deal, optional
            The cards; dealt from the game's seed by default.

        Raises
        ------
        IllegalAction
            When the game is over.
        RulesError
            When there is neither a deal nor a seed, or the deal does not fit the rules.
        """
        if self.over:
            raise IllegalAction("hand", "the game is over")
        if dealt is None:
            if self.seed is None:
                raise RulesError("seed", "missing: the game has nothing to deal from")
            dealt = deal(self.rules, self.seed, self.number)
        seating, columns = self.seating(), self.columns
        forehand, middlehand, dealer = seating
        return Hand.start(
            self.rules,
            dealt,
            number=self.number,
            players=(self.players[forehand], self.players[middlehand], self.players[dealer]),
            standing=(columns[forehand], columns[middlehand], columns[dealer]),
            contracts_left=self.contracts_left(dealer),
        )

    def add(self, hand: Hand) -> Game:
        """The game after a hand that `next_hand` began and that was played out.

        Raises
        ------
        IllegalAction
            When the game is over, the hand is not, or the hand belongs to another point or another game.
        """
        if hand.rules != self.rules:
            raise IllegalAction("hand.rules", f"{quote(hand.rules.name)} are not those of the game")
        begun = self.next_hand(hand.deal)
        if hand.phase != "over":
            where = f"; {hand.to_move} is to {hand.phase}" if hand.to_move is not None else ""
            raise IllegalAction("hand", f"is not over{where}")
        for field in ("number", "players", "standing", "contracts_left"):
            if getattr(hand, field) != getattr(begun, field):
                raise IllegalAction(f"hand.{field}", f"does not belong to hand {self.number} of this game")
        return replace(self, hands=(*self.hands, hand))

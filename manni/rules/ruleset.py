"""A rule set as data: what a house may vary, checked for sense when it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from manni.cards import RANKS, Card, CardSet, Contract, Seat
from manni.errors import RulesError, quote

HAND_SIZE = 12
"""Cards in a hand, and so tricks in it: the one number that makes a game a Manni."""

ContractKind = Literal["NULLO", "TRUMP", "NT"]
KINDS: tuple[ContractKind, ...] = get_args(ContractKind)
"""The three kinds of contract: a cut rank gives one, a dealer must declare each as often."""


class Points(NamedTuple):
    """What one hand is worth to a seat, or a player's columns in a game."""

    plus: int
    minus: int

    @property
    def net(self) -> int:
        """Plus less minus."""
        return self.plus - self.minus


def contract_kind(contract: Contract) -> ContractKind:
    """The kind of a contract: ``NULLO``, ``NT`` or ``TRUMP``."""
    if contract is Contract.NULLO:
        return "NULLO"
    return "NT" if contract is Contract.NT else "TRUMP"


def contracts_of_kind(kind: str) -> tuple[Contract, ...]:
    """The contracts of a kind: four for ``TRUMP``, in the order ♠♥♦♣."""
    return tuple(contract for contract in Contract if contract_kind(contract) == kind)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of one house, immutable and validated; the built-in ones come from `load_rules`.

    Parameters
    ----------
    name : str
        The house's name for it.
    deck : CardSet
        The cards in play: three hands of twelve and the Manni, which is what is left over.
    contract_source : {"cut", "rotation", "declaration"}
        What fixes the contract: a cut card, the deal number, or the dealer after a look at the twelve cards dealt.
    cut : mapping of int to {"NULLO", "TRUMP", "NT"}
        With a cut: the kind of contract that a card of each rank (0 two to 12 ace) gives.
    rotation : tuple of Contract
        With a rotation: the contracts of deals 1, 2, 3 …, over and over.
    packet : int
        Cards dealt to a player at a time; divides 12.
    stock_dealt : {"first", "after", "last"}
        When the Manni gets its share: before the players in every round, after them in every round, or all at the end.
    exchange : {"draw", "take"}
        Discard and draw from the Manni, or take it whole for one's hand.
    allowances : tuple of 3 int, optional
        With a draw: the most cards that F, M and D may exchange. The dealer's is also bound by what is left.
    par : int
        Tricks that score nothing, 0 to 12.
    minus : bool
        Whether tricks on the wrong side of par score minus points.
    columns : {"apart", "cancel"}
        Whether plus and minus stand in two columns, or cancel into one running total.
    target : int, optional
        The game may end when a plus column (columns apart) or a total has reached it.
    target_range : tuple of 2 int, optional
        The least and the greatest target that these rules allow.
    hands : int, optional
        The game may end after so many hands. With a declaration a multiple of 9.
    tie : {"share", "play on"}
        What equal highest scores at the end do: share the win, or call for another hand.

    Raises
    ------
    RulesError
        Naming the field, for rules that contradict themselves or cannot be played.
    """

    name: str
    deck: CardSet
    contract_source: Literal["cut", "rotation", "declaration"]
    cut: Mapping[int, ContractKind] = field(default_factory=dict)
    rotation: tuple[Contract, ...] = ()
    packet: int = 3
    stock_dealt: Literal["first", "after", "last"]
    exchange: Literal["draw", "take"]
    allowances: tuple[int, int, int] | None = None
    par: int = 4
    minus: bool
    columns: Literal["apart", "cancel"]
    target: int | None = None
    target_range: tuple[int, int] | None = None
    hands: int | None = None
    tie: Literal["share", "play on"] = "share"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 1 <= len(self.name) <= 60 or not self.name.isprintable():
            raise RulesError("name", f"{quote(self.name)} is not a name of 1 to 60 printable characters")
        for key in ("contract_source", "stock_dealt", "exchange", "columns", "tie"):
            _one_of(key, getattr(self, key), _CHOICES[key])
        if not isinstance(self.minus, bool):
            raise RulesError("minus", f"{quote(self.minus)} is not true or false")
        _whole("par", self.par, 0, HAND_SIZE)
        self._check_deal()
        self._check_contract()
        self._check_exchange()
        self._check_end()

    def _check_deal(self) -> None:
        if not isinstance(self.deck, CardSet) or len(self.deck) < 3 * HAND_SIZE:
            count = f"{len(self.deck)} cards" if isinstance(self.deck, CardSet) else quote(self.deck)
            raise RulesError("deck", f"{count} will not deal three hands of {HAND_SIZE}")
        _whole("packet", self.packet, 1, HAND_SIZE)
        if HAND_SIZE % self.packet:
            raise RulesError("packet", f"packets of {self.packet} do not make {HAND_SIZE} cards")
        if self.contract_source == "cut" and self.stock_dealt != "first":
            raise RulesError("stock_dealt", "must be 'first' with a cut: the dealer gets the last card dealt")

    def _check_contract(self) -> None:
        if not isinstance(self.cut, Mapping):
            raise RulesError("cut", f"{quote(self.cut)} is not a mapping of ranks to kinds of contract")
        for rank, kind in self.cut.items():
            _whole("cut", rank, 0, len(RANKS) - 1)
            _one_of("cut", kind, KINDS)
        object.__setattr__(self, "cut", MappingProxyType(dict(sorted(self.cut.items()))))
        if self.contract_source == "cut":
            missing = sorted({card.rank for card in self.deck} - set(self.cut))
            if missing:
                raise RulesError("cut", f"no contract for rank {', '.join(RANKS[rank] for rank in missing)}")
        elif self.cut:
            raise RulesError("cut", f"given, but the contract comes from a {self.contract_source}")
        if isinstance(self.rotation, str) or not isinstance(self.rotation, Sequence):
            raise RulesError("rotation", f"{quote(self.rotation)} is not a list of contracts")
        for contract in self.rotation:
            if not isinstance(contract, Contract):
                raise RulesError("rotation", f"{quote(contract)} is not a Contract")
        object.__setattr__(self, "rotation", tuple(self.rotation))
        if (self.contract_source == "rotation") != bool(self.rotation):
            reason = f"given, but the contract comes from a {self.contract_source}" if self.rotation else "is empty"
            raise RulesError("rotation", reason)

    def _check_exchange(self) -> None:
        if self.exchange == "take":
            if self.allowances is not None:
                raise RulesError("allowances", "given, but the Manni is taken whole")
            if self.stock_size != HAND_SIZE:
                raise RulesError("deck", f"leaves a Manni of {self.stock_size}; to be taken whole it has {HAND_SIZE}")
            return
        if isinstance(self.allowances, str) or not isinstance(self.allowances, Sequence) or len(self.allowances) != 3:
            raise RulesError("allowances", f"{quote(self.allowances)} is not three numbers, for F, M and D")
        for seat in Seat:
            _whole(f"allowances.{seat}", self.allowances[seat], 0, HAND_SIZE)
        object.__setattr__(self, "allowances", tuple(self.allowances))
        forehand, middlehand, _ = self.allowances
        if forehand + middlehand > self.stock_size:
            reason = f"{forehand} for F and {middlehand} for M cannot be met by a Manni of {self.stock_size}"
            raise RulesError("allowances", reason)

    def _check_end(self) -> None:
        if self.target is not None:
            _whole("target", self.target, 1)
        if self.hands is not None:
            _whole("hands", self.hands, 1)
        if self.target is None and self.hands is None:
            raise RulesError("target", "missing, and so is hands: the game has no end")
        if self.target_range is not None:
            bounds = self.target_range
            if isinstance(bounds, str) or not isinstance(bounds, Sequence) or len(bounds) != 2:
                raise RulesError("target_range", f"{quote(bounds)} is not two numbers")
            for bound in bounds:
                _whole("target_range", bound, 1)
            if bounds[0] > bounds[1]:
                raise RulesError("target_range", f"{bounds[0]} is more than {bounds[1]}")
            object.__setattr__(self, "target_range", tuple(bounds))
            if self.target is not None and not bounds[0] <= self.target <= bounds[1]:
                raise RulesError("target", f"{self.target} is outside {bounds[0]} to {bounds[1]}")
        if self.contract_source == "declaration":
            if self.hands is None or self.hands % 9:
                raise RulesError("hands", f"must be a multiple of 9 with a declaration, not {self.hands}")
            if self.tie == "play on":
                raise RulesError("tie", "must be 'share': after the last hand nothing is left to declare")

    @property
    def hand_size(self) -> int:
        """Cards in a hand: 12."""
        return HAND_SIZE

    @property
    def stock_size(self) -> int:
        """Cards in the Manni."""
        return len(self.deck) - 3 * HAND_SIZE

    @property
    def contracts_each(self) -> int:
        """How often each player must declare each kind of contract in a game; 0 without a declaration."""
        return self.hands // 9 if self.hands and self.contract_source == "declaration" else 0

    def contract_of_cut(self, card: Card) -> Contract:
        """The contract that a cut card gives; `RulesError` when these rules do not cut or lack the card."""
        if self.contract_source != "cut":
            raise RulesError("cut", f"the rules {quote(self.name)} do not cut for the contract")
        if card not in self.deck:
            raise RulesError("cut", f"{card} is not in the deck")
        kind = self.cut[card.rank]
        return Contract.of_suit(card.suit) if kind == "TRUMP" else Contract[kind]

    def contract_of_deal(self, number: int) -> Contract:
        """The contract of deal `number` (from 1) where it rotates; `RulesError` where it does not."""
        if self.contract_source != "rotation":
            raise RulesError("rotation", f"the rules {quote(self.name)} do not rotate the contract")
        return self.rotation[(number - 1) % len(self.rotation)]

    def after_last(self, number: int | None) -> bool:
        """Whether hand `number` comes after the last of a game of a set length, because a tie is played on."""
        return self.hands is not None and number is not None and number > self.hands

    def allowance(self, seat: Seat, exchanged: Mapping[Seat, int]) -> int:
        """How many cards `seat` may exchange, given what the seats before it exchanged.

        Parameters
        ----------
        seat : Seat
            The seat whose turn it is.
        exchanged : mapping of Seat to int
            Cards exchanged by the seats that have had their turn; other seats are ignored.
        """
        if self.allowances is None:
            raise RulesError("exchange", f"the rules {quote(self.name)} have no exchange by drawing")
        left = self.stock_size - sum(count for other, count in exchanged.items() if other < seat)
        return min(self.allowances[seat], left)

    def points(self, contract: Contract, tricks: int) -> Points:
        """The plus and minus points of a hand to a seat that took so many tricks (0 to 12)."""
        above = self.par - tricks if contract.avoid else tricks - self.par
        return Points(max(above, 0), max(-above, 0) if self.minus else 0)

    def net_points(self, contract: Contract, tricks: int) -> int:
        """What a hand is worth to a seat that took so many tricks: plus less minus points."""
        return self.points(contract, tricks).net

    def to_dict(self) -> dict[str, Any]:
        """The keys of a rule file that make these rules, as JSON and TOML can hold them."""
        data: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        data["deck"] = str(self.deck)
        data["cut"] = {k: "".join(RANKS[r] for r, kind in self.cut.items() if kind == k) for k in KINDS if self.cut}
        data["rotation"] = [str(contract) for contract in self.rotation]
        for key in ("allowances", "target_range"):
            data[key] = list(data[key]) if data[key] is not None else None
        return {key: value for key, value in data.items() if value not in (None, {}, [])}

    def __hash__(self) -> int:
        return hash((self.name, self.deck, self.allowances, self.par, self.target, self.hands))

    def __reduce__(self) -> tuple[Any, ...]:
        # The read-only mapping of the cut cannot be pickled itself.
        from manni.rules.loading import rules_from_dict

        return rules_from_dict, (self.to_dict(),)


_CHOICES: dict[str, tuple[str, ...]] = {
    "contract_source": ("cut", "rotation", "declaration"),
    "stock_dealt": ("first", "after", "last"),
    "exchange": ("draw", "take"),
    "columns": ("apart", "cancel"),
    "tie": ("share", "play on"),
}


def _one_of(key: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise RulesError(key, f"{quote(value)} is not one of {', '.join(choices)}")


def _whole(key: str, value: object, least: int, most: int | None = None) -> None:
    span = f"at least {least}" if most is None else f"{least} to {most}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(key, f"{quote(value)} is not a whole number")
    if value < least or (most is not None and value > most):
        raise RulesError(key, f"{quote(value)} is not {span}")

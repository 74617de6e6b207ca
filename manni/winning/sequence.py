"""What hands a game may have, one after the other: their contracts, how the tricks fall, and what comes next.

A phase is a point between two hands as far as it does not depend on the score: the number of the next hand, where that
matters, and what each seat has still to declare. In a phase stands every outcome of the next hand with its chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from manni.cards import Seat
from manni.errors import ManniError, quote
from manni.rules import HAND_SIZE, KINDS, ContractKind, Points, RuleSet, contract_kind, contracts_of_kind
from manni.winning.outcomes import SPLITS, by_dealer, by_kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Left = tuple[int, int, int]
"""How often a player has still to declare each of `KINDS`."""

KnownLeft = tuple[Left | None, Left | None, Left | None]
"""The same of F, M and D; None for what is not known."""

MOST_HANDS = 10_000
"""Hands that a game of a set length may have; more have too many states (`manni.winning.layout.MOST_CELLS`)."""

MOST_EACH = 2
"""How often each contract may have to be declared; with three times there are too many states."""

END = -1
"""In place of a phase: after the last hand."""


class Branch(NamedTuple):
    """One contract that the next hand may have.

    Attributes
    ----------
    kind : {"NULLO", "TRUMP", "NT"}
        Of the contract.
    chances : numpy.ndarray of float, shape (91,)
        That it is this kind and the tricks fall so, by the splits of `manni.winning.outcomes`.
    after : int
        The phase that follows, or `END`.
    """

    kind: ContractKind
    chances: NDArray[np.float64]
    after: int


class Phase(NamedTuple):
    """A point between two hands.

    Attributes
    ----------
    number : int
        The number of the next hand; 0 where it does not matter.
    branches : tuple of Branch
        What the next hand may be.
    overtime : int
        The phase of the overtime that begins when the next hand leaves a tie that calls for more.
    """

    number: int
    branches: tuple[Branch, ...]
    overtime: int


@dataclass(frozen=True)
class Sequence:
    """The phases of a game.

    Parameters
    ----------
    rules : RuleSet
        Of the game.

    Notes
    -----
    With a declaration phases are told apart by what each player has still to declare. A tie that calls for more hands
    begins an overtime, whose phases come first in `phases`: as many as the contracts take to come round.
    """

    rules: RuleSet

    @property
    def needs_number(self) -> bool:
        """Whether the number of the next hand must be known."""
        return self.rules.hands is not None or self._period > 1

    @cached_property
    def overtimes(self) -> int:
        """How many phases of overtime there are."""
        return self._period if self.rules.tie == "play on" else 0

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """All phases, those of an overtime first; `ManniError` naming ``hands`` when they are too many."""
        if (self.rules.hands or 0) > MOST_HANDS:
            raise too_many(self.rules, "hands")
        period, hands = self._period, self.rules.hands
        overtime = [self._contract_phase(n, (n + 1) % period, (n + 1) % period) for n in range(self.overtimes)]
        first = len(overtime)
        if self.rules.contract_source == "declaration":
            return (*overtime, *map(self._declared_phase, self._declared))
        numbers = range(hands) if hands is not None else range(period)
        found = []
        for n in numbers:
            after = first + (n + 1 if hands is not None else (n + 1) % period)
            if hands is not None and n + 1 == hands:
                after = END
            phase = self._contract_phase(n % period, after, (n + 1) % period)
            found.append(phase._replace(number=n + 1 if hands is not None else 0))
        return (*overtime, *found)

    def at(self, number: int | None = None, left: KnownLeft | None = None) -> list[int]:
        """The phases in which the game may be before hand `number`; several are equally likely.

        Parameters
        ----------
        number : int, optional
            From 1.
        left : KnownLeft, optional
            What F, M and D have still to declare.

        Raises
        ------
        ManniError
            Naming ``hand`` or ``contracts_left``, when they are missing or do not fit the rules.
        """
        hands = self.rules.hands
        if number is None:
            if self.needs_number:
                raise ManniError("hand", f"missing: under the rules {quote(self.rules.name)} its number matters")
            number = 1
        if number < 1 or self.rules.after_last(number):
            raise ManniError("hand", f"{number} is not the number of a hand, 1 to {hands or 'any'}")
        if self.rules.contract_source != "declaration":
            return [self.overtimes + (number - 1 if hands is not None else (number - 1) % self._period)]
        places = self._places
        given = left or (None, None, None)
        dealt = _dealt(number)
        options = []
        for seat in Seat:
            known = given[seat]
            most = self.rules.contracts_each
            if known is not None and sum(known) != 3 * most - dealt[seat]:
                raise ManniError(
                    f"contracts_left.{seat}",
                    f"{sum(known)} contracts, but before hand {number} there are {3 * most - dealt[seat]}",
                )
            options.append([known] if known is not None else _lefts(3 * most - dealt[seat], most))
        return [places[number, (f, m, d)] for f, m, d in product(*options)]

    def overtime_at(self, number: int | None = None) -> int:
        """The phase of the overtime before hand `number`."""
        return ((number or 1) - 1) % self._period

    def after(self, phases: Iterable[int], kind: ContractKind) -> list[int]:
        """The phases after a hand with a contract of one kind, as likely as it came from each of `phases`.

        Raises
        ------
        ManniError
            Naming ``contract`` when it can come from none.
        """
        found = [branch.after for phase in phases for branch in self.phases[phase].branches if branch.kind == kind]
        if not found:
            raise ManniError("contract", f"no {kind} is left to the dealer")
        return found

    @cached_property
    def _kinds(self) -> tuple[Mapping[ContractKind, float], ...]:
        """For each hand of a round of contracts how likely it has each kind."""
        rules = self.rules
        if rules.contract_source == "cut":
            number = Counter(rules.cut[card.rank] for card in rules.deck)
            return ({kind: number[kind] / len(rules.deck) for kind in KINDS if number[kind]},)
        kinds = [contract_kind(contract) for contract in rules.rotation]
        for period in range(1, len(kinds) + 1):
            if len(kinds) % period == 0 and kinds == kinds[:period] * (len(kinds) // period):
                break
        return tuple({kind: 1.0} for kind in kinds[:period])

    @property
    def _period(self) -> int:
        return 1 if self.rules.contract_source == "declaration" else len(self._kinds)

    def _contract_phase(self, place: int, after: int, overtime: int) -> Phase:
        kinds = self._kinds[place]
        branches = [Branch(kind, kinds[kind] * by_kind(self.rules, kind), after) for kind in kinds]
        return Phase(0, tuple(branches), overtime)

    @cached_property
    def _declared(self) -> list[tuple[int, tuple[Left, Left, Left]]]:
        """The number of the next hand and what F, M and D have still to declare."""
        if self.rules.contracts_each > MOST_EACH:
            raise too_many(self.rules, "hands")
        most, found = self.rules.contracts_each, []
        for number in range(1, 9 * most + 1):
            options = [_lefts(3 * most - dealt, most) for dealt in _dealt(number)]
            found += [(number, (f, m, d)) for f, m, d in product(*options)]
        return found

    @cached_property
    def _places(self) -> dict[tuple[int, tuple[Left, Left, Left]], int]:
        return {key: self.overtimes + place for place, key in enumerate(self._declared)}

    def _declared_phase(self, key: tuple[int, tuple[Left, Left, Left]]) -> Phase:
        number, (forehand, middlehand, dealer) = key
        branches = []
        kinds = frozenset(kind for kind, times in zip(KINDS, dealer, strict=True) if times)
        for kind, chances in by_dealer(self.rules, kinds).items():
            rest = _less(dealer, kind)
            after = self._places.get((number + 1, (middlehand, rest, forehand)), END)
            branches.append(Branch(kind, chances, after))
        return Phase(number, tuple(branches), 0)


def too_many(rules: RuleSet, field: Literal["target", "hands"]) -> ManniError:
    """The error for a game that is too long for a table."""
    return ManniError(field, f"{getattr(rules, field)} makes too many states for a table of the winning chances")


def left_of(kinds: Iterable[ContractKind]) -> Left:
    """Count kinds that are still to be declared."""
    number = Counter(kinds)
    return number["NULLO"], number["TRUMP"], number["NT"]


def scores(rules: RuleSet, kind: ContractKind) -> list[tuple[Points, Points, Points]]:
    """The points of F, M and D for each split of the tricks."""
    contract = contracts_of_kind(kind)[0]
    of = [rules.points(contract, tricks) for tricks in range(HAND_SIZE + 1)]
    return [(of[f], of[m], of[d]) for f, m, d in SPLITS]


def _less(left: Left, kind: ContractKind) -> Left:
    nullo, trump, nt = (n - (k == kind) for n, k in zip(left, KINDS, strict=True))
    return nullo, trump, nt


def _dealt(number: int) -> tuple[int, int, int]:
    """How often F, M and D have dealt before hand `number`: the dealer of it dealt three hands ago, and so on."""
    before = number - 1
    return (before + 1) // 3, (before + 2) // 3, before // 3


def _lefts(total: int, most: int) -> list[Left]:
    """All that a player may still have to declare when it is so much in all."""
    return [(a, b, total - a - b) for a in range(most + 1) for b in range(most + 1) if 0 <= total - a - b <= most]

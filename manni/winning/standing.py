"""Where a game stands, as users state it: scores and what is left to declare, checked."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from manni.cards import Contract, Seat
from manni.errors import ManniError, quote
from manni.rules import KINDS, ContractKind, Points, RuleSet, contract_kind
from manni.winning.sequence import KnownLeft, Left, left_of

Score = int | Several[int]
"""A total, or plus and minus points."""


def columns_of(score: Mapping[Any, Score] | None, rules: RuleSet) -> tuple[Points, Points, Points]:
    """The columns of F, M and D; `ManniError` naming the seat's field for a score that the rules cannot give."""
    given = _by_seat(score or dict.fromkeys(Seat, (0, 0) if rules.columns == "apart" else 0), "score")
    forehand, middlehand, dealer = (_points(given, seat, rules) for seat in Seat)
    return forehand, middlehand, dealer


def _points(given: Mapping[Seat, Any], seat: Seat, rules: RuleSet) -> Points:
    field = f"score.{seat}"
    if seat not in given:
        raise ManniError(field, "missing")
    value = given[seat]
    value = list(value) if isinstance(value, tuple) else value  # as it is told
    if rules.columns == "apart":
        if isinstance(value, str) or not isinstance(value, Several) or len(value) != 2:
            raise ManniError(field, f"{quote(value)} is not two numbers, plus and minus")
        plus, minus = (_whole(field, number) for number in value)
        if min(plus, minus) < 0:
            raise ManniError(field, f"{quote(value)} has a column below 0")
        if minus and not rules.minus:
            raise ManniError(field, f"{minus} minus points, but the rules {quote(rules.name)} give none")
        return Points(plus, minus)
    total = _whole(field, value)
    if total < 0 and not rules.minus:
        raise ManniError(field, f"{total}, but under the rules {quote(rules.name)} no total falls below 0")
    return Points(max(total, 0), max(-total, 0))


def known_left(given: Mapping[Any, Several[ContractKind]] | None, rules: RuleSet) -> KnownLeft | None:
    """What F, M and D have still to declare, None for what is not given; `ManniError` naming the field."""
    if given is None:
        return None
    if rules.contract_source != "declaration":
        raise ManniError("contracts_left", f"given, but the rules {quote(rules.name)} have no declaration")
    found: list[Left | None] = [None, None, None]
    for seat, kinds in _by_seat(given, "contracts_left").items():
        field = f"contracts_left.{seat}"
        if isinstance(kinds, str) or not isinstance(kinds, Several):
            raise ManniError(field, f"{quote(kinds)} is not a list of {', '.join(KINDS)}")
        for kind in kinds:
            if kind not in KINDS:
                raise ManniError(field, f"{quote(kind)} is not one of {', '.join(KINDS)}")
            if kinds.count(kind) > rules.contracts_each:
                raise ManniError(field, f"{kind} stands there more than {rules.contracts_each} times")
        found[seat] = left_of(kinds)
    return found[0], found[1], found[2]


def left_in(given: Several[ContractKind] | None, contract: Contract, number: int | None, rules: RuleSet) -> Left | None:
    """What the dealer of hand `number` had still to declare, from what is given before its declaration or after it."""
    if given is None or number is None or rules.contract_source != "declaration":
        return None
    missing = 3 * rules.contracts_each - (number - 1) // 3 - len(given)
    return left_of((*given, contract_kind(contract)) if missing == 1 else given)


def _by_seat(given: Mapping[Any, Any], field: str) -> dict[Seat, Any]:
    if not isinstance(given, Mapping):
        raise ManniError(field, f"{quote(given)} is not a mapping by seat")
    return {seat if isinstance(seat, Seat) else Seat.parse(seat, field): value for seat, value in given.items()}


def _whole(field: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ManniError(field, f"{quote(value)} is not a whole number")
    return value

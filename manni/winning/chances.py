"""Who wins a game, asked from a score."""

from __future__ import annotations

import os
from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from manni.cards import Seat
from manni.errors import ManniError, quote
from manni.rules import KINDS, ContractKind, Points, RuleSet, is_over, load_rules
from manni.winning.sequence import KnownLeft, Left, left_of
from manni.winning.table import Chances, prospects

Score = int | Several[int]


def equity(
    score: Mapping[Any, Score] | None = None,
    *,
    rules: str | os.PathLike[str] | Mapping[str, Any] | RuleSet = "hornafjordur",
    hand: int | None = None,
    contracts_left: Mapping[Any, Several[ContractKind]] | None = None,
) -> Chances:
    """How likely each player is to win a game, before a hand is dealt.

    Parameters
    ----------
    score : mapping of Seat (or its name) to int or (int, int), optional
        By the seats of the hand to come, F, M and D: totals, or plus and minus points where the columns stand apart. By
        default all are at nothing.
    rules : RuleSet, name, path or mapping
        As for `manni.load_rules`.
    hand : int, optional
        The number of the hand to come, from 1; needed where the number of hands ends the game or the contracts that
        come round are of several kinds. Without a score it is 1.
    contracts_left : mapping of Seat (or its name) to sequence of str, optional
        Of ``NULLO``, ``NT`` and ``TRUMP``, what each has still to declare, with repeats. What is left out may be
        anything that fits the number of the hand, all alike likely.

    Returns
    -------
    Chances
        For F, M and D; a shared win counts by its share.

    Raises
    ------
    ManniError
        Naming the field: a score that rules cannot give, a game that is over, a number or contracts left that do not
        fit.
    """
    rule_set = load_rules(rules)
    number = 1 if hand is None and score is None else hand
    columns = columns_of(score, rule_set)
    left = _left(contracts_left, rule_set)
    if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
        raise ManniError("hand", f"{quote(number)} is not the number of a hand, from 1")
    if is_over(rule_set, columns, (number or 1) - 1):
        raise ManniError("score", "the game is over")
    ahead = prospects(rule_set)
    beyond = rule_set.hands is not None and number is not None and number > rule_set.hands
    phases = [] if beyond else ahead.sequence.at(number, left)
    found = ahead.before(phases, columns, number or 1)
    return Chances(*found.tolist())


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


def _left(given: Mapping[Any, Several[ContractKind]] | None, rules: RuleSet) -> KnownLeft | None:
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


def _by_seat(given: Mapping[Any, Any], field: str) -> dict[Seat, Any]:
    if not isinstance(given, Mapping):
        raise ManniError(field, f"{quote(given)} is not a mapping by seat")
    return {seat if isinstance(seat, Seat) else Seat.parse(seat, field): value for seat, value in given.items()}


def _whole(field: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ManniError(field, f"{quote(value)} is not a whole number")
    return value

"""Who wins a game, asked from a score."""

from __future__ import annotations

import os
from collections.abc import Mapping
from collections.abc import Sequence as Several
from typing import Any

from manni.errors import ManniError, quote
from manni.rules import ContractKind, RuleSet, is_over, load_rules
from manni.winning.standing import Score, columns_of, known_left
from manni.winning.table import Chances, prospects


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
    left = known_left(contracts_left, rule_set)
    if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
        raise ManniError("hand", f"{quote(number)} is not the number of a hand, from 1")
    beyond = rule_set.after_last(number)
    if is_over(rule_set, columns, (number or 1) - 1):
        if beyond and not is_over(rule_set, columns, 0):
            raise ManniError("hand", f"{number}, but the game is over after {rule_set.hands} hands")
        raise ManniError("score", "the game is over")
    ahead = prospects(rule_set)
    phases = [] if beyond else ahead.sequence.at(number, left)
    return ahead.before(phases, columns, number or 1)

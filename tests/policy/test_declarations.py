"""What is left to declare is worth the more, the more there is of it."""

from __future__ import annotations

from manni.policy.declarations import value_left
from manni.rules import KINDS, load_rules


def test_a_choice_is_worth_more_than_none() -> None:
    rules = load_rules("declared")
    alone = {kind: value_left(rules, [kind]) for kind in KINDS}
    assert value_left(rules, []) == 0
    # A dealer names the best of four suits; at no trump there is nothing to choose.
    assert alone["TRUMP"] > max(alone["NULLO"], alone["NT"])
    for first in KINDS:
        for second in KINDS:
            pair = value_left(rules, [first, second])
            assert pair == value_left(rules, [second, first])
            # Two hands, and which is played in what is chosen on the first.
            both = alone[first] + alone[second]
            assert pair > both + 0.1 if first != second else abs(pair - both) < 1e-9
    assert value_left(rules, KINDS) > value_left(rules, ["NULLO", "TRUMP"])

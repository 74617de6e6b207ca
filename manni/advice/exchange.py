"""Which cards to throw, and how many.

Every discard is evaluated at once (`manni.policy.evaluation`). Discards that leave hands equal but for neighbouring
cards are one: no unseen card lies between, so every world is worth the same after either. The best of the rest go
through `selection.race` on common worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from manni.actions import Discard
from manni.advice.method import Method
from manni.advice.opening import contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget, Comparison
from manni.advice.worth import worth_of
from manni.cards import LANE, CardSet, Contract
from manni.policy.evaluation import FULL, by_strength, discards, runs, utility
from manni.view import View

TRUST = 50.0
"""Worlds whose word the evaluation is worth; see `manni.advice.opening`."""

CONTENDERS = 16
"""Discards that are played out, after merging."""

LEAST_SE = 0.1
"""The least standard error, in points, that a difference by evaluation is given."""


def advise_exchange(view: View, budget: Budget, seed: int, method: Method) -> tuple[tuple[ActionValue, ...], int]:
    """Value every discard; returns the values, best first, and the number of worlds of the best.

    A discard that was only evaluated stands where its evaluation puts it against those played out, on average, and its
    standard error is the scatter of those around the evaluation.
    """
    contract = view.contract
    assert contract is not None
    allowance = view.rules.allowance(view.seat, view.exchanged)
    masks, values = (found.tolist() for found in discards(view.hand.mask, allowance, contract))
    evaluated = sorted(zip(masks, values, strict=True), key=lambda d: (-utility(d[1], contract), d[0]))
    classes = _merge(evaluated, view.hand.mask, view.unseen.mask, contract)
    tricks = [members[0][1] for members in classes]
    contenders = min(CONTENDERS, len(classes))
    leaders = [Discard(CardSet(members[0][0])) for members in classes[:contenders]]
    budget.reserve(2 * budget.elapsed)  # listing all discards takes about twice as long as evaluating them
    worth = worth_of(view, contract, method.goal)
    solved = contest(view, leaders, [worth] * contenders, tricks[:contenders], TRUST, budget, seed)

    thought = worth.about(tricks)
    regret, se = np.zeros(len(classes)), np.zeros(len(classes))
    regret[:contenders], se[:contenders] = solved.comparison.regret, solved.comparison.se
    # What the best would be evaluated at, were the evaluation right on average over the contenders.
    levels = thought[:contenders] + regret[:contenders]
    regret[contenders:] = np.maximum(0.0, levels.mean() - thought[contenders:])
    se[contenders:] = max(float(np.hypot(levels.std(), se[:contenders].mean())), LEAST_SE)

    best = solved.comparison.order[0]
    order = sorted(range(len(classes)), key=lambda c: (c != best, round(float(regret[c]), 9), -thought[c], c))
    chosen = [Discard(CardSet(members[0][0])) for members in classes]
    everything = Comparison(order, regret, se)
    ranked = action_values(chosen, [worth] * len(chosen), everything, solved.distributions)
    # All members of a class share its values.
    found = [
        replace(v, action=Discard(CardSet(thrown)))
        for v, c in zip(ranked, order, strict=True)
        for thrown, _ in classes[c]
    ]
    return tuple(found), solved.worlds


def _merge(
    screened: Sequence[tuple[int, float]], hand: int, unseen: int, contract: Contract
) -> list[list[tuple[int, float]]]:
    """Group discards that throw as many of each run of neighbouring cards, the best evaluated first."""
    parts = runs(by_strength(hand, contract), by_strength(unseen, contract))
    # Per suit what may be thrown of it, and how many of each run that is: the sixteenths of one number.
    suits = [[run for run in parts if run >> LANE * suit & FULL] for suit in range(4)]

    @cache
    def counts(suit: int, lane: int) -> int:
        return sum((lane << LANE * suit & run).bit_count() << 4 * n for n, run in enumerate(suits[suit]))

    groups: dict[tuple[int, ...], list[tuple[int, float]]] = {}
    for thrown, tricks in screened:
        mask = by_strength(thrown, contract)
        key = tuple([counts(suit, mask >> LANE * suit & FULL) for suit in range(4)])
        groups.setdefault(key, []).append((thrown, tricks))
    return list(groups.values())

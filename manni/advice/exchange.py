"""Which cards to throw, and how many.

Every discard is evaluated at once (`manni.policy.evaluation`). Discards that leave hands equal but for neighbouring
cards are one: no unseen card lies between, so every world is worth the same after either. The best of the rest go
through `selection.race` on common worlds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from manni.actions import Discard
from manni.advice.deals import player_of
from manni.advice.method import Method
from manni.advice.opening import Contest, contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget, Comparison
from manni.advice.values import TRICKS, set_aside, sobered
from manni.advice.worth import Worth, worth_of
from manni.cards import CardSet, Contract
from manni.policy.evaluation import by_strength, contract_kind, discards, runs
from manni.view import View

TRUST = 50.0
"""Worlds whose word the evaluation is worth; see `manni.advice.opening`."""

CONTENDERS = 128
"""Discards that are played out, after merging."""

DOUBT = 500.0
"""Worlds whose word it is worth that chances to win differ as points do, and no more; see `manni.advice.opening`.

That is how much less discards differ in the rest of their chances than these vary from world to world: 30 exchanges at
random scores of ``hornafjordur``, 24 discards in 2,000 worlds each.
"""

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
    masks, tricks = discards(view.hand.mask, allowance, contract, player_of(method))
    best_first = np.lexsort((masks, tricks if contract.avoid else -tricks))
    masks, tricks = masks[best_first], tricks[best_first]
    leaders_of, class_of = _merge(masks, view.hand.mask, view.unseen.mask, contract)
    members = np.split(masks[np.argsort(class_of, kind="stable")], np.cumsum(np.bincount(class_of))[:-1])
    tricks = tricks[leaders_of]
    chosen = [Discard(CardSet(mask)) for mask in masks[leaders_of].tolist()]
    contenders = min(CONTENDERS, len(chosen))
    budget.reserve(2 * budget.elapsed)  # listing all discards takes about twice as long as evaluating them
    worth = worth_of(view, contract, method.goal)
    solved = contest(
        view,
        chosen[:contenders],
        [worth] * contenders,
        tricks[:contenders].tolist(),
        TRUST,
        budget,
        seed,
        method,
        doubt=0.0 if worth.wins is None else DOUBT,
    )
    if method.habits:  # without them it is the plain method, a yardstick that stays as it was
        solved = _sobered(solved, contract, worth)

    thought = worth.about(tricks)
    regret, se = np.zeros(len(chosen)), np.zeros(len(chosen))
    regret[:contenders], se[:contenders] = solved.comparison.regret, solved.comparison.se
    # What the best would be evaluated at, were the evaluation right on average over the contenders.
    levels = thought[:contenders] + regret[:contenders]
    regret[contenders:] = np.maximum(0.0, levels.mean() - thought[contenders:])
    se[contenders:] = max(float(np.hypot(levels.std(), se[:contenders].mean())), LEAST_SE)
    regret = np.minimum(regret, max(0.0, solved.value - float(worth.split.min())))  # no hand brings less than the worst

    best = solved.comparison.order[0]
    order = sorted(range(len(chosen)), key=lambda c: (c != best, round(float(regret[c]), 9), -thought[c], c))
    everything = Comparison(order, regret, se)
    ranked = action_values(
        chosen, [worth] * len(chosen), everything, solved.distributions, solved.value, evaluation=tricks
    )
    # All members of a class share its values.
    found = [
        replace(v, action=Discard(CardSet(thrown)))
        for v, c in zip(ranked, order, strict=True)
        for thrown in members[c].tolist()
    ]
    return tuple(found), solved.worlds


def _sobered(solved: Contest, contract: Contract, worth: Worth) -> Contest:
    """The values of discards, corrected by what hands brought; see `manni.advice.values.sobered`."""
    told = np.array(list(solved.distributions.values()))
    sober = sobered(told, contract, TRICKS, 0, "exchange")
    best = list(solved.distributions).index(solved.comparison.order[0])
    order, regret, se = solved.comparison
    kept = 1 - set_aside("exchange", contract_kind(contract), TRICKS)
    return Contest(
        Comparison(order, kept * regret, kept * se),
        dict(zip(solved.distributions, map(tuple, sober.tolist()), strict=True)),
        solved.value + float((sober[best] - told[best]) @ worth.points),
        solved.worlds,
    )


def _merge(
    thrown: NDArray[np.uint64], hand: int, unseen: int, contract: Contract
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Group discards that throw as many of each run of neighbouring cards.

    Returns
    -------
    intp array, shape (groups,)
        The first of each group.
    intp array, shape (discards,)
        The group of each discard; groups are numbered by their first.
    """
    parts = runs(by_strength(hand, contract), by_strength(unseen, contract))
    bits = np.unpackbits(
        by_strength(thrown, contract).astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"
    )
    of_run = np.array([[part >> card & 1 for part in parts] for card in range(64)], dtype=np.int64)
    counts = bits.astype(np.int64) @ of_run @ (13 ** np.arange(len(parts), dtype=np.int64))
    _, first, group = np.unique(counts, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    return first[order], number[group.reshape(-1)]

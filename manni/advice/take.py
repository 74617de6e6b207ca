"""Whether to take the Manni: twelve unseen cards against one's own hand and what the next seats do after a refusal."""

from __future__ import annotations

from manni.actions import Take
from manni.advice.evaluation import hand_value
from manni.advice.opening import contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget
from manni.view import View

TRUST = 12.0
"""Worlds whose word the evaluation is worth."""


def advise_take(view: View, budget: Budget, seed: int) -> tuple[tuple[ActionValue, ...], int]:
    """Value taking and keeping; returns the values, best first, and the number of worlds of the best."""
    contract = view.contract
    assert contract is not None
    actions = [Take(True), Take(False)]
    evaluation = [hand_value(0, 12, contract), hand_value(view.hand.mask, 0, contract)]
    found = contest(view, actions, evaluation, TRUST, budget, seed)
    contracts = [contract, contract]
    return (
        action_values(view.rules, actions, contracts, found.comparison, found.best_tricks, found.distributions),
        found.worlds,
    )

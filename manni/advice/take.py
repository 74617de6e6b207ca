"""Whether to take the Manni: twelve unseen cards against one's own hand and what the next seats do after a refusal."""

from __future__ import annotations

from manni.actions import Take
from manni.advice.deals import player_of
from manni.advice.method import Method
from manni.advice.opening import contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget
from manni.advice.values import TRICKS
from manni.advice.worth import worth_of
from manni.policy.evaluation import hand_value
from manni.view import View

TRUST = 12.0
"""Worlds whose word the evaluation is worth."""


def advise_take(view: View, budget: Budget, seed: int, method: Method) -> tuple[tuple[ActionValue, ...], int]:
    """Value taking and keeping; returns the values, best first, and the number of worlds of the best."""
    contract = view.contract
    assert contract is not None
    actions = [Take(True), Take(False)]
    worths = [worth_of(view, contract, method.goal)] * 2
    # Twelve unseen cards are worth the same as anybody's: the third part of the tricks.
    evaluation = [TRICKS / 3, hand_value(view.hand.mask, 0, contract, player_of(method))]
    found = contest(view, actions, worths, evaluation, TRUST, budget, seed, method)
    return action_values(
        actions, worths, found.comparison, found.distributions, found.value, evaluation=evaluation
    ), found.worlds

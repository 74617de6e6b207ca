"""Which contract to declare: each one still allowed, after the exchanges that would follow, on common worlds."""

from __future__ import annotations

from manni.actions import Declare
from manni.advice.deals import player_of
from manni.advice.method import Method
from manni.advice.opening import contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget
from manni.advice.worth import worth_of
from manni.policy.choices import contracts_allowed
from manni.policy.evaluation import best_discard
from manni.view import View

TRUST = 9.0
"""Worlds whose word the evaluation is worth."""


def advise_declare(view: View, budget: Budget, seed: int, method: Method) -> tuple[tuple[ActionValue, ...], int]:
    """Value every contract; returns the values, best first, and the number of worlds of the best.

    All three seats, our own included, exchange by the policy of ``greedy``.
    """
    contracts = contracts_allowed(view)
    allowance = view.rules.allowances[view.seat] if view.rules.allowances else 0
    player = player_of(method)
    evaluation = [best_discard(view.hand.mask, contract, allowance, player)[1] for contract in contracts]
    actions = [Declare(contract) for contract in contracts]
    worths = [worth_of(view, contract, method.goal) for contract in contracts]
    found = contest(view, actions, worths, evaluation, TRUST, budget, seed, method)
    return action_values(actions, worths, found.comparison, found.distributions), found.worlds

"""Which contract to declare: each one still allowed, after the exchanges that would follow, on common worlds."""

from __future__ import annotations

import numpy as np

from manni.actions import Declare
from manni.advice.deals import player_of
from manni.advice.method import Method
from manni.advice.opening import contest
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import Budget
from manni.advice.worth import worth_of
from manni.policy.choices import contracts_allowed, dealer_allowance
from manni.policy.declarations import value_left
from manni.policy.evaluation import best_discard
from manni.rules import contract_kind
from manni.view import View

TRUST = 9.0
"""Worlds whose word the evaluation is worth."""


def advise_declare(view: View, budget: Budget, seed: int, method: Method) -> tuple[tuple[ActionValue, ...], int]:
    """Value every contract; returns the values, best first, and the number of worlds of the best.

    All three seats, our own included, exchange by the policy. What a contract leaves to declare later in the game
    (`manni.policy.declarations`) counts where points do; it is no part of the points that are told.
    """
    contracts = contracts_allowed(view)
    allowance = dealer_allowance(view.rules)
    player = player_of(method)
    evaluation = [best_discard(view.hand.mask, contract, allowance, player)[1] for contract in contracts]
    actions = [Declare(contract) for contract in contracts]
    worths = [worth_of(view, contract, method.goal) for contract in contracts]
    later = np.zeros(len(actions))
    if view.contracts_left is not None and all(worth.wins is None for worth in worths):
        for place, contract in enumerate(contracts):
            left = list(view.contracts_left)
            left.remove(contract_kind(contract))
            later[place] = value_left(view.rules, left)
        later -= later.max()
    found = contest(view, actions, worths, evaluation, TRUST, budget, seed, method, later=later)
    return action_values(
        actions, worths, found.comparison, found.distributions, found.value, later, evaluation
    ), found.worlds

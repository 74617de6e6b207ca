"""From compared actions to the values that a user reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

from manni.actions import Action
from manni.advice.result import ActionValue
from manni.advice.selection import Comparison
from manni.advice.values import TRICKS, binomial
from manni.cards import Contract
from manni.rules import RuleSet


def action_values(
    rules: RuleSet,
    actions: Sequence[Action],
    contracts: Sequence[Contract],
    comparison: Comparison,
    best_tricks: float,
    distributions: Mapping[int, tuple[float, ...]],
) -> tuple[ActionValue, ...]:
    """The values of actions, best first.

    The best has the expectation found for it; every other stands behind it by its regret, so that the differences shown
    are those that were measured on common worlds.

    Parameters
    ----------
    actions, contracts : sequence
        The actions, and the contract that each is played in.
    comparison : Comparison
        Of the actions; gains count from par.
    best_tricks : float
        Expected tricks of the best action.
    distributions : mapping of int to tuple of 13 float
        Of the actions (by number) for which a distribution with that very mean was found; the others get a binomial
        one.
    """
    best = comparison.order[0]
    best_gain = _gain(best_tricks, contracts[best], rules)
    worth = {contract: [rules.net_points(contract, k) for k in range(TRICKS + 1)] for contract in set(contracts)}
    found = []
    for action in comparison.order:
        contract, regret = contracts[action], float(comparison.regret[action])
        tricks = min(max(_tricks(best_gain - regret, contract, rules), 0.0), float(TRICKS))
        spread = distributions.get(action) or binomial(TRICKS, round(tricks / TRICKS, 9))
        points = sum(map(mul, spread, worth[contract]))
        found.append(ActionValue(actions[action], tricks, points, float(comparison.se[action]), regret, spread))
    return tuple(found)


def _gain(tricks: float, contract: Contract, rules: RuleSet) -> float:
    return rules.par - tricks if contract.avoid else tricks - rules.par


def _tricks(gain: float, contract: Contract, rules: RuleSet) -> float:
    return rules.par - gain if contract.avoid else rules.par + gain

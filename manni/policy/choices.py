"""Sensible quick decisions before the play, by the evaluation of a hand.

The adviser models the seats that decide after it so, by the player of `manni.policy.evaluation.policy`; the bot
``greedy`` decides so as the player of `manni.policy.evaluation.greedy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from manni.cards import Contract
from manni.policy.evaluation import best_discard, code, policy
from manni.rules import RuleSet, contracts_of_kind
from manni.view import View

if TYPE_CHECKING:
    from manni.policy._kernel import Policy


def contracts_allowed(view: View) -> list[Contract]:
    """The contracts that the dealer may declare, in the order of `Contract`."""
    kinds = view.contracts_left
    allowed = [c for kind in set(kinds) for c in contracts_of_kind(kind)] if kinds is not None else list(Contract)
    return [contract for contract in Contract if contract in allowed]


def dealer_allowance(rules: RuleSet) -> int:
    """How many cards a dealer who declares may count on exchanging: what is left when the others take all they may."""
    if rules.allowances is None:
        return 0
    forehand, middlehand, dealer = rules.allowances
    return min(dealer, rules.stock_size - forehand - middlehand)


def gain(tricks: float, contract: Contract, par: int) -> float:
    """What tricks are worth: the distance from par in the direction that the contract wants."""
    return par - tricks if contract.avoid else tricks - par


def choose_contract(
    hand: int, contracts: Sequence[Contract], allowance: int, par: int, by: Policy | None = None
) -> Contract:
    """The contract with the best evaluation of `hand` (a mask) after its best discard."""
    return max(contracts, key=lambda contract: gain(best_discard(hand, contract, allowance, by)[1], contract, par))


def choose_discard(hand: int, contract: Contract, allowance: int, by: Policy | None = None) -> int:
    """The discard (a mask) with the best evaluation of what is kept and drawn."""
    return best_discard(hand, contract, allowance, by)[0]


def choose_take(hand: int, contract: Contract, by: Policy | None = None) -> bool:
    """Whether twelve unseen cards are worth more than `hand` (a mask)."""
    return (by or policy()).would_take(hand, code(contract))

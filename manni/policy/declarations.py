"""What contracts that are left to declare are worth: a contract used up is gone for the rest of the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from manni.cards import Contract
from manni.policy.choices import dealer_allowance
from manni.policy.evaluation import best_discards
from manni.rules import KINDS, ContractKind, RuleSet, contracts_of_kind

HANDS = 4096
"""Random hands that the means are taken over."""

SEED = 1


def value_left(rules: RuleSet, left: Iterable[ContractKind]) -> float:
    """Points to be expected of a dealer's hands to come, when each of the contracts left has to be declared once.

    In each hand the dealer declares what is best for it by the evaluation (`manni.policy.evaluation`), what is then
    left included; the exact optimum of that model, from the last hand back.

    Parameters
    ----------
    rules : RuleSet
        Of the deck, the dealer's allowance and par.
    left : iterable of {"NULLO", "TRUMP", "NT"}
        With repeats.
    """
    counts = tuple(list(left).count(kind) for kind in KINDS)
    return _value(rules, counts)


@cache
def _value(rules: RuleSet, counts: tuple[int, ...]) -> float:
    if not any(counts):
        return 0.0
    gains = _gains(rules)
    options = [
        gains[:, place] + _value(rules, (*counts[:place], count - 1, *counts[place + 1 :]))
        for place, count in enumerate(counts)
        if count
    ]
    return float(np.max(options, axis=0).mean())


@cache
def _gains(rules: RuleSet) -> NDArray[np.float64]:
    """What each kind of contract gains in random hands of a dealer, shape (hands, kinds)."""
    rng = np.random.default_rng(SEED)
    deck = np.array([1 << card for card in rules.deck], dtype=np.uint64)
    hands = np.bitwise_or.reduce(rng.permuted(np.tile(deck, (HANDS, 1)), axis=1)[:, : rules.hand_size], axis=1)
    allowance = dealer_allowance(rules)

    def gain(contract: Contract) -> NDArray[np.float64]:
        tricks = best_discards(hands, contract, allowance)[1]
        return rules.par - tricks if contract.avoid else tricks - rules.par

    return np.stack([np.max([gain(c) for c in contracts_of_kind(kind)], axis=0) for kind in KINDS], axis=1)

"""The same deals played by the policy: a control that takes the luck of the cards out of what hands brought.

What the policy takes in a hand goes with what better players take in the same deal, and its mean over all deals is
known from a hundred thousand hands played in a second. So much as a sample's deals were better or worse than that, as
far as it shows in what is measured, is taken off by a linear regression (control variates: Owen 2013, "Monte Carlo
theory, methods and examples", section 8.9).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from manni.actions import Declare, Discard, Take
from manni.cards import CardSet, Contract
from manni.dealing import deal
from manni.hand import Hand
from manni.policy.choices import choose_contract, choose_discard, choose_take, contracts_allowed, dealer_allowance
from manni.policy.evaluation import by_strength, code, contract_kind
from manni.policy.playout import play_out_many
from manni.policy.simulation import simulate
from manni.rules import KINDS, ContractKind, load_rules

Floats = NDArray[np.float64]

HANDS = 100_000
"""Hands behind a mean."""


def usual(rules_name: str, kind: str) -> Floats:
    """What F, M and D take on average in hands of a kind of contract (``trump``, ``notrump``, ``nullo``)."""
    return _usual(rules_name)[kind]


@cache
def _usual(rules_name: str) -> dict[str, Floats]:
    rules = load_rules(rules_name)
    found = {}
    declared: tuple[ContractKind | None, ...] = KINDS if rules.contract_source == "declaration" else (None,)
    for left in declared:
        hands = simulate(rules, HANDS, seed=1, kinds=KINDS if left is None else (left,))
        kinds = np.array([contract_kind(contract) for contract in sorted(Contract, key=code)])[hands.contract]
        for kind in np.unique(kinds):
            found[str(kind)] = hands.tricks[kinds == kind].mean(axis=0).astype(np.float64)
    return found


def tricks_of_policy(rules_name: str, seed: int, number: int, left: tuple[ContractKind, ...] | None) -> list[int]:
    """What F, M and D take in a deal when all decide by the policy."""
    rules = load_rules(rules_name)
    return rest_by_policy(Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=left))


def rest_by_policy(hand: Hand) -> list[int]:
    """What F, M and D take in a hand in which no card is played yet, when the policy decides from here on."""
    rules = hand.rules
    while hand.phase != "play":
        seat = hand.to_move
        assert seat is not None
        view, mask = hand.view(seat), hand.hands[seat].mask
        if hand.phase == "declare":
            allowance = dealer_allowance(rules)
            hand = hand.apply(Declare(choose_contract(mask, contracts_allowed(view), allowance, rules.par)))
            continue
        contract = view.contract
        assert contract is not None
        if hand.phase == "take":
            hand = hand.apply(Take(choose_take(mask, contract)))
        else:
            allowance = rules.allowance(seat, view.exchanged)
            hand = hand.apply(Discard(CardSet(choose_discard(mask, contract, allowance))))
    contract = hand.contract
    assert contract is not None
    hands = np.array([[by_strength(cards.mask, contract) for cards in hand.hands]], dtype=np.uint64)
    known = np.array([[by_strength(cards.mask, contract) for cards in hand.discarded]], dtype=np.uint64)
    out = np.uint64(by_strength(rules.deck.mask, contract)) & ~np.bitwise_or.reduce(hands, axis=1)
    won = play_out_many(hands, out, leader=0, trump=contract.trump, avoid=contract.avoid, known=known)
    found: list[int] = won[0].tolist()
    return found


def adjusted(values: Floats, controls: Floats) -> tuple[float, float]:
    """The mean of values, shape (n,), had their controls, shape (n, k), been 0 on average; and its standard error."""
    x = np.column_stack([np.ones(len(values)), controls])
    beta, *_ = np.linalg.lstsq(x, values, rcond=None)
    off = values - x @ beta
    spread = np.linalg.pinv(x.T @ x)[0, 0] * off.var() * len(off) / max(1, len(off) - x.shape[1])
    return float(beta[0]), float(spread**0.5)

"""Whole hands by the million: shuffled, exchanged and played by the policy, for tables of what hands are worth."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.cards import Contract
from manni.policy._kernel import Policy
from manni.policy.evaluation import code, policy
from manni.rules import ContractKind, RuleSet

BLOCK = 8192
"""Hands that one thread plays at a time."""

_KIND_BITS: dict[ContractKind, int] = {"TRUMP": 1, "NT": 2, "NULLO": 4}


class Simulation(NamedTuple):
    """What happened in some hands.

    Attributes
    ----------
    contract : int8 array, shape (hands,)
        What was played, as the place in `Contract`: 0 to 3 a trump suit, 4 no trump, 5 Nullo.
    exchanged : int8 array, shape (hands, 3)
        How many cards F, M and D exchanged; all its cards for a seat that took the Manni.
    tricks : int8 array, shape (hands, 3)
        Tricks taken by F, M and D.
    """

    contract: NDArray[np.int8]
    exchanged: NDArray[np.int8]
    tricks: NDArray[np.int8]


def simulate(
    rules: RuleSet,
    hands: int,
    seed: int = 0,
    *,
    contract: Contract | None = None,
    kinds: Iterable[ContractKind] = ("TRUMP", "NT", "NULLO"),
    softness: float = 0.0,
    exchange_softness: float = 0.0,
    threads: int = 1,
    by: Policy | None = None,
    guest: Policy | None = None,
    guest_seat: int = -1,
) -> Simulation:
    """Deal and play hands of a rule set, every seat by the policy on its own cards.

    Parameters
    ----------
    rules : RuleSet
        The deck, the exchange, and where the contract comes from.
    hands : int
        How many.
    seed : int
        The same seed gives the same hands; the first `n` are the same however many there are.
    contract : Contract, optional
        The contract of every hand; by default it comes from the cut, goes in turn, or is declared.
    kinds : iterable of {"TRUMP", "NT", "NULLO"}
        Where the dealer declares: what is left to declare, at least one.
    softness, exchange_softness : float
        How far players stray from the policy: see `manni.policy.playout` and
        `manni.policy.evaluation.best_discards`.
    threads : int
        Hands at a time. Does not change them.
    by : Policy, optional
        Who plays; by default that is `manni.policy.evaluation.policy`.
    guest, guest_seat : Policy and int, optional
        Who sits in one seat instead, from the exchange on.
    """
    cut = np.zeros(64, np.int8)
    if contract is not None:
        contracts = np.full(hands, code(contract), np.int8)
    elif rules.contract_source == "cut":
        contracts = np.full(hands, -1, np.int8)
        for card in rules.deck:
            cut[card] = code(rules.contract_of_cut(card))
    elif rules.contract_source == "rotation":
        turns = np.array([code(contract) for contract in rules.rotation], np.int8)
        contracts = np.resize(turns, hands)
    else:
        contracts = np.full(hands, -2, np.int8)
    bits = sum(_KIND_BITS[kind] for kind in set(kinds))
    house = rules.deck.mask, rules.exchange == "take", rules.allowances or (0, 0, 0)
    found = Simulation(np.empty(hands, np.int8), np.empty((hands, 3), np.int8), np.empty((hands, 3), np.int8))

    player = by or policy()

    def work(first: int) -> None:
        part = slice(first, first + BLOCK)
        player.simulate(
            house,
            cut,
            contracts[part],
            bits,
            rules.par,
            seed,
            first,
            found.tricks[part],
            found.exchanged[part],
            found.contract[part],
            softness,
            exchange_softness,
            guest,
            guest_seat,
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(0, hands, BLOCK)))
    return found

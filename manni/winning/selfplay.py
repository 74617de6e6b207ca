"""Hands played by the rules of thumb, to see how the tricks fall among the seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from manni.cards import Contract
from manni.policy.evaluation import code, policy
from manni.rules import HAND_SIZE, KINDS, ContractKind, RuleSet, contract_kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BY_CUT, _BY_DEALER = -1, -2
_KIND_BITS: dict[ContractKind, int] = {"TRUMP": 1, "NT": 2, "NULLO": 4}
_CARDS = 64


def count_cut(rules: RuleSet, hands: int, seed: int) -> dict[ContractKind, NDArray[np.int64]]:
    """Counts of the splits by kind of contract, the cut choosing it; each of shape (91,)."""
    return _count(rules, hands, seed, _BY_CUT, KINDS)


def count_declared(
    rules: RuleSet, left: Iterable[ContractKind], hands: int, seed: int
) -> dict[ContractKind, NDArray[np.int64]]:
    """The same when the dealer declares one of the kinds `left`."""
    return _count(rules, hands, seed, _BY_DEALER, tuple(left))


def count_contract(rules: RuleSet, contract: Contract, hands: int, seed: int) -> NDArray[np.int64]:
    """Counts of the splits in one contract, shape (91,)."""
    return _count(rules, hands, seed, code(contract), KINDS)[contract_kind(contract)]


def split_numbers(tricks: NDArray[np.int8]) -> NDArray[np.int64]:
    """The number of each split among `manni.winning.outcomes.SPLITS`, from an array of shape (hands, 3)."""
    forehand, middlehand = tricks[:, 0].astype(np.int64), tricks[:, 1].astype(np.int64)
    # Before a forehand's first split stand those of fewer tricks: 13 + 12 + … of them.
    found: NDArray[np.int64] = forehand * (HAND_SIZE + 1) - forehand * (forehand - 1) // 2 + middlehand
    return found


def _count(
    rules: RuleSet, hands: int, seed: int, contract: int, kinds: tuple[ContractKind, ...]
) -> dict[ContractKind, NDArray[np.int64]]:
    cut = np.full(_CARDS, -1, dtype=np.int8)
    if contract == _BY_CUT:
        for card in rules.deck:
            cut[card] = code(rules.contract_of_cut(card))
    house = rules.deck.mask, rules.exchange == "take", rules.allowances or (0, 0, 0)
    tricks, exchanged = np.zeros((2, hands, 3), dtype=np.int8)
    played = np.zeros(hands, dtype=np.int8)
    policy().simulate(
        house,
        cut,
        np.full(hands, contract, dtype=np.int8),
        sum(_KIND_BITS[kind] for kind in kinds),
        rules.par,
        seed,
        0,
        tricks,
        exchanged,
        played,
    )
    splits = split_numbers(tricks)
    return {
        kind: np.bincount(splits[np.isin(played, codes)], minlength=(HAND_SIZE + 1) * (HAND_SIZE + 2) // 2)
        for kind in KINDS
        if (codes := [code(c) for c in Contract if contract_kind(c) == kind])
    }

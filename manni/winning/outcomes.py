"""How the tricks of a hand fall among the three seats, counted over hands that our own players played.

The counts in ``outcomes.json`` are made by ``bench/equity_tables.py``, which says who played, how many hands, and from
what seed. They serve every house whose hands are played as under the built-in rules, whatever its scores and its end;
where the deck, the exchange or the contracts are others, hands of that house are played when it is first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from manni.rules import HAND_SIZE, KINDS, ContractKind, RuleSet, contracts_of_kind, load_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Counts = NDArray[np.int64]

SPLITS: tuple[tuple[int, int, int], ...] = tuple(
    (forehand, middlehand, HAND_SIZE - forehand - middlehand)
    for forehand in range(HAND_SIZE + 1)
    for middlehand in range(HAND_SIZE + 1 - forehand)
)
"""The 91 ways in which twelve tricks fall among F, M and D, in the order of the counts."""

HOUSE_HANDS = 100_000
"""Hands played of each kind for a house whose counts are not shipped."""


def by_kind(rules: RuleSet, kind: ContractKind) -> Floats:
    """The chance of each split of the tricks in a contract of one kind, shape (91,)."""
    if rules.contract_source == "declaration":
        return _normal(_declared(rules, frozenset(KINDS))[kind])
    shipped = _shipped("plain" if rules.exchange == "take" else "hornafjordur", rules)
    if shipped is not None and kind in shipped:
        return _normal(np.array(shipped[kind]))
    return _normal(_played(_Play(rules), (kind,), one_contract=True)[kind])


def by_dealer(rules: RuleSet, left: frozenset[ContractKind]) -> Mapping[ContractKind, Floats]:
    """The same for what a dealer chooses of the kinds `left`: by kind, all chances together are 1."""
    counts = _declared(rules, left)
    total = sum(int(counts[kind].sum()) for kind in left)
    return {kind: counts[kind] / total for kind in KINDS if kind in left}


def name_of(left: frozenset[ContractKind]) -> str:
    """What stands for a set of kinds in the file: ``NULLO+NT``."""
    return "+".join(kind for kind in KINDS if kind in left)


def count(
    rules: RuleSet, kinds: tuple[ContractKind, ...], hands: int, seed: int, one_contract: bool = False
) -> dict[ContractKind, Counts]:
    """Play hands and count the splits, each array of shape (91,).

    Parameters
    ----------
    rules : RuleSet
        The deck, the exchange, and where the contract comes from.
    kinds : tuple of {"NULLO", "TRUMP", "NT"}
        What may be declared, and what is counted.
    hands, seed : int
        How many hands, and what they are dealt from.
    one_contract : bool
        Whether every hand has a contract of the first kind, wherever contracts come from.
    """
    from manni.cards import Contract
    from manni.policy.simulation import simulate

    contract = contracts_of_kind(kinds[0])[0] if one_contract else None
    found = simulate(rules, hands, seed, contract=contract, kinds=kinds)
    forehand, middlehand = found.tricks[:, 0].astype(np.int64), found.tricks[:, 1].astype(np.int64)
    # Before a forehand's first split stand those in which it has fewer tricks: 13 of them, 12, and so on.
    splits = forehand * (HAND_SIZE + 1) - forehand * (forehand - 1) // 2 + middlehand
    places = {kind: [list(Contract).index(c) for c in contracts_of_kind(kind)] for kind in kinds}
    return {kind: np.bincount(splits[np.isin(found.contract, places[kind])], minlength=len(SPLITS)) for kind in kinds}


def _declared(rules: RuleSet, left: frozenset[ContractKind]) -> Mapping[ContractKind, Counts]:
    shipped = _shipped("declared", rules)
    if shipped is not None:
        return {kind: np.array(counts) for kind, counts in shipped[name_of(left)].items()}
    return _played(_Play(rules), tuple(kind for kind in KINDS if kind in left), one_contract=False)


@cache
def _file() -> dict[str, Any]:
    """Read the shipped counts: for each built-in rule set ``made`` (how) and ``counts`` by what may be played."""
    found: dict[str, Any] = json.loads(resources.files("manni.winning").joinpath("outcomes.json").read_text())
    return found


def _shipped(name: str, rules: RuleSet) -> dict[str, Any] | None:
    """The counts of a built-in rule set, if hands are played as under it."""
    if _Play(rules) != _Play(load_rules(name)):
        return None
    counts: dict[str, Any] = _file()[name]["counts"]
    return counts


class _Play:
    """What of a rule set matters in a hand; equal for rule sets in which that is the same."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._key = rules.deck, rules.exchange, rules.allowances

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Play) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=64)
def _played(play: _Play, kinds: tuple[ContractKind, ...], one_contract: bool) -> Mapping[ContractKind, Counts]:
    return count(play.rules, kinds, HOUSE_HANDS, 0, one_contract)


def _normal(numbers: Counts) -> Floats:
    total: Floats = numbers / numbers.sum()
    return total

"""How the tricks of a hand fall among the three seats, from hands that our own bots played.

The counts in ``outcomes.json`` are made by ``bench/equity_tables.py``, which says who played, how many hands and from
what seed. Where a house changes how hands are played, it has the counts of the built-in rules that are most like it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from manni.rules import HAND_SIZE, KINDS, ContractKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from manni.rules import RuleSet

SPLITS: tuple[tuple[int, int, int], ...] = tuple(
    (forehand, middlehand, HAND_SIZE - forehand - middlehand)
    for forehand in range(HAND_SIZE + 1)
    for middlehand in range(HAND_SIZE + 1 - forehand)
)
"""The 91 ways in which twelve tricks fall among F, M and D, in the order of the counts."""


@cache
def counts() -> dict[str, Any]:
    """Read the counts: for each built-in rule set ``made`` (how) and ``counts`` by what may be played."""
    found: dict[str, Any] = json.loads(resources.files("manni.winning").joinpath("outcomes.json").read_text())
    return found


def by_kind(rules: RuleSet, kind: ContractKind) -> NDArray[np.float64]:
    """The chance of each split of the tricks in a contract of one kind, shape (91,)."""
    table = counts()[_like(rules)]["counts"]
    if kind not in table:  # a house that plays what its like does not
        table = counts()["hornafjordur"]["counts"]
    return _normal(table[kind])


def by_dealer(rules: RuleSet, left: frozenset[ContractKind]) -> Mapping[ContractKind, NDArray[np.float64]]:
    """The same for what a dealer chooses of the kinds `left`: by kind, all chances together are 1."""
    table = counts()["declared"]["counts"][name_of(left)]
    total = sum(sum(table[kind]) for kind in table)
    return {kind: np.array(table[kind]) / total for kind in KINDS if kind in table}


def chances_in(rules: RuleSet, kind: ContractKind) -> NDArray[np.float64]:
    """The chance of each split in a hand that has a contract of one kind, shape (91,)."""
    if rules.contract_source == "declaration":
        return _normal(counts()["declared"]["counts"][name_of(frozenset(KINDS))][kind])
    return by_kind(rules, kind)


def name_of(left: frozenset[ContractKind]) -> str:
    """What stands for a set of kinds in the file: ``NULLO+NT``."""
    return "+".join(kind for kind in KINDS if kind in left)


def _like(rules: RuleSet) -> str:
    return "plain" if rules.exchange == "take" else "hornafjordur"


def _normal(numbers: list[int]) -> NDArray[np.float64]:
    found = np.array(numbers, dtype=np.float64)
    total: NDArray[np.float64] = found / found.sum()
    return total

"""Rule sets as data, and the rules of following suit and winning a trick."""

from __future__ import annotations

from manni.rules.ending import end_is_due, is_over, leaders
from manni.rules.loading import BUILT_IN, load_rules, rules_from_json, rules_to_json
from manni.rules.ruleset import (
    HAND_SIZE,
    KINDS,
    ContractKind,
    Points,
    RuleSet,
    contract_kind,
    contracts_of_kind,
)
from manni.rules.tricks import legal_plays, trick_winner

__all__ = [
    "BUILT_IN",
    "HAND_SIZE",
    "KINDS",
    "ContractKind",
    "Points",
    "RuleSet",
    "contract_kind",
    "contracts_of_kind",
    "end_is_due",
    "is_over",
    "leaders",
    "legal_plays",
    "load_rules",
    "rules_from_json",
    "rules_to_json",
    "trick_winner",
]

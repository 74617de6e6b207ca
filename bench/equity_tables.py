"""How the tricks of a hand fall, counted over hands that our players play; writes `manni/winning/outcomes.json`.

    python -m bench.equity_tables --hands 800000 --seed 1

Hands are played by the player with fitted habits that advice reckons with (`manni.policy.evaluation.policy`), `--hands`
of them for each rule set (in ``declared`` for each set of kinds left to the dealer). The chance of a split that comes
up with probability p has the standard error sqrt(p (1 - p) / n), n being the hands of its kind: in 800,000 hands, of
which a third are of a kind, at most 0.001.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import manni.winning
from manni.rules import BUILT_IN, KINDS, ContractKind, load_rules
from manni.winning.outcomes import count, name_of

WHERE = Path(manni.winning.__file__).with_name("outcomes.json")


def tables(hands: int, seed: int) -> dict[str, Any]:
    """The content of the file."""
    made = {"by": "fitted habits", "hands": hands, "seed": seed}
    found: dict[str, dict[str, Any]] = {}
    for name in BUILT_IN:
        rules = load_rules(name)
        counts: dict[str, Any] = {}
        if rules.contract_source == "declaration":
            for size in range(1, len(KINDS) + 1):
                for left in combinations(KINDS, size):
                    counts[name_of(frozenset(left))] = _lists(count(rules, left, hands, seed))
        else:
            kinds = KINDS if rules.contract_source == "cut" else ("TRUMP",)
            counts = _lists(count(rules, kinds, hands, seed))
        found[name] = {"made": made, "counts": counts}
    return found


def _lists(counts: dict[ContractKind, NDArray[np.int64]]) -> dict[str, list[int]]:
    return {kind: numbers.tolist() for kind, numbers in counts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=800_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WHERE)
    options = parser.parse_args()
    text = json.dumps(tables(options.hands, options.seed), indent=None, separators=(",", ":"))
    options.out.write_text(text.replace('},"', '},\n"') + "\n")


if __name__ == "__main__":
    main()

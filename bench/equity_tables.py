"""How the tricks of a hand fall, counted over hands that our bots play; writes `manni/winning/outcomes.json`.

    python -m bench.equity_tables --hands 1000000 --seed 1

Hands are played by the rules of thumb (the bot ``greedy``). With `--hands` hands of each rule set (of each set of kinds
left to the dealer in ``declared``) the chance of a split that comes up with probability p is known to within the
standard error sqrt(p (1 - p) / n), n being the hands of its kind.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import manni.winning
from manni.rules import KINDS, load_rules
from manni.winning.outcomes import name_of
from manni.winning.selfplay import count_contract, count_cut, count_declared

WHERE = Path(manni.winning.__file__).with_name("outcomes.json")


def tables(hands: int, seed: int) -> dict[str, Any]:
    """The content of the file."""
    made = {"bot": "greedy", "hands": hands, "seed": seed}
    plain = load_rules("plain")
    trump = count_contract(plain, plain.rotation[0], hands, seed)
    declared = {}
    for size in range(1, len(KINDS) + 1):
        for left in combinations(KINDS, size):
            found = count_declared(load_rules("declared"), left, hands, seed)
            declared[name_of(frozenset(left))] = {kind: found[kind].tolist() for kind in left}
    cut = count_cut(load_rules("hornafjordur"), hands, seed)
    return {
        "hornafjordur": {"made": made, "counts": {kind: cut[kind].tolist() for kind in KINDS}},
        "plain": {"made": made, "counts": {"TRUMP": trump.tolist()}},
        "declared": {"made": made, "counts": declared},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WHERE)
    options = parser.parse_args()
    text = json.dumps(tables(options.hands, options.seed), indent=None, separators=(",", ":"))
    options.out.write_text(text.replace('},"', '},\n"') + "\n")


if __name__ == "__main__":
    main()

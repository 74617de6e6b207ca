"""How long does an exact max^n outcome take, and how much memory?

``python -m bench.maxn [--tricks N] [--deals N] [--seed S] [--memory MB] [--seconds T] [--cards]``

Random positions of 9 tricks and full deals of 12, the contract going round the six, one search at a time under a cap
on its tables. Times are seconds of the processor, so that they tell the same next to other work.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass

import solver
from bench.deals import CONTRACTS, kind, random_deals
from bench.hard import peak_megabytes
from bench.report import mean, quantile, setting, table
from solver import Deal, Limit


@dataclass(frozen=True)
class Cost:
    """What one outcome took."""

    kind: str
    seconds: float
    nodes: int
    exact: bool


def positions(seed: int, tricks: int, count: int) -> Iterator[Deal]:
    """Yield `count` positions, a contract after the other."""
    each = [random_deals(seed, contract, count, tricks) for contract in CONTRACTS]
    return itertools.islice((deal for deals in zip(*each, strict=True) for deal in deals), count)


def cost(deal: Deal, limit: Limit, cards: bool) -> Cost:
    """Solve one position."""
    start = time.process_time()
    found = solver.solve(deal, concept="maxn", cards=cards, limit=limit)
    return Cost(kind(deal), time.process_time() - start, found.nodes, found.exact)


def rows(tricks: int, costs: list[Cost]) -> Iterator[list[object]]:
    """A row for each kind of contract, and one for all."""
    for name in ("trump", "nt", "nullo", "all"):
        own = [each for each in costs if name in (each.kind, "all")]
        if own:
            times = [each.seconds * 1e3 for each in own]
            nodes = [each.nodes for each in own]
            solved = sum(each.exact for each in own)
            spread = [mean(times), quantile(times, 0.5), max(times)]
            yield [tricks, name, len(own), solved, *spread, mean(nodes), max(nodes)]


def main() -> None:
    """Solve what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.maxn", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tricks", metavar="N", type=int, default=60, help="random positions of 9 tricks (default 60)")
    parser.add_argument("--deals", metavar="N", type=int, default=40, help="random full deals (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="cap on the tables in MB (default 1024)")
    parser.add_argument("--seconds", type=float, default=60, help="give a position up after this time (default 60)")
    parser.add_argument("--cards", action="store_true", help="ask for the outcome after every card as well")
    options = parser.parse_args()
    limit = Limit(memory=options.memory << 20, seconds=options.seconds)
    print(setting() + "\n")
    before = peak_megabytes()
    lines: list[list[object]] = []
    for tricks, count in ((9, options.tricks), (12, options.deals)):
        costs = [cost(deal, limit, options.cards) for deal in positions(options.seed, tricks, count)]
        lines += rows(tricks, costs)
    heads = ["tricks", "contract", "positions", "solved", "mean ms", "median", "worst", "mean nodes", "most nodes"]
    print(table(heads, lines))
    print(f"\nMemory peaked {peak_megabytes() - before:.0f} MB above the start; the cap was {options.memory} MB.")


if __name__ == "__main__":
    main()

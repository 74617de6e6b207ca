"""Does memory stay flat over very many questions of mixed kinds and sizes?

``python -m bench.soak [--solves N] [--seed S] [--most-tricks K]``

A million solves take about an hour. Fails when the process has grown by more than a tenth, and more than 8 MB, from
the first twentieth of the run to its end.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

import solver
from bench.deals import CONTRACTS, random_deal
from bench.report import setting, table
from solver import Deal, Limit

SAMPLES = 20
BATCH = 50
MAXN_TRICKS = 6
PAGE = 4096


def resident_megabytes() -> float:
    """What the process holds in memory now (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / (1 << 20)


def questions(seed: int, most_tricks: int) -> Iterator[list[Deal]]:
    """Yield batches of random positions without end: small ones often, large ones seldom."""
    rng = Random(seed)
    while True:
        batch = []
        for _ in range(BATCH):
            tricks = min(rng.randint(1, most_tricks), rng.randint(1, most_tricks))
            batch.append(random_deal(rng, rng.choice([*CONTRACTS]), tricks, on_table=rng.randrange(3)))
        yield batch


def ask(batch: list[Deal], turn: int) -> None:
    """Solve a batch in one of the ways there are."""
    if turn % 4 == 0:
        for _ in solver.solve_many(batch, threads=2):
            pass
    elif turn % 4 == 1:
        small = [deal for deal in batch if max(map(int.bit_count, deal.hands)) <= MAXN_TRICKS]
        for _ in solver.solve_many(small, concept="maxn", threads=1 + turn % 2):
            pass
    elif turn % 4 == 2:
        for deal in batch:
            solver.solve(deal, limit=Limit(nodes=200, memory=1 << 20))
    else:
        for deal in batch:
            solver.solve(deal, cards=False)


def main() -> None:
    """Solve as many positions as the command line asks for, and watch the memory."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--solves", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-tricks", type=int, default=10)
    options = parser.parse_args()
    turns = max(options.solves // BATCH, SAMPLES)
    start = perf_counter()
    rows = []
    for turn, batch in zip(range(1, turns + 1), questions(options.seed, options.most_tricks), strict=False):
        ask(batch, turn)
        if turn % (turns // SAMPLES) == 0:
            rows.append([turn * BATCH, perf_counter() - start, resident_megabytes()])
    print(setting() + "\n")
    print(table(["solves", "seconds", "MB resident"], rows))
    first, last = rows[0][2], rows[-1][2]
    if last > max(1.1 * first, first + 8):
        raise SystemExit(f"memory grew from {first:.1f} to {last:.1f} MB")


if __name__ == "__main__":
    main()

"""Nodes and time against the tricks left, and positions per second against threads.

``python -m bench.scaling [--deals N] [--seed S] [--maxn-tricks K] [--plot FILE]``

Random trick-start positions. Paranoid: one seat's value, by kind of contract. max^n: the outcome, every contract in
turn. The growth factor is that of the mean nodes, per trick more. ``--plot`` needs matplotlib.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from time import perf_counter

import solver
from bench.deals import CONTRACTS, random_deals
from bench.report import mean, quantile, setting, table
from solver import Deal

KINDS = ("NT", "trump", "NULLO", "maxn")
FEWEST, MOST = 4, 12


@dataclass(frozen=True)
class Point:
    """The cost of a kind of question at a number of tricks."""

    kind: str
    tricks: int
    nodes: list[int]
    milliseconds: list[float]


def positions(kind: str, seed: int, count: int, tricks: int) -> list[Deal]:
    """Random positions for a kind of question."""
    if kind != "maxn":
        return list(random_deals(seed, kind, count, tricks))
    each = [random_deals(seed, contract, count, tricks) for contract in CONTRACTS]
    return [next(each[i % len(each)]) for i in range(count)]


def measure(kind: str, seed: int, count: int, tricks: int) -> Point:
    """Solve the positions one by one."""
    nodes, milliseconds = [], []
    for index, deal in enumerate(positions(kind, seed, count, tricks)):
        if kind == "maxn":
            found = solver.solve(deal, concept="maxn", cards=False)
        else:
            found = solver.solve(deal, cards=False, seats=(index % 3,))
        nodes.append(found.nodes)
        milliseconds.append(found.seconds * 1e3)
    return Point(kind, tricks, nodes, milliseconds)


def report(points: list[Point]) -> str:
    """All points as a table, with the growth from the trick before."""
    rows = []
    for before, point in zip([None, *points], points, strict=False):
        grows = before is not None and before.kind == point.kind
        growth = mean(point.nodes) / mean(before.nodes) if before is not None and grows else "-"
        times = point.milliseconds
        rows.append(
            [point.kind, point.tricks, mean(point.nodes), growth, mean(times), quantile(times, 0.5), max(times)]
        )
    return table(["kind", "tricks", "mean nodes", "growth", "mean ms", "median ms", "worst ms"], rows)


def throughput(seed: int, count: int, most: int) -> str:
    """Full deals per second, one seat's value each, against the number of threads."""
    rows = []
    for kind in KINDS[:3]:
        deals = positions(kind, seed, count, MOST)
        single = 0.0
        for threads in range(1, most + 1):
            start = perf_counter()
            for _ in solver.solve_many(deals, cards=False, seats=(0,), threads=threads):
                pass
            rate = len(deals) / (perf_counter() - start)
            single = single or rate
            rows.append([kind, threads, rate, rate / single])
    return table(["kind", "threads", "deals per second", "times one thread"], rows)


def plot(points: list[Point], path: str) -> None:
    """Write nodes and time against tricks left as a plot file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), sharex=True)
    for kind in KINDS:
        line = [point for point in points if point.kind == kind]
        tricks = [point.tricks for point in line]
        axes[0].semilogy(tricks, [mean(point.nodes) for point in line], marker="o", label=kind)
        axes[1].semilogy(tricks, [mean(point.milliseconds) for point in line], marker="o", label=kind)
    for axis, label in zip(axes, ("mean nodes", "mean milliseconds"), strict=True):
        axis.set(xlabel="tricks left", ylabel=label)
        axis.grid(alpha=0.3)
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.scaling", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=60, help="positions per point (default 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--maxn-tricks", type=int, default=MOST, help="where max^n stops (default 12)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="up to so many (default: the cores)")
    parser.add_argument("--plot", metavar="FILE", help="also draw it, as .svg or .png")
    options = parser.parse_args()
    points = [
        measure(kind, options.seed, options.deals, tricks)
        for kind in KINDS
        for tricks in range(FEWEST, (options.maxn_tricks if kind == "maxn" else MOST) + 1)
    ]
    print(setting())
    print(f"{options.deals} random positions per point, seed {options.seed}\n")
    print(report(points) + "\n")
    print(throughput(options.seed, options.deals, options.threads))
    if options.plot:
        plot(points, options.plot)


if __name__ == "__main__":
    main()

"""Tune the weights of the move ordering: a hill climb on trick nodes over random deals.

``python -m bench.tune nt|trump|nullo [--deals N] [--tricks K] [--minutes M] [--seed S]``

One to three weights at a time are moved at random; a step is kept when the logarithms of the mean and of the median
deal's nodes fall together. Deals of another seed, never used for a step, are reported beside. It starts from the
weights in ``solver/weights.h`` and writes better ones back there at once, so that it may be stopped and run again;
rebuild the engine and compare with ``python -m bench.peers`` before keeping them.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from pathlib import Path
from random import Random

from bench.deals import random_deals
from solver.deal import Deal
from solver.gate import Engine

HEADER = Path(__file__).parent.parent / "solver" / "weights.h"
KINDS = {"nt": (0, "NT"), "trump": (1, "trump"), "nullo": (2, "NULLO")}
"""Row of the table in the header and contract of the deals, by kind."""

ROW = re.compile(r"(\{ /\* [a-z ]+ \*/\n)(.*?)(\n    \},)", re.S)
PLACES = 32
STEPS = (2, 5, 10, 20, 40)
LEAST_GAIN = 0.0003


def read_weights(row: int) -> list[int]:
    """The weights of one kind of contract."""
    found = list(ROW.finditer(HEADER.read_text()))[row]
    return [int(number) for number in re.findall(r"-?\d+", found.group(2))]


def write_weights(row: int, weights: list[int]) -> None:
    """Put the weights of one kind of contract into the header."""
    text = HEADER.read_text()
    found = list(ROW.finditer(text))[row]
    lines = [
        "        " + ", ".join(str(w) for w in weights[i : i + PLACES]) + "," for i in range(0, len(weights), PLACES)
    ]
    HEADER.write_text(text[: found.start(2)] + "\n".join(lines) + text[found.end(2) :])


def nodes_of(engine: Engine, weights: list[int], deals: list[Deal]) -> list[int]:
    """Trick nodes of one value of each deal; the seat asked for goes round."""
    engine.set_weights(weights)
    nodes = []
    for i, deal in enumerate(deals):
        trump = 4 if deal.trump is None else deal.trump
        nodes.append(engine.solve(deal.hands, (), deal.leader, trump, deal.avoid, (i % 3,), False)[2])
    return nodes


def cost(nodes: list[int]) -> float:
    """What is made small: mostly the mean, and the typical deal as well."""
    return math.log(sum(nodes) / len(nodes) + 1) + sum(math.log(n + 20) for n in nodes) / (2 * len(nodes))


def main() -> None:
    """Climb until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--deals", type=int, default=120)
    parser.add_argument("--tricks", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    row, contract = KINDS[options.kind]
    least_trumps = 3 * options.tricks // 4 if contract == "trump" else 0
    train = list(random_deals(options.seed, contract, options.deals, options.tricks, least_trumps))
    unseen = list(random_deals(options.seed + 1, contract, 2 * options.deals, options.tricks, least_trumps))
    engine = Engine()
    rng = Random(options.seed)
    weights = read_weights(row)
    best = cost(nodes_of(engine, weights, train))
    third = len(train) // 3
    part = cost(nodes_of(engine, weights, train[:third]))
    end = time.monotonic() + 60 * options.minutes
    steps = 0
    while time.monotonic() < end:
        steps += 1
        trial = list(weights)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            trial[rng.randrange(len(trial))] += rng.choice((-1, 1)) * rng.choice(STEPS)
        # a third of the deals is enough to see that most steps lead nowhere
        trial_part = cost(nodes_of(engine, trial, train[:third]))
        if trial_part > part + 10 * LEAST_GAIN:
            continue
        found = cost(nodes_of(engine, trial, train))
        if found < best - LEAST_GAIN:
            weights, best, part = trial, found, trial_part
            write_weights(row, weights)
            mean = sum(nodes_of(engine, weights, unseen)) / len(unseen)
            print(f"step {steps}: cost {best:.4f}, mean nodes on unseen deals {mean:,.0f}", flush=True)


if __name__ == "__main__":
    main()

"""The engine on freak deals, and the worst of many random ones: worst time, nodes and memory.

``python -m bench.hard [--random N] [--seed S] [--memory MB] [--seconds T] [--contract C ...]``

A freak deal is asked for everything (three guarantees and every card) in every contract, with a cap on memory, and
endings of it are compared with plain minimax. The random deals are asked for one seat's value each; the contract
goes round the six.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time_ns

import solver
from bench import agreement
from bench.deals import CONTRACTS, LANE, random_deals
from bench.report import mean, quantile, setting, table
from solver import Deal, Limit

F, M, D = range(3)
Owners = list[str]
"""Who holds each card of a suit, from the ace down: F, M, D, or - for a card out of play."""


def deal_from(owners: Owners) -> tuple[int, int, int]:
    """The hands in which each suit's cards, from the ace down, belong to the seats in the suit's text."""
    hands = [0, 0, 0]
    for suit, text in enumerate(owners):
        for place, owner in enumerate(text):
            if owner != "-":
                hands["FMD".index(owner)] |= 1 << (LANE * suit + 12 - place)
    assert len({hand.bit_count() for hand in hands}) == 1, owners
    return hands[0], hands[1], hands[2]


FREAKS: dict[str, Owners] = {
    "twelve-card suits": ["F" * 12, "M" * 12, "D" * 12, ""],
    "six-six fits": ["FM" * 6, "MD" * 6, "DF" * 6, ""],
    "six-six blocks": ["F" * 6 + "M" * 6, "M" * 6 + "D" * 6, "D" * 6 + "F" * 6, ""],
    "six-six, low against high": ["F" * 6 + "M" * 6, "M" * 6 + "F" * 6, "D" * 12, ""],
    "alternating, each suit from F": ["FMD" * 3] * 4,
    "alternating, turned by suit": ["FMD" * 3, "MDF" * 3, "DFM" * 3, "FMD" * 3],
    "alternating, both ways": ["FMD" * 3, "DMF" * 3, "MDF" * 3, "FDM" * 3],
    "snake": ["FMDDMFFMD", "MDFFDMMDF", "DFMMFDDFM", "FMDDMFFMD"],
    "alternating from the bottom": ["----" + "FMD" * 3] * 4,
    "blocks of three": ["FFFMMMDDD", "MMMDDDFFF", "DDDFFFMMM", "FFFMMMDDD"],
    "blocks of two": ["FFMMDDFMD", "MMDDFFMDF", "DDFFMMDFM", "FFMMDDFMD"],
    "every card of a suit": ["FMDFMDFMDFMDF", "MDFMDFMDFMDFM", "DFMDFMDFMD", ""],
    "every card of two suits": ["FMDFMDFMDFMDF", "MDFMDFMDFMDFM", "DFMDF", "DFMDM"],
    "seven dead on top": ["-------" + text for text in ("FMDFMD", "MDFMDF", "DFMDFM", "FMDFMD")],
    "seven dead on top, blocks": ["-------" + text for text in ("FFMMDD", "MMDDFF", "DDFFMM", "FFMMDD")],
    "seven between": ["FMD-------FMD", "MDF-------MDF", "DFM-------DFM", "FMD-------FMD"],
    "one honour each": ["FMD" + "FFFMMM", "MDF" + "MMMDDD", "DFM" + "DDDFFF", "FMD" + "FMDFMD"],
}


@dataclass(frozen=True)
class Cost:
    """What one question took, in processor time."""

    name: str
    contract: str
    milliseconds: float
    nodes: int
    exact: bool


def cost(name: str, contract: str, deal: Deal, seats: tuple[int, ...], limit: Limit) -> Cost:
    """Ask for the values of some seats, of all three with every card."""
    start = process_time_ns()
    found = solver.solve(deal, cards=len(seats) == 3, seats=seats, limit=limit)
    return Cost(name, contract, (process_time_ns() - start) / 1e6, found.nodes, found.exact)


def freak_deals(contract: str) -> Iterator[tuple[str, Deal]]:
    """The freak deals in one contract, led by each seat in turn."""
    trump, avoid = CONTRACTS[contract]
    for name, owners in FREAKS.items():
        for leader in range(3):
            yield f"{name}, leader {'FMD'[leader]}", Deal(deal_from(owners), (), leader, trump, avoid)


def freaks(contracts: list[str], limit: Limit) -> list[Cost]:
    """Ask everything about every freak deal."""
    costs = []
    for contract in contracts:
        for name, deal in freak_deals(contract):
            costs.append(cost(name, contract, deal, (0, 1, 2), limit))
    return costs


def randoms(contracts: list[str], seed: int, count: int, limit: Limit) -> list[Cost]:
    """Ask for one seat's value of random full deals, the seat going round."""
    costs = []
    for place, contract in enumerate(contracts):
        share = (count - place + len(contracts) - 1) // len(contracts)
        for index, deal in enumerate(random_deals(seed, contract, share)):
            seat = index % 3
            name = f"seed {seed} number {index}, seat {'FMD'[seat]}"
            costs.append(cost(name, contract, deal, (seat,), limit))
    return costs


def report(title: str, costs: list[Cost], worst: int = 10) -> str:
    """The distribution of the costs and the worst of them."""
    rows = []
    for contract in dict.fromkeys(cost.contract for cost in costs):
        times = [cost.milliseconds for cost in costs if cost.contract == contract]
        nodes = [cost.nodes for cost in costs if cost.contract == contract]
        unsolved = sum(not cost.exact for cost in costs if cost.contract == contract)
        spread = [quantile(times, q) for q in (0.5, 0.99, 1)]
        rows.append([contract, len(times), unsolved, mean(times), *spread, max(nodes)])
    heads = [title, "deals", "unsolved", "mean ms", "median", "p99", "worst", "most nodes"]
    hardest = sorted(costs, key=lambda cost: -cost.milliseconds)[:worst]
    listed = [[cost.name, cost.contract, cost.milliseconds, cost.nodes, cost.exact] for cost in hardest]
    return table(heads, rows) + "\n\n" + table(["the worst", "contract", "ms", "nodes", "solved"], listed)


def peak_megabytes() -> float:
    """The most memory this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Solve the hard deals that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.hard", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--random", type=int, default=20_000, help="random deals (default 20000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=256, help="cap on the table in MB (default 256)")
    parser.add_argument("--seconds", type=float, default=20, help="give a deal up after this time (default 20)")
    parser.add_argument("--contract", choices=[*CONTRACTS], nargs="+", default=[*CONTRACTS])
    options = parser.parse_args()
    limit = Limit(memory=options.memory << 20, seconds=options.seconds)
    before = peak_megabytes()
    print(setting() + "\n")
    print(report("freak deals", freaks(options.contract, limit)))
    print(f"\nMemory peaked {peak_megabytes() - before:.0f} MB above the start; the cap was {options.memory} MB.\n")
    compared = sum(agreement.check((deal for _, deal in freak_deals(c)), options.seed) for c in options.contract)
    print(f"{compared} endings of {agreement.TRICKS} tricks of the freak deals agree with plain minimax.\n")
    if options.random:
        print(report("random deals", randoms(options.contract, options.seed, options.random, limit)))


if __name__ == "__main__":
    main()

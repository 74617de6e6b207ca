"""Race the engine against DDS on full random deals, with fresh tables, deal by deal in one process.

``python -m bench.peers [--deals N] [--seed S] [--contract nt|trump|short|nullo|all]``

Each deal is asked for (a) one seat's value and (b) every card of the seat to lead, of us and of DDS in turn, and the
answers have to agree. Only what embeds in bridge has a peer: no trump, and trump with at least nine trumps in play
(``trump``). Trump with fewer (``short``) and Nullo stand beside them with our figures alone, and so do (c) all three
seats' values and (d) all three seats' values and every card; what has no peer is compared with plain minimax on
endings of the same deals. Times are of the innermost call, in processor time; every call starts with an empty table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import process_time_ns

import solver
from bench import agreement
from bench.bridge import Dds, embed
from bench.deals import random_deals, trumps_in_play
from bench.report import mean, quantile, setting, table
from solver import Deal
from solver.reference import mover

CONTRACTS = ("nt", "trump", "short", "nullo")
PEERED = ("nt", "trump")
EMBEDDING_TRUMPS = 9
"""Trumps in play from which a full deal embeds in bridge."""

QUESTIONS = {"a": "one value", "b": "every card", "c": "three values", "d": "three values and cards"}


@dataclass
class Race:
    """The figures of one question on one kind of contract, a number per deal: milliseconds and trick nodes."""

    ours: list[float] = field(default_factory=list)
    inside: list[float] = field(default_factory=list)
    nodes: list[float] = field(default_factory=list)
    dds: list[float] = field(default_factory=list)
    dds_nodes: list[float] = field(default_factory=list)


def deals_of(contract: str, seed: int, count: int) -> Iterator[Deal]:
    """Seeded full deals of one kind."""
    if contract in ("nt", "nullo"):
        yield from random_deals(seed, contract.upper(), count)
    elif contract == "trump":
        yield from random_deals(seed, "trump", count, min_trumps=EMBEDDING_TRUMPS)
    else:
        few = (d for d in random_deals(seed, "trump", 1 << 30) if trumps_in_play(d) < EMBEDDING_TRUMPS)
        yield from (next(few) for _ in range(count))


def ask(question: str, deal: Deal, seat: int, race: Race) -> solver.Solution:
    """Ask the engine one of the questions and note what it cost."""
    seats = {"a": (seat,), "b": (), "c": (0, 1, 2), "d": (0, 1, 2)}[question]
    cards = question in "bd"
    start = process_time_ns()
    found = solver.solve(deal, cards=cards, seats=seats)
    race.ours.append((process_time_ns() - start) / 1e6)
    race.inside.append(found.seconds * 1e3)
    race.nodes.append(found.nodes)
    return found


def ask_dds(question: str, deal: Deal, seat: int, dds: Dds, race: Race) -> tuple[int, dict[int, int]]:
    """Ask DDS the same, with an empty table; its value and its cards."""
    board = embed(deal, seat)
    assert board is not None, "a deal with nine trumps in play embeds"
    dds.forget()
    answer = dds.solve(board, every_card=question == "b")
    race.dds.append(answer.seconds * 1e3)
    race.dds_nodes.append(answer.nodes)
    return answer.value, answer.cards


def run(contract: str, seed: int, count: int, dds: Dds) -> dict[str, Race]:
    """Race over `count` deals of one kind.

    Raises
    ------
    SystemExit
        When engine and DDS disagree on a value.
    """
    races = {question: Race() for question in QUESTIONS}
    for index, deal in enumerate(deals_of(contract, seed, count)):
        for question, race in races.items():
            seat = mover(deal) if question == "b" else index % 3
            if contract not in PEERED or question in "cd":
                ask(question, deal, seat, race)
                continue
            if index % 2:  # who goes first alternates
                value, cards = ask_dds(question, deal, seat, dds, race)
                found = ask(question, deal, seat, race)
            else:
                found = ask(question, deal, seat, race)
                value, cards = ask_dds(question, deal, seat, dds, race)
            exact = solver.Bounds(value, value)
            agree = (
                found.guarantee[seat] == exact
                if question == "a"
                else found.cards == {card: solver.Bounds(v, v) for card, v in cards.items()}
            )
            if not agree:
                raise SystemExit(f"engine and DDS disagree on {deal} for seat {seat}: {found} against {value}, {cards}")
    return races


def report(results: dict[str, dict[str, Race]]) -> str:
    """All figures as Markdown."""
    times, ratios = [], []
    for contract, races in results.items():
        for question, race in races.items():
            name = f"{contract} ({question}) {QUESTIONS[question]}"
            for who, values, nodes in (("ours", race.ours, race.nodes), ("DDS", race.dds, race.dds_nodes)):
                if values:
                    spread = [quantile(values, q) for q in (0.5, 0.9, 0.99, 1.0)]
                    times.append([name, who, mean(values), *spread, mean(nodes)])
            if race.dds:
                each = [ours / dds for ours, dds in zip(race.ours, race.dds, strict=True)]
                total = sum(race.ours) / sum(race.dds)
                inside = sum(race.inside) / sum(race.dds)
                ratios.append([name, total, inside, *(quantile(each, q) for q in (0, 0.1, 0.5, 0.9, 1))])
    heads = ["milliseconds", "", "mean", "median", "p90", "p99", "max", "mean trick nodes"]
    text = table(heads, times)
    if ratios:
        heads = ["ours / DDS", "total", "total, our clock", "min of deals", "p10", "median", "p90", "max"]
        text += "\n\n" + table(heads, ratios)
    return text + "\n\n" + costs(results)


def costs(results: dict[str, dict[str, Race]]) -> str:
    """What three guarantees cost against one, and each kind of contract against no trump."""
    rows = []
    for contract, races in results.items():
        one = sum(races["a"].ours)
        relative = one / sum(results["nt"]["a"].ours) if "nt" in results else "-"
        rows.append([contract, sum(races["c"].ours) / one, sum(races["d"].ours) / one, relative])
    return table(["total time", "three values / one", "three values and cards / one", "one value / that in nt"], rows)


def main() -> None:
    """Run the race that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=200, help="deals of each kind (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--contract", choices=[*CONTRACTS, "all"], default="all")
    options = parser.parse_args()
    dds = Dds()
    wanted = CONTRACTS if options.contract == "all" else (options.contract,)
    results = {contract: run(contract, options.seed, options.deals, dds) for contract in wanted}
    print(setting())
    print(f"{options.deals} random full deals of each kind, seed {options.seed}\n")
    print(report(results))
    alone = [contract for contract in wanted if contract not in PEERED]
    for contract in alone:
        compared = agreement.check(deals_of(contract, options.seed, options.deals), options.seed)
        print(f"\n{contract}: {compared} endings of {agreement.TRICKS} tricks agree with plain minimax.")


if __name__ == "__main__":
    main()

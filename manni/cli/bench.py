"""``manni bench``: the speed of the open-card engine on a fixed set."""

from __future__ import annotations

from importlib.resources import files
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from manni.cli.common import console, interruptible, print_json
from manni.cli.options import MaybeWhole, Whole
from manni.errors import ManniError
from manni.notation import Position
from manni.solving import solve_many


def bench(
    *,
    deals: MaybeWhole = None,
    threads: Whole = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Solve a fixed set of full deals in all six contracts: every card of the leader and all three guarantees.

    Parameters
    ----------
    deals
        Only the first so many deals of the set. The number of nodes is equal on every machine for the same deals.
    threads
        Deals solved at the same time.
    json
        Print JSON.
    """
    lines = (files("manni") / "data" / "bench.txt").read_text("ascii").splitlines()
    positions = [Position.parse(line) for line in lines]
    if deals is not None and not 1 <= deals <= len(positions):
        raise ManniError("deals", f"{deals} is not 1 to {len(positions)}")
    positions = positions[:deals]
    interruptible(lambda: _bench(positions, threads, json))
    return 0


def _bench(positions: list[Position], threads: int, json: bool) -> None:
    start = perf_counter()
    nodes = 0
    with console(stderr=True).status("") as status:
        for done, solution in enumerate(solve_many(positions, threads=threads), start=1):
            nodes += solution.nodes
            status.update(f"{done} of {len(positions)} deals")
    seconds = perf_counter() - start
    result = {
        "deals": len(positions),
        "nodes": nodes,
        "seconds": round(seconds, 3),
        "nodes_per_second": round(nodes / seconds),
        "deals_per_second": round(len(positions) / seconds, 2),
    }
    if json:
        print_json(result)
    else:
        for name, value in result.items():
            print(f"{name.replace('_', ' '):>16}  {value}")

"""What a fixed workload costs in machine instructions: repeatable, so that two versions can be compared anywhere.

``python -m bench.instructions [--record]``

Counts, by valgrind's callgrind, the instructions inside the engine (both the portable build and the one for x86-64-v3)
on a few full deals of every kind and some max^n outcomes. ``--record`` appends the counts to ``bench/INSTRUCTIONS.md``
under the version; done once per release. Counts of two compilers differ, so the compiler is noted too.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path

import solver
from bench.deals import random_deals
from bench.report import table

RECORD = Path(__file__).with_name("INSTRUCTIONS.md")
BUILDS = ("portable", "v3")
DOOR = "*Engine*solve*"
"""The functions inside which instructions are counted."""


def _values(contract: str, count: int) -> int:
    deals = random_deals(1, contract, count)
    return sum(solver.solve(deal, cards=False, seats=(n % 3,)).nodes for n, deal in enumerate(deals))


def _cards(contract: str, count: int) -> int:
    return sum(solver.solve(deal, seats=()).nodes for deal in random_deals(1, contract, count))


def _maxn(tricks: int, count: int) -> int:
    deals = [deal for contract in ("H", "NT", "NULLO") for deal in random_deals(1, contract, count, tricks)]
    return sum(solver.solve(deal, concept="maxn", cards=False).nodes for deal in deals)


WORK: dict[str, Callable[[], int]] = {
    "one value, NT, 30 full deals": lambda: _values("NT", 30),
    "one value, trump, 30 full deals": lambda: _values("trump", 30),
    "one value, Nullo, 6 full deals": lambda: _values("NULLO", 6),
    "every card, NT, 15 full deals": lambda: _cards("NT", 15),
    "every card, trump, 15 full deals": lambda: _cards("trump", 15),
    "max^n, 9 positions of 8 tricks": lambda: _maxn(8, 3),
}
"""The fixed workload; each part returns its nodes."""


def count(name: str, build: str) -> tuple[int, int]:
    """Run one part of the workload under callgrind; its nodes and instructions.

    Raises
    ------
    SystemExit
        When valgrind is missing or fails.
    """
    code = f"from bench.instructions import WORK; print('nodes', WORK[{name!r}]())"
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--toggle-collect={DOOR}"]
        try:
            run = subprocess.run(
                [*command, sys.executable, "-c", code],
                capture_output=True,
                text=True,
                env={**os.environ, "MANNI_ISA": build, "PYTHONHASHSEED": "0"},
            )
        except OSError as error:
            raise SystemExit(f"valgrind: {error.strerror}") from None
    nodes = re.search(r"nodes (\d+)", run.stdout)
    instructions = re.search(r"Collected : (\d+)", run.stderr)
    if not nodes or not instructions or not int(instructions[1]):
        raise SystemExit(f"valgrind: no count\n{run.stdout}{run.stderr[-2000:]}")
    return int(nodes[1]), int(instructions[1])


def main() -> None:
    """Count, print, and record when asked to."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.instructions", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--record", action="store_true", help="append to bench/INSTRUCTIONS.md")
    options = parser.parse_args()
    rows: list[list[object]] = []
    for name in WORK:
        found = {build: count(name, build) for build in BUILDS}
        nodes = {nodes for nodes, _ in found.values()}
        assert len(nodes) == 1, f"the builds search differently: {found}"
        rows.append([name, nodes.pop(), *(f"{found[build][1] / 1e6:,.2f}" for build in BUILDS)])
    text = table(["workload", "nodes", *(f"million instructions, {build}" for build in BUILDS)], rows)
    print(text)
    if options.record:
        from manni import __version__

        with RECORD.open("a") as file:
            file.write(f"\n## {__version__}\n\nCompiler: {sysconfig.get_config_var('CC')}.\n\n{text}\n")


if __name__ == "__main__":
    main()

"""The builds of the engine, for any machine and for x86-64-v3, give the same answers and visit the same nodes."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from solver import _kernel

BUILT_HERE = sys.platform == "linux" and platform.machine() == "x86_64" and _kernel.has_v3()
"""Whether the x86-64-v3 build is made on this kind of machine and runs on this one."""

WORK = """
import hashlib
from random import Random
import solver
from bench.deals import CONTRACTS, random_deal
answers = hashlib.sha256()
for seed in range(240):
    deal = random_deal(Random(seed), list(CONTRACTS)[seed % 6], tricks=1 + seed % 10, on_table=seed % 3)
    found = [solver.solve(deal)]
    if seed % 10 < 6:
        found.append(solver.solve(deal, concept="maxn"))
    answers.update(repr([answer._replace(seconds=0) for answer in found]).encode())
print(solver.ISA, answers.hexdigest())
"""


def run(build: str) -> subprocess.CompletedProcess[str]:
    """Solve a set of positions with one build in a process of its own."""
    environment = {**os.environ, "MANNI_ISA": build, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-P", "-c", WORK], env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.skipif(not BUILT_HERE, reason="no x86-64-v3 build for this machine")
def test_both_builds_visit_the_same_nodes() -> None:
    portable, v3 = run("portable"), run("v3")
    assert (portable.returncode, v3.returncode) == (0, 0), portable.stderr + v3.stderr
    assert portable.stdout.split()[0] == "portable"
    assert v3.stdout.split()[0] == "v3"
    assert portable.stdout.split()[1] == v3.stdout.split()[1]


def test_the_fastest_build_that_runs_is_taken() -> None:
    assert run("").stdout.split()[0] == ("v3" if BUILT_HERE else "portable")


def test_an_unknown_build_is_refused() -> None:
    refused = run("avx512")
    assert refused.returncode
    assert "MANNI_ISA: 'avx512' is not portable or v3" in refused.stderr

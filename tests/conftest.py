"""What tests of the command line share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parent.parent

# The benchmarks' helpers; at the end of the path, so that an installed package is still found before this checkout.
sys.path.append(str(ROOT))

# What runs in the background may be deaf to Ctrl-C, and with nohup to the end of its terminal. What the tests start has
# to hear both, and does: a handler, unlike deafness, is not handed on.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def manni_command() -> Run:
    """Run ``python -m manni`` with arguments in a process of its own, on the build under test."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONIOENCODING": "utf-8",
        "NO_COLOR": "1",
    }

    def run(*arguments: str, stdin: str | bytes = "", **env: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "manni", *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=ROOT,
            env={**environment, **env},
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run

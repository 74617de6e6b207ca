"""Rewrite the outputs in the README's console blocks with what the commands print now; ``make readme`` runs it.

Times, and counts that change with the engine, become ``...``. Look at the difference before you commit it.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"

VARYING = [
    (r"\d+ nodes", "... nodes"),
    (r'"nodes":\d+', '"nodes":...'),
    (r"\bin [\d.]+ (ms|s)\b", r"in ... \1"),
    (r'"seconds":[\d.e-]+', '"seconds":...'),
    (r"^( *(?:nodes|seconds|nodes per second|deals per second)  ).*", r"\1..."),
    (r"^per decision .*", "per decision ..."),
    (r" +\d[\d.]* ms$", "  ... ms"),
]


def output(command: str) -> str:
    """What ``manni ...`` prints, with what varies left open."""
    arguments = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(arguments, cwd=README.parent, capture_output=True, check=True)
    text = done.stdout.decode()
    for pattern, shown in VARYING:
        text = re.sub(pattern, shown, text, flags=re.MULTILINE)
    return text


def block(match: re.Match[str]) -> str:
    """One console block with its outputs made anew."""
    commands = [line for line in match[1].splitlines() if line.startswith("$ ")]
    return "```console\n" + "".join(f"{line}\n{output(line[2:])}" for line in commands) + "```"


README.write_text(re.sub(r"```console\n(.*?)```", block, README.read_text("utf-8"), flags=re.DOTALL), "utf-8")

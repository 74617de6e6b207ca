"""Long work with a bar on stderr, when that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from manni.cli.common import console


def watched(run: Callable[..., Any], what: str, total: float) -> Any:
    """Call `run`, which takes a ``progress`` that it tells how much of `total` is done, and return what it returns."""
    if not sys.stderr.isatty():
        return run()
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        return run(progress=lambda done: bar.update(task, completed=done))

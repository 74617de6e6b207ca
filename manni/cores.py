"""How many cores this process may use."""

from __future__ import annotations

import os


def cores() -> int:
    """The number of cores available to this process, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

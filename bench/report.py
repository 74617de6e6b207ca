"""What the benchmarks share: quantiles, tables, and the machine they ran on."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Sequence

import solver


def quantile(values: Iterable[float], q: float) -> float:
    """The q-quantile (0 to 1) by linear interpolation between order statistics."""
    ordered = sorted(values)
    place = q * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; numbers get three significant digits or thousands separators."""
    cells = [list(heads), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in padded]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def setting() -> str:
    """One line about what the figures below it were measured with."""
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, CPython {platform.python_version()}, "
        f"engine build {solver.ISA}; command: python -m {_module()} {' '.join(sys.argv[1:])}".rstrip()
    )


def _module() -> str:
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec.name if spec is not None else sys.argv[0]

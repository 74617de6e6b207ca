"""When to stop thinking: limits that every question accepts."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from manni.errors import ManniError, quote

if TYPE_CHECKING:
    import solver


@dataclass(frozen=True, kw_only=True)
class Limit:
    """When to stop; None is no limit.

    Parameters
    ----------
    nodes : int, optional
        Search nodes (trick starts). Reproducible: the same limit gives the same answer everywhere.
    seconds : float, optional
        Wall time. Not reproducible.
    worlds : int, optional
        Sampled worlds, for questions asked from one seat's view. Reproducible with a seed.
    memory : int, optional
        Bytes for the transposition table; it never takes less than about 160 kB.
    stop : solver.Stop, optional
        A switch that another thread may set to end the work at once, with what is there by then.

    Raises
    ------
    ManniError
        Naming the field, for a number that is not positive.
    """

    nodes: int | None = None
    seconds: float | None = None
    worlds: int | None = None
    memory: int | None = None
    stop: solver.Stop | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in ("nodes", "worlds", "memory"):
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value < 1 << 63:
                raise ManniError(name, f"{quote(value)} is not a whole number of at least 1 (and below 2**63)")
        seconds = self.seconds
        if seconds is None:
            return
        number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
        if not (number and 0 < seconds <= sys.float_info.max):
            raise ManniError("seconds", f"{quote(self.seconds)} is not a positive time")

    def solver(self) -> solver.Limit:
        """The part of it that an open-card search knows."""
        from solver import Limit as SolverLimit

        return SolverLimit(self.nodes, self.seconds, self.memory, self.stop)

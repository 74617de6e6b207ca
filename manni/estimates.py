"""A mean over independent units and how sure it is."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple


class Estimate(NamedTuple):
    """A mean over deals or games.

    Attributes
    ----------
    difference, se : float
        The mean over the deals and its standard error.
    ci95 : tuple of 2 float
        The 95% confidence interval, by Student's t.
    """

    difference: float
    se: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """The mean of one value per unit, two of them at least."""
        mean = statistics.fmean(values)
        se = statistics.stdev(values) / sqrt(len(values))
        reach = t_975(len(values) - 1) * se
        return cls(mean, se, (mean - reach, mean + reach))

    def to_json(self) -> dict[str, Any]:
        """The form documented for ``manni arena --json``."""
        return {
            "difference": round(self.difference, 6),
            "se": round(self.se, 6),
            "ci95": [round(bound, 6) for bound in self.ci95],
        }


def t_975(freedom: int) -> float:
    """The 97.5% quantile of Student's t with `freedom` degrees of freedom.

    By the expansion around the normal quantile (Abramowitz and Stegun, 26.7.5), within 0.2% from 3 degrees on; the
    first two are exact.
    """
    if freedom < 3:
        return (12.7062047, 4.3026527)[freedom - 1]
    z = statistics.NormalDist().inv_cdf(0.975)
    n = float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )

"""How the others are taken to decide: the opponent model that worlds are weighted by."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from manni.errors import ManniError, quote


@dataclass(frozen=True, kw_only=True)
class OpponentModel:
    """How much to read into what the other seats did.

    Parameters
    ----------
    strength : float
        The evidence of the exchanges, declarations and of taking or keeping the Manni is raised to this power: 1 takes
        the others for players by the evaluation, 0 reads nothing into it.
    plays : float
        The same for the cards they played, beyond the voids those show.

    With both at 0 the worlds are exactly those of the uniform prior.

    Raises
    ------
    ManniError
        Naming the field, for a number that is not finite or below 0.
    """

    strength: float = 1.0
    plays: float = 1.0

    def __post_init__(self) -> None:
        for name in ("strength", "plays"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < 0:
                raise ManniError(name, f"{quote(value)} is not a number of at least 0")

    @property
    def uniform(self) -> bool:
        """Whether nothing is read into anything."""
        return not self.strength and not self.plays

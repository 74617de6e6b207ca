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
        The evidence of all that they did is raised to this power: 1 takes them for sensible players, 0 reads nothing
        into it, and the worlds are exactly those of the uniform prior.
    plays : float
        The same for the cards they played alone, beyond the voids those show; it multiplies `strength`.
    stray : float
        How likely a seat is to decide otherwise before the play than the model has it, with its cards telling nothing.
    floor : float
        The part of plays that is taken to be any card at all, so that no play rules a world out.

    Raises
    ------
    ManniError
        Naming the field, for a number that is not finite or below 0.
    """

    strength: float = 1.0
    plays: float = 1.0
    stray: float = 0.1
    floor: float = 0.1

    def __post_init__(self) -> None:
        for name in ("strength", "plays", "stray", "floor"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < 0:
                raise ManniError(name, f"{quote(value)} is not a number of at least 0")
        if self.stray > 1:
            raise ManniError("stray", f"{quote(self.stray)} is more than 1")
        if not 0 < self.floor <= 1:
            raise ManniError("floor", f"{quote(self.floor)} is not above 0 and at most 1")

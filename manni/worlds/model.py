"""How the others are taken to decide: the opponent model that worlds are weighted by."""

from __future__ import annotations

from dataclasses import dataclass

from manni.errors import ManniError, quote

MOST = 10
"""The greatest strength: with more, weights get lost in rounding."""


@dataclass(frozen=True, kw_only=True)
class OpponentModel:
    """How much to read into what the other seats did.

    Parameters
    ----------
    strength : float
        The evidence of all that they did is raised to this power: 1 takes them for sensible players, 0 reads nothing
        into it, and the worlds are exactly those of the uniform prior. At most 10.
    plays : float
        The same for the cards they played alone, beyond the voids those show; it multiplies `strength`.
    stray : float
        How likely a seat is to decide otherwise before the play than the model has it, with its cards telling nothing.
    floor : float
        The part of plays that is taken to be any card at all, so that no play rules a world out.
    drift : float
        How much is corrected, once a card was played, by what the others had left in hands of bots; it multiplies
        `strength`, and does nothing where `plays` is 0. See `manni.worlds.evidence.drift`.

    Raises
    ------
    ManniError
        Naming the field, for a number that is out of range.
    """

    strength: float = 1.0
    plays: float = 0.8
    stray: float = 0.2
    floor: float = 0.1
    drift: float = 1.0

    def __post_init__(self) -> None:
        for name, most in (("strength", MOST), ("plays", 1), ("stray", 1), ("floor", 1), ("drift", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
                raise ManniError(name, f"{quote(value)} is not a number from 0 to {most}")
        if not self.floor:
            raise ManniError("floor", "is 0, so that one odd card would rule out what is the case")

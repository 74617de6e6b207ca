"""How bad a decision was, in classes, as backgammon programs do it by equity lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from manni.errors import ManniError, quote

Grade = Literal["good", "unclear", "inaccuracy", "mistake", "blunder"]

GRADES: tuple[Grade, ...] = ("good", "unclear", "inaccuracy", "mistake", "blunder")
"""From the best to the worst, after ``good`` the one that says that the worlds did not suffice to tell."""

SURE = 2.0
"""How many standard errors a loss has to be above zero to be called one."""


@dataclass(frozen=True)
class Thresholds:
    """From what loss on a decision belongs to a class.

    Parameters
    ----------
    inaccuracy, mistake, blunder : float
        The least loss of each, in points of the hand (or in chances to win the game), rising and above 0.

    Raises
    ------
    ManniError
        Naming ``thresholds`` when they do not rise from above 0.
    """

    inaccuracy: float = 0.1
    mistake: float = 0.3
    blunder: float = 0.8

    def __post_init__(self) -> None:
        if not 0 < self.inaccuracy < self.mistake < self.blunder < float("inf"):
            given = (self.inaccuracy, self.mistake, self.blunder)
            raise ManniError("thresholds", f"{quote(given)} do not rise from above 0")

    def grade(self, loss: float, se: float) -> Grade:
        """The class of a loss that is known to within a standard error.

        ``unclear`` is one that may be none for all that is known, and as well a good decision that may be a blunder.
        """
        if loss < self.inaccuracy:
            return "good" if loss + SURE * se < self.blunder else "unclear"
        if loss < SURE * se:
            return "unclear"
        return "blunder" if loss >= self.blunder else "mistake" if loss >= self.mistake else "inaccuracy"


OF_POINTS = Thresholds()
OF_CHANCES = Thresholds(0.01, 0.03, 0.08)

"""How the adviser thinks: each part of it can be switched off, so that it can be measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from manni.errors import ManniError, quote
from manni.worlds.model import MOST

Goal = Literal["points", "win"]


@dataclass(frozen=True, kw_only=True)
class Method:
    """The parts of the adviser.

    Parameters
    ----------
    inference : float
        How strongly the worlds follow what the others did (see `manni.worlds.OpponentModel`); 0 is the uniform prior.
    endings : bool
        Whether the last tricks are computed over all worlds at once, with one action for all that look alike.
    playouts : bool
        Whether, before that, what a card guarantees with open cards is averaged with how hands go that are played out
        after it, each seat knowing only its own cards.
    habits : bool
        Whether the players that stand for the others, and play hands out, have fitted habits; else they go by the rules
        of thumb of ``greedy``.
    drift : bool
        Whether the worlds of the last tricks are corrected by what the others held in hands that were played (see
        `OpponentModel`).
    goal : {'points', 'win'}, optional
        What is to be made the most of; by default the chance to win the game when the score is known, else points.

    Raises
    ------
    ManniError
        Naming the field, for a value that is out of range.
    """

    inference: float = 1.0
    endings: bool = True
    playouts: bool = True
    habits: bool = True
    drift: bool = True
    goal: Goal | None = None

    def __post_init__(self) -> None:
        strength = self.inference
        if isinstance(strength, bool) or not isinstance(strength, (int, float)) or not 0 <= strength <= MOST:
            raise ManniError("inference", f"{quote(strength)} is not a number from 0 to {MOST}")
        for name in ("endings", "playouts", "habits", "drift"):
            if not isinstance(getattr(self, name), bool):
                raise ManniError(name, f"{quote(getattr(self, name))} is neither true nor false")
        if self.goal not in (None, "points", "win"):
            raise ManniError("goal", f"{quote(self.goal)} is neither points nor win")

    @classmethod
    def plain(cls) -> Method:
        """Open-card averages over uniform worlds, and nothing else: what the bot ``pimc`` does."""
        return cls(inference=0.0, endings=False, playouts=False, habits=False, drift=False)

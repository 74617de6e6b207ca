"""What the verdicts on one player add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from manni.review.grades import GRADES, Grade
from manni.review.luck import Luck
from manni.review.verdict import Verdict


@dataclass(frozen=True)
class Totals:
    """One player over all hands of a review.

    Attributes
    ----------
    player : str
        The name, or the seat where there is none.
    hands : int
        Hands at which the player sat.
    decisions : int
        Decisions with more than one legal action.
    grades : dict of str to int
        How many of them are of each class.
    lost, se : float
        What they cost on what the player knew, in points or in chances to win the game, and the standard error.
    open_tricks, open_points : float
        What they cost with open cards.
    luck : dict of str to float
        The sums of `Luck`'s parts ``average``, ``deal``, ``draw``, ``lost`` and ``rest`` and of ``points`` over the
        hands that are over.
    """

    player: str
    hands: int
    decisions: int
    grades: dict[Grade, int]
    lost: float
    se: float
    open_tricks: float
    open_points: float
    luck: dict[str, float]

    @classmethod
    def of(cls, player: str, hands: int, verdicts: Iterable[Verdict], lucks: Iterable[Luck]) -> Totals:
        """Add up the verdicts and the luck of one player."""
        free = [verdict for verdict in verdicts if verdict.choices > 1]
        over = [luck for luck in lucks if luck.rest is not None]
        parts = ("average", "deal", "draw", "lost", "rest", "points")
        return cls(
            player=player,
            hands=hands,
            decisions=len(free),
            grades={grade: sum(verdict.known.grade == grade for verdict in free) for grade in GRADES},
            lost=sum(verdict.known.loss for verdict in free),
            se=sqrt(sum(verdict.known.se**2 for verdict in free)),
            open_tricks=sum(verdict.open.tricks for verdict in free),
            open_points=sum(verdict.open.points for verdict in free),
            luck={part: float(sum(getattr(luck, part) for luck in over)) for part in parts},
        )

    def to_json(self) -> dict[str, Any]:
        """The totals as ``manni review --json`` prints them."""
        return {
            "player": self.player,
            "hands": self.hands,
            "decisions": self.decisions,
            "grades": self.grades,
            "lost": round(self.lost, 6),
            "se": round(self.se, 6),
            "open_tricks": round(self.open_tricks, 6),
            "open_points": round(self.open_points, 6),
            "luck": {part: round(value, 6) for part, value in self.luck.items()},
        }

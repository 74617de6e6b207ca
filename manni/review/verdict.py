"""The two verdicts on one decision, kept apart: on what the seat knew, and with all cards open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from manni.actions import Action
from manni.cards import Seat
from manni.hand import Phase
from manni.review.grades import Grade

Story = Literal["right", "unlucky", "lucky", "wrong", "unclear"]


@dataclass(frozen=True, slots=True)
class Known:
    """The verdict on what the seat could know then.

    Attributes
    ----------
    best : Action
        What the adviser would have done.
    loss : float
        How much worse the action was than that, at least 0: in points, or in chances to win the game.
    se : float
        The standard error of the loss.
    grade : Grade
        Its class.
    worlds : int
        Worlds in which the loss was measured; 0 where there was no choice.
    """

    best: Action
    loss: float
    se: float
    grade: Grade
    worlds: int


@dataclass(frozen=True, slots=True)
class Open:
    """The verdict of the open cards, the Manni in its order included; see `manni.review.open_cards` for how.

    Attributes
    ----------
    best : Action
        An action with the best value.
    value, best_value : float or None
        The tricks of the whole hand that the action, and the best one, were good for; None where there was no choice.
    tricks : float
        Tricks lost against the best, as good ones: under Nullo those taken too many. At least 0.
    points : float
        Points lost with them, at least 0.
    """

    best: Action
    value: float | None
    best_value: float | None
    tricks: float
    points: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision with both verdicts.

    Attributes
    ----------
    hand : int
        The number of the hand.
    decision : int
        The number of the decision in the hand, from 1, whoever made it.
    seat : Seat
        Who decided.
    player : str
        The name, or the seat where there is none.
    phase : Phase
        What was decided: ``declare``, ``exchange``, ``take`` or ``play``.
    trick : int or None
        The trick of a play, from 1.
    action : Action
        What was done.
    choices : int
        How many actions were open.
    known : Known
        The verdict on what the seat knew.
    open : Open
        The verdict of the open cards.
    """

    hand: int
    decision: int
    seat: Seat
    player: str
    phase: Phase
    trick: int | None
    action: Action
    choices: int
    known: Known
    open: Open

    @property
    def story(self) -> Story:
        """Both verdicts in a word.

        ``right``: good on what the seat knew, and it cost nothing with open cards; ``unlucky``: good, but the cards lay
        so that it cost something; ``lucky``: an error that cost nothing; ``wrong``: an error that did; ``unclear``:
        the worlds do not tell whether it was one.
        """
        cost = self.open.tricks > 0
        if self.known.grade == "unclear":
            return "unclear"
        if self.known.grade == "good":
            return "unlucky" if cost else "right"
        return "wrong" if cost else "lucky"

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``manni review --json`` prints it."""
        return {
            "decision": self.decision,
            "seat": str(self.seat),
            "player": self.player,
            "phase": self.phase,
            "trick": self.trick,
            "action": self.action.to_json(),
            "choices": self.choices,
            "story": self.story,
            "known": {
                "best": self.known.best.to_json(),
                "loss": round(self.known.loss, 6),
                "se": round(self.known.se, 6),
                "grade": self.known.grade,
                "worlds": self.known.worlds,
            },
            "open": {
                "best": self.open.best.to_json(),
                "value": _rounded(self.open.value),
                "best_value": _rounded(self.open.best_value),
                "tricks": round(self.open.tricks, 6),
                "points": round(self.open.points, 6),
            },
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)

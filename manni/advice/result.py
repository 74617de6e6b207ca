"""The answer of the adviser: every action there is, best first, with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from manni.actions import Action
from manni.cards import Seat
from manni.view import Decision


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What one action is worth.

    Attributes
    ----------
    action : Action
        The declaration, exchange, take or keep, or play.
    tricks : float
        Expected tricks of this seat in the whole hand, those already won included.
    points : float
        Expected points of this seat for the hand (plus less minus): what actions are ranked by when `win` is None.
    se : float
        Standard error, in what actions are ranked by, of the difference to the best action, over the worlds both were
        valued in; 0 for the best and for cards that are known to be the same as it.
    regret : float
        How much worse than the best action it is, in what actions are ranked by, at least 0. In points, where a trick
        more is a point more (under Nullo a point less) whatever the number, that is so many tricks.
    distribution : tuple of 13 float
        Probability of each final number of tricks, 0 to 12; its mean is `tricks`.
    win : float or None
        The chance of this seat to win the game after the hand: what actions are ranked by when the goal is to win
        (between equal ones points decide); else None.
    later : float
        What a declaration is worth beyond this hand, in points, next to the best one: what it leaves to declare.
        Actions are ranked by this and `points` together.
    """

    action: Action
    tricks: float
    points: float
    se: float
    regret: float
    distribution: tuple[float, ...]
    win: float | None = None
    later: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The form documented for ``manni advise --json``; probabilities are rounded to 6 digits."""
        win = {} if self.win is None else {"win": round(self.win, 6)}
        later = {"later": round(self.later, 6)} if self.later else {}
        return {
            "action": self.action.to_json(),
            "tricks": round(self.tricks, 6),
            "points": round(self.points, 6),
            **win,
            **later,
            "se": round(self.se, 6),
            "regret": round(self.regret, 6),
            "distribution": [round(p, 6) for p in self.distribution],
        }


class Verdict(NamedTuple):
    """What one kind of decision finds out, for `Advice`; see there.

    Attributes
    ----------
    actions : tuple of ActionValue
    worlds : int
    effective_worlds : float
    exact : bool
    reasons : tuple of str
    """

    actions: tuple[ActionValue, ...]
    worlds: int
    effective_worlds: float
    exact: bool = False
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The best action from one seat's view, and the value of every other.

    Attributes
    ----------
    decision : {"declare", "exchange", "take", "play"}
        What was to be decided.
    seat : Seat
        Who decides.
    actions : tuple of ActionValue
        Every legal action, best first.
    worlds : int
        Worlds in which the best action was valued.
    effective_worlds : float
        How many independent, equally likely ones they count for.
    exact : bool
        Whether the worlds are all there are, with their probabilities: then no `se` is left.
    reasons : tuple of str
        Why the best action is advised: short statements computed from the worlds.
    seconds : float
        Wall time; the only part that differs between two runs with the same seed and limit in worlds or nodes.
    seed : int
        The seed of the sampled worlds.
    """

    decision: Decision
    seat: Seat
    actions: tuple[ActionValue, ...]
    worlds: int
    effective_worlds: float
    exact: bool
    reasons: tuple[str, ...]
    seconds: float
    seed: int

    @property
    def best(self) -> Action:
        """The action to choose."""
        return self.actions[0].action

    def to_json(self) -> dict[str, Any]:
        """The form documented for ``manni advise --json``."""
        return {
            "decision": self.decision,
            "seat": str(self.seat),
            "best": self.best.to_json(),
            "actions": [value.to_json() for value in self.actions],
            "worlds": self.worlds,
            "effective_worlds": round(self.effective_worlds, 3),
            "exact": self.exact,
            "reasons": list(self.reasons),
            "seconds": round(self.seconds, 3),
            "seed": self.seed,
        }

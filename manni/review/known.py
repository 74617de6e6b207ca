"""What a decision cost on what the seat could know: the adviser is asked about the view of that moment.

The adviser is asked twice. Its first answer says what it would have done. The second, from worlds of its own, says how
much better that is than what was done: the best of many noisy values looks better than it is in the worlds that
chose it, and not in others. When both are the same action the loss is 0, without a second question.
"""

from __future__ import annotations

from math import hypot

from manni.actions import Action
from manni.advice import Advice, advise
from manni.advice.method import Goal, Method
from manni.advice.result import ActionValue
from manni.hand import Hand
from manni.limits import Limit
from manni.review.grades import Thresholds
from manni.review.verdict import Known


def known(
    hand: Hand, action: Action, thresholds: Thresholds, limit: Limit | None, seeds: tuple[int, int], goal: Goal
) -> Known:
    """Judge what the seat to move in `hand` did.

    Parameters
    ----------
    hand : Hand
        The point of the decision; only the view of the seat to move is looked at.
    action : Action
        What was done.
    thresholds : Thresholds
        Of the classes, in the unit of `goal`.
    limit : Limit, optional
        Of each of the two questions.
    seeds : tuple of 2 int
        Of their worlds.
    goal : {'points', 'win'}
        By what actions are judged.
    """
    seat = hand.to_move
    assert seat is not None
    if len(hand.legal_actions()) == 1:
        return Known(action, 0.0, 0.0, "good", 0)
    view, method = hand.view(seat), Method(goal=goal)
    first = advise(view, limit=limit, seed=seeds[0], threads=1, method=method)
    if action == first.best:
        return Known(action, 0.0, 0.0, "good", first.worlds)
    second = advise(view, limit=limit, seed=seeds[1], threads=1, method=method)
    best, done = _find(second, first.best), _find(second, action)
    loss = max(0.0, done.regret - best.regret)
    # Both are measured against the second answer's best, which is one of them or a third.
    se = hypot(best.se, done.se)
    return Known(first.best, loss, se, thresholds.grade(loss, se), second.worlds)


def _find(advice: Advice, action: Action) -> ActionValue:
    return next(value for value in advice.actions if value.action == action)

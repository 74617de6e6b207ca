"""From compared actions to the values that a user reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from manni.actions import Action
from manni.advice.result import ActionValue
from manni.advice.selection import Comparison
from manni.advice.values import TRICKS, mean
from manni.advice.worth import Worth


def action_values(
    actions: Sequence[Action],
    worths: Sequence[Worth],
    comparison: Comparison,
    distributions: Mapping[int, tuple[float, ...]],
    value: float | None = None,
    later: NDArray[np.float64] | None = None,
    evaluation: ArrayLike | None = None,
) -> tuple[ActionValue, ...]:
    """The values of actions, best first.

    The best has the expectation found for it; every other stands behind it by its regret, so that the differences shown
    are those that were measured on common worlds.

    Parameters
    ----------
    actions, worths : sequence
        The actions, and what tricks are worth in the contract that each is played in.
    comparison : Comparison
        Of the actions, in what `Worth.points` are; they are reported in points or winning chance.
    distributions : mapping of int to tuple of 13 float
        Of the best action, and of those (by number) for which a distribution was found that agrees with its regret;
        the others get a binomial one that does.
    value : float, optional
        What the best action is worth, in what `Worth.points` are; by default that of its distribution, and more than
        that tells when it matters who gets the other tricks.
    later : numpy.ndarray of float, shape (actions,), optional
        What each is worth beyond this hand, in points; part of the regret.
    evaluation : array of float, shape (actions,), optional
        The tricks that each was thought to bring. A chance to win does not tell tricks: those of actions without a
        distribution are told by this.
    """
    later = np.zeros(len(actions)) if later is None else later
    best = comparison.order[0]
    spreads, points = np.empty((len(actions), TRICKS + 1)), np.empty(len(actions))
    wins: list[float | None] = [None] * len(actions)
    if value is None:
        value = worths[best].expected(distributions[best])
    behind = value + later[best] - later - comparison.regret
    thought = None if evaluation is None else np.asarray(evaluation)
    if thought is not None:
        thought = thought + (mean(distributions[best]) - thought[best])
    for worth in dict.fromkeys(worths):
        played = [action for action, other in enumerate(worths) if other is worth]
        if worth.wins is None or thought is None:
            spreads[played] = worth.spreads(behind[played])
        else:
            spreads[played] = worth.binomial(thought[played])
        for action in distributions.keys() & set(played):
            spreads[action] = distributions[action]
        points[played] = spreads[played] @ worth.net
        if worth.wins is not None:
            for action in played:
                wins[action] = float(worth.chance(behind[action], points[action]))
    tricks = spreads @ np.arange(TRICKS + 1)
    unit = worths[best].unit
    columns = (tricks, points, comparison.se / unit, comparison.regret / unit, later)
    numbers = zip(*(array.tolist() for array in columns), strict=True)
    values = [
        ActionValue(action, taken, scored, se, regret, tuple(spread), win, beyond)
        for action, (taken, scored, se, regret, beyond), spread, win in zip(
            actions, numbers, spreads.tolist(), wins, strict=True
        )
    ]
    return tuple(values[action] for action in comparison.order)

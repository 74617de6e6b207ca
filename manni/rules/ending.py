"""When a game is over, and who has won it then."""

from __future__ import annotations

from collections.abc import Sequence

from manni.rules.ruleset import Points, RuleSet


def is_over(rules: RuleSet, columns: Sequence[Points], played: int) -> bool:
    """Whether a game has ended: the target or the last hand is reached, and a tie does not call for more.

    Parameters
    ----------
    rules : RuleSet
        Of the game.
    columns : sequence of 3 Points
        Every player's plus and minus points; where columns cancel, the net is the running total.
    played : int
        How many hands have been played.
    """
    return end_is_due(rules, columns, played) and (rules.tie == "share" or len(leaders(columns)) == 1)


def end_is_due(rules: RuleSet, columns: Sequence[Points], played: int) -> bool:
    """Whether the target or the last hand is reached; a tie at the top may still call for another hand."""
    apart = rules.columns == "apart"
    best = max(points.plus if apart else points.net for points in columns)
    at_target = rules.target is not None and best >= rules.target
    return at_target or (rules.hands is not None and played >= rules.hands)


def leaders(columns: Sequence[Points]) -> tuple[int, ...]:
    """The places of the highest net among the players."""
    best = max(points.net for points in columns)
    return tuple(player for player, points in enumerate(columns) if points.net == best)

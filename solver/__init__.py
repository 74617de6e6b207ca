"""Open-card search for a three-seat trick-taking game: the one gate to the engine.

The solver knows cards, tricks and three seats, trump or none, and whether tricks are wanted or avoided.
It knows no text and no rules of Manni. A card is ``16 * suit + rank`` (suit 0 to 3, rank 0 to 12, a higher
rank always wins: a game with another order renumbers its ranks first); a hand is the 64-bit mask of its cards.
"""

from __future__ import annotations

from typing import NamedTuple


class Deal(NamedTuple):
    """An open-card position.

    Attributes
    ----------
    hands : tuple of 3 int
        Masks of the cards that seats 0, 1, 2 (clockwise) still hold.
    trick : tuple of int
        The 0 to 2 cards on the table, in the order played.
    leader : int
        The seat that led, or is to lead, the current trick.
    trump : int or None
        The trump suit, 0 to 3.
    avoid : bool
        True when every seat wants few tricks.
    """

    hands: tuple[int, int, int]
    trick: tuple[int, ...] = ()
    leader: int = 0
    trump: int | None = None
    avoid: bool = False


class Limit(NamedTuple):
    """When to stop: search nodes, seconds of wall time, bytes of table; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

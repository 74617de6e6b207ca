"""What goes into the engine and what comes out."""

from __future__ import annotations

from typing import NamedTuple, Protocol

CARDS = 0x1FFF_1FFF_1FFF_1FFF
"""The mask of all cards."""


class Switch(Protocol):
    """What ends a search from another thread: `solver.Stop`."""

    def set(self) -> None:
        """End the search."""


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
    """When to stop: search nodes, seconds of wall time, bytes of table, a switch; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    stop: Switch | None = None


class Bounds(NamedTuple):
    """Proven bounds, both included; equal when the value is exact."""

    lower: int
    upper: int


class Solution(NamedTuple):
    """What a search found, in tricks still to be won from the position on, the current one included.

    Attributes
    ----------
    guarantee : tuple of 3 (Bounds or None)
        By seat, the tricks it takes with the other two against it (when tricks are avoided, the fewest it can
        hold itself to); None for a seat that was not asked for.
    cards : dict of int to Bounds
        The same for the seat to move after each of its legal cards.
    outcome : tuple of 3 Bounds or None
        max^n only: the tricks of each seat when each plays for itself.
    card_outcomes : dict of int to tuple of 3 Bounds
        max^n only: the outcome after each legal card.
    nodes : int
        Trick starts searched; for max^n without those of the last two tricks.
    seconds : float
        Wall time.
    exact : bool
        Whether every bound above is a value.
    """

    guarantee: tuple[Bounds | None, Bounds | None, Bounds | None]
    cards: dict[int, Bounds]
    outcome: tuple[Bounds, Bounds, Bounds] | None
    card_outcomes: dict[int, tuple[Bounds, Bounds, Bounds]]
    nodes: int
    seconds: float
    exact: bool


def check(deal: Deal) -> None:
    """Refuse a position that cannot arise.

    Raises
    ------
    ValueError
        Naming the part and the reason.
    """
    hands, trick, leader, trump, avoid = deal
    if len(hands) != 3:
        raise ValueError(f"hands: {len(hands)} given, not 3")
    if leader not in (0, 1, 2):
        raise ValueError(f"leader: {leader!r} is not a seat (0, 1 or 2)")
    if trump is not None and trump not in (0, 1, 2, 3):
        raise ValueError(f"trump: {trump!r} is not a suit (0 to 3 or None)")
    if avoid and trump is not None:
        raise ValueError("trump: none is possible when tricks are avoided")
    if len(trick) > 2:
        raise ValueError(f"trick: {len(trick)} cards on the table, at most 2 are possible")
    seen = 0
    for seat, hand in enumerate(hands):
        if hand < 0 or hand & ~CARDS:
            raise ValueError(f"hands[{seat}]: {hand:#x} has bits that are no card")
        if hand & seen:
            raise ValueError(f"hands[{seat}]: a card is in two hands")
        seen |= hand
    for card in trick:
        if not (0 <= card < 64 and 1 << card & CARDS):
            raise ValueError(f"trick: {card!r} is no card")
        if 1 << card & seen:
            raise ValueError(f"trick: card {card} stands twice in the position")
        seen |= 1 << card
    mover = (leader + len(trick)) % 3
    tricks = hands[mover].bit_count()
    if not 1 <= tricks <= 12:
        raise ValueError(f"hands[{mover}]: {tricks} cards for the seat to move, not 1 to 12")
    for offset in range(3):
        seat = (leader + offset) % 3
        due = tricks - (offset < len(trick))
        if hands[seat].bit_count() != due:
            raise ValueError(f"hands[{seat}]: {hands[seat].bit_count()} cards, {due} are due")
    if len(trick) == 2:
        suit = trick[0] >> 4
        if trick[1] >> 4 != suit and hands[(leader + 1) % 3] >> (16 * suit) & 0x1FFF:
            raise ValueError("trick: the second seat did not follow suit, though it can")

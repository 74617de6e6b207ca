"""One way to deal out what a seat has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from manni.cards import CardSet, Seat


@dataclass(frozen=True, slots=True)
class World:
    """One way to deal out what a seat has not seen.

    Attributes
    ----------
    hands : tuple of 3 CardSet
        The cards that F, M and D hold now, the seat's own hand included.
    out : CardSet
        The cards the seat has not seen that are in nobody's hand.
    weight : float or Fraction
        Its probability, exactly, when all worlds are listed; 1 for one drawn with the probability of its measure.
    """

    hands: tuple[CardSet, CardSet, CardSet]
    out: CardSet
    weight: float | Fraction = 1.0

    @classmethod
    def of_masks(cls, hands: tuple[int, int, int], out: int, weight: float | Fraction = 1.0) -> World:
        """Make a world of masks of cards."""
        first, second, third = hands
        return cls((CardSet(first), CardSet(second), CardSet(third)), CardSet(out), weight)

    def to_json(self) -> dict[str, Any]:
        """The documented JSON form: hands by seat, cards out of play, weight."""
        hands = {str(seat): str(self.hands[seat]) for seat in Seat}
        return {"hands": hands, "out": str(self.out), "weight": float(self.weight)}

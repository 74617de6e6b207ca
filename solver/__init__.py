"""Open-card search for a three-seat trick-taking game: the one gate to the engine.

The solver knows cards, tricks and three seats, trump or none, and whether tricks are wanted or avoided.
It knows no text and no rules of Manni. A card is ``16 * suit + rank`` (suit 0 to 3, rank 0 to 12, a higher
rank always wins: a game with another order renumbers its ranks first); a hand is the 64-bit mask of its cards.

Two builds of the same engine may be installed, for any machine and for x86-64-v3; the fastest that runs is taken,
``MANNI_ISA=portable`` or ``MANNI_ISA=v3`` in the environment forces one. Both visit the same nodes.
"""

from __future__ import annotations

from solver.deal import Bounds, Deal, Limit, Solution, check
from solver.gate import ISA, CardValues, Guarantees, Stop, card_values, guarantees, solve, solve_many

__all__ = [
    "ISA",
    "Bounds",
    "CardValues",
    "Deal",
    "Guarantees",
    "Limit",
    "Solution",
    "Stop",
    "card_values",
    "check",
    "guarantees",
    "solve",
    "solve_many",
]

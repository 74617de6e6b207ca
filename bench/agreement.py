"""Does the engine say what plain minimax says? For the contracts that have no peer to ask.

Full deals are beyond plain minimax; so each is played on by random cards until few tricks are left, which keeps what
is freakish about it, and asked there for all three guarantees and every card.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import solver
from solver import Bounds, Deal, reference

TRICKS = 4
"""Tricks left when plain minimax is asked."""


def endings(deals: Iterable[Deal], seed: int) -> list[Deal]:
    """Each deal after random play until `TRICKS` are left and a trick begins."""
    rng = Random(seed)
    found = []
    for deal in deals:
        while deal.trick or max(hand.bit_count() for hand in deal.hands) > TRICKS:
            deal = reference.play(deal, rng.choice(reference.legal(deal)))[0]
        found.append(deal)
    return found


def check(deals: Iterable[Deal], seed: int) -> int:
    """Compare engine and plain minimax on endings of the deals; returns on how many.

    Raises
    ------
    SystemExit
        When they disagree.
    """
    positions = endings(deals, seed)
    for deal in positions:
        found = solver.solve(deal)
        guarantee = tuple(Bounds(value, value) for value in (reference.paranoid(deal, seat) for seat in range(3)))
        cards = {card: Bounds(value, value) for card, value in reference.paranoid_cards(deal).items()}
        if (found.guarantee, found.cards) != (guarantee, cards):
            raise SystemExit(f"engine and plain minimax disagree on {deal}: {found} against {guarantee}, {cards}")
    return len(positions)

"""Random positions, seeded: what the benchmarks and the cross-checks solve."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from solver.deal import Deal
from solver.reference import legal, play

LANE = 16
DECK = tuple(LANE * suit + rank for suit in range(4) for rank in range(13))
CONTRACTS: dict[str, tuple[int | None, bool]] = {
    "S": (0, False),
    "H": (1, False),
    "D": (2, False),
    "C": (3, False),
    "NT": (None, False),
    "NULLO": (None, True),
}
"""(trump, avoid) by the contract's name."""


def kind(deal: Deal) -> str:
    """The kind of contract: ``nt``, ``trump`` or ``nullo``."""
    return "nullo" if deal.avoid else "nt" if deal.trump is None else "trump"


def random_deal(rng: Random, contract: str, tricks: int = 12, on_table: int = 0) -> Deal:
    """Deal `tricks` cards to each seat, draw a leader, and let `on_table` random legal cards be played."""
    trump, avoid = CONTRACTS[contract]
    cards = rng.sample(DECK, 3 * tricks)
    hands = [sum(1 << card for card in cards[seat::3]) for seat in range(3)]
    deal = Deal((hands[0], hands[1], hands[2]), (), rng.randrange(3), trump, avoid)
    for _ in range(on_table):
        deal = play(deal, rng.choice(legal(deal)))[0]
    return deal


def trumps_in_play(deal: Deal) -> int:
    """Trumps held by the three seats."""
    if deal.trump is None:
        return 0
    lane = ((1 << LANE) - 1) << (LANE * deal.trump)
    return sum((hand & lane).bit_count() for hand in deal.hands)


def random_deals(seed: int, contract: str, count: int, tricks: int = 12, min_trumps: int = 0) -> Iterator[Deal]:
    """Yield `count` trick-start positions of one contract (``trump``: a random suit), each with enough trumps.

    The same seed gives the same deals, and the first of a longer run are those of a shorter one.
    """
    rng = Random(f"{seed} {contract} {tricks}")
    while count > 0:
        deal = random_deal(rng, rng.choice("SHDC") if contract == "trump" else contract, tricks)
        if trumps_in_play(deal) >= min_trumps:
            count -= 1
            yield deal

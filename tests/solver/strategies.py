"""Hypothesis strategies for open-card positions."""

from __future__ import annotations

from hypothesis import strategies as st

from bench.deals import CONTRACTS, DECK, LANE
from solver import Deal
from solver.reference import legal, play


def cards_in(suits: int, ranks: int) -> list[int]:
    """The top `ranks` cards of the first `suits` suits."""
    return [LANE * suit + 12 - rank for suit in range(suits) for rank in range(ranks)]


@st.composite
def deals(
    draw: st.DrawFn, min_tricks: int = 1, max_tricks: int = 5, table: int = 2, contracts: str = "S H D C NT NULLO"
) -> Deal:
    """Positions that play can reach: any contract and leader, up to `table` cards played to the current trick.

    Cards come from the whole deck or from a few suits or ranks, so that long suits and voids are frequent.
    """
    tricks = draw(st.integers(min_tricks, max_tricks))
    pools = [DECK, *(p for p in (cards_in(1, 13), cards_in(2, 13), cards_in(4, 5)) if len(p) >= 3 * tricks)]
    card = st.sampled_from(draw(st.sampled_from(pools)))
    cards = draw(st.lists(card, unique=True, min_size=3 * tricks, max_size=3 * tricks))
    hands = [sum(1 << card for card in cards[seat::3]) for seat in range(3)]
    trump, avoid = CONTRACTS[draw(st.sampled_from(contracts.split()))]
    deal = Deal((hands[0], hands[1], hands[2]), (), draw(st.integers(0, 2)), trump, avoid)
    for _ in range(draw(st.integers(0, table))):
        deal = play(deal, draw(st.sampled_from(legal(deal))))[0]
    return deal


@st.composite
def traps(draw: st.DrawFn, tricks: int) -> Deal:
    """Nullo with the strongest cards in one hand, but for one: it has suits in which it can be made to win tricks."""
    card = st.sampled_from(DECK)
    cards = draw(st.lists(card, unique=True, min_size=3 * tricks, max_size=3 * tricks))
    weakest_first = sorted(cards, key=lambda card: (card % LANE + 1) % 13)  # the ace is the lowest
    weakest_first.insert(0, weakest_first.pop(draw(st.integers(0, len(cards) - 1))))
    others, strongest = draw(st.permutations(weakest_first[: 2 * tricks])), weakest_first[2 * tricks :]
    hands = [sum(1 << card for card in hand) for hand in (strongest, others[:tricks], others[tricks:])]
    turn = draw(st.integers(0, 2))
    one, two, three = hands[turn:] + hands[:turn]
    return Deal((one, two, three), (), draw(st.integers(0, 2)), None, True)

"""Hands played out by the rules of thumb: each seat knows its own cards and what was played, as at a table."""

from __future__ import annotations

from collections.abc import Sequence

from manni.cards import LANE
from manni.policy.evaluation import FULL
from manni.policy.preference import Scene, score


def play_out(
    hands: Sequence[int],
    out: int,
    *,
    leader: int,
    trump: int | None,
    avoid: bool,
    trick: Sequence[int] = (),
    void: Sequence[int] = (0, 0, 0),
) -> list[int]:
    """Play a hand to its end, every seat by `manni.policy.preference.score`.

    Parameters
    ----------
    hands : sequence of 3 int
        Masks (by strength) of the cards the seats hold.
    out : int
        Mask of the cards in nobody's hand that no seat has seen; every seat reckons with them.
    leader : int
        The seat that led, or is to lead, the current trick.
    trump, avoid
        The trump suit, and whether tricks are to be avoided.
    trick : sequence of int
        The cards on the table.
    void : sequence of 3 int
        Masks of the suits in which each seat has shown a void.

    Returns
    -------
    list of 3 int
        Tricks taken from here on, by seat.
    """
    hands, void, table = list(hands), list(void), list(trick)
    won = [0, 0, 0]
    hidden = hands[0] | hands[1] | hands[2] | out
    while True:
        seat = (leader + len(table)) % 3
        hand = hands[seat]
        if len(table) == 3:
            leader = (leader + _winner(table, trump)) % 3
            won[leader] += 1
            table = []
            continue
        if not hand:
            return won
        legal = hand & FULL << (table[0] & ~15) or hand if table else hand
        if legal & (legal - 1):
            after = (void[(seat + 1) % 3], void[(seat + 2) % 3])
            scene = Scene(hand, hidden & ~hand, trump, tuple(table), after, avoid)
            best, card = -1e9, 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                candidate = bit.bit_length() - 1
                worth = score(scene, candidate)
                if worth > best:
                    best, card = worth, candidate
        else:
            card = legal.bit_length() - 1
        if table and card >> 4 != table[0] >> 4:
            void[seat] |= FULL << LANE * (table[0] >> 4)
        hands[seat] ^= 1 << card
        hidden ^= 1 << card
        table.append(card)


def _winner(trick: Sequence[int], trump: int | None) -> int:
    """The place in a full trick of the card that wins it."""
    best = 0
    for place in (1, 2):
        card, held = trick[place], trick[best]
        if card > held if card >> 4 == held >> 4 else card >> 4 == trump:
            best = place
    return best

"""Hands played out by a policy: each seat knows its own cards and what was played, as at a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manni.policy._kernel import Policy
from manni.policy.evaluation import policy

Hands = NDArray[np.uint64]


def play_out_many(
    hands: Hands,
    out: Hands,
    *,
    leader: int,
    trump: int | None,
    avoid: bool,
    trick: Sequence[int] = (),
    void: Sequence[int] = (0, 0, 0),
    known: Hands | None = None,
    softness: float = 0.0,
    seed: int = 0,
    by: Policy | None = None,
) -> NDArray[np.int8]:
    """Play hands to their end, every seat as `manni.policy.preference` has it; the interpreter is free meanwhile.

    Parameters
    ----------
    hands : uint64 array, shape (n, 3)
        Masks (by strength) of the cards the seats hold.
    out : uint64 array, shape (n,)
        Masks of the cards that are not yet played and in nobody's hand.
    leader : int
        The seat that led, or is to lead, the current trick.
    trump, avoid
        The trump suit, and whether tricks are to be avoided.
    trick : sequence of int
        The cards on the table.
    void : sequence of 3 int
        Masks of the suits in which each seat has shown a void.
    known : uint64 array, shape (n, 3), optional
        Of the cards out of play those that the seats know to be: what they threw. None by default.
    softness : float
        0 plays the best card; else cards are chosen by the softmax of score / softness.
    seed : int
        Of that choice.
    by : Policy, optional
        Who plays; by default that is `manni.policy.evaluation.policy`.

    Returns
    -------
    int8 array, shape (n, 3)
        Tricks taken from here on, by seat.
    """
    hands = np.ascontiguousarray(hands, np.uint64)
    won = np.empty((len(hands), 3), np.int8)
    known = np.zeros((len(hands), 3), np.uint64) if known is None else np.ascontiguousarray(known, np.uint64)
    suit = 4 if trump is None else trump
    out = np.ascontiguousarray(out, np.uint64)
    (by or policy()).play_out_many(hands, out, known, won, trick, void, leader, suit, avoid, softness, seed)
    return won

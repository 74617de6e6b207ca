"""Worlds drawn with exactly the probabilities of the prior, many at a time."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.handout import cards_of
from manni.view import View
from manni.worlds.measure import cases

_ONE = np.uint64(1)


class Masks(NamedTuple):
    """Worlds as arrays of masks of cards.

    Attributes
    ----------
    hands : uint64 array, shape (worlds, 3)
        The cards that F, M and D hold now; the seat's own hand is the same in every world.
    out : uint64 array, shape (worlds,)
        The cards the seat has not seen that are in nobody's hand.
    effective : float
        How many independent, equally likely draws the worlds are worth.
    """

    hands: NDArray[np.uint64]
    out: NDArray[np.uint64]
    effective: float


def sample_masks(view: View, count: int, rng: np.random.Generator) -> Masks:
    """Draw `count` worlds from the uniform prior as arrays of masks.

    For each world the numbers of cards that each hidden hand gets from each pool (see `manni.handout`) are drawn by
    their exact weight, and the pools are shuffled.
    """
    found = cases(view)
    draws = [(case, split) for case in found for split in case.hand_out.splits()]
    totals = list(accumulate(case.weight * split.ways for case, split in draws))
    picks = [bisect_right(totals, number) for number in _below(totals[-1], count, rng)]
    table = np.array([split[:4] for _, split in draws], dtype=np.int64)[picks]
    first_own, second_own, first_both, second_both = table.T

    pools = found[0].hand_out  # the cases differ in the cut card's place alone
    fixed = np.array([case.hand_out.fixed for case, _ in draws], dtype=np.uint64)[picks]
    nobody = np.zeros(count, dtype=np.int64)
    shares = (
        _share(pools.both, first_both, second_both, rng),
        _share(pools.first_only, first_own, nobody, rng),
        _share(pools.second_only, nobody, second_own, rng),
    )
    hands = np.full((count, 3), view.hand.mask, dtype=np.uint64)
    for column, seat in enumerate(view.others):
        hands[:, seat] = fixed[:, column]
        for share in shares:
            hands[:, seat] |= share[column]
    unseen = np.uint64(view.unseen.mask)
    first, second = view.others
    return Masks(hands, unseen & ~(hands[:, first] | hands[:, second]), float(count))


def sample_stock(view: View, out: NDArray[np.uint64], rng: np.random.Generator) -> NDArray[np.int8]:
    """Draw the order of the rest of the Manni for worlds at an exchange or before it.

    Which of the cards out of play are still in the Manni, and in what order, is uniform: the others are earlier seats'
    discards. (The cut card is never among them: it was dealt.)

    Parameters
    ----------
    view : View
        The view the worlds were drawn for, before the last seat has had its exchange.
    out : uint64 array, shape (worlds,)
        The worlds' cards out of play.
    rng : numpy.random.Generator
        The source of chance.

    Returns
    -------
    int8 array, shape (worlds, cards left in the Manni)
        Card numbers, the top card first.

    Raises
    ------
    ValueError
        After the exchange, when nobody will draw any more.
    """
    if view.stage == "play" or view.stage is None:
        raise ValueError("view: the exchange is over, nobody draws from the Manni any more")
    bits = np.unpackbits(out.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    cards = np.nonzero(bits)[1].astype(np.int8).reshape(len(out), view.out_size)
    return rng.permuted(cards, axis=1)[:, : view.stock_left]


def _share(
    pool: int, first: NDArray[np.int64], second: NDArray[np.int64], rng: np.random.Generator
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Shuffle a pool (mask) once per world: its first cards are for the one hand, the next for the other (masks)."""
    cards = np.tile(_ONE << np.array(cards_of(pool), dtype=np.uint64), (len(first), 1))
    rng.permuted(cards, axis=1, out=cards)
    place = np.arange(pool.bit_count())
    to_first = place < first[:, None]
    to_second = ~to_first & (place < (first + second)[:, None])
    return _union(cards, to_first), _union(cards, to_second)


def _union(cards: NDArray[np.uint64], chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
    union: NDArray[np.uint64] = np.bitwise_or.reduce(cards * chosen, axis=1)
    return union


def _below(bound: int, count: int, rng: np.random.Generator) -> list[int]:
    """`count` uniform integers from 0 to `bound` - 1, which may be wider than a machine word."""
    bits = (bound - 1).bit_length()
    size = (bits + 7) // 8
    numbers: list[int] = []
    while len(numbers) < count:
        if size == 0:
            return [0] * count
        data = rng.bytes(size * (count - len(numbers)))
        drawn = (int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size))
        numbers += [number for n in drawn if (number := n & ((1 << bits) - 1)) < bound]
    return numbers

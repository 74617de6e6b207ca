"""Counting and drawing the ways to hand out unseen cards, exactly.

Two hidden hands and the heap of dead cards share the unseen cards. A void forbids a hand a whole suit, and nothing
else tells two unseen cards apart, so the cards fall into four pools by who may hold them: both hands, only the first,
only the second, neither (those are dead). A hand-out is then fixed by how many cards each hand gets of its own
pool, and by a free choice inside each pool: the number of hand-outs is a sum of products of binomials, in integers, and
drawing one uniformly is drawing a split in proportion to its number of choices and shuffling each pool.

(The general method, counting completions per suit and unranking, is old; handing out card by card, the obvious
alternative, is not uniform once a hand is void.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple


class Split(NamedTuple):
    """How many cards each hidden hand gets from each pool, and in how many ways.

    Attributes
    ----------
    first_own, second_own : int
        Cards from the pool that only the first (second) hand may hold.
    first_both, second_both : int
        Cards from the pool that both may hold.
    ways : int
        The number of hand-outs with these four numbers.
    """

    first_own: int
    second_own: int
    first_both: int
    second_both: int
    ways: int


class HandOut(NamedTuple):
    """The unseen cards that are free, and where they may go.

    Attributes
    ----------
    both, first_only, second_only, neither : int
        Masks of the free cards, by which hidden hand may hold them.
    first_need, second_need : int
        The number of free cards each hidden hand takes (-1 when a fixed card contradicts a void); the rest is dead.
    fixed : tuple of 3 int
        Masks of the cards whose place is known: in the first hand, the second, dead.
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    first_need: int
    second_need: int
    fixed: tuple[int, int, int] = (0, 0, 0)

    @classmethod
    def of(
        cls, free: int, sizes: tuple[int, int], voids: tuple[int, int], fixed: tuple[int, int, int] = (0, 0, 0)
    ) -> HandOut:
        """Sort the free cards by who may hold them.

        Parameters
        ----------
        free : int
            The mask of the unseen cards whose place is not known.
        sizes : tuple of 2 int
            Cards in each hidden hand, the fixed ones included.
        voids : tuple of 2 int
            The masks of the cards each hidden hand cannot hold.
        fixed : tuple of 3 int
            The masks of the unseen cards whose place is known: first hand, second, dead.
        """
        first, second = voids
        contradicted = fixed[0] & first or fixed[1] & second
        return cls(
            free & ~first & ~second,
            free & second & ~first,
            free & first & ~second,
            free & first & second,
            -1 if contradicted else sizes[0] - fixed[0].bit_count(),
            -1 if contradicted else sizes[1] - fixed[1].bit_count(),
            fixed,
        )

    def possible(self) -> bool:
        """Whether there is any hand-out (`ways` is not 0), by Hall's condition."""
        both, first, second = (pool.bit_count() for pool in self[:3])
        return (
            0 <= self.first_need <= both + first
            and 0 <= self.second_need <= both + second
            and self.first_need + self.second_need <= both + first + second
        )

    def splits(self) -> list[Split]:
        """Every split with at least one hand-out, at most 13 x 13 of them."""
        both, first_only, second_only = (pool.bit_count() for pool in self[:3])
        found: list[Split] = []
        if not self.possible():
            return found
        for i in range(min(self.first_need, first_only) + 1):
            first = self.first_need - i
            ways_first = comb(first_only, i) * comb(both, first)
            if not ways_first:
                continue
            for j in range(min(self.second_need, second_only) + 1):
                second = self.second_need - j
                ways = ways_first * comb(second_only, j) * comb(both - first, second)
                if ways:
                    found.append(Split(i, j, first, second, ways))
        return found

    def ways(self) -> int:
        """The number of hand-outs."""
        return sum(split.ways for split in self.splits())

    def enumerate(self) -> Iterator[tuple[int, int, int]]:
        """Every hand-out once: masks of the first hand, the second, the dead cards."""
        free = self.both | self.first_only | self.second_only | self.neither
        for split in self.splits():
            for first_own in subsets(self.first_only, split.first_own):
                for second_own in subsets(self.second_only, split.second_own):
                    for first_both in subsets(self.both, split.first_both):
                        first = first_own | first_both
                        for second_both in subsets(self.both & ~first_both, split.second_both):
                            second = second_own | second_both
                            dead = free & ~first & ~second
                            yield first | self.fixed[0], second | self.fixed[1], dead | self.fixed[2]


def cards_of(mask: int) -> tuple[int, ...]:
    """The card numbers in a mask, lowest first."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def subsets(mask: int, size: int) -> Iterator[int]:
    """The masks of every choice of `size` cards of a mask."""
    for bits in combinations([1 << card for card in cards_of(mask)], size):
        yield sum(bits)

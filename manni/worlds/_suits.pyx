"""Unseen cards dealt out to two hidden hands with weights that are a product over suits: counted and drawn exactly.

The weight of a hand-out is a product over the four suits of three terms: for the cards of the suit in the first hand,
in the second, and out of play. Per suit the weights of every way to deal it out are summed by how many cards each hand
gets (at most 3^13 ways), and the sums of the suits are folded from the last to the first. A draw then walks
back: how many cards of each suit, which of them in the first hand, which in the second, each by its exact share.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from manni.policy._chance cimport Random, random_unit
from solver.bits cimport lowest, popcount, u64

import numpy as np


cdef struct Suit:
    # A set of cards of the suit is packed to the low bits.
    int cards               # free cards of the suit
    int masks               # 2 ** cards, the number of sets
    int width               # 1 + the most cards of the suit that the second hand gets
    int* lane               # by set, its lane
    double* first           # by set, the term of the first hand when that is what it gets
    double* second          # the same for the second hand
    double* dead            # the term of the cards out of play when that is what is left
    double* rest            # by set that the first hand leaves x cards of the second: sum over the ways to divide it
    int* order              # sets by number of cards
    int start[15]           # where in `order` the sets of so many cards begin
    double* running         # by cards of the second x place in `order`: sum of first * rest from `start` up to here
    double ways[14][14]     # sum of weights by cards of the first and the second hand
    double after[14][14]    # the same for this suit and those after it, together


cdef class SuitDeal:
    """Free cards and the weights of the ways to deal them out.

    Parameters
    ----------
    loose : int
        Mask of the cards to deal out.
    may_first, may_second : int
        Masks of what each hidden hand may hold.
    need_first, need_second : int
        How many of the free cards each gets; the others are out of play.
    fixed : tuple of 3 int
        Masks of cards whose place is known: in the first hand, in the second, out of play.
    first, second : float64 arrays, shape (4, 8192)
        By suit and the 13 bits of its cards in that hand (the fixed ones included), the term. Not below 0.
    out : float64 array, shape (4, 8192), or None
        The same for the cards out of play; None is a term of 1, and faster.

    Attributes
    ----------
    mass : float
        The sum of the weights of all ways.
    """

    cdef Suit suits[4]
    cdef int need_first, need_second
    cdef u64 fixed_first, fixed_second
    cdef readonly double mass

    def __cinit__(
        self,
        u64 loose,
        u64 may_first,
        u64 may_second,
        int need_first,
        int need_second,
        fixed,
        const double[:, ::1] first,
        const double[:, ::1] second,
        const double[:, ::1] out,
    ):
        cdef int suit
        cdef u64 fixed_out = fixed[2]
        memset(self.suits, 0, sizeof(self.suits))
        self.need_first, self.need_second = need_first, need_second
        self.fixed_first, self.fixed_second = fixed[0], fixed[1]
        self.mass = 0.0
        if not 0 <= need_first <= 12 or not 0 <= need_second <= 12:
            return
        for suit in range(4):
            if not allot(&self.suits[suit], popcount(loose >> 16 * suit & 0x1fff), need_second):
                raise MemoryError("no memory to deal out a suit")
        with nogil:
            for suit in range(4):
                tally(
                    &self.suits[suit],
                    loose >> 16 * suit & 0x1fff,
                    may_first >> 16 * suit & 0x1fff,
                    may_second >> 16 * suit & 0x1fff,
                    need_first,
                    need_second,
                    self.fixed_first >> 16 * suit & 0x1fff,
                    self.fixed_second >> 16 * suit & 0x1fff,
                    fixed_out >> 16 * suit & 0x1fff,
                    &first[suit, 0],
                    &second[suit, 0],
                    &out[suit, 0] if out is not None else NULL,
                )
            for suit in range(3, -1, -1):
                fold(&self.suits[suit], &self.suits[suit + 1] if suit < 3 else NULL, need_first, need_second)
        self.mass = self.suits[0].after[need_first][need_second]

    def __dealloc__(self):
        cdef int suit
        for suit in range(4):
            free(self.suits[suit].lane)
            free(self.suits[suit].first)
            free(self.suits[suit].order)

    def draw(self, int count, u64 seed):
        """Draw hand-outs in proportion to their weights.

        Returns
        -------
        uint64 array, shape (count, 2)
            Masks of the first hand and the second, fixed cards included.
        """
        hands = np.empty((count, 2), dtype=np.uint64)
        cdef u64[:, ::1] into = hands
        cdef Random random
        cdef int i
        if not self.mass > 0:
            raise ValueError("mass: no way to deal out has a weight")
        random.state = seed
        with nogil:
            for i in range(count):
                self.one(&into[i, 0], &random)
        return hands

    cdef void one(self, u64* hands, Random* random) noexcept nogil:
        cdef int suit, first = self.need_first, second = self.need_second, a, b, last_a, last_b
        cdef double aim, share
        cdef Suit* s
        hands[0], hands[1] = self.fixed_first, self.fixed_second
        for suit in range(4):
            s = &self.suits[suit]
            aim = random_unit(random) * s.after[first][second]
            last_a = last_b = 0
            for a in range(min(first, s.cards) + 1):
                for b in range(min(second, s.cards - a) + 1):
                    if suit < 3:
                        share = s.ways[a][b] * self.suits[suit + 1].after[first - a][second - b]
                    else:
                        share = s.ways[a][b] if a == first and b == second else 0.0
                    if share > 0:
                        last_a, last_b = a, b
                        aim -= share
                        if aim < 0:
                            break
                if aim < 0:
                    break
            split(s, last_a, last_b, suit, hands, random)
            first -= last_a
            second -= last_b


cdef bint allot(Suit* s, int cards, int most_second) noexcept:
    """Make room for a suit; False without memory."""
    cdef int masks = 1 << cards, width = min(cards, most_second) + 1
    s.cards, s.masks, s.width = cards, masks, width
    s.lane = <int*>malloc(masks * sizeof(int))
    s.order = <int*>malloc(masks * sizeof(int))
    s.first = <double*>malloc((3 + 2 * width) * masks * sizeof(double))
    if s.lane == NULL or s.order == NULL or s.first == NULL:
        return False
    s.second = s.first + masks
    s.dead = s.second + masks
    s.rest = s.dead + masks
    s.running = s.rest + width * masks
    return True


cdef void tally(
    Suit* s,
    int all,
    int may_first,
    int may_second,
    int most_first,
    int most_second,
    int fixed_first,
    int fixed_second,
    int fixed_out,
    const double* first,
    const double* second,
    const double* out,
) noexcept nogil:
    """Fill in everything about a suit but `after`."""
    cdef int mask, sub, n, b, place, width = s.width, whole = s.masks - 1
    cdef int cards[13]
    cdef double weight, total
    cdef double* row
    cdef const double* part
    n = 0
    while all:
        cards[n] = all & -all
        all &= all - 1
        n += 1
    s.lane[0] = 0
    memset(s.start, 0, sizeof(s.start))
    for mask in range(s.masks):
        if mask:
            s.lane[mask] = s.lane[mask & (mask - 1)] | cards[lowest(mask)]
        n = popcount(mask)
        s.start[n + 1] += 1
        s.dead[mask] = out[s.lane[mask] | fixed_out] if out != NULL else 1.0
        s.first[mask] = s.second[mask] = 0.0
        if n <= most_first and not s.lane[mask] & ~may_first:
            s.first[mask] = first[s.lane[mask] | fixed_first]
        if n <= most_second and not s.lane[mask] & ~may_second:
            s.second[mask] = second[s.lane[mask] | fixed_second]
    for n in range(1, s.cards + 2):
        s.start[n] += s.start[n - 1]
    for mask in range(s.masks):
        n = popcount(mask)
        s.order[s.start[n]] = mask
        s.start[n] += 1
    for n in range(s.cards + 1, 0, -1):
        s.start[n] = s.start[n - 1]
    s.start[0] = 0

    memset(s.rest, 0, width * s.masks * sizeof(double))
    if out == NULL:
        for mask in range(s.masks):
            if s.second[mask] > 0:
                s.rest[mask * width + popcount(mask)] = s.second[mask]
        # Sums over all subsets, a card at a time.
        for n in range(s.cards):
            for mask in range(s.masks):
                if mask >> n & 1:
                    row = s.rest + mask * width
                    part = s.rest + (mask ^ 1 << n) * width
                    for b in range(width):
                        row[b] += part[b]
    else:
        for mask in range(s.masks):
            row = s.rest + mask * width
            sub = mask
            while s.first[whole ^ mask] > 0:
                if s.second[sub] > 0:
                    row[popcount(sub)] += s.second[sub] * s.dead[mask ^ sub]
                if not sub:
                    break
                sub = (sub - 1) & mask
    memset(s.ways, 0, sizeof(s.ways))
    for b in range(width):
        for n in range(s.cards + 1):
            total = 0.0
            for place in range(s.start[n], s.start[n + 1]):
                mask = s.order[place]
                weight = s.first[mask]
                if weight > 0:
                    total += weight * s.rest[(whole ^ mask) * width + b]
                s.running[b * s.masks + place] = total
            s.ways[n][b] = total


cdef void fold(Suit* s, const Suit* next, int most_first, int most_second) noexcept nogil:
    """Sum this suit and those after it by the cards they give to each hand."""
    cdef int first, second, a, b
    cdef double total
    for first in range(most_first + 1):
        for second in range(most_second + 1):
            if next == NULL:
                s.after[first][second] = s.ways[first][second]
                continue
            total = 0.0
            for a in range(min(first, s.cards) + 1):
                for b in range(min(second, s.cards - a) + 1):
                    total += s.ways[a][b] * next.after[first - a][second - b]
            s.after[first][second] = total


cdef void split(const Suit* s, int a, int b, int suit, u64* hands, Random* random) noexcept nogil:
    """Give `a` cards of the suit to the first hand and `b` to the second."""
    cdef int low = s.start[a], high = s.start[a + 1] - 1, middle, mask, rest, sub, last
    cdef const double* running = s.running + b * s.masks
    cdef double aim = random_unit(random) * running[high]
    while low < high:
        middle = (low + high) // 2
        if running[middle] > aim:
            high = middle
        else:
            low = middle + 1
    mask = s.order[low]
    rest = (s.masks - 1) ^ mask
    hands[0] |= <u64>s.lane[mask] << 16 * suit
    if not b:
        return
    aim = random_unit(random) * s.rest[rest * s.width + b]
    last = 0
    sub = rest
    while sub:
        if popcount(sub) == b and s.second[sub] > 0:
            last = sub
            aim -= s.second[sub] * s.dead[rest ^ sub]
            if aim < 0:
                break
        sub = (sub - 1) & rest
    hands[1] |= <u64>s.lane[last] << 16 * suit

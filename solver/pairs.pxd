"""Which comparisons of cards decided a result when tricks are avoided: a set of pairs of cards of one suit.

A result holds for every layout of the same shape in which each pair of the set stands in the same order, where a card
is known by its hand, its suit and its place among the cards of its hand in that suit. That asks much less than to know
who owns the top or the bottom cards of a suit: a card that ducks under another does so wherever the two stand. (The
table of patterns is that of partition search: M. Ginsberg, "Partition Search", AAAI 1996.)

The pairs of the root's cards are numbered in a `Frame`: by the hands of the two cards, the suit, the place of the
first and of the second. So those left when cards are played keep their order, and packed together they are numbered
alike in all positions of a shape.

The rules that keep it sound:

- a trick rests on the pairs of the card that wins it with each other of the suit led, but for those of seats that may
  win it instead without changing the result, as far as that is known; it rests on what that needs then;
- a bound reports the pairs that it needs;
- equivalent cards are tried as one, the highest; what the result asks of the cards below it, it asks of those above
  when one of them is played in its place;
- where all moves failed, what matters is the union over them; a card that would need nothing else than the one that
  failed need not be tried.
"""

from solver.bits cimport TOLD, above, bit, highest, lane, lowest, pdep, pext, popcount, u8, u64
from solver.moves cimport Moves, drop
from solver.techniques cimport USE_SKIPPING


cdef enum:
    WORDS = 3           # for up to 145 pairs of cards, 63 in each
    PACKED = 60         # of them in a word of a pattern


cdef struct Pairs:
    u64 word[WORDS]


cdef struct Frame:
    Pairs upper[64]     # by card, its pairs with cards above it
    Pairs lower[64]     # and with cards below it
    Pairs order         # those whose first card is above the second
    Pairs alive[13]     # by tricks left, those of cards still held
    u8 number[64][16]   # of a pair, by the one card and the rank of the other
    u8 both[64 * WORDS]     # the cards of a pair, one exclusive or the other


cdef inline void number_pairs(Frame* frame, const u64* hand, int n) noexcept nogil:
    """Number the pairs of the cards of three hands, with `n` tricks left."""
    cdef int first, second, suit, x, y
    cdef int count = 0
    cdef u64 xs, ys
    forget(&frame.order)
    forget(&frame.alive[n])
    for x in range(64):
        forget(&frame.upper[x])
        forget(&frame.lower[x])
    for first in range(2):
        for second in range(first + 1, 3):
            for suit in range(4):
                xs = hand[first] & lane(suit)
                while xs:
                    x = lowest(xs)
                    xs &= xs - 1
                    ys = hand[second] & lane(suit)
                    while ys:
                        y = lowest(ys)
                        ys &= ys - 1
                        frame.number[x][y & 15] = frame.number[y][x & 15] = count
                        frame.both[count] = x ^ y
                        compare(frame, &frame.alive[n], x, y)
                        compare(frame, &frame.lower[max(x, y)], x, y)
                        compare(frame, &frame.upper[min(x, y)], x, y)
                        if x > y:
                            compare(frame, &frame.order, x, y)
                        # the last bit of a word stays free: `pext` without hardware needs a 0 above its mask
                        count += 2 if count & 63 == 62 else 1


cdef inline void play_trick(Frame* frame, int n, int lead, int second, int third) noexcept nogil:
    """Find the pairs still held after a trick, the first of `n`."""
    cdef int k
    for k in range(WORDS):
        frame.alive[n - 1].word[k] = frame.alive[n].word[k] & ~(
            frame.upper[lead].word[k] | frame.lower[lead].word[k]
            | frame.upper[second].word[k] | frame.lower[second].word[k]
            | frame.upper[third].word[k] | frame.lower[third].word[k])


cdef inline void forget(Pairs* pairs) noexcept nogil:
    pairs.word[0] = pairs.word[1] = pairs.word[2] = 0


cdef inline void unite(Pairs* into, const Pairs* other) noexcept nogil:
    into.word[0] |= other.word[0]
    into.word[1] |= other.word[1]
    into.word[2] |= other.word[2]


cdef inline bint share(const Pairs* a, const Pairs* b) noexcept nogil:
    return ((a.word[0] & b.word[0]) | (a.word[1] & b.word[1]) | (a.word[2] & b.word[2])) != 0


cdef inline int count_pairs(const Pairs* pairs) noexcept nogil:
    return popcount(pairs.word[0]) + popcount(pairs.word[1]) + popcount(pairs.word[2])


cdef inline void compare(const Frame* frame, Pairs* pairs, int x, int y) noexcept nogil:
    """Add the pair of two cards."""
    cdef int i = frame.number[x][y & 15]
    pairs.word[i >> 6] |= bit(i & 63)


cdef inline void pass_on(const Frame* frame, Pairs* into, const Pairs* pairs, const Pairs* of, int card,
                         int to) noexcept nogil:
    """Add, for those of `pairs` that are among `of`, pairs of `card`, the same pairs of the card `to`."""
    cdef int k
    cdef u64 left
    for k in range(WORDS):
        left = pairs.word[k] & of.word[k]
        while left:
            compare(frame, into, frame.both[64 * k + lowest(left)] ^ card, to)
            left &= left - 1


cdef inline void failed(const Frame* frame, Pairs* all, Moves* moves, int i, const Pairs* result, u64 hand,
                        u64 separators) noexcept nogil:
    """Account for move `i`, which failed; drops the later moves that fail alike.

    When a lower card of the suit is played in its place, each of the cards from there up to it stands for the next
    one below; when a higher one is, for the next one above.
    """
    cdef int card = moves.card[i]
    cdef u64 suit = lane(card >> 4)
    cdef u64 left = hand & suit & (bit(card) - 1)
    cdef u64 alike = 0
    cdef int below
    cdef int last = card
    cdef bint wins = share(result, &frame.lower[card])
    unite(all, result)
    while left:
        below = highest(left)
        left ^= bit(below)
        if separators & suit & (bit(last) - 1) & ~(bit(below) - 1):
            # of another group
            if wins or share(result, &frame.upper[below]):
                break
            alike |= bit(below)
        else:
            pass_on(frame, all, result, &frame.upper[below], below, last)
            if wins:
                pass_on(frame, all, result, &frame.lower[card], card, below)
        last = below
    if not USE_SKIPPING or i + 1 == moves.count:
        return
    if not share(result, &frame.upper[card]):
        left = hand & suit & above(card)
        while left and not share(result, &frame.lower[lowest(left)]):
            alike |= left & (0 - left)
            left &= left - 1
    drop(moves, i + 1, alike)


cdef inline void gather(const Pairs* pairs, const Pairs* alive, u64* packed) noexcept nogil:
    """Those of `pairs` that are `alive`, packed together, `PACKED` in a word."""
    cdef int k, count
    cdef int word = 0
    cdef int filled = 0
    cdef u64 part
    packed[0] = packed[1] = packed[2] = 0
    for k in range(WORDS):
        count = popcount(alive.word[k])
        if count:
            part = pext(pairs.word[k], alive.word[k])
            packed[word] |= part << filled & TOLD
            filled += count
            while filled > PACKED:
                filled -= PACKED
                word += 1
                packed[word] |= part >> (count - filled) & TOLD


cdef inline void scatter(const u64* packed, const Pairs* alive, Pairs* pairs) noexcept nogil:
    """The reverse of `gather`."""
    cdef int k, count
    cdef int word = 0
    cdef int filled = 0
    cdef u64 part
    for k in range(WORDS):
        pairs.word[k] = 0
        count = popcount(alive.word[k])
        if count:
            part = packed[word] >> filled
            filled += count
            while filled > PACKED:
                filled -= PACKED
                word += 1
                part |= packed[word] << (count - filled)
            pairs.word[k] = pdep(part, alive.word[k])

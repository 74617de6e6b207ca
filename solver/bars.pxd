"""Bars of max^n: what makes an outcome of no use to a seat that moved before.

An outcome is three scores in one number, a byte each. How much a seat likes one is a number as well: see `liking`.
Bars stand side by side in words, 16 bits for each seat, so that one operation serves all three.
"""

from solver.bits cimport ONES, u64
from solver.floors cimport Floors, whole
from solver.state cimport Search, next_role


cdef enum:
    NO_BAR = -1000
    NEVER = 100         # for a score that suffices
    ENOUGH = 8          # seat 0's bit for a score that suffices; below it are those of the bars
    ZERO = 0x4000       # added to every number, so that none is below 0


cdef struct Bars:
    u64 bar             # what each seat must like an outcome more than
    u64 enough          # the score with which a seat refuses an outcome: it is known to be too good for the others


cdef inline u64 for_seats(u64 value) noexcept nogil:
    """A small number for each seat."""
    return (ONES >> 16) * value


cdef inline int of_seat(u64 word, int seat) noexcept nogil:
    """What stands in a word of `Bars` for a seat."""
    return <int>((word >> (16 * seat)) & 0xffff) - ZERO


cdef inline u64 with_seat(u64 word, int seat, int value) noexcept nogil:
    """The word with another value for a seat."""
    return (word & ~(<u64>0xffff << (16 * seat))) | (<u64>(value + ZERO) << (16 * seat))


cdef inline u64 no_less(u64 word, int least) noexcept nogil:
    """The top bit of each seat whose value is at least `least`."""
    return (word + for_seats(0x8000 - ZERO - least)) & for_seats(0x8000)


cdef inline int score_of(int scores, int seat) noexcept nogil:
    return (scores >> (8 * seat)) & 255


cdef inline int liking(int seat, int scores) noexcept nogil:
    """How much `seat` likes an outcome: its own score, then a low one of its left neighbour."""
    return 16 * score_of(scores, seat) - score_of(scores, next_role(seat))


cdef inline int gain(const Search* s, int winner) noexcept nogil:
    """The scores of one trick."""
    return 0x010101 - (1 << (8 * winner)) if s.avoid else 1 << (8 * winner)


cdef inline Bars lowered(const Search* s, const Bars* bars, int winner) noexcept nogil:
    """The bars less how much each seat likes the trick that `winner` wins, and the scores less that trick."""
    cdef u64 own = <u64>1 << (16 * winner)
    cdef u64 liked = 16 * own - (own >> 16 if winner else <u64>1 << 32)
    cdef Bars rest
    if s.avoid:
        rest.bar = bars.bar - for_seats(15) + liked
        rest.enough = bars.enough - for_seats(1) + own
    else:
        rest.bar = bars.bar - liked
        rest.enough = bars.enough - own
    return rest


cdef inline Bars no_bars() noexcept nogil:
    cdef Bars bars
    bars.bar = for_seats(ZERO + NO_BAR)
    bars.enough = for_seats(ZERO + NEVER)
    return bars


cdef inline bint barred(const Bars* bars) noexcept nogil:
    """Whether any seat has a bar."""
    return no_less(bars.bar, NO_BAR // 2) != 0


cdef inline bint limited(const Bars* bars, int n) noexcept nogil:
    """Whether a score up to `n` suffices for any seat."""
    return (for_seats(0x8000 + ZERO + n) - bars.enough) & for_seats(0x8000) != 0


cdef inline u64 spread(int scores) noexcept nogil:
    """The scores of an outcome as a word of 16 bits for each seat."""
    cdef u64 word = <u64>scores
    return (word & 0xff) | ((word & 0xff00) << 8) | ((word & 0xff0000) << 16)


cdef inline bint clears(const Bars* bars, int scores) noexcept nogil:
    """Whether an outcome is better than its bar for every seat, and for none too good."""
    cdef u64 own = spread(scores)
    cdef u64 left = (own >> 16) | ((own << 32) & (<u64>0xffff << 32))
    # in each seat's top bit whether it likes the outcome more than its bar, and whether its score is below enough
    cdef u64 better = 16 * own - left + for_seats(0x8000 + ZERO - 1) - bars.bar
    cdef u64 below = bars.enough + for_seats(0x8000 - ZERO - 1) - own
    return better & below & for_seats(0x8000) == for_seats(0x8000)


cdef inline bint out_of_reach(const Search* s, int n, int bar0, int bar1, int bar2, int low0, int low1,
                              int low2) noexcept nogil:
    """Whether no outcome of `n` tricks is liked more than these bars with no score below these.

    Seats are in clockwise order, whichever is the first.
    """
    cdef int raised = max(low2, (bar2 + low0 + 16) >> 4)
    while True:
        low2 = raised
        low1 = max(low1, (bar1 + low2 + 16) >> 4)
        low0 = max(low0, (bar0 + low1 + 16) >> 4)
        raised = (bar2 + low0 + 16) >> 4
        if raised <= low2 or low2 > n:
            break
    return low0 + low1 + low2 > whole(s, n) or max(low0, low1, low2) > n


cdef inline bint shut(const Search* s, int n, const int* bar, const int* low) noexcept nogil:
    """As `out_of_reach`, seat by seat."""
    return out_of_reach(s, n, bar[0], bar[1], bar[2], low[0], low[1], low[2])


cdef inline int refusing(const Search* s, int n, const Bars* bars, const Floors* floors, int valid, int mover,
                         int best, int least) noexcept nogil:
    """Why no outcome clears all bars that gives `mover`, if not below 0, as much as `best` and a score of `least`.

    A bit for each bar and each sufficient score that this needs; 0 when there may be such an outcome.
    Only floors of seats in `valid` hold.
    """
    cdef int low[3]
    cdef int bar[3]
    cdef int seat, used, kept
    if not barred(bars) and not limited(bars, n):
        return 0
    for seat in range(3):
        low[seat] = floors.score[seat] if valid >> seat & 1 else 0
        if low[seat] >= of_seat(bars.enough, seat):
            return ENOUGH << seat
    if mover >= 0:
        low[mover] = max(least, (best + 15) >> 4)
        if low[mover] >= of_seat(bars.enough, mover):
            return ENOUGH << mover
    if not barred(bars):
        return 0
    for seat in range(3):
        bar[seat] = of_seat(bars.bar, seat)
    if mover >= 0:
        bar[mover] = max(bar[mover], best - 1)
    if not shut(s, n, bar, low):
        return 0
    used = 7
    for seat in range(3):
        kept = bar[seat]
        bar[seat] = best - 1 if seat == mover else NO_BAR
        if shut(s, n, bar, low):
            used ^= 1 << seat
        else:
            bar[seat] = kept
    return used


cdef inline int sufficient(const Search* s, int n, const Bars* bars, const Floors* floors, int valid,
                           int mover) noexcept nogil:
    """The score from which on no outcome that gives `mover` as much clears all bars; above `n` for none."""
    cdef int left = next_role(mover)
    cdef int right = next_role(left)
    cdef int enough = of_seat(bars.enough, mover)
    cdef int bar0, bar1, bar2, low1, low2, score
    if not barred(bars):
        return enough
    bar0 = of_seat(bars.bar, mover)
    bar1 = of_seat(bars.bar, left)
    bar2 = of_seat(bars.bar, right)
    low1 = floors.score[left] if valid >> left & 1 else 0
    low2 = floors.score[right] if valid >> right & 1 else 0
    # ties may ask the other two for one more each
    score = whole(s, n) - 1 - max(low1, (bar1 + 16) >> 4) - max(low2, (bar2 + 16) >> 4)
    score = max(score, floors.score[mover] + 1)
    while score <= n and score < enough and not out_of_reach(s, n, bar0, bar1, bar2, score, low1, low2):
        score += 1
    return min(score, enough) if score <= n else enough


cdef inline int failing(const Bars* bars, int scores, int used) noexcept nogil:
    """A bar that an outcome does not clear, or a score that suffices, as a bit, one of `used` if it can be, else 0."""
    cdef int seat
    cdef int found = 0
    if clears(bars, scores):
        return 0
    for seat in range(3):
        if liking(seat, scores) <= of_seat(bars.bar, seat):
            if used >> seat & 1:
                return 0
            found = 1 << seat
        if score_of(scores, seat) >= of_seat(bars.enough, seat):
            if used & ENOUGH << seat:
                return 0
            found = ENOUGH << seat
    return found

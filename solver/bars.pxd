"""Bars of max^n: what seats that moved before must like an outcome more than, or it makes no difference to them.

An outcome is three scores in one number, a byte each. How much a seat likes one is a number as well: see `liking`.
"""

from solver.floors cimport Floors, whole
from solver.relevance cimport Known, merge
from solver.state cimport Search, next_role


cdef enum:
    NO_BAR = -1000


cdef struct Bars:
    int bar[3]          # what each seat must like an outcome more than


cdef inline int score_of(int scores, int seat) noexcept nogil:
    return (scores >> (8 * seat)) & 255


cdef inline int liking(int seat, int scores) noexcept nogil:
    """How much `seat` likes an outcome: its own score, then a low one of its left neighbour."""
    return 16 * score_of(scores, seat) - score_of(scores, next_role(seat))


cdef inline int gain(const Search* s, int winner) noexcept nogil:
    """The scores of one trick."""
    return 0x010101 - (1 << (8 * winner)) if s.avoid else 1 << (8 * winner)


cdef inline Bars lowered(const Search* s, const Bars* bars, int winner) noexcept nogil:
    """The bars less how much each seat likes the trick that `winner` wins."""
    cdef Bars rest = bars[0]
    cdef int sign = -1 if s.avoid else 1
    cdef int seat
    for seat in range(3):
        if s.avoid:
            rest.bar[seat] -= 15
    rest.bar[winner] -= 16 * sign
    rest.bar[(winner + 2) % 3] += sign
    return rest


cdef inline Bars no_bars() noexcept nogil:
    cdef Bars bars
    bars.bar[0] = bars.bar[1] = bars.bar[2] = NO_BAR
    return bars


cdef inline bint clears(const Bars* bars, int scores) noexcept nogil:
    """Whether an outcome is better than its bar for every seat."""
    cdef int seat
    for seat in range(3):
        if liking(seat, scores) <= bars.bar[seat]:
            return False
    return True


cdef inline bint out_of_reach(const Search* s, int n, const Bars* bars, const int* floors) noexcept nogil:
    """Whether no outcome of `n` tricks that gives every seat its floor clears all bars."""
    cdef int low0 = floors[0]
    cdef int low1 = floors[1]
    cdef int low2 = floors[2]
    cdef int _
    for _ in range(3):
        low2 = max(low2, (bars.bar[2] + 16 + low0) >> 4)
        low1 = max(low1, (bars.bar[1] + 16 + low2) >> 4)
        low0 = max(low0, (bars.bar[0] + 16 + low1) >> 4)
    return low0 + low1 + low2 > whole(s, n) or max(low0, low1, low2) > n


cdef inline int refusing(const Search* s, int n, const Bars* bars, const Floors* floors, int valid, int mover,
                         int best, Known* known) noexcept nogil:
    """The seats whose bars no outcome clears that gives `mover`, if not below 0, as much as `best`; 0 for none such.

    Adds what the floors that this needs rest on. Only floors of seats in `valid` hold.
    """
    cdef int low[3]
    cdef int seat, used, floor
    cdef Bars held = bars[0]
    cdef Bars fewer
    if max(bars.bar[0], bars.bar[1], bars.bar[2]) < NO_BAR // 2:
        return 0
    low[0] = low[1] = low[2] = 0
    for seat in range(3):
        if valid >> seat & 1:
            low[seat] = floors.score[seat]
    if mover >= 0:
        held.bar[mover] = max(held.bar[mover], best - 1)
    if not out_of_reach(s, n, &held, low):
        return 0
    used = 7
    for seat in range(3):
        fewer = held
        fewer.bar[seat] = best - 1 if seat == mover else NO_BAR
        if out_of_reach(s, n, &fewer, low):
            held = fewer
            used ^= 1 << seat
    for seat in range(3):
        if low[seat]:
            floor = low[seat]
            low[seat] = 0
            if not out_of_reach(s, n, &held, low):
                low[seat] = floor
                merge(known, floors.known[seat])
    return used


cdef inline int failing(const Bars* bars, int scores, int used) noexcept nogil:
    """A seat whose bar an outcome does not clear, as a bit, one of `used` if it can be; 0 for none."""
    cdef int seat
    cdef int found = 0
    for seat in range(3):
        if liking(seat, scores) <= bars.bar[seat]:
            if used >> seat & 1:
                return 0
            found = 1 << seat
    return found

"""What each seat can guarantee itself at a trick start, with both others against it: floors for a max^n outcome.

Scores are tricks taken or, when they are avoided, tricks not taken, as in the paranoid search. Floors are counted; with
many tricks left they are searched, unless tricks are avoided.
"""

from solver.bits cimport WON, u64
from solver.bounds cimport Sure, Tops, find_tops, quick_alone, slow_alone, trump_tricks
from solver.bounds_avoid cimport escapes, exits, kept_off_lead
from solver.bounds_outlast cimport Needs, outlasted
from solver.paranoid cimport search
from solver.state cimport Search, TrumpTricks
from solver.techniques cimport USE_SLOW_TRICKS, USE_SURE_TRICKS


cdef struct Floors:
    int score[3]


cdef inline int whole(const Search* s, int n) noexcept nogil:
    """What the three scores add up to."""
    return 2 * n if s.avoid else n


cdef inline void turn(Search* s, int role) noexcept nogil:
    """Count roles from `role` on."""
    cdef u64 first = s.hand[0]
    if role == 1:
        s.hand[0] = s.hand[1]
        s.hand[1] = s.hand[2]
        s.hand[2] = first
        s.shape = (s.shape >> 16) | ((s.shape & <u64>0xffff) << 32)
    elif role == 2:
        s.hand[0] = s.hand[2]
        s.hand[2] = s.hand[1]
        s.hand[1] = first
        s.shape = (s.shape >> 32) | ((s.shape & <u64>0xffffffff) << 16)


cdef inline int counted(Search* s, int leader, int n, const Tops* by_seat, int seat) noexcept nogil:
    """Tricks that role 0, which is `seat`, takes for sure."""
    cdef const TrumpTricks* trumps
    cdef Sure sure
    cdef Tops tops
    cdef int suit
    cdef u64 found
    cdef int count = 0
    sure.tricks = 0
    sure.rel = 0
    if not USE_SURE_TRICKS:
        return 0
    if s.trump_lane:
        trumps = trump_tricks(s)
        count = sure.tricks = trumps.alone
        sure.rel = trumps.alone_rel
        if leader == 0 and trumps.led > count:
            count = trumps.led
    if leader != 0 and (not USE_SLOW_TRICKS or (s.hand[1] | s.hand[2]) & s.trump_lane):
        return count
    tops = by_seat[0]
    for suit in range(4):
        # a suit that nobody holds may be given to anybody: there is nothing to take in it
        tops.owner[suit] += 3 * (tops.owner[suit] < seat) - seat
    while count < n:
        found = quick_alone(s, &tops, count + 1, &sure) if leader == 0 else slow_alone(s, &tops, n, count + 1)
        if found == 0:
            break
        count += 1
    return count


cdef inline int ducked(Search* s, int leader, int n) noexcept nogil:
    """Tricks that role 0 loses for sure: each way in turn adds to what is shown."""
    cdef Needs needs
    cdef u64 found
    cdef int judge
    cdef int count = 0
    if not USE_SURE_TRICKS:
        return 0
    while count < n:
        needs.count = 0
        if leader == 0:
            found = exits(s, count + 1, &needs)
        else:
            found = kept_off_lead(s.hand[0], s.hand[1], s.hand[2], count + 1, &needs)
        if found == 0:
            break
        count += 1
    while count < n:
        needs.count = 0
        found = escapes(s, n, count + 1, 2 * count + 2 - (leader == 0), &needs)
        if found == 0:
            break
        count += 1
    for judge in range(1, 3):
        while count < n:
            needs.count = 0
            found = outlasted(s, leader, n, count + 1, judge, &needs)
            if found == 0:
                break
            count += 1
    return count


cdef inline void raise_floors(Search* s, int leader, int n, Floors* floors) noexcept nogil:
    """Every seat's floor with `n` tricks left, `leader` to lead."""
    cdef int seat, role
    cdef Tops tops
    if not s.avoid:
        find_tops(s, &tops)
    for seat in range(3):
        floors.score[seat] = 0
        role = (leader - seat + 3) % 3
        turn(s, seat)
        if s.avoid:
            floors.score[seat] = ducked(s, role, n)
        else:
            floors.score[seat] = counted(s, role, n, &tops, seat)
        turn(s, (3 - seat) % 3)


cdef inline void search_floors(Search* s, int leader, int n, Floors* floors) noexcept nogil:
    """Raise every seat's floor to all that it can guarantee itself."""
    cdef int seat, role, target
    for seat in range(3):
        role = (leader - seat + 3) % 3
        turn(s, seat)
        for target in range(floors.score[seat] + 1, n + 1):
            if not search(s, role, n, target) & WON or s.stop:
                break
            floors.score[seat] = target
        turn(s, (3 - seat) % 3)

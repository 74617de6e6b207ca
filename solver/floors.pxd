"""What each seat can guarantee itself at a trick start, with both others against it: floors for a max^n outcome.

Scores are tricks taken or, when they are avoided, tricks not taken, as in the paranoid search. Floors are counted or,
with many tricks left, searched. Searched from 3 tricks left on they save 6 in 10 of the outcomes to search, but cost as
much with trumps, and more than that without and under Nullo.
"""

from solver.bits cimport PROVEN, WON, u64
from solver.bounds cimport static_bounds
from solver.paranoid cimport search
from solver.relevance cimport Known
from solver.state cimport Search


cdef struct Floors:
    int score[3]
    Known known[3]      # cards that a floor rests on
    bint exact[3]       # whether it is all that the seat can guarantee itself


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


cdef inline void raise_floors(Search* s, int leader, int n, Floors* floors) noexcept nogil:
    """Every seat's floor with `n` tricks left, `leader` to lead."""
    cdef int seat, target, role
    cdef Known known
    for seat in range(3):
        floors.score[seat] = 0
        floors.exact[seat] = False
        floors.known[seat].up = floors.known[seat].down = 0
        role = (leader - seat + 3) % 3
        turn(s, seat)
        for target in range(1, n + 1):
            known = static_bounds(s, role, n, target)
            if not known.up & WON:
                floors.exact[seat] = known.up & PROVEN != 0
                break
            known.up &= ~(WON | PROVEN)
            floors.score[seat] = target
            floors.known[seat] = known
        turn(s, (3 - seat) % 3)


cdef inline void search_floors(Search* s, int leader, int n, Floors* floors) noexcept nogil:
    """Raise every seat's floor to all that it can guarantee itself."""
    cdef int seat, role, target
    cdef Known known
    for seat in range(3):
        if floors.exact[seat]:
            continue
        role = (leader - seat + 3) % 3
        turn(s, seat)
        for target in range(floors.score[seat] + 1, n + 1):
            known = search(s, role, n, target)
            if s.stop or not known.up & WON:
                break
            known.up &= ~WON
            floors.score[seat] = target
            floors.known[seat] = known
        turn(s, (3 - seat) % 3)

"""What each seat can guarantee itself at a trick start, with both others against it: floors for a max^n outcome.

Scores are tricks taken or, when they are avoided, tricks not taken, as in the paranoid search. Floors are counted, not
searched: exact guarantees wherever 3 tricks or more are left save 39 in 100 of the outcomes to search at 10 tricks, and
cost 1.2 (trumps), 1.6 (no trump) and 5 times the time (Nullo); from 7 tricks on they change nothing.
"""

from solver.bits cimport PROVEN, WON, u64
from solver.bounds cimport static_bounds
from solver.relevance cimport Known
from solver.state cimport Search


cdef struct Floors:
    int score[3]
    Known known[3]      # cards that a floor rests on


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
        floors.known[seat].up = floors.known[seat].down = 0
        role = (leader - seat + 3) % 3
        turn(s, seat)
        for target in range(1, n + 1):
            known = static_bounds(s, role, n, target)
            if not known.up & WON:
                break
            known.up &= ~(WON | PROVEN)
            floors.score[seat] = target
            floors.known[seat] = known
        turn(s, (3 - seat) % 3)

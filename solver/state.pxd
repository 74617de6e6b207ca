"""What a search carries: hands by role, limits, the table and the ordering weights.

Roles are counted clockwise from the seat whose tricks are asked for: role 0 plays for itself, roles 1 and 2 play
together against it. When tricks are avoided, ranks are mirrored (the lowest card of the suit led wins the trick)
and the score is the tricks that role 0 does *not* win, so that role 0 always wants a high score.
"""

from solver.bits cimport bit, lane, popcount, u64
from solver.table cimport Table


cdef extern from "clock.h" nogil:
    double now "manni_now"()


cdef struct Search:
    u64 hand[3]         # cards held by each role
    u64 shape           # number of cards by role and suit, a nibble each: bit 4 * (4 * role + suit)
    int trump           # suit, 4 for none
    bint avoid          # tricks are avoided: mirrored ranks, score counts tricks of the others
    int stop            # set when a limit was hit: every result after that is void
    u64 nodes           # trick starts searched
    u64 node_limit      # 0 for none
    double deadline     # monotonic seconds, 0 for none
    volatile int* cancel         # set from another thread to stop, may be NULL
    u64 trump_lane      # lane of the trump suit, 0 for none
    Table table
    u64 killer[4096]    # cutoff memory: key in the upper bits, card below


cdef enum:
    NO_TRUMP = 4
    CLOCK_EVERY = 1024  # nodes between looks at the clock and at the switch: under a millisecond


cdef inline bint out_of_budget(Search* s) noexcept nogil:
    """Whether a limit ends the search here; sets `stop`."""
    if s.node_limit and s.nodes > s.node_limit:
        s.stop = 1
    elif s.nodes % CLOCK_EVERY == 0:
        if (s.deadline != 0 and now() > s.deadline) or (s.cancel != NULL and s.cancel[0]):
            s.stop = 1
    return s.stop


cdef inline int next_role(int role) noexcept nogil:
    return role + 1 if role < 2 else 0


cdef inline void play(Search* s, int role, int card) noexcept nogil:
    s.hand[role] ^= bit(card)
    s.shape -= <u64>1 << (16 * role + 4 * (card >> 4))


cdef inline void take_back(Search* s, int role, int card) noexcept nogil:
    s.hand[role] ^= bit(card)
    s.shape += <u64>1 << (16 * role + 4 * (card >> 4))


cdef inline u64 legal(const Search* s, int role, int led) noexcept nogil:
    """Legal cards of a follower when suit `led` was led."""
    cdef u64 same = s.hand[role] & lane(led)
    return same if same else s.hand[role]


cdef inline bint beats(const Search* s, int card, int best) noexcept nogil:
    """Whether `card` takes the trick over the `best` card so far."""
    if (card ^ best) >> 4 == 0:
        return card < best if s.avoid else card > best
    return card >> 4 == s.trump


cdef inline u64 shape_of(u64 h0, u64 h1, u64 h2) noexcept nogil:
    """The shape of three hands."""
    cdef u64 shape = 0
    cdef int suit
    for suit in range(4):
        shape |= <u64>popcount(h0 & lane(suit)) << (4 * suit)
        shape |= <u64>popcount(h1 & lane(suit)) << (16 + 4 * suit)
        shape |= <u64>popcount(h2 & lane(suit)) << (32 + 4 * suit)
    return shape

"""What a search carries: hands by role, limits, the table and the ordering weights.

Roles are counted clockwise from the seat whose tricks are asked for: role 0 plays for itself, roles 1 and 2 play
together against it. When tricks are avoided, ranks are mirrored (the lowest card of the suit led wins the trick)
and the score is the tricks that role 0 does *not* win, so that role 0 always wants a high score.
"""

from solver.bits cimport GOLDEN, bit, lane, popcount, u32, u64
from solver.ends cimport Ends, LastTwo
from solver.outcomes cimport Outcomes
from solver.pairs cimport Frame
from solver.table cimport Table
from solver.techniques cimport USE_CUTOFF_MEMORY


cdef extern from "clock.h" nogil:
    double now "manni_now"()


cdef struct TrumpTricks:
    u64 key             # the trumps of the three roles, and which suit it is
    u64 pair_rel        # cards that the tricks of the opponents need
    u64 alone_rel
    int pair            # tricks that one of the opponents takes by its trumps alone, whoever leads and when
    u64 led_rel
    int alone           # those of role 0
    int led             # those of role 0 on lead


cdef struct Search:
    u64 hand[3]         # cards held by each role
    u64 shape           # number of cards by role and suit, a nibble each: bit 4 * (4 * role + suit)
    int trump           # suit, 4 for none
    int also_searched   # tricks left up to which other winners of a trick are searched for; see `paranoid_avoid`
    int end_tricks      # tricks left up to which max^n is searched without bars
    bint avoid          # tricks are avoided: mirrored ranks, score counts tricks of the others
    int stop            # set when a limit was hit: every result after that is void
    u64 nodes           # trick starts searched
    u64 node_limit      # 0 for none
    double deadline     # monotonic seconds, 0 for none
    volatile int* cancel         # set from another thread to stop, may be NULL
    u64 trump_lane      # lane of the trump suit, 0 for none
    Table table
    Outcomes outcomes   # the table of max^n
    Ends ends           # that of its last tricks
    LastTwo last_two
    const short* weights    # of the move ordering: 32 for each role and place in the trick
    TrumpTricks trumps[256]     # the last ones found
    Frame frame         # when tricks are avoided
    u32 cutoffs[16384]  # cutoff memory: 24 bits of a key, then the card that cut off plus one


cdef enum:
    NO_TRUMP = 4
    CUTOFF_SHIFT = 50   # 64 less the bits of the cutoff memory's index
    CLOCK_EVERY = 1024  # nodes between looks at the clock and at the switch: a millisecond or two


cdef inline bint out_of_budget(Search* s) noexcept nogil:
    """Count a node, unless a limit ends the search here; sets `stop`."""
    if s.node_limit and s.nodes >= s.node_limit:
        s.stop = 1
        return True
    s.nodes += 1
    if s.nodes % CLOCK_EVERY == 0:
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


cdef inline u64 following(u64 hand, int led) noexcept nogil:
    """The legal cards of a hand when suit `led` was led."""
    cdef u64 same = hand & lane(led)
    return same if same else hand


cdef inline u64 legal(const Search* s, int role, int led) noexcept nogil:
    """Legal cards of a follower when suit `led` was led."""
    return following(s.hand[role], led)


cdef inline bint beats(const Search* s, int card, int best) noexcept nogil:
    """Whether `card` takes the trick over the `best` card so far."""
    if (card ^ best) >> 4 == 0:
        return card < best if s.avoid else card > best
    return card >> 4 == s.trump


cdef inline int taker(const Search* s, int lead, int second, int third) noexcept nogil:
    """Which card of a trick wins it: 0 to 2 in the order played."""
    if beats(s, second, lead):
        return 2 if beats(s, third, second) else 1
    return 2 if beats(s, third, lead) else 0


cdef inline u64 shape_of(u64 h0, u64 h1, u64 h2) noexcept nogil:
    """The shape of three hands."""
    cdef u64 shape = 0
    cdef int suit
    for suit in range(4):
        shape |= <u64>popcount(h0 & lane(suit)) << (4 * suit)
        shape |= <u64>popcount(h1 & lane(suit)) << (16 + 4 * suit)
        shape |= <u64>popcount(h2 & lane(suit)) << (32 + 4 * suit)
    return shape


cdef inline u64 cutoff_key(const Search* s, int role, int lead, int second) noexcept nogil:
    """What the cutoff memory goes by: the mover's hand and the cards on the table, -1 for none."""
    cdef u64 key = (s.hand[role] * GOLDEN) ^ (<u64>(4096 * role + 64 * lead + second + 65) * (GOLDEN - 246))
    return (key ^ (key >> 29)) * GOLDEN


cdef inline int remembered(const Search* s, u64 key) noexcept nogil:
    """The card that cut off last under `key`, -1 for none."""
    cdef u32 found = s.cutoffs[key >> CUTOFF_SHIFT]
    return <int>(found & 255) - 1 if USE_CUTOFF_MEMORY and (found ^ <u32>key) >> 8 == 0 else -1


cdef inline void remember(Search* s, u64 key, int card) noexcept nogil:
    s.cutoffs[key >> CUTOFF_SHIFT] = (<u32>key >> 8 << 8) | <u32>(card + 1)

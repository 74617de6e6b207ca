"""Sure tricks: bounds on the score of role 0 at a trick start, without search.

A result is 0 when nothing is proven, else `PROVEN` with bit 63 telling success (the target is reached) and the
cards that mattered below it.
"""

from solver.bits cimport PROVEN, WON, above, bit, highest, lane, lowest, popcount, u64
from solver.state cimport Search


cdef inline int length(u64 shape, int role, int suit) noexcept nogil:
    return <int>((shape >> (16 * role + 4 * suit)) & 15)


cdef inline u64 top_cards(u64 cards, int count) noexcept nogil:
    """The `count` highest of `cards` (one suit)."""
    cdef u64 out = 0
    cdef u64 b
    while count > 0 and cards:
        b = bit(highest(cards))
        out |= b
        cards ^= b
        count -= 1
    return out


cdef inline int cash(u64 mine, u64 others, int longest, u64* rel) noexcept nogil:
    """Tricks that a hand can cash in one suit when nobody ruffs, and the cards they need."""
    cdef u64 tops = mine & above(highest(others)) if others else mine
    cdef int count = popcount(tops)
    if count >= longest:
        rel[0] = top_cards(tops, longest)
        return popcount(mine)
    rel[0] = tops
    return count


cdef inline int sure_trumps(u64 mine, u64 theirs, u64* rel) noexcept nogil:
    """Tricks that one hand's trumps take whoever leads: each that loses falls to a distinct higher trump.

    Going down, a higher trump of theirs catches one of mine; what is not caught takes a trick.
    """
    cdef u64 both = mine | theirs
    cdef u64 b
    cdef int catchers = 0
    cdef int sure = 0
    rel[0] = 0
    while both:
        b = bit(highest(both))
        both ^= b
        if b & theirs:
            catchers += 1
        elif catchers:
            catchers -= 1
        else:
            sure += 1
            rel[0] = b
    return sure


cdef inline u64 static_bounds(const Search* s, int leader, int n, int target) noexcept nogil:
    """Whether sure tricks alone decide `target` (1 to n) with `n` tricks left and `leader` to lead."""
    if s.avoid:
        return 0
    cdef u64 rel
    cdef u64 mine
    cdef int sure
    if s.trump_lane:
        mine = s.hand[0] & s.trump_lane
        if mine:
            sure = sure_trumps(mine, (s.hand[1] | s.hand[2]) & s.trump_lane, &rel)
            if sure >= target:
                return PROVEN | WON | rel
        sure = sure_trumps(s.hand[1] & s.trump_lane, mine, &rel)
        if sure > n - target:
            return PROVEN | rel
        sure = sure_trumps(s.hand[2] & s.trump_lane, mine, &rel)
        if sure > n - target:
            return PROVEN | rel
    if leader == 0:
        return quick_alone(s, target)
    return quick_pair(s, leader, n, n - target + 1)


cdef inline u64 quick_alone(const Search* s, int target) noexcept nogil:
    """Role 0 leads and cashes: trumps first, then each side suit for as long as nobody can ruff it."""
    cdef int suit, rounds, count, longest, total = 0
    cdef u64 shape = s.shape
    cdef u64 rel, all_rel = 0
    cdef int ruff1 = 0, ruff2 = 0
    if s.trump_lane:
        longest = max(length(shape, 1, s.trump), length(shape, 2, s.trump))
        total = cash(s.hand[0] & s.trump_lane, (s.hand[1] | s.hand[2]) & s.trump_lane, longest, &all_rel)
        ruff1 = length(shape, 1, s.trump) > total
        ruff2 = length(shape, 2, s.trump) > total
        if total >= target:
            return PROVEN | WON | all_rel
    for suit in range(4):
        if suit == s.trump or not s.hand[0] & lane(suit):
            continue
        longest = max(length(shape, 1, suit), length(shape, 2, suit))
        count = cash(s.hand[0] & lane(suit), (s.hand[1] | s.hand[2]) & lane(suit), longest, &rel)
        if ruff1:
            rounds = length(shape, 1, suit)
            if rounds < count:
                count = rounds
        if ruff2:
            rounds = length(shape, 2, suit)
            if rounds < count:
                count = rounds
        if count:
            total += count
            all_rel |= rel
            if total >= target:
                return PROVEN | WON | all_rel
    return 0


cdef inline int cash_for_pair(const Search* s, int role, int partner, u64* rel) noexcept nogil:
    """Tricks that `role`, on lead, cashes with its own top cards against role 0."""
    cdef int suit, count, longest, total = 0
    cdef u64 shape = s.shape
    cdef u64 suit_rel
    cdef int ruff = 0
    rel[0] = 0
    if s.trump_lane:
        longest = max(length(shape, 0, s.trump), length(shape, partner, s.trump))
        total = cash(s.hand[role] & s.trump_lane, (s.hand[0] | s.hand[partner]) & s.trump_lane, longest, rel)
        ruff = length(shape, 0, s.trump) > total
    for suit in range(4):
        if suit == s.trump or not s.hand[role] & lane(suit):
            continue
        longest = max(length(shape, 0, suit), length(shape, partner, suit))
        count = cash(s.hand[role] & lane(suit), (s.hand[0] | s.hand[partner]) & lane(suit), longest, &suit_rel)
        if ruff and length(shape, 0, suit) < count:
            count = length(shape, 0, suit)
        if count:
            total += count
            rel[0] |= suit_rel
    return total


cdef inline u64 quick_pair(const Search* s, int leader, int n, int needed) noexcept nogil:
    """Roles 1 and 2 cash `needed` tricks, `leader` to lead: its own top cards, then its partner's if it can reach them."""
    cdef int partner = 3 - leader
    cdef u64 shape = s.shape
    cdef u64 rel, partner_rel, theirs
    cdef int suit, free
    cdef int mine = cash_for_pair(s, leader, partner, &rel)
    cdef int others
    # a partner with nothing but trumps left would have to ruff
    free = n - (length(shape, partner, s.trump) if s.trump_lane else 0)
    if mine >= needed and free >= needed - 1:
        return PROVEN | rel
    others = cash_for_pair(s, partner, leader, &partner_rel)
    if mine + others < needed or mine + others > free:
        return 0
    for suit in range(4):
        if suit == s.trump or not s.hand[leader] & lane(suit):
            continue
        theirs = s.hand[partner] & lane(suit)
        if not theirs or (s.trump_lane and length(shape, 0, suit) == 0):
            continue
        if bit(highest(theirs)) > ((s.hand[0] | s.hand[leader]) & lane(suit)):
            return PROVEN | rel | partner_rel | bit(highest(theirs))
    return 0

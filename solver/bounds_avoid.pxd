"""Bounds on the score of role 0 at a trick start when tricks are avoided, without search.

Ranks are mirrored: a card "above" another is the lower one in truth, and ducks under it. The score is the tricks
that role 0 does not win. What a bound needs are `Needs`: cards that have to be above others of their suit.
"""

from solver.bits cimport PROVEN, WON, above, bit, highest, lane, lowest, popcount, u64
from solver.bounds_outlast cimport Needs, need_above, outlasted
from solver.bounds_trap cimport Heads, biggest, ducks, find_heads, made_to_win
from solver.state cimport Search, play, take_back
from solver.techniques cimport USE_SURE_TRICKS


cdef enum:  # what is asked of a bound
    REACHED = 1     # that role 0 reaches the target
    MISSED = 2      # that it does not


cdef inline u64 avoid_needs(const Search* s, int leader, int n, int target, u64 asked, Needs* needs) noexcept nogil:
    """Whether ducking alone decides `target` (1 to n) as `asked`, one or both, with the pairs that it needs."""
    cdef Heads heads
    cdef u64 found = 0
    needs.count = 0
    if not USE_SURE_TRICKS:
        return 0
    find_heads(s.hand, &heads)
    if asked & MISSED:
        found = made_to_win(s.hand, &heads, leader, n - target + 1, needs)
    if found or not asked & REACHED:
        return found
    if leader == 0:
        if heads.ducking:
            found = exits(s, target, needs)
            if not found and popcount(heads.ducking) >= target:
                found = escapes(s, n, target, 2 * target - 1, needs)
    else:
        if heads.over[1] | heads.over[2] == 0:
            found = kept_off_lead(s.hand[0], s.hand[1], s.hand[2], target, needs)
        if not found and popcount(heads.ducking) >= target:
            found = escapes(s, n, target, 2 * target, needs)
    return found or outlasted(s, leader, n, target, 1, needs) or outlasted(s, leader, n, target, 2, needs)


cdef inline bint ducks_late(u64 mine, u64 theirs, int delay, int rounds, Needs* needs) noexcept nogil:
    """As `ducks`, when up to `delay` rounds may be over before their first card comes."""
    cdef int card
    while rounds > 0 and mine and theirs:
        card = highest(mine)
        if card < highest(theirs):
            return False
        need_above(needs, card, highest(theirs))
        mine ^= bit(card)
        rounds -= 1
        if delay > 0:
            delay -= 1
        else:
            theirs ^= bit(highest(theirs))
    return True


cdef inline u64 kept_off_lead(u64 mine, u64 h1, u64 h2, int rounds, Needs* needs) noexcept nogil:
    """Whether role 0, not on lead, ducks for `rounds` tricks, whatever is led.

    Role 2's card is on the table before role 0 plays in every round in which it follows. Once it is out of the
    suit, by following or by throwing it away, role 1 leads what it kept.
    """
    cdef u64 own, first, later
    cdef int suit
    cdef int before = needs.count
    for suit in range(4):
        own = mine & lane(suit)
        if not own:
            continue
        first = h2 & lane(suit)
        later = h1 & lane(suit)
        if not (ducks(own, first, rounds, needs)
                and ducks_late(own, later, popcount(first), min(rounds, popcount(later)), needs)):
            needs.count = before
            return 0
    return PROVEN | WON


cdef inline u64 exits(const Search* s, int target, Needs* needs) noexcept nogil:
    """Whether role 0 can lead a card under one that must be played, and then duck `target` - 1 tricks."""
    cdef u64 own, o1, o2, under
    cdef int suit, card
    for suit in range(4):
        own = s.hand[0] & lane(suit)
        if not own:
            continue
        o1 = s.hand[1] & lane(suit)
        o2 = s.hand[2] & lane(suit)
        card = highest(own)
        under = o1 if o1 and bit(card) > o1 else o2
        if under == 0 or bit(card) < under:
            continue
        # whatever they play, their i-th cards left are at best what they were, and one fewer
        if target == 1 or kept_off_lead(s.hand[0] ^ bit(card), s.hand[1] ^ (o1 & (0 - o1)),
                                        s.hand[2] ^ (o2 & (0 - o2)), target - 1, needs):
            need_above(needs, card, highest(under))
            return PROVEN | WON
    return 0


cdef inline u64 escapes(const Search* s, int n, int target, int rounds, Needs* needs) noexcept nogil:
    """Whether role 0 loses `target` of the next `rounds` tricks with cards that duck under one opponent's whole suit.

    On lead it leads such a card, and when its suit is led it plays it, so that it need not win more than every other
    trick. The opponents get rid of an escape only by throwing all cards of the suit, one in each trick before.
    """
    cdef u64 own, theirs, top, under
    cdef int costs[4]
    cdef int suit, role, best, cost, dearest, i, found = 0
    cdef int before = needs.count
    if rounds > n:
        return 0
    for suit in range(4):
        own = s.hand[0] & lane(suit)
        if not own:
            continue
        top = bit(highest(own))
        best = 0
        under = 0
        for role in range(1, 3):
            theirs = s.hand[role] & lane(suit)
            if top > theirs and popcount(theirs) > best:
                best = popcount(theirs)
                under = theirs
        if best:
            need_above(needs, highest(own), highest(under))
            costs[found] = best
            found += 1
    # what it costs to leave fewer than `target`: all but the dearest `target` - 1
    cost = 0
    if found >= target:
        for i in range(found):
            cost += costs[i]
        while target > 1:
            dearest = 0
            for i in range(found):
                if costs[i] > costs[dearest]:
                    dearest = i
            cost -= costs[dearest]
            costs[dearest] = 0
            target -= 1
    if cost >= rounds:
        return PROVEN | WON
    needs.count = before
    return 0


cdef inline u64 ducks_lead(Search* s, int leader, int n, int target, int lead, Needs* needs) noexcept nogil:
    """Whether role 0 ducks under what an opponent has led, and after that does not win `target` - 1 more tricks.

    The leader's partner still holds its card then, and may throw one that an escape needs.
    """
    cdef u64 own = s.hand[0] & lane(lead >> 4)
    cdef u64 found
    cdef int card
    if not USE_SURE_TRICKS:
        return 0
    needs.count = 0
    if own:
        own &= above(lead)
        if not own:
            return 0
        card = lowest(own)
        need_above(needs, card, lead)
    else:
        card = biggest(s.hand[0])
    if target == 1:
        return PROVEN | WON
    play(s, 0, card)
    found = escapes(s, n - 1, target - 1, 2 * target - 1, needs)
    if not found:
        found = kept_off_lead(s.hand[0], s.hand[1], s.hand[2], target - 1, needs)
    if not found:
        found = outlasted(s, 3 - leader, n - 1, target - 1, leader, needs)
    take_back(s, 0, card)
    return found

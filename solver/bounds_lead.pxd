"""A bound in the middle of a trick: role 0 takes what an opponent has led, and is then on lead with sure tricks."""

from solver.bits cimport PROVEN, WON, above, bit, highest, lane, lowest, u64
from solver.bounds cimport Sure, Tops, find_tops, quick_alone, trump_tricks
from solver.state cimport Search, TrumpTricks, play, take_back
from solver.techniques cimport USE_SURE_TRICKS


cdef inline u64 takes_lead(Search* s, int leader, int target, int lead) noexcept nogil:
    """Whether role 0 wins the trick whatever the leader's partner plays, and with it `target` tricks.

    The partner still holds its card then, which makes its hand stronger than it will be, but for its length in the
    suit led if it has to follow. If it may ruff, it may throw a card of any side suit too, and ruff that one later.
    """
    cdef int suit = lead >> 4
    cdef int partner = 3 - leader
    cdef u64 winners = s.hand[0] & lane(suit)
    cdef u64 theirs = s.hand[partner] & lane(suit)
    cdef u64 ruffs = 0 if theirs else s.hand[partner] & s.trump_lane
    cdef u64 rel = 0
    cdef u64 found, following
    cdef int card
    if not USE_SURE_TRICKS:
        return 0
    if winners:
        if ruffs:
            return 0
        winners &= above(highest(theirs | bit(lead)))
    else:
        winners = s.hand[0] & s.trump_lane
        if ruffs:
            winners &= above(highest(ruffs))
    if not winners:
        return 0
    card = lowest(winners)
    if card >> 4 == suit or ruffs:
        rel = bit(card)
    if target == 1:
        return PROVEN | WON | rel
    following = <u64>1 << (16 * partner + 4 * suit) if theirs else 0
    play(s, 0, card)
    s.shape -= following
    found = on_lead(s, target - 1, ruffs == 0)
    s.shape += following
    take_back(s, 0, card)
    return found | rel if found else 0


cdef inline u64 on_lead(Search* s, int target, bint side) noexcept nogil:
    """Whether role 0, on lead, has `target` sure tricks, in the `side` suits as well."""
    cdef const TrumpTricks* known
    cdef Sure sure
    cdef Tops t
    sure.tricks = 0
    sure.rel = 0
    if s.trump_lane:
        known = trump_tricks(s)
        if known.alone >= target:
            return PROVEN | WON | known.alone_rel
        if known.led >= target:
            return PROVEN | WON | known.led_rel
        sure.tricks = known.alone
        sure.rel = known.alone_rel
    if not side:
        return 0
    find_tops(s, &t)
    return quick_alone(s, &t, target, &sure)

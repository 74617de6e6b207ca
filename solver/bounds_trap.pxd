"""Bounds when tricks are avoided: role 0 wins tricks that the opponents make it win, without search.

Ranks are mirrored: a card "above" another is the lower one in truth, and ducks under it.
"""

from solver.bits cimport ONES, PROVEN, bit, downward, highest, lane, lowest, popcount, u64
from solver.bounds_outlast cimport Needs, need_above


cdef struct Heads:      # how the suits that role 0 holds begin
    u64 over[3]         # by role, the opponents' cards above all of role 0's
    u64 ducking         # the lowest bit of each suit in which role 0's highest card is above all that some opponent has


cdef inline u64 suit_bits(u64 cards) noexcept nogil:
    """The lowest bit of each lane that is not empty."""
    return ((cards + 0x7fff * ONES) >> 15) & ONES


cdef inline void find_heads(const u64* hand, Heads* heads) noexcept nogil:
    cdef u64 under = downward(hand[0])
    cdef u64 held = (under & ONES) * 0x1fff
    cdef u64 o1 = hand[1] & held
    cdef u64 o2 = hand[2] & held
    heads.over[0] = 0
    heads.over[1] = o1 & ~under
    heads.over[2] = o2 & ~under
    heads.ducking = (suit_bits(o1) & ~suit_bits(heads.over[1])) | (suit_bits(o2) & ~suit_bits(heads.over[2]))


cdef inline bint ducks(u64 mine, u64 theirs, int rounds, Needs* needs) noexcept nogil:
    """Whether in one suit my i-th card is above their i-th, for each of the first `rounds` that both have.

    Then I can duck under any `rounds` cards of theirs, in whatever order they come, by playing the lowest of mine
    that is above.
    """
    cdef int card, their_card
    while rounds > 0 and mine and theirs:
        card = highest(mine)
        their_card = highest(theirs)
        if card < their_card:
            return False
        need_above(needs, card, their_card)
        mine ^= bit(card)
        theirs ^= bit(their_card)
        rounds -= 1
    return True


cdef inline u64 kept_on_lead(const u64* hand, int wins, Needs* needs) noexcept nogil:
    """Whether both opponents duck under any `wins` leads of role 0."""
    cdef int suit
    cdef int before = needs.count
    for suit in range(4):
        if not (ducks(hand[1] & lane(suit), hand[0] & lane(suit), wins, needs)
                and ducks(hand[2] & lane(suit), hand[0] & lane(suit), wins, needs)):
            needs.count = before
            return 0
    return PROVEN


cdef inline int nth_highest(u64 cards, int n) noexcept nogil:
    while n > 1:
        cards ^= bit(highest(cards))
        n -= 1
    return highest(cards)


cdef inline u64 trapped(const u64* hand, const Heads* heads, int wins, Needs* needs) noexcept nogil:
    """Whether role 0 wins `wins` tricks in suits of which both opponents can play under all that it has.

    Such a suit is good for as many tricks as role 0 holds cards in it and each opponent holds cards above all of
    those. Whichever opponent is on lead leads one, and role 0 wins; so it does when it leads the suit itself. On its
    other leads the opponents play and throw cards that they need not keep for this; they have at least as many as role
    0 has to lead there. They lead nothing on which it could throw a card of such a suit, so each of these tricks comes.
    """
    cdef int lasts[4]
    cdef int suit, top
    cdef int total = 0
    if not suit_bits(heads.over[1]) & suit_bits(heads.over[2]):
        return 0
    for suit in range(4):
        lasts[suit] = min(popcount(hand[0] & lane(suit)), min(popcount(heads.over[1] & lane(suit)),
                                                              popcount(heads.over[2] & lane(suit))))
        total += lasts[suit]
    if total < wins:
        return 0
    for suit in range(4):
        if lasts[suit] and wins > 0:
            top = highest(hand[0] & lane(suit))
            need_above(needs, nth_highest(hand[1] & lane(suit), lasts[suit]), top)
            need_above(needs, nth_highest(hand[2] & lane(suit), lasts[suit]), top)
            wins -= lasts[suit]
    return PROVEN


cdef inline u64 given(const u64* hand, const Heads* heads, int leader, int wins, Needs* needs) noexcept nogil:
    """Whether the opponent on lead can make role 0 win the trick, and then `wins` - 1 of the others."""
    cdef int partner = 3 - leader
    cdef u64 suits = suit_bits(heads.over[leader]) & (suit_bits(heads.over[partner]) | ~suit_bits(hand[partner]))
    cdef Heads after
    cdef u64 left[3]
    cdef u64 suit, own, under, theirs
    cdef int top
    while suits:
        suit = lane(lowest(suits) >> 4)
        suits &= suits - 1
        own = hand[0] & suit
        top = highest(own)
        under = heads.over[leader] & suit
        theirs = heads.over[partner] & suit
        if wins > 1:
            # what role 0 can keep is at best this
            left[0] = hand[0] ^ (own & (0 - own))
            left[leader] = hand[leader] ^ (under & (0 - under))
            left[partner] = hand[partner] ^ (theirs & (0 - theirs) if theirs else bit(biggest(hand[partner])))
            find_heads(left, &after)
            if not won_on_lead(left, &after, wins - 1, needs):
                continue
        need_above(needs, lowest(under), top)
        if theirs:
            need_above(needs, lowest(theirs), top)
        return PROVEN
    return 0


cdef inline u64 made_to_win(const u64* hand, const Heads* heads, int leader, int wins, Needs* needs) noexcept nogil:
    """Whether role 0 is seen to win `wins` of the tricks left."""
    if leader == 0:
        return won_on_lead(hand, heads, wins, needs)
    return trapped(hand, heads, wins, needs) or given(hand, heads, leader, wins, needs)


cdef inline u64 won_on_lead(const u64* hand, const Heads* heads, int wins, Needs* needs) noexcept nogil:
    """Whether role 0, on lead, is seen to win `wins` of the tricks left."""
    return ((heads.ducking == 0 and kept_on_lead(hand, wins, needs))
            or trapped(hand, heads, wins, needs))


cdef inline int biggest(u64 hand) noexcept nogil:
    """The card of the lowest place in its suit."""
    cdef int card = lowest(hand)
    cdef int best = card
    while hand:
        card = lowest(hand)
        if card & 15 < best & 15:
            best = card
        hand &= ~lane(card >> 4)
    return best

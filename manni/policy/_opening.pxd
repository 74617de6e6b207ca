"""The decisions before the play by the policy, for compiled code: exchanges, the offer of the Manni, the first lead."""

from solver.bits cimport bit, popcount, u64

from manni.policy._chance cimport Random
from manni.policy._thumb cimport NO_TRUMP, Table
from manni.policy._values cimport NT, NULLO, Thrown, Values, best_discard, by_strength, hand_value

cdef enum:
    MOST_STOCK = 16


cdef struct House:
    # What the policy needs of a rule set.
    u64 deck
    bint take           # whether the Manni is taken whole, or drawn from
    int allowance[3]    # by seat, the most cards to exchange; with a draw
    int stock           # cards in the Manni


cdef struct Opening:
    # A hand before the first lead. Masks are as printed.
    u64 hand[3]
    u64 thrown[3]                   # by seat, what it threw
    int exchanged[3]                # by seat, how many cards; twelve for one that took the Manni
    signed char stock[MOST_STOCK]   # the Manni, its top card first
    int drawn                       # how many of them are gone


cdef inline int allowed(const House* house, const Opening* opening, int seat) noexcept nogil:
    """How many cards a seat may exchange."""
    return min(house.allowance[seat], house.stock - opening.drawn)


cdef inline void draw(Opening* opening, int seat, u64 thrown) noexcept nogil:
    """A seat throws cards and draws as many."""
    cdef int count = popcount(thrown), i
    opening.hand[seat] &= ~thrown
    for i in range(opening.drawn, opening.drawn + count):
        opening.hand[seat] |= bit(opening.stock[i])
    opening.drawn += count
    opening.thrown[seat] = thrown
    opening.exchanged[seat] = count


cdef inline void take_all(const House* house, Opening* opening, int seat) noexcept nogil:
    """A seat takes the Manni for its hand."""
    cdef int i
    opening.thrown[seat] = opening.hand[seat]
    opening.hand[seat] = 0
    for i in range(house.stock):
        opening.hand[seat] |= bit(opening.stock[i])
    opening.exchanged[seat] = house.stock


cdef inline bint would_take(const Values* values, u64 hand, int contract) noexcept nogil:
    """Whether twelve unseen cards are worth more than a hand."""
    cdef double gain = hand_value(values, 0, 12, contract) - hand_value(values, hand, 0, contract)
    return gain < 0 if contract == NULLO else gain > 0


cdef inline void exchange_on(
    const Values* values, const House* house, Opening* opening, int seat, int contract, double softness, Random* random
) noexcept nogil:
    """Let the seats from `seat` on decide by the policy, each on its own cards."""
    cdef Thrown found
    while seat < 3:
        if not house.take:
            found = best_discard(
                values, opening.hand[seat], contract, allowed(house, opening, seat), softness, random
            )
            draw(opening, seat, found.cards)
        elif would_take(values, opening.hand[seat], contract):
            take_all(house, opening, seat)
            return
        seat += 1


cdef inline int kind_bit(int contract) noexcept nogil:
    """1 for a trump suit, 2 for no trump, 4 for Nullo."""
    return 1 if contract < NT else 2 if contract == NT else 4


cdef inline int best_contract(const Values* values, u64 hand, int kinds, int allowance, int par) noexcept nogil:
    """The contract that the evaluation likes best after the best discard.

    `kinds` is the sum of the bits of the kinds that may be declared (at least one).
    """
    cdef int contract, best = -1
    cdef double gain, most = -1e300
    for contract in range(6):
        if not kinds & kind_bit(contract):
            continue
        gain = best_discard(values, hand, contract, allowance, 0.0, NULL).tricks - par
        if contract == NULLO:
            gain = -gain
        if gain > most:
            most, best = gain, contract
    return best


cdef inline void first_lead(const House* house, const Opening* opening, int contract, Table* table) noexcept nogil:
    """Set the table for the play; from here on masks are by strength."""
    cdef int seat
    for seat in range(3):
        table.hand[seat] = by_strength(opening.hand[seat], contract)
        table.known[seat] = by_strength(opening.thrown[seat], contract)
        table.voids[seat] = 0
        table.won[seat] = 0
    table.hidden = by_strength(house.deck, contract)
    table.trick[0] = table.trick[1] = 0
    table.played = 0
    table.leader = 0
    table.trump = contract if contract < NT else NO_TRUMP
    table.avoid = contract == NULLO

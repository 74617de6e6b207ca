"""The decisions before the play by the policy, for compiled code: exchanges, the offer of the Manni, the first lead."""

from libc.math cimport exp

from solver.bits cimport bit, lowest, popcount, u64

from manni.policy._chance cimport Random, random_below, random_unit, random_word
from manni.policy._thumb cimport NO_TRUMP, Table
from manni.policy._values cimport NT, NULLO, Thrown, Values, best_discard, by_strength, hand_value

cdef enum:
    MOST_STOCK = 16
    MOST_DEALS = 100    # tries to find a deal that explains what was done


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


cdef inline double temptation(const Values* values, u64 hand, int contract) noexcept nogil:
    """How much more twelve unseen cards are worth than a hand, in tricks (under Nullo, of tricks avoided)."""
    cdef double gain = hand_value(values, 0, 12, contract) - hand_value(values, hand, 0, contract)
    return values.unseen + (-gain if contract == NULLO else gain)


cdef inline bint would_take(const Values* values, u64 hand, int contract) noexcept nogil:
    """Whether twelve unseen cards are worth more than a hand."""
    return temptation(values, hand, contract) > 0


cdef inline bint exchange_one(
    const Values* values, const House* house, Opening* opening, int seat, int contract, double softness, Random* random
) noexcept nogil:
    """Let a seat decide by the policy, on its own cards; returns whether that ends the exchange."""
    cdef Thrown found
    if not house.take:
        found = best_discard(
            values, opening.hand[seat], contract, allowed(house, opening, seat), -1, softness, random
        )
        draw(opening, seat, found.cards)
        return seat == 2
    if would_take(values, opening.hand[seat], contract):
        take_all(house, opening, seat)
        return True
    return seat == 2


cdef inline void exchange_on(
    const Values* values, const House* house, Opening* opening, int seat, int contract, double softness, Random* random
) noexcept nogil:
    """Let the seats from `seat` on decide by the policy, each on its own cards."""
    while seat < 3:
        if exchange_one(values, house, opening, seat, contract, softness, random):
            return
        seat += 1


cdef inline int kind_bit(int contract) noexcept nogil:
    """1 for a trump suit, 2 for no trump, 4 for Nullo."""
    return 1 if contract < NT else 2 if contract == NT else 4


cdef inline int dealer_allowance(const House* house) noexcept nogil:
    """How many cards the dealer may count on exchanging: what is left when the others take all they may."""
    return max(0, min(house.allowance[2], house.stock - house.allowance[0] - house.allowance[1]))


cdef inline double contract_gain(const Values* values, u64 hand, int contract, int allowance, int par) noexcept nogil:
    """Points to be expected of a contract after the best discard, a trick being a point."""
    cdef double tricks = best_discard(values, hand, contract, allowance, -1, 0.0, NULL).tricks
    return par - tricks if contract == NULLO else tricks - par


cdef inline int best_contract(const Values* values, u64 hand, int kinds, int allowance, int par) noexcept nogil:
    """The contract that the evaluation likes best; `kinds` adds up the bits of those allowed (at least one)."""
    cdef int contract, best = -1
    cdef double gain, most = -1e300
    for contract in range(6):
        if kinds & kind_bit(contract):
            gain = contract_gain(values, hand, contract, allowance, par)
            if gain > most:
                most, best = gain, contract
    return best


cdef struct History:
    # What has been decided of a hand, as a seat sees it whose turn it is to decide.
    int seat            # whose turn it is
    u64 hand            # the cards it was dealt, which it still holds
    int cut             # the card in the dealer's hand that all have seen, or -1
    int contract        # -1 when it is still to be declared
    bint declared       # whether the dealer chose the contract
    int par
    int exchanged[3]    # by seat before this one, how many cards


cdef inline double disbelief(
    const Values* values, const House* house, const History* history, Opening* opening, Random* random
) noexcept nogil:
    """Let the earlier seats decide as they did; returns by how many tricks they must have missed the policy's best."""
    cdef double found = 0, best
    cdef Thrown discard
    cdef int seat, kinds, count, contract = history.contract
    if history.declared and history.seat != 2:
        # Which other kinds were left to declare is not known: each may have been.
        kinds = kind_bit(contract) | <int>(random_word(random) >> 61)
        count = dealer_allowance(house)
        best = contract_gain(
            values, opening.hand[2], best_contract(values, opening.hand[2], kinds, count, history.par), count,
            history.par,
        )
        found += best - contract_gain(values, opening.hand[2], contract, count, history.par)
    for seat in range(history.seat if contract >= 0 else 0):
        if house.take:
            found += max(0.0, temptation(values, opening.hand[seat], contract))
            continue
        discard = best_discard(
            values, opening.hand[seat], contract, allowed(house, opening, seat), history.exchanged[seat], 0.0, NULL
        )
        found += discard.loss
        draw(opening, seat, discard.cards)
    return found


cdef inline void deal_before(
    const Values* values, const House* house, const History* history, double doubt, Opening* opening, Random* random
) noexcept nogil:
    """Deal what a seat has not seen, from the beginning of the hand on, until the earlier seats would do what they did.

    A deal in which they miss the policy's best by so many tricks is taken with probability exp(-tricks / doubt), the
    last of `MOST_DEALS` in any case. The Manni is what is then left of it.
    """
    cdef signed char cards[52]
    cdef signed char card
    cdef u64 rest = house.deck & ~history.hand
    cdef int count = 0, _tries, _card, i, other, seat, place
    if history.cut >= 0:
        rest &= ~bit(history.cut)
    while rest:
        cards[count] = lowest(rest)
        rest &= rest - 1
        count += 1
    for _tries in range(MOST_DEALS):
        for i in range(count - 1, 0, -1):
            other = random_below(random, i + 1)
            card = cards[i]
            cards[i] = cards[other]
            cards[other] = card
        place = 0
        for seat in range(3):
            opening.thrown[seat] = 0
            opening.exchanged[seat] = 0
            if seat == history.seat:
                opening.hand[seat] = history.hand
                continue
            opening.hand[seat] = bit(history.cut) if seat == 2 and history.cut >= 0 else 0
            for _card in range(11 if opening.hand[seat] else 12):
                opening.hand[seat] |= bit(cards[place])
                place += 1
        opening.drawn = 0
        for i in range(house.stock):
            opening.stock[i] = cards[place + i]
        if random_unit(random) < exp(-disbelief(values, house, history, opening, random) / doubt):
            return


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

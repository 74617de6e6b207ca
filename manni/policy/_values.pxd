"""What a hand is worth before the play, for compiled code: see `manni.policy.evaluation`. Masks are as printed."""

from solver.bits cimport bit, highest, lowest, popcount, u64

from manni.policy._chance cimport Random, gumbel

cdef enum:
    NT = 4              # contracts are 0 to 3 for a trump suit,
    NULLO = 5           # and these
    RANKS = 13
    LANE_CARDS = 0x1fff


cdef struct Values:
    # In expected tricks.
    double suit[4][8192]    # by kind of suit (trump, side, no trump, Nullo) and the 13 bits of its cards, by strength
    double draws[3][13]     # by kind of contract (trump, no trump, Nullo) and the number of cards drawn
    double unseen           # what more twelve unseen cards are worth, for the chance of many tricks


cdef struct Thrown:
    u64 cards           # as printed
    double tricks       # to be expected of the cards kept and those drawn for them
    double loss         # tricks (under Nullo the other way round) behind the discard liked best of all


cdef inline u64 by_strength(u64 cards, int contract) noexcept nogil:
    """Renumber cards so that a higher bit of a suit wins: the ace goes down under Nullo."""
    if contract != NULLO:
        return cards
    return (cards & <u64>0x0fff0fff0fff0fff) << 1 | (cards & <u64>0x1000100010001000) >> 12


cdef inline u64 by_rank(u64 cards, int contract) noexcept nogil:
    """Undo `by_strength`."""
    if contract != NULLO:
        return cards
    return (cards & <u64>0x1ffe1ffe1ffe1ffe) >> 1 | (cards & <u64>0x0001000100010001) << 12


cdef inline int suit_kind(int suit, int contract) noexcept nogil:
    """0 trump, 1 beside a trump suit, 2 no trump, 3 Nullo."""
    if contract >= NT:
        return contract - 2
    return 0 if suit == contract else 1


cdef inline const double* drawn_values(const Values* values, int contract) noexcept nogil:
    return values.draws[0 if contract < NT else contract - 3]


cdef inline double hand_value(const Values* values, u64 kept, int drawn, int contract) noexcept nogil:
    """Tricks to be expected of cards kept and a number drawn unseen."""
    cdef u64 cards = by_strength(kept, contract)
    cdef double found = drawn_values(values, contract)[drawn]
    cdef int suit
    for suit in range(4):
        found += values.suit[suit_kind(suit, contract)][cards >> 16 * suit & LANE_CARDS]
    return found


cdef inline Thrown best_discard(
    const Values* values, u64 hand, int contract, int allowance, int exactly, double softness, Random* random
) noexcept nogil:
    """The discard of at most `allowance` cards (of `exactly` so many unless that is -1) that the evaluation likes best.

    Within a suit the cards that matter least go first (the lowest; under Nullo the highest). That leaves a choice of
    how many per suit, which is solved exactly, suit by suit. With a softness each number per suit is liked better or
    worse by chance: by that many tricks times a Gumbel variable.
    """
    cdef double best[13]
    cdef double merged[13]
    cdef u64 thrown[13]
    cdef u64 with_suit[13]
    cdef double option[14]
    cdef u64 dropped[14]
    cdef double sign = -1.0 if contract == NULLO else 1.0, gain
    cdef u64 cards = by_strength(hand, contract), lane
    cdef int most = 0, options, suit, kind, total, n, reach
    cdef Thrown found
    best[0], thrown[0] = 0.0, 0
    allowance = min(allowance, 12)
    for suit in range(4):
        lane = cards >> 16 * suit & LANE_CARDS
        kind = suit_kind(suit, contract)
        option[0], dropped[0] = sign * values.suit[kind][lane], 0
        options = 0
        while lane and options < allowance:
            dropped[options + 1] = dropped[options]
            if contract == NULLO:
                n = highest(lane)
            else:
                n = lowest(lane)
            lane ^= bit(n)
            options += 1
            dropped[options] |= bit(16 * suit + n)
            option[options] = sign * values.suit[kind][lane]
        if softness > 0:
            for n in range(options + 1):
                option[n] += softness * gumbel(random)
        reach = min(allowance, most + options)
        for total in range(reach + 1):
            merged[total] = -1e300
            for n in range(max(0, total - most), min(total, options) + 1):
                gain = best[total - n] + option[n]
                if gain > merged[total]:
                    merged[total] = gain
                    with_suit[total] = thrown[total - n] | dropped[n]
        most = reach
        for total in range(most + 1):
            best[total], thrown[total] = merged[total], with_suit[total]
    n = 0
    for total in range(most + 1):
        best[total] += sign * drawn_values(values, contract)[total]
        if best[total] > best[n]:
            n = total
    total = n if exactly < 0 else min(exactly, most)
    found.loss = best[n] - best[total]
    found.tricks = best[total]
    found.cards = by_rank(thrown[total], contract)
    if softness > 0:
        found.tricks = hand_value(values, hand & ~found.cards, popcount(found.cards), contract)
    else:
        found.tricks *= sign
    return found

"""Card sets as 64-bit masks: a lane of 16 bits per suit, 13 of them used, a higher bit for a higher rank."""

cdef extern from "bits.h" nogil:
    ctypedef unsigned long long u64 "uint64_t"
    ctypedef unsigned int u32 "uint32_t"
    ctypedef unsigned short u16 "uint16_t"
    ctypedef unsigned char u8 "uint8_t"
    int popcount "manni_popcount"(u64 x)
    int lowest "manni_ctz"(u64 x)          # index of the lowest bit; x must not be 0
    int leading_zeros "manni_clz"(u64 x)   # x must not be 0
    u64 pext "manni_pext"(u64 x, u64 mask)
    void pext_both "manni_pext_both"(u64 x, u64 y, u64 mask, u64* a, u64* b)
    u64 pdep "manni_pdep"(u64 x, u64 mask)
    void prefetch "manni_prefetch"(const void* place)   # reading from there soon
    int runs_v3 "manni_runs_v3"()
    const u64 LANES "MANNI_LANES"    # every bit that may stand for a card
    const u64 ONES "MANNI_ONES"      # the lowest bit of each lane
    const u64 GAPS "MANNI_GAPS"      # a bit above the cards of each suit but the last one
    const u64 WON "MANNI_WON"        # in a search result: role 0 reaches the target
    const u64 PROVEN "MANNI_PROVEN"  # in a bound: the target is decided
    const u64 CODES "MANNI_CODES"    # in a word of a pattern: the owner codes
    const u64 TOLD "MANNI_TOLD"      # in a word of a pattern: all but the bound
    const u64 GOLDEN "MANNI_GOLDEN"  # multiplier for hashing: 2^64 / golden ratio


cdef inline u64 bit(int card) noexcept nogil:
    return <u64>1 << card


cdef inline u64 lane(int suit) noexcept nogil:
    """The cards of one suit."""
    return <u64>0x1fff << (16 * suit)


cdef inline int highest(u64 x) noexcept nogil:
    """Index of the highest bit; `x` must not be 0."""
    return 63 - leading_zeros(x)


cdef inline u64 above(int card) noexcept nogil:
    """All bits above `card`, in every lane; mask with the lane."""
    return ~((<u64>2 << card) - 1)


cdef inline u64 upward(u64 cards) noexcept nogil:
    """In each lane every bit at or above the lowest of `cards` (a subset of `LANES`); empty lanes stay empty."""
    return (cards | ((~cards & LANES) + ONES)) & LANES


cdef inline u64 downward(u64 cards) noexcept nogil:
    """In each lane every bit at or below the highest of `cards`; empty lanes stay empty."""
    cards |= (cards >> 1) & (ONES * 0x7fff)
    cards |= (cards >> 2) & (ONES * 0x3fff)
    cards |= (cards >> 4) & (ONES * 0x0fff)
    return cards | ((cards >> 8) & (ONES * 0x00ff))


cdef inline u64 mirrored(u64 cards) noexcept nogil:
    """The same cards with the ranks of each suit in reverse order."""
    cdef u64 out = 0
    cdef int card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out |= bit((card & 48) | (12 - (card & 15)))
    return out


cdef inline u64 compress(u64 cards, u64 all) noexcept nogil:
    """Move the cards of each suit up over the ranks that none of `all` has."""
    cdef u64 out = 0
    cdef int suit
    cdef u64 suit_all
    for suit in range(4):
        suit_all = (all >> (16 * suit)) & 0x1fff
        out |= pext((cards >> (16 * suit)) & 0x1fff, suit_all) << (16 * suit + 13 - popcount(suit_all))
    return out

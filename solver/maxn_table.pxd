"""What the max^n search keeps of a trick start, and under which key of its table."""

from solver.bars cimport ZERO, Bars, for_seats
from solver.bits cimport CODES, LANES, ONES, downward, highest, pdep, pext, u32, u64
from solver.patterns cimport (
    COUNT, EXACT, GENERATION, GUARDS, RESULT, Block, Pattern, Patterns, block_at, claim, insert, patterns_clear,
)
from solver.state cimport Search, next_role


cdef struct Place:
    u64 all             # cards in play
    u64 a               # owners of all cards, as in a pattern
    u64 b
    u64 shape           # from the leader on; the last suit's lengths, which the hands' size tells, give way to it
    u64 first           # suits whose highest card the leader or the third hand holds, a bit each
    u64 second          # suits whose highest card the second or the third hand holds
    u64 told            # bars from the leader on, a byte each
    u64 enough          # scores that suffice from the leader on, five bits each, `UNUSED` for none
    bint refused        # a pattern fits, but tells only of a refusal for other bars


cdef enum:
    UNUSED = 15
    BAR_BASE = 32       # makes a bar a byte


cdef inline u64 suits_of(u64 cards) noexcept nogil:
    """The suits of `cards`, a bit each."""
    # each lane's bit 13 is carried into by any card of it; the product brings the four together
    return ((((cards + LANES) >> 13) & ONES) * <u64>0x1000200040008 >> 48) & 15


cdef inline u64 suits_above(u64 mine, u64 theirs) noexcept nogil:
    """The suits in which the highest card is mine, a bit each."""
    return ((((mine + ONES * 0x7fff - theirs) >> 15) & ONES) * <u64>0x1000200040008 >> 48) & 15


cdef inline u64 highest_of_suits(u64 cards) noexcept nogil:
    """The highest of `cards` in each suit."""
    cards = downward(cards)
    return cards & ~((cards >> 1) & (ONES * 0x7fff))


cdef inline void find_place(const Search* s, int leader, int n, Place* place) noexcept nogil:
    """Where the table keeps what is known of a trick start."""
    cdef u64 lead = s.hand[leader]
    cdef u64 second = s.hand[next_role(leader)]
    cdef u64 shape = s.shape
    place.all = s.hand[0] | s.hand[1] | s.hand[2]
    place.a = pext(place.all & ~second, place.all)
    place.b = pext(place.all & ~lead, place.all)
    shape = (shape >> (16 * leader)) | (shape << (48 - 16 * leader))
    place.shape = (shape & <u64>0x0fff0fff0fff) | (<u64>n << 12)
    place.first = suits_above(place.all & ~second, second)
    place.second = suits_above(place.all & ~lead, lead)


cdef inline u64 from_zero(u64 word, int least) noexcept nogil:
    """A word of `Bars` counted from `least` on, what is below as 0."""
    word += for_seats(0x8000 - ZERO - least)
    return word & (((word >> 15) & for_seats(1)) * 0x7fff)


cdef inline u64 from_leader(u64 word, int leader) noexcept nogil:
    """A word of `Bars` with the leader first."""
    return ((word >> (16 * leader)) | (word << (48 - 16 * leader))) & <u64>0xffffffffffff


cdef inline void tell(Place* place, int leader, const Bars* bars) noexcept nogil:
    """Ask for these bars."""
    cdef u64 word = from_leader(from_zero(bars.bar, -BAR_BASE), leader)
    place.told = (word & 0xff) | ((word >> 8) & 0xff00) | ((word >> 16) & 0xff0000)
    word = from_leader(from_zero(bars.enough, 0), leader)
    # from 15 on none is told from another
    word |= (((word + for_seats(0x8000 - UNUSED)) >> 15) & for_seats(1)) * UNUSED
    word &= for_seats(UNUSED)
    place.enough = (word | (word >> 11) | (word >> 22)) & (UNUSED | (UNUSED << 5) | (UNUSED << 10))


cdef inline u64 key_of(const Patterns* t, const Place* place, u64 kind) noexcept nogil:
    """Key of the patterns that rest on the highest cards of the suits in `kind`."""
    return place.shape | ((place.first & kind) << 28) | ((place.second & kind) << 44) | (t.generation << GENERATION)


cdef inline bint recalled(Search* s, Place* place, u64* mask, int* result, u64* enough) noexcept nogil:
    """Whether a pattern answers; sets the cards that it rests on, its result and the scores that suffice."""
    cdef Patterns* t = &s.patterns
    cdef int kind
    cdef u32 kinds
    cdef u64 key = key_of(t, place, 0)
    cdef Block* block = block_at(t, key)
    place.refused = False
    if block.key != key:
        return False
    kinds = block.kinds
    while kinds:
        kind = highest(kinds)
        kinds ^= <u32>1 << kind
        if recalled_from(t, key_of(t, place, kind), place, mask, result, enough):
            return True
    return False


cdef inline bint recalled_from(Patterns* t, u64 key, Place* place, u64* mask, int* result, u64* enough) noexcept nogil:
    """As `recalled`, from one block; the pattern that answers comes to the end, where the next search begins."""
    cdef Block* block = block_at(t, key)
    cdef Pattern* first
    cdef Pattern* pattern
    cdef Pattern found
    cdef u64 care, told
    cdef int last = (block.size & COUNT) - 1
    if block.key != key or last < 0:
        return False
    first = t.pool + block.start
    pattern = first + last + 1
    while pattern > first:
        pattern -= 1
        care = pattern.a | pattern.b
        if ((place.a ^ pattern.a) | (place.b ^ pattern.b)) & care & CODES == 0:
            told = pattern.a >> RESULT
            if told >> 16 == EXACT or (
                    told & 255 <= place.told & 255 and (told >> 8) & 255 <= (place.told >> 8) & 255
                    and told >> 16 <= place.told >> 16
                    and ((pattern.b >> RESULT | GUARDS) - place.enough) & GUARDS == GUARDS):
                found = pattern[0]
                pattern[0] = first[last]
                first[last] = found
                mask[0] = pdep(care & CODES, place.all)
                result[0] = <int>told
                enough[0] = found.b >> RESULT
                return True
            place.refused = True
    return False


cdef inline void keep(Search* s, const Place* place, u64 mask, int result, u64 enough) noexcept nogil:
    """Keep a result that rests on the cards in `mask`."""
    cdef Patterns* t = &s.patterns
    cdef u64 kind = suits_of(highest_of_suits(place.all) & mask)
    cdef u64 places = pext(mask, place.all)
    cdef Block* block
    cdef int _
    for _ in range(2):
        if insert(t, key_of(t, place, kind), (place.a & places) | (<u64>result << RESULT),
                  (place.b & places) | (enough << RESULT)):
            block = claim(t, key_of(t, place, 0))
            if block != NULL:
                block.kinds |= <u32>1 << kind
                return
        # no memory left: the table starts again
        patterns_clear(t)

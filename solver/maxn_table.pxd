"""What the max^n search keeps of a trick start, and under which key."""

from solver.bars cimport ZERO, Bars, for_seats
from solver.bits cimport u32, u64
from solver.ends cimport owners
from solver.outcomes cimport RESULT, Entry, Outcomes, grow, hashed, outcomes_clear, same_key
from solver.state cimport Search
from solver.techniques cimport USE_TABLE


cdef struct Place:
    u64 a               # the key: see `owners`
    u64 b
    u32 hash
    u64 told            # bars from the leader on, a byte each
    u64 enough          # scores that suffice from the leader on, five bits each, `UNUSED` for none


cdef enum:
    UNUSED = 15
    BAR_BASE = 32       # makes a bar a byte
    EXACT = 255         # in place of the third bar: the result is an outcome
    GUARDS = 0x4210     # above each of the scores that suffice, to compare three at once


cdef inline void find_place(u64 lead, u64 second, u64 third, Place* place) noexcept nogil:
    """The key of a trick start, with the hands from the leader on."""
    owners(lead, second, third, &place.a, &place.b)
    place.hash = hashed(place.a, place.b)


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


cdef inline int outcome_told(u64 result, int all) noexcept nogil:
    """The scores from the leader on, which add up to `all`, of a result that is an outcome."""
    cdef int told = <int>(result & 0xffff)
    return told | (all - (told & 255) - (told >> 8)) << 16


cdef inline u64 telling(int scores) noexcept nogil:
    """The result that tells an outcome."""
    return <u64>((scores & 0xffff) | (EXACT << 16))


cdef inline bint answers(u64 told, u64 enough, u64 bars, u64 suffice) noexcept nogil:
    """Whether a result, with what sufficed, is one for these bars and sufficient scores, too."""
    return told >> 16 == EXACT or (
        told & 255 <= bars & 255 and (told >> 8) & 255 <= (bars >> 8) & 255 and told >> 16 <= bars >> 16
        and ((enough | GUARDS) - suffice) & GUARDS == GUARDS)


cdef inline bint recalled(const Search* s, const Place* place, u64* result, u64* enough) noexcept nogil:
    """Whether the table answers; sets the result and the scores that suffice."""
    cdef const Outcomes* t = &s.outcomes
    cdef const Entry* entry
    cdef u32 i = place.hash & t.mask
    while USE_TABLE:
        entry = t.entries + i
        if entry.b == 0:
            return False
        if same_key(entry, place.a, place.b):
            if answers(entry.a >> RESULT, entry.b >> RESULT, place.told, place.enough):
                result[0] = entry.a >> RESULT
                enough[0] = entry.b >> RESULT
                return True
        i = (i + 1) & t.mask
    return False


cdef inline void keep(Search* s, const Place* place, u64 result, u64 enough) noexcept nogil:
    """Keep a result, in place of one that it makes needless."""
    cdef Outcomes* t = &s.outcomes
    cdef Entry* entry
    cdef u32 i
    if 2 * t.used > t.mask and not grow(t):
        # no memory left: the table starts again
        outcomes_clear(t)
    i = place.hash & t.mask
    while True:
        entry = t.entries + i
        if entry.b == 0:
            t.used += 1
            break
        if same_key(entry, place.a, place.b) and answers(
                result, enough, entry.a >> RESULT, entry.b >> RESULT):
            break
        i = (i + 1) & t.mask
    entry.a = place.a | (result << RESULT)
    entry.b = place.b | (enough << RESULT)

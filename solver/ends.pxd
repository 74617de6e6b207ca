"""The memory of the last tricks of max^n: the outcome of each position, in one word with the whole of its key.

A hash table with open addressing; it doubles when it is half full, up to a cap in bytes. When it is three quarters full
after that, new positions take the place of others, of those with few cards before those with many.
The last two tricks stand in an array of their own: a trump and six cards leave few layouts, so each is played out once,
for all searches to come.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from solver.bits cimport GAPS, GOLDEN, pext_both, popcount, u8, u32, u64
from solver.techniques cimport USE_TABLE


cdef struct Ends:
    u64* entries        # a key; in its lowest byte the leader's score and, from bit 4 on, the second seat's; 0 for none
    u32 mask            # number of entries less one; a power of two
    u32 used
    u64 memory_limit    # bytes

cdef struct LastTwo:
    int trump           # suit for which scores are kept, 4 for none
    bint avoid
    bint ready
    u8 number[512]      # of a set of four of nine places, among all such sets
    u8 scores[128 * 128]    # by the numbers of both words of a position: as in `Ends`


cdef enum:
    FIRST_ENTRIES = 1024
    KEY = 8             # where the key starts in an entry
    SECOND_WORD = 35    # and the second word of the position
    NOT_KNOWN = 255     # in place of scores of the last two tricks


cdef inline void ends_free(Ends* t) noexcept nogil:
    free(t.entries)
    t.entries = NULL


cdef inline u64 ends_bytes(const Ends* t) noexcept nogil:
    return (<u64>t.mask + 1) * sizeof(u64) if t.entries != NULL else 0


cdef inline void ends_clear(Ends* t) noexcept nogil:
    memset(t.entries, 0, (<u64>t.mask + 1) * sizeof(u64))
    t.used = 0


cdef inline bint ends_ready(Ends* t, u64 memory_limit) noexcept nogil:
    """Make a table where there is none; False when memory is short."""
    t.memory_limit = memory_limit
    t.entries = <u64*>calloc(FIRST_ENTRIES, sizeof(u64))
    t.mask = FIRST_ENTRIES - 1
    t.used = 0
    return t.entries != NULL


cdef inline void last_two_ready(LastTwo* t, int trump, bint avoid) noexcept nogil:
    """Forget the scores of another trump."""
    cdef int places
    cdef int count = 0
    if t.ready and t.trump == trump and t.avoid == avoid:
        return
    if not t.ready:
        for places in range(512):
            if popcount(places) == 4:
                t.number[places] = count
                count += 1
    t.trump = trump
    t.avoid = avoid
    t.ready = True
    memset(t.scores, NOT_KNOWN, sizeof(t.scores))


cdef inline void owners(u64 lead, u64 second, u64 third, u64* a, u64* b) noexcept nogil:
    """The two words that tell a trick start, with the hands from the leader on; ranks that nobody holds do not count.

    A bit in each for the owner of a card, counted from 1, the leader, from the lowest suit and rank up, with a gap
    after each suit but the last one.
    """
    pext_both(lead | third, second | third, lead | second | third | GAPS, a, b)


cdef inline u64 end_key(u64 lead, u64 second, u64 third) noexcept nogil:
    """Both words in one, for eight tricks at most."""
    cdef u64 a, b
    owners(lead, second, third, &a, &b)
    return (b << SECOND_WORD) | (a << KEY)


cdef inline int two_left(const LastTwo* t, u64 lead, u64 second, u64 third) noexcept nogil:
    """Where the scores of the last two tricks stand."""
    cdef u64 a, b
    owners(lead, second, third, &a, &b)
    return 128 * t.number[a] + t.number[b]


cdef inline u32 place_of(const Ends* t, u64 key) noexcept nogil:
    """Where the search for a key begins."""
    return <u32>(key * GOLDEN >> 32) & t.mask


cdef inline u64 noted(int scores) noexcept nogil:
    """Scores, a byte each, as a byte."""
    return <u64>((scores & 15) | ((scores >> 4) & 240))


cdef inline int told(u64 note, int all) noexcept nogil:
    """The scores, which add up to `all`."""
    cdef int first = note & 15
    cdef int second = (note >> 4) & 15
    return first | second << 8 | (all - first - second) << 16


cdef inline int recalled_end(const Ends* t, u64 key, int all) noexcept nogil:
    """The scores from the leader on, which add up to `all`; -1 when they are not known."""
    cdef u32 i = place_of(t, key)
    while USE_TABLE and t.entries[i]:
        if (t.entries[i] ^ key) >> KEY == 0:
            return told(t.entries[i], all)
        i = (i + 1) & t.mask
    return -1


cdef inline bint ends_grow(Ends* t) noexcept nogil:
    """Twice the entries; False when memory is short."""
    cdef u64 count = (<u64>t.mask + 1) * 2
    cdef u64* old = t.entries
    cdef u64* entries
    cdef u64 i
    cdef u32 j
    if count * sizeof(u64) > t.memory_limit or count >> 32:
        return False
    if (count + count // 2) * sizeof(u64) > t.memory_limit:
        # not both at once: what is known gives way to the room
        entries = <u64*>realloc(old, count * sizeof(u64))
        if entries == NULL:
            return False
        t.entries = entries
        t.mask = <u32>(count - 1)
        ends_clear(t)
        return True
    entries = <u64*>calloc(count, sizeof(u64))
    if entries == NULL:
        return False
    t.mask = <u32>(count - 1)
    for i in range(count // 2):
        if old[i]:
            j = place_of(t, old[i] >> KEY << KEY)
            while entries[j]:
                j = (j + 1) & t.mask
            entries[j] = old[i]
    t.entries = entries
    free(old)
    return True


cdef inline void keep_end(Ends* t, u64 key, int scores) noexcept nogil:
    """Keep scores that the table does not know, if need be in place of others."""
    cdef u64 entry = key | noted(scores)
    cdef bint room = 2 * t.used <= t.mask or ends_grow(t) or 4 * <u64>t.used <= 3 * <u64>t.mask
    cdef u32 i = place_of(t, key)
    cdef u32 least = i
    cdef int _
    if room:
        while t.entries[i]:
            i = (i + 1) & t.mask
        t.entries[i] = entry
        t.used += 1
        return
    # of those that a search for the key would meet first, the one with the fewest cards; it is nearly always the least
    for _ in range(4):
        if t.entries[i] == 0:
            break
        if t.entries[i] < t.entries[least]:
            least = i
        i = (i + 1) & t.mask
    if t.entries[least]:
        t.entries[least] = entry
    elif t.used < t.mask - t.mask // 16:    # some places stay free, so that every search for a key ends
        t.entries[least] = entry
        t.used += 1

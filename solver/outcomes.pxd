"""The memory of the max^n search: outcomes of trick starts, each under the whole of its key.

Most are in a hash table: open addressing, twice the size when it is half full, up to a cap in bytes, and after that it
starts again. Keys are told apart by all their bits, never by a hash alone. What is known of the last two tricks stands
in an array of its own: a trump and six cards leave few layouts, so each is played out once, for all searches to come.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver.bits cimport GOLDEN, popcount, u8, u32, u64


cdef struct Entry:
    u64 a               # first word of the key; from bit 40 on the result, three bytes
    u64 b               # second word; from bit 40 on the scores that suffice, five bits each, then the generation

cdef struct Outcomes:
    Entry* entries
    u64 generation      # of the entries that count, so that clearing costs nothing; 1 or more
    u32 mask            # number of entries less one; a power of two
    u32 used
    u64 memory_limit    # bytes

cdef struct LastTwo:
    int trump           # suit for which scores are kept, 4 for none
    bint avoid
    bint ready
    u8 number[512]      # of a set of four of nine places, among all such sets
    u8 scores[128 * 128]    # by the numbers of both words of a key: the leader's, from bit 2 on the second seat's


cdef enum:
    FIRST_ENTRIES = 1024
    RESULT = 40         # where the result starts
    GENERATION = 55     # where the generation starts
    GENERATIONS = 512
    NOT_KNOWN = 255     # in place of scores of the last two tricks


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


cdef inline u64 outcomes_bytes(const Outcomes* t) noexcept nogil:
    return (<u64>t.mask + 1) * sizeof(Entry) if t.entries != NULL else 0


cdef inline bint outcomes_ready(Outcomes* t, u64 memory_limit) noexcept nogil:
    """Empty the table, made if need be; False when memory is short."""
    t.memory_limit = memory_limit
    if t.entries == NULL:
        t.entries = <Entry*>calloc(FIRST_ENTRIES, sizeof(Entry))
        t.mask = FIRST_ENTRIES - 1
        t.generation = 0
    if t.entries == NULL:
        return False
    outcomes_clear(t)
    return True


cdef inline void outcomes_free(Outcomes* t) noexcept nogil:
    free(t.entries)
    t.entries = NULL


cdef inline void outcomes_clear(Outcomes* t) noexcept nogil:
    t.generation += 1
    if t.generation == GENERATIONS:
        t.generation = 1
        memset(t.entries, 0, (<u64>t.mask + 1) * sizeof(Entry))
    t.used = 0


cdef inline u32 hashed(u64 a, u64 b) noexcept nogil:
    cdef u64 x = (a * GOLDEN) ^ (b * (GOLDEN - 246))
    return <u32>((x ^ (x >> 23)) * GOLDEN >> 32)


cdef inline bint same_key(const Entry* entry, u64 a, u64 b) noexcept nogil:
    return ((entry.a ^ a) | (entry.b ^ b)) & ((<u64>1 << RESULT) - 1) == 0


cdef inline bint in_use(const Outcomes* t, const Entry* entry) noexcept nogil:
    return entry.b >> GENERATION == t.generation


cdef inline bint grow(Outcomes* t) noexcept nogil:
    """Twice the entries; False when memory is short."""
    cdef u64 count = (<u64>t.mask + 1) * 2
    cdef u64 key = (<u64>1 << RESULT) - 1
    cdef Entry* old = t.entries
    cdef Entry* entries
    cdef u64 i
    cdef u32 j
    # old and new ones are in memory at once
    if (count + count // 2) * sizeof(Entry) > t.memory_limit or count >> 32:
        return False
    entries = <Entry*>calloc(count, sizeof(Entry))
    if entries == NULL:
        return False
    t.mask = <u32>(count - 1)
    for i in range(count // 2):
        if in_use(t, old + i):
            j = hashed(old[i].a & key, old[i].b & key) & t.mask
            while entries[j].b:
                j = (j + 1) & t.mask
            entries[j] = old[i]
    t.entries = entries
    free(old)
    return True

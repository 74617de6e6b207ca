"""The memory of max^n with bars: what is known of trick starts, each under the whole of its key.

A hash table with open addressing; it doubles when it is half full, up to a cap in bytes, and after that starts again.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver.bits cimport GOLDEN, u32, u64


cdef struct Entry:
    u64 a               # first word of the key; from bit 40 on the result, three bytes
    u64 b               # second word, 0 for none; from bit 40 on the scores that suffice, five bits each

cdef struct Outcomes:
    Entry* entries
    u32 mask            # number of entries less one; a power of two
    u32 used
    u64 memory_limit    # bytes


cdef enum:
    FIRST_ENTRIES = 1024
    RESULT = 40         # where the result starts


cdef inline u64 outcomes_bytes(const Outcomes* t) noexcept nogil:
    return (<u64>t.mask + 1) * sizeof(Entry) if t.entries != NULL else 0


cdef inline void outcomes_free(Outcomes* t) noexcept nogil:
    free(t.entries)
    t.entries = NULL


cdef inline bint outcomes_ready(Outcomes* t, u64 memory_limit) noexcept nogil:
    """Make a table where there is none; False when memory is short."""
    t.memory_limit = memory_limit
    t.entries = <Entry*>calloc(FIRST_ENTRIES, sizeof(Entry))
    t.mask = FIRST_ENTRIES - 1
    t.used = 0
    return t.entries != NULL


cdef inline void outcomes_clear(Outcomes* t) noexcept nogil:
    memset(t.entries, 0, (<u64>t.mask + 1) * sizeof(Entry))
    t.used = 0


cdef inline u32 hashed(u64 a, u64 b) noexcept nogil:
    cdef u64 x = (a * GOLDEN) ^ (b * (GOLDEN - 246))
    return <u32>((x ^ (x >> 23)) * GOLDEN >> 32)


cdef inline bint same_key(const Entry* entry, u64 a, u64 b) noexcept nogil:
    return ((entry.a ^ a) | (entry.b ^ b)) & ((<u64>1 << RESULT) - 1) == 0


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
        if old[i].b:
            j = hashed(old[i].a & key, old[i].b & key) & t.mask
            while entries[j].b:
                j = (j + 1) & t.mask
            entries[j] = old[i]
    t.entries = entries
    free(old)
    return True

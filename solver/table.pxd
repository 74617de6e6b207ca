"""The transposition table: what is known of a trick start, for every layout of the cards that did not matter.

A *shape* is the number of cards that each hand holds in each suit, with the leader. Under one shape a chain of
entries holds *patterns*: the owners of the top relative ranks of each suit that decided the tricks below, and
bounds on the score of role 0. Partition search: M. Ginsberg, "Partition Search", AAAI 1996.

With the shape fixed, suits take fixed places when the cards in play are packed together, so a pattern of up to 36
cards is two words of 36 bits: owner 0 is 01, 1 is 10, 2 is 11, and 00 is any owner.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from solver.bits cimport GOLDEN, u8, u32, u64


cdef struct Entry:
    u64 a             # pattern, bit 0 of each owner code; the upper bits hold nothing
    u64 b             # pattern, bit 1 of each owner code
    u32 next          # next entry of the same shape, 0 at the end
    u8 lower          # proven score of role 0 over the tricks left
    u8 upper
    u8 kind           # free for the search

cdef struct Slot:
    u64 key           # shape, leader and generation; 0 for a slot that was never used
    u32 head          # first entry of the chain
    u32 kinds         # free for the search: a bit for each kind of entries that other slots hold

cdef struct Table:
    Slot* slots
    Entry* entries
    u64 generation    # in the key, so that clearing costs nothing
    u32 slot_mask     # number of slots less one; a power of two
    u32 slots_used
    u32 entry_count   # entries in use, entry 0 is never used
    u32 entry_room    # entries allocated
    u64 memory_limit  # bytes


cdef enum:
    FIRST_SLOTS = 4096
    FIRST_ENTRIES = 4096


cdef inline u64 table_bytes(const Table* t) noexcept nogil:
    return (<u64>t.slot_mask + 1) * sizeof(Slot) + <u64>t.entry_room * sizeof(Entry)


cdef inline bint table_init(Table* t, u64 memory_limit) noexcept nogil:
    """False when memory is short."""
    t.slots = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot))
    t.entries = <Entry*>malloc(FIRST_ENTRIES * sizeof(Entry))
    t.generation = 1
    t.slot_mask = FIRST_SLOTS - 1
    t.slots_used = 0
    t.entry_count = 1
    t.entry_room = FIRST_ENTRIES
    t.memory_limit = memory_limit
    return t.slots != NULL and t.entries != NULL


cdef inline void table_free(Table* t) noexcept nogil:
    free(t.slots)
    free(t.entries)
    t.slots = NULL
    t.entries = NULL


cdef inline void table_clear(Table* t) noexcept nogil:
    t.generation += 1
    if t.generation == (1 << 14):
        t.generation = 1
        memset(t.slots, 0, (<u64>t.slot_mask + 1) * sizeof(Slot))
    t.slots_used = 0
    t.entry_count = 1


cdef inline u64 table_key(const Table* t, u64 shape, int leader) noexcept nogil:
    return shape | (<u64>leader << 48) | (t.generation << 50)


cdef inline u32 table_hash(u64 key) noexcept nogil:
    return <u32>((key * GOLDEN) >> 32)


cdef inline Slot* table_slot(const Table* t, u64 key) noexcept nogil:
    """The slot of `key`, or the free one where it would go. Slots of old generations count as free."""
    cdef u32 i = table_hash(key) & t.slot_mask
    cdef Slot* slot
    while True:
        slot = t.slots + i
        if slot.key == key or (slot.key >> 50) != t.generation:
            return slot
        i = (i + 1) & t.slot_mask


cdef inline void table_grow_slots(Table* t) noexcept nogil:
    """Twice the slots, when they fit under the cap and in memory; else the table starts again."""
    cdef u64 count = (<u64>t.slot_mask + 1) * 2
    cdef Slot* old = t.slots
    cdef Slot* slots
    cdef Slot* slot
    cdef u64 i
    if count * sizeof(Slot) + <u64>t.entry_room * sizeof(Entry) > t.memory_limit:
        slots = NULL
    else:
        slots = <Slot*>calloc(count, sizeof(Slot))
    if slots == NULL:
        table_clear(t)
        return
    t.slots = slots
    t.slot_mask = <u32>(count - 1)
    for i in range(count // 2):
        if (old[i].key >> 50) == t.generation:
            slot = table_slot(t, old[i].key)
            slot[0] = old[i]
    free(old)


cdef inline bint table_grow_entries(Table* t) noexcept nogil:
    cdef u64 room = <u64>t.entry_room * 2
    cdef Entry* entries
    if (<u64>t.slot_mask + 1) * sizeof(Slot) + room * sizeof(Entry) > t.memory_limit or room >> 32:
        return False
    entries = <Entry*>realloc(t.entries, room * sizeof(Entry))
    if entries == NULL:
        return False
    t.entries = entries
    t.entry_room = <u32>room
    return True


cdef inline Slot* table_claim(Table* t, u64 shape, int leader) noexcept nogil:
    """The slot of a shape, made if need be."""
    cdef u64 key = table_key(t, shape, leader)
    cdef Slot* slot = table_slot(t, key)
    if slot.key != key:
        if 2 * t.slots_used > t.slot_mask:
            table_grow_slots(t)
            key = table_key(t, shape, leader)
            slot = table_slot(t, key)
        slot.key = key
        slot.head = 0
        slot.kinds = 0
        t.slots_used += 1
    return slot


cdef inline void table_add(Table* t, u64 shape, int leader, u64 a, u64 b,
                           int lower, int upper, int kind) noexcept nogil:
    """Add an entry at the head of its chain."""
    cdef Slot* slot
    cdef Entry* entry
    cdef u32 i
    if t.entry_count == t.entry_room and not table_grow_entries(t):
        table_clear(t)
    slot = table_claim(t, shape, leader)
    i = t.entry_count
    t.entry_count += 1
    entry = t.entries + i
    entry.a = a
    entry.b = b
    entry.next = slot.head
    entry.lower = <u8>lower
    entry.upper = <u8>upper
    entry.kind = <u8>kind
    slot.head = i


cdef inline void table_store(Table* t, u64 shape, int leader, u64 a, u64 b, int lower, int upper) noexcept nogil:
    """Add a pattern, or tighten the same one."""
    cdef Slot* slot
    cdef Entry* entry
    cdef u64 key = table_key(t, shape, leader)
    cdef u32 i
    slot = table_slot(t, key)
    if slot.key == key:
        i = slot.head
        while i:
            entry = t.entries + i
            if entry.a == a and entry.b == b:
                if lower > entry.lower:
                    entry.lower = <u8>lower
                if upper < entry.upper:
                    entry.upper = <u8>upper
                return
            i = entry.next
    table_add(t, shape, leader, a, b, lower, upper, 0)

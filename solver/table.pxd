"""The transposition table: what is known of a trick start, for every layout of the cards that did not matter.

A *shape* is the number of cards that each hand holds in each suit, with the leader. Under one shape stand
*patterns*: the owners of the top relative ranks of each suit that decided the tricks below, and bounds on the score
of role 0. Partition search: M. Ginsberg, "Partition Search", AAAI 1996.

With the shape fixed, suits take fixed places when the cards in play are packed together, so a pattern of up to 36
cards is two words of 36 bits: owner 0 is 01, 1 is 10, 2 is 11, and 00 is any owner.

The patterns of a shape stand side by side in one block, as following a chain through memory took half of the time
of hard deals. A block that grows moves, and leaves its place to another. This is the table of the paranoid search;
that of max^n is in `patterns.pxd`.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from solver.bits cimport GOLDEN, u32, u64


cdef enum:
    FIRST_SLOTS = 4096
    FIRST_ENTRIES = 4096
    BLOCK_CLASSES = 24  # a block of class c takes 2^c entries, which are 3 * 2^(c - 1) patterns
    CLASS_SHIFT = 27    # of the size class in `Slot.kinds`
    MOST_PATTERNS = (1 << 27) - 1   # mask of their number there
    BOUND_SHIFT = 60    # of the bound in a word of a pattern


cdef struct Pattern:
    u64 a             # bit 0 of each owner code; the four upper bits are a proven lower bound on the score of role 0
    u64 b             # bit 1 of each owner code; the four upper bits are a proven upper bound

cdef struct Entry:    # what blocks are made of, a pattern and a half
    u64 room[2]
    u64 next          # of the first of a block that was left: the block of its size that was left before, 0 for none

cdef struct Slot:
    u64 key           # shape, leader and generation; 0 for a slot that was never used
    u32 head          # the entry at which the block of patterns begins, 0 for none
    u32 kinds         # number of patterns, above it the size class of the block

cdef struct Table:
    Slot* slots
    Entry* entries
    u64 generation    # in the key, so that clearing costs nothing
    u32 slot_mask     # number of slots less one; a power of two
    u32 slots_used
    u32 entry_count   # entries in use, entry 0 is never used
    u32 entry_room    # entries allocated
    u32 vacant[BLOCK_CLASSES]   # by size class, the last block that was left, 0 for none; it holds the one before
    u64 memory_limit  # bytes


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
    memset(t.vacant, 0, sizeof(t.vacant))
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
    memset(t.vacant, 0, sizeof(t.vacant))


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


cdef inline Pattern* table_block(const Table* t, const Slot* slot) noexcept nogil:
    """The patterns of a slot, the newest last."""
    return <Pattern*>(t.entries + slot.head)


cdef inline u32 block_room(int size_class) noexcept nogil:
    return 3 << size_class >> 1


cdef inline u32 table_take_block(Table* t, int size_class) noexcept nogil:
    """Where a block of a size class may begin, 0 when there is no room for it."""
    cdef u32 head = t.vacant[size_class]
    if head:
        t.vacant[size_class] = <u32>t.entries[head].next
        return head
    while t.entry_room - t.entry_count < <u32>1 << size_class:
        if not table_grow_entries(t):
            return 0
    head = t.entry_count
    t.entry_count += <u32>1 << size_class
    return head


cdef inline void table_store(Table* t, u64 shape, int leader, u64 a, u64 b, int lower, int upper) noexcept nogil:
    """Add a pattern to those of its shape."""
    cdef Slot* slot = table_claim(t, shape, leader)
    cdef Pattern* block = table_block(t, slot)
    cdef u32 head
    cdef u32 count = slot.kinds & MOST_PATTERNS
    cdef int size_class = slot.kinds >> CLASS_SHIFT
    if slot.head == 0 or count == block_room(size_class):
        if slot.head:
            size_class += 1
        head = table_take_block(t, size_class)
        if head == 0:
            table_clear(t)
            slot = table_claim(t, shape, leader)
            count = 0
            size_class = 0
            head = table_take_block(t, size_class)
        block = <Pattern*>(t.entries + head)
        if slot.head:
            memcpy(block, t.entries + slot.head, count * sizeof(Pattern))
            t.entries[slot.head].next = t.vacant[size_class - 1]
            t.vacant[size_class - 1] = slot.head
        slot.head = head
    block[count].a = a | (<u64>lower << BOUND_SHIFT)
    block[count].b = b | (<u64>upper << BOUND_SHIFT)
    slot.kinds = (count + 1) | (<u32>size_class << CLASS_SHIFT)

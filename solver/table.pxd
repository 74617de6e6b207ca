"""The transposition table: what is known of a trick start, for every layout of the cards that did not matter.

A *shape* is the number of cards that each hand holds in each suit, with the leader. Under one shape stand
*patterns*: what decided the tricks below, and bounds on the score of role 0. Partition search: M. Ginsberg,
"Partition Search", AAAI 1996.

When tricks are sought, a pattern tells the owners of the top relative ranks of each suit. With the shape fixed, suits
take fixed places when the cards in play are packed together, so a pattern of up to 36 cards is two words of 36 bits:
owner 0 is 01, 1 is 10, 2 is 11, and 00 is any owner. When they are avoided, it tells the order of pairs of cards (see
`pairs`): 01 or 10 which is above, 00 either, 60 pairs in two words. The *width* of a pattern is how many times two
words it takes; the shape fixes it.

The patterns of a shape stand side by side in one block, as following a chain through memory took half of the time
of hard deals. A block that grows moves, and leaves its place to another. Where a shape has many patterns, they are
divided by what they tell of one card or pair that most of them tell of, and again: of those that do, a look-up reads
one part in two or three. This is the table of the paranoid search; that of max^n is in `outcomes.pxd`.

Slots may take a quarter of the memory and entries the rest, each whatever the other takes: so a search visits as many
nodes in a table that has grown in searches before as in a new one.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from solver.bits cimport GOLDEN, TOLD, u32, u64


cdef enum:
    FIRST_SLOTS = 4096
    FIRST_ENTRIES = 4096
    BLOCK_CLASSES = 24  # a block of class c takes 2^c entries, which are 3 * 2^(c - 1) patterns
    CLASS_SHIFT = 27    # of the size class in `List.kinds`
    MOST_PATTERNS = (1 << 27) - 1   # mask of the number of patterns there
    DIVIDED = 0xffffffff    # in its place: the list is a `Division`
    DIVIDED_FROM = 24   # patterns in a list that is worth dividing
    SAMPLE = 16         # of them that tell by which place
    BOUND_SHIFT = 60    # of the bound in a word of a pattern; in those after the first there is none
    MOST_PLACES = 180   # of the cards or pairs that a pattern tells of


cdef struct Pattern:
    u64 a             # bit 0 of each code; the four upper bits are a proven lower bound on the score of role 0
    u64 b             # bit 1 of each code; the four upper bits are a proven upper bound

cdef struct Entry:    # what blocks are made of, a pattern and a half
    u64 room[2]
    u64 next          # of the first of a block that was left: the block of its size that was left before, 0 for none

cdef struct List:     # all patterns of a shape, or part of them
    u32 head          # the entry at which the block of patterns begins, 0 for none
    u32 kinds         # number of patterns, above it the size class of the block

cdef struct Division:     # takes two entries
    List parts[4]     # by the code at one place, first those that tell nothing there
    u64 place         # 64 for each word before

cdef struct Slot:
    u64 key           # shape, leader and generation; 0 for a slot that was never used
    List list

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
    if count * sizeof(Slot) > t.memory_limit // 4:
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
    if room * sizeof(Entry) > t.memory_limit - t.memory_limit // 4 or room >> 32:
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
        slot.list.head = 0
        slot.list.kinds = 0
        t.slots_used += 1
    return slot


cdef inline int owner_at(const Pattern* pattern, u64 place) noexcept nogil:
    """What a pattern tells at a place, 0 for anything."""
    pattern += place >> 6
    return <int>((pattern.a >> (place & 63) & 1) | (pattern.b >> (place & 63) & 1) << 1)


cdef inline bint fits(const Pattern* pattern, const Pattern* layout) noexcept nogil:
    cdef u64 told = (pattern.a | pattern.b) & TOLD
    return ((layout.a ^ pattern.a) | (layout.b ^ pattern.b)) & told == 0


cdef inline bint rest_fits(const Pattern* pattern, const Pattern* layout, int width) noexcept nogil:
    cdef int i
    for i in range(1, width):
        if not fits(pattern + i, layout + i):
            return False
    return True


cdef inline Pattern* find_in(const Table* t, const List* undivided, const Pattern* layout, int width,
                             u64 goal) noexcept nogil:
    """The pattern of a list that fits a layout and tells whether `goal` is reached, or NULL."""
    cdef Pattern* block = <Pattern*>(t.entries + undivided.head)
    cdef Pattern* found
    cdef Pattern* last
    cdef Pattern other
    cdef u32 i = undivided.kinds & MOST_PATTERNS
    cdef int k
    last = block + width * (i - 1)
    found = last + width
    while i:
        i -= 1
        found -= width
        if fits(found, layout) and (found.a >= goal or found.b < goal) and rest_fits(found, layout, width):
            # what answers once will answer again
            for k in range(width):
                other = found[k]
                found[k] = last[k]
                last[k] = other
            return last
    return NULL


cdef inline Pattern* find_divided(const Table* t, const List* divided, const Pattern* layout, int width,
                                  u64 goal) noexcept nogil:
    """As `find_in`, in the parts of a list that may hold such a pattern."""
    cdef const List* waiting[MOST_PLACES]
    cdef int count = 0
    cdef const Division* division
    cdef Pattern* found
    while True:
        while divided.kinds == DIVIDED:
            division = <Division*>(t.entries + divided.head)
            waiting[count] = &division.parts[0]
            count += division.parts[0].kinds != 0
            divided = &division.parts[owner_at(layout, division.place)]
        found = find_in(t, divided, layout, width, goal)
        if found != NULL or count == 0:
            return found
        count -= 1
        divided = waiting[count]


cdef inline Pattern* table_find(const Table* t, const List* patterns, const Pattern* layout, int width,
                                u64 goal) noexcept nogil:
    """As `find_in`, in all patterns of a shape."""
    if patterns.kinds != DIVIDED:
        return find_in(t, patterns, layout, width, goal)
    return find_divided(t, patterns, layout, width, goal)


cdef inline List* list_of(const Table* t, List* first, const Pattern* pattern) noexcept nogil:
    """The undivided list in which a pattern belongs."""
    cdef Division* division
    while first.kinds == DIVIDED:
        division = <Division*>(t.entries + first.head)
        first = &division.parts[owner_at(pattern, division.place)]
    return first


cdef inline u32 block_room(int size_class, int width) noexcept nogil:
    """How many patterns go into a block."""
    return (<u32>3 << size_class >> 1) // <u32>width


cdef inline bint reserve(Table* t, u32 entries) noexcept nogil:
    """Room for that many new entries; blocks may move, where it was short."""
    while t.entry_room - t.entry_count < entries:
        if not table_grow_entries(t):
            return False
    return True


cdef inline u32 take_block(Table* t, int size_class) noexcept nogil:
    """Where a block of a size class begins, for which room was reserved."""
    cdef u32 head = t.vacant[size_class]
    if head:
        t.vacant[size_class] = <u32>t.entries[head].next
        return head
    head = t.entry_count
    t.entry_count += <u32>1 << size_class
    return head


cdef inline void leave_block(Table* t, u32 head, int size_class) noexcept nogil:
    t.entries[head].next = t.vacant[size_class]
    t.vacant[size_class] = head


cdef inline u32 best_bit(const Pattern* block, int width, u32 least, int* best) noexcept nogil:
    """Find the bit of a word by which to divide patterns at less cost than `least`; returns that cost, or `least`."""
    cdef int place
    cdef u32 i, cost, known, in_a, in_b, in_both
    for place in range(BOUND_SHIFT):
        in_a = in_b = in_both = 0
        for i in range(SAMPLE):
            in_a += block[width * i].a >> place & 1
            in_b += block[width * i].b >> place & 1
            in_both += block[width * i].a >> place & block[width * i].b >> place & 1
        known = in_a + in_b - in_both
        if known == 0:
            continue
        in_a -= in_both
        in_b -= in_both
        # the patterns that a look-up reads, when what is looked for is spread as the patterns are
        cost = SAMPLE - known + (in_a * in_a + in_b * in_b + in_both * in_both) // known
        if cost < least:
            least = cost
            best[0] = place
    return least


cdef inline int best_place(const Pattern* block, int width) noexcept nogil:
    """The place by which to divide patterns like the first ones of a block, -1 where that does not pay."""
    cdef int word
    cdef int best = -1
    cdef int place = -1
    cdef u32 cost
    cdef u32 least = SAMPLE - SAMPLE // 4
    if width == 1:
        # the compiler does this several at a time
        best_bit(block, 1, least, &best)
        return best
    for word in range(width):
        cost = best_bit(block + word, width, least, &best)
        if cost < least:
            least = cost
            place = 64 * word + best
    return place


cdef inline void divide(Table* t, List* full, int width, int place) noexcept nogil:
    """Divide a list by what its patterns tell at `place`; room was reserved."""
    cdef u32 count = full.kinds & MOST_PATTERNS
    cdef int size_class = full.kinds >> CLASS_SHIFT
    cdef u32 old = full.head
    cdef u32 head = take_block(t, 1)
    cdef Division* division = <Division*>(t.entries + head)
    cdef Pattern* block = <Pattern*>(t.entries + old)
    cdef List* part
    cdef u32 found[4]
    cdef u32 i
    cdef int code, part_class
    memset(found, 0, sizeof(found))
    for i in range(count):
        found[owner_at(block + width * i, place)] += 1
    division.place = place
    for code in range(4):
        part = &division.parts[code]
        part.head = part.kinds = 0
        if found[code]:
            part_class = 0
            while block_room(part_class, width) <= found[code]:
                part_class += 1
            part.head = take_block(t, part_class)
            part.kinds = <u32>part_class << CLASS_SHIFT
    for i in range(count):
        part = &division.parts[owner_at(block + width * i, place)]
        memcpy(<Pattern*>(t.entries + part.head) + width * (part.kinds & MOST_PATTERNS), block + width * i,
               width * sizeof(Pattern))
        part.kinds += 1
    full.head = head
    full.kinds = DIVIDED
    leave_block(t, old, size_class)


cdef inline bint make_room(Table* t, List* first, const Pattern* pattern, int width) noexcept nogil:
    """Room for one more in the list of a pattern, by a larger block or by dividing it; False when memory is short."""
    cdef List* full = list_of(t, first, pattern)
    cdef u32 count = full.kinds & MOST_PATTERNS
    cdef int size_class = full.kinds >> CLASS_SHIFT
    cdef u32 head
    cdef int place
    # blocks may move, and with them the list; there is no larger class than the last
    if size_class + 1 == BLOCK_CLASSES or not reserve(t, 4 * width * count + 16):
        return False
    full = list_of(t, first, pattern)
    if full.head == 0:
        size_class = width > 1
        full.head = take_block(t, size_class)
        full.kinds = <u32>size_class << CLASS_SHIFT
        return True
    if count >= DIVIDED_FROM:
        place = best_place(<Pattern*>(t.entries + full.head), width)
        if place >= 0:
            divide(t, full, width, place)
            return True
    head = take_block(t, size_class + 1)
    memcpy(t.entries + head, t.entries + full.head, width * count * sizeof(Pattern))
    leave_block(t, full.head, size_class)
    full.head = head
    full.kinds = count | <u32>(size_class + 1) << CLASS_SHIFT
    return True


cdef inline void table_store(Table* t, u64 shape, int leader, Pattern* pattern, int width, int lower,
                             int upper) noexcept nogil:
    """Add a pattern to those of its shape."""
    cdef List* first = &table_claim(t, shape, leader).list
    cdef List* to = list_of(t, first, pattern)
    cdef u32 count
    while to.head == 0 or to.kinds & MOST_PATTERNS == block_room(to.kinds >> CLASS_SHIFT, width):
        if not make_room(t, first, pattern, width):
            table_clear(t)
            first = &table_claim(t, shape, leader).list
        to = list_of(t, first, pattern)
    pattern.a |= <u64>lower << BOUND_SHIFT
    pattern.b |= <u64>upper << BOUND_SHIFT
    count = to.kinds & MOST_PATTERNS
    to.kinds += 1
    memcpy(<Pattern*>(t.entries + to.head) + width * count, pattern, width * sizeof(Pattern))

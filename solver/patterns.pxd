"""The table of the max^n search: what is known of a trick start, for every layout of the cards that did not matter.

As in the paranoid search's table, a pattern tells the owners of the top cards of each suit that decided a result, in
two words of 36 bits. Here most patterns are outcomes, there are many under one shape, and most of the time goes into
comparing them. So those of one shape that rest on the same suits, with the same owners of their highest cards, stand
side by side in a block, under a key of their own.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from solver.bits cimport CODES, GOLDEN, u16, u32, u64


cdef struct Pattern:
    u64 a               # bit 0 of each owner code, as in the paranoid table; the result from bit 36 on, three bytes
    u64 b               # bit 1 of each owner code; from bit 36 on the scores that suffice, five bits each

cdef struct Block:
    u64 key             # what its patterns share, and the generation; 0 for one that was never used
    u32 start           # of its patterns in the pool, 0 for none
    u16 size            # how many there are; from bit 12 on the logarithm of how many it has room for
    u16 kinds           # in the block that rests on no suit: a bit for each set of suits that other blocks rest on

cdef struct Patterns:
    Block* blocks
    Pattern* pool
    u64 generation      # in the key, so that clearing costs nothing
    u32 block_mask      # number of blocks less one; a power of two
    u32 blocks_used
    u32 pool_used
    u32 pool_room
    u32 unused[16]      # by the logarithm: first of the rooms that grown blocks left, 0 for none
    u64 memory_limit    # bytes


cdef enum:
    FIRST_BLOCKS = 1024
    FIRST_POOL = 1024
    SMALLEST = 2        # logarithm of the patterns that a new block has room for
    LARGEST = 11        # and of those that any has
    ROOM = 12           # where that logarithm starts in `Block.size`
    COUNT = (1 << ROOM) - 1
    RESULT = 36         # where the result starts in a pattern
    GENERATION = 52     # where the generation starts in a key
    GUARDS = 0x4210     # above each of the scores that suffice, to compare three at once
    EXACT = 255         # in place of the third bar: the result is an outcome


cdef inline u64 patterns_bytes(const Patterns* t) noexcept nogil:
    if t.blocks == NULL:
        return 0
    return (<u64>t.block_mask + 1) * sizeof(Block) + <u64>t.pool_room * sizeof(Pattern)


cdef inline bint patterns_ready(Patterns* t, u64 memory_limit) noexcept nogil:
    """Empty the table, made if need be; False when memory is short."""
    t.memory_limit = memory_limit
    if t.blocks == NULL:
        t.blocks = <Block*>calloc(FIRST_BLOCKS, sizeof(Block))
        t.pool = <Pattern*>malloc(FIRST_POOL * sizeof(Pattern))
        t.block_mask = FIRST_BLOCKS - 1
        t.pool_room = FIRST_POOL
        t.generation = 0
    if t.blocks == NULL or t.pool == NULL:
        patterns_free(t)
        return False
    patterns_clear(t)
    return True


cdef inline void patterns_free(Patterns* t) noexcept nogil:
    free(t.blocks)
    free(t.pool)
    t.blocks = NULL
    t.pool = NULL


cdef inline void patterns_clear(Patterns* t) noexcept nogil:
    t.generation += 1
    if t.generation == (<u64>1 << (64 - GENERATION)):
        t.generation = 1
        memset(t.blocks, 0, (<u64>t.block_mask + 1) * sizeof(Block))
    t.blocks_used = 0
    t.pool_used = 1     # start 0 stands for none
    memset(t.unused, 0, sizeof(t.unused))


cdef inline Block* block_at(const Patterns* t, u64 key) noexcept nogil:
    """The block of `key`, or the free place where it would go. Those of old generations count as free."""
    cdef u32 i = <u32>((key * GOLDEN) >> 32) & t.block_mask
    cdef Block* block
    while True:
        block = t.blocks + i
        if block.key == key or (block.key >> GENERATION) != t.generation:
            return block
        i = (i + 1) & t.block_mask


cdef inline bint grow_blocks(Patterns* t) noexcept nogil:
    cdef u64 count = (<u64>t.block_mask + 1) * 2
    cdef Block* old = t.blocks
    cdef Block* blocks
    cdef u64 i
    if count * sizeof(Block) + <u64>t.pool_room * sizeof(Pattern) > t.memory_limit or count >> 32:
        return False
    blocks = <Block*>calloc(count, sizeof(Block))
    if blocks == NULL:
        return False
    t.blocks = blocks
    t.block_mask = <u32>(count - 1)
    for i in range(count // 2):
        if (old[i].key >> GENERATION) == t.generation:
            block_at(t, old[i].key)[0] = old[i]
    free(old)
    return True


cdef inline bint grow_pool(Patterns* t) noexcept nogil:
    cdef u64 room = <u64>t.pool_room * 2
    cdef Pattern* pool
    if (<u64>t.block_mask + 1) * sizeof(Block) + room * sizeof(Pattern) > t.memory_limit or room >> 32:
        return False
    pool = <Pattern*>realloc(t.pool, room * sizeof(Pattern))
    if pool == NULL:
        return False
    t.pool = pool
    t.pool_room = <u32>room
    return True


cdef inline u32 room_for(Patterns* t, int room) noexcept nogil:
    """Where 2^`room` patterns may go; 0 when there is no memory for them."""
    cdef u32 start = t.unused[room]
    cdef u32 size = <u32>1 << room
    if start:
        t.unused[room] = <u32>t.pool[start].a
        return start
    while t.pool_room - t.pool_used < size:
        if not grow_pool(t):
            return 0
    start = t.pool_used
    t.pool_used += size
    return start


cdef inline Block* claim(Patterns* t, u64 key) noexcept nogil:
    """The block of `key`, made if need be; NULL when memory is short."""
    cdef Block* block = block_at(t, key)
    if block.key != key:
        if 2 * t.blocks_used > t.block_mask:
            if not grow_blocks(t):
                return NULL
            block = block_at(t, key)
        block.key = key
        block.start = 0
        block.size = 0
        block.kinds = 0
        t.blocks_used += 1
    return block


cdef inline bint implies(u64 a, u64 b, const Pattern* other) noexcept nogil:
    """Whether the result of a pattern makes that of another one of the same layouts needless."""
    cdef u64 result = a >> RESULT
    cdef u64 theirs = other.a >> RESULT
    return result >> 16 == EXACT or (
        theirs >> 16 != EXACT
        and result & 255 <= theirs & 255 and (result >> 8) & 255 <= (theirs >> 8) & 255
        and result >> 16 <= theirs >> 16
        and ((b >> RESULT | GUARDS) - (other.b >> RESULT)) & GUARDS == GUARDS)


cdef inline int drop_implied(Pattern* first, int count, u64 a, u64 b) noexcept nogil:
    """Close the ranks over the patterns that a new one makes needless; how many stay."""
    cdef u64 care = (a | b) & CODES
    cdef int i, kept = 0
    for i in range(count):
        if ((first[i].a ^ a) | (first[i].b ^ b)) & care == 0 and implies(a, b, first + i):
            continue
        if kept != i:
            first[kept] = first[i]
        kept += 1
    return kept


cdef inline bint insert(Patterns* t, u64 key, u64 a, u64 b) noexcept nogil:
    """Add a pattern to the block of `key`; False when memory is short."""
    cdef Block* block = claim(t, key)
    cdef Pattern* first
    cdef u32 start
    cdef int count, room
    if block == NULL:
        return False
    first = t.pool + block.start
    count = drop_implied(first, block.size & COUNT, a, b)
    room = block.size >> ROOM if block.start else SMALLEST - 1
    if block.start == 0 or count == 1 << room:
        if room == LARGEST:
            count -= 1      # the last one goes
        else:
            room += 1
            start = room_for(t, room)
            if start == 0:
                return False
            if block.start:
                first = t.pool + block.start
                memcpy(t.pool + start, first, count * sizeof(Pattern))
                first.a = t.unused[room - 1]
                t.unused[room - 1] = block.start
            block.start = start
            first = t.pool + start
    first[count].a = a
    first[count].b = b
    block.size = <u16>(count + 1) | <u16>(room << ROOM)
    return True

"""The moves of one node: legal cards, equivalent ones merged, in the order that they are tried."""

from solver.bits cimport LANES, bit, highest, lane, lowest, u64
from solver.techniques cimport USE_EQUIVALENCE


cdef struct Moves:
    int count
    int card[13]
    int score[13]       # the higher, the earlier it is tried


cdef inline void list_groups(Moves* moves, u64 cards, u64 separators) noexcept nogil:
    """One move, the highest card, for each group of `cards` that no separator divides, suit by suit, high to low."""
    cdef u64 suit, mine, others, below
    cdef int card
    moves.count = 0
    if not USE_EQUIVALENCE:
        separators = LANES
    while cards:
        suit = lane(lowest(cards) >> 4)
        mine = cards & suit
        cards ^= mine
        others = separators & suit
        while True:
            card = highest(mine)
            moves.card[moves.count] = card
            moves.count += 1
            below = others & (bit(card) - 1)
            if below == 0:
                break
            mine &= bit(highest(below) + (not USE_EQUIVALENCE)) - 1
            if mine == 0:
                break


cdef inline bint promote(Moves* moves, int card) noexcept nogil:
    """Put `card` first, the others staying in order; False when it is not among the moves."""
    cdef int i
    if card < 0 or moves.count == 1:
        return False
    for i in range(moves.count):
        if moves.card[i] == card:
            while i > 0:
                moves.card[i] = moves.card[i - 1]
                i -= 1
            moves.card[0] = card
            return True
    return False


cdef inline void drop(Moves* moves, int start, u64 cards) noexcept nogil:
    """Leave out those of the moves from `start` on that are among `cards`."""
    cdef int j
    cdef int kept = start
    if not cards:
        return
    for j in range(start, moves.count):
        if not bit(moves.card[j]) & cards:
            moves.card[kept] = moves.card[j]
            moves.score[kept] = moves.score[j]
            kept += 1
    moves.count = kept


cdef inline int pick(Moves* moves, int i) noexcept nogil:
    """The best move not yet tried, swapped to place `i`."""
    cdef int best = i
    cdef int j, card, score
    for j in range(i + 1, moves.count):
        if moves.score[j] > moves.score[best]:
            best = j
    card = moves.card[best]
    score = moves.score[best]
    moves.card[best] = moves.card[i]
    moves.score[best] = moves.score[i]
    moves.card[i] = card
    moves.score[i] = score
    return card

"""The moves of one node: legal cards, equivalent ones merged, in the order that they are tried."""

from solver.bits cimport bit, highest, lane, u64


cdef struct Moves:
    int count
    int card[13]
    int score[13]       # the higher, the earlier it is tried


cdef inline void add_groups(Moves* moves, u64 cards, u64 separators) noexcept nogil:
    """One move, the highest card, for each group of `cards` that no separator divides."""
    cdef int suit
    cdef u64 mine, others, below
    cdef int card
    for suit in range(4):
        mine = cards & lane(suit)
        others = separators & lane(suit)
        while mine:
            card = highest(mine)
            moves.card[moves.count] = card
            moves.score[moves.count] = 0
            moves.count += 1
            below = others & (bit(card) - 1)
            if below == 0:
                break
            mine &= bit(highest(below)) - 1


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

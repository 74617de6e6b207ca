"""Move ordering."""

from solver.bits cimport above, bit, highest, lane, lowest, popcount, u64
from solver.state cimport Search, beats, next_role

cdef struct Moves:
    int count
    int card[13]
    int score[13]


cdef inline void order_lead(Search* s, Moves* moves, int role, int hint) noexcept nogil:
    cdef int i, card
    cdef u64 suit, others
    for i in range(moves.count):
        card = moves.card[i]
        suit = lane(card >> 4)
        others = (s.hand[next_role(role)] | s.hand[next_role(next_role(role))]) & suit
        if others == 0 or bit(card) > others:
            moves.score[i] = 100 + popcount(s.hand[role] & suit)
        else:
            moves.score[i] = popcount(s.hand[role] & suit) * 2 - (card & 15)


cdef inline void order_second(Search* s, Moves* moves, int role, int lead) noexcept nogil:
    cdef int i, card
    for i in range(moves.count):
        card = moves.card[i]
        if beats(s, card, lead):
            moves.score[i] = 50 - (card & 15)
        else:
            moves.score[i] = -(card & 15)


cdef inline void order_third(Search* s, Moves* moves, int role, int lead, int best, int best_role) noexcept nogil:
    cdef int i, card
    for i in range(moves.count):
        card = moves.card[i]
        if beats(s, card, best):
            if (role == 0) == (best_role == 0):
                moves.score[i] = 50 - (card & 15)
            elif role != 0 and best_role != 0:
                moves.score[i] = -50 - (card & 15)
            else:
                moves.score[i] = 50 - (card & 15)
        else:
            moves.score[i] = -(card & 15)

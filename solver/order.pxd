"""Move ordering."""

from solver.bits cimport above, bit, highest, lane, lowest, popcount, u64
from solver.bounds cimport length
from solver.moves cimport Moves
from solver.state cimport Search, beats, next_role

cdef inline const short* weights(const Search* s, int role, int place) noexcept nogil:
    return s.weights + 32 * (3 * role + place)


cdef inline int friend_of(int role) noexcept nogil:
    """Partner of role 1 or 2; for role 0 the role that does not exist."""
    return 3 - role if role else 3


cdef inline void order_lead(const Search* s, Moves* moves, int role, int start) noexcept nogil:
    cdef int i, card, suit, score, owner, last_suit = -1, base = 0
    cdef int n1 = next_role(role)
    cdef int n2 = next_role(n1)
    cdef int friend = friend_of(role)
    cdef u64 mine, m1, m2, others
    cdef const short* w = weights(s, role, 0)
    cdef int t1 = length(s.shape, n1, s.trump) if s.trump_lane else 0
    cdef int t2 = length(s.shape, n2, s.trump) if s.trump_lane else 0
    cdef bint first
    mine = m1 = m2 = others = 0
    owner = 0
    for i in range(start, moves.count):
        card = moves.card[i]
        suit = card >> 4
        first = suit != last_suit
        if first:
            last_suit = suit
            mine = s.hand[role] & lane(suit)
            m1 = s.hand[n1] & lane(suit)
            m2 = s.hand[n2] & lane(suit)
            others = m1 | m2
            owner = 0 if mine > others else 1 if m1 > m2 else 2
            base = w[16] * popcount(mine) + w[17] * popcount(m1) + w[18] * popcount(m2)
            if suit == s.trump:
                base += w[19]
            elif s.trump_lane:
                if m1 == 0 and t1:
                    base += w[20]
                if m2 == 0 and t2:
                    base += w[21]
            if m1 == 0:
                base += w[22]
            if m2 == 0:
                base += w[23]
        score = base
        if first:
            score += w[owner * 4]
        elif i + 1 == moves.count or moves.card[i + 1] >> 4 != suit:
            score += w[owner * 4 + 2]
        else:
            score += w[owner * 4 + 1]
        if first and (i + 1 == moves.count or moves.card[i + 1] >> 4 != suit):
            score += w[owner * 4 + 3]
        if bit(card) > others:
            score += w[12]
        elif friend == n1 and bit(card) > m2:
            score += w[13]
        elif friend == n2 and bit(card) > m1:
            score += w[13]
        if friend == n1 and m1 > m2 and m1 > mine:
            score += w[14]
        elif friend == n2 and m2 > m1 and m2 > mine:
            score += w[14]
        moves.score[i] = score + ((w[15] * (card & 15)) >> 2)


cdef inline void follow_scores(const Search* s, Moves* moves, int role, int best, u64 later, int later_trumps,
                               const short* w, int start, bint friendly) noexcept nogil:
    """Scores for a follower; `later` are the cards of the led suit of the seat still to play."""
    cdef int i, card, suit, score, cls, ctx
    cdef int lowest_winner = -1, highest_winner = -1, highest_loser = -1, lowest_loser = -1
    cdef u64 theirs
    for i in range(start, moves.count):
        card = moves.card[i]
        if beats(s, card, best):
            if highest_winner < 0:
                highest_winner = i
            lowest_winner = i
        else:
            if highest_loser < 0:
                highest_loser = i
            lowest_loser = i
    for i in range(start, moves.count):
        card = moves.card[i]
        suit = card >> 4
        score = (w[30] * (card & 15)) >> 2
        if suit == best >> 4 or suit == s.trump:
            if beats(s, card, best):
                cls = 0 if i == lowest_winner else 1 if i == highest_winner else 2
                ctx = 0
                if later_trumps and suit != s.trump and later == 0:
                    ctx = 1
                elif suit == best >> 4 and later > bit(card):
                    ctx = 1
            else:
                cls = 3 if i == lowest_loser else 4 if i == highest_loser else 5
                ctx = 0
                if later > bit(best):
                    ctx = 1
            score += w[cls * 2 + ctx]
            if friendly:
                score += w[12 + cls]
            if suit == s.trump:
                score += w[18]
        else:
            theirs = (s.hand[next_role(role)] | s.hand[next_role(next_role(role))]) & lane(suit)
            score += w[19] + w[20] * popcount(s.hand[role] & lane(suit))
            if bit(card) > theirs:
                score += w[21]
            if s.hand[role] & lane(suit) > theirs:
                score += w[22]
            if popcount(theirs & above(card)) == 1:
                score += w[23]
            if s.hand[role] & lane(suit) & (bit(card) - 1):
                score += w[24]
            if friendly:
                score += w[25]
        moves.score[i] = score


cdef inline void order_second(const Search* s, Moves* moves, int role, int lead, int start) noexcept nogil:
    cdef int third_role = next_role(role)
    cdef int leader = next_role(third_role)
    follow_scores(s, moves, role, lead, s.hand[third_role] & lane(lead >> 4),
                  length(s.shape, third_role, s.trump) if s.trump_lane else 0, weights(s, role, 1), start,
                  role != 0 and leader != 0)


cdef inline void order_third(const Search* s, Moves* moves, int role, int best, int best_role, int start) noexcept nogil:
    follow_scores(s, moves, role, best, 0, 0, weights(s, role, 2), start, role != 0 and best_role != 0)

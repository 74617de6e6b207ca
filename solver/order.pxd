"""Move ordering: a score for each move as a sum of weights for what it looks like.

The weights of a contract kind stand in `weights.h`, 32 for each role and place in the trick; the names below are
the places of a weight in such a row. They were found by a hill climb on node counts (`python -m bench.tune`), so
that a name says when a weight counts and not what it is good for.
"""

from solver.bits cimport above, bit, lane, popcount, u64
from solver.bounds cimport length
from solver.moves cimport Moves, pick
from solver.state cimport Search, beats, next_role
from solver.techniques cimport USE_ORDERING


cdef enum:  # of a lead
    # first four weights for a suit that the mover heads, four where the next seat does, four where the last does
    TOP_OF_SUIT = 0
    MIDDLE_OF_SUIT = 1
    BOTTOM_OF_SUIT = 2
    WHOLE_SUIT = 3          # on top of `TOP_OF_SUIT`: one group is all there is
    LEAD_WINS = 12          # above all other cards of the suit
    LEAD_PASSES = 13        # above those of role 0, for its opponents
    PARTNER_HEADS = 14
    LEAD_RANK = 15          # times a quarter of the rank
    OWN_LENGTH = 16         # times the cards of the suit
    NEXT_LENGTH = 17
    LAST_LENGTH = 18
    LEAD_TRUMP = 19
    NEXT_RUFFS = 20
    LAST_RUFFS = 21
    NEXT_VOID = 22
    LAST_VOID = 23


cdef enum:  # of a card that follows
    # six classes of two: what the seat to come cannot undo, and what it can
    LOWEST_WINNER = 0
    HIGHEST_WINNER = 2
    MIDDLE_WINNER = 4
    LOWEST_LOSER = 6
    HIGHEST_LOSER = 8
    MIDDLE_LOSER = 10
    FRIENDLY = 12           # plus the number of the class: the partner's card is the best so far
    FOLLOW_TRUMP = 18
    DISCARD = 19
    DISCARD_LENGTH = 20     # times the mover's cards of the suit
    DISCARD_TOP = 21        # above all cards of the others in the suit
    DISCARD_HEADED = 22     # from a suit that the mover heads
    DISCARD_SECOND = 23     # one card of the others is above it
    DISCARD_NOT_LOWEST = 24
    DISCARD_FRIENDLY = 25
    FOLLOW_RANK = 30        # times a quarter of the rank


cdef inline const short* weights(const Search* s, int role, int place) noexcept nogil:
    return s.weights + 32 * (3 * role + place)


cdef inline void order_lead(const Search* s, Moves* moves, int role, int start) noexcept nogil:
    """Score the moves from `start` on for the seat that leads."""
    cdef int i, card, suit, owner, last_suit = -1, base = 0
    cdef int n1 = next_role(role)
    cdef int n2 = next_role(n1)
    cdef u64 mine, m1, m2, others = 0, passes = 0
    cdef const short* w = weights(s, role, 0)
    cdef int t1 = length(s.shape, n1, s.trump) if s.trump_lane else 0
    cdef int t2 = length(s.shape, n2, s.trump) if s.trump_lane else 0
    cdef int group = 0
    cdef bint last
    for i in range(start, moves.count):
        card = moves.card[i]
        suit = card >> 4
        last = i + 1 == moves.count or moves.card[i + 1] >> 4 != suit
        if suit == last_suit:
            moves.score[i] = base + w[group + (BOTTOM_OF_SUIT if last else MIDDLE_OF_SUIT)]
        else:
            last_suit = suit
            mine = s.hand[role] & lane(suit)
            m1 = s.hand[n1] & lane(suit)
            m2 = s.hand[n2] & lane(suit)
            others = m1 | m2
            owner = 0 if mine > others else 1 if m1 > m2 else 2
            group = 4 * owner
            base = w[OWN_LENGTH] * popcount(mine) + w[NEXT_LENGTH] * popcount(m1) + w[LAST_LENGTH] * popcount(m2)
            if m1 == 0:
                base += w[NEXT_VOID]
                if t1 and suit != s.trump:
                    base += w[NEXT_RUFFS]
            if m2 == 0:
                base += w[LAST_VOID]
                if t2 and suit != s.trump:
                    base += w[LAST_RUFFS]
            if suit == s.trump:
                base += w[LEAD_TRUMP]
            # for an opponent of role 0: whose cards a lead has to pass, and whether the partner has the top card
            passes = others
            if role != 0:
                passes = m2 if n2 == 0 else m1
                if owner != 0 and (owner == 1) == (n2 == 0):
                    base += w[PARTNER_HEADS]
            moves.score[i] = base + w[group + TOP_OF_SUIT]
            if last:
                moves.score[i] += w[group + WHOLE_SUIT]
        if bit(card) > others:
            moves.score[i] += w[LEAD_WINS]
        elif bit(card) > passes:
            moves.score[i] += w[LEAD_PASSES]
        moves.score[i] += (w[LEAD_RANK] * (card & 15)) >> 2


cdef inline void order_in_suit(const Search* s, Moves* moves, int best, u64 later, bint ruffed, const short* w,
                               int start, bint friendly) noexcept nogil:
    """Score the moves from `start` on, all in the suit of the `best` card; `ruffed` by the seat to come if it wants."""
    cdef int i, card, kind
    cdef int first = start      # of the winners, which stand before the losers; behind them when tricks are avoided
    cdef int end = moves.count
    cdef int losers, losers_end
    if s.avoid:
        while first < end and moves.card[first] > best:
            first += 1
        losers, losers_end = start, first
    else:
        end = start
        while end < moves.count and moves.card[end] > best:
            end += 1
        losers, losers_end = end, moves.count
    for i in range(first, end):
        card = moves.card[i]
        kind = LOWEST_WINNER if i == end - 1 else HIGHEST_WINNER if i == first else MIDDLE_WINNER
        moves.score[i] = ((w[FOLLOW_RANK] * (card & 15)) >> 2) + w[kind + (ruffed or later > bit(card))]
        if friendly:
            moves.score[i] += w[FRIENDLY + (kind >> 1)]
    for i in range(losers, losers_end):
        kind = LOWEST_LOSER if i == losers_end - 1 else HIGHEST_LOSER if i == losers else MIDDLE_LOSER
        moves.score[i] = ((w[FOLLOW_RANK] * (moves.card[i] & 15)) >> 2) + w[kind + (later > bit(best))]
        if friendly:
            moves.score[i] += w[FRIENDLY + (kind >> 1)]


cdef inline void order_followers(const Search* s, Moves* moves, int role, int best, u64 later, bint later_ruffs,
                                 const short* w, int start, bint friendly) noexcept nogil:
    """Score the moves from `start` on for a seat that follows or throws a card.

    `best` is the best card so far, `later` the cards in the suit led of the seat to come, if any, and `later_ruffs`
    whether that seat has a trump.
    """
    cdef int i, card, suit, score, kind, last_suit = -1
    cdef int lowest_winner = -1, highest_winner = -1, highest_loser = -1, lowest_loser = -1
    cdef u64 mine = 0, theirs = 0
    cdef bint wins[13]
    cdef bint undone
    suit = best >> 4
    if moves.card[start] >> 4 == suit and moves.card[moves.count - 1] >> 4 == suit:
        order_in_suit(s, moves, best, later, later_ruffs and suit != s.trump and later == 0, w, start, friendly)
        return
    if s.hand[role] & (s.trump_lane | lane(suit)):
        for i in range(start, moves.count):
            wins[i] = beats(s, moves.card[i], best)
            if wins[i]:
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
        score = (w[FOLLOW_RANK] * (card & 15)) >> 2
        if suit == best >> 4 or suit == s.trump:
            if wins[i]:
                kind = LOWEST_WINNER if i == lowest_winner else HIGHEST_WINNER if i == highest_winner else MIDDLE_WINNER
                undone = (later_ruffs and suit != s.trump and later == 0) or (suit == best >> 4 and later > bit(card))
            else:
                kind = LOWEST_LOSER if i == lowest_loser else HIGHEST_LOSER if i == highest_loser else MIDDLE_LOSER
                undone = later > bit(best)
            score += w[kind + undone]
            if friendly:
                score += w[FRIENDLY + (kind >> 1)]
            if suit == s.trump:
                score += w[FOLLOW_TRUMP]
        else:
            if suit != last_suit:
                last_suit = suit
                mine = s.hand[role] & lane(suit)
                theirs = (s.hand[next_role(role)] | s.hand[next_role(next_role(role))]) & lane(suit)
            score += w[DISCARD] + w[DISCARD_LENGTH] * popcount(mine)
            if bit(card) > theirs:
                score += w[DISCARD_TOP]
            elif popcount(theirs & above(card)) == 1:
                score += w[DISCARD_SECOND]
            if mine > theirs:
                score += w[DISCARD_HEADED]
            if mine & (bit(card) - 1):
                score += w[DISCARD_NOT_LOWEST]
            if friendly:
                score += w[DISCARD_FRIENDLY]
        moves.score[i] = score


cdef inline void order_second(const Search* s, Moves* moves, int role, int lead, int start) noexcept nogil:
    """Score the moves from `start` on for the seat after the leader."""
    cdef int third_role = next_role(role)
    cdef int leader = next_role(third_role)
    order_followers(s, moves, role, lead, s.hand[third_role] & lane(lead >> 4),
                    s.trump_lane != 0 and length(s.shape, third_role, s.trump) > 0, weights(s, role, 1), start,
                    role != 0 and leader != 0)


cdef inline void order_third(const Search* s, Moves* moves, int role, int best, int best_role,
                             int start) noexcept nogil:
    """Score the moves from `start` on for the last seat."""
    order_followers(s, moves, role, best, 0, False, weights(s, role, 2), start, role != 0 and best_role != 0)


cdef inline bint in_place(const Moves* moves, int i, int known) noexcept nogil:
    """Whether move `i` is the one to try: one of the first `known`, or the last that is left."""
    return i < known or not USE_ORDERING or moves.count - i == 1


cdef inline int next_lead(const Search* s, Moves* moves, int role, int i, int known) noexcept nogil:
    """The move to try as number `i`, swapped there; the first `known` stand where they are, the others are scored."""
    if in_place(moves, i, known):
        return moves.card[i]
    if i == known:
        order_lead(s, moves, role, i)
    return pick(moves, i)


cdef inline int next_second(const Search* s, Moves* moves, int role, int lead, int i, int known) noexcept nogil:
    """As `next_lead`, for the seat after the leader."""
    if in_place(moves, i, known):
        return moves.card[i]
    if i == known:
        order_second(s, moves, role, lead, i)
    return pick(moves, i)


cdef inline int next_third(const Search* s, Moves* moves, int role, int best, int best_role, int i) noexcept nogil:
    """As `next_lead`, for the last seat, all of whose moves are scored."""
    if in_place(moves, i, 0):
        return moves.card[i]
    if i == 0:
        order_third(s, moves, role, best, best_role, i)
    return pick(moves, i)

"""The last tricks of max^n: with few left, every position that comes up is found exactly.

Floors, bars and an order of moves cost more there than they save. What cuts is that the best move so far may leave the
seat before no better choice than it has; only one seat up, as a cut further up would not be sound in max^n (shallow
pruning: R. Korf, "Multi-Player Alpha-Beta Pruning", Artificial Intelligence 48, 1991).

Hands and scores are those of the seats from the leader on.
"""

from solver.bars cimport gain
from solver.bits cimport LANES, bit, lowest, prefetch, u32, u64
from solver.ends cimport NOT_KNOWN, end_key, keep_end, noted, place_of, recalled_end, told, two_left
from solver.floors cimport whole
from solver.state cimport Search, beats, following, out_of_budget, taker
from solver.techniques cimport USE_EQUIVALENCE


cdef struct Start:      # a trick start that a trick may lead to
    u64 hand[3]         # from its leader on
    int leader          # counted from the leader of the trick before
    u64 key


cdef enum:
    MOST_TRICKS = 8     # left, for which a key has room


cdef inline u64 groups(u64 cards, u64 separators) noexcept nogil:
    """The lowest card of each group of `cards` that no separator divides."""
    # one above each card, a carry runs up through the ranks that nobody holds, to the next card
    cdef u64 empty = LANES & ~(cards | separators)
    return cards & ~(empty + (cards << 1)) if USE_EQUIVALENCE else cards


cdef inline int play_last_two(const Search* s, u64 h0, u64 h1, u64 h2) noexcept nogil:
    """The scores of the last two tricks, played out."""
    cdef u64 leads = h0
    cdef u64 seconds, thirds
    cdef int lead, second, third, winner, last, scores, like
    cdef int best = 0, best_of_second = 0, best_of_third = 0
    cdef int most = -100, most_of_second, most_of_third
    cdef int left[3]
    while leads:
        lead = lowest(leads)
        leads &= leads - 1
        left[0] = lowest(h0 ^ bit(lead))
        seconds = following(h1, lead >> 4)
        most_of_second = -100
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            left[1] = lowest(h1 ^ bit(second))
            thirds = following(h2, lead >> 4)
            most_of_third = -100
            while thirds:
                third = lowest(thirds)
                thirds &= thirds - 1
                left[2] = lowest(h2 ^ bit(third))
                winner = taker(s, lead, second, third)
                last = taker(s, left[winner], left[(winner + 1) % 3], left[(winner + 2) % 3])
                scores = gain(s, winner) + gain(s, (winner + last) % 3)
                like = 16 * (scores >> 16) - (scores & 255)
                if like > most_of_third:
                    most_of_third = like
                    best_of_third = scores
            like = 16 * ((best_of_third >> 8) & 255) - (best_of_third >> 16)
            if like > most_of_second:
                most_of_second = like
                best_of_second = best_of_third
        like = 16 * (best_of_second & 255) - ((best_of_second >> 8) & 255)
        if like > most:
            most = like
            best = best_of_second
    return best


cdef inline int last_two(Search* s, u64 h0, u64 h1, u64 h2) noexcept nogil:
    """The scores of the last two tricks, each layout played out once."""
    cdef int place = two_left(&s.last_two, h0, h1, h2)
    if s.last_two.scores[place] == NOT_KNOWN:
        s.last_two.scores[place] = noted(play_last_two(s, h0, h1, h2))
    return told(s.last_two.scores[place], whole(s, 2))


cdef inline int from_root(int scores, int leader) noexcept nogil:
    """Scores from seat `leader` on as scores from seat 0 on."""
    cdef u32 word = <u32>scores
    return <int>(((word << (8 * leader)) | (word >> (24 - 8 * leader))) & 0xffffff)


cdef inline void find_start(const Search* s, u64 h0, u64 h1, u64 h2, int leader, bint kept,
                            Start* start) noexcept nogil:
    """The trick start of these hands; `kept` in the table, where it is then soon looked up."""
    start.leader = leader
    start.hand[0] = h0 if leader == 0 else h1 if leader == 1 else h2
    start.hand[1] = h1 if leader == 0 else h2 if leader == 1 else h0
    start.hand[2] = h2 if leader == 0 else h0 if leader == 1 else h1
    if kept:
        start.key = end_key(start.hand[0], start.hand[1], start.hand[2])
        prefetch(s.ends.entries + place_of(&s.ends, start.key))


cdef inline int play_on(Search* s, const u64* hand, int n) noexcept nogil:
    """The scores of the `n` tricks left, three or more, whatever the table knows of them."""
    cdef int all = whole(s, n)
    cdef u64 leads = groups(hand[0], hand[1] | hand[2])
    cdef u64 seconds, thirds, h0, h1
    cdef int lead, second, third, best_card, winner, scores, like, own, i, k, count
    cdef int best = 0, best_of_second = 0, best_of_third = 0
    cdef int most = -1000, most_of_second, most_of_third
    cdef int end[MOST_TRICKS]   # of the starts after each card of the second seat
    cdef Start starts[MOST_TRICKS * MOST_TRICKS]    # after one lead
    while leads:
        lead = lowest(leads)
        leads &= leads - 1
        h0 = hand[0] ^ bit(lead)
        # all that this lead may lead to first, so that the table's answers are on their way
        count = k = 0
        seconds = groups(following(hand[1], lead >> 4), hand[0] | hand[2])
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            h1 = hand[1] ^ bit(second)
            winner = beats(s, second, lead)
            best_card = second if winner else lead
            thirds = groups(following(hand[2], lead >> 4), h0 | h1 | bit(best_card))
            while thirds:
                third = lowest(thirds)
                thirds &= thirds - 1
                find_start(s, h0, h1, hand[2] ^ bit(third), 2 if beats(s, third, best_card) else winner, n > 3,
                           &starts[k])
                k += 1
            end[count] = k
            count += 1
        most_of_second = -1000
        k = 0
        for i in range(count):
            most_of_third = -1000
            while k < end[i]:
                winner = starts[k].leader
                scores = from_root(scores_of(s, &starts[k], n - 1), winner)
                if s.stop:
                    return 0
                scores += gain(s, winner)
                k += 1
                own = scores >> 16
                like = 16 * own - (scores & 255)
                if like > most_of_third:
                    most_of_third = like
                    best_of_third = scores
                    # no seat gets more than n, and the left neighbour's gain is a loss in a tie
                    if like == 16 * n or 16 * min(n, all - own) - own <= most_of_second:
                        break
            k = end[i]
            own = (best_of_third >> 8) & 255
            like = 16 * own - (best_of_third >> 16)
            if like > most_of_second:
                most_of_second = like
                best_of_second = best_of_third
                if 16 * min(n, all - own) - own <= most:
                    break
        own = best_of_second & 255
        like = 16 * own - ((best_of_second >> 8) & 255)
        if like > most:
            most = like
            best = best_of_second
    return best


cdef inline int scores_of(Search* s, const Start* start, int n) noexcept nogil:
    """The scores of the `n` tricks left, two or more; void when the search was stopped."""
    cdef int scores
    if n == 2:
        return last_two(s, start.hand[0], start.hand[1], start.hand[2])
    scores = recalled_end(&s.ends, start.key, whole(s, n))
    if scores >= 0 or out_of_budget(s):
        return scores
    scores = play_on(s, start.hand, n)
    if not s.stop:
        keep_end(&s.ends, start.key, scores)
    return scores


cdef inline int maxn_end(Search* s, int leader, int n) noexcept nogil:
    """The scores by seat of the `n` tricks left, two or more; void when the search was stopped."""
    cdef Start start
    find_start(s, s.hand[0], s.hand[1], s.hand[2], leader, n > 2, &start)
    return from_root(scores_of(s, &start, n), leader)

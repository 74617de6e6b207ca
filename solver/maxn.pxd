"""Exact max^n: the outcome when each seat plays for itself and all know it.

Each seat wants the most tricks for itself (the fewest when tricks are avoided); between outcomes equal for itself it
takes the one that is worst for its left neighbour. The counts add up to the tricks left, so that outcome is unique,
whatever the order of search (max^n: Luckhardt and Irani, AAAI 1986).

An outcome is counted in *scores*: tricks taken or, when they are avoided, tricks not taken. The three scores add up to
the tricks left, or to twice as many. Three things cut, and none of them changes the outcome:

- a seat never gets less than it can guarantee itself with both others against it (`floors.pxd`); floors that add up
  to all there is are the outcome, and those of two seats are a ceiling for the third;
- a seat that has its ceiling looks no further;
- a *bar*: the seat that moved before has an outcome already, and a move that cannot be better for it need not be
  known exactly. Handing the bar on to any later seat would be unsound (Sturtevant, "A comparison of algorithms for
  multi-player games", 2002): only the next mover's answers are held against it.

Roles are seats here. Results are kept for the cards that decided them, as in the paranoid search.
"""

from solver.bits cimport ONES, bit, downward, highest, lowest, pdep, pext, u32, u64
from solver.floors cimport Floors, raise_floors, turn, whole
from solver.moves cimport Moves, list_groups, pick
from solver.order cimport order_lead, order_second, order_third
from solver.relevance cimport Failures, Known, all_failed, closed, failed, merge, settle, split
from solver.state cimport Search, beats, legal, next_role, out_of_budget, play, take_back
from solver.table cimport Entry, Slot, table_add, table_claim, table_key, table_slot


cdef enum:
    REFUSED = -1        # in place of scores: the seat of the bar gets nothing better
    NO_BAR = -1000
    MAXN = 3            # leader in the keys of this search, whose table is that of the paranoid one
    EXACT = 0           # kind of an entry; else 1 + the seat of a bar, counted from the leader
    BAR_BASE = 32       # makes a bar a byte


cdef struct Outcome:
    Known known         # cards that decided it
    int scores          # of seats 0, 1 and 2, a byte each, or REFUSED


cdef inline int score_of(int scores, int seat) noexcept nogil:
    return (scores >> (8 * seat)) & 255


cdef inline int liking(int seat, int scores) noexcept nogil:
    """How much `seat` likes an outcome: its own score, then a low one of its left neighbour."""
    return 16 * score_of(scores, seat) - score_of(scores, next_role(seat))


cdef inline int gain(const Search* s, int winner) noexcept nogil:
    """The scores of one trick."""
    return 0x010101 - (1 << (8 * winner)) if s.avoid else 1 << (8 * winner)


cdef inline int ceiling(const Search* s, int seat, int n, int left, int right) noexcept nogil:
    """The most that `seat` can like any outcome of `n` tricks, when its left and right neighbours get that much."""
    return 16 * min(n, whole(s, n) - left - right) - left


cdef inline Outcome maxn_third(Search* s, int leader, int n, int lead, int second, int bar) noexcept nogil:
    """The last seat of a trick plays; the bar is the second seat's, see `maxn_search`."""
    cdef int second_role = next_role(leader)
    cdef int role = next_role(second_role)
    cdef int best_card = lead
    cdef int best_role = leader
    cdef int card, winner_card, winner, won, liked, i
    cdef int most = ceiling(s, role, n, 0, 0)
    cdef int best = NO_BAR
    cdef u64 separators
    cdef Moves moves
    cdef Outcome result, found
    cdef Failures failures
    result.scores = REFUSED
    if beats(s, second, best_card):
        best_card = second
        best_role = second_role
    separators = s.hand[leader] | s.hand[second_role] | bit(best_card)
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    turn(s, role)
    order_third(s, &moves, 0, best_card, (best_role - role + 3) % 3, 0)
    turn(s, (3 - role) % 3)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        winner_card = best_card
        winner = best_role
        if beats(s, card, best_card):
            winner_card = card
            winner = role
        won = gain(s, winner)
        found.known.up = found.known.down = 0
        found.scores = 0
        if n > 1:
            play(s, role, card)
            found = maxn_search(s, winner, n - 1, role, best - liking(role, won))
            take_back(s, role, card)
            if s.stop:
                return found
        settle(s, &found.known, separators | s.hand[role] | bit(lead) | bit(second), lead, second, card, winner_card)
        if found.scores != REFUSED:
            found.scores += won
            liked = liking(role, found.scores)
            if liked > best:
                best = liked
                result.scores = found.scores
                if best == most:
                    return found
                if ceiling(s, second_role, n, score_of(found.scores, role), 0) <= bar:
                    found.scores = REFUSED
                    return found
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    result.known = all_failed(&failures)
    return result


cdef inline Outcome maxn_second(Search* s, int leader, int n, int lead, const Floors* floors,
                                int bar) noexcept nogil:
    """The middle seat of a trick plays; the floors are those of the trick's start, the bar is the leader's."""
    cdef int role = next_role(leader)
    cdef int last = next_role(role)
    cdef u64 separators = s.hand[leader] | s.hand[last] | bit(lead)
    cdef int most = ceiling(s, role, n, floors.score[last], 0)
    cdef int best = NO_BAR
    cdef int card, liked, i
    cdef Moves moves
    cdef Outcome result, found
    cdef Failures failures
    result.scores = REFUSED
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    turn(s, role)
    order_second(s, &moves, 0, lead, 0)
    turn(s, (3 - role) % 3)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        play(s, role, card)
        found = maxn_third(s, leader, n, lead, card, best)
        take_back(s, role, card)
        if s.stop:
            return found
        if found.scores != REFUSED:
            liked = liking(role, found.scores)
            if liked > best:
                best = liked
                result.scores = found.scores
                if best == most:
                    merge(&found.known, floors.known[last])
                    return found
                if ceiling(s, leader, n, score_of(found.scores, role), floors.score[last]) <= bar:
                    merge(&found.known, floors.known[last])
                    found.scores = REFUSED
                    return found
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    result.known = all_failed(&failures)
    return result


cdef inline Outcome maxn_lead(Search* s, int role, int n, const Floors* floors, int seat, int bar) noexcept nogil:
    cdef int left = next_role(role)
    cdef int right = next_role(left)
    cdef u64 separators = s.hand[left] | s.hand[right]
    cdef int most = ceiling(s, role, n, floors.score[left], floors.score[right])
    cdef int best = bar if seat == role else NO_BAR
    cdef int card, liked, top, i
    cdef Moves moves
    cdef Outcome result, found
    cdef Failures failures
    result.scores = REFUSED
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, s.hand[role], separators)
    turn(s, role)
    order_lead(s, &moves, 0, 0)
    turn(s, (3 - role) % 3)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        play(s, role, card)
        found = maxn_second(s, role, n, card, floors, best)
        take_back(s, role, card)
        if s.stop:
            return found
        if found.scores != REFUSED:
            liked = liking(role, found.scores)
            if liked > best:
                best = liked
                result.scores = found.scores
                if best == most:
                    merge(&found.known, floors.known[left])
                    merge(&found.known, floors.known[right])
                    return found
                if seat == left:
                    top = ceiling(s, seat, n, floors.score[right], score_of(found.scores, role))
                elif seat == right:
                    top = ceiling(s, seat, n, score_of(found.scores, role), floors.score[left])
                else:
                    top = bar + 1
                if top <= bar:
                    merge(&found.known, floors.known[3 - role - seat])
                    found.scores = REFUSED
                    return found
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    result.known = all_failed(&failures)
    return result


cdef inline Outcome last_outcome(const Search* s, int leader) noexcept nogil:
    cdef int second_role = next_role(leader)
    cdef int third_role = next_role(second_role)
    cdef int lead = lowest(s.hand[leader])
    cdef int second = lowest(s.hand[second_role])
    cdef int third = lowest(s.hand[third_role])
    cdef int best = lead
    cdef int winner = leader
    cdef Outcome result
    if beats(s, second, best):
        best = second
        winner = second_role
    if beats(s, third, best):
        best = third
        winner = third_role
    result.known.up = result.known.down = 0
    result.scores = gain(s, winner)
    settle(s, &result.known, s.hand[0] | s.hand[1] | s.hand[2], lead, second, third, best)
    return result


cdef inline int seen_from(int scores, int seat) noexcept nogil:
    """The same scores with those of `seat` first."""
    return ((scores >> (8 * seat)) | (scores << (24 - 8 * seat))) & 0xffffff


cdef inline u64 highest_of_suits(u64 cards) noexcept nogil:
    """The highest of `cards` in each suit."""
    cards = downward(cards)
    return cards & ~((cards >> 1) & (ONES * 0x7fff))


cdef struct Place:
    u64 shape           # from the leader on; the last suit's lengths, which the hands' size tells, give way to it
    u64 first           # suits whose highest card the leader or the third hand holds, a bit each
    u64 second          # suits whose highest card the second or the third hand holds


cdef inline Place place_of(const Search* s, int n, u64 tops) noexcept nogil:
    """Where the table keeps what is known of a trick start with role 0 to lead."""
    cdef Place place
    place.shape = (s.shape & <u64>0x0fff0fff0fff) | (<u64>n << 12)
    place.first = pext(downward(tops & ~s.hand[1]), ONES)
    place.second = pext(downward(tops & ~s.hand[0]), ONES)
    return place


cdef inline u64 key_of(const Place* place, u64 kind) noexcept nogil:
    """Key of the entries that rest on the highest cards of the suits in `kind`."""
    return place.shape | ((place.first & kind) << 28) | ((place.second & kind) << 44)


cdef inline bint recalled(Search* s, const Place* place, int n, u64 packed_a, u64 packed_b, int told, int bar,
                          u64* mask, int* scores) noexcept nogil:
    """Whether an entry answers.

    Sets the places that it rests on and, if it holds an outcome, the scores from the leader on.
    """
    cdef int kind = <int>(place.first | place.second)
    cdef u32 kinds
    cdef Slot* slot
    cdef u64 key
    # most answers rest on the highest card of every suit
    if recalled_from(s, key_of(place, kind), n, packed_a, packed_b, told, bar, mask, scores):
        return True
    key = table_key(&s.table, key_of(place, 0), MAXN)
    slot = table_slot(&s.table, key)
    if slot.key != key:
        return False
    kinds = slot.kinds & ~(<u32>1 << kind)
    while kinds:
        kind = highest(kinds)
        kinds ^= <u32>1 << kind
        if recalled_from(s, key_of(place, kind), n, packed_a, packed_b, told, bar, mask, scores):
            return True
    return False


cdef inline bint recalled_from(Search* s, u64 shape, int n, u64 packed_a, u64 packed_b, int told, int bar,
                               u64* mask, int* scores) noexcept nogil:
    """As `recalled`, from the entries of one kind; the one that answers comes to the head of its chain."""
    cdef u64 key = table_key(&s.table, shape, MAXN)
    cdef Slot* slot = table_slot(&s.table, key)
    cdef Entry* entry
    cdef u32 i
    cdef u32* link
    if slot.key != key:
        return False
    link = &slot.head
    i = slot.head
    while i:
        entry = s.table.entries + i
        mask[0] = entry.a | entry.b
        if ((packed_a ^ entry.a) | (packed_b ^ entry.b)) & mask[0] == 0:
            if entry.kind == EXACT or (entry.kind == told and entry.lower <= bar + BAR_BASE):
                if entry.kind == EXACT:
                    scores[0] = entry.lower | (entry.upper << 8) | ((whole(s, n) - entry.lower - entry.upper) << 16)
                link[0] = entry.next
                entry.next = slot.head
                slot.head = i
                return True
        link = &entry.next
        i = entry.next
    return False


cdef inline Outcome maxn_search(Search* s, int leader, int n, int seat, int bar) noexcept nogil:
    """The outcome of the `n` tricks left, `leader` to lead.

    `seat`, which moved last, must like it more than `bar` (as `liking` counts); else REFUSED may stand for it.
    """
    cdef u64 all, packed_a, packed_b, mask, tops
    cdef Place place
    cdef Outcome result
    cdef Floors floors
    cdef int left, right, told, kind
    result.known.up = result.known.down = 0
    result.scores = REFUSED
    if n == 1:
        return last_outcome(s, leader)
    all = s.hand[0] | s.hand[1] | s.hand[2]
    packed_a = pext(all & ~s.hand[next_role(leader)], all)
    packed_b = pext(all & ~s.hand[leader], all)
    told = 1 + (seat - leader + 3) % 3
    tops = highest_of_suits(all)
    turn(s, leader)
    place = place_of(s, n, tops)
    turn(s, (3 - leader) % 3)
    if recalled(s, &place, n, packed_a, packed_b, told, bar, &mask, &result.scores):
        if result.scores != REFUSED:
            result.scores = seen_from(result.scores, (3 - leader) % 3)
        result.known = split(pdep(mask, all), all, s.avoid)
        return result
    left = next_role(seat)
    right = next_role(left)
    raise_floors(s, leader, n, &floors)
    if floors.score[0] + floors.score[1] + floors.score[2] == whole(s, n):
        result.known = floors.known[0]
        merge(&result.known, floors.known[1])
        merge(&result.known, floors.known[2])
        result.scores = floors.score[0] | (floors.score[1] << 8) | (floors.score[2] << 16)
    elif ceiling(s, seat, n, floors.score[left], floors.score[right]) <= bar:
        result.known = floors.known[left]
        merge(&result.known, floors.known[right])
    else:
        if out_of_budget(s):
            return result
        result = maxn_lead(s, leader, n, &floors, seat, bar)
        if s.stop:
            return result
    mask = closed(&result.known, all)
    kind = <int>pext(downward(tops & mask), ONES)
    mask = pext(mask, all)
    if result.scores == REFUSED:
        table_add(&s.table, key_of(&place, kind), MAXN, packed_a & mask, packed_b & mask, bar + BAR_BASE, 0, told)
    else:
        result.scores = seen_from(result.scores, leader)
        table_add(&s.table, key_of(&place, kind), MAXN, packed_a & mask, packed_b & mask,
                  score_of(result.scores, 0), score_of(result.scores, 1), EXACT)
        result.scores = seen_from(result.scores, (3 - leader) % 3)
    table_claim(&s.table, key_of(&place, 0), MAXN).kinds |= <u32>1 << kind
    return result

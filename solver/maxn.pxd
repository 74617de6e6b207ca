"""Exact max^n: the outcome when each seat plays for itself and all know it.

Each seat wants the most tricks for itself (the fewest when tricks are avoided); between outcomes equal for itself it
takes the one that is worst for its left neighbour. The three counts add up to the tricks left, so that outcome is
unique, whatever the order of search (max^n: Luckhardt and Irani, AAAI 1986; what prunes it soundly: Sturtevant,
"A comparison of algorithms for multi-player games", 2002).

Roles are seats here. Outcomes are kept for the cards that decided them, as in the paranoid search: at a node the
cards that matter are the union over all moves tried.
"""

from solver.bits cimport bit, pdep, pext, u32, u64
from solver.moves cimport Moves, list_groups
from solver.relevance cimport Failures, Known, all_failed, closed, failed, settle, split
from solver.state cimport Search, beats, legal, next_role, out_of_budget, play, take_back
from solver.table cimport Entry, Slot, table_key, table_slot, table_store


cdef struct Outcome:
    Known known         # cards that decided it
    int tricks          # of seats 0, 1 and 2, a byte each


cdef inline int tricks_of(int tricks, int seat) noexcept nogil:
    return (tricks >> (8 * seat)) & 255


cdef inline bint prefers(bint avoid, int seat, int tricks, int than) noexcept nogil:
    """Whether `seat` likes the outcome `tricks` better than `than`."""
    cdef int mine = tricks_of(tricks, seat) - tricks_of(than, seat)
    if mine == 0:
        mine = tricks_of(than, next_role(seat)) - tricks_of(tricks, next_role(seat))
    return mine < 0 if avoid else mine > 0


cdef inline int ideal(bint avoid, int seat, int n) noexcept nogil:
    """The outcome of `n` tricks that `seat` likes best of all."""
    return n << (8 * next_role(seat)) if avoid else n << (8 * seat)


cdef inline void adopt(Search* s, Outcome* best, bint* first, int seat, int tricks) noexcept nogil:
    """Keep the outcome that `seat` prefers."""
    if first[0] or prefers(s.avoid, seat, tricks, best.tricks):
        best.tricks = tricks
    first[0] = False


cdef inline Outcome maxn_third(Search* s, int leader, int n, int lead, int second) noexcept nogil:
    cdef int second_role = next_role(leader)
    cdef int role = next_role(second_role)
    cdef int best_card = lead
    cdef int best_role = leader
    cdef int card, winner_card, winner, i
    cdef u64 separators
    cdef Moves moves
    cdef Outcome best, found
    cdef Failures failures
    cdef bint first = True
    best.known.up = best.known.down = 0
    best.tricks = 0
    if beats(s, second, best_card):
        best_card = second
        best_role = second_role
    separators = s.hand[leader] | s.hand[second_role] | bit(best_card)
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    i = 0
    while i < moves.count:
        card = moves.card[i]
        winner_card = best_card
        winner = best_role
        if beats(s, card, best_card):
            winner_card = card
            winner = role
        found.known.up = found.known.down = 0
        found.tricks = 0
        if n > 1:
            play(s, role, card)
            found = maxn_search(s, winner, n - 1)
            take_back(s, role, card)
            if s.stop:
                return found
        found.tricks += 1 << (8 * winner)
        settle(s, &found.known, separators | s.hand[role] | bit(lead) | bit(second), lead, second, card, winner_card)
        if found.tricks == ideal(s.avoid, role, n):
            return found
        adopt(s, &best, &first, role, found.tricks)
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    best.known = all_failed(&failures)
    return best


cdef inline Outcome maxn_second(Search* s, int leader, int n, int lead) noexcept nogil:
    cdef int role = next_role(leader)
    cdef u64 separators = s.hand[leader] | s.hand[next_role(role)] | bit(lead)
    cdef Moves moves
    cdef Outcome best, found
    cdef Failures failures
    cdef bint first = True
    cdef int card, i
    best.known.up = best.known.down = 0
    best.tricks = 0
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    i = 0
    while i < moves.count:
        card = moves.card[i]
        play(s, role, card)
        found = maxn_third(s, leader, n, lead, card)
        take_back(s, role, card)
        if s.stop or found.tricks == ideal(s.avoid, role, n):
            return found
        adopt(s, &best, &first, role, found.tricks)
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    best.known = all_failed(&failures)
    return best


cdef inline Outcome maxn_lead(Search* s, int role, int n) noexcept nogil:
    cdef u64 separators = s.hand[next_role(role)] | s.hand[next_role(next_role(role))]
    cdef Moves moves
    cdef Outcome best, found
    cdef Failures failures
    cdef bint first = True
    cdef int card, i
    best.known.up = best.known.down = 0
    best.tricks = 0
    failures.known.up = failures.known.down = failures.bare = failures.covered = 0
    list_groups(&moves, s.hand[role], separators)
    i = 0
    while i < moves.count:
        card = moves.card[i]
        play(s, role, card)
        found = maxn_second(s, role, n, card)
        take_back(s, role, card)
        if s.stop or found.tricks == ideal(s.avoid, role, n):
            return found
        adopt(s, &best, &first, role, found.tricks)
        failed(&failures, &moves, i, found.known, s.hand[role], separators)
        i += 1
    best.known = all_failed(&failures)
    return best


cdef inline Outcome maxn_search(Search* s, int leader, int n) noexcept nogil:
    """The outcome of the `n` tricks left, `leader` to lead."""
    cdef u64 all, packed_a, packed_b, mask
    cdef Slot* slot
    cdef Entry* entry
    cdef Outcome result
    cdef u32 i
    result.known.up = result.known.down = 0
    result.tricks = 0
    if out_of_budget(s):
        return result
    if n == 1:
        return maxn_lead(s, leader, n)
    all = s.hand[0] | s.hand[1] | s.hand[2]
    packed_a = pext(s.hand[0] | s.hand[2], all)
    packed_b = pext(s.hand[1] | s.hand[2], all)
    slot = table_slot(&s.table, table_key(&s.table, s.shape, leader))
    if slot.key == table_key(&s.table, s.shape, leader):
        i = slot.head
        while i:
            entry = s.table.entries + i
            mask = entry.a | entry.b
            if ((packed_a ^ entry.a) | (packed_b ^ entry.b)) & mask == 0:
                result.tricks = entry.lower | (entry.upper << 8) | ((n - entry.lower - entry.upper) << 16)
                result.known = split(pdep(mask, all), all, s.avoid)
                return result
            i = entry.next
    result = maxn_lead(s, leader, n)
    if s.stop:
        return result
    mask = pext(closed(&result.known, all), all)
    table_store(&s.table, s.shape, leader, packed_a & mask, packed_b & mask,
                tricks_of(result.tricks, 0), tricks_of(result.tricks, 1), 255)
    return result

"""Zero-window alpha-beta when tricks are sought: can role 0 reach a score, and which cards decided it?

When they are avoided, the search is that of `paranoid_avoid`. Every result is a word: what decided it, with `WON` set
when role 0 succeeds.
"""

from solver.bits cimport CODES, PROVEN, WON, bit, lowest, pdep, pext, pext_both, u64
from solver.bounds cimport static_bounds
from solver.bounds_lead cimport takes_lead
from solver.moves cimport Moves, list_groups, promote
from solver.order cimport next_lead, next_second, next_third
from solver.relevance cimport Failures, all_failed, closed, failed, no_failures, settled
from solver.state cimport (
    Search, beats, cutoff_key, legal, next_role, out_of_budget, play, remember, remembered, take_back,
)
from solver.table cimport (
    BOUND_SHIFT, Pattern, Slot, table_find, table_key, table_slot, table_store,
)
from solver.techniques cimport USE_TABLE


cdef inline u64 last_trick(Search* s, int leader) noexcept nogil:
    cdef int second_role = next_role(leader)
    cdef int third_role = next_role(second_role)
    cdef int lead = lowest(s.hand[leader])
    cdef int second = lowest(s.hand[second_role])
    cdef int third = lowest(s.hand[third_role])
    cdef int best = lead
    cdef int winner = leader
    if beats(s, second, best):
        best = second
        winner = second_role
    if beats(s, third, best):
        best = third
        winner = third_role
    return settled(lead, second, third, best) | (WON if winner == 0 else 0)


cdef inline u64 known_result(Search* s, int leader, int n, int target) noexcept nogil:
    """What the table or sure tricks tell without search; `PROVEN` is set when they do."""
    cdef u64 all, mask
    cdef Pattern layout
    cdef u64 goal = <u64>target << BOUND_SHIFT
    cdef Slot* slot
    cdef Pattern* found
    cdef u64 key
    key = table_key(&s.table, s.shape, leader)
    slot = table_slot(&s.table, key)
    if USE_TABLE and slot.key == key:
        all = s.hand[0] | s.hand[1] | s.hand[2]
        pext_both(s.hand[0] | s.hand[2], s.hand[1] | s.hand[2], all, &layout.a, &layout.b)
        found = table_find(&s.table, &slot.list, &layout, 1, goal)
        if found != NULL:
            mask = (found.a | found.b) & CODES
            return pdep(mask, all) | PROVEN | (WON if found.a >= goal else 0)
    # after the table, which answers more often and for less
    return static_bounds(s, leader, n, target)


cdef inline u64 third(Search* s, int leader, int n, int target, int lead, int second) noexcept nogil:
    """The last seat of a trick plays; `target` counts this trick."""
    cdef int second_role = next_role(leader)
    cdef int role = next_role(second_role)
    cdef int best = lead
    cdef int best_role = leader
    cdef int card, winner_card, winner, goal, i
    cdef u64 separators
    cdef u64 result
    cdef Moves moves
    cdef Failures failures = no_failures()
    if beats(s, second, best):
        best = second
        best_role = second_role
    separators = s.hand[leader] | s.hand[second_role] | bit(best)
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    i = 0
    while i < moves.count:
        card = next_third(s, &moves, role, best, best_role, i)
        winner_card = best
        winner = best_role
        if beats(s, card, best):
            winner_card = card
            winner = role
        goal = target - (winner == 0)
        if goal <= 0 or goal > n - 1:
            result = WON if goal <= 0 else 0
        else:
            play(s, role, card)
            result = search(s, winner, n - 1, goal)
            take_back(s, role, card)
            if s.stop:
                return result
        result |= settled(lead, second, card, winner_card)
        if (result & WON != 0) == (role == 0):
            return result
        failed(&failures, &moves, i, result, s.hand[role])
        i += 1
    return all_failed(&failures) | (WON if role != 0 else 0)


cdef inline u64 second(Search* s, int leader, int n, int target, int lead) noexcept nogil:
    """The middle seat of a trick plays; `target` counts this trick."""
    cdef int role = next_role(leader)
    cdef int third_role = next_role(role)
    cdef u64 separators = s.hand[leader] | s.hand[third_role] | bit(lead)
    cdef u64 result
    cdef Failures failures = no_failures()
    cdef Moves moves
    cdef bint known
    cdef u64 key
    cdef int card, i
    if leader != 0:
        result = takes_lead(s, leader, target, lead)
        if result:
            return result & ~PROVEN
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    key = cutoff_key(s, role, lead, -1)
    # the card that cut off here last goes first; only if it fails are the others scored
    known = promote(&moves, remembered(s, key))
    i = 0
    while i < moves.count:
        card = next_second(s, &moves, role, lead, i, known)
        play(s, role, card)
        result = third(s, leader, n, target, lead, card)
        take_back(s, role, card)
        if s.stop:
            return result
        if (result & WON != 0) == (role == 0):
            remember(s, key, card)
            return result
        failed(&failures, &moves, i, result, s.hand[role])
        i += 1
    return all_failed(&failures) | (WON if role != 0 else 0)


cdef inline u64 lead_trick(Search* s, int role, int n, int target) noexcept nogil:
    cdef u64 separators = s.hand[next_role(role)] | s.hand[next_role(next_role(role))]
    cdef u64 result
    cdef Failures failures = no_failures()
    cdef Moves moves
    cdef bint known
    cdef u64 key
    cdef int card, i
    list_groups(&moves, s.hand[role], separators)
    key = cutoff_key(s, role, -1, -1)
    # the card that cut off here last goes first; only if it fails are the others scored
    known = promote(&moves, remembered(s, key))
    i = 0
    while i < moves.count:
        card = next_lead(s, &moves, role, i, known)
        play(s, role, card)
        result = second(s, role, n, target, card)
        take_back(s, role, card)
        if s.stop:
            return result
        if (result & WON != 0) == (role == 0):
            remember(s, key, card)
            return result
        failed(&failures, &moves, i, result, s.hand[role])
        i += 1
    return all_failed(&failures) | (WON if role != 0 else 0)


cdef inline u64 search(Search* s, int leader, int n, int target) noexcept nogil:
    """Whether role 0 reaches `target` (1 to n) in the `n` tricks left, `leader` to lead."""
    cdef u64 result
    if n == 1:
        return last_trick(s, leader)
    result = known_result(s, leader, n, target)
    if result & PROVEN:
        return result & ~PROVEN
    return expand(s, leader, n, target)


cdef inline u64 expand(Search* s, int leader, int n, int target) noexcept nogil:
    """Search a trick start that neither sure tricks nor the table answer, and keep the result."""
    cdef u64 all, mask
    cdef Pattern pattern
    cdef u64 result
    if out_of_budget(s):
        return 0
    result = lead_trick(s, leader, n, target)
    if s.stop:
        return result
    all = s.hand[0] | s.hand[1] | s.hand[2]
    mask = pext(closed(result, all), all)
    pext_both(s.hand[0] | s.hand[2], s.hand[1] | s.hand[2], all, &pattern.a, &pattern.b)
    pattern.a &= mask
    pattern.b &= mask
    if result & WON:
        table_store(&s.table, s.shape, leader, &pattern, 1, target, n)
    else:
        table_store(&s.table, s.shape, leader, &pattern, 1, 0, target - 1)
    return result

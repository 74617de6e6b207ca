"""Zero-window alpha-beta when tricks are avoided: can role 0 reach a score, and which pairs of cards decided it?

The search of `paranoid` with results that rest on `Pairs`. Ranks are mirrored: the lowest card of the suit led wins.

Most results hold whichever opponent wins a trick, and many whichever seat does. So where one is known, the table and
the sure tricks are asked for the same result with another seat winning the trick; for an opponent, in large positions
with few tricks left, that is even searched. The cards of the two need not be compared where it holds.
"""

from solver.bits cimport TOLD, WON, bit, lowest, u64
from solver.bounds_avoid cimport MISSED, REACHED, avoid_needs, ducks_lead
from solver.bounds_outlast cimport Needs
from solver.moves cimport Moves, list_groups, promote
from solver.order cimport next_lead, next_second, next_third
from solver.pairs cimport (
    PACKED, WORDS, Pairs, compare, count_pairs, failed, forget, gather, play_trick, scatter, unite,
)
from solver.state cimport (
    Search, beats, cutoff_key, legal, next_role, out_of_budget, play, remember, remembered, take_back,
)
from solver.table cimport BOUND_SHIFT, Pattern, Slot, table_find, table_key, table_slot, table_store
from solver.techniques cimport USE_ANY_WINNER, USE_PATTERNS, USE_TABLE


cdef inline int layout_of(const Search* s, int n, Pattern* layout) noexcept nogil:
    """The order of all pairs of cards held, as a pattern; returns its width."""
    cdef const Pairs* alive = &s.frame.alive[n]
    cdef u64 packed[WORDS]
    cdef int k
    gather(&s.frame.order, alive, packed)
    for k in range(WORDS):
        layout[k].a = packed[k]
        layout[k].b = ~packed[k] & TOLD
    return max(1, (count_pairs(alive) + PACKED - 1) // PACKED)


cdef inline int known_avoid(Search* s, int leader, int n, int target, u64 asked, Pairs* pairs) noexcept nogil:
    """What the table or sure tricks tell without search: whether role 0 reaches `target`, -1 for nothing.

    Sure tricks are looked for as `asked`; see `avoid_needs`.
    """
    cdef Pattern layout[WORDS]
    cdef u64 told[WORDS]
    cdef Needs needs
    cdef Pattern* found
    cdef u64 result
    cdef int k, width
    cdef u64 key = table_key(&s.table, s.shape, leader)
    cdef Slot* slot = table_slot(&s.table, key)
    cdef u64 goal = <u64>target << BOUND_SHIFT
    if USE_TABLE and slot.key == key:
        width = layout_of(s, n, layout)
        found = table_find(&s.table, &slot.list, layout, width, goal)
        if found != NULL:
            for k in range(WORDS):
                told[k] = (found[k].a | found[k].b) & TOLD if k < width else 0
            scatter(told, &s.frame.alive[n], pairs)
            return found.a >= goal
    # after the table, which answers more often
    result = avoid_needs(s, leader, n, target, asked, &needs)
    if result == 0:
        return -1
    note_needs(s, &needs, pairs)
    return result & WON != 0


cdef inline void note_needs(const Search* s, const Needs* needs, Pairs* pairs) noexcept nogil:
    """The pairs that a bound needs."""
    cdef int i
    forget(pairs)
    for i in range(needs.count):
        compare(&s.frame, pairs, needs.upper[i], needs.lower[i])


cdef inline bint alike(Search* s, int leader, int n, int target, bint won, Pairs* pairs) noexcept nogil:
    """Whether the result is seen to be `won` too when another seat has won the trick and leads."""
    if target <= 0 or target > n:
        forget(pairs)
        return won == (target <= 0)
    if leader != 0:
        # other results of the opponents' leads are too rarely alike to look them up
        if not won:
            return False
        if n <= s.also_searched:
            return search_avoid(s, leader, n, target, pairs)
    return known_avoid(s, leader, n, target, REACHED if won else MISSED, pairs) == won


cdef inline void note_winner(Search* s, int n, int target, const int* trick, int suit, int winner, bint won,
                             Pairs* pairs) noexcept nogil:
    """Add what made a seat win the trick, the first of `n`, as far as that matters; its cards are played already."""
    cdef Pairs other
    cdef int role
    for role in range(3):
        if role == winner or trick[role] >> 4 != suit:
            continue
        if USE_ANY_WINNER and alike(s, role, n - 1, target - (role != 0), won, &other):
            unite(pairs, &other)
        else:
            compare(&s.frame, pairs, trick[role], trick[winner])


cdef inline bint last_avoid(const Search* s, int leader, Pairs* pairs) noexcept nogil:
    cdef int best = lowest(s.hand[leader])
    cdef int suit = best >> 4
    cdef int winner = leader
    cdef int role, card
    for role in range(3):
        card = lowest(s.hand[role])
        if card >> 4 == suit and card < best:
            best = card
            winner = role
    forget(pairs)
    for role in range(3):
        card = lowest(s.hand[role])
        # where role 0 does not win, it does not matter who does
        if role != winner and card >> 4 == suit and (role == 0 or winner == 0):
            compare(&s.frame, pairs, card, best)
    return winner != 0


cdef inline bint third_avoid(Search* s, int leader, int n, int target, int lead, int second,
                             Pairs* pairs) noexcept nogil:
    """The last seat of a trick plays; `target` counts this trick."""
    cdef int second_role = next_role(leader)
    cdef int role = next_role(second_role)
    cdef int best = lead
    cdef int best_role = leader
    cdef int card, winner, goal, i
    cdef int trick[3]
    cdef u64 separators
    cdef Pairs result
    cdef Moves moves
    cdef bint won
    if beats(s, second, best):
        best = second
        best_role = second_role
    trick[leader] = lead
    trick[second_role] = second
    separators = s.hand[leader] | s.hand[second_role] | bit(best)
    forget(pairs)
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    i = 0
    while i < moves.count:
        card = next_third(s, &moves, role, best, best_role, i)
        trick[role] = card
        winner = role if beats(s, card, best) else best_role
        goal = target - (winner != 0)
        play_trick(&s.frame, n, lead, second, card)
        play(s, role, card)
        if goal <= 0 or goal > n - 1:
            forget(&result)
            won = goal <= 0
        else:
            won = search_avoid(s, winner, n - 1, goal, &result)
        if not s.stop:
            note_winner(s, n, target, trick, lead >> 4, winner, won, &result)
        take_back(s, role, card)
        if s.stop:
            return False
        if won == (role == 0):
            pairs[0] = result
            return won
        failed(&s.frame, pairs, &moves, i, &result, s.hand[role], separators)
        i += 1
    return role != 0


cdef inline bint second_avoid(Search* s, int leader, int n, int target, int lead, Pairs* pairs) noexcept nogil:
    """The middle seat of a trick plays; `target` counts this trick."""
    cdef int role = next_role(leader)
    cdef int third_role = next_role(role)
    cdef u64 separators = s.hand[leader] | s.hand[third_role] | bit(lead)
    cdef Needs needs
    cdef Pairs result
    cdef Moves moves
    cdef bint known, won
    cdef u64 key
    cdef int card, i
    if leader != 0 and ducks_lead(s, leader, n, target, lead, &needs):
        note_needs(s, &needs, pairs)
        return True
    forget(pairs)
    list_groups(&moves, legal(s, role, lead >> 4), separators)
    key = cutoff_key(s, role, lead, -1)
    # the card that cut off here last goes first; only if it fails are the others scored
    known = promote(&moves, remembered(s, key))
    i = 0
    while i < moves.count:
        card = next_second(s, &moves, role, lead, i, known)
        play(s, role, card)
        won = third_avoid(s, leader, n, target, lead, card, &result)
        take_back(s, role, card)
        if s.stop:
            return False
        if won == (role == 0):
            remember(s, key, card)
            pairs[0] = result
            return won
        failed(&s.frame, pairs, &moves, i, &result, s.hand[role], separators)
        i += 1
    return role != 0


cdef inline bint lead_avoid(Search* s, int role, int n, int target, Pairs* pairs) noexcept nogil:
    cdef u64 separators = s.hand[next_role(role)] | s.hand[next_role(next_role(role))]
    cdef Pairs result
    cdef Moves moves
    cdef bint known, won
    cdef u64 key
    cdef int card, i
    forget(pairs)
    list_groups(&moves, s.hand[role], separators)
    key = cutoff_key(s, role, -1, -1)
    # the card that cut off here last goes first; only if it fails are the others scored
    known = promote(&moves, remembered(s, key))
    i = 0
    while i < moves.count:
        card = next_lead(s, &moves, role, i, known)
        play(s, role, card)
        won = second_avoid(s, role, n, target, card, &result)
        take_back(s, role, card)
        if s.stop:
            return False
        if won == (role == 0):
            remember(s, key, card)
            pairs[0] = result
            return won
        failed(&s.frame, pairs, &moves, i, &result, s.hand[role], separators)
        i += 1
    return role != 0


cdef inline bint search_avoid(Search* s, int leader, int n, int target, Pairs* pairs) noexcept nogil:
    """Whether role 0 reaches `target` (1 to n) in the `n` tricks left, `leader` to lead.

    The frame must tell the pairs held with `n` tricks left. Void once the search has stopped.
    """
    cdef int known
    if n == 1:
        return last_avoid(s, leader, pairs)
    known = known_avoid(s, leader, n, target, REACHED | MISSED, pairs)
    return known if known >= 0 else expand_avoid(s, leader, n, target, pairs)


cdef inline bint expand_avoid(Search* s, int leader, int n, int target, Pairs* pairs) noexcept nogil:
    """Search a trick start and keep the result."""
    cdef const Pairs* told = pairs if USE_PATTERNS else &s.frame.alive[n]
    cdef Pattern pattern[WORDS]
    cdef u64 packed[WORDS]
    cdef int width, k
    cdef bint won
    if out_of_budget(s):
        return False
    won = lead_avoid(s, leader, n, target, pairs)
    if s.stop:
        return False
    width = layout_of(s, n, pattern)
    gather(told, &s.frame.alive[n], packed)
    for k in range(width):
        pattern[k].a &= packed[k]
        pattern[k].b &= packed[k]
    if won:
        table_store(&s.table, s.shape, leader, pattern, width, target, n)
    else:
        table_store(&s.table, s.shape, leader, pattern, width, 0, target - 1)
    return won

"""Zero-window alpha-beta over tricks: can role 0 reach a score, and which cards decided it?

Every result is one word: bit 63 is success for role 0, the lower bits are the cards whose rank mattered (read
upward: all cards of the suit at or above the lowest one). The rules that keep partition search sound:

- a trick won over another card of its suit makes the winning card matter; one won alone in its suit, nothing;
- a bound from sure tricks reports the cards it counted;
- where all moves failed, what matters is the union over them; a group of equivalent cards tried as one matters
  as a whole if its tried card does; a card below all that mattered after the same suit failed need not be tried.
"""

from solver.bits cimport LANES, PROVEN, WON, bit, highest, lane, lowest, pdep, pext, u32, u64, upward
from solver.state cimport Search, beats, legal, next_role, out_of_budget, play, take_back
from solver.table cimport Entry, Slot, table_key, table_slot, table_store
from solver.bounds cimport static_bounds
from solver.order cimport Moves, order_lead, order_second, order_third


cdef inline u64 trick_matters(const Search* s, int lead, int second, int third, int winner_card) noexcept nogil:
    """The card whose rank decided the trick."""
    cdef int suit
    cdef u64 m
    if s.avoid:
        m = (bit(lead) | bit(second) | bit(third)) & lane(lead >> 4)
        m &= m - 1                      # the winner is the lowest; what it lost to matters
        return m & (0 - m)
    suit = winner_card >> 4
    if (lead >> 4 == suit) + (second >> 4 == suit) + (third >> 4 == suit) >= 2:
        return bit(winner_card)
    return 0


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
    return trick_matters(s, lead, second, third, best) | (WON if (winner == 0) != s.avoid else 0)


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


cdef inline u64 group_of(u64 cards, u64 separators, int card) noexcept nogil:
    """The cards below and with `card` that no separator divides from it."""
    cdef u64 below = separators & lane(card >> 4) & (bit(card) - 1)
    cdef u64 mine = cards & lane(card >> 4) & ((<u64>2 << card) - 1)
    if below:
        mine &= ~((bit(highest(below)) << 1) - 1)
    return mine


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


cdef inline u64 failed(Moves* moves, int i, u64 result, u64 hand, u64 separators) noexcept nogil:
    """What matters after move `i` failed; drops the later moves that fail alike."""
    cdef int card = moves.card[i]
    cdef u64 suit = lane(card >> 4)
    cdef u64 matter = result & LANES
    cdef u64 low = matter & suit
    cdef int j, k
    if low and lowest(low) <= card:
        return matter | group_of(hand, separators, card)
    # the card did not matter: neither does any other below the lowest that did
    k = i + 1
    for j in range(i + 1, moves.count):
        if bit(moves.card[j]) & suit and (low == 0 or moves.card[j] < lowest(low)):
            continue
        moves.card[k] = moves.card[j]
        moves.score[k] = moves.score[j]
        k += 1
    moves.count = k
    return matter


cdef inline u64 third(Search* s, int leader, int n, int target, int lead, int second) noexcept nogil:
    """The last seat of a trick plays; `target` counts this trick."""
    cdef int second_role = next_role(leader)
    cdef int role = next_role(second_role)
    cdef int best = lead
    cdef int best_role = leader
    cdef int card, winner_card, winner, goal, i
    cdef u64 result, separators, matter
    cdef Moves moves
    cdef u64 union = 0
    if beats(s, second, best):
        best = second
        best_role = second_role
    separators = s.hand[leader] | s.hand[second_role] | bit(best)
    moves.count = 0
    add_groups(&moves, legal(s, role, lead >> 4), separators)
    order_third(s, &moves, role, lead, best, best_role)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        winner_card = best
        winner = best_role
        if beats(s, card, best):
            winner_card = card
            winner = role
        goal = target - ((winner == 0) != s.avoid)
        matter = trick_matters(s, lead, second, card, winner_card)
        if goal <= 0:
            result = WON | matter
        elif goal > n - 1:
            result = matter
        else:
            play(s, role, card)
            result = search(s, winner, n - 1, goal) | matter
            take_back(s, role, card)
            if s.stop:
                return 0
        if (result & WON != 0) == (role == 0):
            return result
        union |= failed(&moves, i, result, s.hand[role], separators)
        i += 1
    return union | (0 if role == 0 else WON)


cdef inline u64 second(Search* s, int leader, int n, int target, int lead) noexcept nogil:
    """The middle seat of a trick plays; `target` counts this trick."""
    cdef int role = next_role(leader)
    cdef int third_role = next_role(role)
    cdef u64 separators = s.hand[leader] | s.hand[third_role] | bit(lead)
    cdef u64 result
    cdef u64 union = 0
    cdef Moves moves
    cdef int card, i
    moves.count = 0
    add_groups(&moves, legal(s, role, lead >> 4), separators)
    order_second(s, &moves, role, lead)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        play(s, role, card)
        result = third(s, leader, n, target, lead, card)
        take_back(s, role, card)
        if s.stop:
            return 0
        if (result & WON != 0) == (role == 0):
            return result
        union |= failed(&moves, i, result, s.hand[role], separators)
        i += 1
    return union | (0 if role == 0 else WON)


cdef inline u64 lead_trick(Search* s, int role, int n, int target, int hint) noexcept nogil:
    cdef u64 separators = s.hand[next_role(role)] | s.hand[next_role(next_role(role))]
    cdef u64 result
    cdef u64 union = 0
    cdef Moves moves
    cdef int card, i
    moves.count = 0
    add_groups(&moves, s.hand[role], separators)
    order_lead(s, &moves, role, hint)
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        play(s, role, card)
        result = second(s, role, n, target, card)
        take_back(s, role, card)
        if s.stop:
            return 0
        if (result & WON != 0) == (role == 0):
            return result
        union |= failed(&moves, i, result, s.hand[role], separators)
        i += 1
    return union | (0 if role == 0 else WON)


cdef inline u64 search(Search* s, int leader, int n, int target) noexcept nogil:
    """Whether role 0 reaches `target` (1 to n) in the `n` tricks left, `leader` to lead."""
    cdef u64 all, packed_a, packed_b, mask, result, key
    cdef Slot* slot
    cdef Entry* entry
    cdef u32 i
    cdef int hint = -1
    s.nodes += 1
    if out_of_budget(s):
        return 0
    if n == 1:
        return last_trick(s, leader)
    result = static_bounds(s, leader, n, target)
    if result:
        return result & ~PROVEN
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
                if entry.lower >= target:
                    return WON | pdep(mask, all)
                if entry.upper < target:
                    return pdep(mask, all)
            i = entry.next
    result = lead_trick(s, leader, n, target, hint)
    if s.stop:
        return 0
    mask = all & upward(result & LANES)
    result = (result & WON) | mask
    mask = pext(mask, all)
    if result & WON:
        table_store(&s.table, s.shape, leader, packed_a & mask, packed_b & mask, target, n, 255)
    else:
        table_store(&s.table, s.shape, leader, packed_a & mask, packed_b & mask, 0, target - 1, 255)
    return result

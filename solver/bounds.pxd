"""Sure tricks: bounds on the score of role 0 at a trick start, without search.

A result is 0 when nothing is proven, else `PROVEN` with bit 63 telling success (the target is reached) and the
cards that mattered below it.
"""

from solver.bits cimport PROVEN, WON, above, bit, highest, lane, lowest, popcount, u64
from solver.bounds_avoid cimport avoid_bounds
from solver.relevance cimport Known
from solver.state cimport Search


cdef inline int length(u64 shape, int role, int suit) noexcept nogil:
    return <int>((shape >> (16 * role + 4 * suit)) & 15)


cdef inline u64 top_cards(u64 cards, int count) noexcept nogil:
    """The `count` highest of `cards` (one suit)."""
    cdef u64 out = 0
    cdef u64 b
    while count > 0 and cards:
        b = bit(highest(cards))
        out |= b
        cards ^= b
        count -= 1
    return out


cdef inline int cash(u64 mine, u64 others, int longest, u64* rel) noexcept nogil:
    """Tricks that a hand can cash in one suit when nobody ruffs, and the cards they need."""
    cdef u64 tops = mine & above(highest(others)) if others else mine
    cdef int count = popcount(tops)
    if count >= longest:
        rel[0] = top_cards(tops, longest)
        return popcount(mine)
    rel[0] = tops
    return count


cdef inline u64 fewest(u64 mine, u64 rel, int count, int needed) noexcept nogil:
    """The cards that `needed` of the `count` tricks in a suit rest on, when all rest on `rel`."""
    return top_cards(mine, needed) if needed < popcount(rel) else rel


cdef inline int sure_trumps(u64 mine, u64 theirs, u64* rel) noexcept nogil:
    """Tricks that one hand's trumps take whoever leads: each that loses falls to a distinct higher trump.

    Going down, a higher trump of theirs catches one of mine; what is not caught takes a trick.
    """
    cdef u64 both = mine | theirs
    cdef u64 b
    cdef int catchers = 0
    cdef int sure = 0
    rel[0] = 0
    while both:
        b = bit(highest(both))
        both ^= b
        if b & theirs:
            catchers += 1
        elif catchers:
            catchers -= 1
        else:
            sure += 1
            rel[0] = b
    return sure


cdef inline Known static_bounds(const Search* s, int leader, int n, int target) noexcept nogil:
    """Whether sure tricks alone decide `target` (1 to n) with `n` tricks left and `leader` to lead."""
    cdef Known known
    known.down = 0
    known.up = avoid_bounds(s, leader, n, target) if s.avoid else take_bounds(s, leader, n, target)
    return known


cdef struct Sure:
    int tricks          # taken by trumps alone, whoever leads and when
    u64 rel


cdef inline u64 take_bounds(const Search* s, int leader, int n, int target) noexcept nogil:
    cdef u64 rel
    cdef u64 mine
    cdef Sure sure, other
    sure.tricks = 0
    sure.rel = 0
    if s.trump_lane:
        mine = s.hand[0] & s.trump_lane
        # the better of the opponents' two hands: both may have to play a trump to the same trick
        sure.tricks = sure_trumps(s.hand[1] & s.trump_lane, mine, &sure.rel)
        other.tricks = sure_trumps(s.hand[2] & s.trump_lane, mine, &other.rel)
        if other.tricks > sure.tricks:
            sure = other
        if sure.tricks > n - target:
            return PROVEN | sure.rel
        other.tricks = sure_trumps(mine, (s.hand[1] | s.hand[2]) & s.trump_lane, &other.rel)
        if other.tricks >= target:
            return PROVEN | WON | other.rel
        if leader == 0:
            rel = side_alone(s, target, &other)
        else:
            rel = side_pair(s, leader, n, n - target + 1, &sure)
        if rel:
            return rel
    if leader == 0:
        rel = quick_alone(s, target)
        if rel == 0:
            rel = slow_pair(s, n, n - target + 1, &sure)
        return rel
    rel = quick_pair(s, leader, n, n - target + 1)
    if rel == 0 and not (s.hand[1] | s.hand[2]) & s.trump_lane:
        rel = slow_alone(s, n, target)
    return rel


cdef inline u64 side_alone(const Search* s, int target, const Sure* sure) noexcept nogil:
    """Role 0 leads side winners while all follow; its trumps take their tricks whenever they are played."""
    cdef int suit, count, longest, len1, len2
    cdef int total = sure.tricks
    cdef u64 rel, all_rel = sure.rel
    cdef u64 shape = s.shape
    for suit in range(4):
        if suit == s.trump or not s.hand[0] & lane(suit):
            continue
        len1 = length(shape, 1, suit)
        len2 = length(shape, 2, suit)
        longest = max(len1, len2)
        count = cash(s.hand[0] & lane(suit), (s.hand[1] | s.hand[2]) & lane(suit), longest, &rel)
        if length(shape, 1, s.trump):
            count = min(count, len1)
        if length(shape, 2, s.trump):
            count = min(count, len2)
        if count:
            total += count
            if total >= target:
                return PROVEN | WON | all_rel | fewest(s.hand[0] & lane(suit), rel, count, count - (total - target))
            all_rel |= rel
    return 0


cdef inline int side_for_pair(const Search* s, int role, u64* rel) noexcept nogil:
    """Side tricks that `role`, on lead, cashes with its own top cards while role 0 cannot ruff."""
    cdef int suit, count, longest, mine, total = 0
    cdef u64 shape = s.shape
    cdef u64 suit_rel
    rel[0] = 0
    for suit in range(4):
        if suit == s.trump or not s.hand[role] & lane(suit):
            continue
        mine = length(shape, 0, suit)
        longest = max(mine, length(shape, 3 - role, suit))
        count = cash(s.hand[role] & lane(suit), (s.hand[0] | s.hand[3 - role]) & lane(suit), longest, &suit_rel)
        if length(shape, 0, s.trump) and mine < count:
            count = mine
        if count:
            total += count
            rel[0] |= suit_rel
    return total


cdef inline u64 side_pair(const Search* s, int leader, int n, int needed, const Sure* sure) noexcept nogil:
    """As `side_alone` for the opponents of role 0, neither of which may have to ruff meanwhile."""
    cdef int partner = 3 - leader
    cdef u64 rel, partner_rel, entry
    cdef int mine = side_for_pair(s, leader, &rel)
    cdef int theirs
    if mine + sure.tricks >= needed:
        return PROVEN | rel | sure.rel if can_throw(s, partner, n, mine) else 0
    entry = entry_to(s, leader, partner)
    if entry == 0:
        return 0
    theirs = side_for_pair(s, partner, &partner_rel)
    if mine + theirs + sure.tricks < needed or mine + theirs > n:
        return 0
    if can_throw(s, partner, n, mine + theirs) and can_throw(s, leader, n, mine + theirs):
        return PROVEN | rel | partner_rel | sure.rel | entry
    return 0


cdef inline u64 entry_to(const Search* s, int leader, int partner) noexcept nogil:
    """The top card of a side suit in which `leader` reaches its partner, 0 for none."""
    cdef int suit
    cdef u64 theirs
    for suit in range(4):
        if suit == s.trump or not s.hand[leader] & lane(suit):
            continue
        theirs = s.hand[partner] & lane(suit)
        if not theirs or (s.trump_lane and length(s.shape, 0, suit) == 0):
            continue
        if theirs > ((s.hand[0] | s.hand[leader]) & lane(suit)):
            return bit(highest(theirs))
    return 0


cdef inline u64 quick_alone(const Search* s, int target) noexcept nogil:
    """Role 0 leads and cashes: trumps first, then each side suit for as long as nobody can ruff it."""
    cdef int suit, rounds, count, longest, total = 0
    cdef u64 shape = s.shape
    cdef u64 rel, all_rel = 0
    cdef int ruff1 = 0, ruff2 = 0
    if s.trump_lane:
        longest = max(length(shape, 1, s.trump), length(shape, 2, s.trump))
        total = cash(s.hand[0] & s.trump_lane, (s.hand[1] | s.hand[2]) & s.trump_lane, longest, &all_rel)
        ruff1 = length(shape, 1, s.trump) > total
        ruff2 = length(shape, 2, s.trump) > total
        if total >= target:
            return PROVEN | WON | all_rel
    for suit in range(4):
        if suit == s.trump or not s.hand[0] & lane(suit):
            continue
        longest = max(length(shape, 1, suit), length(shape, 2, suit))
        count = cash(s.hand[0] & lane(suit), (s.hand[1] | s.hand[2]) & lane(suit), longest, &rel)
        if ruff1:
            rounds = length(shape, 1, suit)
            if rounds < count:
                count = rounds
        if ruff2:
            rounds = length(shape, 2, suit)
            if rounds < count:
                count = rounds
        if count:
            total += count
            if total >= target:
                return PROVEN | WON | all_rel | fewest(s.hand[0] & lane(suit), rel, count, count - (total - target))
            all_rel |= rel
    return 0


cdef inline int cash_for_pair(const Search* s, int role, int partner, u64* rel) noexcept nogil:
    """Tricks that `role`, on lead, cashes with its own top cards against role 0."""
    cdef int suit, count, longest, total = 0
    cdef u64 shape = s.shape
    cdef u64 suit_rel
    cdef int ruff = 0
    rel[0] = 0
    if s.trump_lane:
        longest = max(length(shape, 0, s.trump), length(shape, partner, s.trump))
        total = cash(s.hand[role] & s.trump_lane, (s.hand[0] | s.hand[partner]) & s.trump_lane, longest, rel)
        ruff = length(shape, 0, s.trump) > total
    for suit in range(4):
        if suit == s.trump or not s.hand[role] & lane(suit):
            continue
        longest = max(length(shape, 0, suit), length(shape, partner, suit))
        count = cash(s.hand[role] & lane(suit), (s.hand[0] | s.hand[partner]) & lane(suit), longest, &suit_rel)
        if ruff and length(shape, 0, suit) < count:
            count = length(shape, 0, suit)
        if count:
            total += count
            rel[0] |= suit_rel
    return total


cdef inline u64 quick_pair(const Search* s, int leader, int n, int needed) noexcept nogil:
    """Roles 1 and 2 cash `needed` tricks, `leader` to lead: its own top cards, then its partner's if it can reach them."""
    cdef int partner = 3 - leader
    cdef u64 shape = s.shape
    cdef u64 rel, partner_rel, entry
    cdef int free
    cdef int mine = cash_for_pair(s, leader, partner, &rel)
    cdef int others
    # a partner with nothing but trumps left would have to ruff
    free = n - (length(shape, partner, s.trump) if s.trump_lane else 0)
    if mine >= needed and free >= needed - 1:
        return PROVEN | rel
    others = cash_for_pair(s, partner, leader, &partner_rel)
    if mine + others < needed or mine + others > free:
        return 0
    entry = entry_to(s, leader, partner)
    return PROVEN | rel | partner_rel | entry if entry else 0


cdef inline u64 slow_alone(const Search* s, int n, int target) noexcept nogil:
    """Roles 1 and 2 lead and hold no trump: when other suits run out, role 0 is in with a top card and cashes.

    A suit that role 0 does not head lasts as long as the longer of the two hands, since both must follow; and no
    longer than role 0 follows if it can then ruff.
    """
    cdef int suit, longest, rounds = 0, winners = 0, heads = 0
    cdef u64 mine, theirs, rel, all_rel = 0
    cdef int trumps = popcount(s.hand[0] & s.trump_lane)
    winners = trumps
    for suit in range(4):
        longest = max(length(s.shape, 1, suit), length(s.shape, 2, suit))
        if longest == 0:
            if suit != s.trump:
                winners += length(s.shape, 0, suit)
            continue
        mine = s.hand[0] & lane(suit)
        theirs = (s.hand[1] | s.hand[2]) & lane(suit)
        if mine > theirs:
            heads += 1
            winners += cash(mine, theirs, longest, &rel)
            all_rel |= rel
        elif trumps:
            rounds += min(longest, length(s.shape, 0, suit))
        else:
            rounds += longest
    if winners > n - rounds:
        winners = n - rounds
    if winners >= target and winners >= heads + (trumps > 0):
        return PROVEN | WON | all_rel
    return 0


cdef inline u64 slow_pair(const Search* s, int n, int needed, const Sure* sure) noexcept nogil:
    """Role 0 leads: when its top cards are cashed it loses the lead to a hand that cashes its own.

    That hand keeps its winners while role 0 cashes `total`, as far as it has room for them, and a guard above role
    0's next card in the suit in which the lead is lost. Neither hand ruffs before: both have other cards to throw.
    """
    cdef int suit, role, count, longest, side, total = 0
    cdef int counts[4]
    cdef u64 rels[4]
    cdef int pair[3]
    cdef int guards[3]
    cdef int by_trumps[3]
    cdef int heads[3]
    cdef u64 pair_rel[3]
    cdef u64 mine, theirs, rest, rel, all_rel = 0
    for suit in range(4):
        counts[suit] = 0
        mine = s.hand[0] & lane(suit)
        if mine:
            longest = max(length(s.shape, 1, suit), length(s.shape, 2, suit))
            counts[suit] = cash(mine, (s.hand[1] | s.hand[2]) & lane(suit), longest, &rels[suit])
            total += counts[suit]
    if n - total < needed:
        return 0
    if s.trump_lane and not (can_throw(s, 1, n, total + needed) and can_throw(s, 2, n, total + needed)):
        return 0
    for role in range(1, 3):
        guards[role] = heads[role] = by_trumps[role] = 0
        pair[role] = cash_for_pair(s, role, 3 - role, &pair_rel[role])
        if s.trump_lane:
            side = side_for_pair(s, role, &rel)
            if side + sure.tricks > pair[role]:
                pair[role] = side + sure.tricks
                by_trumps[role] = 1
                pair_rel[role] = rel | sure.rel
    if max(pair[1], pair[2]) + 1 < needed:
        return 0
    for suit in range(4):
        mine = s.hand[0] & lane(suit)
        if not mine:
            continue
        count = counts[suit]
        if count == length(s.shape, 0, suit):
            all_rel |= rels[suit]
            continue
        # the hand with their highest card: its partner cannot be made to take the trick instead
        role = 1 if (s.hand[1] & lane(suit)) > (s.hand[2] & lane(suit)) else 2
        theirs = s.hand[role] & lane(suit)
        rest = mine & ~top_cards(mine, count)
        if theirs < rest or length(s.shape, role, suit) <= count:
            return 0
        # its highest card counts among its winners only when it heads the suit
        # (at trumps it may be among its sure tricks as well)
        if pair[role] + (theirs < mine and (suit != s.trump or not by_trumps[role])) < needed:
            return 0
        if theirs < mine:
            guards[role] += 1
        else:
            heads[role] = 1
        all_rel |= pair_rel[role] | bit(highest(theirs))
    # room to keep the winners it needs and, in each suit that it guards, one card more than role 0 cashes
    for role in range(1, 3):
        if (guards[role] or heads[role]) and total + needed - 1 + heads[role] + guards[role] > n:
            return 0
    return PROVEN | all_rel


cdef inline bint can_throw(const Search* s, int role, int n, int rounds) noexcept nogil:
    """Whether a hand gets through `rounds` tricks without having to ruff."""
    cdef int trumps = length(s.shape, role, s.trump)
    return trumps == 0 or n - trumps >= rounds

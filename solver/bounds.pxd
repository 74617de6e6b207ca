"""Sure tricks: bounds on the score of role 0 at a trick start, without search.

A result is 0 when nothing is proven, else `PROVEN` with bit 63 telling success (the target is reached) and the
cards that mattered below it.
"""

from solver.bits cimport GOLDEN, PROVEN, WON, above, bit, highest, lane, popcount, u64
from solver.state cimport Search, TrumpTricks
from solver.techniques cimport USE_SLOW_TRICKS, USE_SURE_TRICKS


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


cdef struct Sure:
    int tricks          # taken by trumps alone, whoever leads and when
    u64 rel


cdef struct Tops:
    int owner[4]        # by suit, the role with the highest card, 3 when nobody has a card
    int count[4]        # tricks that it can cash there when nobody ruffs
    u64 rel[4]          # the cards that they need


cdef inline void find_tops(const Search* s, Tops* t) noexcept nogil:
    cdef int suit, role, longest
    cdef u64 h0, h1, h2, mine, others
    for suit in range(4):
        h0 = s.hand[0] & lane(suit)
        h1 = s.hand[1] & lane(suit)
        h2 = s.hand[2] & lane(suit)
        if h0 > (h1 | h2):
            role, mine, others = 0, h0, h1 | h2
            longest = max(length(s.shape, 1, suit), length(s.shape, 2, suit))
        elif h1 > h2:
            role, mine, others = 1, h1, h0 | h2
            longest = max(length(s.shape, 0, suit), length(s.shape, 2, suit))
        elif h2:
            role, mine, others = 2, h2, h0 | h1
            longest = max(length(s.shape, 0, suit), length(s.shape, 1, suit))
        else:
            t.owner[suit] = 3
            t.count[suit] = 0
            t.rel[suit] = 0
            continue
        t.owner[suit] = role
        t.count[suit] = cash(mine, others, longest, &t.rel[suit])


cdef inline int led_trumps(u64 mine, u64 h1, u64 h2, u64* rel) noexcept nogil:
    """Tricks that the trumps of a hand on lead take: it leads some that win, then one that may lose.

    To each, both others have to play a trump; they throw their lowest.
    """
    cdef u64 top, lost_rel
    cdef u64 last = 0
    cdef int won = 0
    cdef int sure, best = 0
    rel[0] = 0
    while mine and h1 | h2:
        top = bit(highest(mine))
        sure = won + sure_trumps(mine & (mine - 1), (h1 & (h1 - 1)) | (h2 & (h2 - 1)), &lost_rel)
        if sure > best:
            best = sure
            rel[0] = lost_rel if lost_rel else last
        if top < h1 | h2:
            return best
        won += 1
        last = top
        mine ^= top
        h1 &= h1 - 1
        h2 &= h2 - 1
    if won + popcount(mine) > best:
        best = won + popcount(mine)
        rel[0] = last
    return best


cdef inline const TrumpTricks* trump_tricks(Search* s) noexcept nogil:
    """What trumps alone take; found again only where the trumps have changed."""
    cdef int shift = 16 * s.trump
    cdef u64 mine = s.hand[0] & s.trump_lane
    cdef u64 h1 = s.hand[1] & s.trump_lane
    cdef u64 h2 = s.hand[2] & s.trump_lane
    cdef u64 key = (mine >> shift) | (h1 >> shift << 16) | (h2 >> shift << 32) | (<u64>(s.trump + 1) << 48)
    cdef TrumpTricks* t = &s.trumps[(key * GOLDEN) >> 56]
    cdef int other
    cdef u64 rel
    if t.key != key:
        t.key = key
        # the better of the opponents' two hands: both may have to play a trump to the same trick
        t.pair = sure_trumps(h1, mine, &t.pair_rel)
        other = sure_trumps(h2, mine, &rel)
        if other > t.pair:
            t.pair = other
            t.pair_rel = rel
        t.alone = sure_trumps(mine, h1 | h2, &t.alone_rel)
        t.led = led_trumps(mine, h1, h2, &t.led_rel)
    return t


cdef inline u64 static_bounds(Search* s, int leader, int n, int target) noexcept nogil:
    """Whether sure tricks alone decide `target` (1 to n) with `n` tricks left and `leader` to lead."""
    cdef u64 rel
    cdef const TrumpTricks* known
    cdef Sure sure, other
    cdef Tops t
    if not USE_SURE_TRICKS:
        return 0
    sure.tricks = other.tricks = 0
    sure.rel = other.rel = 0
    if s.trump_lane:
        known = trump_tricks(s)
        sure.tricks = known.pair
        sure.rel = known.pair_rel
        if sure.tricks > n - target:
            return PROVEN | sure.rel
        other.tricks = known.alone
        other.rel = known.alone_rel
        if other.tricks >= target:
            return PROVEN | WON | other.rel
        if leader == 0 and known.led >= target:
            return PROVEN | WON | known.led_rel
    find_tops(s, &t)
    if leader == 0:
        rel = quick_alone(s, &t, target, &other)
        if rel == 0 and USE_SLOW_TRICKS:
            rel = slow_pair(s, &t, n, n - target + 1, &sure)
        return rel
    rel = quick_pair(s, &t, leader, n, n - target + 1, &sure)
    if rel == 0 and USE_SLOW_TRICKS and not (s.hand[1] | s.hand[2]) & s.trump_lane:
        rel = slow_alone(s, &t, n, target)
    return rel


cdef inline u64 quick_alone(const Search* s, const Tops* t, int target, const Sure* sure) noexcept nogil:
    """Role 0 leads and cashes its side winners while nobody can ruff them.

    Its trumps take their tricks whenever they are played; or it draws all trumps of a hand first.
    """
    cdef int suit, count, len1, len2
    cdef int total = sure.tricks
    cdef u64 rel = sure.rel
    cdef bint ruff1 = False
    cdef bint ruff2 = False
    if s.trump_lane:
        len1 = length(s.shape, 1, s.trump)
        len2 = length(s.shape, 2, s.trump)
        ruff1 = len1 > 0
        ruff2 = len2 > 0
        count = t.count[s.trump] if t.owner[s.trump] == 0 else 0
        if (ruff1 and len1 <= count) or (ruff2 and len2 <= count):
            total = count
            rel = t.rel[s.trump]
            ruff1 = len1 > count
            ruff2 = len2 > count
            if total >= target:
                return PROVEN | WON | rel
    for suit in range(4):
        if t.owner[suit] != 0 or suit == s.trump:
            continue
        count = t.count[suit]
        if ruff1:
            count = min(count, length(s.shape, 1, suit))
        if ruff2:
            count = min(count, length(s.shape, 2, suit))
        if count:
            total += count
            rel |= t.rel[suit]
            if total >= target:
                return PROVEN | WON | rel
    return 0


cdef inline int side_tricks(const Search* s, const Tops* t, int role, bint ruffed, u64* rel) noexcept nogil:
    """Side tricks that `role`, 1 or 2, cashes on lead with its own top cards, role 0 following if it might ruff."""
    cdef int suit, count, total = 0
    rel[0] = 0
    for suit in range(4):
        if t.owner[suit] != role or suit == s.trump:
            continue
        count = t.count[suit]
        if ruffed:
            count = min(count, length(s.shape, 0, suit))
        if count:
            total += count
            rel[0] |= t.rel[suit]
    return total


cdef inline int cash_all(const Search* s, const Tops* t, int role, u64* rel) noexcept nogil:
    """Tricks that `role`, 1 or 2, cashes on lead, trumps first."""
    cdef int count = 0
    cdef int total
    if s.trump_lane and t.owner[s.trump] == role:
        count = t.count[s.trump]
    total = count + side_tricks(s, t, role, s.trump_lane != 0 and length(s.shape, 0, s.trump) > count, rel)
    if count:
        rel[0] |= t.rel[s.trump]
    return total


cdef inline u64 quick_pair(const Search* s, const Tops* t, int leader, int n, int needed,
                           const Sure* sure) noexcept nogil:
    """Roles 1 and 2 cash `needed` tricks, `leader` to lead: its own winners, then its partner's if it reaches them.

    Or side winners only, and what trumps take whenever they are played; then neither may have to ruff meanwhile.
    """
    cdef int partner = 3 - leader
    cdef u64 rel, partner_rel, entry
    cdef u64 side_rel = 0
    cdef int mine, theirs, side = 0
    cdef bint ruffed = s.trump_lane != 0 and length(s.shape, 0, s.trump) > 0
    mine = cash_all(s, t, leader, &rel)
    # a partner with nothing but trumps left would have to ruff
    if mine >= needed and can_throw(s, partner, n, needed - 1):
        return PROVEN | rel
    if s.trump_lane:
        side = side_tricks(s, t, leader, ruffed, &side_rel)
        if side + sure.tricks >= needed and can_throw(s, partner, n, side):
            return PROVEN | side_rel | sure.rel
    entry = entry_to(s, t, leader)
    if entry == 0:
        return 0
    theirs = cash_all(s, t, partner, &partner_rel)
    if mine + theirs >= needed and can_throw(s, partner, n, mine + theirs):
        return PROVEN | rel | partner_rel | entry
    if s.trump_lane:
        theirs = side_tricks(s, t, partner, ruffed, &partner_rel)
        side += theirs
        if side + sure.tricks >= needed and can_throw(s, partner, n, side) and can_throw(s, leader, n, side):
            return PROVEN | side_rel | partner_rel | sure.rel | entry
    return 0


cdef inline u64 entry_to(const Search* s, const Tops* t, int leader) noexcept nogil:
    """The top card of a side suit in which `leader` reaches its partner, 0 for none."""
    cdef int suit
    for suit in range(4):
        if t.owner[suit] != 3 - leader or suit == s.trump or length(s.shape, leader, suit) == 0:
            continue
        if s.trump_lane and length(s.shape, 0, suit) == 0:
            continue
        return bit(highest(s.hand[3 - leader] & lane(suit)))
    return 0


cdef inline u64 slow_alone(const Search* s, const Tops* t, int n, int target) noexcept nogil:
    """Roles 1 and 2 lead and hold no trump: when other suits run out, role 0 is in with a top card and cashes.

    A suit that role 0 does not head lasts as long as the longer of the two hands, since both must follow; and no
    longer than role 0 follows if it can then ruff.
    """
    cdef int suit, longest, rounds = 0, winners = 0, heads = 0
    cdef u64 rel = 0
    cdef int trumps = popcount(s.hand[0] & s.trump_lane)
    winners = trumps
    for suit in range(4):
        longest = max(length(s.shape, 1, suit), length(s.shape, 2, suit))
        if longest == 0:
            if suit != s.trump:
                winners += length(s.shape, 0, suit)
            continue
        if t.owner[suit] == 0:
            heads += 1
            winners += t.count[suit]
            rel |= t.rel[suit]
        elif trumps:
            rounds += min(longest, length(s.shape, 0, suit))
        else:
            rounds += longest
    if winners > n - rounds:
        winners = n - rounds
    if winners >= target and winners >= heads + (trumps > 0):
        return PROVEN | WON | rel
    return 0


cdef inline u64 slow_pair(const Search* s, const Tops* t, int n, int needed, const Sure* sure) noexcept nogil:
    """Role 0 leads: when its top cards are cashed it loses the lead to a hand that cashes its own.

    That hand keeps its winners while role 0 cashes `total`, as far as it has room for them, and a guard above role
    0's next card in the suit in which the lead is lost. Neither hand ruffs before: both have other cards to throw.
    """
    cdef int suit, role, count, side, total = 0
    cdef int pair[3]
    cdef int guards[3]
    cdef int heads[3]
    cdef bint by_trumps[3]
    cdef u64 pair_rel[3]
    cdef u64 mine, theirs, rest, side_rel, rel = 0
    cdef bint ruffed = s.trump_lane != 0 and length(s.shape, 0, s.trump) > 0
    for suit in range(4):
        if t.owner[suit] == 0:
            total += t.count[suit]
    if n - total < needed:
        return 0
    if not (can_throw(s, 1, n, total + needed) and can_throw(s, 2, n, total + needed)):
        return 0
    for role in range(1, 3):
        guards[role] = heads[role] = 0
        by_trumps[role] = False
        pair[role] = cash_all(s, t, role, &pair_rel[role])
        if s.trump_lane:
            side = side_tricks(s, t, role, ruffed, &side_rel)
            if side + sure.tricks > pair[role]:
                pair[role] = side + sure.tricks
                pair_rel[role] = side_rel | sure.rel
                by_trumps[role] = True
    if max(pair[1], pair[2]) + 1 < needed:
        return 0
    for suit in range(4):
        mine = s.hand[0] & lane(suit)
        if not mine:
            continue
        count = t.count[suit] if t.owner[suit] == 0 else 0
        if count == length(s.shape, 0, suit):
            rel |= t.rel[suit]
            continue
        # the hand with their highest card: its partner cannot be made to take the trick instead
        role = 1 if (s.hand[1] & lane(suit)) > (s.hand[2] & lane(suit)) else 2
        theirs = s.hand[role] & lane(suit)
        rest = mine & ~top_cards(mine, count) if count else mine
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
        rel |= pair_rel[role] | bit(highest(theirs))
    # room to keep the winners it needs and, in each suit that it guards, one card more than role 0 cashes
    for role in range(1, 3):
        if (guards[role] or heads[role]) and total + needed - 1 + heads[role] + guards[role] > n:
            return 0
    return PROVEN | rel


cdef inline bint can_throw(const Search* s, int role, int n, int rounds) noexcept nogil:
    """Whether a hand gets through `rounds` tricks without having to ruff."""
    cdef int trumps = length(s.shape, role, s.trump) if s.trump_lane else 0
    return trumps == 0 or n - trumps >= rounds

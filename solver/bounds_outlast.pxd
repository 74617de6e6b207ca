"""A bound when tricks are avoided: role 0 loses tricks to one opponent alone, however it plays its high cards.

Ranks are mirrored: a card "above" another is the lower one in truth, and ducks under it.

Take one opponent, the *judge*, and a suit of which it holds L cards and role 0 holds k. For the first min(k, L) rounds
the judge follows, and role 0, which plays its cards from the highest down, loses every round in which the judge has no
card left below. So it loses some rounds for sure; call their number the *need* of the suit. On lead, role 0 leads
suits with a need, where the judge follows. Then the only way to take a need away without a trick being lost is that
the judge throws a card of the suit, on a trick that its partner leads in a suit of which the judge is void, and that
role 0 wins. Such *discards* are counted from above:

- the partner is on lead at first, or else has won a trick before, which role 0 lost: so they are no more than the
  tricks lost, and one more where the partner leads;
- that trick lost took a need away too only where the partner follows in a suit with a need; any other is won for free;
- the first one has to be in a suit of which the judge runs out before role 0 and the partner do, unless the judge threw
  a card on a trick that role 0 lost before;
- where the judge is void of no suit of its partner's, it has to play one out first, and to lose the need there.

Or role 0 first leads a card under one that must be played, which is a trick lost, and is then judged.

A suit in which the judge holds more cards than role 0 has *slack*: so many cards thrown take nothing away. Cards that
role 0 throws itself are those that no need rests on, as long as there are enough.
"""

from solver.bits cimport PROVEN, WON, above, bit, downward, highest, lane, popcount, u8, u64, upward
from solver.state cimport Search


cdef struct Needs:      # pairs of cards of a suit, the one needed above the other
    int count
    u8 upper[64]
    u8 lower[64]


cdef struct Race:
    int role[4]         # by suit, how many cards role 0 has
    int judge[4]
    int partner[4]
    int need[4]
    u8 upper[4]         # the pair of cards on which the need rests
    u8 lower[4]


cdef inline void need_above(Needs* needs, int upper, int lower) noexcept nogil:
    needs.upper[needs.count] = upper
    needs.lower[needs.count] = lower
    needs.count += 1


cdef inline int lost_rounds(u64 mine, u64 theirs, int rounds, u8* upper, u8* lower) noexcept nogil:
    """How many of `rounds` in one suit I lose for sure, playing my highest cards, to one who follows each time."""
    cdef int played, card
    cdef int lost = 0
    for played in range(1, rounds + 1):
        card = highest(mine)
        mine ^= bit(card)
        if played - popcount(theirs & above(card)) > lost:
            lost += 1
            upper[0] = card
            lower[0] = highest(theirs & (bit(card) - 1))
    return lost


cdef inline bint ready(const Search* s, int judge, int target, Race* race) noexcept nogil:
    """Find the needs; False when there are fewer than `target`."""
    cdef u64 mine = s.shape
    cdef u64 theirs = s.shape >> (16 * judge)
    cdef u64 others = s.shape >> (16 * (3 - judge))
    cdef int suit, rounds
    cdef int possible = 0
    for suit in range(4):
        race.role[suit] = mine & 15
        race.judge[suit] = theirs & 15
        race.partner[suit] = others & 15
        possible += min(race.role[suit], race.judge[suit])
        mine >>= 4
        theirs >>= 4
        others >>= 4
    if possible < target:
        return False
    for suit in range(4):
        rounds = min(race.role[suit], race.judge[suit])
        race.need[suit] = 0
        if rounds:
            race.need[suit] = lost_rounds(s.hand[0] & lane(suit), s.hand[judge] & lane(suit), rounds,
                                          &race.upper[suit], &race.lower[suit])
            possible -= rounds - race.need[suit]
            if possible < target:
                return False
    return True


cdef inline bint outlasts(const Race* race, int n, int target, bint partner_leads) noexcept nogil:
    """Whether role 0 loses `target` of `n` tricks."""
    cdef int suit, other, mine, theirs, ahead, slack, before, at_most, discards
    cdef int total = 0
    cdef int spare = n          # cards of role 0 that no need rests on
    cdef int shared = 0         # needs in suits in which the partner follows
    cdef int least_slack = 16
    cdef bint opens = False     # of a suit that the partner can lead now
    cdef bint runs_out = False  # of one before role 0 and the partner do
    cdef bint late = False      # of one before the partner does
    for suit in range(4):
        mine = race.role[suit]
        theirs = race.judge[suit]
        ahead = race.partner[suit] - theirs
        if race.need[suit]:
            total += race.need[suit]
            spare -= min(mine, theirs)
            if race.partner[suit]:
                shared += race.need[suit]
            least_slack = min(least_slack, max(0, theirs - mine))
        if ahead > 0:
            late = True
            opens |= theirs == 0
            runs_out |= mine > theirs
    if total < target:
        return False
    if not late:
        return True
    partner_leads &= opens
    at_most = target - 1 + partner_leads
    discards = at_most
    if spare >= target - 1:
        discards = min(at_most - (not runs_out), shared + partner_leads)
    if total - max(0, discards - least_slack) >= target:
        return True
    if opens:
        return False
    for suit in range(4):
        if race.partner[suit] <= race.judge[suit]:
            continue
        before = max(1, race.need[suit] + max(0, race.judge[suit] - race.role[suit]))
        if before >= target:
            continue
        least_slack = 16
        for other in range(4):
            if other != suit and race.need[other]:
                slack = max(0, race.judge[other] - race.role[other])
                least_slack = min(least_slack, slack)
        if total - max(0, min(discards, target - before) - least_slack) < target:
            return False
    return True


cdef inline u64 resting_on(const Race* race, Needs* needs) noexcept nogil:
    """The result of a race that role 0 wins."""
    cdef int suit
    for suit in range(4):
        if race.need[suit]:
            need_above(needs, race.upper[suit], race.lower[suit])
    return PROVEN | WON


cdef inline u64 outlasted(const Search* s, int leader, int n, int target, int judge, Needs* needs) noexcept nogil:
    """Whether role 0 loses `target` tricks to one judge, or first leads a card under one that must be played."""
    cdef Race race
    cdef Race left
    cdef u64 own, top, under
    cdef int suit
    # no more rounds are lost than role 0 has cards above the lowest of the judge's, nor than that has under the highest
    if (popcount(s.hand[0] & upward(s.hand[judge])) < target - (leader == 0)
            or popcount(s.hand[judge] & downward(s.hand[0])) < target - (leader == 0)):
        return 0
    if not ready(s, judge, target - (leader == 0), &race):
        return 0
    if outlasts(&race, n, target, leader == 3 - judge):
        return resting_on(&race, needs)
    if leader != 0:
        return 0
    for suit in range(4):
        own = s.hand[0] & lane(suit)
        if not own or race.judge[suit] == 0:
            continue
        top = bit(highest(own))
        under = s.hand[judge] & lane(suit)
        if top < under:
            under = s.hand[3 - judge] & lane(suit)
            if under == 0 or top < under:
                continue
        left = race
        left.role[suit] -= 1
        left.judge[suit] -= 1
        left.partner[suit] -= left.partner[suit] > 0
        left.need[suit] -= left.need[suit] > 0
        if outlasts(&left, n - 1, target - 1, True):
            need_above(needs, highest(own), highest(under))
            return resting_on(&race, needs)
    return 0

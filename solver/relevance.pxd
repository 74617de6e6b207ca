"""Which cards decided a result, so that it holds for every layout of the others (partition search).

A result names cards in two words. A card in `up` stands for all cards of its suit at or above it, one in `down` for
all at or below it; what lies between the two in a suit did not matter but for the number each hand holds. At no
trump and with trumps the high cards decide and `down` stays empty. When tricks are avoided (mirrored ranks), small
cards duck from above and big ones take from below; that is for max^n alone, the paranoid search then goes by `pairs`.

The rules that keep it sound:

- a trick won over another card of its suit makes the winning card matter; one won alone in its suit, nothing;
- a bound from sure tricks reports the cards it counted;
- equivalent cards are tried as one, the highest; where a lower one matters and it does not, it matters too;
- where all moves failed, what matters is the union over them, and all of the mover's cards of a suit in which every
  card tried mattered; a card that lies, as one that failed did, among those that did not matter need not be tried.
"""

from solver.bits cimport LANES, above, bit, downward, highest, lane, lowest, popcount, u64, upward
from solver.moves cimport Moves, drop
from solver.state cimport Search
from solver.techniques cimport USE_PATTERNS, USE_SKIPPING


cdef struct Known:
    u64 up              # in a paranoid result with `WON` set when role 0 reached the target
    u64 down


cdef struct Failures:
    Known known         # union of what mattered
    u64 bare            # lowest card of each suit in which some card tried mattered
    u64 covered         # lanes of the suits in which some card tried did not


cdef inline void merge(Known* into, Known other) noexcept nogil:
    into.up |= other.up
    into.down |= other.down


cdef inline u64 closed(const Known* known, u64 all) noexcept nogil:
    """All cards of `all` that `known` stands for."""
    cdef u64 mask = upward(known.up & LANES)
    if known.down:
        mask |= downward(known.down)
    return all & mask if USE_PATTERNS else all


cdef inline Known split(u64 mask, u64 all, bint avoid) noexcept nogil:
    """The two words that stand for a closed set of cards."""
    cdef Known known
    cdef u64 unknown
    known.up = mask
    known.down = 0
    if avoid:
        unknown = all & ~mask
        known.up = mask & ~downward(unknown)
        known.down = mask & ~known.up
    return known


cdef inline void settle(const Search* s, Known* known, u64 all, int lead, int second, int third,
                        int winner) noexcept nogil:
    """Add what decided a trick that the card `winner` won; `all` are the cards in play at its start."""
    cdef int suit = winner >> 4
    cdef u64 m
    m = (bit(lead) | bit(second) | bit(third)) & lane(suit)
    if m & (m - 1) == 0:
        return
    if not s.avoid:
        known.up |= bit(winner)
        return
    # the winner is the lowest: either it is known from below, or the next one from above
    m &= m - 1
    m &= 0 - m
    all &= lane(suit)
    if known.up & lane(suit) & ((m << 1) - 1) or known.down & lane(suit) >= bit(winner):
        return
    if popcount(all & ~(m - 1)) <= popcount(all & ((bit(winner) << 1) - 1)):
        known.up |= m
    else:
        known.down |= bit(winner)


cdef inline void failed(Failures* f, Moves* moves, int i, Known result, u64 hand, u64 separators) noexcept nogil:
    """Account for move `i`, which failed; drops the later moves that fail alike."""
    cdef int card = moves.card[i]
    cdef u64 suit = lane(card >> 4)
    cdef u64 mine = hand & suit
    cdef u64 up = result.up & suit
    cdef u64 middle = suit      # the cards of the suit that did not matter
    cdef u64 below
    f.known.up |= result.up & LANES
    f.known.down |= result.down
    if up:
        middle &= (up & (0 - up)) - 1
    if result.down & suit:
        middle &= above(highest(result.down & suit))
        # where cards merged with this one matter and it does not, their being together with it matters
        below = separators & suit & (bit(card) - 1)
        if below:
            mine &= above(highest(below))
        if middle & bit(card) and mine & (bit(card) - 1) & ~middle:
            f.known.down |= bit(card)
            middle = 0
        mine = hand & suit
    if not middle & bit(card):
        f.bare |= mine & (0 - mine)
        return
    f.covered |= suit
    if not USE_SKIPPING:
        return
    drop(moves, i + 1, middle)


cdef inline Known all_failed(Failures* f) noexcept nogil:
    """What matters when every move failed.

    Another layout agrees on the cards that matter. A card of the mover among them is a move that was tried. One
    among the others moves as the card of its suit that did not matter; where none was tried, all of the suit matters.
    """
    f.known.up |= f.bare & ~f.covered
    return f.known

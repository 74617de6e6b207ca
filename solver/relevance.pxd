"""Which cards decided a result, so that it holds for every layout of the others (partition search).

A result names cards in one word, with `WON` set when role 0 reached the target. A card stands for all cards of its suit
at or above it; what lies below did not matter but for the number each hand holds. (When tricks are avoided, results go
by `pairs`.)

The rules that keep it sound:

- a trick won over another card of its suit makes the winning card matter; one won alone in its suit, nothing;
- a bound from sure tricks reports the cards it counted;
- equivalent cards are tried as one, the highest;
- where all moves failed, what matters is the union over them, and all of the mover's cards of a suit in which every
  card tried mattered; a card that lies, as one that failed did, below those that mattered need not be tried.
"""

from solver.bits cimport LANES, bit, lane, u64, upward
from solver.moves cimport Moves, drop
from solver.techniques cimport USE_PATTERNS, USE_SKIPPING


cdef struct Failures:
    u64 known           # union of what mattered
    u64 bare            # lowest card of each suit in which some card tried mattered
    u64 covered         # lanes of the suits in which some card tried did not


cdef inline Failures no_failures() noexcept nogil:
    cdef Failures f
    f.known = f.bare = f.covered = 0
    return f


cdef inline u64 closed(u64 known, u64 all) noexcept nogil:
    """All cards of `all` that a result stands for."""
    return all & upward(known & LANES) if USE_PATTERNS else all


cdef inline u64 settled(int lead, int second, int third, int winner) noexcept nogil:
    """What decided a trick that the card `winner` won."""
    cdef u64 m = (bit(lead) | bit(second) | bit(third)) & lane(winner >> 4)
    return bit(winner) if m & (m - 1) else 0


cdef inline void failed(Failures* f, Moves* moves, int i, u64 result, u64 hand) noexcept nogil:
    """Account for move `i`, which failed; drops the later moves that fail alike."""
    cdef int card = moves.card[i]
    cdef u64 suit = lane(card >> 4)
    cdef u64 mine = hand & suit
    cdef u64 known = result & suit
    cdef u64 low = suit         # the cards of the suit that did not matter
    f.known |= result & LANES
    if known:
        low &= (known & (0 - known)) - 1
    if not low & bit(card):
        f.bare |= mine & (0 - mine)
        return
    f.covered |= suit
    if USE_SKIPPING:
        drop(moves, i + 1, low)


cdef inline u64 all_failed(const Failures* f) noexcept nogil:
    """What matters when every move failed.

    Another layout agrees on the cards that matter. A card of the mover among them is a move that was tried. One
    among the others moves as the card of its suit that did not matter; where none was tried, all of the suit matters.
    """
    return f.known | (f.bare & ~f.covered)

"""The last tricks over many worlds at once, with one card of the adviser's seat for all worlds that look alike to it.

Open-card search plays each world as if its cards were known (strategy fusion). Here the worlds of one view go down the
tree together. Where the seat itself is to play, every card is tried on all worlds that agree with what was seen so far,
and the one with the best weighted mean is taken for all of them. Where another seat is to play, each world goes on with
each card as likely as the model of that seat has it in that world, and cards seen separate the worlds.

The model: a card is as likely as `exp(thumb / softness - sharpness * lost)`, where `thumb` is what the rules of thumb
(`manni/policy/_thumb.pxd`) say to what that seat sees, and `lost` the tricks that the card costs the seat with all
cards open, by max^n (each seat for itself; between equals the one that leaves the left neighbour less). Cards less
likely than `FLOOR` of the likeliest are left out.

Cards and masks are by strength, as in `manni.policy`.
"""

from libc.math cimport exp
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from manni.policy._thumb cimport Scene, Table, follow, put, show, taker, thumb_score, to_move
from solver.bits cimport GOLDEN, bit, lowest, popcount, u64

import numpy as np

cdef extern from "clock.h" nogil:
    double now "manni_now"()

cdef enum:
    MOST_CARDS = 12
    SPREAD = 13
    MEMORY_BITS = 17
    CLOCK_STEPS = 1023

cdef double FLOOR = 0.03  # each card that is kept multiplies the ways in which a world may go on


cdef struct Open:
    # A position with open cards.
    u64 hand[3]
    int trick[2]
    int played
    int leader


cdef struct Known:
    # The outcome at the start of a trick; 32 bytes.
    u64 hand[3]   # the leader stands in the free bits of the first
    u64 outcome


cdef inline u64 apart(u64 legal, u64 others) noexcept nogil:
    """The lowest card of each run in `legal` that no card of `others` divides: the rest are worth the same."""
    cdef u64 kept = 0, rest = legal, between
    cdef int card, last = -1
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if last >= 0 and last >> 4 == card >> 4:
            between = (bit(card) - 1) & ~((<u64>2 << last) - 1)
            if not others & between:
                last = card
                continue
        kept |= bit(card)
        last = card
    return kept


cdef class Ending:
    """The worlds of one view in its last tricks."""

    cdef int _seat
    cdef u64 _unseen
    cdef double _softness, _sharpness
    cdef const u64[:, ::1] _hands
    cdef const double[::1] _weights
    cdef double _payoff[SPREAD][SPREAD]
    cdef Table _start
    cdef Known* _memory
    cdef long long _nodes, _most_nodes
    cdef double _end
    cdef bint _stopped, _watched
    cdef object _stop

    def __cinit__(self):
        self._memory = <Known*>calloc(1 << MEMORY_BITS, sizeof(Known))
        if self._memory == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self._memory)

    def __init__(
        self,
        hands, weights, *, seat, leader, trick, trump, avoid, won, voids, thrown, unseen, payoff, softness, sharpness,
    ):
        cdef int i, k
        self._hands = np.ascontiguousarray(hands, np.uint64)
        self._weights = np.ascontiguousarray(weights, np.float64)
        self._seat = seat
        self._softness, self._sharpness = softness, sharpness
        memset(&self._start, 0, sizeof(Table))
        self._start.leader, self._start.played = leader, len(trick)
        self._start.trump, self._start.avoid = trump, avoid
        for i in range(len(trick)):
            self._start.trick[i] = trick[i]
        for i in range(3):
            self._start.won[i] = won[i]
            self._start.voids[i] = voids[i]
        self._start.hand[seat] = self._hands[0, seat]
        self._unseen = unseen
        # What the seat threw itself, the others have not seen.
        self._start.hidden = self._hands[0, seat] | <u64>thrown | self._unseen
        for i in range(SPREAD):
            for k in range(SPREAD):
                self._payoff[i][k] = payoff[i, k]

    def value(self, int card, long long nodes=0, double seconds=0.0, stop=None):
        """Play `card` and go on as well as can be.

        Returns the payoff by world, the probability of each number of tricks, and the nodes spent; None when the limit
        did not reach, or `stop` was set.
        """
        cdef int worlds = self._hands.shape[0]
        cdef double[::1] values = np.zeros(worlds)
        cdef double[::1] spread = np.zeros(SPREAD)
        cdef int[::1] who = np.arange(worlds, dtype=np.intc)
        cdef Table table = self._start
        self._nodes, self._most_nodes, self._stopped = 0, nodes, False
        self._end = now() + seconds if seconds > 0 else 0.0
        self._stop, self._watched = stop, stop is not None
        with nogil:
            put(&table, card)
            self._together(&table, bit(card), &who[0], &self._weights[0], worlds, &values[0], &spread[0])
        if self._stopped:
            return None
        return np.asarray(values), np.asarray(spread), self._nodes

    cdef double _together(
        self, Table* table, u64 gone, const int* who, const double* weight, int n, double* value, double* spread
    ) noexcept nogil:
        """The weighted payoff of `n` worlds that look alike; `value` gets it by world, `spread` the tricks (added)."""
        cdef int seat = to_move(table)
        cdef double total = 0.0
        cdef int i
        if self._stopped:
            return 0.0
        if not table.hand[self._seat] & (table.hand[self._seat] - 1):
            # No choice is left to the seat: each world goes its own way.
            for i in range(n):
                value[i] = self._alone(table, gone, who[i], weight[i], spread)
                total += weight[i] * value[i]
            return total
        if seat == self._seat:
            return self._choose(table, gone, who, weight, n, value, spread)
        return self._respond(table, gone, who, weight, n, value, spread)

    cdef double _choose(
        self, Table* table, u64 gone, const int* who, const double* weight, int n, double* value, double* spread
    ) noexcept nogil:
        """The best card of the seat for all of these worlds."""
        cdef u64 legal = table.hand[self._seat], others
        cdef Table after
        cdef int card, k
        cdef double total, best = 0.0, mass = 0.0
        cdef bint first = True
        cdef double found[SPREAD]
        cdef double chosen[SPREAD]
        cdef double* other
        if table.played:
            legal = follow(legal, table.trick[0])
        others = self._unseen & ~gone
        for k in range(table.played):
            others |= bit(table.trick[k])
        legal = apart(legal, others)
        if not legal & (legal - 1):
            after = table[0]
            card = lowest(legal)
            put(&after, card)
            return self._together(&after, gone | bit(card), who, weight, n, value, spread)
        other = <double*>malloc(n * sizeof(double))
        if other == NULL:
            self._stopped = True
            return 0.0
        for k in range(n):
            mass += weight[k]
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            after = table[0]
            put(&after, card)
            memset(found, 0, sizeof(found))
            total = self._together(&after, gone | bit(card), who, weight, n, other, found)
            if first or total > best + 1e-12 * mass:
                best, first = total, False
                memcpy(value, other, n * sizeof(double))
                memcpy(chosen, found, sizeof(found))
        free(other)
        for k in range(SPREAD):
            spread[k] += chosen[k]
        return best

    cdef double _respond(
        self, Table* table, u64 gone, const int* who, const double* weight, int n, double* value, double* spread
    ) noexcept nogil:
        """Another seat plays: the worlds part by the cards it may play in them."""
        cdef int seat = to_move(table)
        cdef int i, k, card, at, size, held = popcount(self._hands[who[0], seat] & ~gone)
        cdef int start[65]
        cdef int cards[MOST_CARDS]
        cdef double chance[MOST_CARDS]
        cdef Table after
        cdef double total = 0.0
        # By world and card: the card, and how likely it is.
        cdef int* played = <int*>malloc(n * held * sizeof(int))
        cdef double* likely = <double*>malloc(n * held * sizeof(double))
        cdef int* count = <int*>malloc(n * sizeof(int))
        # By card and world: the lists that go on.
        cdef int* origin = NULL
        cdef int* whose = NULL
        cdef double* heavy = NULL
        cdef double* worths = NULL
        memset(start, 0, sizeof(start))
        if played != NULL and likely != NULL and count != NULL:
            for i in range(n):
                count[i] = self._responses(table, gone, who[i], cards, chance)
                for k in range(count[i]):
                    played[i * held + k] = cards[k]
                    likely[i * held + k] = chance[k]
                    start[cards[k] + 1] += 1
            for k in range(64):
                start[k + 1] += start[k]
            size = start[64]
            origin = <int*>malloc(size * sizeof(int))
            whose = <int*>malloc(size * sizeof(int))
            heavy = <double*>malloc(size * sizeof(double))
            worths = <double*>malloc(size * sizeof(double))
        if origin == NULL or whose == NULL or heavy == NULL or worths == NULL:
            self._stopped = True
        else:
            for i in range(n):
                value[i] = 0.0
                for k in range(count[i]):
                    at = start[played[i * held + k]]
                    start[played[i * held + k]] += 1
                    origin[at], whose[at], heavy[at] = i * held + k, who[i], weight[i] * likely[i * held + k]
            # Now start[card] is where the list of the card ends and that of the next begins.
            at = 0
            for card in range(64):
                if start[card] == at:
                    continue
                after = table[0]
                put(&after, card)
                total += self._together(
                    &after, gone | bit(card), whose + at, heavy + at, start[card] - at, worths + at, spread
                )
                if self._stopped:
                    break
                for i in range(at, start[card]):
                    value[origin[i] // held] += likely[origin[i]] * worths[i]
                at = start[card]
        free(played)
        free(likely)
        free(count)
        free(origin)
        free(whose)
        free(heavy)
        free(worths)
        return total

    cdef double _alone(self, Table* table, u64 gone, int world, double weight, double* spread) noexcept nogil:
        """The payoff in one world when the seat has no choice any more."""
        cdef int k, count
        cdef int cards[MOST_CARDS]
        cdef double chance[MOST_CARDS]
        cdef Table after
        cdef double total = 0.0
        if self._stopped:
            return 0.0
        if not table.played:
            return self._last(table, gone, world, weight, spread)
        count = self._responses(table, gone, world, cards, chance)
        for k in range(count):
            after = table[0]
            put(&after, cards[k])
            total += chance[k] * self._alone(&after, gone | bit(cards[k]), world, weight * chance[k], spread)
        return total

    cdef inline double _last(
        self, const Table* table, u64 gone, int world, double weight, double* spread
    ) noexcept nogil:
        """The payoff between tricks when each seat has one card left, or none."""
        cdef int leader = table.leader, left = (self._seat + 1) % 3, taken = -1
        cdef int own = table.won[self._seat], by_left = table.won[left]
        cdef u64 led = self._hands[world, leader] & ~gone
        if led:
            taken = (
                leader
                + taker(
                    lowest(led),
                    lowest(self._hands[world, (leader + 1) % 3] & ~gone),
                    lowest(self._hands[world, (leader + 2) % 3] & ~gone),
                    table.trump,
                )
            ) % 3
            own += taken == self._seat
            by_left += taken == left
            self._count(2)
        spread[own] += weight
        return self._payoff[own][by_left]

    cdef int _responses(self, Table* table, u64 gone, int world, int* cards, double* chance) noexcept nogil:
        """The cards that the seat to move may play in a world, and how likely; returns their number."""
        cdef int seat = to_move(table), count = 0, k, kept, card, last = -1
        cdef u64 hand = self._hands[world, seat] & ~gone, legal = hand, others
        cdef u64 mine = table.hand[seat]
        cdef Scene scene
        cdef Open position, after
        cdef double top = -1e300, sum = 0.0
        cdef double lost[MOST_CARDS]
        cdef int tricks = 0, outcome, most = -99
        self._count(1)
        if table.played:
            legal = follow(legal, table.trick[0])
        if not legal & (legal - 1):
            cards[0], chance[0] = lowest(legal), 1.0
            return 1
        table.hand[seat] = hand
        show(table, &scene)
        table.hand[seat] = mine
        if self._sharpness > 0:
            for k in range(3):
                position.hand[k] = self._hands[world, k] & ~gone
            position.trick[0], position.trick[1] = table.trick[0], table.trick[1]
            position.played, position.leader = table.played, table.leader
            others = position.hand[(seat + 1) % 3] | position.hand[(seat + 2) % 3]
            for k in range(table.played):
                others |= bit(table.trick[k])
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            cards[count] = card
            chance[count] = thumb_score(&scene, card) / self._softness
            if self._sharpness > 0:
                if last < 0 or last >> 4 != card >> 4 or others & (bit(card) - 1) & ~((<u64>2 << last) - 1):
                    after = position
                    outcome = self._lay(&after, card)
                    outcome += self._outcome(&after)
                    tricks = outcome >> 8 * seat & 255
                    if table.avoid:
                        tricks = -tricks
                last = card
                most = max(most, tricks)
                lost[count] = tricks
            count += 1
        for k in range(count):
            if self._sharpness > 0:
                chance[k] -= self._sharpness * (most - lost[k])
            top = max(top, chance[k])
        kept = 0
        for k in range(count):
            chance[k] = exp(chance[k] - top)
            if chance[k] >= FLOOR:
                cards[kept], chance[kept] = cards[k], chance[k]
                sum += chance[kept]
                kept += 1
        for k in range(kept):
            chance[k] /= sum
        return kept

    cdef inline void _count(self, int nodes) noexcept nogil:
        self._nodes = self._nodes + nodes  # in place it would take the GIL where the checks are on
        if self._most_nodes and self._nodes > self._most_nodes:
            self._stopped = True
        if (self._nodes & CLOCK_STEPS) < nodes:
            self._look()

    cdef void _look(self) noexcept nogil:
        """See whether the time is up or somebody wants an end."""
        if self._end and now() > self._end:
            self._stopped = True
        if self._watched:
            with gil:
                self._stopped |= self._stop.is_set

    cdef inline int _lay(self, Open* at, int card) noexcept nogil:
        """Play a card in an open position; returns the trick won by it, if it ends one, as an outcome."""
        cdef int seat = (at.leader + at.played) % 3
        at.hand[seat] &= ~bit(card)
        if at.played < 2:
            at.trick[at.played] = card
            at.played += 1
            return 0
        at.leader = (at.leader + taker(at.trick[0], at.trick[1], card, self._start.trump)) % 3
        at.played = 0
        return 1 << 8 * at.leader

    cdef int _outcome(self, const Open* at) noexcept nogil:
        """The tricks still to come by seat, a byte each from the lowest, when each seat plays for itself."""
        cdef int seat = (at.leader + at.played) % 3, card, found, best = -1
        cdef u64 legal = at.hand[seat], others, key
        cdef Open after
        cdef Known* known = NULL
        if not legal:
            return 0
        if not at.played and not legal & (legal - 1):
            found = taker(
                lowest(legal), lowest(at.hand[(seat + 1) % 3]), lowest(at.hand[(seat + 2) % 3]), self._start.trump
            )
            return 1 << 8 * ((seat + found) % 3)
        if not at.played:
            key = at.hand[0] | <u64>at.leader << 13
            known = &self._memory[
                ((key * GOLDEN ^ at.hand[1]) * GOLDEN ^ at.hand[2]) * GOLDEN >> (64 - MEMORY_BITS)
            ]
            if known.hand[0] == key and known.hand[1] == at.hand[1] and known.hand[2] == at.hand[2]:
                return <int>known.outcome
        else:
            legal = follow(legal, at.trick[0])
        if legal & (legal - 1):
            others = at.hand[(seat + 1) % 3] | at.hand[(seat + 2) % 3]
            for card in range(at.played):
                others |= bit(at.trick[card])
            legal = apart(legal, others)
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            after = at[0]
            found = self._lay(&after, card)
            found += self._outcome(&after)
            if best < 0 or self._prefers(seat, found, best):
                best = found
        if known != NULL:
            known.hand[0], known.hand[1], known.hand[2] = key, at.hand[1], at.hand[2]
            known.outcome = <u64>best
        return best

    cdef inline bint _prefers(self, int seat, int found, int best) noexcept nogil:
        cdef int sign = -1 if self._start.avoid else 1, left = (seat + 1) % 3
        cdef int gain = sign * ((found >> 8 * seat & 255) - (best >> 8 * seat & 255))
        return gain > 0 or (gain == 0 and sign * ((found >> 8 * left & 255) - (best >> 8 * left & 255)) < 0)

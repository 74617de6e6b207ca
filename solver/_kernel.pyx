"""The compiled engine's door to Python: positions in, values and proven bounds out."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver.bars cimport liking, score_of
from solver.bits cimport WON, bit, compress, highest, lane, lowest, mirrored, popcount, runs_v3, u64
from solver.ends cimport ends_bytes, ends_free, ends_ready, last_two_ready
from solver.floors cimport Floors, whole
from solver.maxn cimport outcome_of, winner_of
from solver.outcomes cimport outcomes_bytes, outcomes_free, outcomes_ready
from solver.pairs cimport Pairs, number_pairs, play_trick
from solver.paranoid cimport search, second, third
from solver.paranoid_avoid cimport search_avoid, second_avoid, third_avoid
from solver.state cimport NO_TRUMP, Search, now, play, shape_of, take_back
from solver.table cimport table_bytes, table_clear, table_free, table_init


cdef extern from "weights.h" nogil:
    enum:
        WEIGHT_COUNT "MANNI_WEIGHTS"
    const short* default_weights "manni_weights_of"(int kind)


cdef enum:
    ALSO_FROM = 11      # tricks left at the root from which other winners of a trick are searched for
    ALSO_SEARCHED = 6   # and the most that are left where they are


cdef class Stop:
    """A switch that another thread may set to end a running search; it then answers with what it has proven."""

    cdef volatile int flag

    def set(self):
        """End every search that was given this switch, now and later."""
        self.flag = 1

    @property
    def is_set(self):
        """Whether `set` was called."""
        return self.flag != 0


cdef struct CardBounds:
    int card[12]
    int lower[12]       # in tricks
    int upper[12]


cdef struct Root:
    u64 all             # cards in play before packing, mirrored when tricks are avoided
    u64 hand[3]         # by seat, ranks packed together at the top of each suit, mirrored when tricks are avoided
    int trick[2]        # cards on the table, in order
    int played
    int leader
    int tricks          # tricks left, the current one included
    int mover


cdef class Engine:
    """One search with its own table; not to be used by two threads at a time.

    Parameters
    ----------
    memory : int
        Bytes that the table may grow to.
    """

    cdef Search* s
    cdef u64 cap        # bytes that the tables may grow to
    cdef Root root
    cdef short own_weights[WEIGHT_COUNT]
    cdef bint own
    cdef int end_tricks     # as in `Search`, below 0 for what pays
    cdef int lower      # bounds on the score of role 0, from the last question
    cdef int upper

    def __cinit__(self, u64 memory=1 << 28):
        self.s = <Search*>calloc(1, sizeof(Search))
        if self.s == NULL or not table_init(&self.s.table, memory):
            raise MemoryError("no memory for a transposition table")
        self.cap = memory
        self.end_tricks = -1

    def __dealloc__(self):
        if self.s != NULL:
            table_free(&self.s.table)
            outcomes_free(&self.s.outcomes)
            ends_free(&self.s.ends)
            free(self.s)

    @property
    def memory(self):
        """Bytes that the table takes now."""
        return table_bytes(&self.s.table) + outcomes_bytes(&self.s.outcomes) + ends_bytes(&self.s.ends)

    def solve(self, hands, trick, int leader, int trump, bint avoid, seats, bint cards,
              u64 nodes=0, double seconds=0, Stop stop=None):
        """Paranoid bounds for `seats` and for each card of the seat to move.

        Parameters
        ----------
        hands : sequence of 3 int
            Masks; sizes and order of play must already be valid.
        trick : sequence of int
            Cards on the table.
        leader, trump : int
            Seat; suit, or 4 for none.
        avoid : bool
            Whether tricks are avoided.
        seats : sequence of int
            Seats whose guarantee is wanted.
        cards : bool
            Whether the mover's cards are wanted.
        nodes, seconds : int, float
            Limits, 0 for none.
        stop : Stop or None

        Returns
        -------
        tuple
            ``(guarantees, cards, nodes)``: lists of ``(lower, upper)`` by seat (None where not asked) and of
            ``(card, lower, upper)``, in tricks.
        """
        cdef u64 held[3]
        cdef int on_table[2]
        cdef int seat, i, count
        cdef CardBounds found
        cdef list values = [None, None, None]
        for i in range(3):
            held[i] = hands[i]
        for i in range(len(trick)):
            on_table[i] = trick[i]
        self.s.nodes = 0
        self.limits(nodes, seconds, stop)
        self.place(held, on_table, len(trick), leader, trump, avoid)
        count = 0
        if cards:
            with nogil:
                count = self.bound_cards(held, &found)
            if self.root.mover in seats:
                values[self.root.mover] = (self.lower, self.upper)
        for seat in seats:
            if values[seat] is None:
                with nogil:
                    self.bound(seat, -1, 0, self.root.tricks)
                values[seat] = self.tricks()
        return values, [(found.card[i], found.lower[i], found.upper[i]) for i in range(count)], self.s.nodes

    def card_values(self, const u64[:, ::1] hands, trick, int leader, int trump, bint avoid,
                    int first, int step, int end, signed char[:, ::1] values, long long[::1] nodes,
                    double seconds=0, Stop stop=None):
        """Values of the mover's cards in worlds `first`, `first + step`, ... before `end`; see `gate.card_values`.

        `nodes` of a world is set when it is done, and stays as it was when a limit came first.
        """
        cdef int on_table[2]
        cdef int i, j, count
        cdef CardBounds found
        cdef int played = len(trick)
        for i in range(played):
            on_table[i] = trick[i]
        self.limits(0, seconds, stop)
        with nogil:
            i = first
            while i < end:
                self.s.nodes = 0
                self.place(&hands[i, 0], on_table, played, leader, trump, avoid)
                count = self.bound_cards(&hands[i, 0], &found)
                if self.s.stop:
                    break
                for j in range(count):
                    values[i, j] = <signed char>found.lower[j]
                nodes[i] = self.s.nodes
                i += step

    def guarantees(self, const u64[:, ::1] hands, int leader, int trump, bint avoid,
                   int first, int step, int end, signed char[:, ::1] values, long long[::1] nodes,
                   double seconds=0, Stop stop=None):
        """All three guarantees in worlds `first`, `first + step`, ... before `end`; see `gate.guarantees`."""
        cdef int i, seat
        self.limits(0, seconds, stop)
        with nogil:
            i = first
            while i < end:
                self.s.nodes = 0
                self.place(&hands[i, 0], NULL, 0, leader, trump, avoid)
                for seat in range(3):
                    self.bound(seat, -1, 0, self.root.tricks)
                    values[i, seat] = <signed char>(self.root.tricks - self.lower if avoid else self.lower)
                if self.s.stop:
                    break
                nodes[i] = self.s.nodes
                i += step

    def solve_maxn(self, hands, trick, int leader, int trump, bint avoid, bint cards,
                   u64 nodes=0, double seconds=0, Stop stop=None):
        """The max^n outcome of a position and of each card; parameters are those of `solve`.

        Returns
        -------
        tuple
            ``(outcome, cards, nodes)``: three ``(lower, upper)`` by seat, and a list of ``(card, outcome)``.
        """
        cdef u64 held[3]
        cdef int on_table[2]
        cdef int i, count
        cdef int best = -1
        cdef int by_card[12]
        cdef int floors[3]
        cdef CardBounds found
        for i in range(3):
            held[i] = hands[i]
        for i in range(len(trick)):
            on_table[i] = trick[i]
        self.s.nodes = 0
        self.limits(nodes, seconds, stop)
        self.place(held, on_table, len(trick), leader, trump, avoid)
        if not self.share_memory():
            raise MemoryError("no memory for the tables")
        with nogil:
            for i in range(3):
                self.bound(i, -1, 0, self.root.tricks)
                floors[i] = self.lower
        with nogil:
            if cards:
                count = self.outcomes(held, floors, &found, by_card)
            else:
                count = 0
                best = self.whole_outcome(floors)
        listed = []
        guarantee = floors[self.root.mover]
        floors[self.root.mover] = 0     # void after a card
        for i in range(count):
            listed.append((found.card[i], self.outcome(by_card[i], floors)))
            if by_card[i] >= 0 and (best < 0 or liking(self.root.mover, by_card[i]) > liking(self.root.mover, best)):
                best = by_card[i]
        floors[self.root.mover] = guarantee
        if self.s.stop and best >= 0:
            # not all cards are known: the best so far is a floor
            floors[self.root.mover] = max(guarantee, score_of(best, self.root.mover))
            best = -1
        return self.outcome(best, floors), listed, self.s.nodes

    cdef bint share_memory(self) noexcept:
        """A quarter for the table of guarantees, of the rest most for the last tricks; False when memory is short."""
        cdef Search* s = self.s
        cdef u64 taken, rest
        if table_bytes(&s.table) > self.cap // 4:
            table_free(&s.table)
            if not table_init(&s.table, self.cap // 4):
                return False
        s.table.memory_limit = self.cap // 4
        last_two_ready(&s.last_two, s.trump, s.avoid)
        taken = max(self.cap // 4, table_bytes(&s.table))
        rest = self.cap - min(self.cap, taken)
        return outcomes_ready(&s.outcomes, rest // 4) and ends_ready(&s.ends, rest - rest // 4)

    cdef tuple outcome(self, int scores, const int* floors):
        """Bounds in tricks by seat: of known scores or, below 0, of those that leave each seat its floor."""
        cdef int seat, lower, upper
        cdef int n = self.root.tricks
        cdef list bounds = []
        for seat in range(3):
            if scores >= 0:
                lower = upper = score_of(scores, seat)
            else:
                lower = floors[seat]
                upper = min(n, whole(self.s, n) - floors[(seat + 1) % 3] - floors[(seat + 2) % 3])
            bounds.append((n - upper, n - lower) if self.s.avoid else (lower, upper))
        return tuple(bounds)

    cdef int whole_outcome(self, const int* guarantees) noexcept nogil:
        """The scores of the position, -1 where a limit came first."""
        cdef Root* root = &self.root
        cdef Floors floors
        self.ready(guarantees, &floors)
        cdef int scores = outcome_of(self.s, root.leader, root.tricks, root.trick, root.played, &floors)
        return -1 if self.s.stop else scores

    cdef void ready(self, const int* guarantees, Floors* floors) noexcept nogil:
        """The root's hands by seat, and floors."""
        cdef Search* s = self.s
        cdef int seat
        for seat in range(3):
            s.hand[seat] = self.root.hand[seat]
            floors.score[seat] = guarantees[seat]
        s.shape = shape_of(s.hand[0], s.hand[1], s.hand[2])

    cdef int outcomes(self, const u64* hands, const int* guarantees, CardBounds* found, int* by_card) noexcept nogil:
        """The scores of each legal card, -1 where a limit came first."""
        cdef Search* s = self.s
        cdef Root* root = &self.root
        cdef u64 group_with = root.hand[(root.mover + 1) % 3] | root.hand[(root.mover + 2) % 3]
        cdef int i, card, previous = -1, scores = -1
        cdef int count
        cdef int packed[12]
        cdef int on_table[3]
        cdef Floors floors
        self.ready(guarantees, &floors)
        count = self.list_cards(hands, found, packed)
        for i in range(root.played):
            group_with |= bit(root.trick[i])
            on_table[i] = root.trick[i]
        for i in range(count):
            card = packed[i]
            if previous < 0 or not same_group(previous, card, group_with):
                play(s, root.mover, card)
                on_table[root.played] = card
                scores = outcome_of(s, root.leader, root.tricks, on_table, root.played + 1, &floors)
                take_back(s, root.mover, card)
            by_card[i] = -1 if s.stop else scores
            previous = card
        return count

    cdef int list_cards(self, const u64* hands, CardBounds* found, int* packed) noexcept nogil:
        """The mover's legal cards suit by suit, from the one that wins most, and their places after packing."""
        cdef Root* root = &self.root
        cdef u64 hand = root.hand[root.mover]
        cdef int count = 0
        if root.played and hand & lane(root.trick[0] >> 4):
            hand &= lane(root.trick[0] >> 4)
        while hand:
            packed[count] = highest(hand & lane(lowest(hand) >> 4))
            hand ^= bit(packed[count])
            found.card[count] = original(packed[count], hands[root.mover], root.hand[root.mover], self.s.avoid)
            count += 1
        return count

    def set_weights(self, values):
        """Order moves by these weights, 288 integers, instead of those of the contract; for tuning."""
        cdef int i
        for i in range(WEIGHT_COUNT):
            self.own_weights[i] = values[i]
        self.own = True

    def set_end_tricks(self, int tricks):
        """Search max^n without bars from so many tricks left on, 2 to 8, instead of two in three; for tests."""
        if not 2 <= tricks <= 8:
            raise ValueError(f"tricks: {tricks} is not 2 to 8")
        self.end_tricks = tricks

    cdef void limits(self, u64 nodes, double seconds, Stop stop):
        cdef Search* s = self.s
        s.node_limit = nodes
        s.deadline = now() + seconds if seconds > 0 else 0
        s.cancel = &stop.flag if stop is not None else NULL
        s.stop = 0

    cdef tuple tricks(self):
        """Bounds on the score as bounds on tricks."""
        if self.s.avoid:
            return self.root.tricks - self.upper, self.root.tricks - self.lower
        return self.lower, self.upper

    cdef void place(self, const u64* hands, const int* on_table, int played, int leader, int trump,
                    bint avoid) noexcept nogil:
        """Take a position over as the root, ranks packed together, with an empty table."""
        cdef Search* s = self.s
        cdef Root* root = &self.root
        cdef int i
        cdef u64 card
        root.all = 0
        for i in range(played):
            root.all |= bit(on_table[i])
        for i in range(3):
            root.all |= hands[i]
        if avoid:
            root.all = mirrored(root.all)
        for i in range(3):
            root.hand[i] = compress(mirrored(hands[i]) if avoid else hands[i], root.all)
        for i in range(played):
            card = bit(on_table[i])
            root.trick[i] = lowest(compress(mirrored(card) if avoid else card, root.all))
        root.played = played
        root.leader = leader
        root.mover = (leader + played) % 3
        root.tricks = popcount(hands[root.mover])
        s.trump = trump
        s.trump_lane = 0 if trump == NO_TRUMP else lane(trump)
        s.avoid = avoid
        s.end_tricks = max(2, 2 * root.tricks // 3) if self.end_tricks < 0 else self.end_tricks
        s.also_searched = ALSO_SEARCHED if root.tricks >= ALSO_FROM else 0
        s.weights = default_weights(2 if avoid else 0 if trump == NO_TRUMP else 1)
        if self.own:
            s.weights = &self.own_weights[0]
        outcomes_free(&s.outcomes)
        ends_free(&s.ends)
        s.table.memory_limit = self.cap
        table_clear(&s.table)
        memset(s.cutoffs, 0, sizeof(s.cutoffs))

    cdef int bound_cards(self, const u64* hands, CardBounds* found) noexcept nogil:
        """Bounds in tricks for each legal card of the mover; `lower` and `upper` of the engine are the mover's.

        Cards come suit by suit, from the one that wins most to the one that wins least.
        """
        cdef Root* root = &self.root
        cdef int mover = root.mover
        cdef int n = root.tricks
        cdef bint avoid = self.s.avoid
        cdef u64 others = root.hand[(mover + 1) % 3] | root.hand[(mover + 2) % 3]
        cdef int i, lower, upper
        cdef int packed[12]
        cdef int count
        self.bound(mover, -1, 0, n)
        lower, upper = self.lower, self.upper
        for i in range(root.played):
            others |= bit(root.trick[i])
        count = self.list_cards(hands, found, packed)
        for i in range(count):
            if i == 0 or not same_group(packed[i - 1], packed[i], others):
                self.bound(mover, packed[i], 0, upper)
            found.lower[i] = n - self.upper if avoid else self.lower
            found.upper[i] = n - self.lower if avoid else self.upper
        self.lower = n - upper if avoid else lower
        self.upper = n - lower if avoid else upper
        return count

    cdef void bound(self, int seat, int card, int lower, int upper) noexcept nogil:
        """Narrow the bounds on the score of `seat`, after `card` if not -1, until they meet or a limit stops it."""
        cdef Search* s = self.s
        cdef Root* root = &self.root
        cdef int role, guess
        cdef int n = root.tricks
        cdef int on_table[3]
        cdef int played = root.played
        cdef bint reached
        self.lower = lower
        self.upper = upper
        for role in range(3):
            s.hand[role] = root.hand[(seat + role) % 3]
        for role in range(played):
            on_table[role] = root.trick[role]
        if card >= 0:
            s.hand[(root.mover - seat + 3) % 3] &= ~bit(card)
            on_table[played] = card
            played += 1
        s.shape = shape_of(s.hand[0], s.hand[1], s.hand[2])
        if s.avoid:
            number_held(s, (root.leader - seat + 3) % 3, n, on_table, played)
        role = (root.leader - seat + 3) % 3
        if card >= 0:
            guess = upper
        else:
            guess = first_guess(s, n)
        guess = max(min(guess, upper), lower + 1)
        while self.lower < self.upper and not s.stop:
            if s.avoid:
                reached = ask_avoid(s, role, n, guess, on_table, played)
            else:
                reached = ask(s, role, n, guess, on_table, played)
            if s.stop:
                return
            if reached:
                self.lower = guess
                guess += 1
            else:
                self.upper = guess - 1
                guess -= 1


def has_v3():
    """Whether this machine runs x86-64-v3 code."""
    return runs_v3() != 0


cdef inline bint same_group(int card, int below, u64 others) noexcept nogil:
    """Whether two cards of a hand, `below` the next one down, are equivalent: nobody else's lies between."""
    return card >> 4 == below >> 4 and not others & lane(card >> 4) & (bit(card) - 1) & ~(bit(below) - 1)


cdef inline int original(int packed, u64 theirs, u64 hand, bint avoid) noexcept nogil:
    """The card of a hand as given that stands at place `packed` of the same hand after packing."""
    cdef int above_it = popcount(hand & lane(packed >> 4) & ~((<u64>2 << packed) - 1))
    cdef u64 left = theirs & lane(packed >> 4)
    while above_it:
        left ^= bit(lowest(left)) if avoid else bit(highest(left))
        above_it -= 1
    return lowest(left) if avoid else highest(left)


cdef inline int first_guess(const Search* s, int n) noexcept nogil:
    return n - n // 2 + 2 if s.avoid else (n + 2) // 4


cdef inline void number_held(Search* s, int leader, int n, const int* on_table, int played) noexcept nogil:
    """Number the pairs of cards, those on the table with the hands that they came from."""
    cdef u64 hand[3]
    cdef int i
    for i in range(3):
        hand[i] = s.hand[i]
    for i in range(played):
        hand[(leader + i) % 3] |= bit(on_table[i])
    number_pairs(&s.frame, hand, n)
    if played == 3:
        play_trick(&s.frame, n, on_table[0], on_table[1], on_table[2])


cdef inline bint ask(Search* s, int leader, int n, int target, const int* on_table, int played) noexcept nogil:
    """Whether role 0 reaches `target`, with any number of cards on the table."""
    if played == 0:
        return search(s, leader, n, target) & WON != 0
    if played == 1:
        return second(s, leader, n, target, on_table[0]) & WON != 0
    if played == 2:
        return third(s, leader, n, target, on_table[0], on_table[1]) & WON != 0
    leader = winner_of(s, leader, on_table)
    target -= leader == 0
    if target <= 0 or target > n - 1:
        return target <= 0
    return search(s, leader, n - 1, target) & WON != 0


cdef inline bint ask_avoid(Search* s, int leader, int n, int target, const int* on_table, int played) noexcept nogil:
    """As `ask`, when tricks are avoided."""
    cdef Pairs pairs
    if played == 0:
        return search_avoid(s, leader, n, target, &pairs)
    if played == 1:
        return second_avoid(s, leader, n, target, on_table[0], &pairs)
    if played == 2:
        return third_avoid(s, leader, n, target, on_table[0], on_table[1], &pairs)
    leader = winner_of(s, leader, on_table)
    target -= leader != 0
    if target <= 0 or target > n - 1:
        return target <= 0
    return search_avoid(s, leader, n - 1, target, &pairs)

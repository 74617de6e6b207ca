"""Winning chances of states, solved from the end of the game back. See `manni.winning.layout` for what a plane is."""

from libc.math cimport fabs
from libc.stdlib cimport free, malloc


cdef struct Plane:
    long long start  # cell of its first state
    int group  # of outcomes: what may happen in the hand that comes next
    int rest, rests  # the first remainder of the sum of the nets by 3, and how many there are
    int low_f, size_f, low_m, size_m  # the nets of F and M that have cells
    int top  # no net is above this; states in which D's would be have no value
    int limit  # the game ends when a net reaches this
    int gap  # distances between neighbours in the order of nets are cut to this; -1 when no state is outside


cdef struct Step:  # an outcome of the hand that comes next, from the states of one plane and remainder
    double chance
    Plane* after  # the plane that it leads to when the game goes on; NULL when that has no states of the remainder
    long long cell  # in it, of a state with the nets 0, 0
    int f, m, d  # what it adds to the nets, and the shift that makes their sum 0, 1 or 2
    int rest  # that sum
    int limit  # the game ends when a net, shifted, reaches this
    bint over  # or ends anyway
    bint inside  # whether that plane is among those that are solved together


cdef struct State:
    int f, m, d  # nets by seat, less what makes their sum 0, 1 or 2
    int rest  # that sum


cdef class Planes:
    """The states of a game, plane by plane, and how to solve them.

    Parameters
    ----------
    planes : int32 array, shape (planes, 10)
        The fields of each plane but its start, in their order in `Plane`; the cells follow each other.
    counts : int32 array, shape (groups,)
        Outcomes of each group.
    chances : float64 array, shape (groups, outcomes)
    nets : int32 array, shape (groups, outcomes, 3)
        By outcome its chance, and what it adds to the nets of F, M and D.
    follow : int32 array, shape (planes, outcomes)
        By plane and outcome the plane that comes next; when the game is over, -1 less the plane in which it goes on if
        the highest nets are equal and do not share the win.
    share : bool
        Whether equal highest nets share the win.
    values : float32 array, shape (cells, 3)
        Where the winning chances of F, M and D go.
    """

    cdef const int[::1] counts
    cdef const double[:, ::1] chances
    cdef const int[:, :, ::1] nets
    cdef const int[:, ::1] follow
    cdef bint share
    cdef float[:, ::1] values
    cdef Plane* planes
    cdef readonly int size

    def __cinit__(self, const int[:, ::1] planes, const int[::1] counts, const double[:, ::1] chances,
                  const int[:, :, ::1] nets, const int[:, ::1] follow, bint share, float[:, ::1] values):
        cdef long long start = 0
        cdef int number
        cdef Plane* plane
        self.counts, self.chances, self.nets = counts, chances, nets
        self.follow, self.share, self.values = follow, share, values
        self.size = planes.shape[0]
        self.planes = <Plane*> malloc((self.size + 1) * sizeof(Plane))
        if self.planes == NULL:
            raise MemoryError
        for number in range(self.size):
            plane = &self.planes[number]
            plane.start = start
            plane.group = planes[number, 0]
            plane.rest, plane.rests = planes[number, 1], planes[number, 2]
            plane.low_f, plane.size_f = planes[number, 3], planes[number, 4]
            plane.low_m, plane.size_m = planes[number, 5], planes[number, 6]
            plane.top, plane.limit, plane.gap = planes[number, 7], planes[number, 8], planes[number, 9]
            start += <long long> plane.rests * plane.size_f * plane.size_m
        self.planes[self.size].start = start
        if chances.shape[1] > MOST_OUTCOMES:
            raise ValueError(f"chances: {chances.shape[1]} outcomes are more than {MOST_OUTCOMES}")
        if start != values.shape[0]:
            raise ValueError(f"values: {values.shape[0]} cells for {start}")

    def __dealloc__(self):
        free(self.planes)

    def mean(self, numbers, int f, int m, int d):
        """The winning chances of F, M and D with these nets, on average over some planes that have such a state."""
        cdef State state
        cdef double sums[3]
        cdef long long at
        cdef int number, i, count = 0
        sums[0] = sums[1] = sums[2] = 0
        for number in numbers:
            if not 0 <= number < self.size:
                raise IndexError(f"there is no plane {number}")
            state = normal(f, m, d)
            at = place(&self.planes[number], &state)
            if at < 0:
                raise ValueError(f"plane {number} has no state with the nets {f}, {m}, {d}")
            for i in range(3):
                sums[i] += self.values[at, i]
            count += 1
        return sums[0] / count, sums[1] / count, sums[2] / count

    def solve(self, int first, int end, double tolerance, int sweeps):
        """Solve planes `first` to `end`, which lead to each other and to planes already solved.

        What leads to solved planes is added up once; what leads to the same ones is gone over until no value moves by
        more than `tolerance`, at most `sweeps` times. Returns the last greatest move.
        """
        cdef long long base = self.planes[first].start, cells = self.planes[end].start - base
        cdef double* sums = <double*> malloc(max(cells, 1) * 3 * sizeof(double))
        cdef double moved = 0
        cdef int done = 0
        if sums == NULL:
            raise MemoryError
        try:
            with nogil:
                moved = self.sweep(first, end, sums, base, 0)
                while moved > tolerance and done < sweeps:
                    moved = self.sweep(first, end, sums, base, 1)
                    done += 1
        finally:
            free(sums)
        if moved < 0:
            raise ValueError(f"a state of planes {first} to {end} leads to none that has a cell")
        return moved

    cdef double sweep(self, int first, int end, double* sums, long long base, bint again) noexcept nogil:
        """One pass: first what comes from outside, into `sums`, then `again` and again what comes from inside.

        Returns the greatest move of a value, at first 1 when there is something inside, and -1 for a fault.
        """
        cdef double greatest = 0
        cdef double acc[3]
        cdef Step steps[MOST_OUTCOMES]
        cdef Plane* plane
        cdef State state
        cdef long long at
        cdef int number, count, f, m, rest, i
        for number in range(first, end):
            plane = &self.planes[number]
            for rest in range(plane.rest, plane.rest + plane.rests):
                if not again and self.choose(number, rest, first, end, True, steps):
                    greatest = 1
                count = self.choose(number, rest, first, end, again, steps)
                for f in range(plane.low_f, plane.low_f + plane.size_f):
                    for m in range(plane.low_m, plane.low_m + plane.size_m):
                        state.f, state.m, state.d, state.rest = f, m, rest - f - m, rest
                        at = place(plane, &state)
                        if at < 0 or state.f != f or state.m != m:
                            continue  # no state, or one that stands for another
                        for i in range(3):
                            acc[i] = sums[3 * (at - base) + i] if again else 0
                        if not self.expect(&state, again, steps, count, acc):
                            return -1
                        for i in range(3):
                            if again:
                                greatest = max(greatest, fabs(acc[i] - self.values[at, i]))
                            else:
                                sums[3 * (at - base) + i] = acc[i]
                            self.values[at, i] = <float> acc[i]
        return greatest

    cdef int choose(self, int number, int rest, int first, int end, bint inner, Step* steps) noexcept nogil:
        """The outcomes of a plane that may lead to planes `first` to `end`, or else those that may do anything else."""
        cdef Plane* plane = &self.planes[number]
        cdef Plane* after
        cdef Step* step
        cdef const int* net
        cdef int o, to, shift, count = 0
        cdef bint over, inside, stays
        for o in range(self.counts[plane.group]):
            to = self.follow[number, o]
            over = to < 0
            if over:
                to = -1 - to
            inside = first <= to < end
            stays = inside and not (over and self.share)
            if not (stays if inner else not stays or over or plane.limit < NO_LIMIT):
                continue
            step = &steps[count]
            count += 1
            net = &self.nets[plane.group, o, 0]
            step.rest = rest + net[0] + net[1] + net[2]
            shift = (step.rest - ((step.rest % 3) + 3) % 3) // 3  # exact, so that the way of rounding is nothing
            step.rest -= 3 * shift
            step.f, step.m, step.d = net[0] - shift, net[1] - shift, net[2] - shift
            step.chance = self.chances[plane.group, o]
            step.limit = plane.limit - shift
            step.over, step.inside = over, inside
            step.after = NULL
            after = &self.planes[to]
            if after.rest <= step.rest < after.rest + after.rests:
                step.after = after
                step.cell = (after.start - after.low_m
                             + ((step.rest - after.rest) * <long long> after.size_f - after.low_f) * after.size_m)
        return count

    cdef bint expect(self, const State* state, bint inner, const Step* steps, int count, double* acc) noexcept nogil:
        """Add what follows from a state: with `inner` what stays in the planes, else the rest; False for a fault."""
        cdef int number, f, m, d, best
        cdef const Step* step
        cdef const Plane* after
        cdef const float* value
        cdef State cut_to
        for number in range(count):
            step = &steps[number]
            f, m, d = state.f + step.f, state.m + step.m, state.d + step.d
            best = max(f, m, d)
            if step.over or best >= step.limit:
                if self.share or (f == best) + (m == best) + (d == best) == 1:
                    if not inner:
                        win(acc, step.chance, f, m, d)
                    continue
            if step.inside != inner:
                continue
            after = step.after
            if after != NULL and after.gap >= 0 and far(f, m, d, after.gap):
                cut_to.f, cut_to.m, cut_to.d, cut_to.rest = f, m, d, step.rest
                cut(&cut_to, after.gap)
                f, m, d = cut_to.f, cut_to.m, cut_to.d
            # The deal moves on: F deals next, M is forehand, D middlehand.
            if after != NULL and has(after, m, d, f):
                value = &self.values[step.cell + m * <long long> after.size_m + d, 0]
                acc[0] += step.chance * value[2]
                acc[1] += step.chance * value[0]
                acc[2] += step.chance * value[1]
            elif best >= step.limit:
                win(acc, step.chance, f, m, d)  # a tie further above the target than there are cells
            else:
                return False
        return True


cdef enum:
    MOST_OUTCOMES = 512
    NO_LIMIT = 1 << 20


cdef inline void win(double* acc, double chance, int f, int m, int d) noexcept nogil:
    """Share the win among those with the highest net."""
    cdef int best = max(f, m, d)
    cdef double share = chance / ((f == best) + (m == best) + (d == best))
    acc[0] += share * (f == best)
    acc[1] += share * (m == best)
    acc[2] += share * (d == best)


cdef inline State normal(int f, int m, int d) noexcept nogil:
    """Shift three nets alike so that their sum is 0, 1 or 2."""
    cdef State state
    cdef int total = f + m + d, rest, shift
    state.f, state.m, state.d, state.rest = f, m, d, total
    if not 0 <= total <= 2:
        rest = ((total % 3) + 3) % 3
        shift = (total - rest) // 3  # exact, so that the way of rounding is nothing
        state.f, state.m, state.d, state.rest = f - shift, m - shift, d - shift, rest
    return state


cdef inline long long place(Plane* plane, State* state) noexcept nogil:
    """The cell of a state, after distances too large for the plane are cut; -1 when it has none."""
    if plane.gap >= 0 and far(state.f, state.m, state.d, plane.gap):
        cut(state, plane.gap)
    if not (has(plane, state.f, state.m, state.d) and plane.rest <= state.rest < plane.rest + plane.rests):
        return -1
    return (plane.start + ((state.rest - plane.rest) * <long long> plane.size_f + state.f - plane.low_f) * plane.size_m
            + state.m - plane.low_m)


cdef inline bint has(const Plane* plane, int f, int m, int d) noexcept nogil:
    """Whether a plane has cells for these nets."""
    return 0 <= f - plane.low_f < plane.size_f and 0 <= m - plane.low_m < plane.size_m and d <= plane.top


cdef inline bint far(int f, int m, int d, int gap) noexcept nogil:
    """Whether a distance between neighbours in the order of the nets is above `gap`."""
    cdef int best = max(f, m, d)
    cdef int worst = min(f, m, d)
    cdef int middle = f + m + d - best - worst
    return best - middle > gap or middle - worst > gap


cdef inline void cut(State* state, int gap) noexcept nogil:
    """Draw a player far ahead or far behind nearer by threes: the order and the remainder of the sum stay."""
    cdef int nets[3]
    cdef int best = max(state.f, state.m, state.d)
    cdef int worst = min(state.f, state.m, state.d)
    cdef int middle = state.f + state.m + state.d - best - worst
    cdef int i, over
    nets[0], nets[1], nets[2] = state.f, state.m, state.d
    for i in range(3):
        if nets[i] == best and best - middle > gap:
            over = best - middle - gap
            nets[i] -= (over + 2) // 3 * 3
        elif nets[i] == worst and middle - worst > gap:
            over = middle - worst - gap
            nets[i] += (over + 2) // 3 * 3
    state[0] = normal(nets[0], nets[1], nets[2])

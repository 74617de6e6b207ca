"""Exact max^n: the outcome when each seat plays for itself and all know it.

Each seat wants the most tricks for itself (the fewest when tricks are avoided); between outcomes equal for itself it
takes the one that is worst for its left neighbour. The counts add up to the tricks left, so that outcome is unique,
whatever the order of search (max^n: Luckhardt and Irani, AAAI 1986).

An outcome is counted in *scores*: tricks taken or, when they are avoided, tricks not taken. The three scores add up to
the tricks left, or to twice as many. What cuts, without changing the outcome:

- a seat never gets less than it can guarantee itself with both others against it (`floors.pxd`); floors that add up
  to all there is are the outcome, and those of two seats are a ceiling for the third;
- a seat that has its ceiling looks no further;
- *bars*: a seat that moved before has an outcome already, and what is not better for it does not change its choice.
  A position whose outcome cannot clear all bars at once need not be known exactly: it is REFUSED. When that was for the
  bar of the seat that moved just before, the move is out; when it was for an earlier one, the move may still be the
  choice of the seat between, which then is refused in its turn. So a seat whose best known outcome clears all bars
  looks once more, with its own bar alone, at whether a refused move is better for it. (Speculative pruning:
  N. Sturtevant, "Last-Branch and Speculative Pruning Algorithms for Max^n", IJCAI 2003.)
- *sufficient scores*: a seat below others' bars refuses for them once it has so much that they cannot clear them. Its
  first move is searched without these bars, as a refusal would not tell what the move is worth; but from that score on
  it need not be known exactly, and is REFUSED as well.

The last tricks, two in three of those left at first, are searched without all that: see `maxn_end`. Roles are seats
here. Results are kept for whole positions, as outcomes rest on most of their cards.
"""

from solver.bars cimport (
    ENOUGH, NO_BAR, Bars, clears, failing, gain, liking, lowered, no_bars, of_seat, refusing, score_of, sufficient,
    with_seat,
)
from solver.bits cimport bit, highest, lane, lowest, u64
from solver.bounds cimport length
from solver.floors cimport Floors, raise_floors, search_floors, turn, whole
from solver.maxn_end cimport from_root, maxn_end
from solver.maxn_table cimport EXACT, UNUSED, Place, find_place, keep, outcome_told, recalled, tell, telling
from solver.moves cimport Moves, list_groups, pick
from solver.order cimport order_followers, order_lead, weights
from solver.state cimport Search, beats, legal, next_role, out_of_budget, play, take_back, taker


cdef enum:
    REFUSED = -1        # in place of scores: they do not clear all bars
    SEARCH_FLOORS = 9   # tricks left from which guarantees are searched, not counted


cdef struct Outcome:
    int scores          # of seats 0, 1 and 2, a byte each, or REFUSED
    int bars            # when refused, the seats whose bars decided that, a bit each, and sufficient scores alike


cdef struct Trick:
    int leader
    int played          # cards on the table
    int card[3]
    int n               # tricks left, with this one
    const Floors* floors     # of the trick's start


cdef struct Choice:
    Outcome best        # the best that is known, or REFUSED
    bint doubtful       # a move that was refused may be better
    bint low            # such a move may be better, but not than the mover's own bar


cdef inline Outcome after_card(Search* s, Trick* trick, int role, int card, const Bars* bars) noexcept nogil:
    """The outcome when `role`, whose turn it is, plays `card`."""
    cdef Outcome found
    cdef Bars rest
    cdef int winner
    trick.card[trick.played] = card
    if trick.played < 2:
        trick.played += 1
        play(s, role, card)
        found = choose(s, trick, bars)
        take_back(s, role, card)
        trick.played -= 1
        return found
    winner = (trick.leader + taker(s, trick.card[0], trick.card[1], card)) % 3
    found.scores = 0
    if trick.n > 1:
        rest = lowered(s, bars, winner)
        play(s, role, card)
        found = maxn_search(s, winner, trick.n - 1, &rest)
        take_back(s, role, card)
        if s.stop:
            return found
    if found.scores != REFUSED:
        found.scores += gain(s, winner)
    return found


cdef inline Choice try_moves(Search* s, Trick* trick, const Bars* bars, int own) noexcept nogil:
    """The best of the mover's moves that it likes more than `own`; those that do not clear `bars` may be refused."""
    cdef int role = (trick.leader + trick.played) % 3
    cdef int left = next_role(role)
    cdef int right = next_role(left)
    cdef int n = trick.n
    cdef int best_card = trick.card[0]
    cdef int valid = 7 if trick.played == 0 else 7 ^ (1 << trick.leader) if trick.played == 1 else 1 << role
    cdef int i, card, liked, best, most, used, cut, target, reasons
    cdef u64 separators
    cdef Bars held
    cdef bint stricter          # the mover's bar lies above the best that it has
    cdef Moves moves
    cdef Outcome found
    cdef Choice choice
    choice.best.scores = REFUSED
    choice.best.bars = 0
    choice.doubtful = choice.low = False
    used = 0
    separators = s.hand[left] | s.hand[right]
    most = 16 * n
    if trick.played == 0:
        list_groups(&moves, s.hand[role], separators)
        turn(s, role)
        order_lead(s, &moves, 0, 0)
        turn(s, (3 - role) % 3)
        most = min(most, 16 * (whole(s, n) - trick.floors.score[left] - trick.floors.score[right]))
        most -= trick.floors.score[left]
    elif trick.played == 1:
        separators |= bit(best_card)
        list_groups(&moves, legal(s, role, best_card >> 4), separators)
        order_followers(s, &moves, role, best_card, s.hand[left] & lane(best_card >> 4),
                        s.trump_lane != 0 and length(s.shape, left, s.trump) > 0, weights(s, 0, 1), 0, False)
        most = min(most, 16 * (whole(s, n) - trick.floors.score[left])) - trick.floors.score[left]
    else:
        if beats(s, trick.card[1], best_card):
            best_card = trick.card[1]
        separators |= bit(best_card)
        list_groups(&moves, legal(s, role, trick.card[0] >> 4), separators)
        order_followers(s, &moves, role, best_card, 0, False, weights(s, 0, 2), 0, False)
    target = sufficient(s, n, bars, trick.floors, valid, role)
    # below that the first move's outcome is found whatever it is: refused for another's bar, it tells nothing
    best = own
    held = no_bars()
    if best > NO_BAR:
        held.bar = with_seat(held.bar, role, best)
    held.enough = with_seat(held.enough, role, target)
    stricter = False
    i = 0
    while i < moves.count:
        card = pick(&moves, i)
        found = after_card(s, trick, role, card, &held)
        if s.stop:
            choice.best = found
            return choice
        if found.scores != REFUSED:
            liked = liking(role, found.scores)
            if liked > best:
                best = liked
                choice.best = found
                if best == most:
                    choice.doubtful = choice.low = False
                    return choice
                # the left neighbour's score, too, may tell that the mover will have one more
                if score_of(found.scores, role) + 1 >= target:
                    cut = refusing(s, n, bars, trick.floors, valid & ~(1 << role), role, best, 0)
                    if cut:
                        choice.best.scores = REFUSED
                        choice.best.bars = cut
                        return choice
                # whatever is better for the mover than what clears the bars must be found, even if it is refused for it
                held = no_bars() if clears(bars, found.scores) else bars[0]
                stricter = of_seat(held.bar, role) > best
                if not stricter:
                    held.bar = with_seat(held.bar, role, best)
                held.enough = with_seat(held.enough, role, target)
        else:
            reasons = found.bars
            if reasons & ENOUGH << role and target < of_seat(bars.enough, role):
                cut = refusing(s, n, bars, trick.floors, valid & ~(1 << role), role, NO_BAR, target)
                reasons = (reasons & ~(ENOUGH << role)) | cut
            if found.bars == ENOUGH << role:
                # the mover gets too much for the others' bars, by this move or a better one
                choice.best.scores = REFUSED
                choice.best.bars = reasons
                return choice
            used |= reasons if stricter else reasons & ~(1 << role)
            if found.bars & ~(1 << role):
                choice.doubtful = True
            elif stricter:
                choice.low = True
        i += 1
    if choice.best.scores == REFUSED:
        choice.best.bars = used
    else:
        choice.best.bars = used | failing(bars, choice.best.scores, used)
    return choice


cdef inline int forced(const Search* s, const Trick* trick) noexcept nogil:
    """The mover's card when all its legal cards are equivalent, the highest, else -1."""
    cdef int role = (trick.leader + trick.played) % 3
    cdef u64 cards = legal(s, role, trick.card[0] >> 4) if trick.played else s.hand[role]
    cdef u64 between, separators
    cdef int card = highest(cards)
    if cards & (cards - 1):
        if lowest(cards) >> 4 != card >> 4:
            return -1
        between = (bit(card) - 1) & ~(bit(lowest(cards)) - 1)
        separators = (s.hand[0] | s.hand[1] | s.hand[2]) & ~s.hand[role]
        if trick.played == 1:
            separators |= bit(trick.card[0])
        elif trick.played == 2:
            separators |= bit(trick.card[1] if beats(s, trick.card[1], trick.card[0]) else trick.card[0])
        if separators & between:
            return -1
    return card


cdef inline Outcome choose(Search* s, Trick* trick, const Bars* bars) noexcept nogil:
    """The outcome with any number of cards on the table; REFUSED may stand for one that does not clear all bars."""
    cdef Choice choice, again
    cdef Bars none
    cdef int role = (trick.leader + trick.played) % 3
    cdef int card = forced(s, trick)
    if card >= 0:
        # with nothing to choose, a refusal tells all there is to know
        return after_card(s, trick, role, card, bars)
    choice = try_moves(s, trick, bars, NO_BAR)
    if s.stop:
        return choice.best
    if choice.best.scores == REFUSED:
        return choice.best
    if choice.doubtful or choice.low:
        if not clears(bars, choice.best.scores):
            choice.best.scores = REFUSED
            return choice.best
        if not choice.doubtful:
            return choice.best
        none = no_bars()
        again = try_moves(s, trick, &none, liking(role, choice.best.scores))
        if s.stop:
            return again.best
        if again.best.scores != REFUSED:
            choice.best.scores = REFUSED
        return choice.best
    return choice.best


cdef inline Outcome last_outcome(const Search* s, int leader) noexcept nogil:
    cdef int second_role = next_role(leader)
    cdef int third_role = next_role(second_role)
    cdef int card = taker(s, lowest(s.hand[leader]), lowest(s.hand[second_role]), lowest(s.hand[third_role]))
    cdef Outcome result
    result.scores = gain(s, (leader + card) % 3)
    return result


cdef inline Outcome maxn_search(Search* s, int leader, int n, const Bars* bars) noexcept nogil:
    """The outcome of the `n` tricks left, `leader` to lead; REFUSED may stand for one that does not clear all bars."""
    cdef Place place
    cdef Outcome result
    cdef Trick trick
    cdef Floors floors
    cdef int second = next_role(leader)
    cdef int third = next_role(second)
    cdef int i
    cdef u64 told = 0, enough = 0
    result.scores = REFUSED
    result.bars = 0
    if n == 1:
        return last_outcome(s, leader)
    if n <= s.end_tricks:
        result.scores = maxn_end(s, leader, n)
        return result
    find_place(s.hand[leader], s.hand[second], s.hand[third], &place)
    tell(&place, leader, bars)
    if recalled(s, &place, &told, &enough):
        if told >> 16 == EXACT:
            result.scores = from_root(outcome_told(told, whole(s, n)), leader)
        else:
            for i in range(3):
                if told >> (8 * i) & 255:
                    result.bars |= 1 << (leader + i) % 3
                if enough >> (5 * i) & UNUSED != UNUSED:
                    result.bars |= ENOUGH << (leader + i) % 3
        return result
    raise_floors(s, leader, n, &floors)
    if n >= SEARCH_FLOORS and not s.avoid:
        search_floors(s, leader, n, &floors)
        if s.stop:
            return result
    if floors.score[0] + floors.score[1] + floors.score[2] == whole(s, n):
        result.scores = floors.score[0] | (floors.score[1] << 8) | (floors.score[2] << 16)
    else:
        result.bars = refusing(s, n, bars, &floors, 7, -1, 0, 0)
        if result.bars == 0:
            if out_of_budget(s):
                return result
            trick.leader = leader
            trick.played = 0
            trick.n = n
            trick.floors = &floors
            result = choose(s, &trick, bars)
            if s.stop:
                return result
    if result.scores == REFUSED:
        told = place.told
        for i in range(3):
            if not result.bars >> ((leader + i) % 3) & 1:
                told &= ~(<u64>255 << (8 * i))
            if result.bars & ENOUGH << (leader + i) % 3:
                enough |= place.enough & (UNUSED << (5 * i))
            else:
                enough |= UNUSED << (5 * i)
    else:
        told = telling(from_root(result.scores, (3 - leader) % 3))
    keep(s, &place, told, enough)
    return result


cdef inline int winner_of(const Search* s, int leader, const int* trick) noexcept nogil:
    """The seat that wins a complete trick."""
    return (leader + taker(s, trick[0], trick[1], trick[2])) % 3


cdef inline int outcome_of(Search* s, int leader, int n, const int* on_table, int played,
                           const Floors* floors) noexcept nogil:
    """The scores with any number of cards on the table; the floors must be those of seats still to play, or 0."""
    cdef Bars none = no_bars()
    cdef Trick trick
    cdef int i, winner
    if played == 0:
        return maxn_search(s, leader, n, &none).scores
    if played == 3:
        winner = winner_of(s, leader, on_table)
        if n == 1:
            return gain(s, winner)
        return maxn_search(s, winner, n - 1, &none).scores + gain(s, winner)
    trick.leader = leader
    trick.played = played
    trick.n = n
    trick.floors = floors
    for i in range(played):
        trick.card[i] = on_table[i]
    return choose(s, &trick, &none).scores

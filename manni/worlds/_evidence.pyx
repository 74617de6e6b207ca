"""What the others did as weights of the cards they hold: terms per suit, and what ties suits together."""

from libc.math cimport INFINITY, exp, log

import numpy as np

from manni.policy._kernel cimport Policy
from manni.policy._thumb cimport Scene, look
from manni.worlds._evidence cimport (
    FEATURES,
    MOST_CARDS,
    SITUATIONS,
    habit_losses,
    legal_cards,
    play_chance,
    play_features,
    situation,
    thumb_best,
)
from solver.bits cimport highest, lane, lowest, popcount, u64


cdef enum:
    TERMS = 66          # of a suit in a hand: the first, second, third card (13 each), length (14), every card (13)
    LENGTH = 39
    EVERY = 53
    COLUMNS = 8         # of a play: see `Plays`


cdef class Plays:
    """The cards one seat played, with what it saw, and the model that makes them more or less likely.

    Parameters
    ----------
    rows : uint64 array, shape (plays, 8)
        For each play the card; the first and the second card on the table, 255 for none; the masks of the suits in
        which the next seat and the one after it had shown a void; the cards not played before; those that this seat
        played from here on.
    trump : int
        0 to 3, or 4 for none.
    avoid : bool
        Whether tricks are to be avoided.
    weights : float64 array, shape (4, 16)
        By situation and feature.
    player : Policy
        Whose habits the cards are judged by, among other things.
    floor : float
        The part of plays that is taken to be any card.
    power : float
        Log probabilities are multiplied by it.
    """

    cdef const u64[:, ::1] rows
    cdef int trump
    cdef bint avoid
    cdef const double[:, ::1] weights
    cdef Policy player
    cdef double floor
    cdef double power

    def __cinit__(
        self,
        const u64[:, ::1] rows,
        int trump,
        bint avoid,
        const double[:, ::1] weights,
        Policy player not None,
        double floor,
        double power,
    ):
        if rows.shape[1] != COLUMNS or weights.shape[0] != SITUATIONS or weights.shape[1] != FEATURES:
            raise ValueError("rows or weights: of the wrong shape")
        if player.plays == NULL:
            raise ValueError("player: has no habits")
        self.rows, self.trump, self.avoid, self.weights, self.player = rows, trump, avoid, weights, player
        self.floor, self.power = floor, power

    cdef void see(self, int play, u64 hand, Scene* scene) noexcept nogil:
        """What the seat saw at a play, when `hand` is what it held then."""
        cdef const u64* row = &self.rows[play, 0]
        scene.hand = hand
        scene.unseen = row[5] & ~hand
        scene.voids[0], scene.voids[1] = row[3], row[4]
        scene.trick[0], scene.trick[1] = <int>row[1], <int>row[2]
        scene.played = (row[1] != 255) + (row[2] != 255)
        scene.trump, scene.avoid = self.trump, self.avoid
        look(scene)

    cdef double chance(self, int play, const Scene* scene) noexcept nogil:
        """How likely the play is of a seat that saw the scene."""
        return play_chance(
            self.player.plays,
            scene,
            <int>self.rows[play, 7],
            legal_cards(scene),
            <int>self.rows[play, 0],
            &self.weights[0, 0],
            self.floor,
        )

    cdef bint follows(self, int play) noexcept nogil:
        """Whether the card followed suit, so that only its suit counts."""
        return self.rows[play, 1] != 255 and self.rows[play, 0] >> 4 == self.rows[play, 1] >> 4

    cdef double in_suit(self, int suit, u64 held) noexcept nogil:
        """The log probability of the plays that followed suit in `suit`, when `held` of it is held now."""
        cdef int play
        cdef Scene scene
        cdef double found = 0.0
        for play in range(self.rows.shape[0]):
            if self.follows(play) and self.rows[play, 0] >> 4 == <u64>suit:
                self.see(play, held | (self.rows[play, 6] & lane(suit)), &scene)
                found += log(self.chance(play, &scene))
        return self.power * found

    cdef double across(self, u64 held) noexcept nogil:
        """The log probability of the leads and throws, when `held` is the hand now."""
        cdef int play
        cdef Scene scene
        cdef double found = 0.0
        for play in range(self.rows.shape[0]):
            if not self.follows(play):
                self.see(play, held | self.rows[play, 6], &scene)
                found += log(self.chance(play, &scene))
        return self.power * found

    def leads_and_throws(self, const u64[::1] held):
        """The log probability of the plays that tie suits together, for each hand that may be held now."""
        found = np.empty(held.shape[0])
        cdef double[::1] into = found
        cdef int i
        with nogil:
            for i in range(held.shape[0]):
                into[i] = self.across(held[i])
        return found

    def features(self, int play, u64 hand):
        """For fitting: the situation, the legal cards, and their features, when `hand` was held at a play."""
        cdef Scene scene
        cdef u64 legal
        cdef int card, where, best
        cdef double x[FEATURES]
        cdef double lost[MOST_CARDS]
        self.see(play, hand, &scene)
        where, legal = situation(&scene), legal_cards(&scene)
        best = thumb_best(&scene, legal)
        habit_losses(self.player.plays, &scene, <int>self.rows[play, 7], legal, lost)
        cards, rows = [], []
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            play_features(&scene, where, best, lost[len(cards)], card, x)
            cards.append(card)
            rows.append([x[i] for i in range(FEATURES)])
        return where, cards, rows


cdef inline double suit_term(const double* terms, int cards, bint low) noexcept nogil:
    """The sum of the terms of the cards of a suit; `low` counts the first cards from the lowest up."""
    cdef int rest = cards, count = 0, rank
    cdef double found = 0.0
    while rest:
        rank = lowest(rest) if low else highest(rest)
        rest ^= 1 << rank
        found += terms[EVERY + rank]
        if count < 3:
            found += terms[13 * count + rank]
        count += 1
    return found + terms[LENGTH + count]


def suit_terms(
    u64 loose,
    u64 before,
    int most_cards,
    const double[:, ::1] terms,
    const int[::1] kinds,
    bint low,
    double power,
    Plays plays,
):
    """The term of every set of cards of each suit that a seat may hold now.

    Parameters
    ----------
    loose : int
        Mask of the cards that may be in the hand.
    before : int
        Mask of the cards that the seat has played.
    most_cards : int
        How many cards it holds.
    terms : float64 array, shape (kinds of suit, 66), or None
        What the hand after the exchange tells; None is nothing.
    kinds : int32 array, shape (4,)
        By suit the row of `terms`.
    low : bool
        Whether the lowest cards matter most.
    power : float
        Terms are multiplied by it.
    plays : Plays or None
        What the seat played.

    Returns
    -------
    float64 array, shape (4, 8192)
        By suit and the 13 bits of its cards held now, the largest of a suit 1; 0 for sets that it cannot hold.
    float
        The log of what all were divided by.
    """
    found = np.zeros((4, 8192))
    cdef double[:, ::1] into = found
    cdef int suit, whole, sub, played
    cdef double value, most, scale = 0.0
    with nogil:
        for suit in range(4):
            most = -INFINITY
            whole = loose >> 16 * suit & 0x1fff
            played = before >> 16 * suit & 0x1fff
            sub = whole
            while True:
                if popcount(sub) <= most_cards:
                    value = 0.0
                    if terms is not None:
                        value = power * suit_term(&terms[kinds[suit], 0], sub | played, low)
                    if plays is not None:
                        value += plays.in_suit(suit, <u64>sub << 16 * suit)
                    into[suit, sub] = value
                    most = max(most, value)
                if not sub:
                    break
                sub = (sub - 1) & whole
            scale += most
            while True:  # from the empty set up again
                if popcount(sub) <= most_cards:
                    into[suit, sub] = exp(into[suit, sub] - most)
                if sub == whole:
                    break
                sub = (sub - whole) & whole
    return found, scale

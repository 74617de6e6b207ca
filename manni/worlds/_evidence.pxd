"""How likely a seat is to play as it did, for compiled code: a softmax over its legal cards, fitted to played hands.

What is looked at is in `play_features`; a card that follows suit is judged by that suit alone, so that these plays are
a term per suit, and only leads and throws tie suits together. Cards and masks are by strength.
"""

from libc.math cimport exp

from manni.policy._habits cimport Habits, Sight, place_of, turn_to, weigh
from manni.policy._thumb cimport Scene, beats, over, thumb_score, under
from solver.bits cimport bit, highest, lane, lowest, popcount, u64

cdef enum:
    FEATURES = 16
    MOST_CARDS = 12
    LEAD = 0            # situations: to lead,
    SECOND = 1          # to follow suit as second hand,
    THIRD = 2           # as third hand,
    THROW = 3           # or to play anything, void in the suit led
    SITUATIONS = 4


cdef inline int situation(const Scene* scene) noexcept nogil:
    if not scene.played:
        return LEAD
    if not scene.hand & lane(scene.trick[0] >> 4):
        return THROW
    return SECOND if scene.played == 1 else THIRD


cdef inline u64 legal_cards(const Scene* scene) noexcept nogil:
    cdef u64 suit
    if not scene.played:
        return scene.hand
    suit = scene.hand & lane(scene.trick[0] >> 4)
    return suit if suit else scene.hand


cdef inline int thumb_best(const Scene* scene, u64 legal) noexcept nogil:
    """The card that the rules of thumb put first."""
    cdef int card, best = lowest(legal)
    cdef double score, most = -1e300
    if legal & (legal - 1):
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            score = thumb_score(scene, card)
            if score > most:
                most, best = score, card
    return best


cdef inline void habit_losses(
    const Habits* habits, const Scene* scene, int held, u64 legal, double* lost
) noexcept nogil:
    """By legal card, from the lowest up, how many tricks worse than the best a player of fitted habits finds it.

    `held` is how many cards the hand has, of which `scene` may show one suit.
    """
    cdef const float* weight = habits.weight[place_of(scene)]
    cdef Sight sight
    cdef int card, i = 0, count
    cdef double most = -1e300
    sight.suit = -1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        turn_to(scene, card, &sight)
        sight.left = held / <float>12.0
        lost[i] = weigh(weight, scene, &sight, card)
        most = max(most, lost[i])
        i += 1
    count = i
    for i in range(count):
        lost[i] = most - lost[i]


cdef inline void play_features(
    const Scene* scene, int where, int best, double lost, int card, double* x
) noexcept nogil:
    """Describe a legal card by numbers of about 0 to 1.

    `best` is the one that the rules of thumb put first, `lost` what is told by `habit_losses`.
    """
    cdef int suit = card >> 4, rank = card & 15, above = over(scene, card)
    cdef u64 held = scene.hand & lane(suit)
    cdef u64 winners
    cdef bint wins
    x[0] = card == best
    x[1] = above == 0
    x[2] = not held & (bit(card) - 1)
    x[3] = not held & ~((<u64>2 << card) - 1)
    x[4] = rank / 12.0
    x[5] = above / 8.0
    x[6] = under(scene, card) / 8.0
    x[13] = -lost
    x[14] = lost == 0
    x[15] = -min(lost, 0.3)  # small losses count once more
    if where == LEAD:
        x[7] = suit == scene.trump
        x[8] = suit == scene.trump and above == 0
        x[9] = popcount(held) / 4.0
        x[10] = not held & (held - 1)
        x[11] = ((scene.voids[0] | scene.voids[1]) & lane(suit)) != 0
        x[12] = rank / 12.0 if suit == scene.trump else 0.0
        return
    wins = beats(card, scene.winning, scene.trump)
    x[7] = wins
    x[8] = wins and above == 0
    if where == THROW:
        x[9] = popcount(held) / 4.0
        x[10] = not held & (held - 1)
        x[11] = suit == scene.trump
        x[12] = wins and scene.played == 2
        return
    winners = held & ~((<u64>2 << scene.winning) - 1) if suit == scene.winning >> 4 else 0
    x[9] = wins and card == lowest(winners)
    x[10] = not wins and (held & ~winners) >> card == 1
    x[11] = rank / 12.0 if wins else 0.0
    x[12] = rank / 12.0 if suit == scene.trump else 0.0


cdef inline double play_chance(
    const Habits* habits, const Scene* scene, int held, u64 legal, int played, const double* weights, double floor
) noexcept nogil:
    """The probability of the card played; of any card at least `floor` over the number of legal ones.

    `weights` are those of the kind of contract, shape (SITUATIONS, FEATURES); `held` as for `habit_losses`.
    """
    cdef int where = situation(scene), best, card, i
    cdef double x[FEATURES]
    cdef double lost[MOST_CARDS]
    cdef double score, own = 0.0, total = 0.0
    cdef int count = popcount(legal), number = 0
    if count < 2:
        return 1.0
    habit_losses(habits, scene, held, legal, lost)
    best = thumb_best(scene, legal)
    weights += where * FEATURES
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        play_features(scene, where, best, lost[number], card, x)
        number += 1
        score = 0.0
        for i in range(FEATURES):
            score += weights[i] * x[i]
        score = exp(score)
        total += score
        if card == played:
            own = score
    return (1.0 - floor) * own / total + floor / count

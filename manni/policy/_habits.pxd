"""Fitted habits for the play, for compiled code: what each card is expected to win by, from what one seat sees.

A card's score is a weighted sum of its features, in tricks (under Nullo, of tricks avoided); only differences between
the cards of a hand mean anything. There is a set of weights for each kind of contract and place in the trick.
``bench/fit_habits.py`` fitted them to hands played out: a step of policy iteration with a linear value function
(Bertsekas and Tsitsiklis 1996, "Neuro-Dynamic Programming", section 6.4), repeated. Cards and masks are by strength.
"""

from solver.bits cimport bit, highest, lane, lowest, popcount, u64

from manni.policy._chance cimport Random, gumbel
from manni.policy._thumb cimport NO_TRUMP, Scene, Table, beats, follow, over, put, show, thumb_choice, to_move, under

cdef enum:
    FEATURES = 40
    PLACES = 15


cdef struct Habits:
    # Weights by place (see `place_of`) and feature, in tricks.
    float weight[PLACES][FEATURES]


cdef inline int place_of(const Scene* scene) noexcept nogil:
    """Which weights count: 5 for each of trump, no trump and Nullo.

    They are those of a leader, of the second and the third seat that follow suit, and of both that cannot.
    """
    cdef int kind = 2 if scene.avoid else 1 if scene.trump == NO_TRUMP else 0
    if not scene.played:
        return 5 * kind
    if scene.hand & lane(scene.trick[0] >> 4):
        return 5 * kind + scene.played
    return 5 * kind + 2 + scene.played


cdef inline void features(const Scene* scene, int card, float* f) noexcept nogil:
    """What is to be weighed about playing a legal card; all of it is about 0 to 1."""
    cdef int suit = card >> 4
    cdef u64 of_suit = lane(suit), trumps = lane(scene.trump) if scene.trump != NO_TRUMP else 0
    cdef u64 mine = scene.hand & of_suit
    cdef int length = popcount(mine), beaten = over(scene, card), beating = under(scene, card)
    cdef int unseen = beaten + beating, lower = popcount(mine & (bit(card) - 1)), higher = length - 1 - lower
    cdef int needed = over(scene, highest(mine))
    cdef bint trump = suit == scene.trump, top = not beaten, highest_held = not higher
    cdef bint wins = scene.played and beats(card, scene.winning, scene.trump)
    cdef bint next_void = scene.voids[0] & of_suit != 0, last_void = scene.voids[1] & of_suit != 0
    cdef bint ruffed = False    # whether a seat behind has shown a void and may have a trump
    cdef float rank = (card & 15) / 12.0, above = min(beaten, 6) / 6.0, left = popcount(scene.hand) / 12.0
    if scene.trumps_out and not trump and scene.played < 2:
        ruffed = next_void and not scene.voids[0] & trumps
        if not scene.played:
            ruffed = ruffed or (last_void and not scene.voids[1] & trumps)
    # How high the card is, and how long the suit.
    f[0] = top
    f[1] = beaten == 1
    f[2] = above
    f[3] = min(beating, 8) / 8.0
    f[4] = rank
    f[5] = length / 6.0
    f[6] = length * length / 36.0
    f[7] = unseen / 8.0
    f[8] = higher / 4.0
    f[9] = lower / 4.0
    f[10] = beaten / (unseen + 1.0)
    f[11] = lower == 0
    f[12] = highest_held
    f[13] = highest_held * above
    f[14] = length == 1
    f[15] = length == 2 and not highest_held
    f[16] = not highest_held and needed and length == needed + 1   # the last guard of a card that may win yet
    f[17] = top * unseen / 8.0
    # Trumps, and voids of the seats to come.
    f[18] = trump
    f[19] = trump and top
    f[20] = trump * popcount(scene.unseen & trumps) / 8.0
    f[21] = trump * popcount(scene.hand & trumps) / 6.0
    f[22] = length == 1 and not trump and (scene.hand & trumps) != 0
    f[23] = next_void
    f[24] = last_void
    f[25] = ruffed
    f[26] = ruffed and top
    # The trick so far.
    f[27] = wins
    f[28] = wins and top
    f[29] = wins * above
    f[30] = wins * rank
    f[31] = wins * unseen / 8.0
    f[32] = wins and trump
    f[33] = wins * trump * rank
    # How much of the hand is left.
    f[34] = wins * left
    f[35] = top * left
    f[36] = rank * left
    f[37] = above * left
    f[38] = length / 6.0 * left
    f[39] = (beaten - beating) / (unseen + 1.0) * left


cdef inline double habit_score(const Habits* habits, const Scene* scene, int card) noexcept nogil:
    """How good a player of these habits finds a legal card, in tricks: the higher the better."""
    cdef float f[FEATURES]
    cdef const float* weight = habits.weight[place_of(scene)]
    cdef float score = 0
    cdef int i
    features(scene, card, f)
    for i in range(FEATURES):
        score += weight[i] * f[i]
    return score


cdef inline int habit_choice(
    const Habits* habits, const Scene* scene, u64 legal, double softness, Random* random
) noexcept nogil:
    """The card to play of `legal` (not empty), as `thumb_choice`; without habits (NULL) by the rules of thumb."""
    cdef int card, chosen = lowest(legal)
    cdef double score, best = -1e300
    if habits == NULL:
        return thumb_choice(scene, legal, softness, random)
    if not legal & (legal - 1):
        return chosen
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        score = habit_score(habits, scene, card)
        if softness > 0:
            score += softness * gumbel(random)
        if score > best:
            best, chosen = score, card
    return chosen


cdef inline u64 legal_cards(const Table* table) noexcept nogil:
    """The cards that the seat to move may play; 0 when the hand is over."""
    cdef u64 hand = table.hand[to_move(table)]
    return follow(hand, table.trick[0]) if hand and table.played else hand


cdef inline void play_on(const Habits* habits, Table* table, double softness, Random* random) noexcept nogil:
    """Play a hand to its end, every seat by its habits or (NULL) the rules of thumb; `won` is counted up."""
    cdef Scene scene
    cdef u64 legal = legal_cards(table)
    while legal:
        if legal & (legal - 1):
            show(table, &scene)
            put(table, habit_choice(habits, &scene, legal, softness, random))
        else:
            put(table, lowest(legal))
        legal = legal_cards(table)

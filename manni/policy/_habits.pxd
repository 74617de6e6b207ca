"""Fitted habits for the play, for compiled code: what each card is expected to win by, from what one seat sees.

A card's score is a weighted sum of its features, in tricks (under Nullo, of tricks avoided); only differences between
the cards of a hand mean anything. There is a set of weights for each kind of contract and place in the trick.
``bench/fit_habits.py`` fitted them to hands played out: a step of policy iteration with a linear value function
(Bertsekas and Tsitsiklis 1996, "Neuro-Dynamic Programming", section 6.4), repeated. Cards and masks are by strength.
"""

from solver.bits cimport above, highest, lane, lowest, popcount, u64

from manni.policy._chance cimport Random, gumbel
from manni.policy._thumb cimport NO_TRUMP, Scene, Table, beats, follow, put, show, thumb_choice, to_move

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


cdef struct Sight:
    # What all cards of a suit have in common.
    int suit
    u64 mine            # the cards held of it
    u64 unseen          # those that others may hold
    int length          # how many are held
    int count           # how many are unseen
    int needed          # how many of these beat the highest held
    bint trump
    bint next_void      # whether the next seat has shown a void in it
    bint last_void      # and the one after it
    bint ruffed         # whether a seat behind has shown a void and may have a trump
    bint ruffs          # whether trumps are held, and this is another suit
    float unseen_trumps     # of trumps, how many are unseen
    float trumps        # and held
    float left          # of the hand, how much


cdef inline void regard(const Scene* scene, int suit, Sight* sight) noexcept nogil:
    """Look at a suit of which a card is held."""
    cdef u64 of_suit = lane(suit), trumps = lane(scene.trump) if scene.trump != NO_TRUMP else 0
    sight.suit = suit
    sight.mine = scene.hand & of_suit
    sight.unseen = scene.unseen & of_suit
    sight.length, sight.count = popcount(sight.mine), popcount(sight.unseen)
    sight.needed = popcount(sight.unseen & above(highest(sight.mine)))
    sight.trump = suit == scene.trump
    sight.next_void, sight.last_void = scene.voids[0] & of_suit != 0, scene.voids[1] & of_suit != 0
    sight.ruffed = False
    if scene.trumps_out and not sight.trump and scene.played < 2:
        sight.ruffed = sight.next_void and not scene.voids[0] & trumps
        if not scene.played:
            sight.ruffed = sight.ruffed or (sight.last_void and not scene.voids[1] & trumps)
    sight.ruffs = not sight.trump and scene.hand & trumps != 0
    sight.unseen_trumps = sight.count / <float>8.0 if sight.trump else 0
    sight.trumps = sight.length / <float>6.0 if sight.trump else 0
    sight.left = popcount(scene.hand) / <float>12.0


cdef inline void turn_to(const Scene* scene, int card, Sight* sight) noexcept nogil:
    """Look at the suit of a card that is held, unless it is the one looked at last."""
    if card >> 4 != sight.suit:
        regard(scene, card >> 4, sight)


cdef inline void features(const Scene* scene, const Sight* sight, int card, float* f) noexcept nogil:
    """What is to be weighed about playing a legal card of the suit looked at; all of it is about 0 to 1."""
    cdef u64 over_it = above(card)
    cdef int length = sight.length, unseen = sight.count
    cdef int beaten = popcount(sight.unseen & over_it), beating = unseen - beaten
    cdef int higher = popcount(sight.mine & over_it), lower = length - 1 - higher
    cdef bint trump = sight.trump, top = not beaten, highest_held = not higher, ruffed = sight.ruffed
    cdef bint wins = scene.played and beats(card, scene.winning, scene.trump)
    cdef float rank = (card & 15) / <float>12.0, over_all = min(beaten, 6) / <float>6.0, left = sight.left
    # How high the card is, and how long the suit.
    f[0] = top
    f[1] = beaten == 1
    f[2] = over_all
    f[3] = min(beating, 8) / <float>8.0
    f[4] = rank
    f[5] = length / <float>6.0
    f[6] = length * length / <float>36.0
    f[7] = unseen / <float>8.0
    f[8] = higher / <float>4.0
    f[9] = lower / <float>4.0
    f[10] = beaten / (unseen + <float>1.0)
    f[11] = lower == 0
    f[12] = highest_held
    f[13] = highest_held * over_all
    f[14] = length == 1
    f[15] = length == 2 and not highest_held
    # Whether it is the last guard of a card that may win yet.
    f[16] = not highest_held and sight.needed and length == sight.needed + 1
    f[17] = top * unseen / <float>8.0
    # Trumps, and voids of the seats to come.
    f[18] = trump
    f[19] = trump and top
    f[20] = sight.unseen_trumps
    f[21] = sight.trumps
    f[22] = length == 1 and sight.ruffs
    f[23] = sight.next_void
    f[24] = sight.last_void
    f[25] = ruffed
    f[26] = ruffed and top
    # The trick so far.
    f[27] = wins
    f[28] = wins and top
    f[29] = wins * over_all
    f[30] = wins * rank
    f[31] = wins * unseen / <float>8.0
    f[32] = wins and trump
    f[33] = wins * trump * rank
    # How much of the hand is left.
    f[34] = wins * left
    f[35] = top * left
    f[36] = rank * left
    f[37] = over_all * left
    f[38] = length / <float>6.0 * left
    f[39] = (beaten - beating) / (unseen + <float>1.0) * left


cdef inline double weigh(const float* weight, const Scene* scene, const Sight* sight, int card) noexcept nogil:
    """The weighted sum of a card's features."""
    cdef float f[FEATURES]
    cdef float sums[8]      # side by side, for the compiler to add in one instruction
    cdef int i, j
    features(scene, sight, card, f)
    for j in range(8):
        sums[j] = 0
    for i in range(0, FEATURES, 8):
        for j in range(8):
            sums[j] += weight[i + j] * f[i + j]
    return (sums[0] + sums[1] + sums[2] + sums[3]) + (sums[4] + sums[5] + sums[6] + sums[7])


cdef inline double habit_score(const Habits* habits, const Scene* scene, int card) noexcept nogil:
    """How good a player of these habits finds a legal card, in tricks: the higher the better."""
    cdef Sight sight
    regard(scene, card >> 4, &sight)
    return weigh(habits.weight[place_of(scene)], scene, &sight, card)


cdef inline int habit_choice(
    const Habits* habits, const Scene* scene, u64 legal, double softness, Random* random
) noexcept nogil:
    """The card to play of `legal` (not empty), as `thumb_choice`; without habits (NULL) by the rules of thumb."""
    cdef int card, chosen = lowest(legal)
    cdef double score, best = -1e300
    cdef const float* weight
    cdef Sight sight
    if habits == NULL:
        return thumb_choice(scene, legal, softness, random)
    if not legal & (legal - 1):
        return chosen
    weight = habits.weight[place_of(scene)]
    sight.suit = -1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        turn_to(scene, card, &sight)
        score = weigh(weight, scene, &sight, card)
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

"""Rules of thumb for the play, for compiled code: which card a sensible player prefers, and hands played out so.

Cards and masks are by strength (`manni.policy.evaluation.by_strength`): a higher bit of a suit wins. A player knows its
own cards and what was played; the score of a card has no meaning but the order. In bands of a hundred per kind of play
(win surely, win perhaps, follow low, throw), with details inside a band.
"""

from solver.bits cimport bit, highest, lane, lowest, popcount, u64

from manni.policy._chance cimport Random, gumbel

cdef enum:
    NO_TRUMP = 4


cdef struct Scene:
    # What the rules of thumb look at. The first six are to be filled in, `look` derives the others.
    u64 hand            # the cards held
    u64 unseen          # the cards that may be in the others' hands
    u64 voids[2]         # every card of the suits in which the next seat and the one after it have shown a void
    int trick[2]        # the cards on the table, in order
    int played          # how many those are
    int trump           # 0 to 3, or NO_TRUMP
    bint avoid          # whether tricks are to be avoided
    int winning         # the card that wins the trick so far, or -1
    bint trumps_out     # whether another seat may hold a trump


cdef inline bint beats(int card, int other, int trump) noexcept nogil:
    """Whether a card played later beats the one that wins so far."""
    return card > other if card >> 4 == other >> 4 else card >> 4 == trump


cdef inline int taker(int led, int second, int third, int trump) noexcept nogil:
    """Which card of a trick wins it: 0 to 2 in the order played."""
    if beats(second, led, trump):
        return 2 if beats(third, second, trump) else 1
    return 2 if beats(third, led, trump) else 0


cdef inline void look(Scene* scene) noexcept nogil:
    """Derive what follows from the rest of a scene."""
    cdef u64 trumps
    scene.winning = scene.trick[0] if scene.played else -1
    if scene.played == 2 and beats(scene.trick[1], scene.trick[0], scene.trump):
        scene.winning = scene.trick[1]
    scene.trumps_out = False
    if scene.trump != NO_TRUMP:
        trumps = lane(scene.trump)
        scene.trumps_out = scene.unseen & trumps and not (scene.voids[0] & trumps and scene.voids[1] & trumps)


cdef inline u64 follow(u64 hand, int led) noexcept nogil:
    """The cards that may be played when a card of suit `led >> 4` leads."""
    cdef u64 suit = hand & lane(led >> 4)
    return suit if suit else hand


cdef inline int over(const Scene* scene, int card) noexcept nogil:
    """How many unseen cards of the suit beat the card."""
    return popcount(scene.unseen & lane(card >> 4) & ~((<u64>2 << card) - 1))


cdef inline int under(const Scene* scene, int card) noexcept nogil:
    """How many unseen cards of the suit the card beats."""
    return popcount(scene.unseen & lane(card >> 4) & (bit(card) - 1))


cdef inline double thumb_score(const Scene* scene, int card) noexcept nogil:
    """How good a sensible player finds a legal card: the higher the better."""
    if scene.avoid:
        return duck_score(scene, card)
    return follow_score(scene, card) if scene.played else lead_score(scene, card)


cdef inline double follow_score(const Scene* scene, int card) noexcept nogil:
    """How good a card is that does not lead, where tricks are wanted."""
    cdef int suit = card >> 4, rank = card & 15
    cdef bint last = scene.played == 2
    cdef bint top
    if beats(card, scene.winning, scene.trump):
        # Win as cheaply as can be; a card that may be beaten behind us only when it is not a waste of a high one.
        top = over(scene, card) == 0
        if last or (top and (suit == scene.trump or not scene.trumps_out)):
            return 300 - rank
        return 200 - rank if top or suit == scene.trump else 50 - 2 * rank
    if suit == scene.trick[0] >> 4:
        return 100 - rank
    return throw_score(scene, card)


cdef inline double lead_score(const Scene* scene, int card) noexcept nogil:
    """How good a card is to lead, where tricks are wanted."""
    cdef int suit = card >> 4, rank = card & 15
    cdef u64 suit_cards = lane(suit)
    cdef int length = popcount(scene.hand & suit_cards)
    cdef bint top = over(scene, card) == 0
    cdef bint ruffed
    if suit == scene.trump:
        if top:
            return (300 if scene.trumps_out and length >= 3 else 100) + rank
        return 60 + length + rank / 16.0 if length >= 5 and scene.trumps_out else -rank
    if top:
        # The more cards of the suit are out, the likelier the others still have to follow.
        ruffed = scene.trumps_out and (scene.voids[0] | scene.voids[1]) & suit_cards
        return (10 if ruffed else 200) + popcount(scene.unseen & suit_cards) + rank / 16.0
    # Lead up a long suit, low; a guarded honour is worth more where it is.
    return 40 + 3 * length - rank / 4.0


cdef inline double throw_score(const Scene* scene, int card) noexcept nogil:
    """Throwing a card to a trick lost: keep trumps, winners, and the guards of cards that may become winners."""
    cdef int rank = card & 15, best, needed, beaten
    cdef u64 suit_cards = scene.hand & lane(card >> 4)
    cdef bint guard
    if card >> 4 == scene.trump:
        return -100 - rank
    best = highest(suit_cards)
    needed = over(scene, best)
    beaten = over(scene, card)
    if not beaten:
        return -rank / 2.0 - 40
    guard = card != best and needed and popcount(suit_cards) == needed + 1
    return 4 * min(beaten, 4) - rank / 2.0 - (8 if guard else 0)


cdef inline double duck_score(const Scene* scene, int card) noexcept nogil:
    """How good a card is where tricks are to be avoided."""
    cdef int suit = card >> 4, rank = card & 15
    cdef int beaten, beating
    cdef u64 held
    if not scene.played:
        # The trick goes elsewhere when another seat is forced above the card.
        beaten, beating = over(scene, card), under(scene, card)
        return 10.0 * (beaten - beating) / (beaten + beating + 1) - (0 if beaten else 20) + rank / 16.0
    held = scene.hand & lane(suit)
    if suit != scene.winning >> 4:
        # Get rid of what will have to win: many unseen cards below, few above, no low card of ours beside it.
        beaten, beating = over(scene, card), under(scene, card)
        return (beating - 0.5 * beaten - 1.5 * popcount(held & (bit(card) - 1)) + (0 if beaten else 1) + rank / 16.0)
    if card < scene.winning:
        return 200 + rank
    # It has to go over: as last hand with the highest; before another seat as low as can be, if that may go over.
    return 100 - rank if scene.played < 2 and over(scene, lowest(held)) >= 3 else 100 + rank


cdef inline int thumb_choice(const Scene* scene, u64 legal, double softness, Random* random) noexcept nogil:
    """The card to play of `legal` (not empty): the best, or by the softmax of score / softness; ties to the lowest."""
    cdef int card, chosen = lowest(legal)
    cdef double score, best = -1e300
    if not legal & (legal - 1):
        return chosen
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        score = thumb_score(scene, card)
        if softness > 0:
            score += softness * gumbel(random)
        if score > best:
            best, chosen = score, card
    return chosen


cdef struct Table:
    # A hand in play. All of it is to be filled in.
    u64 hand[3]         # by seat, the cards held
    u64 known[3]        # by seat, cards out of play that it knows to be: what it threw
    u64 voids[3]         # by seat, every card of the suits in which it has shown a void
    u64 hidden          # every card not yet played, those out of play included
    int trick[2]        # the cards on the table, in order
    int played          # how many those are
    int leader          # the seat that led, or is to lead
    int trump           # 0 to 3, or NO_TRUMP
    bint avoid          # whether tricks are to be avoided
    int won[3]          # tricks won, by seat


cdef inline int to_move(const Table* table) noexcept nogil:
    return (table.leader + table.played) % 3


cdef inline void show(const Table* table, Scene* scene) noexcept nogil:
    """What the seat to move sees."""
    cdef int seat = to_move(table)
    scene.hand = table.hand[seat]
    scene.unseen = table.hidden & ~(table.hand[seat] | table.known[seat])
    scene.voids[0] = table.voids[(seat + 1) % 3]
    scene.voids[1] = table.voids[(seat + 2) % 3]
    scene.trick[0], scene.trick[1] = table.trick[0], table.trick[1]
    scene.played = table.played
    scene.trump = table.trump
    scene.avoid = table.avoid
    look(scene)


cdef inline void put(Table* table, int card) noexcept nogil:
    """The seat to move plays a card."""
    cdef int seat = to_move(table)
    table.hand[seat] &= ~bit(card)
    table.hidden &= ~bit(card)
    if table.played and card >> 4 != table.trick[0] >> 4:
        table.voids[seat] |= lane(table.trick[0] >> 4)
    if table.played < 2:
        table.trick[table.played] = card
        table.played += 1
        return
    table.leader = (table.leader + taker(table.trick[0], table.trick[1], card, table.trump)) % 3
    table.won[table.leader] += 1
    table.played = 0

"""The compiled policy's door to Python: arrays of hands in, tricks and discards out; see `manni.policy`."""

import numpy as np

from solver.bits cimport bit, lane, lowest, popcount, u64

from manni.policy._chance cimport Random, random_below, random_word
from manni.policy._opening cimport (
    History, House, Opening, best_contract, deal_before, draw, exchange_on, first_lead, take_all, would_take
)
from manni.policy._thumb cimport Scene, Table, look, thumb_playout, thumb_score
from manni.policy._values cimport RANKS, Thrown, best_discard, hand_value

cdef enum:
    DECLARE = 0
    EXCHANGE = 1
    TAKE = 2


def scores(u64 hand, u64 unseen, trick, voids, int trump, bint avoid, u64 legal):
    """How good a sensible player finds each card of `legal`; see `manni.policy.preference`.

    Returns
    -------
    dict of int to float
        By card.
    """
    cdef Scene scene
    cdef int i
    scene.hand, scene.unseen, scene.trump, scene.avoid = hand, unseen, trump, avoid
    scene.voids[0], scene.voids[1] = voids
    scene.played, scene.trick[0], scene.trick[1] = len(trick), 0, 0
    for i in range(scene.played):
        scene.trick[i] = trick[i]
    look(&scene)
    found = {}
    while legal:
        i = lowest(legal)
        legal &= legal - 1
        found[i] = thumb_score(&scene, i)
    return found


def play_out_many(const u64[:, ::1] hands, const u64[::1] out, const u64[:, ::1] known, signed char[:, ::1] won,
                  trick, voids, int leader, int trump, bint avoid, double softness=0, u64 seed=0):
    """Play hands to their end; `won` gets the tricks from here on. See `manni.policy.playout`."""
    cdef Table start, table
    cdef Random random
    cdef int i, seat
    cdef Py_ssize_t world
    start.played, start.leader, start.trump, start.avoid = len(trick), leader, trump, avoid
    for i in range(start.played):
        start.trick[i] = trick[i]
    for seat in range(3):
        start.voids[seat] = voids[seat]
        start.won[seat] = 0
    for i in range(1, start.played):
        if start.trick[i] >> 4 != start.trick[0] >> 4:
            start.voids[(leader + i) % 3] |= lane(start.trick[0] >> 4)
    with nogil:
        for world in range(hands.shape[0]):
            table = start
            for seat in range(3):
                table.hand[seat] = hands[world, seat]
                table.known[seat] = known[world, seat]
            table.hidden = hands[world, 0] | hands[world, 1] | hands[world, 2] | out[world]
            random.state = seed + <u64>world
            random.state = random_word(&random)
            thumb_playout(&table, softness, &random)
            for seat in range(3):
                won[world, seat] = table.won[seat]


cdef class Policy:
    """The tables of an evaluation, and what is decided before the play by it.

    Contracts are numbers here: 0 to 3 for a trump suit, 4 no trump, 5 Nullo; masks are as printed.

    Parameters
    ----------
    suits : float64 array, shape (4, 8192)
        Expected tricks by kind of suit (trump, side, no trump, Nullo) and the 13 bits of its cards, by strength.
    draws : float64 array, shape (3, 13)
        Expected tricks by kind of contract (trump, no trump, Nullo) and the number of cards drawn.
    """

    def __init__(self, const double[:, ::1] suits, const double[:, ::1] draws):
        cdef int kind, cards
        if suits.shape[0] != 4 or suits.shape[1] != 8192 or draws.shape[0] != 3 or draws.shape[1] != RANKS:
            raise ValueError("the tables have shapes (4, 8192) and (3, 13)")
        for kind in range(4):
            for cards in range(8192):
                self.values.suit[kind][cards] = suits[kind, cards]
        for kind in range(3):
            for cards in range(RANKS):
                self.values.draws[kind][cards] = draws[kind, cards]

    def hand_value(self, u64 kept, int drawn, int contract):
        """Expected tricks of the cards kept and `drawn` (0 to 12) unseen ones."""
        return hand_value(&self.values, kept, drawn, contract)

    def would_take(self, u64 hand, int contract):
        """Whether twelve unseen cards are worth more than a hand."""
        return would_take(&self.values, hand, contract)

    def best_discards(self, const u64[::1] hands, int contract, const signed char[::1] allowances,
                      u64[::1] thrown, double[::1] tricks, double softness=0, u64 seed=0):
        """The discard that the evaluation likes best of each hand, and the tricks expected after it."""
        cdef Thrown found
        cdef Random random
        cdef Py_ssize_t n
        with nogil:
            for n in range(hands.shape[0]):
                random.state = seed + <u64>n
                random.state = random_word(&random)
                found = best_discard(&self.values, hands[n], contract, allowances[n], -1, softness, &random)
                thrown[n], tricks[n] = found.cards, found.tricks

    def discards(self, u64 hand, int contract, int allowance):
        """Every discard of at most `allowance` cards: masks, and the tricks expected after each."""
        thrown, tricks = np.empty(1 << popcount(hand), np.uint64), np.empty(1 << popcount(hand))
        cdef u64[::1] masks = thrown
        cdef double[::1] worth = tricks
        cdef u64 part = 0
        cdef Py_ssize_t count = 0
        with nogil:
            while True:
                if popcount(part) <= allowance:
                    masks[count] = part
                    worth[count] = hand_value(&self.values, hand & ~part, popcount(part), contract)
                    count += 1
                part = (part - hand) & hand
                if not part:
                    break
        return thrown[:count], tricks[:count]

    def deal_before(self, house, u64 hand, int seat, int cut, int contract, bint declared, int par, exchanged,
                    double doubt, u64 seed, u64 first, u64[:, ::1] hands, u64[:, ::1] thrown,
                    signed char[:, ::1] stock):
        """Deal what a seat has not seen before its decision, so that the earlier ones would have done what they did.

        Deal `n` depends on the seed and `first + n` alone.

        Parameters
        ----------
        house : tuple
            As for `open_out`.
        hand, seat : int
            The cards dealt to the seat that decides.
        cut : int
            The card that all have seen in the dealer's hand, or -1.
        contract : int
            -1 when it is still to be declared.
        declared : bool
            Whether the dealer chose it.
        exchanged : sequence of int
            How many cards the seats before this one exchanged.
        doubt : float
            Tricks by which a seat misses the policy's best before that is e times less likely.
        hands, thrown, stock : arrays, shapes (deals, 3), (deals, 3) and (deals, cards left in the Manni)
            Get the hands as they are now, what earlier seats threw, and the rest of the Manni, the top card first.
        """
        cdef House rules
        cdef History history
        cdef Opening opening
        cdef Random random
        cdef Py_ssize_t n
        cdef int i
        read_house(house, &rules)
        history.seat, history.hand, history.cut, history.par = seat, hand, cut, par
        history.contract, history.declared = contract, declared
        for i in range(3):
            history.exchanged[i] = exchanged[i] if i < len(exchanged) else 0
        with nogil:
            for n in range(hands.shape[0]):
                random.state = seed ^ (first + <u64>n) * <u64>0xd1342543de82ef95
                random.state = random_word(&random)
                deal_before(&self.values, &rules, &history, doubt, &opening, &random)
                for i in range(3):
                    hands[n, i] = opening.hand[i]
                    thrown[n, i] = opening.thrown[i]
                for i in range(stock.shape[1]):
                    stock[n, i] = opening.stock[opening.drawn + i]

    def open_out(self, house, const u64[:, ::1] hands, const u64[:, ::1] thrown, const signed char[:, ::1] stock,
                 exchanged, int seat, int decision, const signed char[::1] contracts, const u64[::1] actions,
                 Py_ssize_t first, Py_ssize_t end, signed char[:, :, ::1] tricks, double softness=0, u64 seed=0):
        """Value actions before the play in worlds `first` to `end` - 1; see `manni.policy.opening`.

        The seat acts, the later ones decide by the policy, and the hand is played out.

        Parameters
        ----------
        house : tuple
            Deck (mask), whether the Manni is taken whole, allowances by seat, cards in the Manni.
        hands, thrown, stock : arrays, shapes (worlds, 3), (worlds, 3) and (worlds, cards left)
            The hands (masks) before the seat acts, what earlier seats threw, and the rest of the Manni, the top card
            first.
        exchanged : sequence of int
            How many cards the seats that have had their turn exchanged.
        seat, decision : int
            Who acts: 0 declares (and then all three seats exchange), 1 exchanges, 2 takes or keeps.
        contracts, actions : arrays, shape (actions,)
            The contract of each action, and the mask of cards to throw, or 1 to take and 0 to keep.
        tricks : int8 array, shape (actions, worlds, 3)
            Gets the tricks taken by F, M and D.
        """
        cdef House rules
        cdef Opening start, opening
        cdef Table table
        cdef Random random
        cdef Py_ssize_t world, action
        cdef int i, other
        read_house(house, &rules)
        rules.stock = stock.shape[1]
        if stock.shape[1] > 16:
            raise ValueError("a Manni has 16 cards at most")
        start.drawn = 0
        for i in range(3):
            start.exchanged[i] = exchanged[i] if i < len(exchanged) else 0
        with nogil:
            for world in range(first, end):
                for i in range(3):
                    start.hand[i], start.thrown[i] = hands[world, i], thrown[world, i]
                for i in range(stock.shape[1]):
                    start.stock[i] = stock[world, i]
                for action in range(actions.shape[0]):
                    opening = start
                    random.state = seed + <u64>world
                    random.state = random_word(&random)
                    other = seat
                    if decision == DECLARE:
                        other = -1
                    elif decision == EXCHANGE:
                        draw(&opening, seat, actions[action])
                    elif actions[action]:
                        take_all(&rules, &opening, seat)
                        other = 2
                    exchange_on(&self.values, &rules, &opening, other + 1, contracts[action], softness, &random)
                    first_lead(&rules, &opening, contracts[action], &table)
                    thumb_playout(&table, softness, &random)
                    for i in range(3):
                        tricks[action, world, i] = table.won[i]

    def simulate(self, house, const signed char[::1] cut, const signed char[::1] contracts, int kinds, int par,
                 u64 seed, u64 first, signed char[:, ::1] tricks, signed char[:, ::1] exchanged,
                 signed char[::1] played, double softness=0, double exchange_softness=0):
        """Play whole hands by the policy; hand `n` is dealt from `seed` and `first + n`. See `manni.policy.simulation`.

        Parameters
        ----------
        house : tuple
            As for `open_out`.
        cut : int8 array, shape (64,)
            The contract that each card gives when it is cut.
        contracts : int8 array
            The contract of each hand; -1 leaves it to the cut, -2 to the dealer.
        kinds : int
            What a dealer may declare: 1 a trump suit, 2 no trump, 4 Nullo, added up.
        tricks, exchanged : int8 arrays, shape (hands, 3)
        played : int8 array, shape (hands,)
            Get the tricks taken and the cards exchanged by F, M and D, and the contract.
        """
        cdef House rules
        cdef Opening opening
        cdef Table table
        cdef Random random
        cdef signed char sorted_deck[52]
        cdef signed char deck[52]
        cdef signed char card
        cdef u64 rest
        cdef Py_ssize_t n
        cdef int i, other, size = 0, contract
        read_house(house, &rules)
        rest = rules.deck
        while rest:
            sorted_deck[size] = lowest(rest)
            rest &= rest - 1
            size += 1
        with nogil:
            for n in range(tricks.shape[0]):
                random.state = seed ^ (first + <u64>n) * <u64>0xd1342543de82ef95
                random.state = random_word(&random)
                deck = sorted_deck
                for i in range(size - 1, 0, -1):
                    other = random_below(&random, i + 1)
                    card = deck[i]
                    deck[i] = deck[other]
                    deck[other] = card
                for i in range(3):
                    opening.hand[i] = opening.thrown[i] = 0
                    opening.exchanged[i] = 0
                for i in range(36):
                    opening.hand[i // 12] |= bit(deck[i])
                for i in range(36, size):
                    opening.stock[i - 36] = deck[i]
                opening.drawn = 0
                contract = contracts[n]
                if contract == -1:
                    contract = cut[deck[35]]  # one of the dealer's cards, as good as any
                elif contract == -2:
                    contract = best_contract(&self.values, opening.hand[2], kinds, rules.allowance[2], par)
                exchange_on(&self.values, &rules, &opening, 0, contract, exchange_softness, &random)
                first_lead(&rules, &opening, contract, &table)
                thumb_playout(&table, softness, &random)
                played[n] = contract
                for i in range(3):
                    tricks[n, i] = table.won[i]
                    exchanged[n, i] = opening.exchanged[i]


cdef int read_house(house, House* rules) except -1:
    cdef int seat
    rules.deck, rules.take = house[0], house[1]
    for seat in range(3):
        rules.allowance[seat] = house[2][seat]
    rules.stock = popcount(rules.deck) - 36
    if not 0 <= rules.stock <= 16:
        raise ValueError("house: a deck has 36 to 52 cards")
    return 0

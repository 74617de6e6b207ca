"""The compiled policy's door to Python: arrays of hands in, tricks and discards out; see `manni.policy`."""

import numpy as np

from solver.bits cimport bit, lane, lowest, popcount, u64

from manni.policy._chance cimport Random, random_below, random_unit, random_word
from manni.policy._habits cimport (
    FEATURES, PLACES, Habits, Sight, features, habit_choice, habit_score, legal_cards, place_of, play_on, regard
)
from manni.policy._opening cimport (
    History, House, Opening, best_contract, deal_before, dealer_allowance, draw, exchange_on, exchange_one, first_lead,
    take_all, would_take
)
from manni.policy._thumb cimport Scene, Table, look, put, show, thumb_score, to_move
from manni.policy._values cimport RANKS, Thrown, best_discard, hand_value

cdef enum:
    DECLARE = 0
    EXCHANGE = 1
    TAKE = 2


cdef class Policy:
    """A player: the tables of an evaluation, by which it decides before the play, and its habits in the play.

    Contracts are numbers here: 0 to 3 for a trump suit, 4 no trump, 5 Nullo; masks are as printed.

    Parameters
    ----------
    suits : float64 array, shape (4, 8192)
        Expected tricks by kind of suit (trump, side, no trump, Nullo) and the 13 bits of its cards, by strength.
    draws : float64 array, shape (3, 13)
        Expected tricks by kind of contract (trump, no trump, Nullo) and the number of cards drawn.
    habits : float32 array, shape (15, 40), optional
        Weights of the features of a play (see ``_habits.pxd``); without them it plays by the rules of thumb.
    unseen : float
        Tricks that twelve unseen cards are thought to be worth more, when the Manni may be taken whole.
    """

    def __init__(self, const double[:, ::1] suits, const double[:, ::1] draws, const float[:, ::1] habits=None,
                 double unseen=0):
        cdef int kind, cards, place
        if suits.shape[0] != 4 or suits.shape[1] != 8192 or draws.shape[0] != 3 or draws.shape[1] != RANKS:
            raise ValueError("the tables have shapes (4, 8192) and (3, 13)")
        for kind in range(4):
            for cards in range(8192):
                self.values.suit[kind][cards] = suits[kind, cards]
        for kind in range(3):
            for cards in range(RANKS):
                self.values.draws[kind][cards] = draws[kind, cards]
        self.values.unseen = unseen
        self.plays = NULL
        if habits is None:
            return
        if habits.shape[0] != PLACES or habits.shape[1] != FEATURES:
            raise ValueError("the habits have shape (15, 40)")
        for place in range(PLACES):
            for cards in range(FEATURES):
                self.habits.weight[place][cards] = habits[place, cards]
        self.plays = &self.habits

    def scores(self, u64 hand, u64 unseen, trick, voids, int trump, bint avoid, u64 legal):
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
            found[i] = thumb_score(&scene, i) if self.plays == NULL else habit_score(self.plays, &scene, i)
        return found

    def play_out_many(self, const u64[:, ::1] hands, const u64[::1] out, const u64[:, ::1] known,
                      signed char[:, ::1] won, trick, voids, int leader, int trump, bint avoid, double softness=0,
                      u64 seed=0):
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
                play_on(self.plays, &table, softness, &random)
                for seat in range(3):
                    won[world, seat] = table.won[seat]

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
                seed_of(&random, seed, first + <u64>n)
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
                    play_on(self.plays, &table, softness, &random)
                    for i in range(3):
                        tricks[action, world, i] = table.won[i]

    def simulate(self, house, const signed char[::1] cut, const signed char[::1] contracts, int kinds, int par,
                 u64 seed, u64 first, signed char[:, ::1] tricks, signed char[:, ::1] exchanged,
                 signed char[::1] played, double softness=0, double exchange_softness=0, Policy guest=None,
                 int guest_seat=-1):
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
        guest, guest_seat : Policy, int
            Who sits in one seat instead, from the exchange on.
        """
        cdef House rules
        cdef Opening opening
        cdef Table table
        cdef Random random
        cdef signed char deck[52]
        cdef Py_ssize_t n
        cdef int i, contract, last
        cdef int size = read_house(house, &rules)
        if guest is None:
            guest, guest_seat = self, -1
        sort_deck(rules.deck, deck)
        with nogil:
            for n in range(tricks.shape[0]):
                seed_of(&random, seed, first + <u64>n)
                last = shuffle_and_deal(deck, size, &opening, &random)
                contract = contracts[n]
                if contract == -1:
                    contract = cut[last]
                elif contract == -2:
                    contract = best_contract(&self.values, opening.hand[2], kinds, dealer_allowance(&rules), par)
                for i in range(3):
                    if exchange_one(&guest.values if i == guest_seat else &self.values, &rules, &opening, i, contract,
                                    exchange_softness, &random):
                        break
                first_lead(&rules, &opening, contract, &table)
                play_between(self.plays, guest.plays, guest_seat, &table, softness, &random)
                played[n] = contract
                for i in range(3):
                    tricks[n, i] = table.won[i]
                    exchanged[n, i] = opening.exchanged[i]

    def lessons(self, house, int contract, u64 seed, Py_ssize_t hands, double share, double stray,
                double exchange_softness, double[:, :, ::1] squares, double[:, ::1] products, double[::1] rows):
        """Play hands and try every card of some decisions, by playing the hand out; adds up what a fit needs.

        Features and tricks are taken less their mean over the cards of the decision.

        Parameters
        ----------
        share, stray : float
            The part of the decisions that is looked at, and that in which a card is played by chance.
        squares, products, rows : float64 arrays, shapes (15, 40, 40), (15, 40) and (15,)
            By place: get the products of features with each other, with the tricks, and the number of cards.
        """
        cdef House rules
        cdef Opening opening
        cdef Table table, after
        cdef Scene scene
        cdef Sight sight
        cdef Random random
        cdef signed char deck[52]
        cdef float found[12][FEATURES]
        cdef float mean[FEATURES]
        cdef double tricks[12]
        cdef double average
        cdef u64 legal, rest
        cdef Py_ssize_t n
        cdef int size = read_house(house, &rules), place, seat, card, count, i, j, k, _passed
        sort_deck(rules.deck, deck)
        with nogil:
            for n in range(hands):
                seed_of(&random, seed, <u64>n)
                shuffle_and_deal(deck, size, &opening, &random)
                exchange_on(&self.values, &rules, &opening, 0, contract, exchange_softness, &random)
                first_lead(&rules, &opening, contract, &table)
                legal = legal_cards(&table)
                while legal:
                    card = lowest(legal)
                    if legal & (legal - 1):
                        show(&table, &scene)
                        if random_unit(&random) < share:
                            place, seat, count, average = place_of(&scene), to_move(&table), 0, 0
                            for i in range(FEATURES):
                                mean[i] = 0
                            rest = legal
                            while rest:
                                card = lowest(rest)
                                rest &= rest - 1
                                after = table
                                put(&after, card)
                                play_on(self.plays, &after, 0, NULL)
                                tricks[count] = -after.won[seat] if table.avoid else after.won[seat]
                                average += tricks[count]
                                regard(&scene, card >> 4, &sight)
                                features(&scene, &sight, card, found[count])
                                for i in range(FEATURES):
                                    mean[i] += found[count][i]
                                count += 1
                            rows[place] += count
                            for k in range(count):
                                for i in range(FEATURES):
                                    found[k][i] -= mean[i] / count
                                for i in range(FEATURES):
                                    products[place, i] += found[k][i] * (tricks[k] - average / count)
                                    for j in range(FEATURES):
                                        squares[place, i, j] += found[k][i] * found[k][j]
                        card = habit_choice(self.plays, &scene, legal, 0, NULL)
                        if random_unit(&random) < stray:
                            for _passed in range(random_below(&random, popcount(legal))):
                                legal &= legal - 1
                            card = lowest(legal)
                    put(&table, card)
                    legal = legal_cards(&table)


cdef inline void play_between(
    const Habits* habits, const Habits* guest, int guest_seat, Table* table, double softness, Random* random
) noexcept nogil:
    """Play a hand to its end, one seat by other habits."""
    cdef Scene scene
    cdef u64 legal = legal_cards(table)
    while legal:
        show(table, &scene)
        put(table, habit_choice(guest if to_move(table) == guest_seat else habits, &scene, legal, softness, random))
        legal = legal_cards(table)


cdef inline void seed_of(Random* random, u64 seed, u64 number) noexcept nogil:
    """Begin the chance of one deal of many."""
    random.state = seed ^ number * <u64>0xd1342543de82ef95
    random.state = random_word(random)


cdef void sort_deck(u64 cards, signed char* deck) noexcept nogil:
    """List the cards of a deck."""
    cdef int size = 0
    while cards:
        deck[size] = lowest(cards)
        cards &= cards - 1
        size += 1


cdef int shuffle_and_deal(const signed char* cards, int size, Opening* opening, Random* random) noexcept nogil:
    """Deal a sorted deck, twelve cards each and the rest to the Manni; returns one of the dealer's, by chance."""
    cdef signed char deck[52]
    cdef signed char card
    cdef int i, other
    for i in range(size):
        deck[i] = cards[i]
    for i in range(size - 1, 0, -1):
        other = random_below(random, i + 1)
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
    return deck[35]


cdef int read_house(house, House* rules) except -1:
    """Returns the number of cards in the deck."""
    cdef int seat
    rules.deck, rules.take = house[0], house[1]
    for seat in range(3):
        rules.allowance[seat] = house[2][seat]
    rules.stock = popcount(rules.deck) - 36
    if not 0 <= rules.stock <= 16:
        raise ValueError("house: a deck has 36 to 52 cards")
    return rules.stock + 36

"""One hand: what is due, what is legal, what follows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.actions import Declare, Discard, Play, Take, action_from_json
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import IllegalAction, NotationError, RulesError
from manni.hand import Exchanges, Hand
from manni.rules import BUILT_IN, Points, load_rules

Course = Callable[[Hand, random.Random], Iterator[Hand]]


def start(name: str, seed: int = 1, number: int = 1) -> Hand:
    rules = load_rules(name)
    return Hand.start(rules, deal(rules, seed, number), number=number)


def keep_all(hand: Hand) -> Hand:
    """The hand after exchanges of nothing, or three refusals of the Manni, in no trump if there is a choice."""
    if hand.phase == "declare":
        hand = hand.apply(Declare(Contract.NT))
    while hand.phase in ("exchange", "take"):
        hand = hand.apply(Take(False) if hand.phase == "take" else Discard(CardSet()))
    return hand


def strongest(trick: tuple[Card, ...], contract: Contract) -> int:
    """The winning place, from a ranking of all cards that is written out: an independent reading of the rules."""
    order = "A23456789TJQK" if contract is Contract.NULLO else "23456789TJQKA"

    def worth(card: Card) -> tuple[bool, bool, int]:
        return str(card)[1] == contract.value, card.suit == trick[0].suit, order.index(str(card)[0])

    return max(range(3), key=lambda place: worth(trick[place]))


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(BUILT_IN), seed=st.integers(0, 10**6), number=st.integers(1, 30))
def test_a_random_hand_keeps_the_rules(name: str, seed: int, number: int, course: Course) -> None:
    begun = start(name, seed, number)
    rules, deck = begun.rules, begun.rules.deck
    for hand in course(begun, random.Random(seed)):
        played = CardSet(card for trick in hand.plays for card in trick)
        piles = [*hand.hands, CardSet(hand.stock), *hand.discarded, played]
        assert sum(len(pile) for pile in piles) == len(deck)
        assert CardSet(card for pile in piles for card in pile) == deck
        assert (hand.to_move is None) == (hand.phase == "over") == (not hand.legal_actions())
        if hand.phase == "play":
            legal = {action.card for action in hand.legal_actions()}
            for card in hand.hands[hand.to_move]:
                assert hand.is_legal(Play(card)) == (card in legal)
            if hand.trick:
                suit = hand.hands[hand.to_move].suit(hand.trick[0].suit)
                assert CardSet(legal) == (suit or hand.hands[hand.to_move])
    assert hand.phase == "over"
    assert sum(hand.tricks) == 12
    leader, won = Seat.F, [0, 0, 0]
    for trick in hand.plays:
        leader = Seat((leader + strongest(trick, hand.contract)) % 3)
        won[leader] += 1
    assert hand.tricks == tuple(won)
    assert [points.net for points in hand.score()] == [rules.net_points(hand.contract, tricks) for tricks in won]


@pytest.mark.parametrize("name", ["hornafjordur", "declared"])
def test_an_exchange_draws_from_the_top(name: str) -> None:
    hand = start(name)
    if name == "declared":
        assert (hand.phase, hand.to_move) == ("declare", Seat.D)
        hand = hand.apply(Declare(Contract.H))
    dealt, stock = hand.hands, hand.stock
    thrown = {seat: CardSet(list(dealt[seat])[:count]) for seat, count in zip(Seat, (3, 0, 5), strict=True)}
    for seat in Seat:
        assert (hand.phase, hand.to_move) == ("exchange", seat)
        hand = hand.apply(Discard(thrown[seat]))
    assert hand.hands[Seat.F] == dealt[Seat.F] - thrown[Seat.F] | CardSet(stock[:3])
    assert hand.hands[Seat.M] == dealt[Seat.M]
    assert hand.hands[Seat.D] == dealt[Seat.D] - thrown[Seat.D] | CardSet(stock[3:8])
    assert hand.stock == stock[8:]
    assert hand.exchanged == {Seat.F: 3, Seat.M: 0, Seat.D: 5}
    assert hand.discarded == tuple(thrown.values())
    assert (hand.phase, hand.to_move, hand.leader) == ("play", Seat.F, Seat.F)


@pytest.mark.parametrize("taker", Seat)
def test_taking_the_manni_ends_the_offers(taker: Seat) -> None:
    hand = start("plain")
    dealt, manni = hand.hands, CardSet(hand.stock)
    for seat in range(taker):
        assert (hand.phase, hand.to_move) == ("take", seat)
        hand = hand.apply(Take(False))
    hand = hand.apply(Take(True))
    assert hand.taken is taker
    assert hand.hands[taker] == manni
    assert hand.discarded[taker] == dealt[taker]
    assert all(hand.hands[seat] == dealt[seat] and not hand.discarded[seat] for seat in Seat if seat is not taker)
    assert (hand.phase, hand.to_move, hand.stock) == ("play", Seat.F, ())


def test_when_all_keep_the_manni_stays() -> None:
    begun = start("plain")
    hand = keep_all(begun)
    assert (hand.taken, hand.kept, hand.stock, hand.hands) == (None, tuple(Seat), begun.stock, begun.hands)
    assert (hand.phase, hand.to_move) == ("play", Seat.F)


def test_exchanges_are_counted_and_listed_lazily() -> None:
    actions = start("hornafjordur").legal_actions()
    assert isinstance(actions, Exchanges)
    assert len(actions) == sum(comb(12, count) for count in range(8))
    first = list(islice(actions, 14))
    assert first[0] == Discard(CardSet())
    assert [len(action.cards) for action in first] == [0] + [1] * 12 + [2]
    small = Exchanges(CardSet.parse("AS KS QS"), 2)
    assert len(set(small)) == len(list(small)) == len(small) == 7
    assert all(action in small for action in small)
    assert Discard(CardSet.parse("AS KS QS")) not in small
    assert Discard(CardSet.parse("2S")) not in small
    assert Take(True) not in small


def test_an_action_out_of_turn_names_what_is_due() -> None:
    for name, action, message in [
        ("hornafjordur", Play(Card.parse("AS")), "play: F is to exchange"),
        ("hornafjordur", Take(True), "take: F is to exchange"),
        ("plain", Discard(CardSet()), "discard: F is to take or keep"),
        ("declared", Discard(CardSet()), "discard: D is to declare"),
        ("hornafjordur", Declare(Contract.NT), "declare: F is to exchange"),
    ]:
        hand = start(name)
        with pytest.raises(IllegalAction) as caught:
            hand.apply(action)
        assert str(caught.value) == message
        assert not hand.is_legal(action)


def test_illegal_plays_and_exchanges_give_the_reason() -> None:
    exchange = start("hornafjordur")  # F holds A94.852.32.8654
    with pytest.raises(IllegalAction, match=r"^discard: KS is not in the hand of F$"):
        exchange.apply(Discard(CardSet.parse("KS AS")))
    with pytest.raises(IllegalAction, match=r"^discard: 8 cards, but F may exchange at most 7$"):
        exchange.apply(Discard(CardSet.parse("A94.852.32.")))
    with pytest.raises(IllegalAction, match=r"^action: 'AS' is not a Declare, Discard, Take or Play$"):
        exchange.apply("AS")  # type: ignore[arg-type]
    play = keep_all(exchange)
    with pytest.raises(IllegalAction, match=r"^play: KS is not in the hand of F$"):
        play.apply(Play(Card.parse("KS")))
    led = play.apply(Play(Card.parse("AS")))  # M holds J62.AQ9.Q654.Q9
    with pytest.raises(IllegalAction, match=r"^play: QH does not follow suit; M has JS 6S 2S$"):
        led.apply(Play(Card.parse("QH")))


def test_a_declaration_uses_what_is_left() -> None:
    rules = load_rules("declared")
    hand = Hand.start(rules, deal(rules, 1), contracts_left=("NULLO", "TRUMP"))
    assert {action.contract for action in hand.legal_actions()} == set(Contract) - {Contract.NT}
    with pytest.raises(IllegalAction, match=r"^declare: the dealer has no NT left to declare, only NULLO, TRUMP$"):
        hand.apply(Declare(Contract.NT))
    assert hand.apply(Declare(Contract.D)).contract is Contract.D
    assert {action.contract for action in start("declared").legal_actions()} == set(Contract)


def test_a_hand_that_is_over(played_out: Callable[[Hand, int], Hand]) -> None:
    begun = start("plain")
    with pytest.raises(IllegalAction, match=r"^score: the hand is not over$"):
        begun.score()
    hand = played_out(begun, 1)
    assert hand.score() == tuple(Points(max(won - 4, 0), 0) for won in hand.tricks)
    with pytest.raises(IllegalAction, match=r"^play: the hand is over$"):
        hand.apply(Play(Card.parse("AS")))


def test_a_hand_never_changes(course: Course) -> None:
    begun = start("hornafjordur")
    before = replace(begun)
    for _ in course(begun, random.Random(3)):
        pass
    assert begun == before
    with pytest.raises(FrozenInstanceError):
        begun.contract = Contract.NT  # type: ignore[misc]


def test_what_cannot_begin_is_refused() -> None:
    rules = load_rules("declared")
    dealt = deal(rules, 1)
    for field, value in [
        ("number", 0),
        ("number", "1"),
        ("contracts_left", ()),
        ("contracts_left", ("MISERE",)),
        ("players", ("A", "A", "B")),
        ("players", ("A", "", "B")),
        ("standing", (Points(0, 0), Points(0, -1), Points(0, 0))),
    ]:
        with pytest.raises(RulesError, match=f"^{field}: "):
            Hand.start(rules, dealt, **{field: value})
    for name, standing, reason in [
        ("hornafjordur", ((10, 6), (7, 1), (3, 9)), "the game is over"),
        ("plain", ((9, 1), (7, 0), (3, 0)), "has minus points, but the rules 'plain' give none"),
        ("plain", ((11, 0), (10, 0), (3, 0)), "the game is over"),
    ]:
        with pytest.raises(RulesError, match=f"^standing: {reason}$"):
            Hand.start(load_rules(name), deal(load_rules(name), 1), standing=tuple(Points(*p) for p in standing))
    Hand.start(load_rules("plain"), deal(load_rules("plain"), 1), standing=(Points(10, 0), Points(10, 0), Points(3, 0)))
    with pytest.raises(RulesError, match=r"^contracts_left: given, but the contract comes from a cut$"):
        Hand.start(load_rules(), deal(load_rules(), 1), contracts_left=("NT",))


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(BUILT_IN), seed=st.integers(0, 10**6))
def test_a_view_follows_the_hand_and_knows_nothing_hidden(name: str, seed: int, course: Course) -> None:
    rules = load_rules(name)
    standing = (Points(3, 1), Points(0, 2), Points(4, 0)) if rules.minus else (Points(3, 0), Points(0, 0), Points(4, 0))
    begun = Hand.start(rules, deal(rules, seed), standing=standing)
    for hand in course(begun, random.Random(seed)):
        for seat in Seat:
            view = hand.view(seat)
            assert (view.to_move, view.tricks_won, view.contract) == (hand.to_move, hand.tricks, hand.contract)
            assert (view.decision is not None) == (seat is hand.to_move)
            # The same hand with the hidden cards moved about looks the same.
            first, second = (other for other in Seat if other is not seat)
            hidden = [*hand.hands]
            hidden[first], hidden[second] = hidden[second], hidden[first]
            thrown = [CardSet()] * 3
            thrown[seat] = hand.discarded[seat]
            other = replace(hand, hands=tuple(hidden), discarded=tuple(thrown), stock=hand.stock[::-1])
            assert other.view(seat).to_json() == view.to_json()
    score = begun.view(Seat.M).score
    scores = {"hornafjordur": ((3, 1), (0, 2), (4, 0)), "plain": (3, 0, 4), "declared": (2, -2, 4)}
    assert score == dict(zip(Seat, scores[name], strict=True))


@pytest.mark.parametrize(
    "action",
    [Play(Card.parse("TH")), Discard(CardSet.parse("2S 3S")), Discard(CardSet()), Take(True), Take(False)]
    + [Declare(contract) for contract in Contract],
)
def test_an_action_survives_json(action: Play | Discard | Take | Declare) -> None:
    assert action_from_json(action.to_json()) == action


def test_the_json_of_actions() -> None:
    assert Play(Card.parse("10h")).to_json() == {"play": "TH"}
    assert Discard(CardSet.parse("2s ks")).to_json() == {"discard": ["KS", "2S"]}
    assert Take(True).to_json() == {"take": True}
    assert Declare(Contract.NT).to_json() == {"declare": "NT"}
    assert [str(a) for a in (Play(Card.parse("TH")), Discard(CardSet()), Take(False))] == [
        "play TH",
        "discard nothing",
        "keep",
    ]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({}, "action"),
        (None, "action"),
        ([], "action"),
        ({"play": "AS", "take": True}, "action"),
        ({"pass": True}, "action"),
        ({"play": "1S"}, "action.play"),
        ({"play": 7}, "action.play"),
        ({"discard": "2S"}, "action.discard"),
        ({"discard": ["2S", 3]}, "action.discard"),
        ({"discard": ["2S", "2s"]}, "action.discard"),
        ({"take": 1}, "action.take"),
        ({"declare": "X"}, "action.declare"),
        ({"declare": None}, "action.declare"),
    ],
)
def test_a_bad_action_is_refused_by_field(value: object, field: str) -> None:
    with pytest.raises(NotationError) as caught:
        action_from_json(value)
    assert caught.value.field == field

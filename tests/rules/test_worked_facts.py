"""The table of worked facts, line by line."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import comb

import pytest

from manni.actions import Discard, Play
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import IllegalAction
from manni.game import Game
from manni.hand import Hand
from manni.rules import load_rules


def winner_of(trick: str, contract: Contract) -> str:
    """Play a trick with the three seats' only cards; the card of the seat that leads next."""
    cards = [Card.parse(word) for word in trick.split()]
    hand = Hand.start(load_rules("declared"), deal(load_rules("declared"), 1))
    last_cards = CardSet(cards[0]), CardSet(cards[1]), CardSet(cards[2])
    hand = replace(hand, contract=contract, exchanged=dict.fromkeys(Seat, 0), hands=last_cards)
    for card in cards:
        hand = hand.apply(Play(card))
    assert sum(hand.tricks) == 1
    assert hand.tricks[hand.leader] == 1
    return str(cards[hand.leader])


@pytest.mark.parametrize(
    ("trick", "contract", "winner"),
    [
        pytest.param("AS TS 4H", Contract.H, "4H", id="a void hand trumps the ace"),
        pytest.param("KD 9D 7D", Contract.NT, "KD", id="the highest of the suit led"),
        pytest.param("KD 9D 7D", Contract.S, "KD", id="the highest of the suit led, trump not played"),
        pytest.param("AC 2C 3C", Contract.NULLO, "3C", id="Nullo: the ace is lowest"),
        pytest.param("KC AH QC", Contract.NULLO, "KC", id="Nullo: a void hand throws an ace"),
        pytest.param("2H 3H AS", Contract.H, "3H", id="the higher trump, and the ace of another suit is nothing"),
        pytest.param("2D AS AC", Contract.H, "2D", id="only the suit led counts"),
    ],
)
def test_trick(trick: str, contract: Contract, winner: str) -> None:
    assert winner_of(trick, contract) == winner


def points(rules: str, contract: Contract, tricks: tuple[int, ...]) -> list[tuple[int, int]]:
    return [tuple(load_rules(rules).points(contract, won)) for won in tricks]


def test_plain_points() -> None:
    assert points("plain", Contract.H, (6, 4, 2)) == [(2, 0), (0, 0), (0, 0)]


@pytest.mark.parametrize("contract", [Contract.S, Contract.NT])
def test_hornafjordur_points(contract: Contract) -> None:
    assert points("hornafjordur", contract, (6, 4, 2)) == [(2, 0), (0, 0), (0, 2)]


def test_hornafjordur_nullo_points() -> None:
    assert points("hornafjordur", Contract.NULLO, (6, 4, 2)) == [(0, 2), (0, 0), (2, 0)]


def test_declared_points() -> None:
    rules = load_rules("declared")
    assert [rules.net_points(Contract.NULLO, won) for won in (6, 4, 2)] == [-2, 0, 2]
    assert [rules.net_points(Contract.C, won) for won in (6, 4, 2)] == [2, 0, -2]


def test_plain_ends_alone_on_top(add_finished) -> None:
    game = Game.start(load_rules("plain"), 1)
    for tricks in [(9, 2, 1), (8, 4, 0)]:
        game = add_finished(game, tricks, Contract.H)
    assert [total.net for total in game.columns] == [9, 0, 0]
    assert not game.over
    game = add_finished(game, (5, 5, 2), Contract.H)
    assert [total.net for total in game.columns] == [10, 1, 0]
    assert game.over
    assert game.winners == (0,)


def test_hornafjordur_highest_net_wins_not_who_reached_ten(add_finished) -> None:
    game = Game.start(load_rules("hornafjordur"), 1)
    for tricks in [(8, 4, 0), (0, 8, 4), (2, 7, 3), (9, 3, 0)]:
        game = add_finished(game, tricks, Contract.NT)
    assert not game.over
    game = add_finished(game, (5, 4, 3), Contract.NT)
    assert [tuple(player) for player in game.columns[:2]] == [(10, 6), (7, 1)]
    assert game.over
    assert game.winners == (1,)


@pytest.mark.parametrize(("forehand", "middlehand", "most"), [(7, 5, 4), (0, 1, 12), (0, 0, 12), (7, 0, 9)])
@pytest.mark.parametrize("rules", ["hornafjordur", "declared"])
def test_what_is_left_for_the_dealer(rules: str, forehand: int, middlehand: int, most: int) -> None:
    hand = Hand.start(load_rules(rules), deal(load_rules(rules), 3))
    hand = replace(hand, contract=Contract.NT)
    for seat, count in ((Seat.F, forehand), (Seat.M, middlehand)):
        hand = hand.apply(Discard(CardSet(list(hand.hands[seat])[:count])))
    assert hand.to_move is Seat.D
    cards = list(hand.hands[Seat.D])
    for count in range(most + 1):
        assert hand.is_legal(Discard(CardSet(cards[:count])))
    assert len(hand.legal_actions()) == sum(comb(12, count) for count in range(most + 1))
    if most < 12:
        with pytest.raises(IllegalAction, match=rf"discard: {most + 1} cards, but D may exchange at most {most}"):
            hand.apply(Discard(CardSet(cards[: most + 1])))


def test_the_trump_of_plain_rotates() -> None:
    rules = load_rules("plain")
    hands = [Hand.start(rules, deal(rules, 1, number), number=number) for number in range(1, 10)]
    assert [str(hand.contract) for hand in hands] == list("HSDCHSDCH")


@pytest.mark.parametrize(
    ("ranks", "kind"), [("2345", "NULLO"), ("6789", "trump"), ("TJQKA", "NT")], ids=["Nullo", "trump", "NT"]
)
def test_the_contract_of_the_cut(ranks: str, kind: str) -> None:
    rules = load_rules()
    for rank in ranks:
        for suit in "SHDC":
            assert str(rules.contract_of_cut(Card.parse(rank + suit))) == (suit if kind == "trump" else kind)


def test_the_deal_moves_to_the_left() -> None:
    game = Game(rules=load_rules(), first_dealer=1)
    dealers = [game.seating(number).D for number in range(1, 8)]
    assert all(later == (earlier + 1) % 3 for earlier, later in pairwise(dealers))
    assert dealers[0] == 1
    assert game.seating(1) == (2, 0, 1)  # forehand sits on the dealer's left

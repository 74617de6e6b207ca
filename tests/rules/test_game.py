"""A game: who deals, what stands, when it ends, who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from manni.actions import Declare
from manni.cards import Contract, Seat
from manni.dealing import deal
from manni.errors import IllegalAction, RulesError
from manni.game import Game
from manni.hand import Hand
from manni.rules import BUILT_IN, contract_kind, load_rules

Add = Callable[[Game, tuple[int, int, int], Contract], Game]
PlayedOut = Callable[[Hand, int], Hand]


def nets(game: Game) -> list[int]:
    return [points.net for points in game.columns]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_runs_to_its_end(name: str, played_out: PlayedOut) -> None:
    for seed in range(5):
        game = Game.start(load_rules(name), seed)
        totals = Counter()
        while not game.over:
            assert not game.winners
            hand = game.next_hand()
            assert hand.deal == deal(game.rules, seed, game.number)
            assert hand.players == tuple(game.players[player] for player in game.seating())
            for name_, before in zip(hand.players, hand.standing, strict=True):
                assert before.net == totals[name_]
            hand = played_out(hand, seed)
            totals.update({name_: 0 for name_ in hand.players})
            for name_, points in zip(hand.players, hand.score(), strict=True):
                totals[name_] += points.net
            game = game.add(hand)
        assert [totals[name_] for name_ in game.players] == nets(game)
        assert game.winners == tuple(i for i in range(3) if nets(game)[i] == max(nets(game)))
        with pytest.raises(IllegalAction, match=r"^hand: the game is over$"):
            game.next_hand()
        with pytest.raises(IllegalAction, match=r"^hand: the game is over$"):
            game.add(hand)


def test_the_seed_chooses_the_first_dealer() -> None:
    dealers = Counter(Game.start(load_rules(), seed).first_dealer for seed in range(300))
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 70
    assert Game.start(load_rules(), 7) == Game.start(load_rules(), 7)


def test_hornafjordur_columns_never_cancel(add_finished: Add) -> None:
    game = Game.start(load_rules(), 1)
    for tricks in [(8, 0, 4), (0, 8, 4), (8, 0, 4), (0, 8, 4)]:
        game = add_finished(game, tricks, Contract.S)
    assert [tuple(points) for points in game.columns] == [(8, 8), (8, 8), (0, 0)]
    assert not game.over
    game = add_finished(game, (4, 4, 4), Contract.S)
    assert not game.over
    game = add_finished(game, (6, 6, 0), Contract.S)
    assert game.over
    assert game.winners == (0, 1)  # 10 - 8 twice: they share it


def test_a_house_where_columns_cancel_counts_the_net(add_finished: Add) -> None:
    game = Game.start(load_rules({"base": "hornafjordur", "name": "net", "columns": "cancel"}), 1)
    for tricks in [(8, 0, 4), (0, 8, 4), (8, 0, 4), (0, 8, 4), (6, 6, 0)]:
        game = add_finished(game, tricks, Contract.S)
    assert not game.over
    for tricks in [(8, 2, 2), (8, 2, 2)]:
        game = add_finished(game, tricks, Contract.S)
    assert nets(game)[0] == 10
    assert game.winners == (0,)


def test_a_nullo_scores_the_other_way(add_finished: Add) -> None:
    game = add_finished(Game.start(load_rules(), 1), (12, 0, 0), Contract.NULLO)
    assert [tuple(points) for points in game.columns] == [(0, 8), (4, 0), (4, 0)]


def test_plain_plays_on_while_the_top_is_tied(add_finished: Add) -> None:
    game = Game.start(load_rules("plain"), 1)
    for tricks in [(10, 1, 1), (1, 10, 1), (6, 6, 0), (6, 6, 0)]:
        game = add_finished(game, tricks, Contract.H)
    assert nets(game) == [10, 10, 0]
    assert not game.over
    game = add_finished(game, (4, 4, 4), Contract.H)
    assert not game.over
    game = add_finished(game, (5, 7, 0), Contract.H)
    assert nets(game) == [11, 13, 0]
    assert game.winners == (1,)


def test_plain_tied_below_a_lone_top_is_over(add_finished: Add) -> None:
    game = Game.start(load_rules({"base": "plain", "name": "short", "target": 5}), 1)
    game = add_finished(game, (9, 2, 1), Contract.H)
    assert game.winners == (0,)


@pytest.mark.parametrize(("hands", "each"), [(9, 1), (18, 2)])
def test_each_player_declares_each_kind_as_often(hands: int, each: int, played_out: PlayedOut) -> None:
    rules = load_rules("declared") if hands == 9 else load_rules({"base": "declared", "name": "long", "hands": hands})
    game = Game.start(rules, 4)
    declared: dict[int, Counter[str]] = {player: Counter() for player in range(3)}
    while not game.over:
        dealer = game.seating().D
        left = game.contracts_left(dealer)
        assert len(left) == 3 * each - declared[dealer].total()
        hand = game.next_hand()
        assert hand.contracts_left == left
        assert {contract_kind(action.contract) for action in hand.legal_actions()} == set(left)
        hand = played_out(hand, game.number)
        declared[dealer][contract_kind(hand.contract)] += 1
        game = game.add(hand)
    assert len(game.hands) == hands
    assert all(counts == dict.fromkeys(("NULLO", "TRUMP", "NT"), each) for counts in declared.values())
    assert game.contracts_left(0) == ()


def test_the_last_declaration_is_forced(add_finished: Add) -> None:
    game = Game(rules=load_rules("declared"), first_dealer=0, seed=1)
    for contract in [Contract.NT] * 3 + [Contract.NULLO] * 3:
        game = add_finished(game, (4, 4, 4), contract)
    hand = game.next_hand()
    assert [str(action.contract) for action in hand.legal_actions()] == list("SHDC")
    with pytest.raises(IllegalAction, match="no NULLO left"):
        hand.apply(Declare(Contract.NULLO))


def test_declared_ends_after_nine_and_shares_a_tie(add_finished: Add) -> None:
    game = Game(rules=load_rules("declared"), first_dealer=0, seed=1)
    contracts = [Contract.NT] * 3 + [Contract.S] * 3 + [Contract.NULLO] * 3
    for contract in contracts[:8]:
        game = add_finished(game, (6, 6, 0) if contract is not Contract.NULLO else (6, 0, 6), contract)
        assert not game.over
    assert nets(game) == [6 * 2 - 2 * 2, 6 * 2 + 2 * 4, 6 * -4 + 2 * -2]
    shared = add_finished(game, (0, 12, 0), Contract.NULLO)
    assert nets(shared) == [12, 12, -24]
    assert shared.winners == (0, 1)
    assert add_finished(game, (0, 11, 1), Contract.NULLO).winners == (1,)


def test_a_number_of_hands_ends_any_game(add_finished: Add) -> None:
    game = Game.start(load_rules({"base": "plain", "name": "two", "hands": 2}), 1)
    game = add_finished(add_finished(game, (12, 0, 0), Contract.H), (0, 12, 0), Contract.S)
    assert not game.over  # tied at the top, and these rules play on
    assert not add_finished(game, (4, 3, 5), Contract.D).over
    assert add_finished(game, (5, 4, 3), Contract.D).winners == (0,)


def test_a_hand_must_belong_to_the_game(played_out: PlayedOut) -> None:
    game = Game.start(load_rules(), 1)
    begun = game.next_hand()
    with pytest.raises(IllegalAction, match=r"^hand: is not over; F is to exchange$"):
        game.add(begun)
    hand = played_out(begun, 1)
    for field, value in [("number", 2), ("players", ("X", "Y", "Z")), ("standing", None)]:
        with pytest.raises(IllegalAction, match=rf"^hand\.{field}: does not belong to hand 1 of this game$"):
            game.add(replace(hand, **{field: value}))
    assert game.add(hand).number == 2


def test_a_game_at_a_real_table_needs_no_seed(played_out: PlayedOut) -> None:
    game = Game(rules=load_rules(), players=("Anna", "Birna", "Dísa"), first_dealer=2)
    with pytest.raises(RulesError, match=r"^seed: missing"):
        game.next_hand()
    hand = game.next_hand(deal(game.rules, 77))
    assert hand.players == ("Anna", "Birna", "Dísa")
    assert game.add(played_out(hand, 1)).seating().D == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", ("A", "B", "A")),
        ("players", ("A", "B")),
        ("players", ("A", "B", "\n")),
        ("first_dealer", 3),
        ("first_dealer", "A"),
    ],
)
def test_a_bad_game_is_refused_by_field(field: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"^{field}: "):
        Game(rules=load_rules(), **{field: value})


def test_the_dealer_sits_last() -> None:
    for first in range(3):
        seating = Game(rules=load_rules(), first_dealer=first).seating(1)
        assert seating[Seat.D] == first
        assert seating[Seat.F] == (first + 1) % 3

"""Whole records reviewed: what the verdicts add up to, and luck apart from play."""

from __future__ import annotations

import random
import statistics

import pytest

from manni.actions import Discard
from manni.bots import BotSpec, act
from manni.cards import CardSet, Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.game import Game
from manni.hand import Hand
from manni.history import steps
from manni.limits import Limit
from manni.review import Review, review
from manni.review.luck import luck
from manni.rules import load_rules

QUICK = Limit(worlds=4)


def played(game: Game) -> Hand:
    """The next hand, of quick bots."""
    hand = game.next_hand()
    bots = [BotSpec(("greedy", "random", "greedy")[player]).make(game.number) for player in game.seating()]
    while (seat := hand.to_move) is not None:
        hand = hand.apply(act(bots[seat], hand.view(seat)))
    return hand


@pytest.fixture(scope="module", params=["hornafjordur", "plain", "declared"])
def game(request: pytest.FixtureRequest) -> Game:
    game = Game.start(load_rules(request.param), 2, ("Ása", "Björn", "Carl"))
    for _ in range(2 if request.param == "hornafjordur" else 1):
        game = game.add(played(game))
    return game


@pytest.fixture(scope="module")
def found(game: Game) -> Review:
    return review(game.hands, limit=QUICK, seed=1)


def test_every_decision_has_both_verdicts(game: Game, found: Review) -> None:
    for hand, reviewed in zip(game.hands, found.hands, strict=True):
        assert [verdict.action for verdict in reviewed.verdicts] == [action for _, action in steps(hand)]
        for (point, _), verdict in zip(steps(hand), reviewed.verdicts, strict=True):
            assert verdict.seat is point.to_move and verdict.phase == point.phase
            assert hand.players is not None and verdict.player == hand.players[verdict.seat]
            assert point.is_legal(verdict.known.best) and point.is_legal(verdict.open.best)
            assert verdict.known.loss >= 0 and verdict.known.se >= 0 and verdict.open.tricks >= 0
            assert (verdict.known.worlds > 0) == (verdict.choices > 1)
            assert (verdict.open.tricks == 0) or (verdict.open.best != verdict.action)
            if verdict.known.best == verdict.action:
                assert verdict.known.loss == 0 and verdict.story in ("right", "unlucky")


def test_totals_add_up_and_the_random_player_loses_most(found: Review) -> None:
    assert {total.player for total in found.totals} == {"Ása", "Björn", "Carl"}
    for total in found.totals:
        mine = [v for hand in found.hands for v in hand.verdicts if v.player == total.player and v.choices > 1]
        assert total.decisions == len(mine) == sum(total.grades.values())
        assert total.lost == pytest.approx(sum(v.known.loss for v in mine))
        assert total.open_tricks == pytest.approx(sum(v.open.tricks for v in mine))
        assert total.hands == len(found.hands)
    lost = {total.player: total.lost for total in found.totals}
    assert max(lost, key=lost.__getitem__) == "Björn"


def test_points_are_luck_and_play_and_the_rest(game: Game, found: Review) -> None:
    for hand, reviewed in zip(game.hands, found.hands, strict=True):
        assert [part.seat for part in reviewed.luck] == list(Seat)
        for part in reviewed.luck:
            assert part.points == hand.score()[part.seat].net and part.rest is not None
            assert part.average + part.deal + part.draw - part.lost + part.rest == pytest.approx(part.points)
            mine = [verdict.known.loss for verdict in reviewed.verdicts if verdict.seat is part.seat]
            assert part.lost == pytest.approx(sum(mine))
    net = {name: points.net for name, points in zip(game.players, game.columns, strict=True)}
    assert {total.player: total.luck["points"] for total in found.totals} == net


def test_of_one_player_or_seat_or_on_many_processes_it_is_the_same(game: Game, found: Review) -> None:
    mine = review(game.hands[:1], player="Carl", limit=QUICK, seed=1)
    for one, whole in zip(mine.hands, found.hands[:1], strict=True):
        assert one.verdicts == tuple(verdict for verdict in whole.verdicts if verdict.player == "Carl")
        assert one.luck == tuple(part for part in whole.luck if part.player == "Carl")
    assert [total.player for total in mine.totals] == ["Carl"]
    seat = review(game.hands[:1], seat=Seat.M, limit=QUICK, seed=1, processes=2)
    assert seat.hands[0].verdicts == tuple(v for v in found.hands[0].verdicts if v.seat is Seat.M)


def test_progress_is_told(game: Game) -> None:
    told: list[tuple[int, int]] = []
    review(game.hands[:1], seat=Seat.F, limit=QUICK, progress=lambda done, total: told.append((done, total)))
    count = sum(point.to_move is Seat.F for point, _ in steps(game.hands[0]))
    assert told == [(done, count) for done in range(1, count + 1)]


def test_by_the_chance_to_win(game: Game) -> None:
    hand = game.hands[-1]
    found = review([hand], seat=Seat.F, goal="win", limit=QUICK)
    assert all(0 <= verdict.known.loss <= 1 for verdict in found.hands[0].verdicts)
    assert found.unit == "chances" and found.thresholds.blunder < 0.5
    stray = Hand.start(hand.rules, hand.deal, number=hand.number)
    with pytest.raises(ManniError, match="goal: the record does not say how the game stands"):
        review([stray], goal="win")


@pytest.mark.parametrize("rules", ["hornafjordur", "plain", "declared"])
def test_a_hand_that_is_not_over(rules: str) -> None:
    rule_set = load_rules(rules)
    whole = played(Game.start(rule_set, 1))
    points = [point for point, _ in steps(whole)]
    for number in (0, 1, 4):
        hand = points[number]
        found = review([hand], limit=Limit(worlds=1))
        assert len(found.hands[0].verdicts) == number
        if hand.contract is None:
            assert found.hands[0].luck == ()
        for part in found.hands[0].luck:
            assert part.rest is None and part.points is None
        assert found.to_json()["hands"][0]["over"] is False


def test_bad_questions() -> None:
    hand = Hand.start(load_rules("plain"), deal(load_rules("plain"), 1))
    with pytest.raises(ManniError, match="player: 'Carl' is none of F, M, D"):
        review([hand], player="Carl")
    with pytest.raises(ManniError, match="processes"):
        review([hand], processes=0)


@pytest.mark.parametrize("rules", ["hornafjordur", "plain"])
def test_the_luck_of_the_deal_evens_out(rules: str) -> None:
    """Over many deals the luck of the dealt cards is nothing on average, for every seat, and it is not nothing."""
    rule_set = load_rules(rules)
    hands = [Hand.start(rule_set, deal(rule_set, 7, number), number=number) for number in range(1, 151)]
    for seat in Seat:
        found = [part.deal for hand in hands if (part := luck(hand, seat, "", 0.0)) is not None]
        assert len(found) == len(hands)
        assert abs(statistics.fmean(found)) < 4 * statistics.stdev(found) / len(found) ** 0.5
        assert statistics.stdev(found) > 0.3


def test_the_luck_of_the_draw_evens_out_and_is_nothing_without_one() -> None:
    rules = load_rules("hornafjordur")
    rng = random.Random(1)
    draws = []
    for number in range(1, 151):
        hand = Hand.start(rules, deal(rules, 8, number), number=number)
        for _ in range(2):
            assert hand.to_move is not None
            hand = hand.apply(Discard(CardSet(rng.sample(list(hand.hands[hand.to_move]), 5))))
        part, none = luck(hand, Seat.M, "", 0.0), luck(hand, Seat.D, "", 0.0)
        assert part is not None and none is not None
        draws.append(part.draw)
        assert none.draw == 0
    assert statistics.stdev(draws) > 0.3
    assert abs(statistics.fmean(draws)) < 4 * statistics.stdev(draws) / len(draws) ** 0.5

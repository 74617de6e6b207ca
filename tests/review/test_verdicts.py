"""The two verdicts on a decision: on what was known, and with open cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from manni import record
from manni.actions import Action, Declare, Discard, Play, Take
from manni.bots import BotSpec, act
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.hand import Hand
from manni.history import steps
from manni.limits import Limit
from manni.notation import Position
from manni.review import Review, Thresholds, Verdict, review
from manni.review.grades import OF_POINTS
from manni.review.known import known
from manni.review.open_cards import open_cards
from manni.rules import load_rules
from manni.solving import solve

QUICK = Limit(worlds=6)


def played(rules: str, seed: int, bots: tuple[str, str, str] = ("greedy", "random", "greedy")) -> Hand:
    rule_set = load_rules(rules)
    hand = Hand.start(rule_set, deal(rule_set, seed))
    players = [BotSpec.parse(bot).make(seed) for bot in bots]
    while (seat := hand.to_move) is not None:
        hand = hand.apply(act(players[seat], hand.view(seat)))
    return hand


@pytest.fixture(scope="module")
def two_endings() -> tuple[Hand, Hand]:
    """One hand with two ends.

    Forehand leads to the last two tricks with the knave of trumps and the ten of clubs. The dealer threw the king and
    the queen of trumps, and the other two have one lower trump each: the knave draws both, and the club is good. But of
    that forehand knows nothing. On what it knows the club comes first: the knave may fall to a higher trump.
    """
    path = Path(__file__).parents[1] / "data" / "two_verdicts.jsonl"
    with path.open() as file:
        club, trump = record.load(file)
    assert isinstance(club, Hand) and isinstance(trump, Hand)
    return club, trump


def at_the_end(found: Review) -> Verdict:
    return next(v for v in found.hands[0].verdicts if v.seat is Seat.F and v.trick == 11)


def test_right_on_what_was_known_and_wrong_with_open_cards_and_the_reverse(two_endings: tuple[Hand, Hand]) -> None:
    club, trump = (at_the_end(review([hand], seat=Seat.F, limit=Limit(worlds=20))) for hand in two_endings)
    assert (club.action, trump.action) == (Play(Card.parse("TC")), Play(Card.parse("JS")))

    assert club.story == "unlucky"
    assert club.known.grade == "good" and club.known.loss == 0 and club.known.best == club.action
    assert club.open.best == trump.action and club.open.tricks == club.open.points == 1
    assert (club.open.value, club.open.best_value) == (7, 8)

    assert trump.story == "lucky"
    assert trump.known.grade == "mistake" and trump.known.best == club.action
    assert trump.known.loss > 0.3 and trump.known.loss > 2 * trump.known.se
    assert trump.open.best == trump.action and trump.open.tricks == trump.open.points == 0


def test_what_was_known_is_judged_without_the_hidden_cards(two_endings: tuple[Hand, Hand]) -> None:
    point, action = list(steps(two_endings[0]))[33]
    forehand = point.hands[Seat.F]
    # The same view, and the trumps that are out of play in the truth are in the others' hands.
    other = replace(point, hands=(forehand, CardSet.parse("K.Q.."), CardSet.parse("Q..K.")))
    assert other.view(Seat.F) == point.view(Seat.F)
    verdicts = [known(hand, action, OF_POINTS, QUICK, (1, 2), "points") for hand in (point, other)]
    assert verdicts[0] == verdicts[1]
    assert open_cards(point, action).tricks == 1
    assert open_cards(other, Play(Card.parse("JS"))).value == 6


def test_a_loss_is_judged_in_other_worlds_than_the_best_was_chosen_in(two_endings: tuple[Hand, Hand]) -> None:
    hand = two_endings[0]
    point, action = list(steps(hand))[3]
    assert point.phase == "play" and len(point.legal_actions()) > 1
    best = known(point, action, OF_POINTS, QUICK, (1, 2), "points").best
    other = next(option for option in point.legal_actions() if option != best)
    first, second, again = (known(point, other, OF_POINTS, QUICK, (1, s), "points") for s in (2, 3, 2))
    assert first.best == second.best == best and first.loss != second.loss
    assert first == again


@pytest.mark.parametrize("seed", [1, 3])  # no trump, Nullo
def test_a_play_is_held_against_the_solver(seed: int) -> None:
    hand = played("hornafjordur", seed)
    for point, action in list(steps(hand))[20:]:
        found = open_cards(point, action, hand)
        if len(point.legal_actions()) == 1:
            assert (found.best, found.value, found.tricks) == (action, None, 0)
            continue
        seat = point.to_move
        assert seat is not None and point.contract is not None and isinstance(action, Play)
        cards = solve(Position(point.contract, point.leader, point.hands, point.trick)).cards
        won, best = point.tricks[seat], (min if point.contract.avoid else max)(cards.values())
        assert found.value == won + cards[action.card]
        assert found.best_value == won + best
        assert isinstance(found.best, Play) and cards[found.best.card] == best
        assert found.tricks == abs(best - cards[action.card])


@pytest.mark.parametrize("seed", [1, 3])
def test_an_exchange_made_is_worth_what_the_hands_after_it_guarantee(seed: int) -> None:
    hand = played("hornafjordur", seed)
    points = list(steps(hand))
    after = points[3][0]
    assert after.phase == "play" and after.contract is not None
    guarantee = solve(Position(after.contract, Seat.F, after.hands), cards=False).guarantee
    for seat, (point, action) in zip(Seat, points[:3], strict=True):
        found = open_cards(point, action, hand)
        assert found.value == guarantee[seat] and found.best_value is not None
        assert found.tricks == abs(found.best_value - found.value)
        assert point.is_legal(found.best)
        assert (found.tricks > 0) == (found.best != action)


def test_who_draws_aces_should_have_drawn_them() -> None:
    """The dealer, last to exchange and with open cards, throws worthless cards for the four top trumps to come."""
    rules = load_rules("declared")
    dealt = deal(rules, 1)
    stock = CardSet.parse("AKQJ.AK.AK.AK")
    rest = [card for card in rules.deck if card not in stock]
    order = sorted(rest, key=lambda card: (card.rank, card.suit))
    dealer, others = CardSet(order[:12]), order[12:]
    fill = others[:6]
    hands = CardSet(others[6:18]), CardSet(others[18:30]), dealer
    made = replace(dealt, hands=hands, stock=(*stock, *fill), seed=None)
    hand = Hand.start(rules, made).apply(Declare(Contract.S))
    for _ in range(2):
        hand = hand.apply(Discard(CardSet()))
    nothing, everything = (open_cards(hand, Discard(cards)) for cards in (CardSet(), dealer))
    assert nothing.value == 0 and nothing.tricks >= 8
    assert everything.value is not None and everything.value >= 11 and everything.tricks <= 1


@pytest.mark.parametrize("seed", [1, 2])
def test_take_or_keep_is_held_against_what_the_others_can_do(seed: int) -> None:
    rules = load_rules("plain")
    hand = Hand.start(rules, deal(rules, seed))

    def guarantee(end: Hand, seat: Seat) -> int:
        assert end.contract is not None
        return solve(Position(end.contract, Seat.F, end.hands), cards=False).guarantee[seat]

    keep, take = Take(False), Take(True)
    taken = guarantee(hand.apply(take), Seat.F)
    kept = min(
        guarantee(hand.apply(keep).apply(take), Seat.F),
        guarantee(hand.apply(keep).apply(keep).apply(take), Seat.F),
        guarantee(hand.apply(keep).apply(keep).apply(keep), Seat.F),
    )
    found: dict[Action, int] = {take: taken, keep: kept}
    for action, value in found.items():
        verdict = open_cards(hand, action)
        assert verdict.value == value and verdict.best_value == max(taken, kept)
        assert verdict.tricks == max(taken, kept) - value


def test_a_declaration_is_held_against_the_other_contracts() -> None:
    rules = load_rules("declared")
    hand = Hand.start(rules, deal(rules, 2), contracts_left=("NULLO", "TRUMP"))
    verdicts = {action: open_cards(hand, action) for action in hand.legal_actions()}
    best = next(verdict.best for verdict in verdicts.values())
    assert best in verdicts and verdicts[best].tricks == 0
    for verdict in verdicts.values():
        assert verdict.best == best and verdict.tricks >= 0
        assert verdict.value is not None and 0 <= verdict.value <= 12
    assert len({verdict.tricks for verdict in verdicts.values()}) > 2


def test_classes() -> None:
    grades = Thresholds(0.1, 0.3, 0.8)
    assert [grades.grade(loss, 0.0) for loss in (0.0, 0.09, 0.1, 0.29, 0.3, 0.79, 0.8, 5.0)] == [
        "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert grades.grade(0.5, 0.26) == "unclear" and grades.grade(0.5, 0.25) == "mistake"
    assert grades.grade(0.05, 0.3) == "good" and grades.grade(0.05, 0.4) == "unclear"  # may be a blunder
    for bad in [(0.3, 0.1, 0.8), (0.0, 0.1, 0.2), (0.1, 0.1, 0.2)]:
        with pytest.raises(ManniError, match="thresholds"):
            Thresholds(*bad)

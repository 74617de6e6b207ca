"""A game against bots as a state."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from manni import record
from manni.actions import Action, Discard
from manni.bots import BotSpec
from manni.cards import CardSet
from manni.errors import IllegalAction, ManniError, NotationError, RulesError
from manni.history import actions, dealt, steps
from manni.limits import Limit
from manni.play import LEVELS, Session, level
from manni.play.saving import dumps, holds, load, loads, save
from manni.rules import BUILT_IN, load_rules

QUICK = (BotSpec("random"), BotSpec("greedy"))
HOUSE = {"base": "hornafjordur", "name": "ours", "allowances": [5, 5, 6], "par": 3, "target": 6, "columns": "cancel"}


def any_action(session: Session, rng: random.Random) -> Action:
    assert session.hand is not None
    legal = session.hand.legal_actions()
    if session.hand.phase == "exchange":
        return Discard(CardSet(rng.sample(list(session.hand.hands[session.seat]), rng.randint(0, 3))))
    return rng.choice(list(legal))


def course(session: Session, seed: int) -> Iterator[Session]:
    """The sessions at each of the person's decisions, who does anything, and the one at the end."""
    rng = random.Random(seed)
    while not session.over:
        if session.due:
            yield session
            session = session.act(any_action(session, rng))
        else:
            session, _ = session.step()
    yield session


@pytest.mark.parametrize("rules", [*BUILT_IN, HOUSE], ids=str)
def test_a_whole_game_is_a_record_that_replays(rules: str | dict[str, object]) -> None:
    *_, end = course(Session.start(load_rules(rules), 5, QUICK), 1)  # type: ignore[arg-type]
    assert end.over and end.game.over and end.game.winners
    assert record.loads(dumps(end)) == end.game


@pytest.mark.parametrize("rules", BUILT_IN)
def test_the_same_seed_and_actions_give_the_same_game(rules: str) -> None:
    first, second = ([*course(Session.start(load_rules(rules), 2, QUICK), 3)] for _ in range(2))
    assert first == second
    *_, other = course(Session.start(load_rules(rules), 3, QUICK), 3)
    assert other.game != first[-1].game


@pytest.mark.parametrize("rules", BUILT_IN)
def test_undo_goes_back_through_the_whole_game_and_the_same_actions_lead_to_the_same_end(rules: str) -> None:
    points = [*course(Session.start(load_rules(rules), 4, QUICK), 5)]
    session = points[-1]
    for earlier in reversed(points[:-1]):
        session = session.undo()
        assert session == earlier
    with pytest.raises(IllegalAction, match="no decision of yours"):
        session.undo()
    assert [*course(session, 5)] == points


@pytest.mark.parametrize("rules", BUILT_IN)
def test_put_aside_anywhere_and_gone_on_with(rules: str, tmp_path: Path) -> None:
    points = [*course(Session.start(load_rules(rules), 6, QUICK), 7)]
    path = tmp_path / "game.json"
    for point in points[:-1:5]:
        save(point, path)
        assert load(path) == point
    save(points[-1], path)
    assert record.loads(path.read_text()) == points[-1].game
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_between_two_decisions_too() -> None:
    session = Session.start(load_rules("declared"), 1, QUICK)
    while session.due:
        session = session.act(any_action(session, random.Random(1)))
    session, _ = session.step()
    assert loads(dumps(session)) == session


def test_bots_that_think_repeat_themselves() -> None:
    start = Session.start(load_rules("hornafjordur"), 1, (level("advisor:worlds=2"), level("pimc:worlds=3")))

    def one_hand() -> Session:
        return next(point for point in course(start, 1) if point.game.hands)

    assert one_hand() == one_hand()


def test_a_hint_is_for_the_person_and_repeats_itself() -> None:
    session = Session.start(load_rules("plain"), 1, QUICK)
    while not session.due:
        session, _ = session.step()
    hints = [session.hint(Limit(worlds=5), threads=threads) for threads in (1, 2)]
    assert hints[0].seat is session.seat
    assert hints[0].actions == hints[1].actions
    assert session.hand is not None and session.hand.is_legal(hints[0].best)
    after = session.act(hints[0].best)
    if not after.due:
        with pytest.raises(IllegalAction, match="not your turn"):
            after.hint()


def test_nobody_moves_out_of_turn() -> None:
    session = Session.start(load_rules("hornafjordur"), 1, QUICK)
    while session.due:
        session = session.act(any_action(session, random.Random(1)))
    with pytest.raises(IllegalAction, match="not your turn"):
        session.act(Discard(CardSet()))
    while not session.due:
        session, _ = session.step()
    with pytest.raises(IllegalAction, match="it is your turn"):
        session.step()


def test_names() -> None:
    with pytest.raises(RulesError, match="twice"):
        Session.start(load_rules("plain"), 1, QUICK, ("Anna", "Anna", "Bjarni"))


def test_levels() -> None:
    assert {name: str(level(name)) for name in LEVELS} == LEVELS
    assert level("advisor:worlds=3") == BotSpec.parse("advisor:worlds=3")
    with pytest.raises(NotationError, match="level: 'expert' is none of novice, easy, medium, hard, and no bot"):
        level("expert")
    with pytest.raises(NotationError, match="worlds"):
        level("advisor:worlds=x")


@pytest.fixture
def saved() -> str:
    points = course(Session.start(load_rules("hornafjordur"), 1, QUICK), 1)
    return dumps(next(point for point in points if len(point.game.hands) == 1))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("manni-play/1", "manni-play/2", "not a saved game"),
        ('"bots":["random"', '"bots":["robot"', "bot of your own"),
        ('"bots":["random"', '"bots":["os:getcwd"', "bot of your own"),
        ('"bots":["random"', '"bots":["random:x"', "bots"),
        ('"number":2', '"number":3', "hand"),
        ('"seed":1', '"seed":null', "game"),
        ('"columns"', '"pillars"', "game.pillars"),
        ("{", "[", "not a saved game"),
    ],
)
def test_a_spoilt_file_is_refused(saved: str, old: str, new: str, says: str) -> None:
    assert old in saved
    with pytest.raises(ManniError, match=says):
        loads(saved.replace(old, new))


def test_every_cut_off_file_is_refused(saved: str) -> None:
    for length in range(0, len(saved), 37):
        with pytest.raises(ManniError):
            loads(saved[:length])


def test_a_record_is_not_taken_for_a_saved_game() -> None:
    *_, end = course(Session.start(load_rules("plain"), 1, QUICK), 1)
    with pytest.raises(NotationError, match="record of hands played"):
        loads(dumps(end))


def test_bots_of_ones_own_are_named_by_the_person(saved: str) -> None:
    text = saved.replace('"bots":["random"', '"bots":["nowhere:Bot"')
    assert loads(text, QUICK).bots == QUICK


def test_what_may_be_written_over(saved: str, tmp_path: Path) -> None:
    session = loads(saved)
    path = tmp_path / "file.json"
    assert holds(path, session)
    save(session, path)
    assert holds(path, session.act(any_action(session, random.Random(1))))
    other = Session.start(load_rules("hornafjordur"), 2, QUICK)
    assert not holds(path, other)
    path.write_text("my diary")
    assert not holds(path, session)


@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_hand_is_what_its_steps_make_it(rules: str) -> None:
    *_, end = course(Session.start(load_rules(rules), 8, QUICK), 8)
    for hand in end.game.hands:
        point = dealt(hand)
        for (before, action), listed in zip(steps(hand), actions(hand), strict=True):
            assert before == point and action == listed
            point = point.apply(action)
        assert point == hand

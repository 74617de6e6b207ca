"""Bots: legal whatever happens, reproducible, and named by a text that can be read back."""

from __future__ import annotations

import random

import pytest

from manni.arena import play_deal
from manni.bots import BotSpec, act
from manni.cards import Seat
from manni.dealing import deal
from manni.errors import NotationError, ViewError
from manni.hand import Hand
from manni.limits import Limit
from manni.rules import KINDS, load_rules

RULES = ["hornafjordur", "plain", "declared"]


def played(name: str, bots: list[str], number: int, seed: int) -> Hand:
    """A hand played by three bots; `Hand.apply` refuses what is not legal."""
    rules = load_rules(name)
    rng = random.Random(number)
    left = tuple(rng.sample(KINDS, rng.randint(1, 3))) if name == "declared" else None
    hand = Hand.start(rules, deal(rules, 8, number), number=number, contracts_left=left)
    players = [BotSpec.parse(text).make(seed + place) for place, text in enumerate(bots)]
    while hand.to_move is not None:
        hand = hand.apply(act(players[hand.to_move], hand.view(hand.to_move)))
    return hand


@pytest.mark.parametrize("name", RULES)
def test_every_action_is_legal_and_follows_from_the_seed(name: str) -> None:
    for number in range(1, 13):
        bots = ["greedy", "random", "random"] if number % 2 else ["random", "greedy", "greedy"]
        hand = played(name, bots, number, seed=number)
        assert sum(hand.tricks) == 12
        assert played(name, bots, number, seed=number).plays == hand.plays


@pytest.mark.parametrize("name", RULES)
def test_the_adviser_plays_a_whole_hand(name: str) -> None:
    for number in (1, 2):
        bots = ["advisor:worlds=2", "pimc:nodes=300", "greedy"]
        hand = played(name, bots, number, seed=3)
        assert played(name, bots, number, seed=3).plays == hand.plays


def test_random_tries_everything() -> None:
    hands = [played("hornafjordur", ["random"] * 3, number, seed=number) for number in range(1, 40)]
    assert {hand.exchanged[Seat.F] for hand in hands} > {3, 4, 5, 6, 7}
    takers = {played("plain", ["random"] * 3, number, seed=number).taken for number in range(1, 40)}
    assert takers == {Seat.F, Seat.M, Seat.D, None}
    kinds = {played("declared", ["random"] * 3, number, seed=number).contract for number in range(1, 40)}
    assert len(kinds) == 6


@pytest.mark.parametrize("name", RULES)
def test_greedy_is_far_better_than_random(name: str) -> None:
    pair = BotSpec.parse("greedy"), BotSpec.parse("random")
    results = [play_deal(load_rules(name), pair, 2, number)[0] for number in range(1, 9)]
    assert sum(result.tricks for result in results) / len(results) > 1


@pytest.mark.parametrize(
    "text", ["random", "greedy", "pimc:worlds=20", "advisor:time=0.5", "advisor:worlds=5,nodes=100,memory=64", "pimc"]
)
def test_the_text_of_a_bot_round_trips(text: str) -> None:
    spec = BotSpec.parse(text)
    assert BotSpec.parse(str(spec)) == spec
    assert str(BotSpec.parse("advisor:nodes=100,worlds=5")) == "advisor:worlds=5,nodes=100"
    parts = "advisor:inference=0.5,endings=off,playouts=off,habits=off,drift=off,goal=win"
    assert str(BotSpec.parse(parts)) == parts


def test_options_are_limits() -> None:
    assert BotSpec.parse("advisor:worlds=5,time=0.25,memory=1").limit == Limit(worlds=5, seconds=0.25, memory=1 << 20)
    assert BotSpec.parse("advisor").limit is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("clever", "none of random, greedy"),
        ("", "none of random"),
        ("greedy:worlds=3", "greedy has no options"),
        ("pimc:", "no option after the colon"),
        ("pimc:worlds", "is not one of worlds="),
        ("pimc:depth=3", "is not one of worlds="),
        ("pimc:worlds=0", "whole number of at least 1"),
        ("pimc:worlds=-3", "whole number"),
        ("pimc:worlds=99999999999999999999", "whole number"),
        ("pimc:worlds=1,worlds=2", "worlds stands in it twice"),
        ("advisor:time=soon", "positive number of seconds"),
        ("advisor:time=nan", "positive number of seconds"),
        ("advisor:time=0", "positive number of seconds"),
    ],
)
def test_bad_bots_are_named(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match="first bot: ") as caught:
        BotSpec.parse(text, "first bot")
    assert reason in str(caught.value)


def test_a_bot_whose_turn_it_is_not() -> None:
    rules = load_rules("plain")
    hand = Hand.start(rules, deal(rules, 1))
    with pytest.raises(ViewError, match="seat: D has nothing to decide"):
        act(BotSpec("greedy").make(1), hand.view(Seat.D))

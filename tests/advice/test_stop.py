"""Advice that is ended from another thread, and what it tells meanwhile."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import solver
from bench.engine_fire import choose
from manni import Hand, Limit, View, advise, load_rules
from manni.actions import Action
from manni.dealing import deal

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FEW = 100
DECISIONS = ["play", "exchange", "take", "declare"]


def view_of(name: str) -> View:
    return View.from_json((EXAMPLES / f"{name}.json").read_text())


@pytest.mark.parametrize("name", DECISIONS)
def test_a_switch_that_is_set_leaves_next_to_no_worlds(name: str) -> None:
    view, stop = view_of(name), solver.Stop()
    whole = advise(view, limit=Limit(worlds=2), threads=1)
    stop.set()
    found = advise(view, limit=Limit(worlds=100_000, stop=stop), threads=1)
    assert found.worlds <= FEW
    assert {value.action for value in found.actions} == {value.action for value in whole.actions}


@pytest.mark.parametrize("name", DECISIONS)
def test_the_switch_ends_it_where_it_is(name: str) -> None:
    stop = solver.Stop()
    told: list[tuple[Action, int]] = []

    def leader(action: Action, worlds: int) -> None:
        told.append((action, worlds))
        stop.set()

    found = advise(view_of(name), limit=Limit(worlds=100_000, stop=stop), threads=1, leader=leader)
    assert told
    action, worlds = told[0]
    assert action in {value.action for value in found.actions}
    assert 0 < worlds <= found.worlds < 100_000


def test_an_ending_can_be_stopped() -> None:
    rules, rng = load_rules(), random.Random(2)
    hand = Hand.start(rules, deal(rules, 2))
    while hand.phase != "play" or sum(hand.tricks) < 8:
        hand = hand.apply(choose(hand, rng))
    assert hand.to_move is not None
    view, stop = hand.view(hand.to_move), solver.Stop()
    stop.set()
    found = advise(view, limit=Limit(worlds=20_000, stop=stop), threads=1)
    assert len(found.actions) == len(view.legal_plays)
    assert found.worlds <= FEW


def test_a_limit_that_is_only_a_switch_is_the_default_one() -> None:
    view = view_of("play")
    found = advise(view, limit=Limit(stop=solver.Stop()), seed=3, threads=1)
    assert 0 < found.worlds <= 200

"""Reasons are computed from the worlds: each statement against a plain count of its own."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from manni.advice import Method, advise
from manni.advice.reasons import play_reasons, trick_chances
from manni.cards import Card, CardSet, Contract, Seat
from manni.limits import Limit
from manni.rules import legal_plays, trick_winner
from manni.view import View
from manni.worlds import OpponentModel, World, enumerate_worlds, posterior_masks

PLAYS = """JD 8D TD, 4D QD KD, 9H 4H JH, 4C KC 5C, 7C AC TC, 8S KS 9S, 5S QH 4S, 3C 3H JC, 3S TS 7H, 6C 6H 8H"""


def ending(hand: str, *tricks: str) -> View:
    fields: dict[str, Any] = {"rules": "plain", "seat": "D", "contract": "D", "hand": hand, "taken": "F"}
    return View.from_json({**fields, "plays": [*PLAYS.split(","), *tricks]})


def outcomes(view: View, card: Card, world: World) -> set[bool]:
    """Whether the card wins its trick, for all that the seats behind may play."""
    assert view.contract is not None
    behind = [Seat((view.seat + n) % 3) for n in range(1, 3 - len(view.trick))]
    found = set()
    for rest in itertools.product(*(world.hands[seat] for seat in behind)):
        trick = [*view.trick, card]
        legal = all(c in legal_plays(world.hands[seat], trick) for seat, c in zip(behind, rest, strict=True))
        trick += rest
        if legal:
            found.add(trick_winner(trick, view.contract) == len(view.trick))
    return found


@pytest.mark.parametrize("contract", ["D", "S", "NT", "NULLO"])
def test_the_chances_of_a_trick_are_counts_of_worlds(contract: str) -> None:
    rng = np.random.default_rng(1)
    deck = [Card.of(suit, rank) for suit in range(4) for rank in (0, 5, 9, 11, 12)]
    for _ in range(60):
        drawn = [deck[number] for number in rng.permutation(len(deck))]
        hand, second, third, table = drawn[:3], drawn[3:6], drawn[6:9], drawn[9 : 9 + int(rng.integers(3))]
        view = _Position(Contract.parse(contract), tuple(table), Seat.D)
        hands = {Seat.D: CardSet(hand), Seat((2 + 1) % 3): CardSet(second), Seat((2 + 2) % 3): CardSet(third)}
        world = World(tuple(hands[seat] for seat in Seat), CardSet())  # type: ignore[arg-type]
        masks = np.array([[cards.mask for cards in world.hands]], dtype=np.uint64)
        for card in legal_plays(CardSet(hand), table):
            found = outcomes(view, card, world)  # type: ignore[arg-type]
            wins, loses = trick_chances(view, card, masks, np.ones(1))  # type: ignore[arg-type]
            assert (wins == 1, loses == 1) == (found == {True}, found == {False})


class _Position:
    """As much of a view as the chances of a trick look at."""

    def __init__(self, contract: Contract, trick: tuple[Card, ...], seat: Seat) -> None:
        self.contract, self.trick, self.seat = contract, trick, seat
        self.table = self


def test_what_is_said_of_cards_and_tricks_is_so() -> None:
    view = ending("6D", "5H 7D 5D")
    advice = advise(view, method=Method(inference=0.0))
    assert advice.exact
    assert advice.reasons[0] == "6D is the only legal card"
    worlds = list(enumerate_worlds(view))
    wins = float(sum(w.weight for w in worlds if outcomes(view, Card.parse("6D"), w) == {True}))
    said = next(reason for reason in advice.reasons if "wins the trick" in reason)
    assert f"surely wins the trick in {wins:.0%} of the worlds" in said
    nine = Card.parse("AD")
    holds = [float(sum(w.weight for w in worlds if nine in w.hands[seat])) for seat in view.others]
    assert f"AD: F {holds[0]:.0%}, M {holds[1]:.0%}, out of play {1 - sum(holds):.0%}" in advice.reasons


def test_the_runner_up_and_the_chances_are_those_of_the_answer() -> None:
    advice = advise(ending("7D 6D", "5H"), limit=Limit(worlds=100), seed=1)
    first, second = advice.actions
    told = " ".join(advice.reasons)
    if second.regret >= 0.005:
        assert f"{second.action.card} instead loses {second.regret:.2f} points" in told  # type: ignore[union-attr]
    else:
        assert f"{second.action.card} is worth the same" in told  # type: ignore[union-attr]
    good = sum(first.distribution[4:])
    assert f"at least 4 tricks in {good:.0%}" in told


def test_before_the_play_the_next_best_is_named() -> None:
    view = View.from_json({"rules": "plain", "seat": "F", "contract": "H", "hand": "AT6.J943.KT.653"})
    advice = advise(view, limit=Limit(worlds=50), seed=1)
    assert re.match(r"at least 4 tricks in \d+%: ", advice.reasons[0])
    assert any("keeping the hand" in reason or "taking the Manni" in reason for reason in advice.reasons[1:])


def test_a_card_is_named_when_it_tells_worlds_apart_and_never_by_chance() -> None:
    view = View.from_json({"rules": "plain", "seat": "F", "contract": "H", "hand": "AT6.J943.KT.653", "taken": None})
    first, second, *_ = advise(view, limit=Limit(worlds=100), seed=1).actions
    second = replace(second, regret=0.5)
    king = Card.parse("KS")
    rng = np.random.default_rng(3)
    for _ in range(20):
        masks = draw_masks(view, 100, int(rng.integers(1 << 30)))
        held = (masks[:, Seat.M] >> np.uint64(king)) & np.uint64(1) != 0
        noise = rng.normal(0.1, 0.5, 100)
        for losses, telling in ((noise, False), (noise + 2.0 * held, True)):
            told = play_reasons(view, (first, second), masks, np.full(100, 0.01), losses, 100.0)
            assert any("where M holds KS" in reason for reason in told) is telling
            assert any(" holds " in reason for reason in told) is telling


def draw_masks(view: View, count: int, seed: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return posterior_masks(view, count, np.random.default_rng(seed), OpponentModel(strength=0.0)).hands


def test_what_is_so_in_the_worlds_drawn_is_not_said_of_all() -> None:
    opening = {"rules": "plain", "seat": "F", "contract": "H", "hand": "AT6.J943.KT.653", "taken": None}
    view = View.from_json(opening)
    low = next(value for value in advise(view, limit=Limit(worlds=5), seed=1).actions if str(value.action) == "play 3C")
    masks = draw_masks(view, 3, 1)
    for drawn, worlds in ((3.0, "all worlds drawn"), (None, "every world")):
        assert f"3C loses the trick in {worlds}" in play_reasons(
            view, (low,), masks, np.full(3, 1 / 3), np.empty(0), drawn
        )
    beaten = View.from_json({**opening, "seat": "M", "plays": ["AC"]})
    low = next(
        value for value in advise(beaten, limit=Limit(worlds=5), seed=1).actions if str(value.action) == "play 3C"
    )
    told = play_reasons(beaten, (low,), draw_masks(beaten, 3, 1), np.full(3, 1 / 3), np.empty(0), 3.0)
    assert "3C loses the trick in every world" in told

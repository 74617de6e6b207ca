"""The compiled policy does what its readable twin (``reference.py``) does."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.cards import LANE, Contract
from manni.policy import _kernel
from manni.policy.choices import choose_take
from manni.policy.evaluation import best_discards, greedy, hand_value, hand_values, policy
from manni.policy.playout import play_out_many
from manni.policy.simulation import simulate
from manni.rules import load_rules

_spec = importlib.util.spec_from_file_location("reference", Path(__file__).with_name("reference.py"))
assert _spec is not None and _spec.loader is not None
reference = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(reference)

DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[int], int, int, list[int], list[int]]:
    """Hands, cards out of play, leader, trick and voids such as may stand in a playout."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    size, played = draw(st.integers(1, 12)), draw(st.integers(0, 2))
    leader = draw(st.integers(0, 2))
    cards = rng.sample(DECK, 52)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(3)]
    trick: list[int] = []
    for place in range(played):
        hand = hands[(leader + place) % 3]
        legal = [card for card in hand if trick and card >> 4 == trick[0] >> 4] or hand
        trick.append(rng.choice(legal))
        hand.remove(trick[-1])
    void = [0, 0, 0]
    for seat in range(3):
        for suit in range(4):
            if not any(card >> 4 == suit for card in hands[seat]) and rng.random() < 0.5:
                void[seat] |= 0x1FFF << LANE * suit
    out = mask(cards[3 * size : 3 * size + draw(st.integers(0, 52 - 3 * size))])
    return [mask(hand) for hand in hands], out, leader, trick, void


@settings(max_examples=150, deadline=None)
@given(positions(), st.sampled_from(list(Contract)))
def test_cards_are_scored_and_hands_played_out_as_by_the_twin(
    position: tuple[list[int], int, int, list[int], list[int]], contract: Contract
) -> None:
    hands, out, leader, trick, void = position
    seat = (leader + len(trick)) % 3
    for place, card in enumerate(trick):
        if card >> 4 != trick[0] >> 4:
            void[(leader + place) % 3] |= 0x1FFF << LANE * (trick[0] >> 4)
    unseen = (hands[0] | hands[1] | hands[2] | out) & ~hands[seat]
    after = void[(seat + 1) % 3], void[(seat + 2) % 3]
    led = 0x1FFF << LANE * (trick[0] >> 4) if trick else 0
    legal = hands[seat] & led or hands[seat]
    found = greedy().scores(
        hands[seat], unseen, trick, after, 4 if contract.trump is None else contract.trump, contract.avoid, legal
    )
    scene = reference.Scene(hands[seat], unseen, contract.trump, tuple(trick), after, contract.avoid)
    assert mask(list(found)) == legal
    assert found == {card: pytest.approx(reference.score(scene, card)) for card in found}

    ways = {"leader": leader, "trump": contract.trump, "avoid": contract.avoid, "trick": trick, "void": void}
    held, gone = np.array([hands], dtype=np.uint64), np.array([out], dtype=np.uint64)
    assert play_out_many(held, gone, **ways, by=greedy()).tolist() == [reference.play_out(hands, out, **ways)]
    habits = reference.Habits()
    rated = policy().scores(
        hands[seat], unseen, trick, after, 4 if contract.trump is None else contract.trump, contract.avoid, legal
    )
    assert rated == {card: pytest.approx(habits.score(scene, card), abs=1e-4) for card in rated}
    assert play_out_many(held, gone, **ways).tolist() == [reference.play_out(hands, out, **ways, score=habits.score)]


@pytest.mark.parametrize("contract", Contract)
def test_hands_are_evaluated_and_cards_thrown_as_by_the_twin(contract: Contract) -> None:
    rng = random.Random(5)
    hands = [mask(rng.sample(DECK, 12)) for _ in range(60)]
    allowances = [rng.randint(0, 12) for _ in hands]
    thrown, tricks = best_discards(np.array(hands, dtype=np.uint64), contract, np.array(allowances, dtype=np.int8))
    for hand, allowance, cards, value in zip(hands, allowances, thrown.tolist(), tricks.tolist(), strict=True):
        assert hand_value(hand, 3, contract) == pytest.approx(reference.hand_value(hand, 3, contract))
        assert cards & ~hand == 0
        assert cards.bit_count() <= allowance
        # Of discards that are worth the same either may be thrown.
        assert value == pytest.approx(reference.best_discard(hand, contract, allowance)[1])
        assert value == pytest.approx(reference.hand_value(hand & ~cards, cards.bit_count(), contract))
        unseen, kept = reference.hand_value(0, 12, contract), reference.hand_value(hand, 0, contract)
        more = kept - unseen if contract.avoid else unseen - kept
        assert choose_take(hand, contract) == (more + hand_values()["unseen"] > 0)
        assert isinstance(choose_take(hand, contract, greedy()), bool)


def test_what_a_seat_threw_it_does_not_reckon_with() -> None:
    # With the king of spades gone and known to be, the queen is a winner to lead.
    hands = [mask([10, 16 + 1, 32 + 1]), mask([1, 16 + 2, 32 + 2]), mask([2, 16 + 3, 32 + 3])]
    held = np.array([hands], dtype=np.uint64)
    out = np.array([mask([11])], dtype=np.uint64)
    known = np.array([[mask([11]), 0, 0]], dtype=np.uint64)
    ways = {"leader": 0, "trump": None, "avoid": False, "by": greedy()}
    assert play_out_many(held, out, known=known, **ways)[0, 0] == 1
    scores = greedy().scores(hands[0], hands[1] | hands[2], [], (0, 0), 4, False, hands[0])
    assert max(scores, key=lambda card: scores[card]) == 10
    doubtful = greedy().scores(hands[0], hands[1] | hands[2] | mask([11]), [], (0, 0), 4, False, hands[0])
    assert doubtful[10] < scores[10]


def test_softness_spreads_the_choices_and_the_seed_fixes_them() -> None:
    rng = random.Random(6)
    cards = rng.sample(DECK, 36)
    hands = np.array([[mask(cards[:12]), mask(cards[12:24]), mask(cards[24:])]] * 200, dtype=np.uint64)
    out = np.zeros(200, dtype=np.uint64)

    def play(softness: float, seed: int) -> list[list[int]]:
        found = play_out_many(hands, out, leader=0, trump=1, avoid=False, softness=softness, seed=seed, by=greedy())
        assert (found.sum(axis=1) == 12).all()
        return found.tolist()

    assert len({tuple(won) for won in play(0.0, 1)}) == 1
    assert len({tuple(won) for won in play(50.0, 1)}) > 5
    assert play(50.0, 1) == play(50.0, 1)
    assert play(50.0, 1) != play(50.0, 2)
    thrown = best_discards(hands[:, 0].copy(), Contract.H, 7, softness=0.3, seed=1)[0]
    assert len(set(thrown.tolist())) > 3
    assert thrown.tolist() == best_discards(hands[:, 0].copy(), Contract.H, 7, softness=0.3, seed=1)[0].tolist()


def test_tables_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="shapes"):
        _kernel.Policy(np.zeros((4, 100)), np.zeros((3, 13)))


@pytest.mark.parametrize(("contract", "least"), [(Contract.S, 0.12), (Contract.NT, 0.3), (Contract.NULLO, 0.45)])
def test_the_fitted_habits_win_against_rules_of_thumb(contract: Contract, least: float) -> None:
    rules, hands = load_rules("hornafjordur"), 4000
    sign = -1 if contract.avoid else 1
    usual = simulate(rules, hands, 11, contract=contract, by=greedy()).tricks
    gains = [
        simulate(rules, hands, 11, contract=contract, by=greedy(), guest=policy(), guest_seat=seat).tricks[:, seat]
        - usual[:, seat].astype(float)
        for seat in range(3)
    ]
    assert sign * np.mean(gains) > least

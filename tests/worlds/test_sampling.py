"""What callers of the sampler rely on beyond its distribution."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from manni.actions import Declare, Discard, Take
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import Deal, deal
from manni.errors import ManniError
from manni.hand import Hand
from manni.rules import load_rules
from manni.view import View
from manni.worlds import Prior, World, enumerate_worlds, sample_masks, sample_stock, sample_worlds

VIEW = View.from_json(
    {
        "rules": "hornafjordur",
        "seat": "M",
        "cut": "7H",
        "hand": "AKJ.J92.T83.54",
        "discarded": "2S 3S",
        "exchanged": {"F": 7, "M": 2, "D": 4},
        "plays": ["QS 4S 5S", "AD"],
    }
)


def rng(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


PRIORS: tuple[Prior, ...] = ("model", "uniform")


@pytest.mark.parametrize("prior", PRIORS)
def test_the_same_seed_gives_the_same_worlds(prior: Prior) -> None:
    assert sample_worlds(VIEW, 50, seed=3, prior=prior) == sample_worlds(VIEW, 50, seed=3, prior=prior)
    assert sample_worlds(VIEW, 50, seed=3, prior=prior) != sample_worlds(VIEW, 50, seed=4, prior=prior)
    assert sample_worlds(VIEW, 0, prior=prior) == []


def test_arrays_and_worlds_are_the_same_draw() -> None:
    masks = sample_masks(VIEW, 20, rng(3))
    assert masks.hands.shape == (20, 3) and masks.hands.dtype == np.uint64
    pairs = zip(masks.hands.tolist(), masks.out.tolist(), strict=True)
    worlds = [World.of_masks((f, m, d), out) for (f, m, d), out in pairs]
    assert worlds == sample_worlds(VIEW, 20, seed=3, prior="uniform")


@pytest.mark.parametrize(
    ("name", "count", "seed"), [("count", -1, 0), ("count", 1.5, 0), ("seed", 1, -1), ("seed", 1, "x")]
)
def test_bad_numbers_are_named(name: str, count: Any, seed: Any) -> None:
    with pytest.raises(ManniError) as refused:
        sample_worlds(VIEW, count, seed)
    assert refused.value.field == name


def test_a_prior_that_is_none_is_named() -> None:
    with pytest.raises(ManniError, match="neither model nor uniform"):
        sample_worlds(VIEW, 1, prior=cast("Prior", "flat"))


def test_a_world_in_json() -> None:
    world = World((CardSet.parse("AS"), CardSet.parse("KH 2C"), CardSet()), CardSet.parse("TD"))
    hands = {"F": "A...", "M": ".K..2", "D": "..."}
    assert world.to_json() == {"hands": {**hands, "M": ".K..2"}, "out": "..T.", "weight": 1.0}


def test_a_finished_hand_has_one_kind_of_world() -> None:
    tricks = [f"{rank}S {rank}H {rank}D" for rank in "AKQJT98765432"][:12]
    view = View.from_json(
        {
            "rules": "declared",
            "seat": "F",
            "contract": "NT",
            "hand": "...",
            "plays": tricks,
            "exchanged": {"F": 0, "M": 0, "D": 0},
        }
    )
    assert view.to_move is None
    (world,) = enumerate_worlds(view)
    assert world.out == view.unseen and world.weight == 1


@pytest.mark.parametrize("prior", PRIORS)
def test_what_is_drawn_does_not_depend_on_the_real_hidden_cards(prior: Prior) -> None:
    rules = load_rules("hornafjordur")
    dealt = deal(rules, 5)
    swapped = swap_hidden(dealt)
    hands = [Hand.start(rules, d).apply(Discard(CardSet())) for d in (dealt, swapped)]
    assert hands[0].hands[Seat.F] != hands[1].hands[Seat.F]
    first, second = (sample_worlds(hand.view(Seat.M), 30, seed=2, prior=prior) for hand in hands)
    assert first == second


def swap_hidden(dealt: Deal) -> Deal:
    """The same deal for M: F's hand and twelve cards of the Manni change places."""
    hand, top = tuple(dealt.hands[Seat.F]), dealt.stock[:12]
    return replace(dealt, hands=(CardSet(top), *dealt.hands[1:]), stock=(*hand, *dealt.stock[12:]))


# --- the rest of the Manni ---------------------------------------------------------------------------------------


def test_the_manni_at_an_exchange_is_drawn_from_the_cards_out_of_play() -> None:
    rules = load_rules("hornafjordur")
    hand = Hand.start(rules, deal(rules, 1))
    thrown = CardSet(list(hand.hands[Seat.F])[:5])
    for view, left in ((hand.view(Seat.F), 16), (hand.apply(Discard(thrown)).view(Seat.M), 11)):
        masks = sample_masks(view, 200, rng(1))
        stock = sample_stock(view, masks.out, rng(2))
        assert stock.shape == (200, left)
        for row, out in zip(stock.tolist(), masks.out.tolist(), strict=True):
            assert len(set(row)) == left
            assert all(out >> card & 1 for card in row)
        assert view.cut is not None and not (stock == int(view.cut)).any()


def test_every_card_out_of_play_is_on_top_of_the_manni_equally_often() -> None:
    rules = load_rules("declared")
    hand = Hand.start(rules, deal(rules, 1))
    hand = hand.apply(Declare(Contract.NT)).apply(Discard(CardSet(list(hand.hands[Seat.F])[:7])))
    view = hand.view(Seat.M)
    (out,) = sample_masks(view, 1, rng(4)).out
    number = 16_000
    stock = sample_stock(view, np.full(number, out), rng(1))
    assert stock.shape == (number, 9)
    for place in (0, 8):
        counts = Counter(stock[:, place].tolist())
        assert len(counts) == 16
        assert all(abs(count - number / 16) < 5 * (number / 16) ** 0.5 for count in counts.values())


def test_a_manni_taken_whole_is_all_that_is_out_of_play() -> None:
    rules = load_rules("plain")
    hand = Hand.start(rules, deal(rules, 1))
    view = hand.apply(Take(False)).view(Seat.M)
    assert view.decision == "take" and view.stock_left == view.out_size == 12
    masks = sample_masks(view, 5, rng(1))
    stock = sample_stock(view, masks.out, rng(1))
    assert [CardSet(Card(card) for card in row).mask for row in stock.tolist()] == masks.out.tolist()


def test_after_the_exchange_nobody_draws() -> None:
    with pytest.raises(ValueError, match="exchange is over"):
        sample_stock(VIEW, sample_masks(VIEW, 1, rng(0)).out, rng(0))

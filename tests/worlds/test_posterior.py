"""Worlds weighted by a model: drawn as they are listed, listed as the model has it, and no more than the view knows."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.actions import Declare, Discard, Play
from manni.bots.base import act
from manni.bots.greedy import GreedyBot
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.hand import Hand
from manni.history import steps
from manni.policy.evaluation import by_strength, contract_kind, policy
from manni.rules import RuleSet, load_rules
from manni.view import View
from manni.worlds import Masks, OpponentModel, count_worlds, enumerate_worlds, posterior, posterior_masks, sample_masks
from manni.worlds._evidence import Plays
from manni.worlds._suits import SuitDeal
from manni.worlds.evidence import cut_term, drift, evidence_of, fitted, play_rows
from manni.worlds.posterior import Belief

RULES = {name: load_rules(name) for name in ("hornafjordur", "plain", "declared")}
SHORT = load_rules({"base": "hornafjordur", "name": "short", "deck": "AKQJT98765", "allowances": dict(F=1, M=2, D=12)})


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def sensible(rules: RuleSet, seed: int, cards: int) -> Hand:
    """A hand by the rules of thumb, with so many cards played."""
    hand = Hand.start(rules, deal(rules, seed), number=seed % 4 + 1)
    bot = GreedyBot()
    while sum(map(len, hand.plays)) < cards:
        seat = hand.to_move
        assert seat is not None
        hand = hand.apply(act(bot, hand.view(seat)))
    return hand


def keys(masks: Masks) -> list[tuple[int, ...]]:
    return [(*map(int, hands), int(out)) for hands, out in zip(masks.hands, masks.out, strict=True)]


def small_views(count: int) -> list[View]:
    """Views late in a hand with two worlds or more, but not many, of all rule sets."""
    found: list[View] = []
    for seed, rules in product(range(30), (*RULES.values(), SHORT)):
        hand = sensible(rules, seed, 36 - 6 - seed % 5)
        view = hand.view(Seat(seed % 3))
        if 5 <= count_worlds(view) <= 500:
            found.append(view)
        if len(found) == count:
            break
    return found


SMALL = small_views(12)


# --- dealing out by suits ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_products_over_suits_are_counted_and_drawn_exactly(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample([16 * suit + rank for suit in range(4) for rank in range(13)], 7)
    *loose, known = cards
    need = chance.randint(0, 3), chance.randint(0, 3)
    may = [sum(0x1FFF << 16 * suit for suit in range(4) if chance.random() < 0.8) for _ in range(2)]
    fixed = [0, 0, 0]
    fixed[chance.randrange(3)] = 1 << known
    tables = [rng(seed + place).random((4, 8192)) for place in range(3)]
    last = None if chance.random() < 0.5 else tables[2]
    weights: dict[tuple[int, int], float] = {}
    for places in product(range(3), repeat=len(loose)):
        held = list(fixed)
        for card, place in zip(loose, places, strict=True):
            held[place] |= 1 << card
        counts = [places.count(place) for place in (0, 1)]
        if tuple(counts) == need and not any(held[i] & ~fixed[i] & ~may[i] for i in (0, 1)):
            weight = 1.0
            for masks, table in zip(held, (*tables[:2], last), strict=True):
                if table is not None:
                    for suit in range(4):
                        weight *= table[suit, masks >> 16 * suit & 0x1FFF]
            weights[held[0], held[1]] = weight
    found = SuitDeal(
        sum(1 << card for card in loose), may[0], may[1], *need, (fixed[0], fixed[1], fixed[2]), *tables[:2], last
    )
    total = sum(weights.values())
    assert found.mass == pytest.approx(total)
    if not weights:
        with pytest.raises(ValueError, match="no way"):
            found.draw(1, 0)
        return
    number = 4_000
    drawn = Counter(map(tuple, found.draw(number, seed).tolist()))
    assert set(drawn) <= set(weights)
    for key, weight in weights.items():
        share = weight / total
        assert abs(drawn[key] - number * share) <= 5 * (number * share * (1 - share)) ** 0.5 + 1


def test_a_term_that_is_1_everywhere_is_as_if_it_were_not_there() -> None:
    loose = sum(1 << 16 * suit + rank for suit in range(4) for rank in range(1, 9))
    tables = [rng(place).random((4, 8192)) for place in range(2)]
    everything = 2**64 - 1
    one, none = (
        SuitDeal(loose, everything, everything, 9, 10, (0, 0, 0), *tables, last) for last in (np.ones((4, 8192)), None)
    )
    assert one.mass == pytest.approx(none.mass, rel=1e-12)


# --- the posterior -----------------------------------------------------------------------------------------------


def weight_by_the_words(view: View, hands: dict[Seat, CardSet], out: CardSet) -> float:
    """The log weight of a world as the model is described, card by card, without the prior's part and straying."""
    contract = view.contract
    assert contract is not None
    total, floor = 0.0, OpponentModel().floor
    for seat, held in hands.items():
        evidence = evidence_of(view, seat, OpponentModel())
        for terms, cards in ((evidence.hand, held | view.table.played[seat]), (evidence.given, out)):
            if terms is None:
                continue
            for suit in range(4):
                ranks = sorted(card.strength(contract) for card in cards.suit(suit))
                first_three = (ranks if contract.avoid else ranks[::-1])[:3]
                row = terms[int(contract.trump not in (None, suit))]
                total += sum(row[13 * place + rank] for place, rank in enumerate(first_three))
                total += row[39 + len(ranks)] + sum(row[53 + rank] for rank in ranks)
        for suit in range(4):
            row = fitted()[contract_kind(contract)]["drift"][
                2 * int(contract.trump not in (None, suit)) + bool(view.hand.suit(suit))
            ]
            ranks = [card.strength(contract) for card in held.suit(suit)]
            terms = sum(row[3 + rank] for rank in ranks) + (row[len(ranks)] if len(ranks) < 3 else 0.0)
            total += (1 - len(view.hand) / 12) * terms
        rows = play_rows(view, seat)
        if len(rows):
            trump = 4 if contract.trump is None else contract.trump
            weights = np.array(fitted()[contract_kind(contract)]["plays"])
            plays = Plays(rows, trump, contract.avoid, weights, policy(), floor, 1.0)
            now = by_strength(held.mask, contract)
            for play, row in enumerate(rows.tolist()):
                where, cards, features = plays.features(play, now | row[6])
                if len(cards) > 1:
                    # What follows suit is judged by that suit alone.
                    if row[1] != 255 and row[0] // 16 == row[1] // 16:
                        where, cards, features = plays.features(play, (now | row[6]) & 0xFFFF << row[0] // 16 * 16)
                    scores = np.exp(np.array(features) @ weights[where])
                    chance = (1 - floor) * scores[cards.index(row[0])] / scores.sum() + floor / len(cards)
                    total += OpponentModel().plays * np.log(chance)
    if view.cut_status == "open" and view.cut is not None and view.cut in hands[Seat.D]:
        total += cut_term(view)
    return total


@pytest.mark.parametrize("view", SMALL, ids=range(len(SMALL)))
def test_weights_are_what_the_model_says(view: View) -> None:
    _, weights = posterior(view, OpponentModel(stray=0))
    found = []
    for world in enumerate_worlds(view):
        hands = {seat: world.hands[seat] for seat in view.others}
        found.append(np.log(float(world.weight)) + weight_by_the_words(view, hands, world.out))
    expected = np.exp(np.array(found) - max(found))
    assert weights == pytest.approx(expected / expected.sum(), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("view", SMALL, ids=range(len(SMALL)))
def test_draws_come_as_often_as_the_list_says(view: View) -> None:
    listed, weights = posterior(view)
    assert len(listed.out) == count_worlds(view) and weights.sum() == pytest.approx(1)
    expected = dict(zip(keys(listed), weights.tolist(), strict=True))
    drawn = Counter(key for seed in range(40) for key in keys(posterior_masks(view, 100, rng(seed))))
    assert set(drawn) <= set(expected)
    distance = sum(abs(drawn[key] / 4_000 - weight) for key, weight in expected.items()) / 2
    # Draws are resampled from eight times as many; that is worth at least some hundreds of independent ones.
    noise = sum((weight * (1 - weight) / 500) ** 0.5 for weight in expected.values()) / 2
    assert distance < noise + 0.02


def test_nothing_is_read_into_what_others_did_without_strength() -> None:
    for view in SMALL[:4]:
        drawn, prior = posterior_masks(view, 30, rng(1), OpponentModel(strength=0)), sample_masks(view, 30, rng(1))
        assert keys(drawn) == keys(prior) and drawn.effective == 30
        listed, weights = posterior(view, OpponentModel(strength=0))
        exact = {world.hands: float(world.weight) for world in enumerate_worlds(view)}
        for (*hands, _), weight in zip(keys(listed), weights.tolist(), strict=True):
            assert weight == pytest.approx(exact[CardSet(hands[0]), CardSet(hands[1]), CardSet(hands[2])])


def test_a_vanishing_strength_comes_to_the_prior_the_cut_card_included() -> None:
    for view in SMALL[:6]:
        _, weights = posterior(view, OpponentModel(strength=1e-9, stray=0))
        assert weights == pytest.approx([float(world.weight) for world in enumerate_worlds(view)], rel=1e-6)


def test_a_seat_that_always_strays_tells_nothing_but_by_its_plays() -> None:
    hand = sensible(RULES["hornafjordur"], 3, 0)
    view = hand.view(Seat.F)
    number = 3_000
    drawn = posterior_masks(view, number, rng(1), OpponentModel(stray=1.0))
    prior = sample_masks(view, number, rng(2))
    for seat in view.others:
        for card in view.unseen:
            shares = [(masks.hands[:, seat] >> np.uint64(card) & np.uint64(1)).mean() for masks in (drawn, prior)]
            assert abs(shares[0] - shares[1]) < 5 * (0.25 * 2 / number) ** 0.5


def exchanged_view(contract: str, cut: str, hand: str) -> View:
    return View.from_json(
        {"rules": "hornafjordur", "seat": "F", "cut": cut, "hand": hand, "contract": contract,
         "exchanged": {"F": 0, "M": 5, "D": 8}}
    )  # fmt: skip


def held_share(view: View, seat: Seat, card: str, model: OpponentModel | None = None) -> float:
    masks = posterior_masks(view, 2_000, rng(5), model or OpponentModel())
    return float((masks.hands[:, seat] >> np.uint64(Card.parse(card)) & np.uint64(1)).mean())


def test_who_exchanges_keeps_what_takes_tricks_and_throws_the_rest() -> None:
    trump, nullo = exchanged_view("H", "7H", "9876.65.987.987"), exchanged_view("NULLO", "3S", "9876.765.98.987")
    sure = OpponentModel(stray=0)
    for seat in (Seat.M, Seat.D):
        assert held_share(trump, seat, "AC", sure) > 1.3 * held_share(trump, seat, "2C", sure)
        assert held_share(trump, seat, "4H", sure) > 1.3 * held_share(trump, seat, "4C", sure)
        assert held_share(nullo, seat, "2C", sure) > 1.3 * held_share(nullo, seat, "KC", sure)


def test_a_dealer_keeps_an_ace_that_was_cut_sooner_than_a_ten() -> None:
    """By chance a dealer who changed eight of twelve still has it once in three."""
    sure = OpponentModel(stray=0)
    good = exchanged_view("NT", "AS", "9876.765.98.987")
    poor = exchanged_view("NT", "TS", "9876.765.98.987")
    by_chance = OpponentModel(strength=0)
    assert held_share(good, Seat.D, "AS", by_chance) == pytest.approx(1 / 3, abs=0.05)
    assert held_share(good, Seat.D, "AS", sure) > 0.8 and held_share(good, Seat.D, "AS") > 0.5
    assert held_share(good, Seat.D, "AS", sure) > held_share(poor, Seat.D, "TS", sure) + 0.2
    assert held_share(good, Seat.M, "AS") == 0


def test_the_hand_kept_is_good_and_the_one_given_up_poor() -> None:
    base = {"rules": "plain", "seat": "F", "contract": "S", "hand": "9876.987.876.76"}
    kept = View.from_json({**base, "taken": None, "hand": "876.987.876.76", "plays": ["9S"]})
    assert held_share(kept, Seat.M, "AS") > 1.05 * held_share(kept, Seat.M, "3S")
    taken = View.from_json({**base, "taken": "M"})
    masks = posterior_masks(taken, 2_000, rng(1))
    out = {card: float((masks.out >> np.uint64(Card.parse(card)) & np.uint64(1)).mean()) for card in ("AS", "3D")}
    assert out["3D"] > 1.1 * out["AS"]


def test_a_seat_that_could_not_win_and_played_high_has_no_low_card_left() -> None:
    """Third hand follows the ace with the jack: it would have played a lower heart."""
    view = View.from_json(
        {"rules": "declared", "seat": "F", "contract": "NT", "hand": "KQJ.KQ.987.987", "exchanged": dict(F=0, M=0, D=0),
         "plays": ["AH 3H JH"]}
    )  # fmt: skip
    low, high = held_share(view, Seat.D, "2H"), held_share(view, Seat.M, "2H")
    assert low < 0.5 * high


def test_probabilities_hold_where_weights_are_too_small_for_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odd plays under a great strength: logarithms of a few hundred below 0 were seen."""
    _, expected = posterior(SMALL[0])
    weigh = Belief.weigh
    monkeypatch.setattr(Belief, "weigh", lambda belief, hands, out: weigh(belief, hands, out) - 2_000)
    _, found = posterior(SMALL[0])
    assert found == pytest.approx(expected)


def test_drift_grows_with_the_tricks_played() -> None:
    assert np.all(drift("nullo", 12, 1.0) == 1.0)
    assert drift("nullo", 3, 1.0) == pytest.approx(drift("nullo", 9, 1.0) ** 3)
    assert drift("trump", 3, 1.0) == pytest.approx(drift("trump", 3, 0.5) ** 2)


def test_drift_can_be_switched_off() -> None:
    view = next(view for view in SMALL if len(view.plays) > 3)

    def chances(**off: float) -> Any:
        return posterior(view, OpponentModel(**off))[1]

    assert chances(drift=0.0) != pytest.approx(chances())
    assert chances(plays=0.0) == pytest.approx(chances(plays=0.0, drift=0.0))


# --- what callers rely on ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10_000), st.integers(0, 35), st.sampled_from(Seat))
def test_worlds_fit_the_view_and_repeat_with_the_seed(rules: str, seed: int, cards: int, seat: Seat) -> None:
    chance = random.Random(seed)
    hand = Hand.start(RULES[rules], deal(RULES[rules], seed), number=1)
    while sum(map(len, hand.plays)) < cards:
        actions = hand.legal_actions()
        if hand.phase == "exchange":
            held = list(hand.hands[hand.to_move or 0])
            hand = hand.apply(Discard(CardSet(chance.sample(held, chance.randint(0, min(3, len(held)))))))
        else:
            hand = hand.apply(chance.choice(list(actions)))
    view = hand.view(seat)
    masks = posterior_masks(view, 6, rng(seed))
    assert keys(masks) == keys(posterior_masks(view, 6, rng(seed)))
    assert 1 <= masks.effective <= 6
    unseen, (first, second) = view.unseen.mask, view.others
    for hands, out in zip(masks.hands.tolist(), masks.out.tolist(), strict=True):
        assert hands[seat] == view.hand.mask
        assert hands[first] | hands[second] | out == unseen
        assert hands[first].bit_count() == view.sizes[first] and hands[second].bit_count() == view.sizes[second]
        assert not hands[first] & (hands[second] | out) and not hands[second] & out
        assert not any(hands[other] & view.table.void[other] for other in view.others)
        assert view.cut is None or not view.cut.mask & unseen or view.cut.mask & (hands[Seat.D] | out)


def test_the_real_hidden_cards_do_not_matter() -> None:
    """Two deals that look alike to M: what F threw, what the Manni still has and D's cards change places."""
    rules = RULES["hornafjordur"]
    dealt = deal(rules, 5)
    views = []
    for swap in (False, True):
        hands, stock = list(dealt.hands), list(dealt.stock)
        if swap:
            low, high = hands[Seat.F], CardSet(stock[5:])
            moved = list(low)[:6], list(high)[:6]
            hands[Seat.F] = low - CardSet(moved[0]) | CardSet(moved[1])
            stock = [dict(zip(moved[1], moved[0], strict=True)).get(card, card) for card in stock]
        hand = Hand.start(rules, replace(dealt, hands=(hands[0], hands[1], hands[2]), stock=tuple(stock), seed=None))
        hand = hand.apply(Discard(CardSet(list(hand.hands[Seat.F])[:5])))
        views.append(hand.view(Seat.M))
    assert views[0] == views[1]
    assert keys(posterior_masks(views[0], 30, rng(1))) == keys(posterior_masks(views[1], 30, rng(1)))


def test_before_anything_was_decided_the_prior_stands() -> None:
    hand = Hand.start(RULES["declared"], deal(RULES["declared"], 1))
    for view in (hand.view(Seat.D), hand.view(Seat.F)):
        assert keys(posterior_masks(view, 20, rng(1))) == keys(sample_masks(view, 20, rng(1)))
    after = hand.apply(Declare(Contract.NT)).view(Seat.F)
    assert keys(posterior_masks(after, 20, rng(1))) != keys(sample_masks(after, 20, rng(1)))


def test_no_worlds_and_a_finished_hand() -> None:
    assert posterior_masks(SMALL[0], 0, rng(1)).hands.shape == (0, 3)
    view = sensible(RULES["hornafjordur"], 2, 36).view(Seat.M)
    (world,) = set(keys(posterior_masks(view, 3, rng(1))))
    assert world == (0, 0, 0, view.unseen.mask)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("strength", -1),
        ("strength", 11),
        ("strength", float("nan")),
        ("plays", True),
        ("stray", 1.5),
        ("floor", 0),
        ("drift", 2),
    ],
)
def test_bad_numbers_of_the_model_are_named(field: str, value: Any) -> None:
    with pytest.raises(ManniError) as refused:
        OpponentModel(**{field: value})
    assert refused.value.field == field


def test_the_model_knows_better_than_the_prior_where_the_cards_are() -> None:
    """Log scores of actual places over hands of the rules of thumb, which the model was not fitted to card by card."""
    gains = []
    for seed in range(100, 106):
        hand = sensible(RULES["hornafjordur"], seed, 18)
        for point, action in steps(hand):
            if isinstance(action, Play) and not point.trick and not sum(point.tricks) % 3:
                view = point.view(point.leader)
                drawn, prior = posterior_masks(view, 150, rng(seed)), sample_masks(view, 150, rng(seed))
                gains.append(log_score(point, view, drawn) - log_score(point, view, prior))
    assert np.mean(gains) > 0.1


def log_score(point: Hand, view: View, masks: Masks) -> float:
    total = 0.0
    for card in view.unseen:
        seat = next((seat for seat in view.others if card in point.hands[seat]), None)
        column = masks.out if seat is None else masks.hands[:, seat]
        share = (column >> np.uint64(card) & np.uint64(1)).sum()
        total += float(np.log((share + 0.5) / (len(masks.out) + 1.5)))
    return total / len(view.unseen)

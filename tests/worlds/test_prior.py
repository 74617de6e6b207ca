"""The worlds and their weights against a brute force that follows the words of the definition.

The brute force reads the JSON form of a view as text and shares no code with the package: it deals the unseen cards in
every way, replays the tricks to see who revoked, and weighs the cut card's two cases by counting deals before play.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from manni.actions import Discard
from manni.cards import Card, CardSet, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.rules import RuleSet, load_rules
from manni.view import View
from manni.worlds import World, count_worlds, enumerate_worlds, sample_worlds

ORDER = "23456789TJQKA"
Key = tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]


# --- the brute force ---------------------------------------------------------------------------------------------


def cards_of(text: str) -> list[str]:
    if "." in text:
        return [rank + suit for suit, ranks in zip("SHDC", text.split("."), strict=True) for rank in ranks]
    return text.split()


def winner(trick: list[str], contract: str) -> int:
    order = "A" + ORDER[:-1] if contract == "NULLO" else ORDER
    suit = contract if any(card[1] == contract for card in trick) else trick[0][1]
    return max(range(3), key=lambda i: (trick[i][1] == suit, order.index(trick[i][0])))


def history(view: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Every play as (seat, card, card led)."""
    leader, found = 0, []
    for text in view["plays"]:
        trick = text.split()
        found += [("FMD"[(leader + i) % 3], card, trick[0]) for i, card in enumerate(trick)]
        if len(trick) == 3:
            leader = (leader + winner(trick, view["contract"])) % 3
    return found


def revoked(seat: str, held_before_play: set[str], plays: list[tuple[str, str, str]]) -> bool:
    hand = set(held_before_play)
    for who, card, led in plays:
        if who == seat:
            hand.remove(card)
            if card[1] != led[1] and any(held[1] == led[1] for held in hand):
                return True
    return False


def deals(
    cards: list[str], first: str, second: str, played: dict[str, set[str]], plays: list[tuple[str, str, str]]
) -> Iterator[tuple[set[str], set[str], set[str]]]:
    """Deal both hidden hands in every way in which neither revoked."""
    for one in combinations(cards, 12 - len(played[first])):
        if revoked(first, {*one, *played[first]}, plays):
            continue
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, 12 - len(played[second])):
            if not revoked(second, {*two, *played[second]}, plays):
                yield set(one), set(two), set(rest) - set(two)


def brute_force(view: dict[str, Any], deck: list[str]) -> dict[Key, Fraction]:
    seat, plays = view["seat"], history(view)
    first, second = (other for other in "FMD" if other != seat)
    played = {other: {card for who, card, _ in plays if who == other} for other in "FMD"}
    own = set(cards_of(view["hand"]))
    seen = own | set(cards_of(view["discarded"])) | played["F"] | played["M"] | played["D"]
    unseen = [card for card in deck if card not in seen]
    before = len(unseen) + len(played[first]) + len(played[second])  # cards not seen before play
    dead = before - 24
    cut = view.get("cut")
    changed = view.get("exchanged", {}).get("D", 0)
    cut_unseen_before_play = cut is not None and cut not in own | set(cards_of(view["discarded"])) | played[seat]

    weights: dict[Key, Fraction] = {}
    for one, two, out in deals(unseen, first, second, played, plays):
        hands = {seat: own, first: one, second: two}
        weight = Fraction(1)
        if cut_unseen_before_play:
            if cut in hands["D"] | played["D"]:
                number = factorial(before - 1) // (factorial(11) * factorial(12) * factorial(dead))
                weight = Fraction(12 - changed, 12) / number
            elif cut in out:
                number = factorial(before - 1) // (factorial(12) * factorial(12) * factorial(dead - 1))
                weight = Fraction(changed, 12) / number
            else:
                weight = Fraction(0)
        if weight:
            weights[frozenset(hands["F"]), frozenset(hands["M"]), frozenset(hands["D"]), frozenset(out)] = weight
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def key_of(world: World) -> Key:
    first, second, third, out = (frozenset(map(str, cards)) for cards in (*world.hands, world.out))
    return first, second, third, out


# --- views from played hands -------------------------------------------------------------------------------------

RULES = {
    rules.name: rules
    for rules in (
        load_rules("hornafjordur"),
        load_rules("plain"),
        load_rules("declared"),
        load_rules({"base": "hornafjordur", "name": "short", "deck": "AKQJT98765", "allowances": dict(F=1, M=2, D=12)}),
        load_rules({"base": "hornafjordur", "name": "bare", "deck": "AKQJT9876", "allowances": dict(F=0, M=0, D=0)}),
    )
}


def played_hand(rules: RuleSet, seed: int, plays: int) -> Hand:
    """A hand after random legal actions and so many cards played."""
    chance = random.Random(seed)
    hand = Hand.start(rules, deal(rules, seed), number=seed % 4 + 1)
    while sum(map(len, hand.plays)) < plays:
        seat = hand.to_move
        assert seat is not None
        if hand.phase == "exchange":
            count = chance.randint(0, rules.allowance(seat, hand.exchanged))
            hand = hand.apply(Discard(CardSet(chance.sample(list(hand.hands[seat]), count))))
        else:
            hand = hand.apply(chance.choice(list(hand.legal_actions())))
    return hand


def find_view(rules: str, plays: int, status: str | None, most: int = 20_000, seat: Seat | None = None) -> View:
    """The first view, by seed, with the cut card's status and few enough worlds for brute force."""
    for seed in range(3_000):
        hand = played_hand(RULES[rules], seed, plays)
        view = hand.view(Seat(seed % 3) if seat is None else seat)
        one = comb(len(view.unseen), view.sizes[view.others[0]])
        if view.cut_status == status and one <= 60_000 and 20 <= count_worlds(view) <= most:
            return view
    raise AssertionError("no such view")


CASES = [
    ("hornafjordur", 28, "open"),
    ("hornafjordur", 29, "open"),
    ("hornafjordur", 30, "gone"),
    ("hornafjordur", 30, "held"),
    ("hornafjordur", 28, "seen"),
    ("plain", 27, None),
    ("plain", 28, None),
    ("declared", 28, None),
    ("declared", 31, None),
    ("short", 13, "open"),
    ("short", 17, "open"),
    ("short", 18, "gone"),
    ("short", 19, "held"),
    ("bare", 8, "held"),
    ("bare", 12, "seen"),
]


@pytest.mark.parametrize(("rules", "plays", "status"), CASES)
def test_worlds_and_weights_are_the_definition(rules: str, plays: int, status: str | None) -> None:
    view = find_view(rules, plays, status)
    expected = brute_force(view.to_json(), [str(card) for card in view.rules.deck])
    worlds = list(enumerate_worlds(view))
    assert len(worlds) == len(expected) == count_worlds(view)
    assert {key_of(world): world.weight for world in worlds} == expected


# --- sampling ----------------------------------------------------------------------------------------------------


def p_value(drawn: Counter[Key], expected: dict[Key, Fraction]) -> float:
    """Pearson's chi-square test of draws against exact probabilities; 0 when a draw was impossible."""
    if set(drawn) - set(expected):
        return 0.0
    number = sum(drawn.values())
    statistic = sum((drawn[key] - number * float(p)) ** 2 / (number * float(p)) for key, p in expected.items())
    return float(chi2.sf(statistic, len(expected) - 1))


SAMPLED = [
    ("hornafjordur", 31, "open", Seat.F),
    ("hornafjordur", 32, "open", Seat.M),
    ("hornafjordur", 31, "seen", Seat.D),
    ("hornafjordur", 31, "gone", Seat.M),
    ("hornafjordur", 31, "held", Seat.F),
    ("plain", 31, None, Seat.D),
    ("declared", 32, None, Seat.M),
    ("short", 20, "open", Seat.F),
    ("short", 21, "open", Seat.M),
    ("bare", 14, "held", Seat.M),
]


@pytest.mark.parametrize(("rules", "plays", "status", "seat"), SAMPLED)
def test_sampling_is_uniform_under_the_measure(rules: str, plays: int, status: str | None, seat: Seat) -> None:
    view = find_view(rules, plays, status, most=500, seat=seat)
    expected = brute_force(view.to_json(), [str(card) for card in view.rules.deck])
    worlds = sample_worlds(view, 60 * len(expected), seed=5, prior="uniform")
    assert p_value(Counter(map(key_of, worlds)), expected) > 0.001


def test_the_chi_square_test_sees_a_sampler_that_deals_card_by_card() -> None:
    """Each unseen card to a hand with room and no void, at random: consistent worlds, but not uniform."""
    view = find_view("declared", 32, None, most=500, seat=Seat.M)
    expected = brute_force(view.to_json(), [str(card) for card in view.rules.deck])
    chance = random.Random(1)

    def deal_card_by_card() -> Key:
        first, second = view.others
        while True:
            room = {first: view.sizes[first], second: view.sizes[second], None: view.out_size}
            held: dict[Seat | None, set[str]] = {first: set(), second: set(), None: set(), view.seat: set()}
            held[view.seat] = {str(card) for card in view.hand}
            for card in view.unseen:
                homes = [
                    home for home in room if room[home] and not (home is not None and view.table.void[home] & card.mask)
                ]
                if not homes:
                    break
                home = chance.choice(homes)
                room[home] -= 1
                held[home].add(str(card))
            else:
                f, m, d = (frozenset(held[seat]) for seat in Seat)
                return f, m, d, frozenset(held[None])

    drawn = Counter(deal_card_by_card() for _ in range(60 * len(expected)))
    assert not set(drawn) - set(expected)
    assert p_value(drawn, expected) < 1e-6


@pytest.mark.parametrize(("changed", "share"), [(0, 1.0), (3, 9 / 12), (4, 8 / 12), (12, 0.0)])
def test_the_cut_card_stays_with_the_dealer_as_often_as_chance_has_it(changed: int, share: float) -> None:
    view = View.from_json(
        {
            "rules": "hornafjordur",
            "seat": "F",
            "cut": "7H",
            "hand": "AKQ.AKQ.AKQ.AKQ",
            "exchanged": {"F": 0, "M": 4, "D": changed},
        }
    )
    number = 4_000
    worlds = sample_worlds(view, number, seed=1, prior="uniform")
    spread = 4 * (share * (1 - share) / number) ** 0.5
    cut, other = Card.parse("7H"), Card.parse("8H")
    held = [world for world in worlds if cut in world.hands[Seat.D]]
    assert abs(len(held) / number - share) <= spread
    assert not any(cut in world.hands[Seat.M] for world in worlds)
    # Another card is in one of 12 - 1 places of the dealer's hand beside the cut card, out of 39 unseen.
    if changed == 4:
        beside = sum(other in world.hands[Seat.D] for world in held) / len(held)
        assert abs(beside - 11 / 39) <= 4 * (11 / 39 * 28 / 39 / len(held)) ** 0.5


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10_000), st.integers(0, 35), st.sampled_from(Seat))
def test_every_world_drawn_is_a_deal_of_what_is_unseen(rules: str, seed: int, plays: int, seat: Seat) -> None:
    hand = played_hand(RULES[rules], seed, plays)
    view = hand.view(seat)
    for world in sample_worlds(view, 5, seed, prior="uniform"):
        assert world.hands[seat] == view.hand
        parts = [world.hands[other] for other in view.others] + [world.out]
        assert sum(map(len, parts)) == len(view.unseen)
        assert parts[0] | parts[1] | parts[2] == view.unseen
        for other in view.others:
            assert len(world.hands[other]) == len(hand.hands[other])
            assert not world.hands[other].mask & view.table.void[other]
        if view.cut is not None and view.cut in view.unseen:
            assert view.cut in world.hands[Seat.D] | world.out
    # What is really the case is a world too, and no other card decides what is drawn.
    actual = World(hand.hands, view.unseen - hand.hands[view.others[0]] - hand.hands[view.others[1]])
    if count_worlds(view) <= 2_000:
        assert key_of(actual) in {key_of(world) for world in enumerate_worlds(view)}


def test_a_hand_with_millions_of_worlds_gets_each_number_of_a_suit_as_often_as_counting_says() -> None:
    """F is out of spades, D of diamonds, early on: how many diamonds F and spades D holds, jointly."""
    view = View.from_json(
        {
            "rules": "declared",
            "seat": "M",
            "contract": "NT",
            "hand": "AK.KQJ.76.4",
            "discarded": "2C 3C",
            "exchanged": {"F": 3, "M": 2, "D": 7},
            "plays": ["AD 8D AH", "QD 9D KC", "QC AC TC", "QS 2S 3H"],
        }
    )
    first, second = view.sizes[Seat.F], view.sizes[Seat.D]
    diamonds, spades = (sum(card.suit == suit for card in view.unseen) for suit in (2, 0))
    free = len(view.unseen) - diamonds - spades
    ways = {
        (i, j): comb(diamonds, i) * comb(spades, j) * comb(free, first - i) * comb(free - first + i, second - j)
        for i in range(first + 1)
        for j in range(second + 1)
    }
    assert sum(ways.values()) == count_worlds(view) > 10**8
    number = 30_000
    drawn = Counter(
        (len(world.hands[Seat.F].suit(2)), len(world.hands[Seat.D].suit(0)))
        for world in sample_worlds(view, number, 3, prior="uniform")
    )
    expected = {key: number * count / count_worlds(view) for key, count in ways.items()}
    usual = [key for key in expected if expected[key] >= 5]
    cells = [(drawn[key], expected[key]) for key in usual]
    cells.append((number - sum(seen for seen, _ in cells), number - sum(due for _, due in cells)))
    assert chi2.sf(sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1) > 0.001

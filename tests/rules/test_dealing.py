"""Dealing: the order of the table, and the same cards from the same seed everywhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import Deal, deal, deal_in_order
from manni.errors import RulesError
from manni.hand import Hand
from manni.rules import BUILT_IN, load_rules


def dealt_to(rules: str) -> str:
    """Who gets each card of the deck from the first on, F M D for a player and - for the Manni."""
    rule_set = load_rules(rules)
    deck = list(rule_set.deck)
    hands, stock = deal_in_order(rule_set, deck)
    places = {card: str(seat) for seat in Seat for card in hands[seat]} | dict.fromkeys(stock, "-")
    return "".join(places[card] for card in deck)


def test_hornafjordur_gives_the_manni_four_then_three_each() -> None:
    assert dealt_to("hornafjordur") == "----FFFMMMDDD" * 4


def test_declared_gives_three_each_then_the_manni_four() -> None:
    assert dealt_to("declared") == "FFFMMMDDD----" * 4


def test_plain_deals_packets_of_four_and_leaves_the_manni() -> None:
    assert dealt_to("plain") == "FFFFMMMMDDDD" * 3 + "-" * 12


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_first_card_to_the_manni_is_its_top(name: str) -> None:
    rules = load_rules(name)
    deck = list(rules.deck)[::-1]
    _, stock = deal_in_order(rules, deck)
    assert list(stock) == [card for card in deck if card in stock]


def test_a_smaller_manni_is_dealt_evenly() -> None:
    rules = load_rules({"base": "hornafjordur", "name": "h", "deck": "AKQJT9876543", "allowances": [6, 5, 12]})
    deck = list(rules.deck)
    hands, stock = deal_in_order(rules, deck)
    assert [deck.index(card) for card in stock] == [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38]
    assert deck[-1] in hands[Seat.D]


# Written down once: a change here changes what every seed and every record in the world means.
SEED_1 = {
    "hornafjordur": (
        ["A94.852.32.8654", "J62.AQ9.Q654.Q9", "KQ.KJT.KJ8.AT32"],
        "7D 3S JC AD 7S 5S TS 8S 6H 9D KC 7C 4H 7H TD 3H",
        "KS",
    ),
    "plain": (
        ["KQ3.J6.AT8.JT85", "98654.AKT.654.7", "7.Q97.K93.AKQ96"],
        "5H 8H 4C 4H TS 3H AS QD JS 7D JD 3C",
        "None",
    ),
    "declared": (
        ["T753.764.987.AJ", "K984.3.AT.K8764", "A.AQ852.Q532.95"],
        "QC 3C QS KH 4D 2S KD TH 9H 6S JH TC JS 6D JD 2C",
        "None",
    ),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_seed_means_the_same_cards_everywhere(name: str) -> None:
    found = deal(load_rules(name), 1)
    hands, stock, cut = SEED_1[name]
    assert [str(hand) for hand in found.hands] == hands
    assert " ".join(map(str, found.stock)) == stock
    assert str(found.cut) == cut
    assert found.seed == 1


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_deal_fits_its_rules(name: str) -> None:
    rules = load_rules(name)
    found = {(number, deal(rules, seed, number)) for seed in range(10) for number in range(1, 11)}
    assert len(found) == 100
    for _, dealt in found:
        dealt.check(rules)


def test_the_cut_card_is_dealt_last_to_the_dealer_and_fixes_the_contract() -> None:
    rules = load_rules()
    cuts = Counter()
    for number in range(1, 5201):
        dealt = deal(rules, 11, number)
        assert dealt.cut in dealt.hands[Seat.D]
        cuts[dealt.cut] += 1
        if number <= 50:
            assert Hand.start(rules, dealt).contract is rules.contract_of_cut(dealt.cut)
    # 52 cards, 100 of each expected: chi-square with 51 degrees of freedom is over 86.7 once in a thousand.
    assert sum((cuts[card] - 100) ** 2 / 100 for card in rules.deck) < 86.7


def test_every_card_is_dealt_everywhere_alike() -> None:
    rules = load_rules("plain")
    counts: Counter[tuple[Card, int]] = Counter()
    for number in range(1, 2001):
        dealt = deal(rules, 5, number)
        counts.update((card, place) for place, hand in enumerate(dealt.hands) for card in hand)
        counts.update((card, 3) for card in dealt.stock)
    # 48 cards in 4 places, 500 each; (48 - 1) * (4 - 1) = 141 degrees of freedom, scaled by 47/48 for whole deals.
    statistic = sum((counts[card, place] - 500) ** 2 / 500 for card in rules.deck for place in range(4)) * 47 / 48
    assert statistic < 198  # once in a thousand


def good() -> Deal:
    return deal(load_rules(), 1)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (replace(good(), cut=None), r"^deal\.cut: missing$"),
        (replace(good(), cut=Card.parse("AS")), r"^deal\.cut: AS is not in the dealer's hand"),
        (replace(good(), stock=good().stock[1:]), r"^deal\.stock: has 15 cards, not 16$"),
        (replace(good(), stock=(good().stock[1], *good().stock[1:])), r"^deal\.stock: has 15 cards, not 16$"),
        (replace(good(), stock=(*good().stock, good().stock[0])), r"^deal\.stock: has a card twice$"),
        (replace(good(), hands=(good().hands[0],) * 3), r"^deal\.M: AS is dealt twice$"),
        (
            replace(good(), hands=(good().hands[0] - CardSet.parse("AS"), *good().hands[1:])),
            r"^deal\.F: has 11 cards, not 12$",
        ),
    ],
)
def test_a_deal_that_the_rules_cannot_give(bad: Deal, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Hand.start(load_rules(), bad)


def test_a_deal_of_other_rules() -> None:
    with pytest.raises(RulesError, match=r"^deal\.cut: given, but these rules do not cut$"):
        Hand.start(load_rules("declared"), good())
    plain = load_rules("plain")
    dealt = deal(plain, 1)
    two = CardSet.parse("2S")
    hands = (dealt.hands[0] - CardSet.parse("KS") | two, *dealt.hands[1:])
    with pytest.raises(RulesError, match=r"^deal\.F: 2S is not in the deck$"):
        Hand.start(plain, replace(dealt, hands=hands))
    assert Hand.start(plain, dealt).contract is Contract.H

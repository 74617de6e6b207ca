"""What a person may enter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manni.actions import Declare, Discard, Play, Take
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import ManniError
from manni.hand import Hand
from manni.play import Command, read_entry
from manni.rules import load_rules


def start(rules: str, seed: int = 1) -> Hand:
    rule_set = load_rules(rules)
    return Hand.start(rule_set, deal(rule_set, seed))


def exchanged(seed: int = 1) -> Hand:
    hand = start("hornafjordur", seed)
    for _ in Seat:
        hand = hand.apply(Discard(CardSet()))
    return hand


# Forehand's cards of the deal: ♠A94 ♥852 ♦32 ♣8654.
@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS 9S 2H", "AS 9S 2H"),
        ("as,9s, 2h", "AS 9S 2H"),
        ("♠A9 ♥2", "AS 9S 2H"),
        ("sa9 h2", "AS 9S 2H"),
        ("A94..2.", "AS 9S 4S 2D"),
        ("1 2 12", "AS 9S 4C"),
        ("1 9S", "AS 9S"),
        ("none", ""),
        ("-", ""),
        ("0", ""),
        ("  NONE ", ""),
    ],
)
def test_an_exchange_in_all_forms(text: str, cards: str) -> None:
    assert read_entry(text, start("hornafjordur")) == Discard(CardSet.parse(cards))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("KS", "KS is not in the hand of F"),
        ("1 1", "AS is named twice"),
        ("AS 1", "AS is named twice"),
        ("13", "not one of the numbers 1 to 12"),
        ("1234567", "not one of the numbers 1 to 12"),
        ("1 2 3 4 5 6 7 8", "at most 7"),
        ("XX", "'XX' is not a card"),
        ("take", "'take' is not a card"),
        ("", "nothing entered"),
        ("\x00\x1b[2J", "is not a card"),
    ],
)
def test_a_wrong_exchange_says_why(text: str, says: str) -> None:
    with pytest.raises(ManniError) as caught:
        read_entry(text, start("hornafjordur"))
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


def test_numbers_of_a_play_count_the_legal_cards_only() -> None:
    hand = exchanged()
    assert read_entry("12", hand) == Play(Card.parse("4C"))
    hand = hand.apply(Play(Card.parse("3D")))  # middlehand has ♦Q654
    assert [read_entry(number, hand) for number in "14"] == [Play(Card.parse("QD")), Play(Card.parse("4D"))]
    with pytest.raises(ManniError, match="numbers 1 to 4"):
        read_entry("5", hand)
    with pytest.raises(ManniError, match="AH does not follow suit; M has QD 6D 5D 4D"):
        read_entry("♥A", hand)
    with pytest.raises(ManniError, match="2 cards, where one is to be played"):
        read_entry("6D 5D", hand)


def test_take_or_keep() -> None:
    hand = start("plain")
    assert [read_entry(text, hand) for text in ("take", "Keep", "1", "2", "yes", "no")] == [
        Take(True), Take(False), Take(True), Take(False), Take(True), Take(False),
    ]  # fmt: skip
    with pytest.raises(ManniError, match="neither take nor keep"):
        read_entry("AS", hand)


def test_a_declaration_by_name_symbol_or_number() -> None:
    rules = load_rules("declared")
    hand = Hand.start(rules, deal(rules, 1), contracts_left=("NT", "TRUMP"))
    assert read_entry("nt", hand) == Declare(Contract.NT)
    assert read_entry("♥", hand) == Declare(Contract.H)
    assert read_entry("5", hand) == Declare(Contract.NT)
    with pytest.raises(ManniError, match="no NULLO left"):
        read_entry("nullo", hand)
    with pytest.raises(ManniError, match="numbers 1 to 5"):
        read_entry("6", hand)


def test_commands() -> None:
    hand = start("hornafjordur")
    assert read_entry("hint", hand) == Command("hint")
    assert read_entry(" UNDO ", hand) == Command("undo")
    assert read_entry("save my game.json", hand) == Command("save", "my game.json")
    assert read_entry("?", hand) == Command("help")
    assert read_entry("exit", hand) == Command("quit")
    with pytest.raises(ManniError, match="takes nothing after it"):
        read_entry("undo 3", hand)


HANDS = [*map(start, ("hornafjordur", "plain", "declared")), exchanged(), exchanged().apply(Play(Card.parse("3D")))]
WORDS = st.sampled_from([*"0123456789AKT♠Hd.,- ", "12", "none", "take", "nt", "save", "hint"])


@given(hand=st.sampled_from(HANDS), text=st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=12).map("".join)))
def test_whatever_is_entered_is_legal_or_refused_in_one_line(hand: Hand, text: str) -> None:
    try:
        entry = read_entry(text, hand)
    except ManniError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert isinstance(entry, Command) or hand.is_legal(entry)

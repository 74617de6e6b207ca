"""Text forms: every one parses and formats round-trip, and a bad one names its field."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import manni
from manni import Card, CardSet, Contract, NotationError, Position, Seat

DATA = Path(__file__).parent / "data"
DECK = [Card.of(suit, rank) for suit in range(4) for rank in range(13)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that can occur: tricks left, cards on the table and cards out of play are free."""
    contract = draw(st.sampled_from(Contract))
    leader = draw(st.sampled_from(Seat))
    tricks = draw(st.integers(1, 12))
    on_table = draw(st.integers(0, 2))
    deck = draw(st.permutations(DECK))
    hands = [deck[seat * tricks : (seat + 1) * tricks] for seat in range(3)]
    trick: list[Card] = []
    for turn in range(on_table):
        hand = hands[(leader + turn) % 3]
        follows = [card for card in hand if trick and card.suit == trick[0].suit]
        card = draw(st.sampled_from(follows or hand))
        hand.remove(card)
        trick.append(card)
    return Position(contract, leader, (CardSet(hands[0]), CardSet(hands[1]), CardSet(hands[2])), tuple(trick))


@given(positions())
def test_position_round_trips(position: Position) -> None:
    assert Position.parse(str(position)) == position


@given(positions())
def test_position_reads_lists_of_cards_and_symbols(position: Position) -> None:
    hands = "/".join(" ".join(card.symbol.replace("T", "10") for card in hand) for hand in position.hands)
    trick = ",".join(str(card).lower() for card in position.trick) or "-"
    text = f"{position.contract.symbol.lower()} {str(position.leader).lower()} {hands} {trick}"
    assert Position.parse(text) == position


@given(st.sets(st.sampled_from(DECK)))
def test_hand_round_trips_in_both_forms(cards: set[Card]) -> None:
    hand = CardSet(cards)
    assert CardSet.parse(str(hand)) == hand
    assert CardSet.parse(hand.listed()) == hand
    assert eval(repr(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand


@pytest.mark.parametrize("card", DECK)
def test_card_round_trips_in_every_form(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(str(card).lower()) == Card.parse(card.symbol) == card
    assert eval(repr(card)) == card


def test_ten_is_read_in_both_forms() -> None:
    assert Card.parse("10H") == Card.parse("TH") == Card.parse("10♥")
    assert CardSet.parse("A10.10..") == CardSet.parse("AS TS 10H")


@pytest.mark.parametrize("contract", Contract)
def test_contract_round_trips(contract: Contract) -> None:
    assert Contract.parse(str(contract)) is Contract.parse(contract.symbol) is contract


@pytest.mark.parametrize("seat", Seat)
def test_seat_round_trips(seat: Seat) -> None:
    assert Seat.parse(str(seat)) is seat


def test_the_example_of_the_specification() -> None:
    position = Position.parse("NT M A3.Q.7./QJ..8./T9.4.9. KC")
    assert (position.to_move, position.tricks_left) == (Seat.D, 4)
    assert [len(hand) for hand in position.hands] == [4, 3, 4]
    assert position.legal_cards == position.hands[Seat.D]


def test_a_follower_must_follow() -> None:
    assert Position.parse("NT M A3.Q.7./QJ..8./T9.4.9. KS").legal_cards == CardSet.parse("TS 9S")


def test_shared_positions_round_trip() -> None:
    for name in ("endings", "middles", "deals"):
        for line in (DATA / f"{name}.jsonl").read_text().splitlines():
            text = json.loads(line)["position"]
            assert str(Position.parse(text)) == text


BAD_POSITIONS = [
    ("", "position"),
    ("NT F A.../K.../Q...", "position"),
    ("NT F A.../K...\x07/Q... -", "position"),
    ("NT F A.../K.../Q... -" + " " * 100_000 + "-", "position"),
    ("X F A.../K.../Q... -", "contract"),
    ("NOTRUMP F A.../K.../Q... -", "contract"),
    ("NT X A.../K.../Q... -", "leader"),
    ("NT FM A.../K.../Q... -", "leader"),
    ("NT F A.../K... -", "hands"),
    ("NT F A.../K.../Q.../J... -", "hands"),
    ("NT F .../.../... -", "hands"),
    ("NT F A.../K../Q... -", "hand M"),
    ("NT F A.../K...../Q... -", "hand M"),
    ("NT F A.../1.../Q... -", "hand M"),
    ("NT F AA.../KQ.../JT... -", "hand F"),
    ("NT F A.../K.../A... -", "hand D"),
    ("NT F A.../KQ.../J... -", "hand M"),
    ("NT F AK.../Q.../JT9... -", "hands"),
    ("NT F AKQJT98765432.../.AKQJT98765432../..AKQJT98765432. -", "hands"),
    ("NT F A3.../K.../Q4... ZZ", "trick"),
    ("NT F A3.../KQ.../J4... TS", "hand F"),
    ("NT M A3.../K.../Q4... A♠", "trick"),
    ("NT M A3.../K.../Q... 5S,5S", "trick"),
    ("NT M A3.../K.../Q4... 5S,6S,7S", "trick"),
    ("NT F A3.../K.../Q4... 5S", "leader"),
    ("NT F .../...T/... 2C,3S", "leader"),
    ("NT D .../...T/... 2C,", "trick"),
    ("NT M AK.../QJ..2./T.3.. 2H,4D", "leader"),
    ("NT M AK.../QJ..2./T9.3.. 2H,4D", "hand F"),
    ("H F 2.3../A.4../5.6.. 8H,9C", "hand D"),
    ("H F 2.../3.4../5.6.. 8H,9C", "hand M"),
    ("S F 2.../.4../5.6.. 8H,9C", "trick"),
]


@pytest.mark.parametrize(("text", "field"), BAD_POSITIONS, ids=lambda value: str(value)[:30])
def test_bad_position_names_its_field(text: str, field: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert caught.value.field == field
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 200


@given(positions(), st.integers(0, 60), st.integers(0, 8), st.text(max_size=6))
def test_a_damaged_position_is_read_or_refused_in_one_line(
    position: Position, start: int, length: int, put: str
) -> None:
    text = str(position)
    damaged = text[:start] + put + text[start + length :]
    try:
        read = Position.parse(damaged)
    except NotationError as error:
        assert str(error).isprintable()
        assert str(error).startswith(f"{error.field}: ")
    else:
        assert Position.parse(str(read)) == read


def test_a_revoke_on_the_table_is_refused_with_the_card_still_held() -> None:
    with pytest.raises(NotationError, match=r"^trick: M revoked: it played 9C on 8H and still holds 4H$"):
        Position.parse("S F 2.../.4../5.6.. 8H,9C")


@pytest.mark.parametrize("bad", [None, 3, b"NT F A.../K.../Q... -", ["NT"]])
def test_what_is_not_text_is_refused(bad: object) -> None:
    with pytest.raises(NotationError, match="not text"):
        Position.parse(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["", "A", "1S", "11S", "AX", "ASS", "S A", "🂡", "A\x00"])
def test_bad_card_is_refused(bad: str) -> None:
    with pytest.raises(NotationError, match=r"^card: "):
        Card.parse(bad)


def test_a_notation_error_is_a_value_error() -> None:
    assert issubclass(manni.NotationError, ValueError)

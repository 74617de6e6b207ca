"""A view: what follows from it, its JSON form, and everything that makes it wrong."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.actions import Discard
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import deal
from manni.errors import ManniError, ViewError
from manni.hand import Hand
from manni.rules import BUILT_IN, load_rules
from manni.view import View
from manni.view_json import FIELDS

# M, after the first trick, with a card of the second on the table.
CUT: dict[str, Any] = {
    "rules": "hornafjordur",
    "seat": "M",
    "cut": "7H",
    "hand": "AKJ.J92.T83.54",
    "discarded": "2S 3S",
    "exchanged": {"F": 7, "M": 2, "D": 4},
    "plays": ["QS 4S 5S", "AD"],
}
# The changes for M before the first play.
FULL: dict[str, Any] = {"hand": "AKJ4.J92.T83.54", "plays": []}
# F, before anything is played.
PLAIN: dict[str, Any] = {"rules": "plain", "seat": "F", "contract": "H", "hand": "AKQ.AKQ.AKQ.AKQ"}
# D, the declaration is due.
DECLARED: dict[str, Any] = {
    "rules": "declared",
    "seat": "D",
    "hand": "AKQ.AKQ.AKQ.AKQ",
    "contracts_left": ["NULLO", "NT", "TRUMP"],
}


def view(base: dict[str, Any], **changes: Any) -> View:
    """The view of `base` with fields changed; None leaves one out (``taken`` is null then)."""
    data = {**base, **changes}
    return View.from_json({name: value for name, value in data.items() if value is not None or name == "taken"})


# --- what follows ------------------------------------------------------------------------------------------------


def test_what_follows_from_a_view_in_the_middle_of_a_trick() -> None:
    seen = view(CUT)
    assert seen.contract is Contract.H
    assert (seen.stage, seen.to_move, seen.decision) == ("play", Seat.M, "play")
    assert (seen.leader, seen.trick) == (Seat.F, (Card.parse("AD"),))
    assert seen.tricks_won == (1, 0, 0)
    assert seen.sizes == (10, 11, 11)
    assert seen.legal_plays == CardSet.parse("TD 8D 3D")
    assert seen.kept_hand == CardSet.parse("AKJ4.J92.T83.54")
    assert len(seen.unseen) == 52 - 11 - 2 - 4
    assert seen.out_size == 14
    assert not seen.unseen & seen.seen
    assert (seen.cut_status, seen.dealer_changed) == ("open", 4)


def test_voids_are_shown_by_not_following_suit() -> None:
    spades, diamonds = 0x1FFF, 0x1FFF << 32
    assert view(CUT).table.void == (0, 0, 0)
    seen = view(CUT, plays=["QS 4S 5H", "AD KC"])
    assert (seen.leader, seen.to_move) == (Seat.D, Seat.M), "the trump took the trick"
    assert seen.table.void == (diamonds, 0, spades)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, "open"),
        ({"exchanged": {"F": 7, "M": 2, "D": 0}}, "held"),
        ({"exchanged": {"F": 2, "M": 2, "D": 12}}, "gone"),
        ({"plays": ["QS 4S 5S", "AD 3D 6D", "KD 8D 7H"], "hand": "AKJ.J92.T.54"}, "seen"),
        ({"plays": ["QH 2H 5S", "AD"], "hand": "AKJ4.J9.T83.54"}, "gone"),
    ],
)
def test_where_the_cut_card_is(changes: dict[str, Any], status: str) -> None:
    assert view(CUT, **changes).cut_status == status


def test_the_dealer_knows_where_the_cut_card_went() -> None:
    before = {"seat": "D", "hand": "AKJ4.J97.T83.54", "plays": [], "discarded": "", "exchanged": {"F": 7, "M": 2}}
    assert view(CUT, **before).cut_status == "seen"
    after = {**before, "hand": "AKJ4.J96.T83.54", "discarded": "7H", "exchanged": {"F": 7, "M": 2, "D": 1}}
    assert view(CUT, **after).cut_status == "seen"


@pytest.mark.parametrize(
    ("base", "changes", "stage", "to_move", "decision"),
    [
        (CUT, {**FULL, "exchanged": {}, "discarded": ""}, "exchange", "F", None),
        (CUT, {**FULL, "exchanged": {"F": 0}, "discarded": ""}, "exchange", "M", "exchange"),
        (CUT, {**FULL, "exchanged": {"F": 0, "M": 2}}, "exchange", "D", None),
        (CUT, FULL, "play", "F", None),
        (CUT, {**FULL, "plays": ["QS"]}, "play", "M", "play"),
        (DECLARED, {}, "declare", "D", "declare"),
        (DECLARED, {"contracts_left": None}, "declare", "D", "declare"),
        (DECLARED, {"seat": "F"}, "declare", "D", None),
        (DECLARED, {"contract": "NT"}, "exchange", "F", None),
        (DECLARED, {"contract": "NT", "exchanged": {"F": 7, "M": 5}}, "exchange", "D", "exchange"),
        (PLAIN, {}, "take", "F", "take"),
        (PLAIN, {"seat": "D"}, "take", "D", "take"),
        (PLAIN, {"kept": ["F"]}, "take", "M", None),
        (PLAIN, {"seat": "D", "kept": ["F"]}, "take", "M", None),
        (PLAIN, {"taken": None}, "play", "F", "play"),
        (PLAIN, {"taken": "M"}, "play", "F", "play"),
        (PLAIN, {"seat": "M", "taken": None}, "play", "F", None),
        (PLAIN, {"taken": "F", "discarded": "3S 4S 5S 6S 7S 8S 9S TS JS 3H 4H 5H"}, "play", "F", "play"),
    ],
)
def test_the_decision_due_follows_from_the_fields(
    base: dict[str, Any], changes: dict[str, Any], stage: str, to_move: str, decision: str | None
) -> None:
    seen = view(base, **changes)
    assert (seen.stage, str(seen.to_move), seen.decision) == (stage, to_move, decision)


def test_nothing_is_due_after_the_last_trick() -> None:
    tricks = [f"{rank}S {rank}H {rank}D" for rank in "AKQJT98765432"[:12]]
    seen = view(DECLARED, seat="F", hand="...", contract="NT", exchanged={"F": 0, "M": 0, "D": 0}, plays=tricks)
    assert (seen.stage, seen.to_move, seen.decision) == (None, None, None)
    assert seen.tricks_won == (12, 0, 0)


def test_an_ace_is_low_under_nullo() -> None:
    seen = view(CUT, cut="2H", plays=["AC 5C 3C"], hand="AKJ4.J93.T83.4")
    assert seen.contract is Contract.NULLO and seen.tricks_won == (0, 1, 0)


def test_what_stays_in_the_manni() -> None:
    assert view(CUT).stock_left == 3
    assert view(PLAIN).stock_left == view(PLAIN, taken=None).stock_left == 12
    assert view(PLAIN, taken="M").stock_left == 0


# --- the forms ---------------------------------------------------------------------------------------------------


def test_a_view_is_built_field_by_field() -> None:
    built = View(
        rules=load_rules("hornafjordur"),
        seat=Seat.M,
        cut=Card.parse("7H"),
        hand=CardSet.parse("AKJ.J92.T83.54"),
        discarded=CardSet.parse("2S 3S"),
        exchanged={Seat.F: 7, Seat.M: 2, Seat.D: 4},
        plays=(tuple(map(Card.parse, ("QS", "4S", "5S"))), (Card.parse("AD"),)),
    )
    assert built == view(CUT)


def test_keeping_by_all_three_follows_from_a_card_played_when_built_in_python() -> None:
    built = View(
        rules=load_rules("plain"),
        seat=Seat.F,
        contract=Contract.S,
        hand=CardSet.parse("AKQ.AKQ.AKQ.AK"),
        plays=((Card.parse("QC"),),),
    )
    assert built.kept == tuple(Seat) and built.to_json()["taken"] is None


def test_the_json_form_is_the_documented_one() -> None:
    data = {**CUT, "contract": "H", "discarded": "3S 2S", "score": {"F": [9, 7], "M": [4, 0], "D": [8, 2]}}
    assert View.from_json(json.dumps(data)).to_json() == data
    assert View.from_json(json.dumps(data).encode()).to_json() == data


def test_a_hand_may_be_a_list_of_cards_in_any_notation() -> None:
    assert view(CUT, hand="as Ks JS J♥ 9h 2H 10d 8D 3D 5C 4C") == view(CUT)


def test_the_default_rules_hold_when_none_are_named() -> None:
    assert view(CUT, rules=None) == view(CUT)


def test_a_house_stands_in_the_view_with_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "hornafjordur"\nallowances = { F = 9, M = 5, D = 12 }\n')
    thrown = {"exchanged": {"F": 9, "M": 2, "D": 4}}
    ours = view(CUT, rules=str(path), **thrown)
    assert View.from_json(json.dumps(ours.to_json())) == ours
    with pytest.raises(ViewError, match=r"^exchanged\.F: 9 cards, but F may exchange 7 at most$"):
        view(CUT, **thrown)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(BUILT_IN), st.integers(0, 1 << 30), st.integers(0, 43), st.sampled_from(Seat))
def test_every_view_of_a_hand_round_trips(rules: str, seed: int, actions: int, seat: Seat) -> None:
    chance = random.Random(seed)
    hand = Hand.start(load_rules(rules), deal(load_rules(rules), seed))
    for _ in range(actions):
        if hand.to_move is None:
            break
        legal = hand.legal_actions()
        if hand.phase == "exchange":
            count = chance.randint(0, hand.rules.allowance(hand.to_move, hand.exchanged))
            hand = hand.apply(Discard(CardSet(chance.sample(list(hand.hands[hand.to_move]), count))))
        else:
            hand = hand.apply(chance.choice(list(legal)))
    seen = hand.view(seat)
    assert View.from_json(json.dumps(seen.to_json())) == seen
    assert pickle.loads(pickle.dumps(seen)) == seen
    assert seen.to_move == hand.to_move
    assert seen.tricks_won == hand.tricks
    assert seen.sizes == tuple(len(cards) for cards in hand.hands)
    if seen.decision == "play":
        assert {action.card for action in hand.legal_actions()} == set(seen.legal_plays)  # type: ignore[union-attr]


# --- what is refused ---------------------------------------------------------------------------------------------

HOSTILE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # fields and types
    ("seat", CUT, {"seat": None}),
    ("hand", CUT, {"hand": None}),
    ("cut", CUT, {"cut": None}),
    ("contract", PLAIN, {"contract": None}),
    ("colour", CUT, {"colour": "red"}),
    ("rules", CUT, {"rules": "bridge"}),
    ("rules", CUT, {"rules": 7}),
    ("rules.par", CUT, {"rules": {"base": "plain", "name": "ours", "par": 13}}),
    ("seat", CUT, {"seat": "N"}),
    ("seat", CUT, {"seat": 1}),
    ("contract", PLAIN, {"contract": "X"}),
    ("cut", CUT, {"cut": "1H"}),
    ("hand", CUT, {"hand": 12}),
    ("hand", CUT, {"hand": "AKJ.J92.T83"}),
    ("hand", CUT, {"hand": "AKJ.J92.T83.54\u0007"}),
    ("hand", CUT, {"hand": "A" * 1_000_000}),
    ("exchanged", CUT, {"exchanged": [7, 2, 4]}),
    ("exchanged", CUT, {"exchanged": {"F": 7, "M": 2, "X": 4}}),
    ("exchanged", CUT, {"exchanged": {"F": 7, "M": 2, "m": 2, "D": 4}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 7, "M": 2, "D": "4"}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 7, "M": 2, "D": 4.0}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 7, "M": 2, "D": True}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 7, "M": 2, "D": -1}}),
    ("plays", CUT, {"plays": "QS 4S 5S"}),
    ("plays[1]", CUT, {"plays": ["QS 4S 5S", ["AD"]]}),
    ("plays[1]", CUT, {"plays": ["QS 4S 5S", "AX"]}),
    ("score", CUT, {"score": [1, 2, 3]}),
    ("score.D", CUT, {"score": {"F": [1, 0], "M": [1, 0]}}),
    ("score.F", CUT, {"score": {"F": 1, "M": [1, 0], "D": [1, 0]}}),
    ("score.F", CUT, {"score": {"F": [1, -1], "M": [1, 0], "D": [1, 0]}}),
    ("score.M", PLAIN, {"score": {"F": 1, "M": [1, 0], "D": 1}}),
    ("score", CUT, {"score": {"F": [10, 6], "M": [7, 1], "D": [3, 9]}}),
    ("score", PLAIN, {"score": {"F": 11, "M": 10, "D": 2}}),
    ("score.D", PLAIN, {"score": {"F": 1, "M": 0, "D": -1}}),
    ("number", PLAIN, {"number": 0}),
    ("number", PLAIN, {"number": 2, "contract": "H"}),
    ("number", DECLARED, {"number": 10}),
    ("number", DECLARED, {"number": "2"}),
    ("contracts_left", DECLARED, {"number": 4}),
    ("contracts_left", DECLARED, {"contracts_left": "NT"}),
    ("contracts_left", DECLARED, {"contracts_left": ["MISERE"]}),
    ("contracts_left", DECLARED, {"contracts_left": ["NT", "NT"]}),
    ("contracts_left", DECLARED, {"contracts_left": []}),
    ("contracts_left", PLAIN, {"contracts_left": ["NT"]}),
    # the contract
    ("contract", CUT, {"contract": "S"}),
    ("contract", CUT, {"contract": "NT"}),
    ("contract", PLAIN, {"contract": "NT"}),
    ("contract", DECLARED, {"exchanged": {"F": 3}}),
    ("contract", DECLARED, {"hand": "AKQ.AKQ.AKQ.AK", "plays": ["2C 3C QC"]}),
    ("cut", PLAIN, {"cut": "7H"}),
    ("cut", DECLARED, {"cut": "7H"}),
    # the exchange
    ("exchanged.F", CUT, {"exchanged": {"F": 8, "M": 2, "D": 4}}),
    ("exchanged.M", CUT, {"exchanged": {"F": 7, "M": 6, "D": 3}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 7, "M": 2, "D": 8}}),
    ("exchanged.D", CUT, {"exchanged": {"F": 0, "M": 2, "D": 13}}),
    ("exchanged.M", CUT, {**FULL, "exchanged": {"M": 2}}),
    ("exchanged.D", CUT, {**FULL, "exchanged": {"F": 7, "D": 4}, "discarded": ""}),
    ("exchanged", PLAIN, {"exchanged": {"F": 2}}),
    ("discarded", CUT, {"discarded": None}),
    ("discarded", CUT, {"discarded": "2S 3S 6S"}),
    ("discarded", CUT, {**FULL, "exchanged": {"F": 7}}),
    ("discarded", PLAIN, {"discarded": "3S"}),
    ("discarded", PLAIN, {"taken": "F"}),
    ("discarded", PLAIN, {"taken": "F", "discarded": "3S 4S"}),
    ("discarded", PLAIN, {"taken": "M", "discarded": "3S 4S 5S 6S 7S 8S 9S TS JS 3H 4H 5H"}),
    ("taken", CUT, {"taken": "F"}),
    ("taken", PLAIN, {"hand": "AKQ.AKQ.AKQ.AK", "plays": ["QC"]}),
    ("taken", PLAIN, {"taken": "nobody"}),
    ("kept", PLAIN, {"kept": ["M"]}),
    ("kept", PLAIN, {"kept": ["F"], "taken": "F", "discarded": "3S 4S 5S 6S 7S 8S 9S TS JS 3H 4H 5H"}),
    ("kept", CUT, {"kept": ["F"]}),
    ("plays", CUT, {"exchanged": {"F": 7, "M": 2}}),
    ("plays", DECLARED, {"contract": "NT", "hand": "AKQ.AKQ.AKQ.AK", "plays": ["2C 3C QC"]}),
    # cards
    ("hand", CUT, {**FULL, "hand": "AKJ4.J92.T83.543"}),
    ("hand", CUT, {**FULL, "hand": "AKJ4.J92.T83.5"}),
    ("hand", CUT, {"hand": "AKJ4.J92.T83.54", "plays": ["QS 6S 5S", "AD"]}),
    ("hand", PLAIN, {"hand": "AKQ.AKQ.AKQ.AK2"}),
    ("hand", CUT, {"hand": "AKJ.J97.T83.54"}),
    ("hand", CUT, {"hand": "AAJ.J92.T83.54"}),
    ("discarded", CUT, {"discarded": "AS 3S"}),
    ("discarded", CUT, {"discarded": "7H 3S"}),
    ("discarded", CUT, {"discarded": "3S 3S"}),
    ("cut", CUT, {**FULL, "seat": "D", "discarded": "", "exchanged": {"F": 7, "M": 2}}),
    ("plays[0]", CUT, {"plays": ["QS 4S AS", "AD"]}),
    ("plays[0]", CUT, {"plays": ["QS 4S 2S", "AD"]}),
    ("plays[1]", CUT, {"plays": ["QS 4S 5S", "5S"]}),
    ("plays[0]", CUT, {"plays": ["7H 4S 5S", "AD"]}),
    ("plays[0]", CUT, {"plays": ["QS 4S 7H", "AD"], "exchanged": {"F": 2, "M": 2, "D": 12}}),
    ("plays[0]", PLAIN, {"taken": None, "plays": ["QC 2C 3C"], "hand": "AKQ.AKQ.AKQ.AK"}),
    # play
    ("plays[0]", CUT, {"plays": ["QS 4S", "AD"]}),
    ("plays[0]", CUT, {"plays": ["QS 4S 5S 6S", "AD"]}),
    ("plays[1]", CUT, {"plays": ["QS 4S 5S", ""]}),
    ("plays[0]", CUT, {"plays": ["QC 4S 5C", "AD"]}),
    ("plays[0]", CUT, {"plays": ["QS 4S 5H", "6S KS AD"], "hand": "AJ.J92.T83.54"}),
    ("plays[0]", CUT, {"plays": ["QS 4S 5D", "AD 3D 6D", "KD 8D 6S"], "hand": "AKJ.J92.T.54"}),
    ("plays[0]", CUT, {"plays": ["QH 2H 5S", "AD"], "exchanged": {"F": 7, "M": 2, "D": 0}, "hand": "AKJ4.J9.T83.54"}),
    (
        "plays[12]",
        DECLARED,
        {
            "seat": "F",
            "contract": "NT",
            "hand": "...",
            "exchanged": {"F": 0, "M": 0, "D": 0},
            "plays": [f"{rank}S {rank}H {rank}D" for rank in "AKQJT98765432"],
        },
    ),
]


@pytest.mark.parametrize(("field", "base", "changes"), HOSTILE, ids=[f"{n}-{c[0]}" for n, c in enumerate(HOSTILE)])
def test_a_wrong_view_is_refused_by_the_name_of_the_field(
    field: str, base: dict[str, Any], changes: dict[str, Any]
) -> None:
    with pytest.raises(ManniError) as refused:
        view(base, **changes)
    assert refused.value.field == field, refused.value
    assert refused.value.reason
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 250


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("view", ""),
        ("view", "{"),
        ("view", '{"seat": "F"'),
        ("view", "[]"),
        ("view", "null"),
        ("view", "[" * 100_000),
        ("view", '{"seat": "F", "hand": ' + "9" * 5_000 + "}"),
        ("view", b"\xff\xfe{}"),
        ("seat", '{"seat": "F", "seat": "M"}'),
        ("seat", "{}"),
    ],
)
def test_text_that_is_no_view_is_refused(field: str, text: str | bytes) -> None:
    with pytest.raises(ManniError) as refused:
        View.from_json(text)
    assert refused.value.field == field
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 250


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(("F", "AS", "AS KS", "NT")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("FMDx"), inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((CUT, PLAIN, DECLARED)), st.sampled_from(FIELDS), JSON)
def test_any_value_in_any_field_is_read_or_refused(base: dict[str, Any], name: str, value: Any) -> None:
    try:
        seen = View.from_json({**base, name: value})
    except ManniError as error:
        assert "\n" not in str(error)
    else:
        assert View.from_json(json.dumps(seen.to_json())) == seen
        assert hash(seen) == hash(View.from_json(seen.to_json()))


def test_voids_and_counts_that_leave_no_world_name_the_play_that_did_it() -> None:
    """M shows out of three suits: its hand can only be hearts, of which too few are unseen."""
    with pytest.raises(ViewError, match=r"^plays\[2\]: after M plays 4H the voids and counts leave no way"):
        view(
            DECLARED,
            seat="F",
            contract="NT",
            hand=".AKQJT987..K",
            exchanged={"F": 0, "M": 0, "D": 0},
            plays=["AS 2H 2S", "AD 3H 2D", "AC 4H 2C"],
        )


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("seat", {"seat": "M"}),
        ("hand", {"hand": "AKJ.J92.T83.54"}),
        ("contract", {"contract": "H"}),
        ("exchanged", {"exchanged": {"F": 7}}),
        ("plays", {"plays": 3}),
        ("plays[0]", {"plays": ["QS"]}),
        ("score", {"score": {"F": 1}}),
    ],
)
def test_wrong_types_from_python_are_named_too(field: str, changes: dict[str, Any]) -> None:
    hand = CardSet.parse("AKQ.AKQ.AKQ.AKQ")
    fields: dict[str, Any] = {"rules": "plain", "seat": Seat.F, "contract": Contract.H, "hand": hand}
    View(**fields)
    with pytest.raises(ViewError) as refused:
        View(**{**fields, **changes})
    assert refused.value.field == field

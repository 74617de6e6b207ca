"""House rules: what a rule file may say, and how a bad one is refused."""

from __future__ import annotations

import pickle
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manni.cards import Card, CardSet, Contract, Seat
from manni.errors import RulesError
from manni.rules import BUILT_IN, RuleSet, load_rules, rules_from_json, rules_to_json


@pytest.fixture(scope="session")
def repository() -> Path:
    return Path(__file__).parents[2]


HOUSE = {"base": "hornafjordur", "name": "house"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_rule_set_survives_its_forms(name: str) -> None:
    rules = load_rules(name)
    assert rules_to_json(rules) == name
    house = replace(rules, name="house", par=5)
    for same in (rules, house):
        assert rules_from_json(rules_to_json(same)) == same
        assert pickle.loads(pickle.dumps(same)) == same
        assert hash(pickle.loads(pickle.dumps(same))) == hash(same)


def test_the_built_in_numbers() -> None:
    hornafjordur, plain, declared = map(load_rules, BUILT_IN)
    assert [len(rules.deck) for rules in (hornafjordur, plain, declared)] == [52, 48, 52]
    assert [rules.stock_size for rules in (hornafjordur, plain, declared)] == [16, 12, 16]
    assert not any(card.rank == 0 for card in plain.deck)
    assert hornafjordur.allowances == declared.allowances == (7, 5, 12)
    assert (hornafjordur.target, plain.target, declared.hands) == (10, 10, 9)
    assert load_rules() is load_rules("hornafjordur")


def test_a_house_file_states_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "skagi.toml"
    path.write_text(
        'base = "hornafjordur"\npar = 5\nallowances = { F = 4, M = 4, D = 6 }\ntarget = 15\ncolumns = "cancel"\n'
        'cut = { NULLO = "23", TRUMP = "4 5 6 7 8 9 10", NT = ["J", "Q", "K", "A"] }\n'
    )
    rules = load_rules(path)
    assert rules.name == "skagi"
    assert (rules.par, rules.target, rules.columns, rules.allowances) == (5, 15, "cancel", (4, 4, 6))
    assert rules.contract_of_cut(Card.parse("TH")) is Contract.H
    assert rules.contract_of_cut(Card.parse("4C")) is Contract.C
    assert rules.contract_of_cut(Card.parse("3C")) is Contract.NULLO
    assert tuple(rules.points(Contract.S, 7)) == (2, 0)
    assert tuple(rules.points(Contract.NULLO, 7)) == (0, 2)
    assert rules.allowance(Seat.D, {Seat.F: 0, Seat.M: 0}) == 6
    assert rules.allowance(Seat.D, {Seat.F: 4, Seat.M: 4}) == 6
    assert load_rules(str(path)) == rules
    assert rules_from_json(rules_to_json(rules)) == rules


def test_the_example_of_a_house(repository: Path) -> None:
    rules = load_rules(repository / "examples" / "house.toml")
    assert rules.name == "our kitchen"
    assert (rules.target, rules.columns, rules.tie, rules.allowances) == (12, "cancel", "play on", (6, 5, 5))
    assert rules.contract_of_cut(Card.parse("10H")) is Contract.H
    keys = re.findall(r"^(?:# )?(\w+) = ", (repository / "examples" / "house.toml").read_text(), re.MULTILINE)
    assert {*keys, "rotation", "hands"} == {"base", *(f.name for f in fields(RuleSet))}


def test_a_house_in_full_needs_no_base() -> None:
    assert load_rules({**load_rules("plain").to_dict(), "name": "mine"}).name == "mine"


def test_a_new_end_replaces_that_of_the_base() -> None:
    rules = load_rules({**HOUSE, "hands": 6})
    assert (rules.hands, rules.target) == (6, None)
    both = load_rules({**HOUSE, "hands": 6, "target": 12})
    assert (both.hands, both.target) == (6, 12)


def test_a_new_source_of_the_contract_drops_the_cut() -> None:
    rules = load_rules({**HOUSE, "contract_source": "rotation", "rotation": ["NT", "NULLO", "♥"]})
    assert not rules.cut
    assert [rules.contract_of_deal(number) for number in (1, 2, 3, 4)] == [
        Contract.NT,
        Contract.NULLO,
        Contract.H,
        Contract.NT,
    ]


def test_a_smaller_deck_leaves_a_smaller_manni() -> None:
    rules = load_rules({**HOUSE, "deck": "AKQJT9876543", "allowances": [6, 4, 12]})
    assert rules.stock_size == 12
    assert rules.allowance(Seat.D, {Seat.F: 6, Seat.M: 4}) == 2
    one_less = load_rules({**HOUSE, "deck": str(rules.deck - CardSet.parse("3S")), "allowances": [6, 4, 12]})
    assert one_less.stock_size == 11


def test_eighteen_hands_give_each_contract_twice() -> None:
    assert load_rules("declared").contracts_each == 1
    assert load_rules({"base": "declared", "name": "long", "hands": 18}).contracts_each == 2
    assert load_rules("plain").contracts_each == 0


BAD: list[tuple[dict[str, Any], str]] = [
    ({**HOUSE, "allowances": [9, 8, 12]}, r"^allowances: 9 for F and 8 for M cannot be met by a Manni of 16$"),
    ({**HOUSE, "allowances": [7, 5]}, r"^allowances: "),
    ({**HOUSE, "allowances": [7, 5, 13]}, r"^allowances\.D: 13 is not 0 to 12$"),
    ({**HOUSE, "allowances": [-1, 5, 12]}, r"^allowances\.F: "),
    ({**HOUSE, "allowances": [7, 5.5, 12]}, r"^allowances\.M: 5\.5 is not a whole number$"),
    ({**HOUSE, "allowances": [True, 5, 12]}, r"^allowances\.F: "),
    ({**HOUSE, "allowances": {"F": 7, "M": 5}}, r"^allowances: "),
    ({**HOUSE, "allowances": "755"}, r"^allowances: "),
    ({**HOUSE, "cut": {"NULLO": "2345", "TRUMP": "56789", "NT": "TJQKA"}}, r"^cut: rank 5 gives both NULLO and TRUMP$"),
    ({**HOUSE, "cut": {"NULLO": "2345", "TRUMP": "678", "NT": "TJQK"}}, r"^cut: no contract for rank 9, A$"),
    ({**HOUSE, "cut": {"NULLO": "2345", "TRUMP": "6789", "NT": "TJQKA1"}}, r"^cut\.NT: '1' is not a rank$"),
    ({**HOUSE, "cut": {"MISERE": "2345"}}, r"^cut: 'MISERE' is not one of NULLO, TRUMP, NT$"),
    ({**HOUSE, "cut": {"NULLO": 2345}}, r"^cut\.NULLO: "),
    ({**HOUSE, "cut": "2345"}, r"^cut: "),
    ({**HOUSE, "par": 13}, r"^par: 13 is not 0 to 12$"),
    ({**HOUSE, "par": -1}, r"^par: "),
    ({**HOUSE, "par": "4"}, r"^par: '4' is not a whole number$"),
    ({**HOUSE, "target": 0}, r"^target: 0 is not at least 1$"),
    ({**HOUSE, "target": 2.5}, r"^target: "),
    ({**HOUSE, "hands": 0}, r"^hands: "),
    ({**HOUSE, "colums": "apart"}, r"^colums: no such key"),
    ({**HOUSE, "columns": "both"}, r"^columns: 'both' is not one of apart, cancel$"),
    ({**HOUSE, "columns": ["apart"]}, r"^columns: "),
    ({**HOUSE, "minus": 1}, r"^minus: "),
    ({**HOUSE, "tie": None}, r"^tie: "),
    ({**HOUSE, "deck": "AKQJT987"}, r"^deck: 32 cards will not deal three hands of 12$"),
    ({**HOUSE, "deck": "AKQJT9X"}, r"^deck: "),
    ({**HOUSE, "deck": "AKQJT9876543.A.K"}, r"^deck: "),
    ({**HOUSE, "deck": "AAKQJT9876543"}, r"^deck: AS stands in it twice$"),
    ({**HOUSE, "deck": 52}, r"^deck: "),
    ({**HOUSE, "packet": 5}, r"^packet: packets of 5 do not make 12 cards$"),
    ({**HOUSE, "packet": 0}, r"^packet: "),
    ({**HOUSE, "stock_dealt": "last"}, r"^stock_dealt: must be 'first' with a cut"),
    ({**HOUSE, "contract_source": "auction"}, r"^contract_source: "),
    ({**HOUSE, "contract_source": "rotation"}, r"^rotation: is empty$"),
    ({**HOUSE, "contract_source": "declaration"}, r"^hands: must be a multiple of 9"),
    ({**HOUSE, "rotation": ["H"]}, r"^rotation: given, but the contract comes from a cut$"),
    ({**HOUSE, "exchange": "take"}, r"^deck: leaves a Manni of 16"),
    ({**HOUSE, "base": "whist"}, r"^base: 'whist' is not a built-in rule set"),
    ({**HOUSE, "base": ["plain"]}, r"^base: "),
    ({"base": "hornafjordur"}, r"^name: missing"),
    ({**HOUSE, "name": ""}, r"^name: "),
    ({**HOUSE, "name": "a\nb"}, r"^name: "),
    ({**HOUSE, "name": "plain"}, r"^name: 'plain' is a built-in rule set"),
    ({"name": "bare"}, r"^deck: missing"),
    ({"base": "plain", "name": "p", "target": 21}, r"^target: 21 is outside 5 to 20$"),
    ({"base": "plain", "name": "p", "target": 4}, r"^target: "),
    ({"base": "plain", "name": "p", "target_range": [5]}, r"^target_range: "),
    (
        {"base": "plain", "name": "p", "deck": "AKQJT98765432"},
        r"^deck: leaves a Manni of 16; to be taken whole it has 12",
    ),
    ({"base": "plain", "name": "p", "allowances": [7, 5, 12]}, r"^allowances: given, but the Manni is taken whole$"),
    ({"base": "plain", "name": "p", "rotation": ["H", "X"]}, r"^rotation: 'X' is not a contract"),
    ({"base": "plain", "name": "p", "rotation": "HSDC"}, r"^rotation: "),
    ({"base": "declared", "name": "d", "hands": 12}, r"^hands: must be a multiple of 9 with a declaration, not 12$"),
    ({"base": "declared", "name": "d", "tie": "play on"}, r"^tie: "),
    ({"base": "declared", "name": "d", "exchange": "draw", "allowances": None}, r"^allowances: "),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=[f"{i}-{message[1:13]}" for i, (_, message) in enumerate(BAD)])
def test_a_bad_rule_set_is_refused_by_field(data: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        load_rules(data)
    assert "\n" not in str(caught.value)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.sampled_from(["H", "AKQ.J"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(
    base=st.sampled_from(BUILT_IN), keys=st.dictionaries(st.sampled_from([f.name for f in fields(RuleSet)]), ANYTHING)
)
def test_whatever_a_file_says_is_rules_or_a_reason(base: str, keys: dict[str, Any]) -> None:
    try:
        rules = load_rules({"base": base, "name": "house", **keys})
    except RulesError as error:
        assert "\n" not in str(error)
    else:
        assert load_rules(rules.to_dict()) == rules


def test_code_is_checked_like_files() -> None:
    with pytest.raises(RulesError, match=r"^par: "):
        replace(load_rules("plain"), par=20)
    with pytest.raises(RulesError, match=r"^deck: "):
        replace(load_rules("plain"), deck="AKQ")
    with pytest.raises(RulesError, match=r"^rotation: 'H' is not a Contract"):
        replace(load_rules("plain"), rotation=("H",))
    with pytest.raises(RulesError, match=r"^cut: "):
        replace(load_rules(), cut={**load_rules().cut, 13: "NT"})
    with pytest.raises(RulesError, match=r"^cut: "):
        replace(load_rules(), cut=())
    with pytest.raises(TypeError):
        load_rules().cut[0] = "NT"  # type: ignore[index]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"par = \xff", "is not UTF-8 text"),
        (b"par = [", "is not TOML"),
        (b"par = 4\npar = 4", "is not TOML"),
        (b"#" * 70_000, "is larger than a rule file may be"),
        (b"par = " + b"[" * 30_000, "nested too deeply"),
        (b"par = " + b"9" * 10_000, "is not TOML"),
    ],
)
def test_a_file_that_is_no_rule_file(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=rf"^rules: .*{message}"):
        load_rules(path)


@pytest.mark.parametrize("name", ["whist", "no/such/file.toml", "a\0b", "x" * 5000, "", "a\nb"])
def test_no_such_rule_set(name: str) -> None:
    with pytest.raises(RulesError, match=r"^rules: ") as caught:
        load_rules(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_directory_and_a_number(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="is a directory"):
        load_rules(tmp_path)
    with pytest.raises(RulesError, match=r"^rules: 3 is not"):
        load_rules(3)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"^rules: "):
        rules_from_json(["plain"])


def test_rules_that_lack_a_way_to_the_contract_say_so() -> None:
    plain, hornafjordur = load_rules("plain"), load_rules()
    with pytest.raises(RulesError, match="do not cut"):
        plain.contract_of_cut(Card.parse("AS"))
    with pytest.raises(RulesError, match="do not rotate"):
        hornafjordur.contract_of_deal(1)
    with pytest.raises(RulesError, match="no exchange by drawing"):
        plain.allowance(Seat.F, {})
    house = load_rules({**HOUSE, "deck": "AKQJT9876543"})
    with pytest.raises(RulesError, match="2S is not in the deck"):
        house.contract_of_cut(Card.parse("2S"))


def test_rule_sets_with_different_numbers_differ() -> None:
    rules: set[RuleSet] = {load_rules(name) for name in BUILT_IN}
    rules.add(load_rules({**HOUSE, "par": 5}))
    assert len(rules) == 4

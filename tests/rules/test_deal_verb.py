"""The verb that deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manni.cli import main
from manni.dealing import deal
from manni.hand import Hand
from manni.record import loads
from manni.rules import BUILT_IN, load_rules


@pytest.mark.parametrize("rules", BUILT_IN)
def test_deals_are_records_of_a_seed(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--rules", rules, "--count", "5", "--seed", "3", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rule_set = load_rules(rules)
    assert [loads(line) for line in lines] == [
        Hand.start(rule_set, deal(rule_set, 3, number), number=number) for number in range(1, 6)
    ]


def test_a_later_deal_is_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["deal", "--rules", "plain", "--count", "4", "--seed", "9", "--json"])
    four = capsys.readouterr().out.splitlines()
    main(["deal", "--rules", "plain", "--deal-number", "4", "--seed", "9", "--json"])
    assert capsys.readouterr().out.splitlines() == four[3:]
    assert json.loads(four[3])["contract"] == "C"


def test_without_a_seed_a_new_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(3):
        main(["deal", "--json"])
        line = capsys.readouterr().out
        seeds.add(json.loads(line)["seed"])
        loads(line)
    assert len(seeds) == 3


def test_the_readable_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "hand 1 of seed 1, hornafjordur, cut ♠K: NT",
        "  F      ♠A94 ♥852 ♦32 ♣8654",
        "  M      ♠J62 ♥AQ9 ♦Q654 ♣Q9",
        "  D      ♠KQ ♥KJT ♦KJ8 ♣AT32",
        "  Manni  ♦7 ♠3 ♣J ♦A ♠7 ♠5 ♠T ♠8 ♥6 ♦9 ♣K ♣7 ♥4 ♥7 ♦T ♥3",
    ]


def test_a_house_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "net.toml"
    path.write_text('base = "declared"\npar = 3\n')
    assert main(["deal", "--rules", str(path), "--seed", "1", "--json"]) == 0
    assert loads(capsys.readouterr().out).rules == load_rules(path)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["--rules", "whist"], "rules"),
        (["--rules", "."], "rules"),
        (["--count", "0"], "count"),
        (["--count", "-3"], "count"),
        (["--deal-number", "0"], "deal-number"),
        (["--count", "x"], "count"),
        (["--seed", "x"], "seed"),
        (["--colour", "red"], "colour"),
        (["extra"], "extra"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], field: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert field in captured.err

"""Bad input of every kind: one clear line that names the field, exit status 2, nothing on stdout, no traceback."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from manni.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
MEGABYTE = 1 << 20

PLAY: dict[str, Any] = {
    "rules": "hornafjordur",
    "seat": "D",
    "cut": "7S",
    "hand": "765..KQ86.K",
    "discarded": "2H 9C 8C 6C",
    "exchanged": {"F": 7, "M": 5, "D": 4},
    "plays": ["AC 2C TC", "7H AH 5H", "AD 2D 5D", "KS AS 8S"],
}
EXCHANGE: dict[str, Any] = {"seat": "M", "cut": "6D", "hand": "A763.T942.AJ.95", "exchanged": {"F": 7}}
TAKE: dict[str, Any] = {"rules": "plain", "seat": "F", "contract": "H", "hand": "J4.AT8.AT83.T96"}
THREW_ALL: dict[str, Any] = {
    "seat": "D",
    "cut": "7S",
    "hand": "AKQJT987.AKQJ..",
    "exchanged": {"F": 0, "M": 0, "D": 12},
    "discarded": "6543.T98765.K.2",
}
DECLARE: dict[str, Any] = {"rules": "declared", "seat": "D", "hand": "Q985.QT4.T8.532", "contracts_left": ["NT"]}


def changed(view: dict[str, Any], **fields: Any) -> str:
    return json.dumps({**view, **fields})


@dataclass
class Case:
    """Arguments, with FILE standing for a file of the content given; the word that the line has to have."""

    name: str
    arguments: list[str]
    names: str
    content: bytes | str | None = None
    stdin: bytes | str = b""
    answers: bool = field(default=False, kw_only=True)


def position(name: str, text: str, names: str) -> Case:
    return Case(f"position {name}", ["solve", text], names)


def view(name: str, content: str | bytes, names: str) -> Case:
    return Case(f"view {name}", ["advise", "FILE"], names, content)


def options(name: str, text: str, names: str) -> Case:
    return Case(f"options {name}", text.split(), names)


def rules(name: str, content: str | bytes, names: str) -> Case:
    return Case(f"rules {name}", ["deal", "--rules", "FILE.toml"], names, content)


HOUSE = 'base = "hornafjordur"\nname = "house"\n'

CASES = [
    # positions
    position("empty", "", "position"),
    position("words", "to be or not to be", "contract"),
    position("three fields", "NT F A.../K.../Q...", "position"),
    position("unknown contract", "XX F A.../K.../Q... -", "contract"),
    position("unknown leader", "NT Q A.../K.../Q... -", "leader"),
    position("unknown card", "NT F A.../Z.../Q... -", "hand M"),
    position("card twice", "NT F A.../K.../A... -", "hand D"),
    position("card twice in a hand", "NT F AA.../KQ.../JT... -", "hand F"),
    position("card on the table and in a hand", "NT M AK.../Q.../JT... AS", "trick"),
    position("13 cards", f"NT F {'AKQJT98765432.../.AKQJT98765432../..AKQJT98765432.'} -", "hands"),
    position("one hand too long", "NT F A.../KQ.../J... -", "hand M"),
    position("no cards", "NT F .../.../... -", "hands"),
    position("whole trick on the table", "NT F A.../K.../Q... JS,TS,9S", "trick"),
    position("leader contradicts the trick", "NT F A3.../K.../Q4... 5S", "leader"),
    position("revoke on the table", "S F 2.../.4../5.6.. 8H,9C", "trick"),
    position("control characters", "NT F A.../K\x1b[31m.../Q... -", "position"),
    position("one megabyte", "NT F " + "A" * 100_000 + " -", "position"),
    position("symbols of another game", "NT F 🂡.../K.../Q... -", "hand F"),
    # options
    options("position without quotes", "solve NT F AK.../QJ.../T9... -", "quotes"),
    options("verb", "slove x", "verb"),
    options("option", "solve x --frobnicate", "--frobnicate"),
    options("two positions", "solve x y", "y"),
    options("nothing", "solve", "position"),
    options("concept", "solve x --concept best", "--concept"),
    options("seat", "solve x --seat Q", "seat"),
    options("nodes zero", "solve x --nodes 0", "nodes"),
    options("a fraction of a world", "advise examples/play.json --worlds 2.5", "--worlds"),
    options("seed word", "deal --seed 1.5", "--seed"),
    options("nodes word", "solve x --nodes many", "--nodes"),
    options("time negative", "solve x --time -1", "time"),
    options("time nan", "solve x --time nan", "time"),
    options("threads", "solve x --threads 0", "threads"),
    options("too many threads", "solve x --threads 1000000", "threads"),
    options("nodes beyond counting", "solve x --nodes 99999999999999999999999", "nodes"),
    options("memory negative", "solve x --memory -1", "memory"),
    options("value missing", "solve x --seat", "--seat"),
    options("no such file", "solve --input no/such/file", "input"),
    options("directory", "solve --input .", "input"),
    options("bot", "arena clever greedy --deals 1", "clever"),
    options("deals", "arena random greedy --deals 0", "deals"),
    options("rule set", "deal --rules whist", "rules"),
    options("bench", "bench --deals 0", "deals"),
    options("count", "deal --count -3", "count"),
    options("option in place of a view", "advise --frobnicate", "--frobnicate"),
    options("seat without maxn", "solve x --concept maxn --seat F", "seat"),
    # streams
    Case("stream empty", ["solve", "--input", "-"], "input"),
    Case("stream blank", ["solve", "--input", "-"], "input", stdin=b"\n\n\n"),
    Case("stream truncated", ["solve", "--input", "-"], "input", stdin=b'{"position": "NT F', answers=True),
    Case(
        "stream with a field twice",
        ["solve", "--input", "-"],
        "input",
        stdin=b'{"id": {"id": 1}, "position": "NT F A.../K.../Q... -", "position": "NT F A.../K.../Q... -"}',
        answers=True,
    ),
    Case("stream long", ["solve", "--input", "-"], "input", stdin=b"x" * (3 * MEGABYTE), answers=True),
    Case("stream binary", ["solve", "--input", "-"], "input", stdin=bytes(range(256)), answers=True),
    Case("stream nested", ["solve", "--input", "-"], "input", stdin=b"[" * 100_000, answers=True),
    # views
    Case("view on empty stdin", ["advise", "-"], "view"),
    view("truncated", changed(PLAY)[:60], "view"),
    view("long", b"[" + b" " * (2 * MEGABYTE) + b"]", "view"),
    view("nested", "[" * 100_000, "view"),
    view("binary", b"\xff\xfe\x00", "view"),
    view("not an object", "[1, 2]", "view"),
    view("unknown field", changed(PLAY, trumps="S"), "trumps"),
    view("seat missing", json.dumps({k: v for k, v in PLAY.items() if k != "seat"}), "seat"),
    view("hand of 13", changed(EXCHANGE, hand="A763.T942.AJ.952"), "hand"),
    view("hand as a number", changed(PLAY, hand=7), "hand"),
    view("card twice", changed(PLAY, hand="765..KQQ8.K"), "hand"),
    view("card seen twice", changed(PLAY, hand="765..KQ8.KA"), "AC"),
    view("8 exchanged", changed(EXCHANGE, exchanged={"F": 8}), "exchanged"),
    view("exchanged as words", changed(EXCHANGE, exchanged={"F": "seven"}), "exchanged"),
    view("discards do not match", changed(PLAY, discarded="2H"), "discarded"),
    view("revoked", changed(PLAY, plays=["AC 2C TC", "7H AH 5H", "AD 2D 5D", "KS JD 8S"]), "revoked"),
    view("control characters", changed(PLAY, plays=["\x00\x1b"]), "plays"),
    view("contract against the cut", changed(PLAY, contract="NT"), "contract"),
    view("exchange out of turn", changed(EXCHANGE, exchanged={"D": 1}), "exchanged"),
    view("a two in plain", changed(TAKE, hand="J42.AT8.AT8.T96"), "hand"),
    view("unknown contract left", changed(DECLARE, contracts_left=["MISERE"]), "contracts_left"),
    view("unknown rules", changed(PLAY, rules="skat"), "rules"),
    view("dealer with a cut card it threw", json.dumps(THREW_ALL), "7S"),
    view("taken and kept", changed(TAKE, kept=["F"], taken=None), "kept"),
    view("another seat's turn", changed(EXCHANGE, exchanged={}), "F is to exchange"),
    # rule files
    rules("empty name", HOUSE.replace("house", ""), "name"),
    rules("not TOML", "allowances = [7, 5", "rules"),
    rules("binary", b"\xff\xfe", "rules"),
    rules("unknown key", HOUSE + "allowence = [7, 5, 12]\n", "allowence"),
    rules("target range", HOUSE + "target_range = [20, 5]\n", "target_range"),
    rules("par", HOUSE + "par = 13\n", "par"),
    rules("allowances", HOUSE + "allowances = [12, 12, 12]\n", "allowances"),
]


def test_there_are_at_least_forty() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_bad_input_is_one_line(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def as_bytes(text: bytes | str) -> bytes:
        return text.encode() if isinstance(text, str) else text

    arguments = []
    for argument in case.arguments:
        if argument.startswith("FILE"):
            path = tmp_path / argument.lower()
            path.write_bytes(as_bytes(case.content or b""))
            argument = str(path)
        arguments.append(argument)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(as_bytes(case.stdin))))
    status = main(arguments)
    out, err = capfdbinary.readouterr()
    line = err.decode()
    assert status == 2
    assert line.startswith("manni: ")
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    assert len(line) < 400
    assert case.names in line
    if not case.answers:
        assert out == b""
    for answer in out.splitlines():
        assert set(json.loads(answer)) == {"id", "line", "error"}


@pytest.mark.parametrize("verb", ["advise", "worlds"])
@pytest.mark.parametrize("cut", [1, 20, 60, 100])
def test_truncated_examples_are_refused(verb: str, cut: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for example in sorted(EXAMPLES.glob("*.json")):
        file = tmp_path / example.name
        file.write_text(example.read_text()[:cut])
        assert main([verb, str(file)]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "view" in err

"""The engine as a server: order, priority, partial answers, ending, what is no query, many of them."""

from __future__ import annotations

import io
import json
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from manni.cards import CardSet
from manni.cli import main
from manni.engine.reading import MAX_LINE
from manni.engine.server import Server
from manni.schemas import published

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
EXAMPLE = "NT M A3.Q.7./QJ..8./T9.4.9. KC"
SLOW = "H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"


PARTIAL = Draft202012Validator({**json.loads(published("engine")), "anyOf": [{"$ref": "#/$defs/PartialAnswer"}]})


def slow(identity: Any, **fields: Any) -> dict[str, Any]:
    """A query that takes minutes."""
    return {"id": identity, "type": "solve", "position": SLOW, "concept": "maxn", **fields}


def quick(identity: Any, **fields: Any) -> dict[str, Any]:
    return {"id": identity, "type": "solve", "position": EXAMPLE, **fields}


def test_priority_then_order(process: Any) -> None:
    engine = process("--threads", "1")
    engine.send(slow("first", report_every=0.01))
    assert engine.answer()["final"] is False  # it is at work
    engine.send(quick("a"), quick("b", priority=-1), quick("c", priority=5), quick("d"), quick("e", priority=5))
    engine.send({"id": "t", "type": "terminate", "target": "first"})
    answers = [answer["id"] for answer in engine.end() if answer["final"] and answer["id"] not in ("t", "first")]
    assert answers == ["c", "e", "a", "d", "b"]
    assert engine.process.returncode == 0


def test_terminate_one_at_work(process: Any) -> None:
    engine = process("--threads", "1")
    engine.send(slow("long", report_every=0.01))
    partial = engine.answer()
    assert (partial["id"], partial["final"]) == ("long", False)
    engine.send({"id": "t", "type": "terminate", "target": "long"})
    finals = {answer["id"]: answer for answer in engine.end() if answer["final"]}
    assert finals["t"] == {"id": "t", "final": True, "stopped": 1}
    assert finals["long"]["terminated"] is True
    assert finals["long"]["exact"] is False
    assert set(finals["long"]["bounds"]["outcome"]) == {"F", "M", "D"}


def test_advice_at_work_answers_with_what_it_has(process: Any) -> None:
    view = json.loads((EXAMPLES / "play.json").read_text())
    engine = process("--threads", "1")
    engine.send({"id": "a", "type": "advise", "view": view, "time": 1000, "report_every": 0.05})
    partial = engine.answer()
    while "best" not in partial:
        assert partial["final"] is False
        partial = engine.answer()
    PARTIAL.validate(partial)
    assert partial["best"] in [{"play": str(card)} for card in CardSet.parse(view["hand"])]
    assert partial["worlds"] > 0
    assert partial["seconds"] > 0
    assert 0 <= partial["progress"] < 1
    engine.send({"id": "t", "type": "terminate"})
    (advice,) = (answer for answer in engine.end() if answer["id"] == "a" and answer["final"])
    assert advice["terminated"] is True
    assert advice["worlds"] > 0
    assert len(advice["actions"]) == 8


def test_terminate_all_reaches_those_that_wait(ask: Any) -> None:
    waiting = [slow(f"s{number}") for number in range(20)]
    answers = ask(*waiting, {"id": "t", "type": "terminate"}, quick("later"), threads=2)
    assert Counter(answer["id"] for answer in answers) == Counter(
        {f"s{n}": 1 for n in range(20)} | {"t": 1, "later": 1}
    )
    by_id = {answer["id"]: answer for answer in answers}
    assert by_id["t"]["stopped"] == 20
    assert all(by_id[f"s{number}"]["terminated"] for number in range(20))
    assert "terminated" not in by_id["later"]


def test_an_id_in_use_is_refused_and_free_again_after_the_answer(process: Any) -> None:
    engine = process("--threads", "1")
    engine.send(slow("x"), quick("x"))
    refused = engine.answer()
    assert (refused["id"], refused["field"], refused["final"]) == (None, "id", True)
    assert "'x'" in refused["error"]
    engine.send({"id": "t", "type": "terminate"})
    assert {engine.answer()["id"] for _ in range(2)} == {"x", "t"}
    engine.send(quick("x"))
    assert engine.answer()["guarantee"] == {"F": 2, "M": 1, "D": 0}
    engine.send(quick(1), quick("1"))
    assert [answer["id"] for answer in engine.end()] == [1, "1"]


NO_QUERY: list[tuple[bytes, str]] = [
    (b"nonsense", "line"),
    (b'"text"', "line"),
    (b"[]", "line"),
    (b"3", "line"),
    (b"null", "line"),
    (b"{", "line"),
    (b'{"id": 1, "type": "version"} x', "line"),
    (b'{"id": "\xff"}', "line"),
    (b'{"id": "a", "type": "version"}\x00', "line"),
    (b"\x00", "line"),
    (b'{"id": "\\ud800", "type": "version"}', "line"),
    (b'{"id": "a", "type": "version", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "line"),
    (b"[" * 500_000, "line"),
    (b'{"type": "version", "id": "' + b"x" * MAX_LINE + b'"}', "line"),
    (b'{"type": "version"}', "id"),
    (b'{"id": null, "type": "version"}', "id"),
    (b'{"id": true, "type": "version"}', "id"),
    (b'{"id": 1.5, "type": "version"}', "id"),
    (b'{"id": [1], "type": "version"}', "id"),
    (b'{"id": 1e999, "type": "version"}', "id"),
    (b'{"id": ' + b"9" * 5000 + b', "type": "version"}', "id"),
    (b'{"id": "' + b"x" * 201 + b'", "type": "version"}', "id"),
    (b'{"id": 1, "id": 2, "type": "version"}', "id"),
]


@pytest.mark.parametrize(("line", "field"), NO_QUERY, ids=[line[:40].decode("latin-1") for line, _ in NO_QUERY])
def test_what_is_no_query(ask: Any, line: bytes, field: str) -> None:
    bad, good = ask(line, {"id": "after", "type": "version"})
    assert (bad["id"], bad["final"], bad["field"]) == (None, True, field)
    assert 0 < len(bad["error"]) < 300
    assert bad["error"].isprintable()
    assert good["version"]


def test_deep_and_large_values_in_a_query(ask: Any) -> None:
    deep = b'{"id": 1, "type": "advise", "view": ' + b'{"seat":' * 900 + b"1" + b"}" * 900 + b"}"
    digits = b'{"id": 2, "type": "advise", "view": {"seat": "F", "exchanged": {"F": ' + b"9" * 5000 + b"}}}"
    seed = b'{"id": 3, "type": "deal", "seed": ' + b"9" * 5000 + b"}"
    twice = b'{"id": 4, "type": "deal", "seed": 1, "seed": 2}'
    answers = ask(deep, digits, seed, twice)
    assert {answer["id"] for answer in answers} <= {1, 2, 3, 4, None}
    assert all("error" in answer for answer in answers)
    assert answers[0]["field"] != "type"
    assert {answer["id"]: answer["field"] for answer in answers}[4] == "seed"


def test_blank_lines_and_no_newline_at_the_end() -> None:
    output = io.BytesIO()
    text = b'\n \r\n{"id": 1, "type": "version"}\r\n\n{"id": 2, "type": "version"}'
    Server(output, threads=1, memory=1 << 20).serve(io.BytesIO(text))
    assert [json.loads(line)["id"] for line in output.getvalue().splitlines()] == [1, 2]


def test_a_client_that_writes_everything_first(process: Any) -> None:
    """More answers than a pipe holds, none of them read until all queries are written."""
    engine = process("--threads", "2")
    engine.send(*({"id": number, "type": "rules"} for number in range(3000)))
    engine.send(*({"id": -1, "type": "chess"} for _ in range(3000)))
    answers = engine.end()
    assert Counter(answer["id"] for answer in answers) == Counter({n: 1 for n in range(3000)} | {-1: 3000})
    assert engine.process.returncode == 0


def test_a_reader_that_goes_away_ends_the_engine(process: Any) -> None:
    engine = process("--threads", "1")
    engine.send(slow("long"))
    engine.process.stdout.close()
    engine.send({"id": "v", "type": "version"})
    with pytest.raises(BrokenPipeError):
        for _ in range(1000):
            engine.send({"id": "v", "type": "version"})
            time.sleep(0.01)
    assert engine.process.wait(30) == 0


def test_an_interrupt_ends_it_at_once(process: Any) -> None:
    engine = process()
    engine.send(slow("long", report_every=0.01))
    engine.answer()
    engine.process.send_signal(signal.SIGINT)
    assert engine.process.wait(30) == 130


def test_the_answers_do_not_depend_on_threads(ask: Any) -> None:
    rng = random.Random(4)
    lines: list[dict[str, Any]] = []
    for number in range(60):
        kind = rng.choice(["solve", "deal", "worlds"])
        if kind == "solve":
            lines.append(quick(number))
        elif kind == "deal":
            lines.append({"id": number, "type": "deal", "seed": number, "rules": rng.choice(["plain", "declared"])})
        else:
            lines.append({"id": number, "type": "worlds", "view": TAKE, "seed": number})

    def answers(threads: int) -> dict[Any, Any]:
        return {answer["id"]: {**answer, "seconds": 0} for answer in ask(*lines, threads=threads)}

    assert answers(1) == answers(4)
    assert len(answers(4)) == 60


TAKE = {"rules": "plain", "seat": "F", "contract": "H", "hand": "J4.AT8.AT83.T96"}


def test_queries_from_a_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--input", str(EXAMPLES / "queries.jsonl")]) == 0
    answers = {answer["id"]: answer for answer in map(json.loads, capfd.readouterr().out.splitlines())}
    assert answers[1]["guarantee"] == {"F": 2, "M": 1, "D": 0}
    assert answers["two"]["field"] == "view.hand"
    assert answers["three"]["rules"][0]["target"] == 7


def test_schema_option_and_bad_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--schema"]) == 0
    assert capfd.readouterr().out == published("engine")
    for arguments in (["--threads", "0"], ["--memory", "0"], ["--input", "/no/such/file"]):
        assert main(["engine", *arguments]) == 2
        assert capfd.readouterr().err.startswith(f"manni: {arguments[0][2:]}: ")

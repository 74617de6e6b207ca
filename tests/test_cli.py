"""The command line: start-up, the forms it prints, streams, limits and interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import manni

EXAMPLE = "NT M A3.Q.7./QJ..8./T9.4.9. KC"
FULL_DEAL = "NT D .T83.AQ964.AQ82/Q632.QJ9642.7.K/A.K.J853.JT7543 -"
SLOW_MAXN = "H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"
ROOT = Path(__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys\n{code}\nprint('\\n'.join(sys.modules))"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    return set(done.stdout.split())


def test_version_imports_neither_numpy_nor_the_engine() -> None:
    loaded = modules_after("from manni.cli import main; assert main(['--version']) == 0")
    assert not loaded & {"numpy", "solver", "solver._kernel", "solver._kernel_v3", "cyclopts", "rich", "msgspec"}


def test_importing_the_package_is_light() -> None:
    assert not modules_after("import manni; manni.NotationError") & {"numpy", "solver", "msgspec", "rich"}


def test_solving_one_position_does_not_import_numpy() -> None:
    assert "numpy" not in modules_after(f"from manni.cli import main; assert main(['solve', {EXAMPLE!r}]) == 0")


def test_every_public_name_can_be_had() -> None:
    for name in manni.__all__:
        assert getattr(manni, name) is not None
    assert set(manni.__all__) <= set(dir(manni))
    with pytest.raises(AttributeError, match="nonsense"):
        manni.nonsense  # noqa: B018


def test_version(manni_command: Any) -> None:
    done = manni_command("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, manni.__version__ + "\n", "")


@pytest.mark.parametrize("verb", ["solve", "advise", "worlds", "deal", "arena", "bench"])
def test_every_verb_has_help_and_takes_json(manni_command: Any, verb: str) -> None:
    assert verb in manni_command("--help").stdout
    done = manni_command(verb, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--json" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_an_unknown_build_is_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "manni", "solve", EXAMPLE],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "MANNI_ISA": "avx512"},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "manni: MANNI_ISA: 'avx512' is not portable or v3\n"


def test_json_has_the_documented_fields(manni_command: Any) -> None:
    answer = json.loads(manni_command("solve", EXAMPLE, "--json").stdout)
    assert {key: answer[key] for key in answer if key not in ("nodes", "seconds")} == {
        "position": EXAMPLE,
        "concept": "paranoid",
        "to_move": "D",
        "tricks_left": 4,
        "guarantee": {"F": 2, "M": 1, "D": 0},
        "cards": [{"card": card, "tricks": 0} for card in ("TS", "9S", "4H", "9D")],
        "best": ["TS", "9S", "4H", "9D"],
    }
    assert answer["nodes"] >= 1
    assert answer["seconds"] >= 0


def test_maxn_json(manni_command: Any) -> None:
    answer = json.loads(manni_command("solve", EXAMPLE, "--json", "--concept", "maxn").stdout)
    assert "guarantee" not in answer
    assert answer["outcome"] == {"F": 2, "M": 1, "D": 1}
    assert answer["cards"][0] == {"card": "TS", "outcome": {"F": 2, "M": 1, "D": 1}}
    assert answer["cards"][-1] == {"card": "9D", "outcome": {"F": 2, "M": 2, "D": 0}}
    assert answer["best"] == ["TS", "9S", "4H"]


def test_cards_come_best_first_and_fewest_tricks_are_best_under_nullo(manni_command: Any) -> None:
    text = "NULLO D K.Q95.J3.2/T54..AT.J4/87.7.5.K53 -"
    answer = json.loads(manni_command("solve", text, "--json").stdout)
    assert [(card["card"], card["tricks"]) for card in answer["cards"]] == [
        ("5D", 3), ("8S", 4), ("7S", 4), ("7H", 4), ("KC", 5), ("5C", 5), ("3C", 6),
    ]  # fmt: skip
    assert answer["best"] == ["5D"]


def test_options_leave_out_what_was_not_asked(manni_command: Any) -> None:
    answer = json.loads(manni_command("solve", EXAMPLE, "--json", "--no-cards", "--seat", "F").stdout)
    assert answer["guarantee"] == {"F": 2}
    assert not {"cards", "best"} & set(answer)


def test_human_form_is_plain_in_a_pipe(manni_command: Any) -> None:
    done = manni_command("solve", EXAMPLE)
    assert "♠T9 ♥4 ♦9" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_node_limit_gives_bounds_that_hold_the_value(manni_command: Any) -> None:
    exact = json.loads(manni_command("solve", FULL_DEAL, "--json").stdout)
    values = {card["card"]: card["tricks"] for card in exact["cards"]}
    stopped = json.loads(manni_command("solve", FULL_DEAL, "--json", "--nodes", "20").stdout)
    assert stopped["exact"] is False
    assert "exact" not in exact
    assert stopped["bounds"]["guarantee"] and stopped["bounds"]["cards"]
    for seat, (low, high) in stopped["bounds"]["guarantee"].items():
        assert low < high
        assert low <= exact["guarantee"][seat] <= high
    for card, (low, high) in stopped["bounds"]["cards"].items():
        assert low <= values[card] <= high
    for card in stopped["cards"]:
        assert card["tricks"] == values[card["card"]]
    assert set(stopped["best"]) <= set(exact["best"])


def test_a_limit_on_maxn_gives_bounds_of_outcomes(manni_command: Any) -> None:
    stopped = json.loads(manni_command("solve", FULL_DEAL, "--json", "--concept", "maxn", "--nodes", "50").stdout)
    assert stopped["exact"] is False
    assert "outcome" not in stopped
    assert stopped["best"] == []
    for bounds in (stopped["bounds"]["outcome"], *stopped["bounds"]["cards"].values()):
        assert all(0 <= low <= high <= 12 for low, high in bounds.values())
    assert len(stopped["cards"]) + len(stopped["bounds"]["cards"]) == 12


def test_batch_answers_good_lines_around_bad_ones(manni_command: Any) -> None:
    lines = [
        '{"id": 1.50, "position": "NT D .../...T/... 2C,3S"}',
        "",
        '{"id": "x", "position": "NT D .../...T/... 2C,2C"}',
        "{not json",
        '{"position": "NT D .../...T/... 2C,3S", "more": [1]}',
        '{"id": [1, 2]}',
        '{"id": 7, "position": "' + "x" * (1 << 20) + '"}',
        '{"id": null, "position": "NULLO M J.../.../..K. TC"}',
        "[]",
    ]
    for threads in ("1", "2"):
        done = manni_command("solve", "--input", "-", "--threads", threads, stdin="\n".join(lines))
        assert done.returncode == 2
        assert done.stderr == "manni: input: 5 of 8 lines could not be answered\n"
        answers = done.stdout.splitlines()
        assert answers[0].startswith('{"id":1.50,')
        decoded = [json.loads(answer) for answer in answers]
        assert [answer.get("line") for answer in decoded] == [None, 3, 4, None, 6, 7, None, 9]
        assert [answer.get("id", "none") for answer in decoded] == [1.5, "x", None, "none", [1, 2], None, None, None]
        assert all("error" in answer for answer in decoded if "line" in answer)
        assert decoded[3]["guarantee"] == {"F": 0, "M": 1, "D": 0}


def start_batch(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "manni", "solve", "--input", "-", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    )


def ask(process: subprocess.Popen[str], line: str) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_batch_streams_each_answer_before_the_next_question() -> None:
    with start_batch() as process:
        for number in range(3):
            assert ask(process, json.dumps({"id": number, "position": EXAMPLE}))["id"] == number
            assert "error" in ask(process, "{")
        process.communicate(timeout=20)
        assert process.returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["solve", "--help"],
        ["solve", EXAMPLE],
        ["solve", EXAMPLE, "--json"],
        ["solve", "--input", "tests/data/endings.jsonl"],
        ["worlds", "examples/play.json"],
        ["deal", "--count", "9", "--json"],
    ],
    ids=" ".join,
)
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "manni", *arguments],
        stdout=write,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=ROOT,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("redirection", "arguments", "status"),
    [(">&-", ["solve", EXAMPLE], 0), ("<&-", ["solve", "--input", "-"], 2), ("2>&-", ["solve", "nonsense"], 2)],
)
def test_a_closed_stream_is_no_traceback(redirection: str, arguments: list[str], status: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-P", "-m", "manni", *arguments],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def test_symbols_are_printed_whatever_the_encoding(manni_command: Any) -> None:
    assert "♠T9 ♥4 ♦9" in manni_command("solve", EXAMPLE, PYTHONIOENCODING="ascii").stdout


def test_an_interrupt_ends_a_long_search_at_once() -> None:
    with start_batch("--concept", "maxn") as process:
        assert process.stdin is not None
        ask(process, json.dumps({"position": EXAMPLE}))
        process.stdin.write(json.dumps({"position": SLOW_MAXN}) + "\n")
        process.stdin.flush()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_an_interrupt_ends_quietly_with_130() -> None:
    with start_batch() as process:
        ask(process, json.dumps({"position": EXAMPLE}))  # it is up, and waits for the next line
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(timeout=20) == 130


def test_bench_counts_the_same_nodes_every_time(manni_command: Any) -> None:
    first, second = (
        json.loads(manni_command("bench", "--deals", "6", "--json", "--threads", n).stdout) for n in ("1", "2")
    )
    assert first["deals"] == 6
    assert first["nodes"] == second["nodes"] > 6
    assert first["nodes_per_second"] > 0

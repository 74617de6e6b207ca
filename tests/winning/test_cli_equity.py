"""``manni equity``: by seats and by players, as a table, JSON and a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manni.cli import main
from manni.winning import equity


def test_by_seats_as_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["equity", "--score", "F=9/7,M=4/0,D=8/2", "--json"]) == 0
    out, err = capfdbinary.readouterr()
    assert not err
    answer = json.loads(out)
    assert list(answer) == ["rules", "score", "hand", "contracts_left", "equity"]
    assert answer["score"] == {"F": [9, 7], "M": [4, 0], "D": [8, 2]}
    chances = equity({"F": (9, 7), "M": (4, 0), "D": (8, 2)})
    assert answer["equity"] == {"D": {seat: pytest.approx(getattr(chances, seat), abs=1e-6) for seat in "FMD"}}


def test_by_players_whoever_deals(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    options = ["--rules", "declared", "--hand", "8", "--score", "A=4,B=-3,C=-1", "--json"]
    assert main(["equity", *options]) == 0
    every = json.loads(capfdbinary.readouterr().out)["equity"]
    assert list(every) == ["A", "B", "C"]
    assert main(["equity", *options, "--dealer", "B"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["equity"] == {"B": every["B"]}
    assert main(["equity", *options, "--dealer", "b"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["equity"] == {"B": every["B"]}
    # B deals hand 8 and C hand 9; A has dealt all its hands.
    assert main(["equity", *options, "--dealer", "B", "--contracts-left", "B=nt,C=TRUMP"]) == 0
    known = json.loads(capfdbinary.readouterr().out)["equity"]["B"]
    left = {"D": ["NT"], "F": ["TRUMP"]}
    chances = equity({"F": -1, "M": 4, "D": -3}, rules="declared", hand=8, contracts_left=left)
    assert [known[player] for player in "CAB"] == pytest.approx(chances, abs=1e-6)


def test_the_table_shows_columns_or_totals(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "--score", "A=9/7,B=4/0,C=8/2"]) == 0
    head, *rows = capfd.readouterr().out.splitlines()[1:]
    assert head.split() == ["player", "plus", "minus", "net", "A", "deals", "B", "deals", "C", "deals"]
    assert [row.split()[:4] for row in rows] == [["A", "9", "7", "+2"], ["B", "4", "0", "+4"], ["C", "8", "2", "+6"]]
    assert main(["equity", "--rules", "plain", "--score", "F=9,M=3,D=8"]) == 0
    assert capfd.readouterr().out.splitlines()[1].split() == ["seat", "total", "wins"]
    assert main(["equity"]) == 0
    assert "33." in capfd.readouterr().out


def test_a_picture(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "stakes.svg"
    assert main(["equity", "--score", "F=9/7,M=4/0,D=8/2", "--plot", str(path)]) == 0
    assert "<svg" in path.read_text()
    # A tie after the last hand goes on.
    rules = tmp_path / "three.toml"
    rules.write_text('base = "plain"\nhands = 3\n')
    overtime = ["equity", "--rules", str(rules), "--score", "F=3,M=3,D=1", "--hand", "5", "--plot"]
    assert main([*overtime, str(tmp_path / "tie.png")]) == 0
    assert (tmp_path / "tie.png").stat().st_size > 0
    capfd.readouterr()
    for name in ("", str(tmp_path)):
        assert main(["equity", "--dealer", "A", "--plot", name]) == 2
        assert "does not end in a format" in capfd.readouterr().err
    assert main(["equity", "--plot", str(tmp_path / "x.svg")]) == 2
    assert "dealer: missing" in capfd.readouterr().err
    assert main(["equity", "--dealer", "A", "--plot", str(tmp_path / "no" / "x.svg")]) == 2
    assert "plot: cannot write" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--score", "A=10/7,B=4/0,C=8/2"], "score: the game is over"),
        (["--score", "A=1/7,B=4/0,F=8/2"], "score: 'A' is not one of the seats"),
        (["--score", "X=1/7"], "score: 'X' is not one of"),
        (["--score", "A=1/7,B=4"], "score."),
        (["--score", "A=1/7,B=4/x,C=1/1"], "score.B: '4/x' is not a total"),
        (["--score", "A=1/7,A=4/0,C=1/1"], "stands there twice"),
        (["--score", "A"], "is not a seat or player and what it has"),
        (["--score", "F=1/7,M=4/0,D=1/1", "--dealer", "A"], "dealer: 'A', but by the seats"),
        (["--dealer", "X"], "dealer: 'X' is not one of A, B, C"),
        (["--score", "A=1_0/7,B=4/0,C=1/1"], "score.A: '1_0/7' is not a total"),
        (["--score", "A=٣/7,B=4/0,C=1/1"], "is not a total"),
        (["--rules", "declared", "--score", "F=1,M=4,D=1"], "hand: missing"),
        (["--rules", "declared", "--hand", "10"], "hand: 10, but the game is over after 9 hands"),
        (
            ["--rules", "declared", "--hand", "9", "--contracts-left", "A=NT"],
            "contracts_left.A: 1 contracts, but before hand 9 there are 0 when B deals; state the dealer",
        ),
        (["--rules", "declared", "--contracts-left", "A=NT", "--dealer", "A"], "contracts_left.A: 1 contracts"),
        (["--rules", "nowhere.toml"], "rules"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert message in err

"""Whole games between bots: fair seatings, honest numbers, records that replay, the same on any number of processes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from manni.actions import Declare, Discard, Play, Take
from manni.bots import BotSpec
from manni.cli import main
from manni.errors import ManniError
from manni.game import Game
from manni.match import match, play_game, play_series, seatings
from manni.record import load
from manni.rules import load_rules
from manni.view import View

GREEDY, RANDOM = BotSpec("greedy"), BotSpec("random")
RULES = ["hornafjordur", "plain", "declared"]


def test_every_bot_has_every_place_as_often() -> None:
    for bots in (2, 3):
        for player in range(3):
            places = Counter(seating[player] for seating in seatings(bots))
            assert set(places.values()) == {6 // bots}


@pytest.mark.parametrize("name", RULES)
def test_a_series_is_six_games_of_the_same_deals_that_share_out_the_wins(name: str) -> None:
    result, games = play_series(load_rules(name), (GREEDY, RANDOM, GREEDY), 3, 1)
    assert len(games) == 6
    assert len({(game.seed, game.first_dealer) for game in games}) == 1
    assert sum(result.wins) == pytest.approx(1)
    assert result.hands == sum(len(game.hands) for game in games)
    for game in games:
        assert game.over
        assert game.hands[-1].standing is not None
    assert result.wins[1] < min(result.wins[0], result.wins[2])


@pytest.mark.parametrize("name", RULES)
def test_records_replay_to_the_same_games(name: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = match((GREEDY, RANDOM), rules=load_rules(name), games=7, seed=2, save=path)
    assert result.games == 12
    games = list(load(path.read_text().splitlines()))
    assert len(games) == 12
    wins = Counter[str]()
    for game in games:
        assert isinstance(game, Game)
        assert game.over
        for player in game.winners:
            wins[game.players[player].split()[0]] += 1 / len(game.winners)
    # Eighteen places each in twelve games.
    assert result.wins[0].difference == pytest.approx(wins["greedy"] / 18)
    assert result.differences[0].difference == pytest.approx((wins["greedy"] - wins["random"]) / 18)
    assert result.differences[0].difference > 0.2


def test_processes_do_not_change_the_result_and_a_broken_match_goes_on(tmp_path: Path) -> None:
    rules, journal, records = load_rules("declared"), tmp_path / "journal", tmp_path / "records"
    whole = match((GREEDY, RANDOM), rules=rules, games=24, seed=7, processes=2, save=tmp_path / "all")
    match((GREEDY, RANDOM), rules=rules, games=12, seed=7, resume=journal, save=records)
    told: list[int] = []
    resumed = match((GREEDY, RANDOM), rules=rules, games=24, seed=7, resume=journal, save=records, progress=told.append)
    assert told == [6, 12, 18, 24]
    assert (resumed.wins, resumed.points, resumed.hands) == (whole.wins, whole.points, whole.hands)
    assert records.read_text() == (tmp_path / "all").read_text()
    with pytest.raises(ManniError, match=r"^resume: .* is of another series"):
        match((GREEDY, RANDOM), rules=rules, games=24, seed=8, resume=journal)


class Watcher:
    """Plays like greedy and keeps the views."""

    def __init__(self) -> None:
        self.seen: list[View] = []
        self.bot = GREEDY.make(0)

    def declare(self, view: View) -> Declare:
        self.seen.append(view)
        return self.bot.declare(view)

    def exchange(self, view: View) -> Discard:
        self.seen.append(view)
        return self.bot.exchange(view)

    def take(self, view: View) -> Take:
        self.seen.append(view)
        return self.bot.take(view)

    def play(self, view: View) -> Play:
        self.seen.append(view)
        return self.bot.play(view)


@pytest.mark.parametrize("name", RULES)
def test_bots_know_the_score_and_the_number_of_the_hand(name: str) -> None:
    players = [Watcher() for _ in range(3)]
    game = play_game(Game.start(load_rules(name), 5), players)
    for number, hand in enumerate(game.hands, 1):
        seen = [view for player in players for view in player.seen if view.number == number]
        assert seen
        assert all(view.columns is not None for view in seen)
        for view in seen:
            assert [points.net for points in view.columns or ()] == [points.net for points in hand.standing or ()]


class Broken(Watcher):
    def play(self, view: View) -> Play:
        return Play(next(iter(view.unseen)))


def test_bots_and_games_that_go_wrong_are_named() -> None:
    with pytest.raises(ManniError, match=r"^bot: A did what is not legal, play: "):
        play_game(Game(rules=load_rules(), first_dealer=2, seed=1), [Broken(), Watcher(), Watcher()])
    rules = load_rules({"base": "plain", "name": "nobody wins", "par": 12, "tie": "play on"})
    with pytest.raises(ManniError, match=r"^rules: no end to a game after 3 hands"):
        play_game(Game.start(rules, 1), [Watcher(), Watcher(), Watcher()], most_hands=3)


@pytest.mark.parametrize(
    ("bots", "games", "processes", "field"),
    [(2, 6, 1, "games"), (2, 12, 0, "processes"), (1, 12, 1, "bots"), (4, 12, 1, "bots")],
)
def test_too_few(bots: int, games: int, processes: int, field: str) -> None:
    with pytest.raises(ManniError, match=f"^{field}: "):
        match([GREEDY] * bots, rules=load_rules("plain"), games=games, processes=processes)


def test_the_command_prints_the_documented_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    arguments = ["match", "greedy", "random", "--games", "12", "--seed", "2", "--processes", "1", "--json"]
    assert main(arguments) == 0
    out, err = capfdbinary.readouterr()
    assert not err
    found = json.loads(out)
    assert list(found) == ["rules", "games", "seed", "bots", "differences", "hands_per_game"]
    assert [bot["bot"] for bot in found["bots"]] == ["greedy", "random"]
    assert set(found["bots"][0]) == {"bot", "wins", "points", "seconds_per_decision"}
    assert set(found["bots"][0]["wins"]) == {"mean", "se", "ci95"}
    (difference,) = found["differences"]
    assert difference["bots"] == ["greedy", "random"]
    assert difference["difference"] == pytest.approx(
        found["bots"][0]["wins"]["mean"] - found["bots"][1]["wins"]["mean"]
    )


def test_the_command_prints_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "greedy", "random", "greedy", "--rules", "plain", "--games", "12", "--processes", "1"]) == 0
    out = capfd.readouterr().out
    assert "plain · 12 games" in out
    assert out.count(" less ") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy", "clever"], "second bot: 'clever' is none of"),
        (["greedy", "random", "what"], "third bot: 'what' is none of"),
        (["greedy", "random", "--games", "6"], "games: 6 is too few"),
        (["greedy", "random", "--rules", "none.toml"], "rules"),
        (["greedy", "random", "--processes", "0"], "processes: 0 is not at least 1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_five_hundred_games_replay(name: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match((GREEDY, RANDOM), rules=load_rules(name), games=500, seed=1, save=path)
    with path.open(encoding="utf-8") as file:
        assert sum(isinstance(game, Game) and game.over for game in load(file)) == 504

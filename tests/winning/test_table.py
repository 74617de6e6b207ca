"""The winning chances: right against games played out, against the rules, and against a plain recursion."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from bench.equity_check import simulate, some_scores
from manni.cards import Contract, Seat
from manni.errors import ManniError
from manni.rules import Points, RuleSet, is_over, leaders, load_rules
from manni.winning import Chances, equity
from manni.winning.outcomes import SPLITS
from manni.winning.sequence import END, scores
from manni.winning.stakes import after_hand, by_tricks
from manni.winning.table import prospects

RULES = ["hornafjordur", "plain", "declared"]
HOUSES = {
    "short": {"base": "hornafjordur", "target": 3},
    "low par": {"base": "hornafjordur", "par": 3},
    "high par": {"base": "hornafjordur", "par": 5},
    "no minus": {"base": "hornafjordur", "minus": False},
    "net": {"base": "hornafjordur", "columns": "cancel"},
    "net, played on": {"base": "hornafjordur", "columns": "cancel", "tie": "play on"},
    "net, low par, played on": {"base": "hornafjordur", "columns": "cancel", "tie": "play on", "par": 3, "target": 4},
    "net, low par": {"base": "hornafjordur", "columns": "cancel", "par": 3, "target": 6},
    "played on": {"base": "hornafjordur", "tie": "play on", "target": 6},
    "five hands": {"base": "hornafjordur", "hands": 5},
    "ten or five": {"base": "hornafjordur", "hands": 5, "target": 10},
    "three hands, played on": {"base": "plain", "hands": 3},
    "mixed": {"base": "plain", "rotation": ["H", "NT", "NULLO"], "target": 7},
    "with minus": {"base": "plain", "minus": True},
    "apart": {"base": "declared", "columns": "apart"},
    "to ten": {"base": "declared", "target": 10, "hands": 9},
}
LARGE = ("low par", "high par")
"""Those whose tables take seconds."""


def house(name: str) -> RuleSet:
    return load_rules({**HOUSES[name], "name": name})


def off(rules: RuleSet, scores_: int, games: int, seed: int) -> np.ndarray:
    """By how many standard errors the wins of simulated games differ from the table; shape (scores, 3)."""
    ahead = prospects(rules)
    found = []
    for number, (columns, hand, phase) in enumerate(some_scores(rules, scores_, seed)):
        table = np.array(ahead.before((phase,), columns, hand))
        assert table.sum() == pytest.approx(1, abs=1e-5)
        wins, _ = simulate(ahead.sequence, phase, columns, hand, games, seed + number)
        error = np.sqrt(np.maximum(table * (1 - table), 1 / games) / games)
        found.append((wins - table) / error)
    return np.array(found)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("games", "most"), [(1_000, 3.5), pytest.param(20_000, 3, marks=pytest.mark.slow)])
def test_games_played_out_win_as_the_table_says(name: str, games: int, most: float) -> None:
    # Of 60 differences one in 370 is beyond 3 standard errors by chance; with 20,000 games this seed has none.
    assert abs(off(load_rules(name), 20, games, 2)).max() < most


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n in LARGE else ()) for n in HOUSES])
def test_games_of_a_house_win_as_its_table_says(name: str) -> None:
    assert abs(off(house(name), 4, 4_000, 1)).max() < 3.5


def reference(rules: RuleSet, columns: tuple[Points, Points, Points], rounds: int) -> np.ndarray:
    """The winning chances by what may happen, hand after hand, with no thought of what states are alike."""
    sequence = prospects(rules).sequence
    states = {(columns, sequence.at(1)[0]): 1.0}
    wins = np.zeros(3)
    for number in range(1, rounds + 1):
        after: dict[tuple[tuple[Points, ...], int], float] = defaultdict(float)
        for (standing, phase), weight in states.items():
            for branch in sequence.phases[phase].branches:
                for points, chance in zip(scores(rules, branch.kind), branch.chances.tolist(), strict=True):
                    sums = tuple(Points(a + c, b + d) for (a, b), (c, d) in zip(standing, points, strict=True))
                    if is_over(rules, sums, number):
                        best = leaders(sums)
                        for seat in best:
                            wins[(seat + number - 1) % 3] += weight * chance / len(best)
                    else:
                        following = branch.after if branch.after != END else sequence.overtime_at(number + 1)
                        after[(sums[1], sums[2], sums[0]), following] += weight * chance
        states = after
    return wins


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("hornafjordur", [(9, 7), (9, 0), (8, 19)]),
        ("hornafjordur", [(9, 0), (9, 20), (9, 7)]),
        ("short", [(2, 0), (1, 1), (0, 2)]),
        ("plain", [(9, 0), (9, 0), (9, 0)]),
        ("plain", [(12, 0), (12, 0), (11, 0)]),
    ],
)
def test_few_hands_before_the_end_the_table_is_a_plain_sum(name: str, standing: list[tuple[int, int]]) -> None:
    rules = load_rules(name) if name in RULES else house(name)
    columns = tuple(Points(*points) for points in standing)
    expected = reference(rules, columns, 3)
    score = standing if rules.columns == "apart" else [total for total, _ in standing]
    found = equity(dict(zip(Seat, score, strict=True)), rules=rules)
    open_ = 1 - expected.sum()  # games that go on after so many hands
    assert open_ < 0.06
    assert all(least - 1e-6 <= chance <= least + open_ + 1e-6 for chance, least in zip(found, expected, strict=True))


def test_the_first_hand_favours_nobody_much_and_turning_the_table_turns_the_chances() -> None:
    for name in RULES:
        assert max(equity(rules=name)) - min(equity(rules=name)) < 0.03
    # Of nine hands each player deals three: by symmetry nobody is ahead.
    assert equity(rules="declared") == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-6)


def test_what_cannot_change_the_order_does_not_change_the_chances() -> None:
    base = equity({"F": (9, 7), "M": (4, 0), "D": (8, 2)})
    # As many minus points more for all.
    assert equity({"F": (9, 9), "M": (4, 2), "D": (8, 4)}) == pytest.approx(base, abs=1e-6)
    # Who is hopelessly behind may be further behind.
    behind = equity({"F": (9, 100), "M": (4, 0), "D": (8, 2)})
    assert behind.F == 0
    assert equity({"F": (9, 400), "M": (4, 0), "D": (8, 2)}) == pytest.approx(behind, abs=1e-6)
    # The one far behind can still end the game for the others.
    assert behind != pytest.approx(equity({"F": (0, 100), "M": (4, 0), "D": (8, 2)}), abs=0.01)


FAR = 10**25


@pytest.mark.parametrize(
    ("rules", "hand", "score", "expected"),
    [
        ("hornafjordur", None, [(9, FAR), (9, 0), (9, FAR)], [0, 1, 0]),
        ({"base": "hornafjordur", "par": 5}, None, [(9, FAR), (9, 0), (9, FAR)], [0, 1, 0]),
        ("plain", None, [FAR, FAR, 0], [None, None, 0]),
        ({"base": "plain", "hands": 3}, 4, [FAR, FAR, 0], [None, None, 0]),
        ({"base": "plain", "hands": 3, "minus": True}, 2, [FAR, 0, -FAR], [1, 0, 0]),
        # However early in a game whose hands are counted.
        ("declared", 1, [200, -100, -100], [1, 0, 0]),
        ("declared", 3, [-100, 200, -100], [0, 1, 0]),
        # Totals that fall: far below the target, and tied far above it.
        ({"base": "hornafjordur", "columns": "cancel", "target": 4}, None, [3, 3, -FAR], [None, None, 0]),
        ({"base": "hornafjordur", "columns": "cancel", "tie": "play on"}, None, [FAR, FAR, 0], [None, None, 0]),
        ({"base": "plain", "minus": True, "target": 5, "hands": 3}, 2, [FAR, FAR, 0], [None, None, 0]),
    ],
)
def test_scores_that_no_game_leads_to(
    rules: str | dict[str, object], hand: int | None, score: list[int], expected: list[int | None]
) -> None:
    named = rules if isinstance(rules, str) else {**rules, "name": "house"}
    found = equity(dict(zip(Seat, score, strict=True)), rules=named, hand=hand)
    assert sum(found) == pytest.approx(1, abs=1e-6)
    for chance, value in zip(found, expected, strict=True):
        assert 0.3 < chance < 0.7 if value is None else chance == pytest.approx(value, abs=0.02)


def test_how_far_below_the_target_totals_are_hardly_matters() -> None:
    rules = {"base": "hornafjordur", "columns": "cancel", "target": 4, "name": "net"}
    near, far = (equity({"F": n, "M": n + 2, "D": n - 1}, rules=rules) for n in (-60, -FAR))
    assert far == pytest.approx(near, abs=1e-6)
    near, far = (equity({"F": 3, "M": n, "D": n}, rules=rules) for n in (-20, -FAR))
    assert far == pytest.approx(near, abs=0.02)


@pytest.mark.parametrize("par", [3, 4])
def test_three_at_the_target_play_on(par: int) -> None:
    rules = load_rules(HOUSES["net, low par, played on"] | {"name": "net", "par": par})
    columns, ahead = (Points(4, 0),) * 3, prospects(rules)
    (phase,) = ahead.sequence.at(2)
    table = ahead.before((phase,), columns, 2)
    wins, error = simulate(ahead.sequence, phase, columns, 2, 20_000, 1)
    assert wins == pytest.approx(table, abs=3.5 * error.max())


@pytest.mark.parametrize("seat", Seat)
def test_a_point_more_is_never_worse_with_totals(seat: Seat) -> None:
    for rules, number in (("plain", None), ("declared", 5)):
        last = -1.0
        for total in range(10):
            score = dict.fromkeys(Seat, 4) | {seat: total}
            chance = equity(score, rules=rules, hand=number)[seat]
            assert chance > last
            last = chance


def test_after_the_last_hand_the_highest_total_has_won() -> None:
    rules = load_rules("declared")
    columns = (Points(3, 0), Points(0, 1), Points(0, 2))
    after = after_hand(rules, columns, Contract.NULLO, 9)
    for split, chances in zip(SPLITS, after.tolist(), strict=True):
        totals = [points.net + 4 - tricks for points, tricks in zip(columns, split, strict=True)]
        best = [total == max(totals) for total in totals]
        assert chances == [pytest.approx(b / sum(best)) for b in best]


def test_the_rules_facts_at_the_end_of_a_game() -> None:
    rules = load_rules()
    splits = {split: number for number, split in enumerate(SPLITS)}
    # A takes six tricks with nine plus points: it ends the game with 11 plus 6 minus (net 5), but B's net is 6.
    after = after_hand(rules, (Points(9, 6), Points(7, 1), Points(2, 9)), Contract.S)
    assert after[splits[6, 4, 2]].tolist() == [0, 1, 0]
    # Nobody scores at four tricks each: the same score, and the deal has moved on.
    before = equity({"F": (7, 1), "M": (2, 9), "D": (9, 6)})
    assert after[splits[4, 4, 4]].tolist() == pytest.approx([before.D, before.F, before.M])
    # Under Nullo the two tricks give two plus points.
    after = after_hand(rules, (Points(0, 0), Points(0, 3), Points(8, 3)), Contract.NULLO)
    assert after[splits[6, 4, 2]].tolist() == [0, 0, 1]
    # plain: nine points and five tricks, alone on top.
    after = after_hand(load_rules("plain"), (Points(9, 0), Points(2, 0), Points(0, 0)), Contract.H)
    assert after[splits[5, 4, 3]].tolist() == [1, 0, 0]
    # plain: a tie at ten goes on.
    after = after_hand(load_rules("plain"), (Points(9, 0), Points(9, 0), Points(0, 0)), Contract.H)
    assert 0.3 < after[splits[5, 5, 2]][0] < 0.7


def test_a_trick_too_many_may_end_a_lost_game() -> None:
    rules = load_rules()
    columns = (Points(9, 7), Points(4, 0), Points(8, 2))
    wins = by_tricks(after_hand(rules, columns, Contract.H), rules, Contract.H, Seat.F)
    # With a fifth trick F ends the game at 10 plus 7 minus: M and D are ahead whatever they took.
    assert wins[4] > 0.03
    assert wins[5] == 0
    assert wins[8] > 0.9


def test_what_the_others_have_won_tells_how_the_rest_falls() -> None:
    rules = load_rules("plain")
    after = after_hand(rules, (Points(0, 0), Points(9, 0), Points(5, 0)), Contract.H)
    # F will have five tricks in all. M, who needs five too, has three of those played so far, or none.
    many = by_tricks(after, rules, Contract.H, Seat.F, (2, 3, 0))
    few = by_tricks(after, rules, Contract.H, Seat.F, (2, 0, 3))
    assert few[5] > 2 * many[5]
    # All is known at the end.
    assert by_tricks(after, rules, Contract.H, Seat.F, (2, 4, 6))[2] == after[SPLITS.index((2, 4, 6))][0]


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("score", {"score": {"F": (10, 0), "M": (0, 0), "D": (0, 0)}}),
        ("score.D", {"score": {"F": (1, 0), "M": (0, 0)}}),
        ("score.F", {"score": {"F": 1, "M": (0, 0), "D": (0, 0)}}),
        ("score.M", {"score": {"F": (1, 0), "M": (0, -1), "D": (0, 0)}}),
        ("score", {"score": [1, 2, 3]}),
        ("score", {"score": {"X": (0, 0)}}),
        ("score.F", {"score": {"F": -1, "M": 0, "D": 0}, "rules": "plain"}),
        ("score", {"score": {"F": 11, "M": 10, "D": 0}, "rules": "plain"}),
        ("hand", {"score": {"F": 0, "M": 0, "D": 0}, "rules": "declared"}),
        ("hand", {"rules": "declared", "hand": 0}),
        ("hand", {"rules": "declared", "hand": True}),
        ("hand", {"rules": "declared", "hand": 10}),
        ("contracts_left", {"contracts_left": {"D": ["NT"]}}),
        ("contracts_left.D", {"rules": "declared", "hand": 1, "contracts_left": {"D": ["NT"]}}),
        ("contracts_left.D", {"rules": "declared", "hand": 4, "contracts_left": {"D": ["NT", "NT"]}}),
        ("contracts_left.D", {"rules": "declared", "hand": 4, "contracts_left": {"D": ["NT", "MISERE"]}}),
        ("target", {"rules": {"base": "hornafjordur", "name": "endless", "target": 500}}),
        ("target", {"rules": {"base": "hornafjordur", "name": "endless", "target": 10**9, "columns": "cancel"}}),
        ("target", {"rules": {"base": "hornafjordur", "name": "net", "target": 10**9, "columns": "cancel", "par": 5}}),
        ("hands", {"rules": {"base": "hornafjordur", "name": "endless", "hands": 10**9}}),
        ("hands", {"rules": {"base": "declared", "name": "endless", "hands": 9 * 10**6}, "hand": 5}),
    ],
)
def test_what_cannot_be_asked_is_refused_by_field(field: str, arguments: dict[str, object]) -> None:
    with pytest.raises(ManniError) as refused:
        equity(**arguments)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_a_score_is_told_as_it_was_given() -> None:
    with pytest.raises(ManniError, match=r"^score.F: \[9, 7\] is not a whole number$"):
        equity({"F": Points(9, 7), "M": Points(4, 0), "D": Points(8, 2)}, rules="plain")


def test_what_is_left_to_declare_counts() -> None:
    score = {"F": -1, "M": 0, "D": 1}
    some = [equity(score, rules="declared", hand=9, contracts_left={"D": [kind]}) for kind in ("NULLO", "TRUMP", "NT")]
    assert len({round(chances.D, 3) for chances in some}) == 3
    # What is not known is anything, all alike likely.
    assert equity(score, rules="declared", hand=9) == pytest.approx(np.mean(some, axis=0), abs=1e-6)


def test_chances_are_named_by_seat() -> None:
    found = equity({Seat.F: 9, Seat.M: 3, Seat.D: 8}, rules="plain")
    assert isinstance(found, Chances)
    assert found.F > found.D > found.M
    assert Fraction(sum(found)).limit_denominator(10**5) == 1

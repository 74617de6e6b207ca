"""The states of a game between two hands, laid out in planes for the compiled solver.

What decides a game is who has the highest net (plus less minus) when it ends. So a state is a phase
(`manni.winning.sequence`), a clock that tells when the game ends, and the nets up to a number added to all three. A
plane has the states of one phase and one clock: the nets of F and M after all three have been shifted alike until
their sum is 0, 1 or 2.

The clock is

* ``columns``: three plus columns below the target (or three totals that never fall); the game ends when one reaches it.
* ``level``: where totals fall too, the third part of their sum; the game ends when a total reaches the target.
* ``none``: where the number of hands alone ends the game.

With minus points, par 4 and plus columns that start from 0 the minus points are as many as the plus points, so that no
net is above its plus column and the nets add up to 0: the planes hold every score that can come up, and nothing is
approximated. Scores that no game leads to get planes with a margin; distances in the nets are cut to `GAP` there, to
more than what is ever made good (`manni.winning.table`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from manni.rules import HAND_SIZE, KINDS, ContractKind, RuleSet
from manni.winning.sequence import END, Phase, Sequence, scores, too_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

Clock = Literal["columns", "level", "none"]
Key = tuple[int, int, int]
"""A clock: three columns; the level and two zeros; three zeros."""

GAP = 24
"""Distances in the nets are cut to this where the rules do not bound them; with 36 no chance that was looked at moved
by more than 1e-7 (``hornafjordur`` with par 3 and 5)."""

MOST_GAP = 30
"""And to this where the number of hands bounds them; in ``declared`` none of 300 chances moved by more than 1e-6."""

LEVELS = 2
"""Totals may fall on average this many targets below 0 before they are taken to fall no further."""

MOST_CELLS = 60_000_000
"""States that a table may have; more would take gigabytes."""

MOST_TARGET = 40
"""The highest target; columns that full have too many states, totals that high take too long to reach."""

TIES = 16
"""With totals that fall and ties that are played on: how far above the target a tie may stand before it is shared."""

NO_LIMIT = 1 << 20
NO_TOP = 1 << 20


class Variant(NamedTuple):
    """Which states a table of one rule set has.

    Attributes
    ----------
    rest : int
        The remainder by 3 of the sum of the nets, 0 in every game that began at nothing; it never changes with minus
        points.
    margin : int
        By how much a net may be above the plus column.
    level : int
        With totals that fall and par 4, the third part of their sum; it never changes.
    """

    rest: int = 0
    margin: int = 0
    level: int = 0


def clock_of(rules: RuleSet) -> Clock:
    """What tells when a game is over."""
    if rules.target is None:
        return "none"
    return "columns" if rules.columns == "apart" or not rules.minus else "level"


def affordable(rules: RuleSet) -> bool:
    """Whether the winning chances of a whole game are solved in some seconds."""
    if rules.target is None:
        assert rules.hands is not None
        return rules.hands <= (18 if rules.contract_source == "declaration" else 1000)
    if not rules.minus:
        return rules.target <= MOST_TARGET
    # Without a bound on the nets, or where the level of the totals moves, states are many and games long.
    return rules.target <= (20 if not level_moves(rules) else 10 if clock_of(rules) == "columns" else 5)


def level_moves(rules: RuleSet) -> bool:
    """Whether, with minus points, the sum of the nets changes from hand to hand."""
    return 3 * rules.par != HAND_SIZE


@dataclass(frozen=True)
class Layout:
    """The planes of a table and the order in which they are solved.

    Attributes
    ----------
    fields : numpy.ndarray of int32, shape (planes, 10)
    counts, chances, nets, follow : numpy.ndarray
        As `manni.winning._planes.Planes` takes them.
    layers : tuple of (int, int)
        First and end of the planes that are solved together, in order.
    places : dict
        The plane of each phase and clock.
    """

    fields: Ints
    counts: Ints
    chances: NDArray[np.float64]
    nets: Ints
    follow: Ints
    layers: tuple[tuple[int, int], ...]
    places: dict[tuple[int, Key], int]

    @property
    def cells(self) -> int:
        """States, those without a value included."""
        return int(_cells(self.fields).sum())


class _Outcome(NamedTuple):
    nets: tuple[int, int, int]
    plus: tuple[int, int, int]
    after: int


def lay_out(sequence: Sequence, variant: Variant) -> Layout:
    """Lay out the planes of a rule set.

    Raises
    ------
    ManniError
        Naming ``target`` or ``hands`` when there would be too many states.
    """
    rules, phases = sequence.rules, sequence.phases
    clock = clock_of(rules)
    keys = _keys(rules, clock, variant)
    # Overtime first, then from the last hand and the fullest columns back.
    planes = [(phase, (0, 0, 0), (0, 0, 0)) for phase in range(sequence.overtimes)]
    for phase in range(sequence.overtimes, len(phases)):
        number = phases[phase].number
        planes += [(phase, key, (1, -number, -sum(key) if clock == "columns" else 0)) for key in keys]
    planes.sort(key=lambda plane: plane[2])
    places = {(phase, key): number for number, (phase, key, _) in enumerate(planes)}
    fields = np.array([_fields(sequence, variant, phase, key) for phase, key, _ in planes], dtype=np.int32)
    if _cells(fields).sum() > MOST_CELLS:
        raise too_many(rules, "hands" if rules.target is None else "target")
    groups = [_outcomes(rules, phase, clock) for phase in phases]
    most = max(map(len, groups))
    counts = np.array([len(group) for group in groups], dtype=np.int32)
    chances = np.zeros((len(groups), most))
    nets = np.zeros((len(groups), most, 3), dtype=np.int32)
    for number, group in enumerate(groups):
        chances[number, : len(group)] = list(group.values())
        nets[number, : len(group)] = [outcome.nets for outcome in group]
    starts = [n for n in range(len(planes)) if n == 0 or planes[n][2] != planes[n - 1][2]]
    layers = tuple(zip(starts, [*starts[1:], len(planes)], strict=True))
    follow = _follow(sequence, clock, [plane[:2] for plane in planes], groups, places)
    return Layout(fields, counts, chances, nets, follow, layers, places)


def _keys(rules: RuleSet, clock: Clock, variant: Variant) -> list[Key]:
    if clock == "none":
        return [(0, 0, 0)]
    target = rules.target
    assert target is not None
    if target > MOST_TARGET:
        raise too_many(rules, "target")
    if clock == "columns":
        return [(f, m, d) for f in range(target) for m in range(target) for d in range(target)]
    if not level_moves(rules):
        return [(variant.level, 0, 0)]
    highest = target + (TIES if rules.tie == "play on" else 0)
    return [(level, 0, 0) for level in range(-LEVELS * target, highest)]


def _outcomes(rules: RuleSet, phase: Phase, clock: Clock) -> dict[_Outcome, float]:
    """What may happen in the hand of a phase, those that are alike for the game together."""
    found: dict[_Outcome, float] = {}
    for branch in phase.branches:
        for (nets, plus), chance in zip(_gains(rules, branch.kind, clock), branch.chances.tolist(), strict=True):
            if chance:
                outcome = _Outcome(nets, plus, branch.after)
                found[outcome] = found.get(outcome, 0.0) + chance
    return found


@lru_cache(maxsize=16)
def _gains(rules: RuleSet, kind: ContractKind, clock: Clock) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """By split of the tricks what F, M and D add to their nets, and to plus columns that are the clock."""
    found = []
    for forehand, middlehand, dealer in scores(rules, kind):
        plus = (forehand.plus, middlehand.plus, dealer.plus) if clock == "columns" else (0, 0, 0)
        found.append(((forehand.net, middlehand.net, dealer.net), plus))
    return found


def _follow(
    sequence: Sequence,
    clock: Clock,
    planes: list[tuple[int, Key]],
    groups: list[dict[_Outcome, float]],
    places: dict[tuple[int, Key], int],
) -> Ints:
    """By plane and outcome the plane that comes next, as the solver takes it."""
    rules = sequence.rules
    follow = np.zeros((len(planes), max(map(len, groups))), dtype=np.int32)
    side = rules.target if clock == "columns" and rules.target is not None else 1
    least = min(key[0] for _, key in planes) if clock == "level" else 0
    # The number of a plane by its phase and clock.
    numbers = np.zeros((len(groups), max(side, max(key[0] for _, key in planes) - least + 1), side, side), np.int32)
    for (phase, key), number in places.items():
        numbers[phase, key[0] - least, key[1], key[2]] = number
    for phase, group in enumerate(groups):
        mine = np.array([n for n, plane in enumerate(planes) if plane[0] == phase])
        now = np.array([planes[n][1] for n in mine])[:, None, :]
        after = np.array([outcome.after for outcome in group])
        over = np.broadcast_to(after == END, (len(mine), len(group)))
        if phase < sequence.overtimes:
            over = np.ones_like(over)
        if clock == "columns":
            columns = now + np.array([outcome.plus for outcome in group])
            over = over | (columns.max(axis=2) >= side)
            columns = np.where(over[:, :, None], 0, columns)
            to = numbers[after, columns[..., 1], columns[..., 2], columns[..., 0]]
        elif clock == "level":
            rise = np.array([sum(outcome.nets) // 3 for outcome in group])
            level = np.maximum(now[:, :, 0] + rise - least, 0).clip(max=numbers.shape[1] - 1)
            to = numbers[after, level, 0, 0]
        else:
            to = np.broadcast_to(numbers[after, 0, 0, 0], over.shape)
        follow[mine, : len(group)] = np.where(over, -1 - sequence.phases[phase].overtime, to)
    return follow


def _fields(sequence: Sequence, variant: Variant, phase: int, key: Key) -> list[int]:
    """The fields of a plane, as the solver takes them."""
    rules, clock = sequence.rules, clock_of(sequence.rules)
    rests = [variant.rest, 1] if rules.minus else [0, 3]
    if phase < sequence.overtimes:
        return [phase, *rests, *_box(GAP)]
    if clock == "none":
        return [phase, *rests, *_box(_reach(sequence, sequence.phases[phase].number))]
    if clock == "level":
        assert rules.target is not None
        limit = rules.target - key[0]
        highest = limit - 1 + (TIES if rules.tie == "play on" else 0)
        if key[0] == -LEVELS * rules.target:  # where the levels below are taken for this one
            highest += abs(HAND_SIZE // 3 - rules.par)
        return [phase, *rests, *_triangle((highest, highest, highest), variant.rest), limit, -1]
    if not rules.minus:
        shift, rest = divmod(sum(key), 3)
        return [phase, rest, 1, key[0] - shift, 1, key[1] - shift, 1, NO_TOP, NO_LIMIT, -1]
    if bounded(sequence):
        highest_of = key[0] + variant.margin, key[1] + variant.margin, key[2] + variant.margin
        return [phase, *rests, *_triangle(highest_of, variant.rest), NO_LIMIT, -1]
    return [phase, *rests, *_box(GAP)]


def bounded(sequence: Sequence) -> bool:
    """Whether no net, shifted so that their sum stays, can rise by more than its plus column."""
    rules = sequence.rules
    kinds = {branch.kind for phase in sequence.phases for branch in phase.branches}
    return all(rules.par >= 4 if kind == "NULLO" else rules.par <= 4 for kind in kinds)


def _triangle(highest: tuple[int, int, int], rest: int) -> list[int]:
    forehand, middlehand, dealer = highest
    low_f, low_m = rest - middlehand - dealer, rest - forehand - dealer
    return [low_f, max(forehand - low_f + 1, 0), low_m, max(middlehand - low_m + 1, 0), dealer]


def _box(gap: int) -> list[int]:
    return [-gap, 2 * gap + 1, -gap, 2 * gap + 1, NO_TOP, NO_LIMIT, gap]


def _reach(sequence: Sequence, number: int) -> int:
    """The greatest distance that can still be made good before hand `number`."""
    rules = sequence.rules
    assert rules.hands is not None
    swing = 0
    for kind in KINDS:
        of = [points.net for split in scores(rules, kind) for points in split]
        swing = max(swing, max(of) - min(of))
    left = swing * (rules.hands + 1 - number) + 3
    if sequence.overtimes:
        left = max(left, GAP)
    return min(left, MOST_GAP)


def _cells(fields: Ints) -> NDArray[np.int64]:
    wide = fields.astype(np.int64)
    cells: NDArray[np.int64] = wide[:, 2] * wide[:, 4] * wide[:, 6]
    return cells

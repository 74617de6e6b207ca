"""The winning chance in every state of a game, solved once and looked up from then on."""

from __future__ import annotations

from collections.abc import Sequence as Several
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from manni.rules import Points, RuleSet, end_is_due, is_over, leaders
from manni.winning._planes import Planes
from manni.winning.layout import GAP, LEVELS, TIES, Variant, bounded, clock_of, lay_out, level_moves
from manni.winning.sequence import Sequence

TOLERANCE = 1e-7
"""Values that depend on each other are gone over until none moves by more."""

SWEEPS = 1000
"""But so often at most: a game of rules under which nobody may ever win has to end somewhere."""

MARGINS = 8
"""Tables for scores that no game leads to have margins that are multiples of this."""

FAR = 1000
"""Distances in the nets are cut to this before anything else; tables cut them further."""


class Chances(NamedTuple):
    """The chance that the players at F, M and D win, a shared win counted by its share; the three add up to 1."""

    F: float
    M: float
    D: float


Columns = Several[Points]
"""The plus and minus points of F, M and D; where columns cancel, the net is the total."""


class Table:
    """The winning chances of some states of a game under one rule set, solved as far back from the end as is asked for.

    Parameters
    ----------
    sequence : Sequence
        The hands of the game.
    variant : Variant
        Which states.
    """

    def __init__(self, sequence: Sequence, variant: Variant) -> None:
        layout = lay_out(sequence, variant)
        self._sequence = sequence
        self._clock = clock_of(sequence.rules)
        self._places = layout.places
        self._values = np.zeros((layout.cells, 3), dtype=np.float32)
        self._planes = Planes(
            layout.fields,
            layout.counts,
            layout.chances,
            layout.nets,
            layout.follow,
            sequence.rules.tie == "share",
            self._values,
        )
        self._layers = iter(layout.layers)
        self._solved = 0

    def chances(self, phases: Several[int], columns: Columns, nets: tuple[int, int, int]) -> Chances:
        """The winning chances before a hand.

        Parameters
        ----------
        phases : sequence of int
            Of the game's sequence, equally likely; all in overtime or none.
        columns : sequence of 3 Points
            Their plus columns are the clock, where that is made of columns.
        nets : tuple of 3 int
            The nets; all three may be shifted alike, unless they are the clock (``level``).
        """
        key = 0, 0, 0
        if phases[0] >= self._sequence.overtimes:
            if self._clock == "columns":
                key = columns[0].plus, columns[1].plus, columns[2].plus
            elif self._clock == "level":
                key = sum(nets) // 3, 0, 0
        planes = [self._places[phase, key] for phase in phases]
        while self._solved <= max(planes):
            first, self._solved = next(self._layers)
            self._planes.solve(first, self._solved, TOLERANCE, SWEEPS)
        return Chances(*self._planes.mean(planes, *nets))


class Prospects:
    """What every score of a game is worth under one rule set; the tables are made when they are first needed.

    Parameters
    ----------
    rules : RuleSet
        Of the game.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.sequence = Sequence(rules)
        self._clock = clock_of(rules)
        self._tables: dict[Variant, Table] = {}

    @cached_property
    def _bounded(self) -> bool:
        return bounded(self.sequence)

    def before(self, phases: Several[int], columns: Columns, number: int) -> Chances:
        """The winning chances before hand `number`.

        Parameters
        ----------
        phases : sequence of int
            In which the game may be, equally likely (`Sequence.at`); not asked for when it has ended.
        columns : sequence of 3 Points
            The score by the seats of the hand to come.
        number : int
            From 1; one more than the last hand when a tie goes on.
        """
        if is_over(self.rules, columns, number - 1):
            winners = leaders(columns)
            return Chances(*((seat in winners) / len(winners) for seat in range(3)))
        last = self.rules.after_last(number)
        due = end_is_due(self.rules, columns, number - 1)
        if due and self._clock == "level":  # totals may fall below the target again, if they are not far above
            assert self.rules.target is not None
            due = max(points.net for points in columns) >= self.rules.target + TIES
        if last or due:
            phases = [self.sequence.overtime_at(number)]
        variant, nets = self._state(columns, overtime=last or due)
        if variant not in self._tables:
            self._tables[variant] = Table(self.sequence, variant)
        return self._tables[variant].chances(phases, columns, nets)

    def _state(self, columns: Columns, overtime: bool) -> tuple[Variant, tuple[int, int, int]]:
        """The table that has a score, and its nets in it."""
        nets = columns[0].net, columns[1].net, columns[2].net
        if self._clock == "level" and not overtime:
            assert self.rules.target is not None
            nets = _lifted(nets, -LEVELS * self.rules.target, self.rules.target)
            level, rest = divmod(sum(nets), 3)
            return Variant(rest, level=0 if level_moves(self.rules) else level), nets
        nets = _nearer(nets, FAR)
        level, rest = divmod(sum(nets), 3)
        nets = nets[0] - level, nets[1] - level, nets[2] - level
        if not self.rules.minus:
            return Variant(), nets
        if self._clock != "columns" or not self._bounded:
            return Variant(rest), nets
        assert self.rules.target is not None
        # Nobody who is so far behind can still win: others' plus points below the target, and one hand more.
        nets = _nearer(nets, 4 * self.rules.target + 8)
        above = max(net - points.plus for net, points in zip(nets, columns, strict=True))
        return Variant(rest, margin=-(-max(above, 0) // MARGINS) * MARGINS), nets


@lru_cache(maxsize=16)
def prospects(rules: RuleSet) -> Prospects:
    """The prospects under a rule set; the tables of the rule sets used last are kept."""
    return Prospects(rules)


def _nearer(nets: tuple[int, int, int], gap: int) -> tuple[int, int, int]:
    """Draw a player far ahead or far behind nearer, by threes; the order and the sum stay."""
    low, middle, high = sorted(nets)
    ahead, behind = (-(-max(distance - gap, 0) // 3) * 3 for distance in (high - middle, middle - low))
    shift = (behind - ahead) // 3
    moved = [net - ahead if net == high and ahead else net + behind if net == low and behind else net for net in nets]
    return moved[0] - shift, moved[1] - shift, moved[2] - shift


def _lifted(nets: tuple[int, int, int], least: int, target: int) -> tuple[int, int, int]:
    """Lift totals whose mean is below `least`, by threes in all, until it is that: who is far behind before others."""
    found = list(nets)
    points = 3 * max(least - sum(nets) // 3, 0)
    low, middle, high = sorted(range(3), key=found.__getitem__)
    for behind, ahead in (([low], middle), ([low, middle], high), ([low, middle, high], None)):
        room = target - 1 if ahead is None else found[ahead] - GAP
        each = min(points // len(behind), max(room - found[behind[-1]], 0))
        for player in behind:
            found[player] += each
        points -= each * len(behind)
    for _ in range(points):
        found[min(range(3), key=found.__getitem__)] += 1
    return found[0], found[1], found[2]

"""Choosing under a budget: how many worlds to spend on whom, and how sure the differences are.

All actions are valued in the same worlds, so that what counts, the difference to the best, has far less noise than
either value. With many actions the budget goes by sequential halving (Karnin, Koren and Somekh 2013, "Almost
optimal exploration in multi-armed bandits"): each round gets an equal share of it and drops the worse half of the
actions, so that few worlds are spent on those that are out of the running.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.actions import Action
from manni.limits import Limit

DEFAULT_SECONDS = 2.0
DEFAULT_WORLDS = 200
"""The default limit: whichever comes first. In the play more worlds than these buy next to nothing."""

MOST_DEALS = 8192
"""Worlds at most before the play, where they cost little and there are many actions, unless a limit names worlds."""

UNSEEN_SD = 2.0
"""What a difference that was seen in one world or none is taken to vary by, from world to world, in points."""

DOUBT = 1.0
"""How far one more world might have been off the mean of those seen, in points: so equal differences prove nothing."""

DIGITS = 9
"""Decimals to which means are rounded before they are compared."""

Floats = NDArray[np.float64]

Progress = Callable[[float], None]
"""Told now and then what part of the budget is used, 0 to 1."""

Leader = Callable[[Action, int], None]
"""Told now and then which action is ahead, after how many worlds."""


class Budget:
    """What may still be spent on one answer.

    Parameters
    ----------
    limit : Limit, optional
        By default 2 seconds and 200 worlds. A limit that names worlds or nodes only has no time limit: reproducible.
    progress : callable, optional
        Told what part is used.
    leader : callable, optional
        Told which action is ahead.

    Attributes
    ----------
    actions : sequence of Action
        What is being compared; set by whoever compares.
    """

    def __init__(
        self, limit: Limit | None = None, progress: Progress | None = None, leader: Leader | None = None
    ) -> None:
        limit = limit or Limit()
        by_default = limit.seconds is limit.nodes is limit.worlds is None
        if by_default:
            limit = replace(limit, seconds=DEFAULT_SECONDS, worlds=DEFAULT_WORLDS)
        self.started = time.perf_counter()
        self.seconds = limit.seconds
        self.nodes = limit.nodes
        self.worlds = limit.worlds or (DEFAULT_WORLDS if self.seconds is None and self.nodes is None else MOST_WORLDS)
        self.deals = limit.worlds if limit.worlds and not by_default else MOST_DEALS
        self.memory = limit.memory
        self.stop = limit.stop
        self.spent = 0
        self.actions: Sequence[Action] = ()
        self._progress = progress
        self._leader = leader

    @property
    def elapsed(self) -> float:
        """Seconds since the question came."""
        return time.perf_counter() - self.started

    def used(self) -> float:
        """The part of the time or nodes that is used, whichever is further; 0 without such a limit, 1 once stopped."""
        if self.stop is not None and self.stop.is_set:
            return 1.0
        part = self.spent / self.nodes if self.nodes else 0.0
        return max(part, self.elapsed / self.seconds) if self.seconds else part

    def reserve(self, seconds: float) -> None:
        """Keep some of the time, at most half of it, for what comes after the search."""
        if self.seconds is not None:
            self.seconds -= min(seconds, self.seconds / 2)

    def search(self, share: float = 1.0) -> Limit:
        """The limit of the next search, such that `used` stays below `share`."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share) - self.spent)
        seconds = None if self.seconds is None else max(1e-4, self.seconds * share - self.elapsed)
        return Limit(nodes=nodes, seconds=seconds, memory=self.memory, stop=self.stop)

    def spend(self, nodes: int, done: float) -> None:
        """Book the nodes of a search; `done` is the part of the planned worlds that is through."""
        self.spent += nodes
        if self._progress:
            self._progress(min(1.0, max(done, self.used())))

    def lead(self, gains: Floats, worlds: int) -> None:
        """Tell which of `actions` is ahead; `gains` is of shape (actions,), NaN for those that are out of it."""
        if self._leader and worlds:
            self._leader(self.actions[int(np.nanargmax(gains))], worlds)


MOST_WORLDS = 2000
"""Worlds at most under a limit in seconds or nodes."""


class Stopwatch:
    """Tells when a search limit is reached, for work that the engine does not do.

    Attributes
    ----------
    nodes : int
        Nodes spent, counted by the user.
    """

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._end = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self.nodes = 0

    def over(self) -> bool:
        """Whether to stop; unless somebody says so, never before the first nodes under a limit in nodes alone."""
        if self._limit.stop is not None and self._limit.stop.is_set:
            return True
        if self._limit.nodes is not None and self.nodes >= self._limit.nodes:
            return True
        return self._end is not None and time.perf_counter() >= self._end


class Comparison(NamedTuple):
    """Actions compared with the best of them.

    Attributes
    ----------
    order : list of int
        The actions, best first.
    regret, se : numpy.ndarray of float, shape (actions,)
        Mean difference to the best over the worlds both were valued in (at least 0), and its standard error.
    """

    order: list[int]
    regret: Floats
    se: Floats


def compare(
    gains: Floats, prior: Sequence[float], trust: float = 0.0, alike: Sequence[int] | None = None
) -> Comparison:
    """Compare actions by their mean gain, paired over the worlds.

    Parameters
    ----------
    gains : numpy.ndarray of float, shape (actions, worlds)
        What an action gains in a world, the more the better; NaN where it was not valued. The worlds of an action are
        the first so many, and an action dropped earlier was behind in its worlds.
    prior : sequence of float
        What each action was thought to gain; decides between equal means, then the order given.
    trust : float
        The number of worlds whose word the prior is worth: it enters every mean as so many more. More than 0 when
        there may be no worlds.
    alike : sequence of int, optional
        Actions of one number are known to be worth the same in every world; by default no two are.

    Notes
    -----
    The variance of a difference has one observation more than the worlds give, `DOUBT` off their mean.
    """
    counts = np.isfinite(gains).sum(axis=1)
    means = _means(np.where(np.isfinite(gains), gains, 0.0).sum(axis=1), counts, prior, trust)
    everyone = range(len(gains))
    best = min(everyone, key=lambda a: (-counts[a], -means[a], -prior[a], a))
    regret, se = np.zeros(len(gains)), np.zeros(len(gains))
    for action in everyone:
        n = counts[action]
        if action == best:
            continue
        difference = gains[best, :n] - gains[action, :n]
        behind = (trust * (prior[best] - prior[action]) + difference.sum()) / (trust + n)
        regret[action] = max(0.0, round(float(behind), DIGITS))
        if alike is not None and alike[action] == alike[best] and not difference.any():
            continue
        sd = np.sqrt((n * difference.var() + DOUBT**2) / n) if n > 1 else UNSEEN_SD
        se[action] = sd / np.sqrt(trust + n)
    order = sorted(everyone, key=lambda a: (a != best, regret[a], -prior[a], a))
    return Comparison(order, regret, se)


def _means(totals: Floats, counts: NDArray[np.int64] | int, prior: Sequence[float], trust: float) -> Floats:
    """Mean gains with the prior in them; rounded, so that equal ones are equal however they were added up."""
    return np.round((trust * np.array(prior) + totals) / np.maximum(trust + counts, 1), DIGITS)


def steadied(gains: Floats, points: Floats, doubt: float) -> Floats:
    """Gains in which what does not follow from the points counts for more the more worlds tell it.

    The chance to win is a gain by leaps, and hangs on the others' tricks as well: most of that is noise, next to which
    actions hardly differ. What rises evenly with the points of the hand few worlds tell.

    Parameters
    ----------
    gains : numpy.ndarray of float, shape (actions, worlds)
        Of actions that were all valued in all worlds.
    points : numpy.ndarray of float, shape (actions, worlds)
        Of the seat in the hand.
    doubt : float
        The number of worlds whose word it is worth that such differences between actions are none.

    Returns
    -------
    numpy.ndarray of float, shape (actions, worlds)
        With the mean of `gains` over all actions and worlds.
    """
    if not gains.size:
        return gains
    around = points - points.mean(axis=1, keepdims=True)
    spread = float((around * around).sum())
    rest = gains - points * (float((around * gains).sum()) / spread) if spread else gains
    steady: Floats = gains - (rest - rest.mean()) * (doubt / (doubt + gains.shape[1]))
    return steady


ValueWorlds = Callable[[Sequence[int], range, Limit], tuple[Floats, int]]
"""Given actions, world numbers and a search limit: gains of shape (actions, worlds done) and the nodes spent."""


def race(
    prior: Sequence[float],
    trust: float,
    value: ValueWorlds,
    budget: Budget,
    *,
    worlds: int,
    settle: Callable[[Sequence[int], Floats], Floats] = lambda actions, gains: gains,
    finalists: int = 2,
    chunk: int = 4,
) -> Floats:
    """Spend the budget on actions by sequential halving, all of them on the same worlds.

    Parameters
    ----------
    prior, trust
        As for `compare`.
    value : callable
        Values some actions in some worlds.
    worlds : int
        How many the finalists are valued in at most.
    settle : callable, optional
        Given actions and their gains in the worlds so far, shape (actions, worlds): those by which they are chosen.
    finalists : int
        The last round has at most this many actions.
    chunk : int
        Worlds per search; between searches the budget is looked at.

    Returns
    -------
    numpy.ndarray of float, shape (actions, worlds)
        Gains; NaN where an action was not valued. No worlds when the budget did not reach for one.
    """
    rounds = 1
    while len(prior) > finalists << (rounds - 1):
        rounds += 1
    alive = list(range(len(prior)))
    totals = trust * np.array(prior)
    columns: list[Floats] = []
    done = 0
    for number in range(rounds):
        target = max(1, worlds >> (rounds - 1 - number))
        share = (number + 1) / rounds
        while done < target and budget.used() < share:
            block = range(done, min(done + chunk, target))
            found, nodes = value(alive, block, budget.search(share))
            column = np.full((len(prior), found.shape[1]), np.nan)
            column[alive] = found
            columns.append(column)
            done += found.shape[1]
            totals += column.sum(axis=1)
            budget.spend(nodes, (number + done / target) / rounds)
            budget.lead(totals, done)
            if found.shape[1] < len(block):
                break
        if done and number < rounds - 1:
            settled = settle(alive, np.concatenate(columns, axis=1)[alive])
            means = _means(settled.sum(axis=1), done, [prior[action] for action in alive], trust)
            by_mean = sorted(zip(-means, alive, strict=True), key=lambda one: (one[0], -prior[one[1]], one[1]))
            alive = sorted(action for _, action in by_mean[: max(finalists, -(-len(alive) // 2))])
    return np.concatenate(columns, axis=1) if columns else np.empty((len(prior), 0))

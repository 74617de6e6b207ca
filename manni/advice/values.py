"""From what seats can guarantee with open cards to what a seat should expect.

A guarantee is not an expectation: with the other two against it a seat can be sure of fewer tricks than it will
get (under Nullo: of more), so the three guarantees do not add up to the tricks there are. Per world, with `left`
tricks to come, the difference is shared out:

* where tricks are wanted, the tricks that nobody can guarantee go to each seat alike: a third each, as so many
  independent chances of a third;
* under Nullo the guarantees add up to too many; each seat gets down in proportion to what it fears, so that a seat that
  can avoid every trick stays at none.

Either way the three expectations add up to `left`. An action that is worse than the mover's best keeps its whole
difference in guaranteed tricks. The spread around the mean is binomial between the fewest tricks the seat can be left
with and the most (its own guarantee and what the others' leave over).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.cards import Contract
from manni.policy.evaluation import contract_kind

TRICKS = 12
"""Tricks in a hand."""

EXPECTATIONS = "expectations.json"
"""How much of what is told is set aside for what goes wrong, by kind of contract: of plays with 1 to 12 tricks left,
and of exchanges; fitted by ``bench/calibration.py``."""

LEVELS = "levels.json"
"""By decision and kind of contract, for F, M and D, how many tricks more hands bring, when they are played out, than
the evaluation of a hand says; fitted by ``bench/calibration.py``."""

MISHAP = {"trump": 0.1, "notrump": 0.1, "nullo": 0.6}
"""The chance of each trick still to come when all goes wrong: next to none where they are wanted, most under Nullo."""

Floats = NDArray[np.float64]


class Outlook(NamedTuple):
    """What a seat has to expect in some worlds, in tricks still to come; arrays of one shape.

    Attributes
    ----------
    least, most : numpy.ndarray of float
        The range of tricks.
    mean : numpy.ndarray of float
        The expected number.
    """

    least: Floats
    most: Floats
    mean: Floats


def outlook(own: Floats, others: Floats, left: int, contract: Contract, value: Floats | None = None) -> Outlook:
    """What a seat should expect, given the guarantees.

    Parameters
    ----------
    own : numpy.ndarray
        The seat's guarantee with best play, per world.
    others : numpy.ndarray
        The sum of the other two seats' guarantees, per world.
    left : int
        Tricks still to be played, the current one included.
    value : numpy.ndarray, optional
        The seat's guarantee after a certain action; `own` by default.
    """
    value = own if value is None else value
    if contract.avoid:
        total = np.maximum(own + others, left)
        mean = value - own * (1 - left / np.maximum(total, 1))
        return Outlook(np.maximum(left - others, 0.0).clip(max=value), value, mean)
    unclaimed = np.maximum(left - own - others, 0.0)
    return Outlook(value, value + unclaimed, value + unclaimed / 3)


def distributions(look: Outlook, won: int = 0) -> Floats:
    """The probability of each final number of tricks, 0 to 12, in each world.

    Parameters
    ----------
    look : Outlook
        One action's outlook, arrays of shape (worlds,).
    won : int
        Tricks already won.

    Returns
    -------
    numpy.ndarray of float, shape (worlds, 13)
    """
    cases, world = np.unique(np.stack(look, axis=1), axis=0, return_inverse=True)
    found = np.zeros((len(cases), TRICKS + 1))
    for case, (least, most, mean) in enumerate(cases):
        width = round(most - least)
        chance = (mean - least) / width if width else 0.0
        start = won + round(least)
        found[case, start : start + width + 1] = binomial(width, float(min(max(chance, 0.0), 1.0)))
    each: Floats = found[world.reshape(-1)]
    return each


@lru_cache(maxsize=4096)
def binomial(trials: int, chance: float) -> tuple[float, ...]:
    """Probabilities of 0 to `trials` successes."""
    return tuple(comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1))


def mean(probabilities: Sequence[float]) -> float:
    """The expected number of tricks of a distribution."""
    return sum(k * p for k, p in enumerate(probabilities))


def sobered(spreads: Floats, contract: Contract, left: int, won: int, decision: str = "play") -> Floats:
    """Distributions of tricks, corrected by what hands brought that were told the like.

    Three things make the uncorrected ones too good: the best of many cards is partly the luckiest, the worlds are not
    quite as hostile as the hands, and the others play better than they are reckoned with. So a part of each
    distribution is set aside for hands in which all goes wrong, the same for all actions: their order stays as it is.

    Parameters
    ----------
    spreads : numpy.ndarray of float, shape (n, 13)
        Of the final number of tricks.
    contract : Contract
        That is played.
    left : int
        Tricks still to be played, the current one included.
    won : int
        Tricks already won.
    decision : {'play', 'exchange'}
        What was valued.
    """
    kind = contract_kind(contract)
    part = set_aside(decision, kind, left)
    found: Floats = (1 - part) * spreads + part * np.array(mishap(kind, left, won))
    return found


def set_aside(decision: str, kind: str, left: int) -> float:
    """The part of what is told that is set aside, see `sobered`."""
    row = expectations()[f"{decision} {kind}"]
    return row[left - 1] if decision == "play" else row[0]


def mishap(kind: str, left: int, won: int) -> tuple[float, ...]:
    """The distribution of final tricks, 0 to 12, when all goes wrong."""
    return (0.0,) * won + binomial(left, MISHAP[kind]) + (0.0,) * (TRICKS - won - left)


@cache
def expectations() -> dict[str, list[float]]:
    """Read the fitted parts."""
    return _read(EXPECTATIONS)


@cache
def levels() -> dict[str, list[float]]:
    """Read the fitted levels."""
    return _read(LEVELS)


def _read(name: str) -> dict[str, list[float]]:
    numbers: dict[str, list[float]] = json.loads(resources.files("manni.advice").joinpath(name).read_text("utf-8"))
    return numbers

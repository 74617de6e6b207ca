"""Every world of a view, for endings that have few."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from manni.view import View
from manni.worlds.measure import cases
from manni.worlds.world import World


def enumerate_worlds(view: View) -> Iterator[World]:
    """Yield every world consistent with the view once, with its exact probability (a `Fraction`; they add up to 1).

    There are ``count_worlds(view)`` of them: look before you leap.
    """
    found = cases(view)
    total = sum(case.weight * case.hand_out.ways() for case in found)
    first, second = view.others
    hands = [view.hand.mask] * 3
    for case in found:
        weight = Fraction(case.weight, total)
        for hands[first], hands[second], out in case.hand_out.enumerate():
            yield World.of_masks((hands[0], hands[1], hands[2]), out, weight)

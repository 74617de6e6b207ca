"""A player that picks any legal action, all alike: the floor to measure from."""

from __future__ import annotations

import random
from math import comb

from manni.actions import Declare, Discard, Play, Take
from manni.cards import CardSet
from manni.policy.choices import contracts_allowed
from manni.view import View


class RandomBot:
    """Every legal action is equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def declare(self, view: View) -> Declare:
        """Any contract that may be declared."""
        return Declare(self._random.choice(contracts_allowed(view)))

    def exchange(self, view: View) -> Discard:
        """Any discard within the allowance."""
        allowance = view.rules.allowance(view.seat, view.exchanged)
        sizes = range(allowance + 1)
        (size,) = self._random.choices(sizes, [comb(len(view.hand), k) for k in sizes])
        return Discard(CardSet(self._random.sample(list(view.hand), size)))

    def take(self, view: View) -> Take:
        """Take or keep."""
        return Take(self._random.random() < 0.5)

    def play(self, view: View) -> Play:
        """Any card that follows suit."""
        return Play(self._random.choice(list(view.legal_plays)))

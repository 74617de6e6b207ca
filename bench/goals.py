"""Whether playing to win the game wins more games than playing for points, with players so quick that it shows.

    manni match bench.goals:ToWin bench.goals:ForPoints --games 1200 --seed 1

Both play every card by the mean over `WORLDS` uniform worlds of what comes of it when the hand is played out by fitted
habits, and leave what is before the play to ``greedy``. They differ in what the tricks are worth, and in nothing else:
`manni.advice.worth`, as the adviser has it.
"""

from __future__ import annotations

import numpy as np

from manni.actions import Declare, Discard, Play, Take
from manni.advice.method import Goal
from manni.advice.open_cards import playouts
from manni.advice.worth import worth_of
from manni.bots.greedy import GreedyBot
from manni.policy.evaluation import policy
from manni.policy.preference import rank_plays
from manni.view import View
from manni.worlds import sample_masks

WORLDS = 200
"""With 24 the noise eats what the goal is worth: the goals differ where cards are close."""


class _Player:
    goal: Goal = "points"

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._greedy = GreedyBot()

    def declare(self, view: View) -> Declare:
        return self._greedy.declare(view)

    def exchange(self, view: View) -> Discard:
        return self._greedy.exchange(view)

    def take(self, view: View) -> Take:
        return self._greedy.take(view)

    def play(self, view: View) -> Play:
        cards = rank_plays(view)
        if len(cards) == 1:
            return Play(cards[0])
        assert view.contract is not None
        worth = worth_of(view, view.contract, self.goal)
        to_come = playouts(view, cards, sample_masks(view, WORLDS, self._rng).hands, policy())
        tricks = to_come.astype(np.int64) + view.tricks_won[view.seat]
        return Play(cards[int(worth.points[tricks].mean(axis=1).round(9).argmax())])


class ToWin(_Player):
    goal: Goal = "win"


class ForPoints(_Player):
    goal: Goal = "points"

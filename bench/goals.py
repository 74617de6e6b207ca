"""Whether playing to win the game wins more games than playing for points, with players so quick that it shows.

    manni match bench.goals:ToWin bench.goals:ForPoints --games 600 --rules RULES --seed 5

All play every card by the mean over `WORLDS` uniform worlds of what comes of it when the hand is played out by fitted
habits, and leave what is before the play to ``greedy``. They differ in what the tricks are worth, and in nothing else:
`ForPoints` and `ToWin` as `manni.advice.worth` has it; `ToWinByOwn` looks at the seat's own tricks only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from manni.actions import Declare, Discard, Play, Take
from manni.advice.method import Goal
from manni.advice.open_cards import Tricks, playouts
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
        to_come = playouts(view, cards, sample_masks(view, WORLDS, self._rng).hands, policy())
        tricks = to_come + np.array(view.tricks_won)
        worth = self._worth(view, tricks[:, :, view.seat], tricks[:, :, (view.seat + 1) % 3])
        return Play(cards[int(worth.mean(axis=1).round(9).argmax())])

    def _worth(self, view: View, own: Tricks, left: Tricks) -> NDArray[np.float64]:
        """What final tricks of the seat and its left neighbour, both of shape (cards, worlds), are worth."""
        assert view.contract is not None
        found: NDArray[np.float64] = worth_of(view, view.contract, self.goal).split[own, left]
        return found


class ToWin(_Player):
    goal: Goal = "win"


class ToWinByOwn(_Player):
    goal: Goal = "win"

    def _worth(self, view: View, own: Tricks, left: Tricks) -> NDArray[np.float64]:
        assert view.contract is not None
        found: NDArray[np.float64] = worth_of(view, view.contract, self.goal).points[own]
        return found


class ForPoints(_Player):
    goal: Goal = "points"

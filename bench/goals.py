"""Whether playing to win the game wins more games than playing for points, with players so quick that it shows.

    manni match bench.goals:ToWin bench.goals:ForPoints --games 600 --rules RULES --seed 5

All play every card by the mean over `WORLDS` uniform worlds of what comes of it when the hand is played out by fitted
habits, and leave what is before the play to ``greedy``. They differ in what the tricks are worth, and in nothing else:
`ForPoints` and `ToWin` as `manni.advice.worth` has it, by the seat's own tricks; `ToWinBySplit` also by who gets the
others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from manni.actions import Declare, Discard, Play, Take
from manni.advice.method import Goal
from manni.advice.open_cards import playouts_of_all
from manni.advice.values import TRICKS
from manni.advice.worth import DECIDED, WIN, worth_of
from manni.bots.greedy import GreedyBot
from manni.policy.evaluation import policy
from manni.policy.preference import rank_plays
from manni.view import View
from manni.winning.outcomes import SPLITS
from manni.winning.stakes import after_hand
from manni.winning.standing import left_in
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
        to_come = playouts_of_all(view, cards, sample_masks(view, WORLDS, self._rng).hands, policy())
        worth = self._worth(view, to_come + np.array(view.tricks_won))
        return Play(cards[int(worth.mean(axis=1).round(9).argmax())])

    def _worth(self, view: View, tricks: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the tricks of the three seats in the whole hand, shape (cards, worlds, 3), are worth."""
        assert view.contract is not None
        points: NDArray[np.float64] = worth_of(view, view.contract, self.goal).points
        return points[tricks[:, :, view.seat]]


class ToWin(_Player):
    goal: Goal = "win"


class ToWinBySplit(_Player):
    def _worth(self, view: View, tricks: NDArray[np.int64]) -> NDArray[np.float64]:
        contract, columns = view.contract, view.columns
        assert contract is not None and columns is not None
        dealer = left_in(view.contracts_left, contract, view.number, view.rules)
        after = after_hand(view.rules, columns, contract, view.number, (None, None, dealer))
        own = worth_of(view, contract, "points").points[tricks[:, :, view.seat]]
        found: NDArray[np.float64] = after[_PLACE[tricks[:, :, 0], tricks[:, :, 1]], view.seat] + DECIDED * own / WIN
        return found


class ForPoints(_Player):
    goal: Goal = "points"


_PLACE = np.full((TRICKS + 1, TRICKS + 1), -1)
for _number, (_forehand, _middlehand, _) in enumerate(SPLITS):
    _PLACE[_forehand, _middlehand] = _number

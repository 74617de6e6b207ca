"""Actions before the first lead, valued in common worlds.

A world is the others' cards and the Manni in order. The seats that decide after us are modelled by the policy of the
bot ``greedy`` (`manni.policy.choices`), each on its own cards; they draw what is left of the Manni after us. Then
all three hands are fixed, forehand leads, and the hand is played out by the rules of thumb (`manni.policy.playout`).

Played-out hands, not open cards: their tricks add up to twelve under every contract, so that contracts and discards can
be compared; ignorance stays part of the position, which matters most under Nullo; and a hand is played out in a
fiftieth of the time that its three guarantees take, so that there are worlds enough to tell close discards apart.

The evaluation of a hand is a good guess to begin with: over 15 exchanges of trump hands its differences between
discards were within 0.12 tricks (one standard deviation) of those of 300 worlds, while one world tells a difference
to within 0.9. So it enters every mean as the observation of so many worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.actions import Action, Declare, Discard, Take
from manni.advice.selection import Budget, Comparison, Stopwatch, compare, race
from manni.advice.values import TRICKS, binomial
from manni.advice.worth import Worth
from manni.cards import Contract, Seat
from manni.limits import Limit
from manni.policy.choices import choose_discard, choose_take
from manni.policy.evaluation import by_strength
from manni.policy.playout import play_out
from manni.view import View
from manni.worlds import sample_masks, sample_stock

Floats = NDArray[np.float64]

BLOCK = 64
"""Worlds drawn at a time."""


class Contest(NamedTuple):
    """Actions compared in common worlds.

    Attributes
    ----------
    comparison : Comparison
        Of the actions, in points.
    distributions : dict of int to tuple of 13 float
        For the best action and those that were valued in as many worlds: what was played out, and a binomial
        distribution about the evaluation that counts as `trust` worlds.
    worlds : int
        How many worlds that is; 0 when the budget reached for none, and all is by evaluation.
    """

    comparison: Comparison
    distributions: dict[int, tuple[float, ...]]
    worlds: int


def contest(
    view: View,
    actions: Sequence[Action],
    worths: Sequence[Worth],
    evaluation: Sequence[float],
    trust: float,
    budget: Budget,
    seed: int,
) -> Contest:
    """Compare actions before the play within a budget.

    Parameters
    ----------
    actions : sequence of Action
        At least one.
    worths : sequence of Worth
        What tricks are worth after each.
    evaluation : sequence of float
        The tricks that the evaluation expects of each.
    trust : float
        The number of worlds whose word the evaluation's differences are worth.
    """
    opening = Opening(view, actions, worths, seed)
    thought = [min(max(tricks, 0.0), float(TRICKS)) for tricks in evaluation]
    prior = [float(worth.about(tricks)) for tricks, worth in zip(thought, worths, strict=True)]
    gains = race(prior, trust, opening.value, budget)
    comparison = compare(gains, prior, trust)
    worlds = gains.shape[1]
    spreads = {}
    for action, tricks in enumerate(opening.tricks):
        if len(tricks) == worlds:
            guess = binomial(TRICKS, thought[action] / TRICKS)
            taken = np.bincount(tricks, minlength=TRICKS + 1) + trust * np.array(guess)
            spreads[action] = tuple(float(p) for p in taken / (worlds + trust))
    return Contest(comparison, spreads, worlds)


class Opening:
    """Values some actions of one seat before the play; the worlds are drawn as they are needed.

    Parameters
    ----------
    view : View
        What the seat knows.
    actions : sequence of Action
        The actions to value: declarations, discards, or take and keep.
    worths : sequence of Worth
        What tricks are worth after each.
    seed : int
        Of the worlds.

    Attributes
    ----------
    tricks : list of list of int
        For each action the tricks taken, world by world.
    """

    def __init__(self, view: View, actions: Sequence[Action], worths: Sequence[Worth], seed: int) -> None:
        self.view = view
        self.actions = actions
        self.worths = worths
        self.contracts = [self._contract(action) for action in actions]
        self.tricks: list[list[int]] = [[] for _ in actions]
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._worlds: list[tuple[list[int], list[int]]] = []
        self._choices: dict[tuple[int, Contract, int], int] = {}

    def _contract(self, action: Action) -> Contract:
        contract = action.contract if isinstance(action, Declare) else self.view.contract
        assert contract is not None
        return contract

    def value(self, actions: Sequence[int], worlds: range, limit: Limit) -> tuple[Floats, int]:
        """Value actions in worlds, as `manni.advice.selection.ValueWorlds`; the gain is net points."""
        clock = Stopwatch(limit)
        columns: list[list[float]] = []
        for world in worlds:
            column = []
            for action in actions:
                if clock.over():
                    break
                column.append(self._tricks(action, world))
                clock.nodes += TRICKS
            if len(column) < len(actions):
                break
            for action, tricks in zip(actions, column, strict=True):
                self.tricks[action].append(tricks)
            columns.append([float(self.worths[a].points[t]) for a, t in zip(actions, column, strict=True)])
        return np.array(columns).reshape(-1, len(actions)).T, clock.nodes

    def _tricks(self, action: int, world: int) -> int:
        """Tricks of the seat in a world when it does `action` and the hand is played out."""
        contract = self.contracts[action]
        table = self._table(self.actions[action], contract, world)
        first, second, third = (by_strength(hand, contract) for hand in table)
        out = by_strength(self.view.rules.deck.mask, contract) & ~(first | second | third)
        hands = (first, second, third)
        return play_out(hands, out, leader=Seat.F, trump=contract.trump, avoid=contract.avoid)[self.view.seat]

    def _world(self, number: int) -> tuple[list[int], list[int]]:
        """The hands (masks) and the rest of the Manni (cards, top first) of world `number`."""
        while number >= len(self._worlds):
            masks = sample_masks(self.view, BLOCK, self._rng)
            stock = sample_stock(self.view, masks.out, self._rng)
            self._worlds += zip(masks.hands.tolist(), stock.tolist(), strict=True)
        return self._worlds[number]

    def _table(self, action: Action, contract: Contract, world: int) -> list[int]:
        """The three hands at the first lead, when the seat does `action` and the later ones follow the policy."""
        dealt, stock = self._world(world)
        hands = list(dealt)
        if self.view.rules.exchange == "take":
            self._offer(action, contract, hands, _mask(stock))
        else:
            self._draw(action, contract, hands, stock)
        return hands

    def _offer(self, action: Action, contract: Contract, hands: list[int], manni: int) -> None:
        for seat in range(self.view.seat, 3):
            ours = isinstance(action, Take) and seat == self.view.seat
            if (action if ours else Take(choose_take(hands[seat], contract))) == Take(True):
                hands[seat] = manni
                return

    def _draw(self, action: Action, contract: Contract, hands: list[int], stock: list[int]) -> None:
        exchanged = dict(self.view.exchanged)
        drawn = 0
        for seat in list(Seat)[len(exchanged) :]:
            if isinstance(action, Discard) and seat is self.view.seat:
                thrown = action.cards.mask
            else:
                thrown = self._choose(hands[seat], contract, self.view.rules.allowance(seat, exchanged))
            count = thrown.bit_count()
            hands[seat] = hands[seat] & ~thrown | _mask(stock[drawn : drawn + count])
            drawn += count
            exchanged[seat] = count

    def _choose(self, hand: int, contract: Contract, allowance: int) -> int:
        key = hand, contract, allowance
        if key not in self._choices:
            self._choices[key] = choose_discard(hand, contract, allowance)
        return self._choices[key]


def _mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask

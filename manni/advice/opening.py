"""Actions before the first lead, valued in common worlds.

A world is the others' cards and the Manni in order. The seats that decide after us are modelled by the policy of the
bot ``greedy`` (`manni.advice.policy`), each on its own cards; they draw what is left of the Manni after us. Then
all three hands are fixed and forehand leads. Where tricks are wanted, the engine tells what each seat can guarantee, and
`manni.advice.values` what to expect. Under Nullo, where open cards are a poor model (ignorance is the asset) and a full
hand takes seconds to solve, it is played out by the rules of thumb (`manni.advice.playout`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import solver
from manni.actions import Action, Declare, Discard, Take
from manni.advice.evaluation import by_strength
from manni.advice.playout import play_out
from manni.advice.policy import choose_discard, choose_take, gain
from manni.advice.selection import Budget, Comparison, Stopwatch, compare, race
from manni.advice.values import TRICKS, Outlook, distribution, outlook
from manni.cards import Contract, Seat
from manni.limits import Limit
from manni.view import View
from manni.worlds import sample_masks, sample_stock

Floats = NDArray[np.float64]

BLOCK = 64
"""Worlds drawn at a time."""

EVALUATION_SE = 0.6
"""Standard error, in tricks, given to a difference by evaluation alone when no world was valued."""


class Contest(NamedTuple):
    """Actions compared in common worlds.

    Attributes
    ----------
    comparison : Comparison
        Of the actions.
    best_tricks : float
        What the best action has to expect.
    distributions : dict of int to tuple of 13 float
        For the actions that were valued in as many worlds as the best.
    worlds : int
        How many worlds that is; 0 when the budget reached for none and the evaluation decided.
    """

    comparison: Comparison
    best_tricks: float
    distributions: dict[int, tuple[float, ...]]
    worlds: int


def contest(
    view: View, actions: Sequence[Action], evaluation: Sequence[float], budget: Budget, seed: int, threads: int
) -> Contest:
    """Compare actions before the play within a budget.

    Parameters
    ----------
    actions : sequence of Action
        At least one.
    evaluation : sequence of float
        The tricks that the evaluation expects of each; it breaks ties, and decides when there is no time for a world.
    """
    opening = Opening(view, actions, seed, threads)
    par = view.rules.par
    rank = [gain(tricks, contract, par) for tricks, contract in zip(evaluation, opening.contracts, strict=True)]
    gains = race(rank, opening.value, budget)
    counts = np.isfinite(gains).sum(axis=1)
    worlds = int(counts.max())
    if not worlds:
        order = sorted(range(len(rank)), key=lambda action: -rank[action])
        regret = rank[order[0]] - np.array(rank)
        doubt = np.where(np.arange(len(rank)) == order[0], 0.0, EVALUATION_SE)
        tricks = min(max(evaluation[order[0]], 0.0), float(TRICKS))
        return Contest(Comparison(order, regret, doubt), tricks, {}, 0)
    comparison = compare(gains, rank)
    spreads = {action: opening.distribution(action) for action in range(len(rank)) if counts[action] == worlds}
    best = comparison.order[0]
    return Contest(comparison, sum(k * p for k, p in enumerate(spreads[best])), spreads, worlds)


class Opening:
    """Values some actions of one seat before the play; the worlds are drawn as they are needed.

    Parameters
    ----------
    view : View
        What the seat knows.
    actions : sequence of Action
        The actions to value: declarations, discards, or take and keep.
    seed : int
        Of the worlds.
    threads : int
        Searches at a time; does not change the values.

    Attributes
    ----------
    looks : list of list of Outlook
        For each action what was found, world by world.
    """

    def __init__(self, view: View, actions: Sequence[Action], seed: int, threads: int) -> None:
        self.view = view
        self.actions = actions
        self.contracts = [self._contract(action) for action in actions]
        self.looks: list[list[Outlook]] = [[] for _ in actions]
        self._threads = threads
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._worlds: list[tuple[list[int], list[int]]] = []
        self._choices: dict[tuple[int, Contract, int], int] = {}

    def _contract(self, action: Action) -> Contract:
        contract = action.contract if isinstance(action, Declare) else self.view.contract
        assert contract is not None
        return contract

    def value(self, actions: Sequence[int], worlds: range, limit: Limit) -> tuple[Floats, int]:
        """Value actions in worlds, as `manni.advice.selection.ValueWorlds`; the gain is tricks from par."""
        by_contract: dict[Contract, list[int]] = {}
        for action in actions:
            by_contract.setdefault(self.contracts[action], []).append(action)
        found: dict[int, Outlook] = {}
        done, nodes = len(worlds), 0
        for contract, group in by_contract.items():
            tables = [self._table(self.actions[a], contract, w) for w in worlds[:done] for a in group]
            left = limit if limit.nodes is None else Limit(nodes=max(1, limit.nodes - nodes), memory=limit.memory)
            look, spent = self._expect(tables, contract, left)
            nodes += spent
            done = min(done, len(look.mean) // len(group))
            if not done:
                return np.empty((len(actions), 0)), nodes
            for i, action in enumerate(group):
                found[action] = Outlook(*(part[i :: len(group)] for part in look))
        gains = []
        for action in actions:
            look = Outlook(*(part[:done] for part in found[action]))
            self.looks[action].append(look)
            sign = -1.0 if self.contracts[action].avoid else 1.0
            gains.append(sign * (look.mean - self.view.rules.par))
        return np.array(gains), nodes

    def _expect(self, tables: Sequence[Sequence[int]], contract: Contract, limit: Limit) -> tuple[Outlook, int]:
        """What the seat has to expect at each table; as many tables as the limit allows, and the nodes spent."""
        hands = by_strength(np.array(tables, dtype=np.uint64), contract)
        if contract.avoid:
            return self._play_out(hands, by_strength(self.view.rules.deck.mask, contract), limit)
        search = solver.guarantees(
            hands, Seat.F, contract.trump, contract.avoid, threads=self._threads, limit=limit.solver()
        )
        guarantees = search.values.astype(np.float64)
        own = guarantees[:, self.view.seat]
        return outlook(own, guarantees.sum(axis=1) - own, TRICKS, contract), search.nodes

    def _play_out(self, hands: NDArray[np.uint64], deck: int, limit: Limit) -> tuple[Outlook, int]:
        """The same for Nullo, by playing out; a trick counts as a node."""
        clock = Stopwatch(limit)
        taken = []
        for first, second, third in hands.tolist():
            if clock.over():
                break
            out = deck & ~(first | second | third)
            taken.append(play_out((first, second, third), out, leader=Seat.F, trump=None, avoid=True)[self.view.seat])
            clock.nodes += TRICKS
        tricks = np.array(taken, dtype=np.float64)
        return Outlook(tricks, tricks, tricks), clock.nodes

    def distribution(self, action: int) -> tuple[float, ...]:
        """The probability of each number of tricks after an action, over the worlds it was valued in (at least one)."""
        least, most, mean = (np.concatenate(parts) for parts in zip(*self.looks[action], strict=True))
        return distribution(Outlook(least, most, mean))

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



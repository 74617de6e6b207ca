"""Actions before the first lead, valued in common worlds.

A world is the others' cards and the Manni in order (`manni.advice.deals`). The seats that decide after us are modelled
by the policy (`manni.policy`), each on its own cards; they draw what is left of the Manni after us. Then all three
hands are fixed, forehand leads, and the hand is played out by the rules of thumb, all of it compiled.

Played-out hands, not open cards: their tricks add up to twelve under every contract, so that contracts and discards can
be compared; ignorance stays part of the position, which matters most under Nullo; and a hand is played out in a
thousandth of the time that its three guarantees take, so that there are worlds enough to tell close discards apart.

The evaluation of a hand is a good guess to begin with: it enters every mean as the observation of some worlds. How far
it is off on the whole, for all actions alike, depends on the seat and on what is decided, and on the cards only a
little: that is fitted (`level_of`), and what the worlds have to say about it counts against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.actions import Action, Declare, Discard, Take
from manni.advice.deals import Deals, house_of, player_of
from manni.advice.method import Method
from manni.advice.selection import Budget, Comparison, Stopwatch, compare, race, steadied
from manni.advice.values import TRICKS, binomial, levels
from manni.advice.worth import Worth
from manni.cards import Contract
from manni.limits import Limit
from manni.policy._kernel import Policy
from manni.policy.evaluation import code, contract_kind
from manni.view import View

Floats = NDArray[np.float64]

BLOCK = 2048
"""Hands played out between two looks at the clock."""

CHUNK = 256
"""Worlds between two looks at the budget."""

LEVEL_TRUST = 30.0
"""Worlds whose word the fitted level of the evaluation is worth: hands played out differ by 1.4 tricks (trump) to 2.6
(Nullo) from world to world, and levels by 0.2 to 0.4 from hand to hand."""


class Contest(NamedTuple):
    """Actions compared in common worlds.

    Attributes
    ----------
    comparison : Comparison
        Of the actions, in points.
    distributions : dict of int to tuple of 13 float
        For the best action and those that were valued in as many worlds: what was played out, and a binomial
        distribution about the evaluation that counts as `trust` worlds.
    value : float
        What the best action is worth in this hand, in points: the mean of what was played out and of the evaluation,
        in the same shares.
    worlds : int
        How many worlds that is; 0 when the budget reached for none, and all is by evaluation.
    """

    comparison: Comparison
    distributions: dict[int, tuple[float, ...]]
    value: float
    worlds: int


def contest(
    view: View,
    actions: Sequence[Action],
    worths: Sequence[Worth],
    evaluation: Sequence[float],
    trust: float,
    budget: Budget,
    seed: int,
    method: Method,
    later: Floats | None = None,
    doubt: float = 0.0,
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
    later : numpy.ndarray of float, shape (actions,), optional
        What each action is worth beyond this hand.
    doubt : float
        The number of worlds whose word it is worth that what the actions gain differs as their points do, and no more;
        see `manni.advice.selection.steadied`.
    """
    later = np.zeros(len(actions)) if later is None else later
    opening = Opening(view, actions, worths, Deals(view, method, seed), player_of(method))
    budget.actions = actions
    thought, trust_in_level = np.clip(evaluation, 0.0, TRICKS), 0.0
    if method.habits:  # the levels are those of players with habits
        usual = [level_of(view, action, contract) for action, contract in zip(actions, opening.contracts, strict=True)]
        thought, trust_in_level = np.clip(thought + usual, 0.0, TRICKS), LEVEL_TRUST
    prior = _prior(thought, worths, later)

    def value(chosen: Sequence[int], worlds: range, limit: Limit) -> tuple[Floats, int]:
        gains, nodes = opening.value(chosen, worlds, limit)
        return gains + later[list(chosen)][:, None], nodes

    def settle(chosen: Sequence[int], gains: Floats) -> Floats:
        if not doubt:
            return gains
        tricks = opening.tricks[list(chosen), : gains.shape[1], view.seat]
        points = [worths[action].net[taken] for action, taken in zip(chosen, tricks, strict=True)]
        return steadied(gains, np.stack(points), doubt)

    gains = race(prior, trust, value, budget, worlds=budget.deals, settle=settle, chunk=CHUNK)
    worlds = gains.shape[1]
    valued = np.flatnonzero(np.isfinite(gains).all(axis=1)).tolist()
    gains[valued] = settle(valued, gains[valued])
    found = opening.tricks[:, :worlds, view.seat]
    thought = np.clip(_on_level(thought, found, trust_in_level), 0.0, TRICKS)
    prior = _prior(thought, worths, later)
    comparison = compare(gains, prior, trust)
    best = comparison.order[0]
    value_of_best = (float(gains[best].sum()) + trust * prior[best]) / (worlds + trust) - float(later[best])
    spreads = {}
    for action, tricks in enumerate(found):
        if worlds == 0 or tricks[-1] >= 0:
            guess = binomial(TRICKS, float(thought[action]) / TRICKS)
            taken = np.bincount(tricks, minlength=TRICKS + 1) + trust * np.array(guess)
            spreads[action] = tuple(float(p) for p in taken / (worlds + trust))
    return Contest(comparison, spreads, value_of_best, worlds)


def _on_level(thought: Floats, found: NDArray[np.int8], trust: float) -> Floats:
    """Tricks thought of, shape (actions,), raised or lowered together by what the worlds show, (actions, worlds)."""
    valued = found >= 0
    off = np.where(valued, found - thought[:, None], 0.0).sum(axis=0) / valued.sum(axis=0)
    raised: Floats = thought + off.sum() / max(trust + len(off), 1.0)
    return raised


def level_of(view: View, action: Action, contract: Contract) -> float:
    """How many tricks more than the evaluation says such a decision usually brings."""
    row = levels().get(level_name(view, action, contract))
    return row[view.seat] if row else 0.0


def level_name(view: View, action: Action, contract: Contract) -> str:
    """The name of a decision in the fitted levels."""
    name = ("take" if action.take else "keep") if isinstance(action, Take) else type(action).__name__.lower()
    declared = ", declared" if view.rules.contract_source == "declaration" else ""
    return f"{name} {contract_kind(contract)}{declared}"


def _prior(thought: Floats, worths: Sequence[Worth], later: Floats) -> list[float]:
    """What actions are worth by the tricks that they are thought to bring."""
    return [float(worth.about(tricks)) + beyond for tricks, worth, beyond in zip(thought, worths, later, strict=True)]


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
    deals : Deals
        The worlds.
    player : Policy
        Who stands for the others, and plays the hands out.

    Attributes
    ----------
    tricks : int8 array, shape (actions, worlds, 3)
        Tricks taken by F, M and D; -1 where an action was not valued.
    """

    def __init__(
        self, view: View, actions: Sequence[Action], worths: Sequence[Worth], deals: Deals, player: Policy
    ) -> None:
        self.view = view
        self.actions = actions
        self.worths = worths
        self.contracts = [self._contract(action) for action in actions]
        self.tricks = np.zeros((len(actions), 0, 3), dtype=np.int8)
        self._deals = deals
        self._player = player
        self._codes = np.array([code(contract) for contract in self.contracts], dtype=np.int8)
        self._masks = np.array([_number(action) for action in actions], dtype=np.uint64)

    def _contract(self, action: Action) -> Contract:
        contract = action.contract if isinstance(action, Declare) else self.view.contract
        assert contract is not None
        return contract

    def value(self, actions: Sequence[int], worlds: range, limit: Limit) -> tuple[Floats, int]:
        """Value actions in worlds, as `manni.advice.selection.ValueWorlds`; the gain is what the tricks are worth."""
        cost = len(actions) * TRICKS
        clock = Stopwatch(limit)
        end = worlds.start
        while end < worlds.stop and not clock.over():
            block = max(1, BLOCK // len(actions))
            if limit.nodes is not None:
                block = min(block, max(1, (limit.nodes - clock.nodes) // cost))
            start, end = end, min(end + block, worlds.stop)
            self._value(actions, start, end)
            clock.nodes += cost * (end - start)
        seat = self.view.seat
        taken = [self.tricks[list(actions), worlds.start : end, who].astype(np.intp) for who in (seat, (seat + 1) % 3)]
        found = [self.worths[a].split[own, left] for a, own, left in zip(actions, taken[0], taken[1], strict=True)]
        return np.stack(found), clock.nodes

    def _value(self, actions: Sequence[int], start: int, end: int) -> None:
        """Play worlds `start` to `end` - 1 out after each of the actions; `tricks` gets what is taken."""
        self._deals.draw(end)
        chosen = list(actions)
        found = np.empty((len(chosen), end - start, 3), dtype=np.int8)
        view = self.view
        self._player.open_out(
            house_of(view),
            self._deals.hands[start:end],
            self._deals.thrown[start:end],
            self._deals.stock[start:end],
            [view.exchanged[seat] for seat in sorted(view.exchanged)],
            view.seat,
            _DECISIONS[type(self.actions[0])],
            self._codes[chosen],
            self._masks[chosen],
            0,
            end - start,
            found,
        )
        if self.tricks.shape[1] < end:
            more = np.full((len(self.actions), end - self.tricks.shape[1], 3), -1, dtype=np.int8)
            self.tricks = np.concatenate([self.tricks, more], axis=1)
        self.tricks[chosen, start:end] = found


_DECISIONS = {Declare: 0, Discard: 1, Take: 2}


def _number(action: Action) -> int:
    """An action for the compiled policy: the mask to throw, 1 to take."""
    if isinstance(action, Discard):
        return action.cards.mask
    return int(action == Take(True))

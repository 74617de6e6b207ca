"""Cards valued in sampled worlds: by what they guarantee with open cards, or by hands played out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import solver
from manni.advice.sample import BLOCK, Sample
from manni.advice.selection import Budget
from manni.advice.values import TRICKS
from manni.cards import Card
from manni.limits import Limit
from manni.policy._kernel import Policy
from manni.policy.evaluation import by_strength, contract_kind, strong
from manni.policy.playout import play_out_many
from manni.rules import trick_winner
from manni.view import View

Floats = NDArray[np.float64]
Tricks = NDArray[np.int64]

CHUNK = 8
"""Worlds per search; between searches the budget is looked at."""

GUARANTEE_WORLDS = 16
"""Worlds in which the other seats' guarantees are solved for."""

TYPICAL_GUARANTEES = {"trump": 8.5, "notrump": 7.9, "nullo": 17.7}
"""What the three guarantees add up to in random deals of twelve tricks; stands in when there is no time to solve."""

CHOICE_SHARE = 0.8
"""The part of a limit in time or nodes that goes into the choice; the rest into what to expect."""


def card_guarantees(view: View, cards: Sequence[Card], sample: Sample, budget: Budget, threads: int) -> Floats:
    """What each card guarantees in each world, shape (cards, worlds); no world when there is no time for one."""
    contract, table = view.contract, view.table
    assert contract is not None
    trick = tuple(strong(card, contract) for card in table.trick)
    columns: list[Floats] = [np.empty((len(cards), 0))]
    totals = np.zeros(len(cards))
    done = 0
    while done < budget.worlds and budget.used() < CHOICE_SHARE:
        worlds = range(done, min(done + CHUNK, budget.worlds))
        found = solver.card_values(
            by_strength(sample.hands(worlds), contract),
            trick,
            table.leader,
            contract.trump,
            contract.avoid,
            threads=threads,
            limit=budget.search(CHOICE_SHARE).solver(),
        )
        done += len(found.values)
        budget.spend(found.nodes, CHOICE_SHARE * done / budget.worlds)
        if len(found.values):
            place = [found.cards.index(strong(card, contract)) for card in cards]
            columns.append(found.values[:, place].T.astype(np.float64))
            totals += columns[-1].sum(axis=1)
            budget.lead(-totals if contract.avoid else totals, done)
        if len(found.values) < len(worlds):
            break
    return np.concatenate(columns, axis=1)


def guarantees_of_others(view: View, own: Floats, sample: Sample, budget: Budget, threads: int) -> Floats:
    """The sum of what the other two seats guarantee themselves, by world; `own` is this seat's guarantee.

    Found in the first `GUARANTEE_WORLDS` or as many as the budget allows. The three guarantees of a world depend
    on each other (in the last trick they are one trick in all), so a sum is never set beside another world's
    `own`: the rest borrow the tricks that nobody guarantees, as far as their own guarantee leaves room for them.
    """
    contract, left, count = view.contract, len(view.hand), len(own)
    assert contract is not None
    trick = tuple(strong(card, contract) for card in view.table.trick)
    sums: list[float] = []
    worlds = by_strength(sample.hands(range(min(count, GUARANTEE_WORLDS))), contract).tolist()
    # Each search may run for a part of the time left only: those begun last must not overrun it by much.
    rest = budget.search()
    each = Limit(seconds=rest.seconds and rest.seconds / 4, memory=rest.memory, stop=rest.stop)
    for solution in solver.solve_many(
        (solver.Deal((f, m, d), trick, view.table.leader, contract.trump, contract.avoid) for f, m, d in worlds),
        cards=False,
        seats=view.others,
        limit=each.solver(),
        threads=threads,
    ):
        if not solution.exact:
            break
        sums.append(float(sum(bounds.lower for bounds in solution.guarantee if bounds is not None)))
        budget.spend(solution.nodes, CHOICE_SHARE)
        if budget.used() >= 1:
            break
    if not sums:
        return np.full(count, TYPICAL_GUARANTEES[contract_kind(contract)] * 2 / 3 * left / TRICKS)
    return _borrowed(own, np.array(sums), left)


def _borrowed(own: Floats, sums: Floats, left: int) -> Floats:
    """The others' guarantees in all worlds, from their `sums` in the first ones."""
    solved = own[: len(sums)]
    unclaimed = np.empty(len(own))
    for value in np.unique(own):
        distance = np.abs(solved - value)
        alike = (left - solved - sums)[distance == distance.min()]
        worlds = np.flatnonzero(own == value)
        unclaimed[worlds] = np.minimum(np.resize(alike, len(worlds)), left - value)
    unclaimed[: len(sums)] = left - solved - sums
    return left - own - unclaimed


def played_out(view: View, cards: Sequence[Card], sample: Sample, budget: Budget) -> Tricks:
    """The tricks to come of all seats after each card when all play by habit, shape (cards, worlds, 3)."""
    cost = len(cards) * len(view.hand)
    columns = [np.empty((len(cards), 0, 3), dtype=np.int64)]
    totals = np.zeros(len(cards))
    done = 0
    while done < budget.worlds and budget.used() < 1:
        affordable = (budget.search().nodes or cost * BLOCK) // cost
        hands = sample.hands(range(done, min(done + max(1, min(BLOCK, affordable)), budget.worlds)))
        columns.append(playouts(view, cards, hands, sample.player))
        totals += columns[-1][:, :, view.seat].sum(axis=1)
        done += len(hands)
        budget.spend(cost * len(hands), done / budget.worlds)
        budget.lead(-totals if view.contract is not None and view.contract.avoid else totals, done)
    return np.concatenate(columns, axis=1)


def playouts(view: View, cards: Sequence[Card], hands: NDArray[np.uint64], player: Policy) -> Tricks:
    """The tricks to come in some worlds after each card when all play as `player`, shape (cards, worlds, 3)."""
    contract, table, seat = view.contract, view.table, view.seat
    assert contract is not None
    strongly = by_strength(hands, contract)
    thrown = by_strength(view.discarded.mask, contract)
    out = np.uint64(by_strength(view.unseen.mask, contract) | by_strength(view.hand.mask, contract) | thrown)
    known = np.zeros_like(strongly)
    known[:, seat] = thrown
    found = np.zeros((len(cards), len(hands), 3), dtype=np.int64)
    for place, card in enumerate(cards):
        number = strong(card, contract)
        after = strongly.copy()
        after[:, seat] &= ~np.uint64(1 << number)
        trick = [*table.trick, card]
        leader = int(table.leader)
        if len(trick) == 3:
            leader = (leader + trick_winner(trick, contract)) % 3
            trick = []
            found[place, :, leader] = 1
        found[place] += play_out_many(
            after,
            out & ~np.bitwise_or.reduce(strongly, axis=1),
            leader=leader,
            trump=contract.trump,
            avoid=contract.avoid,
            trick=[strong(c, contract) for c in trick],
            void=[by_strength(mask, contract) for mask in table.void],
            known=known,
            by=player,
        )
    return found

"""Which card to play: every legal card valued in every sampled world by what it guarantees with open cards.

Where points rise evenly with tricks, cards are chosen by their mean guarantee (which decides as well as any other
open-card value and is the fastest), ties by the rules of thumb of ``greedy``. What is reported as expected tricks adds
to each card's mean what `manni.advice.values` makes of the guarantees of all three seats, as a distribution in each
world; where points do not rise evenly, that is what they are taken from. Those of the other two seats are solved for in
some of the worlds only; each of the rest borrows from one of these in which the seat's own guarantee is alike.

Under Nullo, where ignorance is the asset, open cards are a poor model: in 20 duplicate deals of Nullo against
``greedy``, at 20 worlds, open cards in the last seven tricks lost 0.56 ± 0.25 points a hand. There the engine values
no card: the hand is played out after each by the rules of thumb (`manni.policy.playout`), which won 1.32 ± 0.23. In
the last five tricks paranoid values lost 0.065 ± 0.032 to that over 150 deals, and max^n outcomes, alone, averaged with
it, or at its last three tricks, won nothing (``bench/STRENGTH.md``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import solver
from manni.actions import Play
from manni.advice.method import Method
from manni.advice.report import action_values
from manni.advice.result import ActionValue
from manni.advice.selection import DIGITS, UNSEEN_SD, Budget, Comparison, compare
from manni.advice.values import TRICKS, Outlook, binomial, distributions, outlook
from manni.advice.worth import Worth
from manni.cards import Card, CardSet, Contract
from manni.limits import Limit
from manni.policy.evaluation import by_strength, contract_kind, runs, strong
from manni.policy.playout import play_out
from manni.policy.preference import rank_plays
from manni.view import View
from manni.worlds import sample_masks

Floats = NDArray[np.float64]

BLOCK = 256
"""Worlds drawn at a time."""

CHUNK = 8
"""Worlds per search; between searches the budget is looked at."""

GUARANTEE_WORLDS = 16
"""Worlds in which the other seats' guarantees are solved for."""

TYPICAL_GUARANTEES = {"trump": 8.5, "notrump": 7.9, "nullo": 17.7}
"""What the three guarantees add up to in random deals of twelve tricks; stands in when there is no time to solve."""

CHOICE_SHARE = 0.8
"""The part of a limit in time or nodes that goes into the choice; the rest into what to expect."""


def advise_play(
    view: View, budget: Budget, seed: int, threads: int, method: Method
) -> tuple[tuple[ActionValue, ...], int]:
    """Value every legal card; returns the values, best first, and the number of worlds."""
    contract = view.contract
    assert contract is not None
    search = _Search(view, contract, seed, threads)
    preferred = rank_plays(view)
    played_out = _plays_out(view)
    values = search.played_out(preferred, budget) if played_out else search.card_values(preferred, budget)
    left, won = len(view.hand), view.table.won[view.seat]
    actions = [Play(card) for card in preferred]
    worth = Worth(view.rules, contract)
    worths = [worth] * len(actions)
    if not values.shape[1]:
        guess = (0.0,) * won + binomial(left, 1 / 3) + (0.0,) * (TRICKS - won - left)
        return action_values(actions, worths, _no_time(len(actions)), dict.fromkeys(range(len(actions)), guess)), 0

    if played_out:
        looks = [Outlook(found, found, found) for found in values]
    else:
        own = values.min(axis=0) if contract.avoid else values.max(axis=0)
        others = search.others(own, budget)
        looks = [outlook(own, others, left, contract, found) for found in values]
    spreads = [distributions(look, won) for look in looks]
    gains = np.stack([spread @ worth.points for spread in spreads])
    # Of cards that score the same the one with more tricks, if only to keep them from the others; then rules of thumb.
    tricks = np.round(values.mean(axis=1) * (-1.0 if contract.avoid else 1.0), DIGITS).tolist()
    comparison = compare(gains, tricks, alike=_alike(view, contract, preferred))
    means = {number: tuple(spread.mean(axis=0).tolist()) for number, spread in enumerate(spreads)}
    return action_values(actions, worths, comparison, means), values.shape[1]


def _alike(view: View, contract: Contract, cards: Sequence[Card]) -> list[int]:
    """For each card the run of neighbours that it belongs to: no card that may still be played lies between them."""
    between = by_strength(view.unseen.mask | CardSet(view.table.trick).mask, contract)
    found = runs(by_strength(view.hand.mask, contract), between)
    return [next(n for n, run in enumerate(found) if run >> strong(card, contract) & 1) for card in cards]


def _no_time(cards: int) -> Comparison:
    """The order of the rules of thumb, with no claim about the differences."""
    doubt = np.full(cards, UNSEEN_SD)
    doubt[0] = 0.0
    return Comparison(list(range(cards)), np.zeros(cards), doubt)


def _plays_out(view: View) -> bool:
    """Whether cards are valued by playing out, not by the engine."""
    return view.contract is not None and view.contract.avoid


class _Search:
    """The worlds of one view, drawn as they are needed, and what the engine says of them."""

    def __init__(self, view: View, contract: Contract, seed: int, threads: int) -> None:
        self.view = view
        self.contract = contract
        self.threads = threads
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._hands = np.empty((0, 3), dtype=np.uint64)
        self._trick = tuple(strong(card, contract) for card in view.table.trick)

    def _worlds(self, worlds: range) -> NDArray[np.uint64]:
        """The hands of some worlds, by strength."""
        while len(self._hands) < worlds.stop:
            drawn = sample_masks(self.view, BLOCK, self._rng).hands
            self._hands = np.concatenate([self._hands, by_strength(drawn, self.contract)])
        return self._hands[worlds.start : worlds.stop]

    def card_values(self, cards: Sequence[Card], budget: Budget) -> Floats:
        """What each card guarantees in each world, shape (cards, worlds); no world when there is no time for one."""
        contract = self.contract
        columns: list[Floats] = [np.empty((len(cards), 0))]
        done = 0
        while done < budget.worlds and budget.used() < CHOICE_SHARE:
            worlds = range(done, min(done + CHUNK, budget.worlds))
            found = solver.card_values(
                self._worlds(worlds),
                self._trick,
                self.view.table.leader,
                contract.trump,
                contract.avoid,
                threads=self.threads,
                limit=budget.search(CHOICE_SHARE).solver(),
            )
            done += len(found.values)
            budget.spend(found.nodes, CHOICE_SHARE * done / budget.worlds)
            if len(found.values):
                place = [found.cards.index(strong(card, contract)) for card in cards]
                columns.append(found.values[:, place].T.astype(np.float64))
            if len(found.values) < len(worlds):
                break
        return np.concatenate(columns, axis=1)

    def played_out(self, cards: Sequence[Card], budget: Budget) -> Floats:
        """The tricks to come after each card when all play by the rules of thumb, shape (cards, worlds)."""
        contract, table, seat = self.contract, self.view.table, self.view.seat
        held = sum(1 << strong(card, contract) for card in self.view.hand)
        unseen = by_strength(self.view.unseen.mask, contract)
        void = [by_strength(mask, contract) for mask in table.void]
        columns: list[list[int]] = []
        while len(columns) < budget.worlds and budget.used() < 1:
            (hands,) = self._worlds(range(len(columns), len(columns) + 1)).tolist()
            out = unseen & ~(hands[0] | hands[1] | hands[2])
            column = []
            for card in cards:
                number = strong(card, contract)
                after = [*hands]
                after[seat] = held & ~(1 << number)
                taken = play_out(
                    after,
                    out,
                    leader=table.leader,
                    trump=contract.trump,
                    avoid=contract.avoid,
                    trick=(*self._trick, number),
                    void=void,
                )
                column.append(taken[seat])
            columns.append(column)
            budget.spend(len(cards) * len(self.view.hand), len(columns) / budget.worlds)
        return np.array(columns, dtype=np.float64).reshape(-1, len(cards)).T

    def others(self, own: Floats, budget: Budget) -> Floats:
        """The sum of what the other two seats guarantee themselves, by world; `own` is this seat's guarantee.

        Found in the first `GUARANTEE_WORLDS` or as many as the budget allows. The three guarantees of a world depend
        on each other (in the last trick they are one trick in all), so a sum is never set beside another world's
        `own`: the rest borrow the tricks that nobody guarantees, as far as their own guarantee leaves room for them.
        """
        contract, left, count = self.contract, len(self.view.hand), len(own)
        seats = self.view.others
        sums: list[float] = []
        table = self._trick, self.view.table.leader, contract.trump, contract.avoid
        worlds = self._worlds(range(min(count, GUARANTEE_WORLDS))).tolist()
        # Each search may run for a part of the time left only: those begun last must not overrun it by much.
        rest = budget.search()
        each = Limit(seconds=rest.seconds and rest.seconds / 4, memory=rest.memory, stop=rest.stop)
        for solution in solver.solve_many(
            (solver.Deal((f, m, d), *table) for f, m, d in worlds),
            cards=False,
            seats=seats,
            limit=each.solver(),
            threads=self.threads,
        ):
            if not solution.exact:
                break
            sums.append(float(sum(bounds.lower for bounds in solution.guarantee if bounds is not None)))
            budget.spend(solution.nodes, CHOICE_SHARE)
            if budget.used() >= 1:
                break
        if not sums:
            kind = contract_kind(contract)
            return np.full(count, TYPICAL_GUARANTEES[kind] * 2 / 3 * left / TRICKS)
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

"""Which card to play: every legal card valued in the worlds that the view leaves open.

In the last tricks, `manni.advice.ending` goes through all worlds together, with one card for all that look alike; when
they are few, through all there are.

Before that, where tricks are wanted, a card is worth the mean of two things: what it guarantees with open cards, and
what it brings when the hand is played out by the rules of thumb, each seat knowing its own cards only. The one is blind
to ignorance, the other to all that takes a plan; their errors have little in common. What is reported as expected
tricks makes of the guarantees of all three seats what `manni.advice.values` does, as a distribution in each world;
those of the other two seats are solved for in some of the worlds only; each of the rest borrows from one of these in
which the seat's own guarantee is alike. Where it matters who gets the other tricks, as to win a game it does, the hands
played out tell that.

Under Nullo, where ignorance is the asset, open cards are a poor model, and hands are played out alone
(``bench/STRENGTH.md``).

Of cards that are worth the same the one with more tricks is taken, then the one that does better when the others err,
then the one that the rules of thumb prefer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manni.actions import Play
from manni.advice.ending import DENIED, MOST_TRICKS, Found, search_ending, value_if_others_err
from manni.advice.method import Method
from manni.advice.open_cards import Tricks, card_guarantees, guarantees_of_others, played_out, playouts
from manni.advice.reasons import play_reasons
from manni.advice.report import action_values
from manni.advice.result import Verdict
from manni.advice.sample import Sample
from manni.advice.selection import DIGITS, UNSEEN_SD, Budget, Comparison, compare, steadied
from manni.advice.values import TRICKS, binomial, distributions, outlook, sobered
from manni.advice.worth import Worth, worth_of
from manni.cards import Card, CardSet
from manni.policy.evaluation import by_strength, runs, strong
from manni.policy.preference import rank_plays
from manni.view import View

Floats = NDArray[np.float64]

PLAYED_OUT = 64
"""Worlds in which hands are played out at least: they take microseconds."""

INDIFFERENT = 0.01
"""A difference that does not count, in what a trick is worth on average."""

DOUBT = 32.0
"""Worlds whose word it is worth that chances to win differ as points do; see `selection.steadied`.

With cards it changes with the score what they do beyond points: over 40 plays at random scores of ``hornafjordur`` the
variance between worlds was 59 times that between cards at the median, 4 times on average.
"""

TIE_WORLDS = 64
"""Worlds in which cards that are worth the same are played out."""


def advise_play(view: View, budget: Budget, seed: int, threads: int, method: Method) -> Verdict:
    """Value every legal card."""
    contract = view.contract
    assert contract is not None
    sample = Sample(view, method, seed, max(budget.worlds, PLAYED_OUT if method.playouts else 1))
    cards = rank_plays(view, sample.player)
    budget.actions = [Play(card) for card in cards]
    worth = worth_of(view, contract, method.goal)
    if method.endings and len(view.hand) <= MOST_TRICKS:
        found = search_ending(view, cards, worth.split, sample, budget, threads, method)
        if found is not None:
            return _ending(view, cards, worth, found)
    return _by_worlds(view, cards, worth, sample, budget, threads, method)


def _ending(view: View, cards: Sequence[Card], worth: Worth, found: Found) -> Verdict:
    """The verdict of the search of an ending."""
    values, weights = found.payoff, found.weights
    means = np.round(values @ weights, DIGITS)
    order = _ranked(means, lambda best: value_if_others_err(view, found, [cards[n] for n in best], worth.split))
    contract = view.contract
    assert contract is not None
    # Tricks that are worth nothing decide, but are not told.
    gains = means - (-DENIED if contract.avoid else DENIED) * (found.spread @ np.arange(TRICKS + 1))
    regret = np.maximum(gains[order[0]] - gains, 0.0).round(DIGITS)
    if found.exact:
        comparison = Comparison(order, regret, np.zeros(len(cards)))
    else:
        place = {card: -float(order.index(card)) for card in order}
        paired = compare(values, [place[card] for card in range(len(cards))], alike=_alike(view, cards))
        comparison = Comparison(order, regret, np.where(regret > 0, np.maximum(paired.se, 1e-9), paired.se))
    actions = [Play(card) for card in cards]
    means_of = {number: tuple(spread.tolist()) for number, spread in enumerate(found.spread)}
    told = action_values(actions, [worth] * len(cards), comparison, means_of, float(gains[order[0]]))
    losses = values[order[0]] - values[order[1]] if len(order) > 1 else np.empty(0)
    reasons = play_reasons(view, told, found.hands, weights, losses, None if found.exact else found.effective)
    return Verdict(told, len(weights), found.effective, found.exact, reasons)


def _by_worlds(
    view: View, cards: Sequence[Card], worth: Worth, sample: Sample, budget: Budget, threads: int, method: Method
) -> Verdict:
    """The verdict of open cards and of hands played out, in one world after another."""
    contract = view.contract
    assert contract is not None
    left, won = len(view.hand), view.table.won[view.seat]
    actions, worths = [Play(card) for card in cards], [worth] * len(cards)
    if contract.avoid:
        spreads, gains = _judged(view, played_out(view, cards, sample, budget), worth)
    else:
        spreads = _open_cards(view, cards, sample, budget, threads)
        gains = spreads @ worth.points
    count = gains.shape[1]
    means, values = _means(spreads), _means(gains)
    if method.playouts and not contract.avoid:
        hands = sample.hands(range(max(count, PLAYED_OUT)))
        played, split = _judged(view, playouts(view, cards, hands, sample.player), worth)
        if count:
            # Open cards do not tell who gets the others' tricks: what that is worth, the hands played out alone tell.
            split -= played @ worth.points / 2
            means, values = (means + _means(played)) / 2, values / 2 + _means(split)
            # World by world where both are known; below, what else is known of a card is added to each of them alike.
            gains = gains / 2 + split[:, :count]
        else:
            count, gains, means, values = len(hands), split, _means(played), _means(split)
    if not count:
        guess = (0.0,) * won + binomial(left, 1 / 3) + (0.0,) * (TRICKS - won - left)
        told = action_values(actions, worths, _no_time(len(cards)), dict.fromkeys(range(len(cards)), guess))
        return Verdict(told, 0, 0.0, False, play_reasons(view, told, *_NO_WORLDS))

    if method.playouts:  # without them it is the plain method, a yardstick that stays as it was
        sober = sobered(means, contract, left, won)
        values, means = values + (sober - means) @ worth.points, sober
        gains += (values - _means(gains))[:, None]
        gains, means = _same(gains, means, _alike(view, cards), worth)
    hands = sample.hands(range(count))
    # Of cards that score the same the one with more tricks, if only to keep them from the others; then see `_ranked`.
    sign = -1.0 if contract.avoid else 1.0
    total = np.round(gains.mean(axis=1) + sign * 1e-6 * (means @ np.arange(TRICKS + 1)), DIGITS)
    few = hands[np.linspace(0, count - 1, min(count, TIE_WORLDS)).astype(int)]

    def played_by_all(best: Sequence[int]) -> Floats | float:
        if not method.playouts:
            return 0.0
        found = playouts(view, [cards[n] for n in best], few, sample.player)[:, :, view.seat]
        return sign * _means(found)

    order = _ranked(total, played_by_all)
    place = {card: -float(order.index(card)) for card in order}
    comparison = compare(gains, [place[card] for card in range(len(cards))], alike=_alike(view, cards))
    first, *rest = comparison.order
    spread_of = {number: tuple(spread) for number, spread in enumerate(means.tolist())}
    told = action_values(actions, worths, comparison, spread_of, float(gains[first].mean()))
    losses = gains[first] - gains[rest[0]] if rest else np.empty(0)
    effective = sample.effective(count)
    reasons = play_reasons(view, told, hands, np.full(count, 1 / count), losses, effective)
    return Verdict(told, count, effective, False, reasons)


def _open_cards(view: View, cards: Sequence[Card], sample: Sample, budget: Budget, threads: int) -> Floats:
    """The distribution of final tricks in each world by guarantees with open cards, shape (cards, worlds, 13)."""
    contract = view.contract
    assert contract is not None
    values = card_guarantees(view, cards, sample, budget, threads)
    if not values.shape[1]:
        return np.empty((len(cards), 0, TRICKS + 1))
    own = values.max(axis=0)
    others = guarantees_of_others(view, own, sample, budget, threads)
    looks = [outlook(own, others, len(view.hand), contract, found) for found in values]
    return np.stack([distributions(look, view.table.won[view.seat]) for look in looks])


def _judged(view: View, to_come: Tricks, worth: Worth) -> tuple[Floats, Floats]:
    """Hands played out, as distributions of final tricks, shape (cards, worlds, 13), and as what they are worth."""
    final = to_come + np.array(view.tricks_won)
    own, left = final[:, :, view.seat], final[:, :, (view.seat + 1) % 3]
    spreads: Floats = np.equal.outer(own, np.arange(TRICKS + 1)).astype(np.float64)
    gains: Floats = worth.split[own, left]
    return spreads, gains if worth.wins is None else steadied(gains, worth.net[own], DOUBT)


def _means(by_world: NDArray[Any]) -> Floats:
    """The mean over worlds, the second axis; 0 without a world."""
    found: Floats = by_world.sum(axis=1) / max(1, by_world.shape[1])
    return found


def _same(gains: Floats, means: Floats, alike: Sequence[int], worth: Worth) -> tuple[Floats, Floats]:
    """Gains and distributions of the cards, without differences that mean nothing.

    Neighbours in a hand are worth the same, whatever hands played out make of them; and of cards `INDIFFERENT` behind
    the best the first few worlds tell no more than chance.
    """
    runs_of = np.equal.outer(alike, alike).astype(np.float64)
    runs_of /= runs_of.sum(axis=1)[:, None]
    gains, means = runs_of @ gains, runs_of @ means
    worths = gains.mean(axis=1)
    near = worths.max() - worths <= INDIFFERENT * np.ptp(worth.points) / TRICKS
    gains[near] += (worths[near].mean() - worths[near])[:, None]
    means[near] = means[near].mean(axis=0)
    return gains, means


_NO_WORLDS = np.empty((0, 3), dtype=np.uint64), np.empty(0), np.empty(0)


def _ranked(means: Floats, otherwise: Callable[[list[int]], Floats | float]) -> list[int]:
    """The numbers of the cards, best mean first; of those that share it the one that is worth most otherwise."""
    second = np.zeros(len(means))
    best = np.flatnonzero(means == means.max())
    if len(best) > 1:
        second[best] = np.round(otherwise(best.tolist()), DIGITS)
    return sorted(range(len(means)), key=lambda number: (-means[number], -second[number], number))


def _alike(view: View, cards: Sequence[Card]) -> list[int]:
    """For each card the run of neighbours that it belongs to: no card that may still be played lies between them."""
    contract = view.contract
    assert contract is not None
    between = by_strength(view.unseen.mask | CardSet(view.table.trick).mask, contract)
    found = runs(by_strength(view.hand.mask, contract), between)
    return [next(n for n, run in enumerate(found) if run >> strong(card, contract) & 1) for card in cards]


def _no_time(cards: int) -> Comparison:
    """The order of the rules of thumb, with no claim about the differences."""
    doubt = np.full(cards, UNSEEN_SD)
    doubt[0] = 0.0
    return Comparison(list(range(cards)), np.zeros(cards), doubt)

"""The last tricks, over all the worlds that a view leaves open: one card for all that look alike, the others modelled.

See `manni/advice/_ending.pyx` for the search and the model of the others.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.advice._ending import Ending
from manni.advice.method import Method
from manni.advice.sample import Sample, opponent_model
from manni.advice.selection import Budget
from manni.advice.values import TRICKS
from manni.cards import Card, Contract
from manni.limits import Limit
from manni.policy.evaluation import by_strength, strong
from manni.view import View
from manni.worlds import count_worlds, posterior

Floats = NDArray[np.float64]

MOST_TRICKS = 4
"""Tricks left, the current one included, from which endings are computed."""

MOST_WORLDS = 20_000
"""Worlds up to which all of them are looked at."""

SOFTNESS = 20.0
"""By how many points of the rules of thumb a card has to be worse to be e times less likely."""

SHARPNESS = 15.0
"""How many times e less likely a card is that costs its seat a trick with open cards.

What is told four and three tricks before the end is closest to what the hands then brought when next to no card is
reckoned with that costs a trick, and the rules of thumb choose among the others but loosely. Root mean square in hands
of the adviser, with a trump (93) 0.44 tricks at 10 and 8 (softness and sharpness), 0.41 at 20 and 15, and at 30 and 30
alike; Nullo 0.659 and 0.654, no trump 0.575 and 0.574 (47 each). Players taken for weaker made it too good: with a
trump what a plan brings in the actual world was told 0.06 tricks too high at 10 and 8, 0.03 at 20 and 15.
"""


ERRING_SOFTNESS = 30.0
"""The softness of players that err."""

ERRING_WORLDS = 16
"""Worlds in which cards that are worth the same are tried against players that err."""

DENIED = 1e-6
"""What a trick counts as that is worth nothing but that nobody else gets it."""


class EndingValues(NamedTuple):
    """What the cards of a seat are worth.

    Attributes
    ----------
    payoff : numpy.ndarray of float, shape (cards, worlds)
        The expected payoff in each world after each card.
    spread : numpy.ndarray of float, shape (cards, 13)
        The probability of each final number of tricks.
    nodes : int
        Decisions that were looked at, of the others and of the seat in the last trick.
    """

    payoff: Floats
    spread: Floats
    nodes: int


def value_ending(
    view: View,
    hands: NDArray[np.uint64],
    weights: Floats,
    cards: Sequence[Card],
    payoff: Floats,
    *,
    limit: Limit | None = None,
    threads: int = 1,
    softness: float = SOFTNESS,
    sharpness: float = SHARPNESS,
) -> EndingValues | None:
    """Value cards in the last tricks of a hand.

    Parameters
    ----------
    view : View
        In which a card is to be played.
    hands : uint64 array, shape (worlds, 3)
        The worlds: masks of the cards that F, M and D hold now.
    weights : numpy.ndarray of float, shape (worlds,)
        Their probabilities, which add up to 1.
    cards : sequence of Card
        The cards to value.
    payoff : numpy.ndarray of float, shape (13, 13)
        What is to be made the most of, by the final tricks of the seat and of its left neighbour.
    limit : Limit, optional
        In nodes for each card, or in seconds for all of them.
    threads : int
        Cards valued at a time. Does not change the values.
    softness, sharpness : float
        Of the model of the others.

    Returns
    -------
    EndingValues or None
        None when the limit did not reach.
    """
    contract, table = view.contract, view.table
    assert contract is not None
    limit = limit or Limit()
    strongly = by_strength(hands, contract)

    def ending() -> Ending:
        return Ending(
            strongly,
            weights,
            seat=view.seat,
            leader=table.leader,
            trick=[strong(card, contract) for card in table.trick],
            trump=4 if contract.trump is None else contract.trump,
            avoid=contract.avoid,
            won=table.won,
            voids=[by_strength(mask, contract) for mask in table.void],
            thrown=by_strength(view.discarded.mask, contract),
            unseen=by_strength(view.unseen.mask, contract),
            payoff=payoff,
            softness=softness,
            sharpness=sharpness,
        )

    end = None if limit.seconds is None else time.perf_counter() + limit.seconds

    def work(card: Card, engine: Ending) -> tuple[Floats, Floats, int] | None:
        seconds = 0.0 if end is None else max(1e-6, end - time.perf_counter())
        return engine.value(strong(card, contract), limit.nodes or 0, seconds, limit.stop)

    if threads == 1 or len(cards) == 1:
        engine = ending()
        found = [work(card, engine) for card in cards]
    else:
        with ThreadPoolExecutor(min(threads, len(cards))) as pool:
            found = list(pool.map(lambda card: work(card, ending()), cards))
    done = [one for one in found if one is not None]
    if len(done) < len(cards):
        return None
    payoffs, spreads, nodes = zip(*done, strict=True)
    return EndingValues(np.stack(payoffs), np.stack(spreads), sum(nodes))


def value_if_others_err(view: View, found: Found, cards: Sequence[Card], split: Floats) -> Floats:
    """What cards are worth when the others play by half-forgotten rules of thumb, blind to open cards, shape (cards,).

    Tells cards apart that are worth the same against good play. Looks at the `ERRING_WORLDS` likeliest worlds.
    """
    assert view.contract is not None
    likely = np.argsort(-found.weights, kind="stable")[:ERRING_WORLDS]
    weights = found.weights[likely] / found.weights[likely].sum()
    payoff = payoff_of(split, view.contract, 1e-2)
    values = value_ending(view, found.hands[likely], weights, cards, payoff, softness=ERRING_SOFTNESS, sharpness=0.0)
    assert values is not None
    mean: Floats = values.payoff @ weights
    return mean


def payoff_of(split: Floats, contract: Contract, trick: float = DENIED) -> Floats:
    """The payoff of what tricks are worth, shape (13, 13); of equal ones more tricks (under Nullo fewer) are denied.

    Under contracts where points rise evenly with tricks that changes nothing.
    """
    sign = -1.0 if contract.avoid else 1.0
    payoff: Floats = split + sign * trick * np.arange(TRICKS + 1)[:, None]
    return payoff


PILOT_WORLDS = 32
"""Worlds of a first search that tells what more of them will take."""

GROWTH = 8
"""How many times more worlds the next search has at most."""

ENUMERATION_SECONDS = 8e-6
"""What listing a world and its probability takes at most."""

PILOT_SHARE = 0.5
"""The part of a limit that the first search may use up: hands can still be played out in what is left."""

SHARE = 0.7
"""The part of a limit that may be planned for; the search is stopped when the rest is gone as well."""


class Found(NamedTuple):
    """An ending valued.

    Attributes
    ----------
    payoff : numpy.ndarray of float, shape (cards, worlds)
        The expected payoff in each world after each card.
    spread : numpy.ndarray of float, shape (cards, 13)
        The probability of each final number of tricks.
    hands : uint64 array, shape (worlds, 3)
        The worlds.
    weights : numpy.ndarray of float, shape (worlds,)
        Their probabilities.
    effective : float
        How many independent, equally likely worlds they count for.
    exact : bool
        Whether they are all there are.
    """

    payoff: Floats
    spread: Floats
    hands: NDArray[np.uint64]
    weights: Floats
    effective: float
    exact: bool


def search_ending(
    view: View, cards: Sequence[Card], split: Floats, sample: Sample, budget: Budget, threads: int, method: Method
) -> Found | None:
    """Value cards over all worlds of a view, or, when they are too many or the budget too small, over some of them.

    Parameters
    ----------
    view : View
        In which a card is to be played, at most `MOST_TRICKS` before the end.
    cards : sequence of Card
        The legal cards.
    split : numpy.ndarray of float, shape (13, 13)
        What final tricks are worth, by the seat's and its left neighbour's.
    sample : Sample
        Where worlds come from that are drawn. A limit in worlds holds for these only.
    budget, threads, method
        As for `manni.advice.play.advise_play`.

    Returns
    -------
    Found or None
        None when the budget did not reach for anything.
    """
    assert view.contract is not None
    payoff = payoff_of(split, view.contract)
    number = count_worlds(view)
    everything = number <= MOST_WORLDS

    def search(hands: NDArray[np.uint64], weights: Floats, share: float = 1.0) -> EndingValues | None:
        rest = budget.search(share)
        each = Limit(nodes=rest.nodes and max(1, rest.nodes // len(cards)), seconds=rest.seconds, stop=rest.stop)
        found = value_ending(view, hands, weights, cards, payoff, limit=each, threads=threads)
        if found is not None:
            budget.spend(found.nodes, 0.0)
        return found

    def drawn(count: int, share: float = 1.0) -> Found | None:
        hands = sample.hands(range(count))
        weights = np.full(count, 1 / count)
        found = search(hands, weights, share)
        return found and Found(found.payoff, found.spread, hands, weights, sample.effective(count), False)

    def exactly() -> Found | None:
        masks, weights = posterior(view, opponent_model(method, view))
        found = search(masks.hands, weights)
        return found and Found(found.payoff, found.spread, masks.hands, weights, masks.effective, True)

    if budget.nodes is None and budget.seconds is None:
        return exactly() if everything else drawn(budget.worlds)
    # Each search tells what the next, of more worlds, will take.
    sample.hands(range(PILOT_WORLDS))
    count, best = min(PILOT_WORLDS, budget.worlds), None
    while True:
        before, spent = budget.elapsed, budget.spent
        found = drawn(count, PILOT_SHARE if best is None else 1.0)
        if found is None:
            return best
        best, reach = found, MOST_WORLDS
        if budget.nodes is not None:
            reach = min(reach, int((budget.nodes * SHARE - budget.spent) * count / max(1, budget.spent - spent)))
        if budget.seconds is not None:
            each = (budget.elapsed - before) / count + ENUMERATION_SECONDS
            reach = min(reach, int((budget.seconds * SHARE - budget.elapsed) / each))
        if everything and reach >= number:
            return exactly() or best
        more = min(reach, budget.worlds, GROWTH * count)
        if more < 2 * count:
            return best
        count = more

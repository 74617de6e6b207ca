"""Worlds weighted by how likely the others would have done in them what they did.

The weight of a world is the uniform prior's (`manni.worlds.measure`) times, for each hidden hand, how much likelier it
makes the decisions before the play and each card played, and a correction of what these get wrong on average once
cards were played (`manni.worlds.evidence`). All but leads and throws are a product over suits, which is counted and
drawn exactly (`manni.worlds._suits`), at any point of the hand alike; more worlds than asked for are drawn so, and of
these as many as asked for by how likely they make leads and throws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.cards import Seat
from manni.handout import HandOut
from manni.policy.evaluation import by_rank, by_strength, contract_kind
from manni.view import View
from manni.worlds._evidence import suit_terms
from manni.worlds._suits import SuitDeal
from manni.worlds.evidence import Evidence, cut_term, drift, drift_rows, evidence_of, suit_kinds
from manni.worlds.measure import cases
from manni.worlds.model import OpponentModel
from manni.worlds.sampling import Masks, sample_masks

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

SURPLUS = 8
"""Worlds drawn for one that is kept, where leads and throws have to be weighed."""

MODEL = OpponentModel()


def posterior_masks(view: View, count: int, rng: np.random.Generator, model: OpponentModel = MODEL) -> Masks:
    """Draw `count` worlds, all of the same weight, from the posterior of a model.

    Parameters
    ----------
    view : View
        What the seat knows.
    count : int
        How many worlds.
    rng : numpy.random.Generator
        The source of chance; the same state gives the same worlds.
    model : OpponentModel
        How the others decide. With a strength of 0, or when they have decided nothing yet, this is `sample_masks`.

    Returns
    -------
    Masks
        Equally weighted; `Masks.effective` says how many independent draws they are worth.
    """
    belief = Belief.of(view, model)
    return sample_masks(view, count, rng) if belief is None else belief.draw(count, rng)


def posterior(view: View, model: OpponentModel = MODEL) -> tuple[Masks, Floats]:
    """Every world of a view once, with its probability under a model.

    There are ``count_worlds(view)`` of them: look before you leap.

    Returns
    -------
    Masks
        The worlds.
    float64 array, shape (worlds,)
        Their probabilities; they add up to 1.
    """
    found = cases(view)
    parts = [np.array(list(case.hand_out.enumerate()), dtype=np.uint64).reshape(-1, 3) for case in found]
    places = np.concatenate(parts)
    hands = np.full((len(places), 3), view.hand.mask, dtype=np.uint64)
    hands[:, list(view.others)] = places[:, :2]
    out = np.ascontiguousarray(places[:, 2])
    weights = np.repeat([float(case.weight) for case in found], [len(part) for part in parts])
    weights /= weights.sum()
    belief = Belief.of(view, model)
    if belief is not None:
        told = belief.weigh(hands, out)
        weights *= np.exp(told - told.max())
        weights /= weights.sum()
    return Masks(hands, out, float(1 / (weights**2).sum())), weights


class Case(NamedTuple):
    """One way in which the others may have decided before the play, each by the model or straying from it.

    Attributes
    ----------
    prior : float
        Log: how likely that is, before any world is looked at.
    weight : float
        Log: what the weights of worlds are multiplied by.
    hands : tuple of 2 float64 arrays, shape (4, 8192)
        The weights of the suits of each hidden hand.
    out : float64 array, shape (4, 8192), or None
        Those of the suits out of play; None is 1.
    cut : float
        Log: how much likelier the dealer has kept the cut card than any other it was dealt.
    """

    prior: float
    weight: float
    hands: tuple[Floats, Floats]
    out: Floats | None
    cut: float


class Belief:
    """What a seat believes about the hidden cards of a view, under a model.

    Parameters
    ----------
    view : View
        The contract must be known.
    model : OpponentModel
        How the others decide.
    """

    def __init__(self, view: View, model: OpponentModel) -> None:
        contract = view.contract
        assert contract is not None
        self.view = view
        self._contract = contract
        self._hidden = [evidence_of(view, seat, model) for seat in view.others]
        self._model = model
        strays = [self._strays(evidence) for evidence in self._hidden]
        self._tables = [
            {off: self._table(seat, None if off else evidence.hand, evidence) for off in options}
            for seat, evidence, options in zip(view.others, self._hidden, strays, strict=True)
        ]
        self._cases = [self._case(choice) for choice in product(*strays)]

    @classmethod
    def of(cls, view: View, model: OpponentModel) -> Belief | None:
        """The belief of a view; None when there is nothing to go by but the uniform prior."""
        if not model.strength or view.contract is None:
            return None
        belief = cls(view, model)
        if not any(belief._hidden):
            return None
        if len(belief._cases) > 1:
            belief._balance(_opening(replace(view, plays=(), hand=view.kept_hand) if view.plays else view, model))
        return belief

    def masses(self) -> list[float]:
        """By case, the log of the weight of all worlds together by all that is a product over suits, but its prior."""
        return [
            float(np.logaddexp.reduce([mass for _, mass in self._deals(case)])) - case.prior for case in self._cases
        ]

    def _balance(self, opening: list[float]) -> None:
        """Make the cases as likely before the play as they were before any world was looked at.

        What a case makes of all worlds together then tells nothing for it or against it; what it makes of those that
        are left after the plays does.
        """
        self._cases = [
            case._replace(weight=case.weight - mass) for case, mass in zip(self._cases, opening, strict=True)
        ]

    def draw(self, count: int, rng: np.random.Generator) -> Masks:
        """Draw `count` worlds of equal weight."""
        weighed = any(evidence.plays is not None for evidence in self._hidden)
        pairs = self._by_suits(count * SURPLUS if weighed else count, rng)
        effective = float(count)
        if weighed and count:
            chances = self._leads_and_throws(pairs)
            chances = np.exp(chances - chances.max())
            effective = min(effective, float(chances.sum() ** 2 / (chances**2).sum()))
            steps = (np.arange(count) + rng.random()) * (chances.sum() / count)
            pairs = pairs[rng.permutation(np.searchsorted(np.cumsum(chances), steps).clip(max=len(pairs) - 1))]
        view = self.view
        hands = np.full((count, 3), view.hand.mask, dtype=np.uint64)
        hands[:, list(view.others)] = by_rank(pairs, self._contract)
        first, second = view.others
        return Masks(hands, np.uint64(view.unseen.mask) & ~(hands[:, first] | hands[:, second]), effective)

    def weigh(self, hands: Words, out: Words) -> Floats:
        """The log of how much likelier worlds are than under the uniform prior, up to a constant."""
        places = [*(hands[:, seat] for seat in self.view.others), out]
        strong = [by_strength(masks, self._contract) for masks in places]
        held = np.zeros(len(out))
        if self.view.cut is not None:
            held += (out & np.uint64(self.view.cut.mask)) == 0
        found = []
        for case in self._cases:
            total = case.weight + case.cut * held
            for masks, table in zip(strong, (*case.hands, case.out), strict=True):
                if table is None:
                    continue
                for suit in range(4):
                    lanes = masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)
                    total = total + np.log(table[suit][lanes.astype(np.intp)])
            found.append(total)
        chances: Floats = self._leads_and_throws(np.stack(strong[:2], axis=1)) + np.logaddexp.reduce(found)
        return chances

    def _strays(self, evidence: Evidence) -> tuple[bool, ...]:
        """The ways a seat may have decided that make a difference."""
        if not evidence.decided or not self._model.stray:
            return (False,)
        return (False, True) if self._model.stray < 1 else (True,)

    def _case(self, strays: tuple[bool, ...]) -> Case:
        view, contract, stray = self.view, self._contract, self._model.stray
        prior, scales, given, cut = 0.0, 0.0, None, 0.0
        for seat, evidence, off in zip(view.others, self._hidden, strays, strict=True):
            if evidence.decided:
                prior += log(stray) + evidence.odds if off else log(1 - stray)
            if not off and evidence.given is not None:
                given = evidence.given
            if seat is Seat.D and not off and view.cut_status == "open":
                cut = self._model.strength * cut_term(view)
        out = None
        if given is not None:
            unseen, power = by_strength(view.unseen.mask, contract), self._model.strength
            kinds = suit_kinds(contract)
            out, scale = suit_terms(unseen, 0, view.out_size, given, kinds, contract.avoid, power, None)
            scales += scale
        (first, one), (second, other) = (table[off] for table, off in zip(self._tables, strays, strict=True))
        return Case(prior, prior + scales + one + other, (first, second), out, cut)

    def _table(self, seat: Seat, terms: Floats | None, evidence: Evidence) -> tuple[Floats, float]:
        view, contract, model = self.view, self._contract, self._model
        table, scale = suit_terms(
            by_strength(view.unseen.mask & ~view.table.void[seat], contract),
            by_strength(view.table.played[seat].mask, contract),
            view.sizes[seat],
            terms,
            suit_kinds(contract),
            contract.avoid,
            model.strength,
            evidence.plays,
        )
        power = model.strength * model.drift
        if power and view.plays and model.plays:
            table *= drift(contract_kind(contract), len(view.hand), power)[drift_rows(view)]
        return table, scale

    def _leads_and_throws(self, pairs: Words) -> Floats:
        found = np.zeros(len(pairs))
        for column, evidence in enumerate(self._hidden):
            if evidence.plays is not None:
                found += evidence.plays.leads_and_throws(np.ascontiguousarray(pairs[:, column]))
        return found

    def _by_suits(self, count: int, rng: np.random.Generator) -> Words:
        """Draw pairs of hidden hands by all that is a product over suits; masks by strength, shape (count, 2)."""
        deals, masses = zip(*(pair for case in self._cases for pair in self._deals(case)), strict=True)
        shares = np.exp(np.array(masses) - max(masses))
        numbers = rng.multinomial(count, shares / shares.sum())
        parts = [deal.draw(n, int(rng.integers(1 << 63))) for deal, n in zip(deals, numbers.tolist(), strict=True) if n]
        pairs: Words = np.concatenate([*parts, np.empty((0, 2), dtype=np.uint64)])
        return rng.permutation(pairs) if len(parts) > 1 else pairs

    def _deals(self, case: Case) -> Iterator[tuple[SuitDeal, float]]:
        """The hand-outs of a case, by where the cut card is, and the log of the weight of all of each."""
        for (place, _), (prior, hand_out) in zip(self.view.hand_outs, cases(self.view), strict=True):
            deal = self._deal(hand_out, case)
            if deal.mass > 0:
                yield deal, log(prior * deal.mass) + case.weight + (case.cut if place == "held" else 0.0)

    def _deal(self, hand_out: HandOut, case: Case) -> SuitDeal:
        both, first, second, neither, *fixed = (
            by_strength(mask, self._contract) for mask in (*hand_out[:4], *hand_out.fixed)
        )
        return SuitDeal(
            both | first | second | neither,
            both | first,
            both | second,
            hand_out.first_need,
            hand_out.second_need,
            (fixed[0], fixed[1], fixed[2]),
            *case.hands,
            case.out,
        )


@lru_cache(maxsize=64)
def _opening(view: View, model: OpponentModel) -> list[float]:
    """The `Belief.masses` of a view before the play; a seat asks for them again at each of its plays."""
    return Belief(view, model).masses()

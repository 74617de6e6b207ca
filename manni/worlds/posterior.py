"""Worlds weighted by how likely the others would have done in them what they did.

The weight of a world is the uniform prior's (`manni.worlds.measure`) times, for each hidden hand, how much likelier it
makes the decisions before the play and each card played (`manni.worlds.evidence`). All but leads and throws are a
product over suits, which is counted and drawn exactly (`manni.worlds._suits`), at any point of the hand alike; more
worlds than asked for are drawn so, and of these as many as asked for by how likely they make leads and throws.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numpy.typing import NDArray

from manni.handout import HandOut
from manni.policy.evaluation import by_rank, by_strength
from manni.view import View
from manni.worlds._evidence import suit_terms
from manni.worlds._suits import SuitDeal
from manni.worlds.enumeration import enumerate_worlds
from manni.worlds.evidence import Evidence, cut_term, evidence_of, evidence_of_dead, suit_kinds
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
    worlds = list(enumerate_worlds(view))
    hands = np.array([[hand.mask for hand in world.hands] for world in worlds], dtype=np.uint64)
    out = np.array([world.out.mask for world in worlds], dtype=np.uint64)
    weights = np.array([float(world.weight) for world in worlds])
    belief = Belief.of(view, model)
    if belief is not None:
        weights *= np.exp(belief.weigh(hands, out))
        weights /= weights.sum()
    return Masks(hands, out, float(1 / (weights**2).sum())), weights


class Belief:
    """What a seat believes about the hidden cards of a view, under a model.

    Parameters
    ----------
    view : View
        The contract must be known.
    hidden : tuple of 2 Evidence
        Of the two other seats' hands.
    dead : Evidence
        Of the cards out of play.
    model : OpponentModel
        Whose strength the evidence has.
    """

    def __init__(self, view: View, hidden: tuple[Evidence, Evidence], dead: Evidence, model: OpponentModel) -> None:
        self.view = view
        self.hidden = hidden
        contract = view.contract
        assert contract is not None
        self._contract = contract
        kinds, unseen = suit_kinds(contract), by_strength(view.unseen.mask, contract)
        self._tables = [
            suit_terms(
                unseen & ~by_strength(view.table.void[seat], contract),
                by_strength(view.table.played[seat].mask, contract),
                view.sizes[seat],
                evidence.terms,
                kinds,
                contract.avoid,
                model.strength,
                evidence.plays,
            )
            for seat, evidence in zip(view.others, hidden, strict=True)
        ]
        self._tables.append(
            suit_terms(unseen, 0, view.out_size, dead.terms, kinds, contract.avoid, model.strength, None)
        )
        self._cut = model.strength * cut_term(view) if view.cut_status == "open" else 0.0

    @classmethod
    def of(cls, view: View, model: OpponentModel) -> Belief | None:
        """The belief of a view; None when there is nothing to go by but the uniform prior."""
        if not model.strength or view.contract is None:
            return None
        first, second = (evidence_of(view, seat, model) for seat in view.others)
        dead = evidence_of_dead(view, model)
        return cls(view, (first, second), dead, model) if first or second or dead else None

    def draw(self, count: int, rng: np.random.Generator) -> Masks:
        """Draw `count` worlds of equal weight."""
        weighed = any(evidence.plays is not None for evidence in self.hidden)
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
        found = self._leads_and_throws(np.stack(strong[:2], axis=1))
        for masks, table in zip(strong, self._tables, strict=True):
            for suit in range(4):
                lanes = (masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)).astype(np.intp)
                found += np.log(table[suit][lanes])
        if self._cut:
            assert self.view.cut is not None
            found += self._cut * ((out & np.uint64(self.view.cut.mask)) == 0)
        return found

    def _leads_and_throws(self, pairs: Words) -> Floats:
        found = np.zeros(len(pairs))
        for column, evidence in enumerate(self.hidden):
            if evidence.plays is not None:
                found += evidence.plays.leads_and_throws(np.ascontiguousarray(pairs[:, column]))
        return found

    def _by_suits(self, count: int, rng: np.random.Generator) -> Words:
        """Draw pairs of hidden hands by all that is a product over suits; masks by strength, shape (count, 2)."""
        found = cases(self.view)
        deals = [self._deal(case.hand_out) for case in found]
        masses = [case.weight * deal.mass for case, deal in zip(found, deals, strict=True)]
        if len(found) == 2:  # the cut card is held, or gone
            masses[0] *= exp(self._cut)
        share = rng.binomial(count, masses[0] / sum(masses))
        parts = [
            deal.draw(number, int(rng.integers(1 << 63)))
            for deal, number in zip(deals, (share, count - share), strict=False)
            if number
        ]
        pairs: Words = np.concatenate([*parts, np.empty((0, 2), dtype=np.uint64)])
        return rng.permutation(pairs) if len(parts) > 1 else pairs

    def _deal(self, hand_out: HandOut) -> SuitDeal:
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
            *self._tables,
        )

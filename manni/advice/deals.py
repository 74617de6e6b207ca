"""The worlds of a decision before the play, drawn as they are needed: hands, what was thrown, the Manni in order.

With inference, hands are dealt from the beginning: the earlier seats get twelve cards each and do what they were seen
to do by the policy (`manni.policy`), which throws what it likes least and draws from the top of the Manni. A deal in
which they would sooner have done something else is less likely to be taken. What is left of the Manni is then what it
is at the table: cards as they come, and not those that others threw. Without inference everything unseen is equally
likely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from manni.advice.method import Method
from manni.policy._kernel import Policy
from manni.policy.evaluation import code, greedy, policy
from manni.view import View
from manni.worlds import sample_masks, sample_stock

BLOCK = 256
"""Deals drawn at a time."""

DOUBT = 0.15
"""How many tricks by its evaluation a seat misses its best by, before that is e times less likely."""


class Deals:
    """Equally weighted worlds of a view before the play.

    Parameters
    ----------
    view : View
        In which a declaration, an exchange, or take or keep is due.
    method : Method
        Whose inference weights the worlds.
    seed : int
        The same view, method and seed give the same worlds, however they are asked for.

    Attributes
    ----------
    hands, thrown : uint64 arrays, shape (worlds, 3)
        The cards that F, M and D hold, and what they threw (masks).
    stock : int8 array, shape (worlds, cards left)
        The rest of the Manni, the top card first.
    """

    def __init__(self, view: View, method: Method, seed: int) -> None:
        self._view = view
        self._doubt = DOUBT / method.inference if method.inference else None
        self._player = player_of(method)
        self._seed = seed
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self.hands = np.empty((0, 3), dtype=np.uint64)
        self.thrown = np.empty((0, 3), dtype=np.uint64)
        self.stock = np.empty((0, view.stock_left), dtype=np.int8)

    def draw(self, count: int) -> None:
        """Draw worlds until there are at least so many."""
        while len(self.hands) < count:
            hands, thrown, stock = self._uniform() if self._doubt is None else self._from_the_deal(self._doubt)
            self.hands = np.concatenate([self.hands, hands])
            self.thrown = np.concatenate([self.thrown, thrown])
            self.stock = np.concatenate([self.stock, stock])

    def _uniform(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int8]]:
        masks = sample_masks(self._view, BLOCK, self._rng)
        return masks.hands, np.zeros_like(masks.hands), sample_stock(self._view, masks.out, self._rng)

    def _from_the_deal(self, doubt: float) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int8]]:
        view, rules = self._view, self._view.rules
        hands = np.empty((BLOCK, 3), dtype=np.uint64)
        thrown, stock = np.empty_like(hands), np.empty((BLOCK, view.stock_left), dtype=np.int8)
        self._player.deal_before(
            house_of(view),
            view.hand.mask,
            view.seat,
            -1 if view.cut is None or view.cut in view.hand else view.cut,
            -1 if view.contract is None else code(view.contract),
            rules.contract_source == "declaration" and view.contract is not None,
            rules.par,
            [view.exchanged[seat] for seat in sorted(view.exchanged)],
            doubt,
            self._seed,
            len(self.hands),
            hands,
            thrown,
            stock,
        )
        return hands, thrown, stock


def player_of(method: Method) -> Policy:
    """Who stands for the others in advice."""
    return policy() if method.habits else greedy()


def house_of(view: View) -> tuple[int, bool, tuple[int, int, int]]:
    """What the compiled policy needs of the rules: the deck, whether the Manni is taken whole, the allowances."""
    rules = view.rules
    return rules.deck.mask, rules.exchange == "take", rules.allowances or (0, 0, 0)

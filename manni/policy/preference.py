"""Which card a sensible player would rather play: rules of thumb on what one seat sees (``_thumb.pxd`` has them).

`rank_plays` orders every legal card. The bot ``greedy`` plays the first; the adviser breaks ties with it, so that
of cards that win the same it does not throw a winner.
"""

from __future__ import annotations

from manni.cards import Card
from manni.policy import _kernel
from manni.policy.evaluation import by_strength, strong
from manni.view import View


def rank_plays(view: View) -> list[Card]:
    """Every legal card, the one to be preferred first.

    Parameters
    ----------
    view : View
        A view in which a card is to be played.
    """
    contract = view.contract
    assert contract is not None
    table = view.table
    found = _kernel.scores(
        by_strength(view.hand.mask, contract),
        by_strength(view.unseen.mask, contract),
        [strong(card, contract) for card in table.trick],
        (table.void[(view.seat + 1) % 3], table.void[(view.seat + 2) % 3]),
        4 if contract.trump is None else contract.trump,
        contract.avoid,
        by_strength(view.legal_plays.mask, contract),
    )
    return sorted(view.legal_plays, key=lambda card: -found[strong(card, contract)])

"""Which card a sensible player would rather play, from what its seat sees.

`rank_plays` orders every legal card, by the fitted habits of `manni.policy.evaluation.policy` (``_habits.pxd``) or the
rules of thumb of `manni.policy.evaluation.greedy` (``_thumb.pxd``). The bot ``greedy`` plays the first of the latter;
the adviser breaks ties by the former, so that of cards that win the same it does not throw a winner.
"""

from __future__ import annotations

from manni.cards import Card
from manni.policy._kernel import Policy
from manni.policy.evaluation import by_strength, policy, strong
from manni.view import View


def rank_plays(view: View, by: Policy | None = None) -> list[Card]:
    """Every legal card, the one to be preferred first.

    Parameters
    ----------
    view : View
        A view in which a card is to be played.
    by : Policy, optional
        Who prefers; by default that is `policy`.
    """
    contract = view.contract
    assert contract is not None
    table = view.table
    found = (by or policy()).scores(
        by_strength(view.hand.mask, contract),
        by_strength(view.unseen.mask, contract),
        [strong(card, contract) for card in table.trick],
        (table.void[(view.seat + 1) % 3], table.void[(view.seat + 2) % 3]),
        4 if contract.trump is None else contract.trump,
        contract.avoid,
        by_strength(view.legal_plays.mask, contract),
    )
    return sorted(view.legal_plays, key=lambda card: -found[strong(card, contract)])

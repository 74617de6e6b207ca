"""A player by rules of thumb, such as a decent human: quick, and with no look ahead."""

from __future__ import annotations

from manni.actions import Declare, Discard, Play, Take
from manni.cards import CardSet
from manni.policy.choices import choose_contract, choose_discard, choose_take, contracts_allowed
from manni.policy.evaluation import greedy
from manni.policy.preference import rank_plays
from manni.view import View


class GreedyBot:
    """Leads winners, draws or saves trump, ducks under Nullo, throws what its evaluation of the hand misses least."""

    def declare(self, view: View) -> Declare:
        """Declare the contract with the best evaluation after its own exchange."""
        allowance = view.rules.allowances[view.seat] if view.rules.allowances else 0
        return Declare(choose_contract(view.hand.mask, contracts_allowed(view), allowance, view.rules.par, greedy()))

    def exchange(self, view: View) -> Discard:
        """Throw the cards that the evaluation values least against unseen ones."""
        assert view.contract is not None
        allowance = view.rules.allowance(view.seat, view.exchanged)
        return Discard(CardSet(choose_discard(view.hand.mask, view.contract, allowance, greedy())))

    def take(self, view: View) -> Take:
        """Take the Manni when the hand is worth less than twelve unseen cards."""
        assert view.contract is not None
        return Take(choose_take(view.hand.mask, view.contract, greedy()))

    def play(self, view: View) -> Play:
        """Play the card that the rules of thumb put first."""
        return Play(rank_plays(view, greedy())[0])

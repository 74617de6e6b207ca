"""The readable twin of the search of endings: every world on its own line, plain Python, slow and obvious.

It has none of the kernel's ideas: no equivalent cards, no merging of what has no choice, no table of positions between
calls. It shares with it what the model of the others is, in its own words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import NamedTuple

from manni.cards import Card, Contract
from manni.policy.evaluation import by_strength, strong
from manni.view import View
from solver import Deal
from solver.reference import legal, maxn_cards, mover, over, play
from tests.policy.reference import Scene, score

FLOOR = 0.03
"""Cards this much less likely than the likeliest are left out of the model."""


class State(NamedTuple):
    """What everybody sees of a world, and the world itself."""

    deal: Deal
    won: tuple[int, int, int]
    void: tuple[int, int, int]
    hidden: int


class Reference:
    """One view in its last tricks."""

    def __init__(
        self,
        view: View,
        worlds: Sequence[tuple[Sequence[int], float]],
        payoff: Callable[[int, int], float],
        softness: float,
        sharpness: float,
    ) -> None:
        contract = view.contract
        assert contract is not None
        self.seat, self.payoff, self.softness, self.sharpness = view.seat, payoff, softness, sharpness
        table = view.table
        trick = tuple(strong(card, contract) for card in table.trick)
        first, second, third = (by_strength(mask, contract) for mask in table.void)
        hidden = by_strength((view.hand | view.discarded | view.unseen).mask, contract)
        self.worlds = []
        for hands, weight in worlds:
            f, m, d = (by_strength(int(hand), contract) for hand in hands)
            deal = Deal((f, m, d), trick, int(table.leader), contract.trump, contract.avoid)
            self.worlds.append((State(deal, table.won, (first, second, third), hidden), weight))
        self.contract: Contract = contract

    def values(self, cards: Sequence[Card]) -> dict[Card, tuple[float, dict[int, float]]]:
        """The payoff and the distribution of final tricks after each card."""
        found = {}
        for card in cards:
            after = [(lay(state, strong(card, self.contract)), weight) for state, weight in self.worlds]
            found[card] = self.together(after)
        return found

    def together(self, states: Sequence[tuple[State, float]]) -> tuple[float, dict[int, float]]:
        """The weighted payoff of worlds in which the same cards were seen, and the tricks won with what weight."""
        deal = states[0][0].deal
        if over(deal):
            total, spread = 0.0, defaultdict(float)
            for state, weight in states:
                own, left = state.won[self.seat], state.won[(self.seat + 1) % 3]
                total += weight * self.payoff(own, left)
                spread[own] += weight
            return total, dict(spread)
        if mover(deal) == self.seat:
            choices = [self.together([(lay(s, card), weight) for s, weight in states]) for card in legal(deal)]
            return max(choices, key=lambda choice: choice[0])
        groups: dict[int, list[tuple[State, float]]] = defaultdict(list)
        for state, weight in states:
            for card, chance in self.responses(state).items():
                groups[card].append((lay(state, card), weight * chance))
        total, spread = 0.0, defaultdict(float)
        for group in groups.values():
            part, shares = self.together(group)
            total += part
            for tricks, weight in shares.items():
                spread[tricks] += weight
        return total, dict(spread)

    def responses(self, state: State) -> Mapping[int, float]:
        """How likely the seat to move plays each card."""
        deal, seat = state.deal, mover(state.deal)
        cards = legal(deal)
        if len(cards) == 1:
            return {cards[0]: 1.0}
        own = deal.hands[seat]
        void = (state.void[(seat + 1) % 3], state.void[(seat + 2) % 3])
        scene = Scene(own, state.hidden & ~own, deal.trump, deal.trick, void, deal.avoid)
        tricks = {card: outcome[seat] * (-1 if deal.avoid else 1) for card, outcome in maxn_cards(deal).items()}
        most = max(tricks.values())
        power = {c: score(scene, c) / self.softness - self.sharpness * (most - tricks[c]) for c in cards}
        top = max(power.values())
        likely = {c: exp(p - top) for c, p in power.items() if exp(p - top) >= FLOOR}
        return {c: chance / sum(likely.values()) for c, chance in likely.items()}


def lay(state: State, card: int) -> State:
    """Play a card, and see what it shows."""
    deal = state.deal
    seat = mover(deal)
    void = list(state.void)
    if deal.trick and card // 16 != deal.trick[0] // 16:
        void[seat] |= 0x1FFF << deal.trick[0] // 16 * 16
    after, taken = play(deal, card)
    won = tuple(a + b for a, b in zip(state.won, taken, strict=True))
    return State(after, won, tuple(void), state.hidden & ~(1 << card))  # type: ignore[arg-type]

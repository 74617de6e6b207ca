"""A hand taken apart again: every decision of it in order, each at the point where it was made."""

from __future__ import annotations

from collections.abc import Iterator

from manni.actions import Action, Declare, Discard, Play, Take
from manni.cards import Seat
from manni.hand import Hand


def dealt(hand: Hand) -> Hand:
    """The hand as it began, just dealt."""
    return Hand.start(
        hand.rules,
        hand.deal,
        number=hand.number,
        players=hand.players,
        standing=hand.standing,
        contracts_left=hand.contracts_left,
    )


def actions(hand: Hand) -> Iterator[Action]:
    """Yield what was done in a hand so far, in order."""
    if hand.rules.contract_source == "declaration" and hand.contract is not None:
        yield Declare(hand.contract)
    for seat in Seat:
        if seat in hand.exchanged:
            yield Discard(hand.discarded[seat])
    for _ in hand.kept:
        yield Take(False)
    if hand.taken is not None:
        yield Take(True)
    for trick in hand.plays:
        for card in trick:
            yield Play(card)


def steps(hand: Hand) -> Iterator[tuple[Hand, Action]]:
    """Yield every point at which something was done, and what."""
    point = dealt(hand)
    for action in actions(hand):
        yield point, action
        point = point.apply(action)

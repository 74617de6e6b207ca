"""Following suit and winning a trick: the two rules that no house varies."""

from __future__ import annotations

from collections.abc import Sequence

from manni.cards import Card, CardSet, Contract


def legal_plays(hand: CardSet, trick: Sequence[Card]) -> CardSet:
    """The cards of `hand` that may be played to `trick` (the cards on the table, in order).

    A player follows suit if able; the leader and a void player may play anything.
    """
    if not trick:
        return hand
    return hand.suit(trick[0].suit) or hand


def trick_winner(trick: Sequence[Card], contract: Contract) -> int:
    """The index in `trick` of the card that wins, or wins so far.

    The highest trump wins; without a trump in it, the highest card of the suit led. Under Nullo the ace is the
    lowest card of its suit.

    Parameters
    ----------
    trick : sequence of Card
        One to three cards in the order played.
    contract : Contract
        What the hand is played in.
    """
    led, trump = trick[0].suit, contract.trump
    best, winner = -1, 0
    for index, card in enumerate(trick):
        if card.suit == trump:
            strength = 13 + card.rank
        elif card.suit == led:
            strength = card.strength(contract)
        else:
            continue
        if strength > best:
            best, winner = strength, index
    return winner

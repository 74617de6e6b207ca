"""The readable twin of the search: plain minimax in plain Python, slow and obvious.

It is what the kernel is tested against, so it has none of the kernel's ideas: no bounds, no windows, no
equivalent cards, no ordering. Its one aid is a dictionary of the positions already valued within a call,
keyed by the position as it stands, which makes endings of six or seven tricks usable. It expects a valid
`Deal` and does not check it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from solver.deal import Deal

Tricks = tuple[int, int, int]
"""Tricks taken by seats 0, 1 and 2."""

_Value = TypeVar("_Value")

_NOBODY: Tricks = (0, 0, 0)
_LANE = 16


def cards_of(mask: int) -> Iterator[int]:
    """Yield the card numbers in a mask, low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mover(deal: Deal) -> int:
    """The seat to play next."""
    return (deal.leader + len(deal.trick)) % 3


def legal(deal: Deal) -> list[int]:
    """The cards that the mover may play: of the suit led if it holds any, else any card it holds."""
    hand = list(cards_of(deal.hands[mover(deal)]))
    following = [card for card in hand if deal.trick and card // _LANE == deal.trick[0] // _LANE]
    return following or hand


def winner(deal: Deal, trick: tuple[int, ...]) -> int:
    """The seat that wins a complete trick: the highest trump in it, else the highest card of the suit led."""

    def power(card: int) -> tuple[bool, bool, int]:
        suit = card // _LANE
        return suit == deal.trump, suit == trick[0] // _LANE, card

    return (deal.leader + trick.index(max(trick, key=power))) % 3


def play(deal: Deal, card: int) -> tuple[Deal, Tricks]:
    """Play a card for the mover.

    Returns
    -------
    after : Deal
        The position after it, cleared of the trick when that is complete.
    won : tuple of 3 int
        The trick that each seat won with it: one 1 when the trick is complete, else none.
    """
    seat = mover(deal)
    hands = [hand & ~(1 << card) if s == seat else hand for s, hand in enumerate(deal.hands)]
    trick = (*deal.trick, card)
    left = (hands[0], hands[1], hands[2])
    if len(trick) < 3:
        return Deal(left, trick, deal.leader, deal.trump, deal.avoid), _NOBODY
    taker = winner(deal, trick)
    return Deal(left, (), taker, deal.trump, deal.avoid), (int(taker == 0), int(taker == 1), int(taker == 2))


def over(deal: Deal) -> bool:
    """Whether every card has been played."""
    return not any(deal.hands)


def _remembered(value: Callable[[Deal], _Value]) -> Callable[[Deal], _Value]:
    """Keep what `value` answered for each position, for as long as the answerer lives."""
    known: dict[Deal, _Value] = {}

    def ask(deal: Deal) -> _Value:
        if deal not in known:
            known[deal] = value(deal)
        return known[deal]

    return ask


def _paranoid_values(seat: int) -> Callable[[Deal], int]:
    """The paranoid value of a position for `seat`, as a function."""

    @_remembered
    def value(deal: Deal) -> int:
        if over(deal):
            return 0
        wants_many = (mover(deal) == seat) != deal.avoid
        values = (won[seat] + value(after) for after, won in (play(deal, card) for card in legal(deal)))
        return max(values) if wants_many else min(values)

    return value


def paranoid(deal: Deal, seat: int) -> int:
    """The tricks that `seat` can guarantee itself with the other two playing together against it.

    Under avoid: the smallest number of tricks it can hold itself to. Tricks from here on, the current one
    included.
    """
    return _paranoid_values(seat)(deal)


def paranoid_cards(deal: Deal) -> dict[int, int]:
    """The mover's paranoid value after each of its legal cards, the current trick included."""
    seat = mover(deal)
    value = _paranoid_values(seat)
    return {card: won[seat] + value(after) for card in legal(deal) for after, won in [play(deal, card)]}


def _add(a: Tricks, b: Tricks) -> Tricks:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _maxn_values() -> Callable[[Deal], Tricks]:
    """The max^n outcome of a position, as a function."""

    @_remembered
    def value(deal: Deal) -> Tricks:
        if over(deal):
            return _NOBODY
        seat = mover(deal)
        sign = -1 if deal.avoid else 1

        def preference(outcome: Tricks) -> tuple[int, int]:
            return sign * outcome[seat], -sign * outcome[(seat + 1) % 3]

        outcomes = (_add(won, value(after)) for after, won in (play(deal, card) for card in legal(deal)))
        return max(outcomes, key=preference)

    return value


def maxn(deal: Deal) -> Tricks:
    """The outcome when each seat plays for itself and all know it (max^n, Luckhardt and Irani 1986).

    A seat maximises its utility (tricks; under avoid, minus tricks); between outcomes equal for itself it
    takes the one with the smallest utility for its left neighbour. The tricks of the three add up to those
    left, so that no two different outcomes are equal to a seat, and the order of search does not matter.
    """
    return _maxn_values()(deal)


def maxn_cards(deal: Deal) -> dict[int, Tricks]:
    """The max^n outcome after each of the mover's legal cards, the current trick included."""
    value = _maxn_values()
    return {card: _add(won, value(after)) for card in legal(deal) for after, won in [play(deal, card)]}

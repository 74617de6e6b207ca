"""What the open cards would have allowed: every decision judged by somebody who sees all hands and the Manni.

A value is what the seat can guarantee itself with open cards against the other two together (`manni.solve`), in tricks
of the whole hand. In detail:

* **play**: the guarantee after each card that may be played; exact.
* **exchange**: the stock order is known, so each discard gives a known hand. The seats before have exchanged; the
  later ones throw what they threw in the record (or, where there is none, or their allowance has shrunk, what the rules
  of thumb throw) and draw what is then left. The discard made is compared with the `CANDIDATES` that leave the
  best hands by evaluation: the loss is at least what is told.
* **take or keep**: the later seats answer an offer as is worst for the seat.
* **declare**: all three seats exchange by the rules of thumb from the known stock. Guarantees under different
  contracts do not compare, so the tricks that nobody guarantees are shared out (`manni.advice.values`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manni.actions import Action, Declare, Discard, Play, Take
from manni.advice.values import outlook
from manni.advice.worth import Worth
from manni.cards import CardSet, Contract, Seat
from manni.hand import Hand
from manni.notation import Position
from manni.policy.choices import choose_discard
from manni.policy.evaluation import hand_value, utility
from manni.review.verdict import Open
from manni.solving import solve, solve_many

CANDIDATES = 12
"""Discards that are solved beside the one made."""


def open_cards(hand: Hand, action: Action, later: Hand | None = None) -> Open:
    """Judge what the seat to move in `hand` did.

    Parameters
    ----------
    hand : Hand
        The point of the decision.
    action : Action
        What was done.
    later : Hand, optional
        A later point of the same hand: from it what the later seats threw.
    """
    if len(hand.legal_actions()) == 1:
        return Open(action, None, None, 0.0, 0.0)
    match action:
        case Play():
            return _play(hand, action)
        case Discard():
            return _exchange(hand, action, later or hand)
        case Take():
            return _take(hand, action)
        case Declare():
            return _declare(hand, action)


def _play(hand: Hand, action: Play) -> Open:
    assert hand.contract is not None
    seat = hand.to_move
    assert seat is not None
    won = hand.tricks[seat]
    solution = solve(Position(hand.contract, hand.leader, hand.hands, hand.trick), seat=seat)
    values: dict[Action, int] = {Play(card): won + tricks for card, tricks in solution.cards.items()}
    return _compare(hand, action, values)


def _exchange(hand: Hand, action: Discard, later: Hand) -> Open:
    contract, seat = hand.contract, hand.to_move
    assert contract is not None and seat is not None
    allowance = hand.rules.allowance(seat, hand.exchanged)
    legal = [option for option in hand.legal_actions() if isinstance(option, Discard)]
    assert len(action.cards) <= allowance

    def worth(option: Discard) -> float:
        drawn = CardSet(hand.stock[: len(option.cards)])
        return utility(hand_value((hand.hands[seat] - option.cards | drawn).mask, 0, contract), contract)

    best = sorted(legal, key=worth, reverse=True)[:CANDIDATES]
    options = [action, *(option for option in best if option != action)]
    ends = [_exchanged(hand.apply(option), later) for option in options]
    return _compare(hand, action, dict(zip(options, _guarantees(ends, seat), strict=True)))


def _take(hand: Hand, action: Take) -> Open:
    seat = hand.to_move
    assert seat is not None
    ends: list[Hand] = []
    point = hand
    while point.phase == "take":
        ends.append(point.apply(Take(True)))
        point = point.apply(Take(False))
    ends.append(point)
    taken, *kept = _guarantees(ends, seat)
    assert hand.contract is not None
    worst = max(kept) if hand.contract.avoid else min(kept)
    return _compare(hand, action, {Take(True): taken, Take(False): worst})


def _declare(hand: Hand, action: Declare) -> Open:
    options = [option for option in hand.legal_actions() if isinstance(option, Declare)]
    values: dict[Action, float] = {}
    points: dict[Action, float] = {}
    for option in options:
        contract = option.contract
        end = _exchanged(hand.apply(option), None)
        guarantee = solve(_position(end), cards=False).guarantee
        own, others = guarantee[Seat.D], guarantee[Seat.F] + guarantee[Seat.M]
        size = hand.rules.hand_size
        values[option] = float(outlook(np.array([own]), np.array([others]), size, contract).mean[0])
        points[option] = float(Worth(hand.rules, contract).about(values[option]))
    best = max(options, key=lambda option: points[option])
    lost = points[best] - points[action]
    return Open(best, values[action], values[best], lost, lost)


def _exchanged(hand: Hand, later: Hand | None) -> Hand:
    """The hand after all exchanges; the seats still to come throw what they do in `later`, else by rules of thumb."""
    while hand.phase == "exchange":
        seat, contract = hand.to_move, hand.contract
        assert seat is not None and contract is not None
        thrown = later.discarded[seat] if later is not None and seat in later.exchanged else None
        allowance = hand.rules.allowance(seat, hand.exchanged)
        if thrown is None or len(thrown) > allowance:
            thrown = CardSet(choose_discard(hand.hands[seat].mask, contract, allowance))
        hand = hand.apply(Discard(thrown))
    return hand


def _position(hand: Hand) -> Position:
    assert hand.contract is not None
    return Position(hand.contract, Seat.F, hand.hands)


def _guarantees(ends: Sequence[Hand], seat: Seat) -> list[int]:
    solutions = solve_many(map(_position, ends), cards=False, seat=seat, threads=1)
    return [solution.guarantee[seat] for solution in solutions]


def _compare(hand: Hand, action: Action, values: dict[Action, int]) -> Open:
    contract = hand.contract
    assert contract is not None
    best = max(values, key=lambda option: (_good(values[option], contract), option == action))
    points = [hand.rules.net_points(contract, values[option]) for option in (best, action)]
    lost = _good(values[best], contract) - _good(values[action], contract)
    return Open(best, float(values[action]), float(values[best]), float(lost), float(points[0] - points[1]))


def _good(tricks: int, contract: Contract) -> int:
    return -tricks if contract.avoid else tricks

"""Why an action is advised: short statements, each computed from the worlds and values that decided."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from manni.actions import Action, Declare, Discard, Play, Take
from manni.advice.result import ActionValue
from manni.advice.worth import WIN
from manni.cards import LANE, Card, Contract, Seat
from manni.policy.evaluation import by_rank, by_strength, strong
from manni.view import View

Floats = NDArray[np.float64]
Hands = NDArray[np.uint64]

SEEN = 0.005
"""Differences below this, in points, are not talked about."""

SEEN_CHANCE = 0.0005
"""The same for chances to win."""

TELLING = 0.1
"""A card tells two kinds of worlds apart when the mean loss, in points, differs by this much."""

FEW = 8
"""Drawn worlds of either kind below which they are told apart by nothing."""

SURE = 3.5
"""Standard errors that it must differ by as well: of some sixty cards in other hands one is two off by chance."""

_FULL = 0x1FFF


def play_reasons(
    view: View,
    actions: Sequence[ActionValue],
    hands: Hands,
    weights: Floats,
    losses: Floats,
    drawn: float | None = None,
) -> tuple[str, ...]:
    """Why a card is advised.

    Parameters
    ----------
    view : View
        In which a card is to be played.
    actions : sequence of ActionValue
        The values of the cards, best first.
    hands : uint64 array, shape (worlds, 3)
        The masks of the cards that the seats hold in the worlds that decided.
    weights : numpy.ndarray of float, shape (worlds,)
        Their probabilities, which add up to 1.
    losses : numpy.ndarray of float, shape (worlds,)
        What the second of `actions` loses against the first in each world, in points; empty without one.
    drawn : float, optional
        How many independent draws the worlds are worth; by default they are all there are.
    """
    best = actions[0].action
    assert isinstance(best, Play)
    said = []
    if len(actions) == 1:
        said.append(f"{best.card} is the only legal card")
    if len(weights):
        said.append(_trick(view, best.card, hands, weights, drawn))
        if len(actions) > 1:
            said.append(_runner_up(view, actions[1], hands, weights, losses, drawn))
    said.append(_chances(view, actions[0]))
    if len(weights):
        said += _beliefs(view, best.card, hands, weights)
    return tuple(said)


def reasons_before_play(view: View, actions: Sequence[ActionValue]) -> tuple[str, ...]:
    """Why a declaration, an exchange, or taking or keeping the Manni is advised."""
    best = actions[0]
    said = [_chances(view, best)]
    if len(actions) > 1:
        second = actions[1]
        loss = f"{_amount(second.regret, second)} (± {_number(max(second.se, 2 * _seen(second)), second)})"
        if second.regret < _seen(second):
            said.append(f"{told(second.action)} is as good")
        else:
            said.append(f"next best: {told(second.action)} loses {loss}")
    return tuple(said)


def told(action: Action) -> str:
    """An action in a word or two."""
    match action:
        case Play(card):
            return str(card)
        case Declare(contract):
            return f"declaring {contract}"
        case Discard(cards):
            return f"throwing {cards.listed()}" if cards else "throwing nothing"
        case Take(take):
            return "taking the Manni" if take else "keeping the hand"


def _trick(view: View, card: Card, hands: Hands, weights: Floats, drawn: float | None) -> str:
    wins, loses = trick_chances(view, card, hands, weights)
    known = drawn is None or len(view.table.trick) == 2 or _beaten(view, card)
    worlds = "every world" if known else "all worlds drawn"
    if wins > 1 - 1e-9:
        return f"{card} wins the trick in {worlds}"
    if loses > 1 - 1e-9:
        return f"{card} loses the trick in {worlds}"
    return f"{card} surely wins the trick in {wins:.0%} of the worlds, surely loses it in {loses:.0%}"


def trick_chances(view: View, card: Card, hands: Hands, weights: Floats) -> tuple[float, float]:
    """The probability that a card wins its trick whatever the others play, and that it loses it whatever they play."""
    contract = view.contract
    assert contract is not None
    if _beaten(view, card):
        return 0.0, 1.0
    trick = view.table.trick
    mine = strong(card, contract)
    led = (strong(trick[0], contract) if trick else mine) // LANE
    strongly = by_strength(hands, contract)
    may, must = np.zeros(len(hands), dtype=bool), np.zeros(len(hands), dtype=bool)
    suit, over = _lane(mine // LANE), _lane(mine // LANE) & ~((2 << mine) - 1)
    trumps = 0 if contract.trump is None or mine // LANE == contract.trump else _lane(contract.trump)
    for offset in range(1, 3 - len(trick)):
        hand = strongly[:, (view.seat + offset) % 3]
        follows = (hand & np.uint64(_lane(led))) != 0
        if mine // LANE == led:
            beaten = np.where(follows, hand & np.uint64(over), hand & np.uint64(trumps))
            forced = np.where(follows, (hand & np.uint64(suit & ~over)) == 0, (hand & np.uint64(~trumps & _ALL)) == 0)
        else:  # a trump on another suit: only a void hand may go over it
            beaten = np.where(follows, np.uint64(0), hand & np.uint64(over))
            forced = (hand & np.uint64(~over & _ALL)) == 0
        may |= beaten != 0
        must |= (beaten != 0) & forced
    return float(weights[~may].sum()), float(weights[must].sum())


def _beaten(view: View, card: Card) -> bool:
    """Whether a card on the table beats it."""
    contract = view.contract
    assert contract is not None
    if not view.table.trick:
        return False
    trick = [strong(c, contract) for c in (*view.table.trick, card)]
    *others, mine = (_power(c, trick[0] // LANE, contract) for c in trick)
    return max(others) > mine


_ALL = sum(_FULL << LANE * suit for suit in range(4))


def _lane(suit: int) -> int:
    return _FULL << LANE * suit


def _power(card: int, led: int, contract: Contract) -> tuple[bool, bool, int]:
    suit = card // LANE
    return suit == contract.trump, suit == led, card


def _runner_up(
    view: View, second: ActionValue, hands: Hands, weights: Floats, losses: Floats, drawn: float | None
) -> str:
    name = told(second.action)
    if second.regret < _seen(second):
        return f"{name} is worth the same"
    text = f"{name} instead loses {_amount(second.regret, second)}"
    found = _telling_card(view, hands, weights, losses, drawn)
    if found is None:
        return text
    seat, card, chance, *means = found
    there, elsewhere = (_number(mean if second.win is None else mean / WIN, second) for mean in means)
    return f"{text}: {there} where {seat} holds {card} ({chance:.0%} of the worlds), {elsewhere} elsewhere"


def _seen(value: ActionValue) -> float:
    """The least difference worth a word, in what `value` is ranked by."""
    return SEEN if value.win is None else SEEN_CHANCE


def _amount(loss: float, value: ActionValue) -> str:
    """A loss in what `value` is ranked by."""
    return f"{_number(loss, value)} {'points' if value.win is None else 'of the winning chance'}"


def _number(loss: float, value: ActionValue) -> str:
    return f"{loss:z.2f}" if value.win is None else f"{loss:z.1%}"


def _telling_card(
    view: View, hands: Hands, weights: Floats, losses: Floats, drawn: float | None
) -> tuple[Seat, Card, float, float, float] | None:
    """The card in another hand that explains most of the differences between worlds.

    That is the one with the largest part of the variance between its two kinds of worlds, unless with so few worlds it
    may be by chance. Returns seat and card, the probability that the seat holds it, and the mean losses where it does
    and where it does not.
    """
    best, found = 0.0, None
    mean = float(losses @ weights)
    variance = float((losses - mean) ** 2 @ weights)
    for seat in view.others:
        for card in view.unseen:
            held = (hands[:, seat] >> np.uint64(card)) & np.uint64(1) != 0
            chance = float(weights[held].sum())
            if not max(0.02, 0.0 if drawn is None else FEW / drawn) <= min(chance, 1 - chance):
                continue
            there = float(losses[held] @ weights[held]) / chance
            elsewhere = (mean - there * chance) / (1 - chance)
            explained = chance * (1 - chance) * (there - elsewhere) ** 2
            doubt = 0.0
            if drawn is not None:
                doubt = sqrt(max(0.0, variance - explained) / (drawn * chance * (1 - chance)))
            if there - elsewhere >= max(TELLING, SURE * doubt) and explained > best:
                best, found = explained, (seat, card, chance, there, elsewhere)
    return found


def _chances(view: View, value: ActionValue) -> str:
    action = value.action
    contract = action.contract if isinstance(action, Declare) else view.contract
    par, spread = view.rules.par, value.distribution
    likely = [f"{tricks} in {p:.0%}" for tricks, p in enumerate(spread) if p >= 0.05]
    good = sum(spread[: par + 1]) if contract is not None and contract.avoid else sum(spread[par:])
    side = "at most" if contract is not None and contract.avoid else "at least"
    return f"{side} {par} tricks in {good:.0%}: {', '.join(likely)}"


def _beliefs(view: View, card: Card, hands: Hands, weights: Floats) -> list[str]:
    """Where the key cards are: the cut card, the highest trump out, the highest card out of the suit played."""
    contract = view.contract
    assert contract is not None
    keys = [] if view.cut is None or view.cut_status != "open" else [view.cut]
    unseen = by_strength(view.unseen.mask, contract)
    for suit in (contract.trump, card.suit):
        lane = 0 if suit is None else unseen & _lane(suit)
        if lane:
            keys.append(Card(by_rank(1 << lane.bit_length() - 1, contract).bit_length() - 1))
    said = []
    for key in dict.fromkeys(keys):
        holds = [float(weights[(hands[:, seat] >> np.uint64(key)) & np.uint64(1) != 0].sum()) for seat in view.others]
        places = [f"{seat} {chance:.0%}" for seat, chance in zip(view.others, holds, strict=True)]
        said.append(f"{key}: {', '.join(places)}, out of play {max(0.0, 1 - sum(holds)):.0%}")
    return said

"""The readable twin of the compiled policy: slow and obvious, what `manni.policy` has to agree with."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from manni.cards import LANE, Contract
from manni.policy.evaluation import FULL, by_rank, by_strength, contract_kind, hand_values, suit_kind


@cache
def suit_value(kind: str, lane: int) -> float:
    """Expected tricks from the cards of one suit.

    Parameters
    ----------
    kind : str
        The kind of suit (see `suit_kind`).
    lane : int
        The 13 bits of the suit, by strength.
    """
    numbers = hand_values()[kind]
    value: float = numbers["length"][lane.bit_count()]
    for weights in numbers["cards"]:
        if not lane:
            break
        bit = lane & -lane if kind == "nullo" else 1 << (lane.bit_length() - 1)
        value += weights[bit.bit_length() - 1]
        lane ^= bit
    return value


def hand_value(kept: int, drawn: int, contract: Contract) -> float:
    """Tricks to be expected of a hand of cards kept plus `drawn` unseen ones.

    Parameters
    ----------
    kept : int
        Mask of the cards kept (as printed, not by strength).
    drawn : int
        How many cards are drawn to them.
    """
    mask = by_strength(kept, contract)
    value: float = hand_values()["draws"][contract_kind(contract)][drawn]
    return value + sum(suit_value(suit_kind(s, contract), mask >> LANE * s & FULL) for s in range(4))


def best_discard(hand: int, contract: Contract, allowance: int) -> tuple[int, float]:
    """The discard that the evaluation likes best, with the tricks to be expected after it.

    Within a suit the cards that matter least go first (the lowest; under Nullo the highest). That leaves a
    choice of how many per suit, which is solved exactly, suit by suit.

    Parameters
    ----------
    hand : int
        Mask of the cards held.
    allowance : int
        How many cards may be exchanged at most.

    Returns
    -------
    tuple of int and float
        Mask of the cards to throw, and expected tricks (also under Nullo).
    """
    sign = -1.0 if contract.avoid else 1.0
    mask = by_strength(hand, contract)
    best: list[tuple[float, int]] = [(0.0, 0)]
    for suit in range(4):
        lane = mask >> LANE * suit & FULL
        kind = suit_kind(suit, contract)
        thrown = 0
        options = [(sign * suit_value(kind, lane), 0)]
        while lane and len(options) <= allowance:
            bit = 1 << (lane.bit_length() - 1) if contract.avoid else lane & -lane
            lane ^= bit
            thrown |= bit << LANE * suit
            options.append((sign * suit_value(kind, lane), thrown))
        merged: list[tuple[float, int]] = []
        for total in range(min(allowance, len(best) + len(options) - 2) + 1):
            merged.append(
                max(
                    (best[total - n][0] + options[n][0], best[total - n][1] | options[n][1])
                    for n in range(max(0, total - len(best) + 1), min(total, len(options) - 1) + 1)
                )
            )
        best = merged
    draws = hand_values()["draws"][contract_kind(contract)]
    gain, thrown = max((value + sign * draws[k], thrown) for k, (value, thrown) in enumerate(best))
    return by_rank(thrown, contract), sign * gain


class Scene(NamedTuple):
    """What the rules of thumb look at; cards and masks are by strength.

    Attributes
    ----------
    hand, unseen : int
        The cards held, and those that may be in the others' hands.
    trump : int or None
        The trump suit.
    trick : tuple of int
        The cards on the table.
    void : tuple of 2 int
        The suits (full masks) in which the next seat and the one after it have shown a void.
    avoid : bool
        Whether tricks are to be avoided.
    """

    hand: int
    unseen: int
    trump: int | None
    trick: tuple[int, ...]
    void: tuple[int, int]
    avoid: bool

    @property
    def behind(self) -> int:
        """How many seats play after this one to the trick."""
        return 2 - len(self.trick)

    def lane(self, suit: int) -> int:
        """The cards held of a suit."""
        return self.hand >> LANE * suit & FULL

    def above(self, card: int) -> int:
        """How many unseen cards of the suit beat the card."""
        return (self.unseen >> card & FULL >> (card & 15)).bit_count()

    def below(self, card: int) -> int:
        """How many unseen cards of the suit the card beats."""
        return (self.unseen >> (card & ~15) & ((1 << (card & 15)) - 1)).bit_count()

    def beats(self, card: int, other: int) -> bool:
        """Whether a card played later beats the one that wins so far."""
        if card >> 4 == other >> 4:
            return card > other
        return card >> 4 == self.trump

    def winning(self) -> int:
        """The card that wins the trick so far."""
        best = self.trick[0]
        for card in self.trick[1:]:
            if self.beats(card, best):
                best = card
        return best

    def trumps_out(self) -> bool:
        """Whether another seat may hold a trump."""
        if self.trump is None:
            return False
        lane = FULL << LANE * self.trump
        return bool(self.unseen & lane) and not all(void & lane for void in self.void)


def score(scene: Scene, card: int) -> float:
    """How good a sensible player finds a legal card: the higher the better, of no meaning but the order."""
    return _nullo(scene, card) if scene.avoid else _tricks(scene, card)


def _tricks(scene: Scene, card: int) -> float:
    """How good a card is where tricks are wanted: bands of a hundred per kind of play, details inside a band."""
    if not scene.trick:
        return _lead(scene, card)
    rank = card & 15
    if scene.beats(card, scene.winning()):
        certain = not scene.behind or (not scene.above(card) and (card >> 4 == scene.trump or not scene.trumps_out()))
        likely = not scene.above(card) or card >> 4 == scene.trump
        # Win as cheaply as can be; a card that may be beaten behind us only when it is not a waste of a high one.
        return 300 - rank if certain else 200 - rank if likely else 50 - 2 * rank
    if card >> 4 == scene.trick[0] >> 4:
        return 100 - rank
    return _throw(scene, card)


def _lead(scene: Scene, card: int) -> float:
    suit, rank = card >> 4, card & 15
    length = scene.lane(suit).bit_count()
    lane = FULL << LANE * suit
    if suit == scene.trump:
        if not scene.above(card):
            return (300 if scene.trumps_out() and length >= 3 else 100) + rank
        return 60 + length + rank / 16 if length >= 5 and scene.trumps_out() else -rank
    ruffed = scene.trumps_out() and any(void & lane for void in scene.void)
    if not scene.above(card):
        # The more cards of the suit are out, the likelier the others still have to follow.
        return (10 if ruffed else 200) + (scene.unseen & lane).bit_count() + rank / 16
    # Lead up a long suit, low; a guarded honour is worth more where it is.
    return 40 + 3 * length - rank / 4


def _throw(scene: Scene, card: int) -> float:
    """Throwing a card to a trick lost: keep trumps, winners, and the guards of cards that may become winners."""
    suit, rank = card >> 4, card & 15
    if suit == scene.trump:
        return -100 - rank
    lane = scene.lane(suit)
    top = suit * LANE + lane.bit_length() - 1
    needed = scene.above(top)
    guard = card != top and needed and lane.bit_count() == needed + 1
    return 4 * min(scene.above(card), 4) - rank / 2 - (40 if not scene.above(card) else 8 if guard else 0)


def _nullo(scene: Scene, card: int) -> float:
    """How good a card is where tricks are to be avoided."""
    suit, rank = card >> 4, card & 15
    above, below = scene.above(card), scene.below(card)
    if not scene.trick:
        # The trick goes elsewhere when another seat is forced above the card.
        return 10 * (above - below) / (above + below + 1) - (0 if above else 20) + rank / 16
    winning = scene.winning()
    if suit != winning >> 4:
        own_below = (scene.lane(suit) & ((1 << rank) - 1)).bit_count()
        # Get rid of what will have to win: many unseen cards below, few above, no low card of ours beside it.
        return below - 0.5 * above - 1.5 * own_below + (0 if above else 1) + rank / 16
    if card < winning:
        return 200 + rank
    # It has to go over: as last hand with the highest; before another seat as low as can be, if that seat may go over.
    lane = scene.lane(suit)
    lowest = suit * LANE + (lane & -lane).bit_length() - 1
    return 100 - rank if scene.behind and scene.above(lowest) >= 3 else 100 + rank


class Habits:
    """The fitted habits: a weighted sum of features."""

    def __init__(self) -> None:
        kinds = json.loads(resources.files("manni.policy").joinpath("habits.json").read_text())
        self.weights = [list(places.values()) for places in kinds.values()]

    def score(self, scene: Scene, card: int) -> float:
        kind = 2 if scene.avoid else 1 if scene.trump is None else 0
        played = len(scene.trick)
        follows = bool(scene.trick and scene.lane(scene.trick[0] >> 4))
        place = 0 if not played else played if follows else 2 + played
        return sum(w * float(f) for w, f in zip(self.weights[kind][place], self.features(scene, card), strict=True))

    def features(self, scene: Scene, card: int) -> list[float]:
        suit, rank = card >> 4, (card & 15) / 12
        lane, suit_mask = scene.lane(suit), FULL << LANE * suit
        trumps = 0 if scene.trump is None else FULL << LANE * scene.trump
        length = lane.bit_count()
        higher = (lane >> (card & 15) + 1).bit_count()
        lower = length - 1 - higher
        beaten, beating = scene.above(card), scene.below(card)
        unseen = beaten + beating
        needed = scene.above(suit * LANE + lane.bit_length() - 1)
        trump, top, highest = suit == scene.trump, not beaten, not higher
        wins = bool(scene.trick) and scene.beats(card, scene.winning())
        voids = [bool(mask & suit_mask) for mask in scene.void]
        may_ruff = [
            scene.trumps_out() and not trump and voids[i] and not scene.void[i] & trumps for i in range(scene.behind)
        ]
        ruffed = any(may_ruff)
        left, above = scene.hand.bit_count() / 12, min(beaten, 6) / 6
        return [
            top,
            beaten == 1,
            above,
            min(beating, 8) / 8,
            rank,
            length / 6,
            length**2 / 36,
            unseen / 8,
            higher / 4,
            lower / 4,
            beaten / (unseen + 1),
            lower == 0,
            highest,
            highest * above,
            length == 1,
            length == 2 and not highest,
            not highest and needed > 0 and length == needed + 1,
            top * unseen / 8,
            trump,
            trump and top,
            trump * (scene.unseen & trumps).bit_count() / 8,
            trump * (scene.hand & trumps).bit_count() / 6,
            length == 1 and not trump and scene.hand & trumps > 0,
            *voids,
            ruffed,
            ruffed and top,
            wins,
            wins and top,
            wins * above,
            wins * rank,
            wins * unseen / 8,
            wins and trump,
            wins * trump * rank,
            wins * left,
            top * left,
            rank * left,
            above * left,
            length / 6 * left,
            (beaten - beating) / (unseen + 1) * left,
        ]


def play_out(
    hands: Sequence[int],
    out: int,
    *,
    leader: int,
    trump: int | None,
    avoid: bool,
    trick: Sequence[int] = (),
    void: Sequence[int] = (0, 0, 0),
    score: Callable[[Scene, int], float] = score,
) -> list[int]:
    """Play a hand to its end, every seat by `manni.policy.preference.score`.

    Parameters
    ----------
    hands : sequence of 3 int
        Masks (by strength) of the cards the seats hold.
    out : int
        Mask of the cards in nobody's hand that no seat has seen; every seat reckons with them.
    leader : int
        The seat that led, or is to lead, the current trick.
    trump, avoid
        The trump suit, and whether tricks are to be avoided.
    trick : sequence of int
        The cards on the table.
    void : sequence of 3 int
        Masks of the suits in which each seat has shown a void.

    Returns
    -------
    list of 3 int
        Tricks taken from here on, by seat.
    """
    hands, void, table = list(hands), list(void), list(trick)
    won = [0, 0, 0]
    hidden = hands[0] | hands[1] | hands[2] | out
    while True:
        seat = (leader + len(table)) % 3
        hand = hands[seat]
        if len(table) == 3:
            leader = (leader + _winner(table, trump)) % 3
            won[leader] += 1
            table = []
            continue
        if not hand:
            return won
        legal = hand & FULL << (table[0] & ~15) or hand if table else hand
        if legal & (legal - 1):
            after = (void[(seat + 1) % 3], void[(seat + 2) % 3])
            scene = Scene(hand, hidden & ~hand, trump, tuple(table), after, avoid)
            best, card = -1e9, 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                candidate = bit.bit_length() - 1
                worth = score(scene, candidate)
                if worth > best:
                    best, card = worth, candidate
        else:
            card = legal.bit_length() - 1
        if table and card >> 4 != table[0] >> 4:
            void[seat] |= FULL << LANE * (table[0] >> 4)
        hands[seat] ^= 1 << card
        hidden ^= 1 << card
        table.append(card)


def _winner(trick: Sequence[int], trump: int | None) -> int:
    """The place in a full trick of the card that wins it."""
    best = 0
    for place in (1, 2):
        card, held = trick[place], trick[best]
        if card > held if card >> 4 == held >> 4 else card >> 4 == trump:
            best = place
    return best

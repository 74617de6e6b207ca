"""Which card a sensible player would rather play: rules of thumb on what one seat sees.

`rank_plays` orders every legal card. The bot ``greedy`` plays the first; the adviser breaks ties with it, so that
of cards that win the same it does not throw a winner.
"""

from __future__ import annotations

from typing import NamedTuple

from manni.cards import LANE, Card
from manni.policy.evaluation import FULL, by_strength, strong
from manni.view import View


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
    scene = Scene(
        hand=by_strength(view.hand.mask, contract),
        unseen=by_strength(view.unseen.mask, contract),
        trump=contract.trump,
        trick=tuple(strong(card, contract) for card in table.trick),
        void=(table.void[(view.seat + 1) % 3], table.void[(view.seat + 2) % 3]),
        avoid=contract.avoid,
    )
    return sorted(view.legal_plays, key=lambda card: -score(scene, strong(card, contract)))


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

"""Open-card values in the terms of the game: positions in, guarantees and the value of every card out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from manni.cards import LANE, Card, Seat
from manni.errors import NotationError, quote
from manni.limits import Limit
from manni.notation import Position

if TYPE_CHECKING:
    import solver

T = TypeVar("T")
Range = tuple[int, int]

CONCEPTS = ("paranoid", "maxn")
MAX_THREADS = 256

_ACES = sum(1 << (LANE * suit + 12) for suit in range(4))


@dataclass(frozen=True)
class Bounds:
    """Proven bounds, each (fewest, most) tricks, of the values that a limit left open.

    Attributes
    ----------
    guarantee, cards, outcome, card_outcomes : dict
        As in `Solution`, with a pair in the place of a number.
    """

    guarantee: dict[Seat, Range] = field(default_factory=dict)
    cards: dict[Card, Range] = field(default_factory=dict)
    outcome: dict[Seat, Range] = field(default_factory=dict)
    card_outcomes: dict[Card, dict[Seat, Range]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The bounds as an object of lists of two numbers; what is empty is left out."""
        cards = {card: _by_name(outcome) for card, outcome in self.card_outcomes.items()} or self.cards
        fields = {"guarantee": self.guarantee, "outcome": self.outcome, "cards": cards}
        return {name: _by_name(values) for name, values in fields.items() if values}


@dataclass(frozen=True)
class Solution:
    """What is known of an open position; every count is of tricks still to be won, the current one included.

    Attributes
    ----------
    position : Position
        The position asked about.
    concept : str
        ``"paranoid"`` or ``"maxn"``.
    guarantee : dict of Seat to int
        Tricks that the seat can guarantee itself against the other two (under Nullo: can hold itself to). The seats
        asked for whose value is proven; empty under maxn.
    cards : dict of Card to int
        The mover's guarantee after each legal card, best first, ties in the order ♠♥♦♣ high to low. The cards whose
        value is proven; empty under maxn and when the cards were not asked for.
    outcome : dict of Seat to int
        Under maxn, the tricks of every seat when each plays for itself; empty otherwise.
    card_outcomes : dict of Card to (dict of Seat to int)
        Under maxn, the outcome after each legal card, best first for the mover; empty otherwise.
    best : tuple of Card
        The cards proven to be as good as any, in the order above.
    bounds : Bounds
        What is proven of the values that a limit left open; empty when `exact`.
    nodes : int
        Trick starts searched; the same on every machine.
    seconds : float
        Wall time of the search.
    exact : bool
        False when a limit stopped the search before every value was proven.
    """

    position: Position
    concept: str
    guarantee: dict[Seat, int] = field(default_factory=dict)
    cards: dict[Card, int] = field(default_factory=dict)
    outcome: dict[Seat, int] = field(default_factory=dict)
    card_outcomes: dict[Card, dict[Seat, int]] = field(default_factory=dict)
    best: tuple[Card, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = True
    bounds: Bounds = field(default_factory=Bounds)

    def to_json(self) -> dict[str, Any]:
        """The solution as the object that ``manni solve --json`` prints."""
        result: dict[str, Any] = {
            "position": str(self.position),
            "concept": self.concept,
            "to_move": str(self.position.to_move),
            "tricks_left": self.position.tricks_left,
        }
        if self.concept == "paranoid":
            result["guarantee"] = _by_name(self.guarantee)
            values: dict[Card, Any] = {card: {"tricks": tricks} for card, tricks in self.cards.items()}
        else:
            if self.outcome:
                result["outcome"] = _by_name(self.outcome)
            values = {card: {"outcome": _by_name(outcome)} for card, outcome in self.card_outcomes.items()}
        if values or self.bounds.cards or self.bounds.card_outcomes:
            result["cards"] = [{"card": str(card), **value} for card, value in values.items()]
            result["best"] = [str(card) for card in self.best]
        if not self.exact:
            result["exact"] = False
            result["bounds"] = self.bounds.to_json()
        result["nodes"] = self.nodes
        result["seconds"] = self.seconds
        return result


def solve(
    position: Position | str,
    concept: str = "paranoid",
    cards: bool = True,
    seat: Seat | str | None = None,
    limit: Limit | None = None,
) -> Solution:
    """Solve an open position.

    Parameters
    ----------
    position : Position or str
        The position, or its line of text.
    concept : str
        ``"paranoid"``: what a seat can guarantee itself when the other two play together against it.
        ``"maxn"``: the outcome when each seat plays for itself, ties broken against the left neighbour.
    cards : bool
        Whether to value every legal card as well.
    seat : Seat or str, optional
        The one seat whose guarantee is asked for; all three by default. Paranoid only.
    limit : Limit, optional
        When to stop with bounds instead of values.

    Returns
    -------
    Solution

    Raises
    ------
    NotationError
        The position, the concept or the seat cannot be read.
    """
    return next(solve_many([position], concept=concept, cards=cards, seat=seat, limit=limit))


def solve_many(
    positions: Iterable[Position | str],
    *,
    concept: str = "paranoid",
    cards: bool = True,
    seat: Seat | str | None = None,
    limit: Limit | None = None,
    threads: int = 1,
) -> Iterator[Solution]:
    """Solve any number of positions, in order and lazily: memory does not grow with their number.

    Parameters
    ----------
    positions : iterable of Position or str
        Read as far ahead as the threads need.
    concept, cards, seat, limit
        As for `solve`, for each position.
    threads : int
        Positions solved at the same time, up to 256; with more than one, `positions` are read ahead.

    Yields
    ------
    Solution

    Raises
    ------
    NotationError
        As `solve`, when the position in question is read.
    """
    import solver

    if concept not in CONCEPTS:
        raise NotationError("concept", f"{quote(concept)} is none of {', '.join(CONCEPTS)}")
    if seat is not None and not isinstance(seat, Seat):
        seat = Seat.parse(seat)
    if limit is not None and not isinstance(limit, Limit):
        raise NotationError("limit", f"{quote(limit)} is not a Limit")
    if seat is not None and concept == "maxn":
        raise NotationError("seat", "maxn has one outcome for all three seats")
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MAX_THREADS:
        raise NotationError("threads", f"{quote(threads)} is not a whole number from 1 to {MAX_THREADS}")
    answer = _paranoid if concept == "paranoid" else _maxn
    asked: deque[Position] = deque()

    def deals() -> Iterator[solver.Deal]:
        for position in positions:
            asked.append(position if isinstance(position, Position) else Position.parse(position))
            yield deal_of(asked[-1])

    solved = solver.solve_many(
        deals(),
        concept=concept,
        cards=cards,
        seats=(0, 1, 2) if seat is None else (int(seat),),
        limit=None if limit is None else limit.solver(),
        threads=threads,
    )
    for found in solved:
        yield answer(asked.popleft(), found)


def strength_mask(mask: int, *, avoid: bool) -> int:
    """The cards of `mask` renumbered by their strength: under Nullo (`avoid`) the ace below all others.

    Works on a NumPy array of unsigned 64-bit masks as well.
    """
    return ((mask & ~_ACES) << 1) | ((mask & _ACES) >> 12) if avoid else mask


def deal_of(position: Position) -> solver.Deal:
    """The position as the solver sees it: cards numbered by strength."""
    import solver

    contract = position.contract
    forehand, middlehand, dealer = (strength_mask(hand.mask, avoid=contract.avoid) for hand in position.hands)
    return solver.Deal(
        hands=(forehand, middlehand, dealer),
        trick=tuple(LANE * card.suit + card.strength(contract) for card in position.trick),
        leader=int(position.leader),
        trump=contract.trump,
        avoid=contract.avoid,
    )


def _paranoid(position: Position, found: solver.Solution) -> Solution:
    """The solver's guarantees and card values in the seats and cards of the position."""
    avoid = position.contract.avoid
    seats = {seat: bounds for seat in Seat if (bounds := found.guarantee[seat]) is not None}
    cards = {card: found.cards[number] for card, number in _numbers(position).items() if number in found.cards}
    proven = {card: bounds.lower for card, bounds in cards.items() if _closed(bounds)}
    # A card is best when its worst case is as good as the best case of every other.
    if avoid:
        best = [c for c in cards if all(cards[c].upper <= cards[other].lower for other in cards if other != c)]
    else:
        best = [c for c in cards if all(cards[c].lower >= cards[other].upper for other in cards if other != c)]
    return Solution(
        position,
        "paranoid",
        guarantee={seat: bounds.lower for seat, bounds in seats.items() if _closed(bounds)},
        cards={card: proven[card] for card in sorted(proven, key=lambda c: proven[c] if avoid else -proven[c])},
        best=tuple(best),
        nodes=found.nodes,
        seconds=found.seconds,
        exact=found.exact,
        bounds=Bounds(
            {seat: (bounds.lower, bounds.upper) for seat, bounds in seats.items() if not _closed(bounds)},
            {card: (bounds.lower, bounds.upper) for card, bounds in cards.items() if card not in proven},
        ),
    )


def _maxn(position: Position, found: solver.Solution) -> Solution:
    """The solver's outcomes in the seats and cards of the position, ranked as the mover ranks them."""
    mover, sign = position.to_move, -1 if position.contract.avoid else 1
    assert found.outcome is not None
    outcome, open_outcome = _outcome(found.outcome)
    cards: dict[Card, dict[Seat, int]] = {}
    open_cards: dict[Card, dict[Seat, Range]] = {}
    for card, number in _numbers(position).items():
        if number in found.card_outcomes:
            proven, still_open = _outcome(found.card_outcomes[number])
            if still_open:
                open_cards[card] = still_open
            else:
                cards[card] = proven

    def rank(card: Card) -> tuple[int, int]:
        return -sign * cards[card][mover], sign * cards[card][mover.next]

    first = min(map(rank, cards), default=None)
    return Solution(
        position,
        "maxn",
        outcome=outcome,
        card_outcomes={card: cards[card] for card in sorted(cards, key=rank)},
        best=() if open_cards else tuple(card for card in cards if rank(card) == first),
        nodes=found.nodes,
        seconds=found.seconds,
        exact=found.exact,
        bounds=Bounds(outcome=open_outcome, card_outcomes=open_cards),
    )


def _numbers(position: Position) -> dict[Card, int]:
    """The solver's number of every legal card, in the order ♠♥♦♣ high to low."""
    return {card: LANE * card.suit + card.strength(position.contract) for card in position.legal_cards}


def _closed(bounds: solver.Bounds) -> bool:
    return bounds.lower == bounds.upper


def _outcome(bounds: tuple[solver.Bounds, ...]) -> tuple[dict[Seat, int], dict[Seat, Range]]:
    """An outcome, or when not all of it is proven, its bounds; the other of the two is empty."""
    if all(map(_closed, bounds)):
        return {seat: bounds[seat].lower for seat in Seat}, {}
    return {}, {seat: (bounds[seat].lower, bounds[seat].upper) for seat in Seat}


def _by_name(values: Mapping[Any, T]) -> dict[str, T]:
    return {str(key): value for key, value in values.items()}

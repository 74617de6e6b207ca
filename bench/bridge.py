"""Bridge double dummy as a peer: a position embedded in bridge, and DDS to solve it.

A position with a trump or without, in which tricks are wanted, embeds exactly in bridge. The seat that plays
alone sits North, the player on its left East, the third West, and South gets a hand that can never win a
trick: cards below every card in play of their suit, and no trump. East and West are partners, so what North
and South take is the paranoid value of the seat that plays alone. Within a suit only the order of the cards
matters, so those in play are renumbered to the top ranks and South's come from the bottom.

The peer is DDS 2.9 (Haglund, Hein), as bundled with `endplay`.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time_ns

from endplay import _dds

from solver.deal import Deal
from solver.reference import cards_of, mover

RANKS = 13
LANE = 16
NORTH, EAST, SOUTH, WEST = range(4)
_NO_TRUMP = 4
_NEW_SEARCH = 1
"""DDS's mode: also search a position with one legal card (mode 0 answers -2 there)."""


@dataclass(frozen=True)
class Board:
    """A bridge position: hands of N, E, S, W as lists of (suit, rank 2 to 14), and the trick on the table."""

    hands: tuple[list[tuple[int, int]], ...]
    trick: list[tuple[int, int]]
    leader: int
    trump: int | None
    original: dict[tuple[int, int], int]
    """The deal's card that a bridge card stands for."""

    @property
    def mover(self) -> int:
        """The bridge hand to play next."""
        return (self.leader + len(self.trick)) % 4

    @property
    def tricks_left(self) -> int:
        """Tricks left, the current one included."""
        return len(self.hands[self.mover])


@dataclass(frozen=True)
class Answer:
    """What DDS says of a board.

    Attributes
    ----------
    value : int
        Tricks for North and South, the current trick included.
    cards : dict of int to int
        The same after each of the mover's cards, by the deal's card number; only the best of them (and perhaps not
        all of those) when not every card was asked for.
    nodes : int
        DDS's count of trick nodes.
    seconds : float
        Time inside DDS.
    """

    value: int
    cards: dict[int, int]
    nodes: int
    seconds: float


def embed(deal: Deal, seat: int) -> Board | None:
    """Embed a position in bridge with `seat` as North; None when there is no hand for South.

    With k tricks left South needs k cards outside the trump suit that are out of play, which always exist without a
    trump; at a full deal of twelve tricks there must be nine trumps in play. Positions in which tricks
    are to be avoided do not embed.
    """
    if deal.avoid:
        return None
    in_play = deal.hands[0] | deal.hands[1] | deal.hands[2]
    for card in deal.trick:
        in_play |= 1 << card
    place: dict[int, tuple[int, int]] = {}
    spare: list[list[tuple[int, int]]] = [[] for _ in range(4)]
    for suit in range(4):
        cards = [card for card in cards_of(in_play) if card // LANE == suit]
        floor = 2 + RANKS - len(cards)
        place.update({card: (suit, floor + i) for i, card in enumerate(cards)})
        if suit != deal.trump:
            spare[suit] = [(suit, rank) for rank in range(2, floor)]

    south: list[tuple[int, int]] = []
    tricks = deal.hands[mover(deal)].bit_count()
    while len(south) < tricks:  # one suit after the other: a long suit with South slows DDS
        longest = max(spare, key=len)
        if not longest:
            return None
        south.append(longest.pop())

    trick = [place[card] for card in deal.trick]
    leader = (NORTH, EAST, WEST)[(deal.leader - seat) % 3]
    players = [(leader + i) % 4 for i in range(4)]
    after_east = players.index(EAST) + 1
    if after_east <= len(trick):  # East has played, so South has too, and follows suit if it can
        played = next((c for c in south if c[0] == trick[0][0]), south[-1])
        south.remove(played)
        trick.insert(after_east, played)
    at = {NORTH: seat, EAST: (seat + 1) % 3, WEST: (seat + 2) % 3}
    hands = tuple(south if hand == SOUTH else [place[c] for c in cards_of(deal.hands[at[hand]])] for hand in range(4))
    return Board(hands, trick, leader, deal.trump, {bridge: card for card, bridge in place.items()})


class Dds:
    """Single-threaded DDS. Its state is the library's: use one at a time, in one thread."""

    def __init__(self) -> None:
        _dds._dll.SetThreading(0)
        _dds.SetMaxThreads(1)

    def solve(self, board: Board, *, every_card: bool = False) -> Answer:
        """Solve a board: its value, or a value for each of the mover's cards."""
        question = _question(board)
        reply = _dds.futureTricks()
        start = process_time_ns()
        _dds.SolveBoard(question, -1, 3 if every_card else 1, _NEW_SEARCH, reply, 0)
        seconds = (process_time_ns() - start) * 1e-9

        ours = board.mover in (NORTH, SOUTH)
        left = board.tricks_left
        cards: dict[int, int] = {}
        for i in range(reply.cards):
            score = reply.score[i] if ours else left - reply.score[i]
            equal = [rank for rank in range(2, 15) if reply.equals[i] >> rank & 1]
            for rank in (reply.rank[i], *equal):
                cards[board.original[reply.suit[i], rank]] = score
        value = reply.score[0] if ours else left - reply.score[0]
        return Answer(value, cards, reply.nodes, seconds)

    def forget(self) -> None:
        """Empty DDS's table, which otherwise serves the next question about the same deal, by solving another deal."""
        for trump in (0, 1):
            hands = tuple([(suit, 14)] for suit in range(4))
            self.solve(Board(hands, [], NORTH, trump, {(0, 14): 0}))


def _question(board: Board) -> _dds.deal:
    question = _dds.deal()
    question.trump = _NO_TRUMP if board.trump is None else board.trump
    question.first = board.leader
    for i, (suit, rank) in enumerate(board.trick):
        question.currentTrickSuit[i] = suit
        question.currentTrickRank[i] = rank
    for hand, cards in enumerate(board.hands):
        for suit, rank in cards:
            question.remainCards[hand][suit] |= 1 << rank
    return question

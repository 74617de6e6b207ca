"""What a person at the table sees, in at most 80 columns: the score, the trick, the hand, what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from manni.actions import Action, Declare, Discard, Play, Take
from manni.cards import Card, Contract, Seat
from manni.cli.common import SUIT_STYLES, card_text, contract_text
from manni.hand import Hand
from manni.play import Session
from manni.play.entries import choices
from manni.play.session import NAMES
from manni.rules import Points, RuleSet

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 80
_PER_ROW = 6
"""Numbered cards in a row."""


def head(session: Session) -> Text:
    """The line above the table: which hand, which contract, which trick."""
    hand = session.hand
    assert hand is not None
    line = Text(f"hand {session.game.number}", "bold").append(f" · {hand.rules.name}", "not bold")
    if hand.contract is not None:
        line.append(" · ", "not bold").append(contract_text(hand.contract))
    if hand.cut is not None:
        line.append(" · cut ", "not bold").append(card_text([hand.cut]))
    if hand.phase == "play":
        line.append(f" · trick {sum(hand.tricks) + 1}", "not bold")
    return _ruled(line)


def _ruled(title: Text) -> Text:
    """A title in a line across the table; cut off where the terminal is narrower."""
    line = Text("── ", no_wrap=True, overflow="crop").append(title).append(" ")
    return line.append("─" * max(3, WIDTH - line.cell_len))


def table(session: Session) -> list[RenderableType]:
    """Everything that the person can see."""
    hand = session.hand
    assert hand is not None
    seat = session.seat
    lines: list[RenderableType] = [head(session), _players(session, hand)]
    if hand.contracts_left is not None and hand.phase == "declare":
        lines.append(_labelled("to declare", Text(" ".join(hand.contracts_left))))
    if hand.trick:
        cards = Text("   ").join(
            Text(f"{_name(session, Seat((hand.leader + turn) % 3))} ").append(card_text([card]))
            for turn, card in enumerate(hand.trick)
        )
        lines.append(_labelled("on the table", cards))
    if hand.discarded[seat]:
        lines.append(_labelled("you threw", card_text(hand.discarded[seat])))
    lines.append(_labelled("your hand", card_text(hand.hands[seat])))
    return lines


def _labelled(label: str, what: Text) -> Text:
    return Text(f"  {label:12} ", "dim").append(what)


def _players(session: Session, hand: Hand) -> Table:
    draws = hand.rules.exchange == "draw"
    apart = hand.rules.columns == "apart"
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    shown.add_column("")
    shown.add_column("")
    for name in ("exchanged" if draws else "Manni", "tricks", *(("plus", "minus") if apart else ("total",))):
        shown.add_column(name, justify="right")
    columns = session.game.columns
    for seat in Seat:
        points = columns[session.player(seat)]
        score = (str(points.plus), str(points.minus)) if apart else (str(points.net),)
        did = str(hand.exchanged.get(seat, "")) if draws else _took(hand, seat)
        mark = ">" if hand.to_move is seat else " "
        name = Text(_name(session, seat), "bold" if seat is session.seat else "")
        shown.add_row(f"{mark} {seat}", name, did, str(hand.tricks[seat]), *score)
    return shown


def _took(hand: Hand, seat: Seat) -> str:
    return "took" if hand.taken is seat else "kept" if seat in hand.kept else ""


def ask(session: Session) -> list[Text]:
    """What may be entered now, numbered."""
    hand = session.hand
    assert hand is not None
    options = choices(hand)
    cells = []
    for number, option in enumerate(options, 1):
        face = contract_text(option) if isinstance(option, Contract) else _card(option)
        cells.append(Text(f"{number:2} ", "dim").append(face))
    match hand.phase:
        case "declare":
            lines = [Text("declare a contract:")]
        case "exchange":
            most = hand.rules.allowance(session.seat, hand.exchanged)
            lines = [Text(f"throw up to {most} cards, by name or number, or none:")]
        case "take":
            return [Text("take the Manni for your hand, or keep your hand?")]
        case _:
            lines = [Text("play a card:" if len(options) > 1 else "you have one card to play:")]
    for start in range(0, len(cells), _PER_ROW):
        row = Text("  ")
        for cell in cells[start : start + _PER_ROW]:
            cell.pad_right(10 - cell.cell_len)
            row.append(cell)
        row.rstrip()
        lines.append(row)
    return lines


def _card(card: Card) -> Text:
    return Text(card.symbol[::-1], SUIT_STYLES[card.suit])


def said(session: Session, seat: Seat, action: Action) -> Text:
    """What the player at `seat` has done, as the others see it."""
    name = _name(session, seat)
    match action:
        case Declare(contract):
            return _does(name, "declare").append(contract_text(contract))
        case Discard(cards):
            return _does(name, "exchange").append(str(len(cards)))
        case Take(take):
            return _does(name, "take").append("the Manni") if take else _does(name, "keep").append("the hand")
        case Play(card):
            return _does(name, "play").append(card_text([card]))


def _does(name: str, verb: str) -> Text:
    return Text(f"{name} {verb} " if name == NAMES[0] else f"{name} {verb}s ")


def drawn(before: Hand, after: Hand, seat: Seat) -> Text | None:
    """What the person got from the Manni, when that is what happened."""
    new = after.hands[seat] - before.hands[seat]
    return Text("you get ").append(card_text(new)) if new else None


def trick_taken(session: Session, hand: Hand) -> Text:
    """Who took the trick that was just completed in `hand`."""
    number = sum(hand.tricks)
    winner = _name(session, hand.leader)
    return Text(f"  trick {number}: ").append(winner, "bold").append("  ").append(_cards_in_order(hand.plays[-1]))


def _cards_in_order(cards: tuple[Card, ...]) -> Text:
    return Text(" ").join(_card(card) for card in cards)


def last_trick(session: Session) -> Text:
    """The last trick completed in the hand in play."""
    hand = session.hand
    assert hand is not None
    done = [trick for trick in hand.plays if len(trick) == 3]
    if not done:
        return Text("no trick has been played yet")
    return Text(f"trick {len(done)}: ").append(_cards_in_order(done[-1]))


def hand_result(session: Session) -> list[RenderableType]:
    """The last hand played out: tricks, points, the columns, and the cards now that they may be seen."""
    game = session.game
    hand = game.hands[-1]
    assert hand.contract is not None and hand.players is not None
    title = Text(f"hand {hand.number} is over", "bold").append(" · ", "not bold").append(contract_text(hand.contract))
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    shown.add_column("")
    shown.add_column("")
    for name in ("tricks", "points", *_headings(hand.rules)):
        shown.add_column(name, justify="right")
    seating = game.seating(hand.number)
    for seat in Seat:
        points = game.columns[seating[seat]]
        numbers = str(hand.tricks[seat]), f"{hand.score()[seat].net:+d}", *_columns(hand, points)
        shown.add_row(f"  {seat}", Text(hand.players[seat]), *numbers)
    lines: list[RenderableType] = [_ruled(title), shown]
    for seat in Seat:
        line = Text(f"  {seat} played ").append(card_text(hand.view(seat).kept_hand))
        if hand.discarded[seat]:
            line.append(" · threw ").append(card_text(hand.discarded[seat]))
        lines.append(line)
    return lines


def _headings(rules: RuleSet) -> tuple[str, ...]:
    return ("plus", "minus") if rules.columns == "apart" else ("total",)


def _columns(hand: Hand, points: Points) -> tuple[str, ...]:
    return (str(points.plus), str(points.minus)) if hand.rules.columns == "apart" else (str(points.net),)


def score(session: Session) -> Table:
    """The game so far: every hand, and the columns."""
    game = session.game
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    shown.add_column("hand", justify="right")
    shown.add_column("")
    for name in game.players:
        shown.add_column(Text(name), justify="right")
    for hand in game.hands:
        assert hand.contract is not None
        seating = game.seating(hand.number)
        points = [f"{hand.score()[seating.index(player)].net:+d}" for player in range(3)]
        shown.add_row(str(hand.number), contract_text(hand.contract), *points)
    apart = game.rules.columns == "apart"
    totals = [f"{p.plus} / {p.minus}" if apart else str(p.net) for p in game.columns]
    shown.add_row("", "plus / minus" if apart else "total", *totals, style="bold")
    return shown


def game_result(session: Session) -> Text:
    """Who won."""
    game = session.game
    names = [game.players[player] for player in game.winners]
    won = " and ".join(names) + " win" if len(names) > 1 else str(_does(names[0], "win")).rstrip()
    nets = ", ".join(f"{name} {p.net:+d}" for name, p in zip(game.players, game.columns, strict=True))
    return Text("the game is over: ").append(won, "bold").append(f" ({nets})")


def _name(session: Session, seat: Seat) -> str:
    return session.game.players[session.player(seat)]

"""A review as a page for a browser: one file that needs nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from manni.actions import Action, Declare, Discard, Play
from manni.cards import SUITS, SYMBOLS, Card, CardSet, Contract, Seat
from manni.hand import Hand
from manni.review.grades import GRADES
from manni.review.review import Review, player_of
from manni.review.verdict import Verdict


def page(review: Review) -> str:
    """The report, as a whole HTML document."""
    environment = Environment(
        loader=PackageLoader("manni.review", "."),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "action": _action,
        "cards": _cards,
        "contract": _contract,
        "amount": _points if review.goal == "points" else _percent,
        "signed": lambda value: f"{value:+z.2f}".replace("-", "−"),
        "points": _points,
        "whole": lambda value: f"{value:+.0f}".replace("-", "−"),
    }
    environment.globals |= {
        "cost": _cost,
        "grades": GRADES,
        "kept": _kept,
        "player_of": player_of,
        "seats": list(Seat),
        "tricks": _tricks,
    }
    return environment.get_template("report.html.jinja").render(review=review)


def _points(value: float) -> str:
    return f"{value:z.2f}"


def _percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def _cost(verdict: Verdict) -> bool:
    """Whether a decision is worth a look: it cost something, or may have."""
    return verdict.known.grade != "good" or verdict.open.tricks > 0


def _kept(hand: Hand, seat: Seat) -> CardSet:
    """The twelve cards that a seat plays, or holds as yet."""
    return hand.view(seat).kept_hand


def _tricks(hand: Hand) -> list[list[tuple[Seat, Card]]]:
    """The tricks, each with who played what, in order."""
    leaders = hand.view(Seat.F).table.leaders
    return [
        [(Seat((leader + turn) % 3), card) for turn, card in enumerate(trick)]
        for leader, trick in zip(leaders, hand.plays, strict=True)
    ]


def _cards(cards: Iterable[Card]) -> Markup:
    """Cards with one coloured word per suit, in the order given."""
    suits: dict[int, str] = {}
    for card in cards:
        suits[card.suit] = suits.get(card.suit, "") + str(card)[0]
    words = (_suit(suit, SYMBOLS[suit] + ranks) for suit, ranks in suits.items())
    return Markup(" ").join(words) if suits else Markup("nothing")


def _suit(suit: int, text: str) -> Markup:
    return Markup('<b class="{}">{}</b>').format(SUITS[suit], text)


def _contract(contract: Contract) -> Markup:
    return _suit(contract.trump, contract.symbol) if contract.trump is not None else Markup("{}").format(contract)


def _action(action: Action) -> Any:
    match action:
        case Declare(contract):
            return _contract(contract)
        case Discard(cards):
            return _cards(cards)
        case Play(card):
            return _cards([card])
    return str(action)

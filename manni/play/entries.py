"""What a person may enter at a decision: an action in one of several short forms, or a command."""

from __future__ import annotations

import re
from dataclasses import dataclass

from manni.actions import Action, Declare, Discard, Play, Take
from manni.cards import SUITS, SYMBOLS, Card, CardSet, Contract
from manni.errors import NotationError, quote
from manni.hand import Hand

COMMANDS = {
    "hint": "what the adviser would do, from what you can know, and why",
    "undo": "back to your last decision",
    "table": "show the table again",
    "last": "the last trick",
    "score": "the game so far",
    "save": "save FILE: keep the game in it, for manni play --resume FILE",
    "help": "this list, and what may be entered now",
    "quit": "keep the game in its file, and end",
}
"""Every command with what it does."""

_SHORT = {"?": "help", "exit": "quit"}
_NO_CARDS = ("none", "nothing", "no", "-", "0")
_TAKE = {"take": True, "yes": True, "1": True, "keep": False, "no": False, "2": False}


@dataclass(frozen=True, slots=True)
class Command:
    """A command: one of `COMMANDS`, and what stands after it."""

    name: str
    argument: str = ""


def read_entry(text: str, hand: Hand) -> Action | Command:
    """Read what the person to move in `hand` has entered.

    Cards are named in any form, also suit first as they are shown (``♠AK``), or by their number in `choices`.

    Raises
    ------
    NotationError, IllegalAction
        Saying what is wrong with it.
    """
    first, _, rest = text.strip().partition(" ")
    name = _SHORT.get(first.lower(), first.lower())
    if name in COMMANDS:
        if rest.strip() and name != "save":
            raise NotationError(name, f"takes nothing after it, not {quote(rest.strip())}")
        return Command(name, rest.strip())
    if not first:
        raise NotationError("entry", "nothing entered; help lists what may be")
    action = _read_action(text.strip(), hand)
    hand.check(action)
    return action


def choices(hand: Hand) -> list[Card | Contract]:
    """What the numbers 1, 2, … stand for at the decision that is due.

    The contracts allowed, the cards that may be played, or the cards of the hand (for an exchange, any of them).
    """
    seat = hand.to_move
    match hand.phase:
        case "declare":
            return [action.contract for action in hand.legal_actions() if isinstance(action, Declare)]
        case "play":
            return [action.card for action in hand.legal_actions() if isinstance(action, Play)]
        case "exchange":
            assert seat is not None
            return list(hand.hands[seat])
    return []


def _read_action(text: str, hand: Hand) -> Action:
    match hand.phase:
        case "declare":
            found = _numbered(text, hand, "contract")
            return Declare(found if isinstance(found, Contract) else Contract.parse(text))
        case "take":
            if text.lower() not in _TAKE:
                raise NotationError("entry", f"{quote(text)} is neither take nor keep")
            return Take(_TAKE[text.lower()])
        case "exchange":
            return Discard(_cards(text, hand))
    cards = _cards(text, hand)
    if len(cards) != 1:
        raise NotationError("entry", f"{len(cards)} cards, where one is to be played")
    return Play(next(iter(cards)))


def _cards(text: str, hand: Hand) -> CardSet:
    if hand.phase == "exchange" and text.lower() in _NO_CARDS:
        return CardSet()
    if "." in text:
        return CardSet.parse(text, "cards")
    found: list[Card] = []
    for word in text.replace(",", " ").split():
        number = _numbered(word, hand, "card")
        found += [number] if isinstance(number, Card) else _named(word)
    twice = [card for card in found if found.count(card) > 1]
    if twice:
        raise NotationError("cards", f"{twice[0]} is named twice")
    return CardSet(found)


def _named(word: str) -> list[Card]:
    """One card (``TH``), or several of a suit as they are shown (``♥T9``)."""
    key = word.upper().replace("10", "T")
    if len(key) > 1 and key[0] in SUITS + SYMBOLS:
        return [Card.parse(rank + key[0], "card") for rank in key[1:]]
    return [Card.parse(word, "card")]


def _numbered(word: str, hand: Hand, what: str) -> Card | Contract | None:
    """What the number `word` stands for; None when it is no number."""
    if not re.fullmatch(r"[0-9]+", word):
        return None
    known = choices(hand)
    if len(word) > 3 or not 1 <= int(word) <= len(known):
        raise NotationError(what, f"{quote(word)} is not one of the numbers 1 to {len(known)}")
    return known[int(word) - 1]

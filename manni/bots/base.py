"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from manni.actions import Action, Declare, Discard, Play, Take
from manni.errors import ManniError, ViewError
from manni.view import View


class Bot(Protocol):
    """A player. Each method gets the view of its seat, in which that decision is due; the answer is a legal action."""

    def declare(self, view: View) -> Declare:
        """Name the contract of the hand."""
        ...

    def exchange(self, view: View) -> Discard:
        """Choose the cards to throw."""
        ...

    def take(self, view: View) -> Take:
        """Take the Manni or keep the hand."""
        ...

    def play(self, view: View) -> Play:
        """Play a card."""
        ...


def act(bot: Bot, view: View) -> Action:
    """Let a bot make the decision that is due in a view.

    Raises
    ------
    ViewError
        When no decision of this seat is due.
    """
    match view.decision:
        case "declare":
            return bot.declare(view)
        case "exchange":
            return bot.exchange(view)
        case "take":
            return bot.take(view)
        case "play":
            return bot.play(view)
    raise ViewError("seat", f"{view.seat} has nothing to decide here")


def ask(bot: Bot, view: View, name: str) -> Action:
    """As `act`, for a bot that may be the user's own and fail in any way.

    Raises
    ------
    ManniError
        Naming ``bot``, with the `name` it has at the table and how it failed.
    """
    try:
        return act(bot, view)
    except (Exception, SystemExit) as error:
        raise ManniError("bot", f"{name} failed: {type(error).__name__}: {error}") from error

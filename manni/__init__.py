"""Manni, the Icelandic trick-taking game for three: rules, an exact open-card solver, advice for one seat.

Everything a user needs is an attribute of this package; each is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manni.advice import Advice, advise
    from manni.bots import Bot
    from manni.cards import Card, CardSet, Contract, Seat
    from manni.errors import IllegalAction, ManniError, NotationError, RulesError, ViewError
    from manni.game import Game
    from manni.hand import Hand
    from manni.limits import Limit
    from manni.notation import Position
    from manni.rules import RuleSet, load_rules
    from manni.solving import Solution, solve, solve_many
    from manni.view import View
    from manni.winning import equity
    from manni.worlds import World, sample_worlds

__version__ = "0.1.0"

_HOME = {
    "Advice": "manni.advice",
    "Bot": "manni.bots",
    "Card": "manni.cards",
    "CardSet": "manni.cards",
    "Contract": "manni.cards",
    "Game": "manni.game",
    "Hand": "manni.hand",
    "IllegalAction": "manni.errors",
    "Limit": "manni.limits",
    "ManniError": "manni.errors",
    "NotationError": "manni.errors",
    "Position": "manni.notation",
    "RuleSet": "manni.rules",
    "RulesError": "manni.errors",
    "Seat": "manni.cards",
    "Solution": "manni.solving",
    "View": "manni.view",
    "ViewError": "manni.errors",
    "World": "manni.worlds",
    "advise": "manni.advice",
    "equity": "manni.winning",
    "load_rules": "manni.rules",
    "sample_worlds": "manni.worlds",
    "solve": "manni.solving",
    "solve_many": "manni.solving",
}
"""Where each public name lives."""

__all__ = [
    "Advice",
    "Bot",
    "Card",
    "CardSet",
    "Contract",
    "Game",
    "Hand",
    "IllegalAction",
    "Limit",
    "ManniError",
    "NotationError",
    "Position",
    "RuleSet",
    "RulesError",
    "Seat",
    "Solution",
    "View",
    "ViewError",
    "World",
    "__version__",
    "advise",
    "equity",
    "load_rules",
    "sample_worlds",
    "solve",
    "solve_many",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'manni' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

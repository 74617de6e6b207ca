"""How strong the bots of a game against a person are."""

from __future__ import annotations

from manni.bots import BotSpec
from manni.errors import NotationError, quote

LEVELS = {
    "novice": "random",
    "easy": "greedy",
    "medium": "advisor:worlds=10",
    "hard": "advisor:worlds=100",
}
"""Each level by the bot that plays it; limited in worlds, so that a game follows from its seed and the entries."""


def level(text: str, field: str = "level") -> BotSpec:
    """Read one of `LEVELS`, or any bot such as ``advisor:time=2``.

    Raises
    ------
    NotationError
        Naming `field`, for what is neither.
    """
    try:
        return BotSpec.parse(LEVELS.get(text, text), field)
    except NotationError as error:
        if ":" in text:
            raise
        raise NotationError(field, f"{quote(text)} is none of {', '.join(LEVELS)}, and no bot") from error

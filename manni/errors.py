"""The errors that a caller may have to handle. Each names a field and a reason in one line."""

from __future__ import annotations


class ManniError(ValueError):
    """Bad input: a field and the reason it was refused.

    Parameters
    ----------
    field : str
        What was wrong, in the user's words (``"hand"``, ``"plays[3]"``, ``"trick"``).
    reason : str
        Why, as the end of a sentence without a full stop.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason

    def __reduce__(self) -> tuple[type[ManniError], tuple[str, str]]:
        return type(self), (self.field, self.reason)


class NotationError(ManniError):
    """A text form (card, hand, contract, position) that cannot be read or contradicts itself."""


class RulesError(ManniError):
    """A rule set that contradicts itself or cannot be played."""


class ViewError(ManniError):
    """A view that contradicts itself or the rules."""


class IllegalAction(ManniError):
    """An action that the rules do not allow at this point of a hand or a game."""


def quote(text: object, limit: int = 40) -> str:
    """Quote bad input for an error message: printable, one line, at most `limit` characters of it."""
    shown = ascii(text)
    return shown if len(shown) <= limit else shown[: limit - 4] + "..." + shown[0]


def at_least(least: int, field: str, value: object) -> int:
    """A whole number of at least `least`; `ManniError` naming the field for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ManniError(field, f"{quote(value)} is not a whole number of at least {least}")
    return value

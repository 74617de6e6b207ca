"""A person against two bots: the game as a state to go on from, take back, keep in a file, and what may be entered."""

from __future__ import annotations

from manni.play.entries import Command, read_entry
from manni.play.levels import LEVELS, level
from manni.play.session import Session

__all__ = ["LEVELS", "Command", "Session", "level", "read_entry"]

"""Players that decide from a view, and the text form that names them (``greedy``, ``pimc:worlds=20``).

A bot is made from its specification and a seed, and makes its decisions from that seed alone.
"""

from __future__ import annotations

from manni.bots.base import Bot, act, ask
from manni.bots.spec import BotSpec

__all__ = ["Bot", "BotSpec", "act", "ask"]

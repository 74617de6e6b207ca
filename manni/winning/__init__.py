"""The chance of each player to win a game, from any score.

The distribution of the tricks in a hand comes from hands that our bots played (`manni.winning.outcomes`); from that the
chances follow exactly, from the end of the game back.
"""

from __future__ import annotations

from manni.winning.chances import equity
from manni.winning.table import Chances

__all__ = ["Chances", "equity"]

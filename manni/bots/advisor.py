"""The adviser as a player."""

from __future__ import annotations

import random

from manni.actions import Action, Declare, Discard, Play, Take
from manni.advice import Method, advise
from manni.limits import Limit
from manni.policy.preference import rank_plays
from manni.view import View


class AdvisorBot:
    """Does what `manni.advise` puts first; each decision draws its own worlds.

    Parameters
    ----------
    seed : int
        Fixes the worlds of every decision.
    limit : Limit, optional
        What a decision may take; the default of `manni.advise` otherwise.
    method : Method, optional
        What parts of the adviser are at work; by default all.
    threads : int
        Searches at a time.
    """

    def __init__(self, seed: int, limit: Limit | None = None, method: Method | None = None, threads: int = 1) -> None:
        self._random = random.Random(seed)
        self._limit = limit
        self._method = method
        self._threads = threads

    def declare(self, view: View) -> Declare:
        """The contract advised."""
        action = self._advised(view)
        assert isinstance(action, Declare)
        return action

    def exchange(self, view: View) -> Discard:
        """The discard advised."""
        action = self._advised(view)
        assert isinstance(action, Discard)
        return action

    def take(self, view: View) -> Take:
        """Take or keep, as advised."""
        action = self._advised(view)
        assert isinstance(action, Take)
        return action

    def play(self, view: View) -> Play:
        """The card advised; the only legal card without a thought."""
        if len(view.legal_plays) == 1:
            return Play(rank_plays(view)[0])
        action = self._advised(view)
        assert isinstance(action, Play)
        return action

    def _advised(self, view: View) -> Action:
        seed = self._random.getrandbits(32)
        return advise(view, limit=self._limit, method=self._method, seed=seed, threads=self._threads).best

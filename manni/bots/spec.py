"""The text form of a bot: a name and its options, such as ``pimc:worlds=20`` or ``advisor:time=0.5,nodes=20000``."""

from __future__ import annotations

from dataclasses import dataclass

from manni.bots.base import Bot
from manni.errors import NotationError, quote
from manni.limits import Limit

NAMES = ("random", "greedy", "pimc", "advisor")
OPTIONS = ("worlds", "time", "nodes", "memory")
"""Options of ``pimc`` and ``advisor``: their limit per decision, as those of ``manni advise``."""


@dataclass(frozen=True)
class BotSpec:
    """A kind of bot with its options; `make` makes one.

    Parameters
    ----------
    name : str
        ``random``, ``greedy``, ``pimc`` or ``advisor``.
    limit : Limit, optional
        What ``pimc`` and ``advisor`` may spend on a decision.
    """

    name: str
    limit: Limit | None = None

    @classmethod
    def parse(cls, text: str, field: str = "bot") -> BotSpec:
        """Read a name with options.

        Raises
        ------
        NotationError
            Naming `field`, for an unknown name or option, or an option's value that is out of range.
        """
        name, _, rest = text.partition(":")
        if name not in NAMES:
            raise NotationError(field, f"{quote(name)} is none of {', '.join(NAMES)}")
        if not rest:
            if ":" in text:
                raise NotationError(field, f"{quote(text)} has no option after the colon")
            return cls(name)
        if name in ("random", "greedy"):
            raise NotationError(field, f"{name} has no options")
        given: dict[str, str] = {}
        for part in rest.split(","):
            key, equals, value = part.partition("=")
            if key not in OPTIONS or not equals:
                raise NotationError(field, f"{quote(part)} is not one of {', '.join(f'{o}=…' for o in OPTIONS)}")
            if key in given:
                raise NotationError(field, f"{key} stands in it twice")
            given[key] = value
        memory = _whole(field, given, "memory")
        return cls(
            name,
            Limit(
                worlds=_whole(field, given, "worlds"),
                nodes=_whole(field, given, "nodes"),
                seconds=_time(field, given),
                memory=None if memory is None else memory << 20,
            ),
        )

    def make(self, seed: int, threads: int = 1) -> Bot:
        """Make the bot; everything it decides by chance follows from `seed`.

        Parameters
        ----------
        seed : int
            Of its random numbers.
        threads : int
            How many threads it may think with; does not change what it decides under a limit in worlds or nodes.
        """
        if self.name == "random":
            from manni.bots.random_bot import RandomBot

            return RandomBot(seed)
        if self.name == "greedy":
            from manni.bots.greedy import GreedyBot

            return GreedyBot()
        from manni.bots.advisor import AdvisorBot

        return AdvisorBot(seed, self.limit, threads)

    def __str__(self) -> str:
        if self.limit is None:
            return self.name
        memory = self.limit.memory and self.limit.memory >> 20
        values = (self.limit.worlds, self.limit.seconds, self.limit.nodes, memory)
        given = [f"{name}={value}" for name, value in zip(OPTIONS, values, strict=True) if value is not None]
        return f"{self.name}:{','.join(given)}"


def _whole(field: str, given: dict[str, str], key: str) -> int | None:
    value = given.get(key)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 19 and int(value)):
        raise NotationError(field, f"{key}={quote(value)} is not a whole number of at least 1")
    return int(value)


def _time(field: str, given: dict[str, str]) -> float | None:
    value = given.get("time")
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise NotationError(field, f"time={quote(value)} is not a positive number of seconds")
    return seconds

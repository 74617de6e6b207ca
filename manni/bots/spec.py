"""The text form of a bot: a name and its options, such as ``pimc:worlds=20``, or a module and a class of one's own."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from manni.advice.method import Method
from manni.bots.base import Bot
from manni.errors import NotationError, quote
from manni.limits import Limit

NAMES = ("random", "greedy", "pimc", "advisor")
LIMITS = ("worlds", "time", "nodes", "memory")
"""Options of ``pimc`` and ``advisor``: their limit per decision, as those of ``manni advise``."""

PARTS = ("inference", "endings", "playouts", "habits", "drift", "goal")
"""Options of ``advisor``: which parts of it are at work, as in `Method`."""

_METHODS = ("declare", "exchange", "take", "play")


@dataclass(frozen=True)
class BotSpec:
    """A kind of bot with its options; `make` makes one.

    Parameters
    ----------
    name : str
        ``random``, ``greedy``, ``pimc`` or ``advisor``; or ``module:attribute`` for a class (or function) that is
        called with a seed and returns a `Bot`.
    limit : Limit, optional
        What ``pimc`` and ``advisor`` may spend on a decision.
    method : Method
        What parts of ``advisor`` are at work.
    """

    name: str
    limit: Limit | None = None
    method: Method = field(default_factory=Method)

    @classmethod
    def parse(cls, text: str, field: str = "bot") -> BotSpec:
        """Read a name with options.

        Raises
        ------
        NotationError
            Naming `field`, for an unknown name or option, an option's value that is out of range, or a class of one's
            own that cannot be found or is no bot.
        """
        name, colon, rest = text.partition(":")
        if name not in NAMES:
            if colon and rest:
                _own_bot(text, field)
                return cls(text)
            raise NotationError(field, f"{quote(name)} is none of {', '.join(NAMES)}, nor module:class")
        if not rest:
            if colon:
                raise NotationError(field, f"{quote(text)} has no option after the colon")
            return cls(name, method=Method.plain() if name == "pimc" else Method())
        if name in ("random", "greedy"):
            raise NotationError(field, f"{name} has no options")
        options = LIMITS + PARTS if name == "advisor" else LIMITS
        given: dict[str, str] = {}
        for part in rest.split(","):
            key, equals, value = part.partition("=")
            if key not in options or not equals:
                raise NotationError(field, f"{quote(part)} is not one of {', '.join(f'{o}=…' for o in options)}")
            if key in given:
                raise NotationError(field, f"{key} stands in it twice")
            given[key] = value
        memory = _whole(field, given, "memory")
        limit = Limit(
            worlds=_whole(field, given, "worlds"),
            nodes=_whole(field, given, "nodes"),
            seconds=_number(field, given, "time", above=0.0),
            memory=None if memory is None else memory << 20,
        )
        return cls(
            name,
            limit if limit != Limit() else None,
            Method.plain() if name == "pimc" else _method(field, given),
        )

    def make(self, seed: int, threads: int = 1) -> Bot:
        """Make the bot; everything it decides by chance follows from `seed`.

        Parameters
        ----------
        seed : int
            Of its random numbers.
        threads : int
            How many threads it may think with; does not change what it decides under a limit in worlds or nodes.

        Raises
        ------
        NotationError
            Naming ``bot``, for a class of one's own that cannot be made or lacks a method.
        """
        if self.name == "random":
            from manni.bots.random_bot import RandomBot

            return RandomBot(seed)
        if self.name == "greedy":
            from manni.bots.greedy import GreedyBot

            return GreedyBot()
        if self.name not in NAMES:
            own = _own_bot(self.name, "bot")
            try:
                bot: Bot = own(seed)
            except (Exception, SystemExit) as error:
                raise NotationError("bot", f"{self.name} cannot be made: {type(error).__name__}: {error}") from error
            missing = [name for name in _METHODS if not callable(getattr(bot, name, None))]
            if missing:
                raise NotationError("bot", f"{self.name} has no method {' and no '.join(missing)}")
            return bot
        from manni.bots.advisor import AdvisorBot

        return AdvisorBot(seed, self.limit, self.method, threads)

    def __str__(self) -> str:
        given: list[str] = []
        if self.limit is not None:
            memory = self.limit.memory and self.limit.memory >> 20
            values = (self.limit.worlds, self.limit.seconds, self.limit.nodes, memory)
            given += [f"{name}={value}" for name, value in zip(LIMITS, values, strict=True) if value is not None]
        if self.name == "advisor":
            plain = Method()
            if self.method.inference != plain.inference:
                given.append(f"inference={self.method.inference:g}")
            for part in _SWITCHED:
                if getattr(self.method, part) != getattr(plain, part):
                    given.append(f"{part}={_SWITCH[getattr(self.method, part)]}")
            if self.method.goal is not None:
                given.append(f"goal={self.method.goal}")
        return f"{self.name}:{','.join(given)}" if given else self.name


_SWITCHED = ("endings", "playouts", "habits", "drift")
"""The parts that are at work or not."""

_SWITCH = ("off", "on")
"""How a part that is at work or not is written, by its truth."""


def _method(field: str, given: dict[str, str]) -> Method:
    options: dict[str, Any] = {}
    strength = _number(field, given, "inference")
    if strength is not None:
        options["inference"] = strength
    for part in _SWITCHED:
        state = given.get(part)
        if state is not None:
            if state not in _SWITCH:
                raise NotationError(field, f"{part}={quote(state)} is neither on nor off")
            options[part] = state == _SWITCH[True]
    goal = given.get("goal")
    if goal is not None:
        if goal not in ("points", "win"):
            raise NotationError(field, f"goal={quote(goal)} is neither points nor win")
        options["goal"] = goal
    return Method(**options)


def _own_bot(text: str, field: str) -> Callable[[int], Any]:
    """What ``module:attribute`` names; modules are looked for where Python does and in the current directory."""
    module, _, attribute = text.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as error:  # a module of the user's may fail in any way
        raise NotationError(field, f"{quote(text)} cannot be had: {type(error).__name__}: {error}") from error
    if not callable(made):
        raise NotationError(field, f"{quote(text)} is not a class or a function")
    return made  # type: ignore[no-any-return]


def _whole(field: str, given: dict[str, str], key: str) -> int | None:
    value = given.get(key)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 19 and int(value)):
        raise NotationError(field, f"{key}={quote(value)} is not a whole number of at least 1")
    return int(value)


def _number(field: str, given: dict[str, str], key: str, above: float | None = None) -> float | None:
    """A number of at least 0, or one above a bound."""
    value = given.get(key)
    if value is None:
        return None
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if above is not None and not above < number < float("inf"):
        raise NotationError(field, f"{key}={quote(value)} is not a positive number of seconds")
    if not 0 <= number < float("inf"):
        raise NotationError(field, f"{key}={quote(value)} is not a number of at least 0")
    return number

"""The hands that queries are about, kept for the next query about them: playing a record through takes its time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import overload

import msgspec

from manni.game import Game
from manni.hand import Hand
from manni.record import replay, to_record
from manni.record_form import GameRecord, HandRecord

KEPT = 1000
"""Records kept at most, those used last; each takes a few kilobytes."""

LONGEST = 20_000
"""Bytes of the longest record that is kept."""


class Hands:
    """Reads and writes records, and remembers what they stand for. May be used by many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[bytes, Hand | Game] = OrderedDict()

    @overload
    def read(self, record: HandRecord) -> Hand: ...
    @overload
    def read(self, record: GameRecord) -> Game: ...
    @overload
    def read(self, record: HandRecord | GameRecord) -> Hand | Game: ...

    def read(self, record: HandRecord | GameRecord) -> Hand | Game:
        """The hand or the game of a record; errors as for `manni.record.loads`."""
        text = msgspec.json.encode(record)
        with self._lock:
            known = self._known.get(text)
            if known is not None:
                self._known.move_to_end(text)
                return known
        found = replay(record)
        self._keep(text, found)
        return found

    def write(self, found: Hand | Game) -> msgspec.Raw:
        """The record of a hand or a game, as JSON."""
        text = msgspec.json.encode(to_record(found))
        self._keep(text, found)
        return msgspec.Raw(text)

    def clear(self) -> int:
        """Forget them all; returns how many there were."""
        with self._lock:
            count = len(self._known)
            self._known.clear()
        return count

    def _keep(self, text: bytes, found: Hand | Game) -> None:
        if len(text) > LONGEST:
            return
        with self._lock:
            self._known[text] = found
            self._known.move_to_end(text)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)

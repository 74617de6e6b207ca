"""A game against bots as a file: while it goes on, what it takes to go on with it; when it is over, its record."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from manni import record
from manni.bots import BotSpec
from manni.bots.spec import NAMES
from manni.errors import ManniError, NotationError, quote
from manni.game import Game
from manni.hand import Hand
from manni.history import dealt
from manni.play.session import Session

MAX_BYTES = 1 << 20
"""Of a saved game; a long one has under a tenth of that."""


FORMAT = "manni-play/1"


class _Saved(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT):
    """The form of the file: two bots, the record of the game so far, and that of the hand in play."""

    bots: tuple[str, str]
    game: msgspec.Raw
    hand: msgspec.Raw


def dumps(session: Session) -> str:
    """What goes into the file of a game: one line of JSON."""
    if session.hand is None:
        return record.dumps(session.game)
    first, second = map(str, session.bots)
    game, hand = (msgspec.Raw(record.dumps(part).encode()) for part in (session.game, session.hand))
    return msgspec.json.encode(_Saved(bots=(first, second), game=game, hand=hand)).decode()


def records(text: str | bytes) -> tuple[Game, Hand]:
    """The game of what `dumps` wrote, and its hand in play; replayed by the rules, whoever the bots are.

    Raises
    ------
    ManniError
        Naming the field, for what is no saved game, or one that is over.
    """
    return _records(_read(text))


def loads(text: str | bytes, bots: tuple[BotSpec, BotSpec] | None = None) -> Session:
    """The session that `dumps` wrote; its records are replayed by the rules.

    Parameters
    ----------
    text : str or bytes
        The content of the file.
    bots : tuple of 2 BotSpec, optional
        In the place of those in the file. Bots of one's own must be given: a file of data names no code to run.

    Raises
    ------
    ManniError
        Naming the field, for what is no saved game, or one that is over.
    """
    saved = _read(text)
    if bots is None:
        names = [BotSpec.parse(name, f"bots[{number}]") for number, name in enumerate(saved.bots) if _built_in(name)]
        if len(names) != 2:
            raise NotationError("bots", f"{quote(saved.bots)} has a bot of your own: it has to be named anew")
        bots = names[0], names[1]
    game, hand = _records(saved)
    return Session(game=game, hand=hand, bots=bots)


def save(session: Session, path: Path) -> None:
    """Write the file of a game, whole or not at all; `OSError` when it cannot be written."""
    path = path.resolve()
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(dumps(session) + "\n", encoding="utf-8")
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def load(path: Path, bots: tuple[BotSpec, BotSpec] | None = None) -> Session:
    """Read the file of a game; errors as for `loads`, and `OSError` when it cannot be read."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotationError("format", f"not a saved game: longer than {MAX_BYTES} bytes")
    return loads(data, bots)


def holds(path: Path, session: Session) -> bool:
    """Whether `path` is free, or holds another point of this very game."""
    if not path.exists():
        return True
    try:
        game = load(path, session.bots).game
    except (OSError, ManniError):
        return False
    ours = session.game
    return (game.rules, game.seed, game.players) == (ours.rules, ours.seed, ours.players)


def _read(text: str | bytes) -> _Saved:
    try:
        return msgspec.json.decode(text, type=_Saved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if _is_record(text):
            raise NotationError("format", "is a record of hands played, not a game to go on with") from None
        raise NotationError("format", f"not a saved game: {quote(str(error), 120)}") from None


def _records(saved: _Saved) -> tuple[Game, Hand]:
    game, hand = _part(saved.game, "game"), _part(saved.hand, "hand")
    if not isinstance(game, Game) or game.seed is None:
        raise NotationError("game", "is not the record of a game with a seed")
    if game.over:
        raise NotationError("game", "is over")
    if not isinstance(hand, Hand) or dealt(hand) != game.next_hand() or hand.phase == "over":
        raise NotationError("hand", f"is not hand {game.number} of this game at a decision")
    return game, hand


def _built_in(name: str) -> bool:
    return name.partition(":")[0] in NAMES


def _part(raw: msgspec.Raw, field: str) -> Hand | Game:
    try:
        return record.loads(bytes(raw))
    except ManniError as error:
        raise type(error)(f"{field}.{error.field}", error.reason) from None


def _is_record(text: str | bytes) -> bool:
    try:
        record.loads(text)
    except ManniError:
        return False
    return True

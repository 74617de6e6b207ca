"""``manni play``: a person against two bots in the terminal."""

from __future__ import annotations

import io
import os
import secrets
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from manni.cli.common import INTERRUPTED, console, one_line, reason, reason_text, wait_for, wait_for_line
from manni.cli.options import MaybeWhole, Whole
from manni.errors import ManniError, quote

if TYPE_CHECKING:
    from manni.actions import Action
    from manni.limits import Limit
    from manni.play import Session

T = TypeVar("T")

PROMPT = "> "
HINTS = 5
"""Actions that a hint shows."""

MOST_NAME = 20
"""Characters of a name, so that a table of 80 columns holds it."""


def play(
    *,
    rules: str | None = None,
    level: Annotated[list[str] | None, Parameter(negative="")] = None,
    seed: MaybeWhole = None,
    name: str = "You",
    save: str | None = None,
    resume: str | None = None,
    hint_worlds: Whole = 100,
    threads: MaybeWhole = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play a game against two bots: hints and taking back at every decision, to be put aside and gone on with.

    Parameters
    ----------
    rules
        hornafjordur (the default), plain, declared, or the path of a rule file.
    level
        novice, easy, medium (the default) or hard, or a bot such as advisor:time=2; once for both bots, or once
        for each.
    seed
        Fixes the deals and what the bots decide by chance; a new one, which is shown, when left out.
    name
        Yours.
    save
        Keep the game in this file after every decision; when it is over, its record. By default a file in the
        current directory, written when you stop.
    resume
        Go on with the game in this file, which is also where it is kept.
    hint_worlds
        Worlds that a hint looks at.
    threads
        Threads to think with; one per core when left out.
    json
        Print the record of the game on stdout when it ends, and all else on stderr.
    """
    from manni.cores import cores
    from manni.limits import Limit
    from manni.play import Session, saving
    from manni.play import level as level_of
    from manni.play.session import NAMES
    from manni.rules import load_rules

    workers = cores() if threads is None else threads
    if workers < 1:
        raise ManniError("threads", f"{workers} is not at least 1")
    if hint_worlds < 1:
        raise ManniError("hint-worlds", f"{hint_worlds} is not at least 1")
    if level is not None and len(level) > 2:
        raise ManniError("level", f"{len(level)} of them for two bots")
    if len(name) > MOST_NAME:
        raise ManniError("name", f"{quote(name)} is longer than {MOST_NAME} characters")
    bots = [level_of(text) for text in level or ["medium"]]
    pair = bots[0], bots[-1]
    if seed is not None and seed < 0:
        raise ManniError("seed", f"{seed} is not at least 0")
    if resume is not None:
        for field, given in (("rules", rules), ("seed", seed)):
            if given is not None:
                raise ManniError(field, "is the game's own when it goes on with --resume")
        try:
            session = saving.load(Path(resume), pair if level else None)
        except OSError as error:
            raise ManniError("resume", f"cannot read {quote(resume)}: {reason(error)}") from None
    else:
        chosen = secrets.randbits(32) if seed is None else seed
        session = Session.start(load_rules(rules or "hornafjordur"), chosen, pair, (name, *NAMES[1:]))
    path = save or resume
    if save is not None and Path(save).exists() and not (resume is not None and saving.holds(Path(save), session)):
        raise ManniError("save", f"{quote(save)} is there already; a game in it goes on with --resume")
    table = Terminal(session, Path(path) if path else None, Limit(worlds=hint_worlds), workers, json)
    return table.run()


@contextmanager
def _ends_as_interrupts() -> Iterator[None]:
    """Hear of the end of a terminal or a session as of Ctrl-C: it is no reason to lose a game."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, signal.default_int_handler) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


class Stop(Exception):
    """The person ends the session, or the input does."""


class Terminal:
    """The table in a terminal: reads entries, shows what happens.

    Parameters
    ----------
    session : Session
        The game to go on with.
    path : Path or None
        Where it is kept all the time; None for a file of its own name when it stops.
    limit : Limit
        Of a hint.
    threads : int
        To think with.
    json : bool
        Whether stdout is kept for the record.
    """

    def __init__(self, session: Session, path: Path | None, limit: Limit, threads: int, json: bool) -> None:
        self.session = session
        self.path = path
        self.limit = limit
        self.threads = threads
        self.json = json
        self.out = console(stderr=json, piped=80)
        self._thread: threading.Thread | None = None

    def run(self) -> int:
        """Play until the game is over, the person quits, the input ends, or Ctrl-C; returns the exit status."""
        if self.path is not None:
            self._keep(self.path, "save")
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        game = self.session.game
        self.out.print(f"{game.rules.name}, seed {game.seed}; help lists what you may enter")
        for who, bot in zip(game.players[1:], self.session.bots, strict=True):
            self.out.print(f"  {who} is {bot}", markup=False)
        status = 0
        try:
            with _ends_as_interrupts():
                while not self.session.over:
                    self._turn()
        except Stop:
            pass
        except KeyboardInterrupt:
            status = INTERRUPTED
        except ManniError:  # a bot has failed
            self.out.print(self._leave()[0], markup=False)
            raise
        except BaseException:  # nobody sees any more what is shown
            self._leave()
            raise
        where, kept = self._leave()
        if status:
            self.out.print()
        self.out.print(where, markup=False)
        if self.json:
            from manni.record import dumps

            print(dumps(self.session.game))
        if self._thread is not None and self._thread.is_alive():  # a search that does not matter any more
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        return status if kept else 1

    def _turn(self) -> None:
        from manni.cli import table

        session = self.session
        if not session.due:
            assert session.hand is not None and session.hand.to_move is not None
            seat = session.hand.to_move
            who = session.game.players[session.player(seat)]
            action = self._thinking(f"{who} thinks", lambda: session.choose(self.threads))
            self._move(action)
            return
        for part in table.table(session):
            self.out.print(part)
        for line in table.ask(session):
            self.out.print(line)
        while self.session is session:
            self._entry()

    def _move(self, action: Action) -> None:
        """Do what the player whose turn it is has decided, and show it."""
        from manni.cli import table

        before = self.session
        assert before.hand is not None and before.hand.to_move is not None
        seat = before.hand.to_move
        after = before.after(action)
        self.out.print(table.said(before, seat, action))
        hand = after.game.hands[-1] if len(after.game.hands) > len(before.game.hands) else after.hand
        assert hand is not None
        if before.due and (got := table.drawn(before.hand, hand, seat)):
            self.out.print(got)
        if sum(hand.tricks) > sum(before.hand.tricks):
            self.out.print(table.trick_taken(before, hand))
        self.session = after
        if hand is not after.hand:
            for part in table.hand_result(after):
                self.out.print(part)
            if after.over:
                self.out.print(table.game_result(after))
        if self.path is not None and (before.due or after.over):
            self._keep(self.path)

    def _entry(self) -> None:
        """Read one line and do what it says."""
        from manni.play import Command, read_entry

        self.out.print(PROMPT, end="")
        self.out.file.flush()
        wait_for_line()
        line = sys.stdin.readline()
        if not line.endswith("\n"):
            self.out.print()
            if not line:
                raise Stop
        if not sys.stdin.isatty():
            self.out.print(one_line(line), markup=False)
        assert self.session.hand is not None
        try:
            entry = read_entry(line, self.session.hand)
            if isinstance(entry, Command):
                self._command(entry.name, entry.argument)
            else:
                self._move(entry)
        except ManniError as error:
            self.out.print(f"? {one_line(str(error))}", markup=False, style="bold red")

    def _command(self, name: str, argument: str) -> None:
        from manni.cli import table

        session = self.session
        match name:
            case "hint":
                self._hint()
            case "undo":
                self.session = session.undo()
                self.out.print("back to your last decision")
                if self.path is not None:
                    self._keep(self.path)
            case "table":
                for part in table.table(session):
                    self.out.print(part)
            case "last":
                self.out.print(table.last_trick(session))
            case "score":
                self.out.print(table.score(session))
            case "save":
                self._save(argument)
            case "help":
                self._help()
            case "quit":
                raise Stop

    def _help(self) -> None:
        from manni.cli import table
        from manni.play.entries import COMMANDS

        for name, does in COMMANDS.items():
            self.out.print(f"  {name:6} {does}")
        self.out.print("  cards are named as KS, TH or ♠K, several as ♠K97 ♥2, or by the numbers shown")
        for line in table.ask(self.session):
            self.out.print(line)

    def _hint(self) -> None:
        from manni.cli.advise import advice_table

        session = self.session
        advice = self._thinking("the adviser thinks", lambda: session.hint(self.limit, self.threads))
        self.out.print(advice_table(advice, HINTS))
        for why in advice.reasons:
            self.out.print("  ", reason_text(why), sep="")

    def _save(self, argument: str) -> None:
        if not argument and self.path is None:
            raise ManniError("save", "name a file: save FILE")
        from manni.play import saving

        path = Path(argument) if argument else self.path
        assert path is not None
        if not saving.holds(path, self.session):
            raise ManniError("save", f"{quote(str(path))} is there already and is not this game")
        self._keep(path, "save")
        self.path = path
        self.out.print(f"saved in {path}", markup=False)

    def _keep(self, path: Path, field: str = "") -> None:
        """Write the game to its file; what goes wrong is an error naming `field`, or only told when there is none."""
        from manni.play.saving import save

        try:
            save(self.session, path)
        except (OSError, ValueError) as error:
            why = f"cannot write {quote(str(path))}: {reason(error)}"
            if field:
                raise ManniError(field, why) from None
            self.out.print(f"? save: {one_line(why)}", markup=False, style="bold red")

    def _leave(self) -> tuple[str, bool]:
        """Leave the game in a file; returns what to say of it, and whether it could be written."""
        from manni.play.saving import save

        name = f"manni-{self.session.seed}"
        files = [self.path] if self.path is not None else []
        for folder in (Path(), Path(tempfile.gettempdir())):
            names = [f"{name}.json", *(f"{name}-{number}.json" for number in range(2, 100))]
            files += [folder / file for file in names if not (folder / file).exists()][:1]
        why = "every name is taken"
        for path in files:
            try:
                save(self.session, path)
            except (OSError, ValueError) as error:
                why = reason(error)
                continue
            what = "the record is in" if self.session.over else "put aside: go on with manni play --resume"
            return f"{what} {path}", True
        return f"? the game could not be written: {one_line(why)}", False

    def _thinking(self, label: str, task: Callable[[], T]) -> T:
        """What `task`, a search, returns; beside the main thread, so that an interrupt is heard at once."""
        found: list[T] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                found.append(task())
            except BaseException as error:  # raised again where it can be answered
                failed.append(error)

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        self._thread.join(0.2)
        if self._thread.is_alive() and self.out.is_terminal:
            with self.out.status(label):
                wait_for(self._thread)
        else:
            wait_for(self._thread)
        if failed:
            raise failed[0]
        return found[0]

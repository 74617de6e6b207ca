"""What the verbs share: reading input, printing cards and JSON, limits."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from manni.cards import SYMBOLS, Card, Contract
from manni.errors import ManniError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console
    from rich.text import Text

    from manni.limits import Limit

INTERRUPTED = 130
"""Exit status after an interrupt, as shells have it."""

MAX_INPUT = 1 << 20
"""Bytes of one input document (a view, a rule file, one line of a batch); more is refused."""

SUIT_STYLES = ("bold blue", "bold red", "bold dark_orange", "bold green")
"""Terminal colours of ♠ ♥ ♦ ♣ (a four-colour deck)."""

_MESSAGE = 300
"""Characters of an error message that are shown."""

_WAIT = 0.2
"""Seconds after which a wait begins anew: an interrupt in the instant before a wait blocks is heard only then."""


def one_line(text: str) -> str:
    """`text` as one printable line of bounded length."""
    flat = " ".join(text.split())
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in flat[: _MESSAGE + 1])
    return shown if len(shown) <= _MESSAGE else shown[: _MESSAGE - 3] + "..."


def read_text(path: str, field: str = "input") -> str:
    """The UTF-8 text of the file `path`, or of stdin for ``-``.

    Raises
    ------
    ManniError
        Naming `field`: no such file, a directory, more than `MAX_INPUT` bytes, not UTF-8.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_INPUT + 1)
    except (OSError, ValueError) as error:
        raise ManniError(field, f"cannot read {quote(path)}: {reason(error)}") from None
    if len(data) > MAX_INPUT:
        raise ManniError(field, f"{quote(path)} is longer than {MAX_INPUT} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ManniError(field, f"{quote(path)} is not UTF-8 at byte {error.start}") from None


def open_input(path: str, field: str = "input") -> IO[bytes]:
    """Open the file `path`, or stdin for ``-``, to be read by lines; `ManniError` naming `field` when it cannot be."""
    try:
        return sys.stdin.buffer if path == "-" else Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise ManniError(field, f"cannot read {quote(path)}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """Why the system refused, in its own words without path or number."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def print_json(value: Any) -> None:
    """Print `value` as one line of JSON and flush, so that a reader of a stream has it at once."""
    print_line(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode())


def print_line(line: bytes) -> None:
    """Print one line of UTF-8 and flush."""
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def wait_for(thread: threading.Thread) -> None:
    """Wait for the end of `thread`, and hear an interrupt whenever it comes."""
    while thread.is_alive():
        thread.join(_WAIT)


def wait_for_line() -> None:
    """Wait until a line can be read from the terminal on stdin, and hear an interrupt whenever it comes.

    Elsewhere than on a terminal, and where a terminal cannot be waited for (Windows), it returns at once.
    """
    if os.name != "posix" or not sys.stdin.isatty():
        return
    import select

    while not select.select([sys.stdin], [], [], _WAIT)[0]:
        pass


def interruptible(task: Callable[[], None]) -> None:
    """Run `task`, a long search, beside the main thread, so that an interrupt ends the process at once.

    The engine holds no lock of Python's while it searches, but in the main thread an interrupt would have to wait
    for its end.
    """
    failed: list[BaseException] = []

    def work() -> None:
        try:
            task()
        except BaseException as error:  # raised again where it can be answered
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        wait_for(thread)
    except KeyboardInterrupt:
        console(stderr=True).show_cursor()
        os._exit(INTERRUPTED)
    if failed:
        raise failed[0]


def limit_of(
    *,
    time: float | None = None,
    nodes: int | None = None,
    worlds: int | None = None,
    memory: int | None = None,
) -> Limit | None:
    """The limit that the options state, or None when they state none; memory is in MB there, in bytes here."""
    from manni.limits import Limit

    if time is None and nodes is None and worlds is None and memory is None:
        return None
    if time is not None and not 0 < time < float("inf"):
        raise ManniError("time", f"{time} is not a positive number of seconds")
    if memory is not None and memory < 1:
        raise ManniError("memory", f"{memory} is not a whole number of at least 1")
    return Limit(seconds=time, nodes=nodes, worlds=worlds, memory=None if memory is None else memory << 20)


def console(*, stderr: bool = False, piped: int = 100) -> Console:
    """A rich console: colour on a terminal (unless NO_COLOR is set), plain and `piped` wide in a pipe."""
    from rich.console import Console

    class OpenConsole(Console):
        """Leaves a closed pipe to `manni.cli.main`, as for every other output."""

        def on_broken_pipe(self) -> None:
            raise

    stream = sys.stderr if stderr else sys.stdout
    return OpenConsole(stderr=stderr, highlight=False, width=None if stream.isatty() else piped)


def card_text(cards: Iterable[Card]) -> Text:
    """Cards for a terminal, such as ``♠AK ♥9``: one word per suit, in its colour, in the order given."""
    from rich.text import Text

    suits: dict[int, str] = {}
    for card in cards:
        suits[card.suit] = suits.get(card.suit, "") + str(card)[0]
    return Text(" ").join(Text(SYMBOLS[suit] + ranks, SUIT_STYLES[suit]) for suit, ranks in suits.items())


def reason_text(reason: str) -> Text:
    """A statement of the adviser for a terminal: the cards and contracts named in it as the tables show them."""
    from rich.text import Text

    text, end = Text(), 0
    cards, contract = r"\b[2-9TJQKA][SHDC](?: [2-9TJQKA][SHDC])*\b", r"(?<=declaring )[A-Z]+"
    for named in re.finditer(f"({cards})|({contract})", reason):
        text.append(reason[end : named.start()])
        if named[1]:
            text.append(card_text(map(Card.parse, named[1].split())))
        else:
            text.append(contract_text(Contract.parse(named[2])))
        end = named.end()
    return text.append(reason[end:])


def contract_text(contract: Contract) -> Text:
    """A contract for a terminal, a trump suit in its colour."""
    from rich.text import Text

    return Text(contract.symbol, "bold" if contract.trump is None else SUIT_STYLES[contract.trump])

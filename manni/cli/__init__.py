"""The command line: one module per verb, imported when its verb is asked for.

Exit status: 0 done, 1 no way to write the output, 2 bad input (one line on stderr that names the field and the
reason), 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from manni import __version__
from manni.cli.common import INTERRUPTED, console, one_line
from manni.errors import ManniError, quote

if TYPE_CHECKING:
    from cyclopts import App

VERBS = {
    "solve": "Value every card of an open position, and what each seat can guarantee itself.",
    "advise": "The best declaration, exchange, take or keep, or play, from what one seat knows.",
    "worlds": "Print sampled deals that are consistent with what one seat knows.",
    "deal": "Deal hands, as full records.",
    "play": "Play a game against two bots, with hints.",
    "review": "What each decision of a record cost, on what was known and with open cards.",
    "arena": "Play two bots against each other on duplicate deals.",
    "match": "Play two or three bots against each other in whole games.",
    "equity": "The chance of each player to win the game, from any score.",
    "engine": "Answer queries from other programs: JSON lines on stdin and stdout.",
    "replay": "Check records against the rules and print what came of them.",
    "bench": "Solve a fixed set and print nodes, nodes/s and deals/s.",
}
"""Each verb is the function of that name in the module of that name in this package; here with its help in the list."""

CONTRACTS = ("S", "H", "D", "C", "NT", "NULLO")
"""What a position starts with; alone, the first word of one that is not in quotes."""

FAILED = 1
BAD_INPUT = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments after the program's name; by default those of the process.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
        return status
    except ManniError as error:
        return _refuse(str(error))
    except ImportError as error:  # MANNI_ISA asks for a build that there is not
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return 0  # whoever read our output has seen enough
    except OSError as error:
        _let_go_of_stdout()
        _refuse(f"output: {error.strerror or error}")
        return FAILED


def run() -> None:
    """Entry point of the ``manni`` script."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        elif mode == "w":
            stream.reconfigure(encoding="utf-8")  # suit symbols, whatever the system's encoding
    sys.exit(main())


def _let_go_of_stdout() -> None:
    """Send what is still buffered nowhere, so that the flush at exit is quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(arguments: list[str]) -> int:
    first = arguments[0] if arguments else "--help"
    if first == "--version":  # instant: nothing else is imported
        print(__version__)
        return 0
    if first not in VERBS and first not in ("--help", "-h"):
        raise ManniError("verb", f"{quote(first)} is none of {', '.join(VERBS)}")
    from cyclopts import CycloptsError

    try:
        result = app()(
            arguments or ["--help"],
            console=console(piped=80) if {"--help", "-h"} & {first, *arguments} else None,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except CycloptsError as error:
        if first == "solve" and len(arguments) > 2 and arguments[1] in CONTRACTS:
            return _refuse("position: is one argument: put it in quotes")
        return _refuse(str(error))
    return result if isinstance(result, int) else 0


def app() -> App:
    """The cyclopts application, with every verb registered by name only."""
    from cyclopts import App

    application = App(
        name="manni",
        help="Manni, the Icelandic trick-taking game for three.",
        version=__version__,
        help_format="markdown",
        suppress_keyboard_interrupt=False,
    )
    for verb, summary in VERBS.items():
        application.command(f"manni.cli.{verb}:{verb}", name=verb, help=summary)
    return application


def _refuse(reason: str) -> int:
    print(f"manni: {one_line(reason)}", file=sys.stderr)
    return BAD_INPUT

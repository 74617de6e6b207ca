"""``manni engine``: queries from other programs, one JSON object to a line."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from cyclopts import Parameter

from manni.cli.common import INTERRUPTED, open_input
from manni.cli.options import MaybeWhole, Whole
from manni.errors import ManniError

MAX_THREADS = 256


def engine(
    *,
    input_: Annotated[str, Parameter(name="--input", allow_leading_hyphen=True)] = "-",
    threads: MaybeWhole = None,
    memory: Whole = 256,
    schema: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Answer queries on stdout, one JSON object to a line, until the input ends.

    The manual is docs/engine.md.

    Parameters
    ----------
    input_
        A file of queries; - for stdin, as is the default.
    threads
        Queries answered at a time; one per core when left out.
    memory
        Megabytes that one search may take.
    schema
        Print the JSON Schema of queries and answers, and nothing else.
    """
    from manni.cores import cores

    if schema:
        from manni.schemas import published

        sys.stdout.write(published("engine"))
        return 0
    count = cores() if threads is None else threads
    if not 1 <= count <= MAX_THREADS:
        raise ManniError("threads", f"{count} is not 1 to {MAX_THREADS}")
    if not 1 <= memory < 1 << 40:
        raise ManniError("memory", f"{memory} is not a number of megabytes, at least 1")
    from manni.engine.server import Server

    try:
        with open_input(input_) as stream:
            Server(sys.stdout.buffer, threads=count, memory=memory << 20).serve(stream)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # whatever is at work: nobody waits for it
    return 0

"""A series of numbered jobs on all cores, which can be broken off and gone on with.

The journal is a text file: its first line says what series it is of, each further one is the result of a job, in order.
The records of what was played go to a second file; the journal tells how long that was after each job, so that a
series broken off in between leaves neither a gap nor a record twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from manni.errors import ManniError, quote

Job = Callable[[int], tuple[Any, list[str]]]
"""Called with a number from 1: the result, as JSON can hold it, and the records, a line each."""


class Journal:
    """What is done of a series, kept in files where they are named.

    Parameters
    ----------
    series : dict
        What tells this series from others; as JSON.
    resume : path, optional
        The journal; gone on with when it is there.
    save : path, optional
        The records.

    Attributes
    ----------
    results : list
        Of the jobs that were done before.

    Raises
    ------
    ManniError
        Naming ``resume`` or ``save``: a file that cannot be read or written, or of another series.
    """

    def __init__(
        self, series: dict[str, Any], resume: str | Path | None = None, save: str | Path | None = None
    ) -> None:
        self.results: list[Any] = []
        self._files = ExitStack()
        self._journal = self._records = None  # type: IO[str] | None
        written = 0
        if resume is not None:
            written = self._read(Path(resume), series)
            self._journal = self._open(Path(resume), "resume")
        if save is not None:
            # Without results to go on with, what stands in the file is another series' and is replaced.
            self._records = self._open(Path(save), "save")
            if written > self._records.tell():
                self.close()
                raise ManniError("save", f"{quote(str(save))} is shorter than when the series was broken off")
            self._records.truncate(written)
            self._records.seek(written)
        if self._journal is not None and not self._journal.tell():
            print(json.dumps(series), file=self._journal, flush=True)

    def _read(self, path: Path, series: dict[str, Any]) -> int:
        """Read the results of a journal; returns how long the records were after the last."""
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise ManniError("resume", f"cannot read {quote(str(path))}: {error}") from None
        whole, _, broken = text.rpartition("\n")
        lines = whole.splitlines()
        try:
            of = json.loads(lines[0] if lines else json.dumps(series))
            done = [json.loads(line) for line in lines[1:]]
            self.results = [line["result"] for line in done]
            written = int(done[-1]["written"]) if done else 0
        except (ValueError, TypeError, KeyError):
            raise ManniError("resume", f"{quote(str(path))} is not a journal") from None
        if of != json.loads(json.dumps(series)):
            raise ManniError("resume", f"{quote(str(path))} is of another series: {quote(lines[0], 120)}")
        if broken:  # a line that was cut off in the middle of writing
            try:
                path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
            except OSError as error:
                raise ManniError("resume", f"cannot write {quote(str(path))}: {error.strerror}") from None
        return written

    def _open(self, path: Path, field: str) -> IO[str]:
        try:
            return self._files.enter_context(path.open("a", encoding="utf-8"))
        except OSError as error:
            self.close()
            raise ManniError(field, f"cannot write {quote(str(path))}: {error.strerror}") from None

    def add(self, result: Any, records: list[str]) -> None:
        """Note a job done."""
        if self._records is not None:
            self._records.writelines(f"{record}\n" for record in records)
            self._records.flush()
        if self._journal is not None:
            written = self._records.tell() if self._records is not None else 0
            print(json.dumps({"result": result, "written": written}), file=self._journal, flush=True)

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def run(job: Job, count: int, processes: int, journal: Journal) -> Iterator[Any]:
    """Do the jobs 1 to `count`, those in the journal left out, and yield the results of all in order.

    Parameters
    ----------
    job : callable
        One that can be sent to another process.
    count : int
        How many jobs the series has.
    processes : int
        How many work at a time.
    journal : Journal
        Is told of every job done.

    Raises
    ------
    ManniError
        Naming ``processes`` when there are none.
    """
    if processes < 1:
        raise ManniError("processes", f"{processes} is not at least 1")
    done = journal.results[:count]
    yield from done
    for result, records in _work(job, range(len(done) + 1, count + 1), processes):
        journal.add(result, records)
        yield result


def _work(job: Job, numbers: range, processes: int) -> Iterator[tuple[Any, list[str]]]:
    if processes == 1 or len(numbers) < 2:
        yield from map(job, numbers)
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # An interrupt is the parent's to answer: it ends the pool.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(min(processes, len(numbers)), get_context("spawn"), signal.signal, ignore)
    try:
        yield from pool.map(job, numbers)
    except BaseException as error:  # what is at work is not waited for
        for process in set(active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise ManniError("processes", "one of them came to an end in the middle of its work") from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)

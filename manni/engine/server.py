"""Queries in, answers out: one thread reads, some work, one writes.

Whoever reads never waits for whoever works or writes, so that a query can be ended and a client may write all its
queries before it reads the first answer. What waits is bounded in bytes: past that, queries are refused.
"""

from __future__ import annotations

import heapq
import sys
import threading
import time
import traceback
from collections import deque
from typing import IO, Any

import msgspec

import manni
import solver
from manni.engine.queries import Clear, Id, Query, Terminate, Version
from manni.engine.reading import MAX_LINE, BadQuery, read_query
from manni.engine.work import Desk, Job
from manni.errors import ManniError, NotationError, quote
from manni.lines import numbered

MOST_WAITING = 1 << 28
"""Bytes of queries that may wait."""

MOST_UNREAD = 1 << 26
"""Bytes of answers that may wait for a reader before no more queries are begun."""

OVERHEAD = 2000
"""Bytes that a query takes besides its text, roughly."""

MOST_TRACES = 5
"""Failures of our own that are shown on stderr in full: a pipe that nobody reads must not fill up and block us."""


class _Place(Job):
    """A job and its place in the queue."""

    def __init__(self, query: Query, warning: str | None, size: int) -> None:
        super().__init__(query)
        self.warning = warning
        self.size = size
        self.began: float | None = None
        self.terminated = False
        self.done = threading.Event()


class Server:
    """The engine at work on one stream of queries.

    Parameters
    ----------
    output : binary file
        Gets the answers, one to a line.
    threads : int
        Queries at a time.
    memory : int
        Bytes that one search may take.
    """

    def __init__(self, output: IO[bytes], *, threads: int, memory: int) -> None:
        self._desk = Desk(memory)
        self._threads = threads
        self._out = _Outbox(output)
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._jobs: dict[Id, _Place] = {}
        self._queue: list[tuple[int, int, _Place]] = []
        self._waiting = 0
        self._count = 0
        self._closed = False
        self._failures = 0

    def serve(self, stream: IO[bytes]) -> None:
        """Answer the queries of a stream to its end.

        Raises
        ------
        BrokenPipeError
            When nobody reads the answers any more.
        """
        workers = [threading.Thread(target=self._worker, daemon=True) for _ in range(self._threads)]
        for worker in workers:
            worker.start()
        try:
            for _, line in numbered(stream, MAX_LINE):
                self._receive(line)
                if self._out.broken:
                    break
        finally:
            with self._work:
                self._closed = True
                if self._out.broken:
                    for job in self._jobs.values():
                        job.stop.set()
                self._work.notify_all()
        for worker in workers:
            worker.join()
        self._out.close()

    def _receive(self, line: bytes | None) -> None:
        try:
            query, warning = read_query(line)
        except BadQuery as bad:
            self._out.put(_error(bad.identity, bad.error))
            return
        with self._work:
            if query.id in self._jobs:
                reason = f"{quote(query.id)} is that of a query that is not answered yet"
                self._out.put(_error(None, NotationError("id", reason)))
                return
            match query:
                case Terminate():
                    body: dict[str, Any] = {"stopped": self._terminate(query)}
                case Version():
                    body = {"version": manni.__version__, "isa": solver.ISA, "threads": self._threads}
                case Clear():
                    body = {"hands": self._desk.clear()}
                case _:
                    self._queue_up(_Place(query, warning, OVERHEAD + len(line or b"")))
                    return
        self._out.put(_final(query.id, warning, False, body))

    def _queue_up(self, job: _Place) -> None:
        if self._waiting + job.size > MOST_WAITING:
            self._out.put(_error(job.query.id, ManniError("line", "too many queries wait to be answered")))
            return
        self._waiting += job.size
        self._jobs[job.query.id] = job
        self._count += 1
        heapq.heappush(self._queue, (-job.query.priority, self._count, job))
        self._work.notify()

    def _terminate(self, query: Terminate) -> int:
        asked = list(self._jobs) if query.target is None else [query.target]
        jobs = [self._jobs[identity] for identity in asked if identity in self._jobs]
        for job in jobs:
            job.terminated = True
            job.stop.set()
            if job.began is None:
                self._waiting -= job.size
                self._retire(job)
                self._out.put(_final(job.query.id, job.warning, True, {}))
        return len(jobs)

    def _retire(self, job: _Place) -> None:
        """Let nothing but the final answer come of a job from now on; the lock is held."""
        job.done.set()
        del self._jobs[job.query.id]

    def _worker(self) -> None:
        while (job := self._next()) is not None:
            if job.query.report_every is not None:
                threading.Thread(target=self._report, args=(job, job.query.report_every), daemon=True).start()
            body = self._answer(job)
            with self._lock:
                self._retire(job)
            self._out.put(_final(job.query.id, job.warning, job.terminated, body))

    def _next(self) -> _Place | None:
        """The next job, when there is one; None at the end of input."""
        self._out.wait_for_reader()
        with self._work:
            while True:
                while self._queue:
                    _, _, job = heapq.heappop(self._queue)
                    if self._out.broken or job.done.is_set():
                        continue
                    self._waiting -= job.size
                    job.began = time.monotonic()
                    return job
                if self._closed:
                    return None
                self._work.wait()

    def _answer(self, job: _Place) -> dict[str, Any]:
        try:
            return self._desk.answer(job)
        except ManniError as error:
            return {"error": error.reason, "field": error.field}
        except Exception as error:  # the engine goes on, whatever a query has found
            self._failures += 1
            if self._failures <= MOST_TRACES:
                traceback.print_exc(file=sys.stderr)
            return {"error": f"the engine failed: {quote(error, 120)}", "field": "type"}

    def _report(self, job: _Place, every: float) -> None:
        """Send partial answers until the job is done."""
        while not job.done.wait(every):
            with self._lock:
                if job.done.is_set() or self._out.full:
                    continue
                assert job.began is not None
                partial: dict[str, Any] = {"id": job.query.id, "final": False}
                if job.warning is not None:
                    partial["warning"] = job.warning
                partial["seconds"] = round(time.monotonic() - job.began, 3)
                self._out.put(partial | job.partial)


def _final(identity: Id | None, warning: str | None, terminated: bool, body: dict[str, Any]) -> dict[str, Any]:
    head: dict[str, Any] = {"id": identity, "final": True}
    if warning is not None:
        head["warning"] = warning
    if terminated:
        head["terminated"] = True
    return head | body


def _error(identity: Id | None, error: ManniError) -> dict[str, Any]:
    return _final(identity, None, False, {"error": error.reason, "field": error.field})


class _Outbox:
    """Answers on their way out, written by a thread of its own: who puts one there does not wait."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._change = threading.Condition()
        self._closed = False
        self.broken = False
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    @property
    def full(self) -> bool:
        """Whether so much waits that no more work should be begun."""
        return self._size > MOST_UNREAD

    def put(self, answer: dict[str, Any]) -> None:
        """Send an answer after those sent before."""
        line = msgspec.json.encode(answer) + b"\n"
        with self._change:
            self._lines.append(line)
            self._size += len(line)
            self._change.notify_all()

    def wait_for_reader(self) -> None:
        """Wait until not too much waits."""
        with self._change:
            self._change.wait_for(lambda: not self.full or self.broken)

    def close(self) -> None:
        """Write what waits, and end; `BrokenPipeError` when that could not be."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()
        if self.broken:
            raise BrokenPipeError

    def _write(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._lines or self._closed)
                if not self._lines:
                    return
                block = b"".join(self._lines)
                self._lines.clear()
                self._size = 0
                self._change.notify_all()
            try:
                self._output.write(block)
                self._output.flush()
            except OSError:
                with self._change:
                    self.broken = True
                    self._change.notify_all()
                return

"""The engine under fire: mixed queries in bursts, malformed lines and random terminates among them.

Every query must get one final answer, every malformed line an error, and the engine must end in order with its memory
as it was. Prints what came, the rate, the latency by type, and the memory at ten points.

    python -m bench.engine_fire [--queries 10000] [--threads 2] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from manni.actions import Action, Discard
from manni.cards import CardSet
from manni.dealing import deal
from manni.hand import Exchanges, Hand
from manni.notation import Position
from manni.record import dumps
from manni.rules import BUILT_IN, load_rules

MALFORMED = 0.05
TERMINATES = 0.02
ONE_TARGET = 0.99
"""The part of terminates that name one query; the rest end all that wait."""
LEFT = 8
"""Tricks left at most in a position to be solved."""

SLOW = "H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"
"""With maxn: a while, unless it is ended."""

WEIGHTS = {
    **{"solve": 22, "advise": 12, "worlds": 10, "legal": 15, "apply": 14, "deal": 10, "score": 6, "game": 3},
    **{"rules": 3, "version": 2, "clear": 1, "long": 2, "equity": 4},
}


def choose(hand: Hand, rng: random.Random) -> Action:
    """A random legal action."""
    actions = hand.legal_actions()
    if isinstance(actions, Exchanges):
        return Discard(CardSet(rng.sample(list(actions.hand), rng.randint(0, actions.most))))
    return rng.choice(list(actions))


def points_of_hands(rng: random.Random, count: int) -> Iterator[Hand]:
    """Hands at random points of random courses."""
    for number in range(count):
        rules = load_rules(rng.choice(BUILT_IN))
        hand = Hand.start(rules, deal(rules, number))
        for _ in range(rng.randint(0, 40)):
            if hand.to_move is None:
                break
            hand = hand.apply(choose(hand, rng))
        yield hand


class Ammunition:
    """Makes queries and malformed lines."""

    def __init__(self, seed: int, hands: int = 200) -> None:
        self.rng = random.Random(seed)
        self.hands = [(hand, json.loads(dumps(hand))) for hand in points_of_hands(self.rng, hands)]
        self.open = [(hand, record) for hand, record in self.hands if hand.to_move is not None]
        self.late = [hand for hand, _ in self.open if hand.phase == "play" and 12 - sum(hand.tricks) <= LEFT]

    def query(self, identity: str) -> dict[str, Any]:
        """A good query of a random type."""
        rng = self.rng
        kind = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        query = {"id": identity, "type": kind, "priority": rng.choice([0, 0, 0, 1, -1]), **self._fields(kind)}
        if rng.random() < 0.02:
            query["colour"] = "red"
        if rng.random() < 0.05:
            query["report_every"] = rng.choice([0.01, 0.1])
        return query

    def _fields(self, kind: str) -> dict[str, Any]:
        rng = self.rng
        hand, record = rng.choice(self.open)
        seed = rng.randrange(1000)
        match kind:
            case "solve":
                return {"position": str(_position(rng.choice(self.late)))}
            case "long":
                return {"type": "solve", "position": SLOW, "concept": "maxn", "time": 0.2}
            case "advise":
                limit: dict[str, Any] = {"worlds": rng.randint(1, 8)} if rng.random() < 0.8 else {"time": 0.05}
                view = hand.view(hand.to_move) if hand.to_move is not None else None
                known = {"record": record} if rng.random() < 0.5 or view is None else {"view": view.to_json()}
                return {**known, **limit, "seed": seed}
            case "worlds":
                return {"record": record, "count": rng.randint(0, 50), "seed": seed}
            case "legal":
                return {"record": record}
            case "apply":
                return {"record": record, "action": choose(hand, rng).to_json()}
            case "deal" | "game":
                return {"rules": rng.choice(BUILT_IN), "seed": seed}
            case "equity":
                return {
                    "rules": "hornafjordur",
                    "score": {seat: [rng.randint(0, 9), rng.randint(0, 9)] for seat in "FMD"},
                }
            case "score":
                return {"record": rng.choice(self.hands)[1]}
        return {}

    def malformed(self, identity: str) -> bytes:
        """A line that is no query, or a query with something wrong."""
        rng = self.rng
        good = json.dumps(self.query(identity)).encode()
        cut = rng.randrange(1, len(good))
        return rng.choice(
            [
                good[:cut],
                good[:cut] + b"\x00\xff" + good[cut:],
                b"[" * rng.choice([10, 100_000]),
                b"nonsense",
                b'{"type": "version"}',
                b'{"id": null, "type": "version"}',
                b'{"id": "' + b"x" * 300 + b'", "type": "version"}',
                b'{"id": "' + b"x" * (1 << 20) + b'"}',
            ]
        )


def _position(hand: Hand) -> Position:
    assert hand.contract is not None
    return Position(hand.contract, hand.leader, hand.hands, hand.trick)


@dataclass
class Outcome:
    """What came of it."""

    sent: dict[str, tuple[str, float]] = field(default_factory=dict)
    finals: Counter[str] = field(default_factory=Counter)
    latency: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: int = 0
    nulls: int = 0
    partials: int = 0
    terminated: int = 0
    late: int = 0
    memory: list[float] = field(default_factory=list)
    malformed: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    status: int = 0
    complaints: str = ""

    def problems(self) -> list[str]:
        """What is not as it should be."""
        found = []
        if lost := [identity for identity in self.sent if not self.finals[identity]]:
            found.append(f"{len(lost)} queries without an answer, such as {lost[0]}")
        if more := [identity for identity, count in self.finals.items() if count > 1 or identity not in self.sent]:
            found.append(f"{len(more)} ids with more answers than queries, such as {more[0]}")
        if self.nulls != self.malformed:
            found.append(f"{self.malformed} malformed lines, but {self.nulls} errors without an id")
        if self.errors:
            found.append(f"{self.errors} good queries were refused")
        if self.late:
            found.append(f"{self.late} partial answers after the final one")
        if self.status or self.complaints:
            found.append(f"exit status {self.status}, stderr ends {self.complaints[-300:]!r}")
        return found


def fire(queries: int, threads: int, seed: int) -> Outcome:
    """Send bursts of queries to an engine, with at most 1500 of them unanswered, and check what comes."""
    out = Outcome()
    command = [sys.executable, "-P", "-m", "manni", "engine", "--threads", str(threads)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    start = time.perf_counter()
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(command, **pipes, stderr=complaints, env=environment) as engine,
    ):
        reader = threading.Thread(target=_read, args=(engine.stdout, out))
        reader.start()
        _send(engine, queries, seed, out)
        reader.join()
        out.status = engine.wait()
        out.seconds = time.perf_counter() - start
        out.cpu = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        complaints.seek(0)
        out.complaints = complaints.read().decode()
    return out


def _send(engine: subprocess.Popen[bytes], queries: int, seed: int, out: Outcome) -> None:
    ammunition, rng = Ammunition(seed), random.Random(seed)
    assert engine.stdin is not None
    number = 0
    while number < queries:
        for _ in range(min(rng.choice([1, 10, 100, 1000]), queries - number)):
            number += 1
            if number % (queries // 10) == 0:
                out.memory.append(_resident(engine.pid))
            engine.stdin.write(_line(f"q{number}", number, ammunition, rng, out) + b"\n")
        engine.stdin.flush()
        most = rng.choice([0, 20, 500])
        while len(out.sent) - len(out.finals) > most and engine.poll() is None:
            time.sleep(0.001)
    engine.stdin.close()


def _line(identity: str, number: int, ammunition: Ammunition, rng: random.Random, out: Outcome) -> bytes:
    if rng.random() < MALFORMED:
        out.malformed += 1
        return ammunition.malformed(identity)
    query = ammunition.query(identity)
    if rng.random() < TERMINATES:
        query = {"id": identity, "type": "terminate"}
        if rng.random() < ONE_TARGET and number > 1:
            query["target"] = f"q{rng.randrange(max(1, number - 200), number)}"
    out.sent[identity] = query["type"], time.perf_counter()
    return json.dumps(query).encode()


def _read(stream: Any, out: Outcome) -> None:
    for line in stream:
        answer = json.loads(line)
        identity = answer["id"]
        if not answer["final"]:
            out.partials += 1
            out.late += identity in out.finals
        elif identity is None:
            out.nulls += 1
        else:
            kind, sent = out.sent[identity]
            out.finals[identity] += 1
            out.latency[kind].append(time.perf_counter() - sent)
            out.errors += "error" in answer
            out.terminated += "terminated" in answer


def _resident(pid: int) -> float:
    """Resident memory of a process in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    out = fire(options.queries, options.threads, options.seed)
    answered = sum(out.finals.values())
    print(f"{len(out.sent)} queries, {out.malformed} malformed lines, {options.threads} threads, seed {options.seed}")
    worked = answered - out.terminated
    print(f"{answered} final answers ({worked} worked out, {out.terminated} terminated), {out.nulls} errors")
    print(f"{out.partials} partial answers")
    rate, cost = (answered + out.nulls) / out.seconds, 1000 * out.cpu / answered
    print(f"{out.seconds:.1f} s, {rate:.0f} answers/s; the engine took {out.cpu:.1f} s of CPU, {cost:.2f} ms a query")
    print(f"{'ms from sending to the final answer':36}    median       95%       max")
    for kind, times in sorted(out.latency.items()):
        times.sort()
        numbers = (times[len(times) // 2], times[len(times) * 19 // 20], times[-1])
        print(f"  {kind:10} {len(times):6}" + " " * 19 + "".join(f"{1000 * value:10.1f}" for value in numbers))
    print("memory, MB  " + " ".join(f"{value:.0f}" for value in out.memory))
    problems = out.problems()
    print("problems: " + ("; ".join(problems) or "none"))
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()

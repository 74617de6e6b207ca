"""Calls into the compiled engine: choice of the build, checks, threads."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.deal import CARDS, Bounds, Deal, Limit, Solution, check

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver._kernel import Engine
    from solver._kernel import Stop as Stop
else:
    from importlib import import_module

    def _choose():
        """The build to use and its name."""
        forced = os.environ.get("MANNI_ISA", "")
        if forced not in ("", "portable", "v3"):
            raise ImportError(f"MANNI_ISA: {forced!r} is not portable or v3")
        portable = import_module("solver._kernel")
        if forced != "portable":
            try:
                if not portable.has_v3():
                    raise ImportError("this machine does not run x86-64-v3")
                return import_module("solver._kernel_v3"), "v3"
            except ImportError:
                if forced == "v3":
                    raise
        return portable, "portable"

    _kernel, ISA = _choose()
    Engine, Stop = _kernel.Engine, _kernel.Stop

if TYPE_CHECKING:
    ISA: str

MEMORY = 1 << 28
"""Bytes that one table may grow to when no limit is given."""


class CardValues(NamedTuple):
    """Values of one seat's cards over many worlds.

    Attributes
    ----------
    cards : tuple of int
        The legal cards, suit by suit.
    values : int8 array, shape (worlds done, cards)
        Paranoid value of the seat to move after each card.
    nodes : int
        Trick starts searched.
    """

    cards: tuple[int, ...]
    values: npt.NDArray[np.int8]
    nodes: int


class Guarantees(NamedTuple):
    """Guarantees over many worlds: `values`, int8 array of shape (worlds done, 3), by seat; and the nodes."""

    values: npt.NDArray[np.int8]
    nodes: int


def solve(
    deal: Deal,
    *,
    concept: str = "paranoid",
    cards: bool = True,
    seats: Iterable[int] = (0, 1, 2),
    limit: Limit | None = None,
) -> Solution:
    """Solve one open-card position.

    Parameters
    ----------
    deal : Deal
    concept : {"paranoid", "maxn"}
        Each seat against the other two, or each seat for itself.
    cards : bool
        Whether every legal card of the seat to move is valued.
    seats : iterable of int
        The seats whose guarantee is asked for (paranoid only).
    limit : Limit, optional
        When to stop; what is then proven comes as bounds.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        For a position that cannot arise, or an unknown concept.
    """
    check(deal)
    return _solve_with(Engine(_memory(limit)), deal, concept, cards, tuple(seats), limit)


def _memory(limit: Limit | None) -> int:
    return limit.memory if limit is not None and limit.memory else MEMORY


def _solve_with(
    engine: Engine, deal: Deal, concept: str, cards: bool, seats: tuple[int, ...], limit: Limit | None
) -> Solution:
    hands, trick, leader, trump, avoid = deal
    for seat in seats:
        if seat not in (0, 1, 2):
            raise ValueError(f"seats: {seat!r} is not a seat (0, 1 or 2)")
    start = time.perf_counter()
    limits = (limit.nodes or 0, limit.seconds or 0.0, limit.stop) if limit is not None else (0, 0.0, None)
    suit = 4 if trump is None else trump
    if concept == "paranoid":
        values, by_card, nodes = engine.solve(hands, trick, leader, suit, avoid, seats, cards, *limits)
        guarantee = tuple([None if v is None else Bounds(*v) for v in values])
        of_card = {card: Bounds(low, up) for card, low, up in by_card}
        exact = all(low == up for low, up in itertools.chain(of_card.values(), filter(None, guarantee)))
        return Solution(guarantee, of_card, None, {}, nodes, time.perf_counter() - start, exact)  # type: ignore[arg-type]
    if concept != "maxn":
        raise ValueError(f"concept: {concept!r} is not paranoid or maxn")
    outcome, outcome_by_card, nodes = engine.solve_maxn(hands, trick, leader, suit, avoid, cards, *limits)
    outcomes = {card: tuple(Bounds(*b) for b in found) for card, found in outcome_by_card}
    whole = tuple(Bounds(*b) for b in outcome)
    exact = all(low == up for found in (whole, *outcomes.values()) for low, up in found)
    return Solution((None, None, None), {}, whole, outcomes, nodes, time.perf_counter() - start, exact)  # type: ignore[arg-type]


def solve_many(
    deals: Iterable[Deal],
    *,
    concept: str = "paranoid",
    cards: bool = True,
    seats: Iterable[int] = (0, 1, 2),
    limit: Limit | None = None,
    threads: int = 1,
) -> Iterator[Solution]:
    """Solve positions one after another, in order, each as `solve` does; `limit` holds for each.

    Parameters
    ----------
    deals : iterable of Deal
        Read as needed, so that it may be endless.
    threads : int
        Searches at a time, each with a table of its own. Values and nodes do not depend on it.

    Yields
    ------
    Solution

    Raises
    ------
    ValueError
        As `solve`, when the turn of a bad position comes.
    """
    asked = tuple(seats)
    if threads <= 1:
        engine = Engine(_memory(limit))
        for deal in deals:
            check(deal)
            yield _solve_with(engine, deal, concept, cards, asked, limit)
        return
    local = threading.local()

    def task(deal: Deal) -> Solution:
        if not hasattr(local, "engine"):
            local.engine = Engine(_memory(limit))
        check(deal)
        return _solve_with(local.engine, deal, concept, cards, asked, limit)

    waiting: deque[Future[Solution]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for deal in deals:
                waiting.append(pool.submit(task, deal))
                if len(waiting) >= 16 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def card_values(
    hands: npt.NDArray[np.uint64],
    trick: tuple[int, ...],
    leader: int,
    trump: int | None,
    avoid: bool,
    *,
    threads: int = 1,
    limit: Limit | None = None,
) -> CardValues:
    """Value every card of the seat to move in many worlds that differ in the other two hands.

    Parameters
    ----------
    hands : uint64 array, shape (worlds, 3)
        Masks by seat; the hand of the seat to move is the same in all.
    trick, leader, trump, avoid
        As in `Deal`.
    threads : int
        Searches at a time. Values and nodes do not depend on it.
    limit : Limit, optional
        For all worlds together. With `nodes`, the worlds are those whose nodes together stay within it, at least
        one; with `seconds`, those that were done in time.

    Returns
    -------
    CardValues
        For the first worlds, as many as the limit allowed.

    Raises
    ------
    ValueError
        When a world cannot arise, or the seat to move does not hold the same cards in all.
    """
    import numpy as np

    hands = np.ascontiguousarray(hands, np.uint64)
    if not len(hands):
        return CardValues((), np.zeros((0, 0), np.int8), 0)
    first = _check_worlds(hands, trick, leader, trump, avoid)
    mover = (leader + len(trick)) % 3
    if (hands[:, mover] != hands[0, mover]).any():
        raise ValueError(f"hands: seat {mover}, which is to move, does not hold the same cards in all worlds")
    legal = legal_cards(first)

    def work(engine: Engine, *rest: Any) -> None:
        engine.card_values(hands, trick, leader, 4 if trump is None else trump, avoid, *rest)

    return CardValues(legal, *_over_worlds(work, len(hands), len(legal), threads, limit))


def guarantees(
    hands: npt.NDArray[np.uint64],
    leader: int,
    trump: int | None,
    avoid: bool,
    *,
    threads: int = 1,
    limit: Limit | None = None,
) -> Guarantees:
    """All three guarantees in many worlds, at the start of a trick.

    Parameters and limits are those of `card_values`; no hand needs to be the same in all worlds.

    Returns
    -------
    Guarantees

    Raises
    ------
    ValueError
        When a world cannot arise.
    """
    import numpy as np

    hands = np.ascontiguousarray(hands, np.uint64)
    if not len(hands):
        return Guarantees(np.zeros((0, 3), np.int8), 0)
    _check_worlds(hands, (), leader, trump, avoid)

    def work(engine: Engine, *rest: Any) -> None:
        engine.guarantees(hands, leader, 4 if trump is None else trump, avoid, *rest)

    return Guarantees(*_over_worlds(work, len(hands), 3, threads, limit))


def _check_worlds(
    hands: npt.NDArray[np.uint64], trick: tuple[int, ...], leader: int, trump: int | None, avoid: bool
) -> Deal:
    """Refuse worlds that cannot arise, as `check` does; the first of them."""
    import numpy as np

    if hands.ndim != 2 or hands.shape[1] != 3:
        raise ValueError(f"hands: an array of shape {hands.shape}, not (worlds, 3)")
    deal = Deal(tuple(int(h) for h in hands[0]), trick, leader, trump, avoid)  # type: ignore[arg-type]
    check(deal)
    first, second, third = hands.T
    taken = np.uint64(~CARDS & (1 << 64) - 1 | sum(1 << card for card in trick))
    clash = first & second | first & third | second & third | (first | second | third) & taken
    if len(trick) == 2 and trick[1] >> 4 != trick[0] >> 4:
        clash |= hands[:, (leader + 1) % 3] & np.uint64(0x1FFF << (16 * (trick[0] >> 4)))
    sizes = np.unpackbits(hands.view(np.uint8).reshape(-1, 3, 8), axis=2).sum(axis=2)
    for world in np.flatnonzero((clash != 0) | (sizes != sizes[0]).any(axis=1)):
        try:
            check(deal._replace(hands=tuple(int(h) for h in hands[world])))  # type: ignore[arg-type]
        except ValueError as error:
            raise ValueError(f"hands: world {world}: {error}") from None
    return deal


def legal_cards(deal: Deal) -> tuple[int, ...]:
    """Legal cards of the seat to move, suit by suit, in the engine's order: high to low, when avoiding low to high."""
    hand = deal.hands[(deal.leader + len(deal.trick)) % 3]
    if deal.trick:
        hand = hand & 0x1FFF << (16 * (deal.trick[0] >> 4)) or hand
    ranks = range(13) if deal.avoid else range(12, -1, -1)
    return tuple(c for suit in range(4) for c in (16 * suit + rank for rank in ranks) if hand >> c & 1)


def _over_worlds(
    work: Callable[..., None], worlds: int, columns: int, threads: int, limit: Limit | None
) -> tuple[npt.NDArray[np.int8], int]:
    """Run `work` over all worlds, in blocks while a limit in nodes holds, and cut the result at the limit."""
    import numpy as np

    limit = limit or Limit()
    end = time.monotonic() + limit.seconds if limit.seconds else None
    values = np.zeros((worlds, columns), np.int8)
    nodes = np.full(worlds, -1, np.int64)
    threads = max(1, min(threads, worlds))
    engines = [Engine(_memory(limit)) for _ in range(threads)]
    block = worlds if limit.nodes is None else 16 * threads
    done = total = 0
    with ThreadPoolExecutor(threads) as pool:
        for low in range(0, worlds, block):
            high = min(low + block, worlds)
            seconds = max(end - time.monotonic(), 1e-6) if end is not None else 0.0
            runs = [
                pool.submit(work, engine, low + k, threads, high, values, nodes, seconds, limit.stop)
                for k, engine in enumerate(engines)
            ]
            for run in runs:
                run.result()
            while done < high and nodes[done] >= 0:
                if limit.nodes is not None and done and total + nodes[done] > limit.nodes:
                    return values[:done], total
                total += int(nodes[done])
                done += 1
            if done < high:
                break
    return values[:done], total

"""The adviser: the best declaration, exchange, take or keep, or play for one seat, from what that seat knows.

A question travels so: a view is validated, worlds are drawn from it, every action is valued in all of them, and paired
means decide. Nothing here ever sees the real hand.
"""

from __future__ import annotations

from manni.advice.declare import advise_declare
from manni.advice.exchange import advise_exchange
from manni.advice.method import Goal, Method
from manni.advice.play import advise_play
from manni.advice.reasons import reasons_before_play
from manni.advice.result import ActionValue, Advice, Verdict
from manni.advice.selection import Budget, Leader, Progress
from manni.advice.take import advise_take
from manni.advice.worth import worth_of
from manni.cores import cores
from manni.errors import ManniError, ViewError, at_least, quote
from manni.limits import Limit
from manni.policy.choices import contracts_allowed
from manni.view import View

__all__ = ["ActionValue", "Advice", "Goal", "Method", "advise"]

_BEFORE_PLAY = {"declare": advise_declare, "exchange": advise_exchange, "take": advise_take}


def advise(
    view: View,
    *,
    limit: Limit | None = None,
    method: Method | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    leader: Leader | None = None,
) -> Advice:
    """Advise the seat whose view it is on the decision that is due.

    Parameters
    ----------
    view : View
        What the seat knows; the decision follows from it.
    limit : Limit, optional
        In worlds, nodes or seconds; by default 200 worlds or 2 seconds, whichever comes first. With a limit in
        worlds or nodes alone the advice (but for its `seconds`) is the same on every machine. The first question to
        win a game under some rules takes about a second more, to solve the winning chances, or several seconds under
        a house's rules and where scores are far apart.
    method : Method, optional
        What parts of the adviser are at work; by default all.
    seed : int
        Of the sampled worlds.
    threads : int, optional
        Searches at a time; by default one per core. Does not change the advice.
    progress : callable, optional
        Told now and then what part of the limit is used.
    leader : callable, optional
        Told now and then which action is ahead, and after how many worlds; between them the last word is open.

    Raises
    ------
    ViewError
        When no decision of this seat is due.
    ManniError
        Naming ``seed`` or ``threads`` when it is out of range.
    """
    if not isinstance(view, View):
        raise ManniError("view", f"{quote(view)} is not a View")
    if limit is not None and not isinstance(limit, Limit):
        raise ManniError("limit", f"{quote(limit)} is not a Limit")
    if method is not None and not isinstance(method, Method):
        raise ManniError("method", f"{quote(method)} is not a Method")
    method = method or Method()
    decision = view.decision
    if decision is None:
        due = "the hand is over" if view.to_move is None else f"{view.to_move} is to {view.stage}, not {view.seat}"
        raise ViewError("seat", f"nothing to decide: {due}")
    at_least(0, "seed", seed)
    threads = cores() if threads is None else at_least(1, "threads", threads)
    # The first question about a game solves its winning chances: once, as a module is imported, and beside the limit.
    worth_of(view, view.contract or contracts_allowed(view)[0], method.goal)
    budget = Budget(limit, progress, leader)
    if decision == "play":
        found = advise_play(view, budget, seed, threads, method)
    else:
        actions, worlds = _BEFORE_PLAY[decision](view, budget, seed, method)
        found = Verdict(actions, worlds, float(worlds), reasons=reasons_before_play(view, actions))
    return Advice(
        decision=decision,
        seat=view.seat,
        **found._asdict(),
        seconds=budget.elapsed,
        seed=seed,
    )

"""The winning chances of the tables against simulated games, and how long a lookup takes.

    python -m bench.equity_check --games 20000 --seed 1

From each of 20 scores of every rule set games are drawn hand by hand from the same distribution of tricks as the tables
are made from (`--hands fresh`: from a million new hands of another seed) and scored by the rules as
`manni.game` has them: no table, no states. What is printed is by how many standard errors the wins differ from the
table; of 60 differences the greatest should be about 2.5, and one in 370 is beyond 3 by chance.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from manni.cards import Seat
from manni.rules import BUILT_IN, KINDS, ContractKind, Points, RuleSet, is_over, load_rules
from manni.winning import equity
from manni.winning.outcomes import SPLITS, count
from manni.winning.sequence import END, Sequence, scores
from manni.winning.table import prospects

Columns = tuple[Points, Points, Points]
"""By seat."""


Hands = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]
"""What may happen in the hand of a phase: the chance of each outcome, the points of the seats, and the phase after."""


def simulate(
    sequence: Sequence,
    phase: int,
    columns: Columns,
    number: int,
    games: int,
    seed: int,
    hands: Callable[[int], Hands] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Play games out; returns the mean wins of F, M and D and their standard errors.

    Parameters
    ----------
    sequence : Sequence
        Where the outcomes of a hand come from.
    phase, columns, number
        Where the game stands before hand `number`.
    hands : callable, optional
        What may happen in the hand of a phase; by default what the tables are made from.
    """
    rules, rng = sequence.rules, np.random.default_rng(seed)
    hands = hands or partial(hands_of, sequence)
    plus = np.tile([points.plus for points in columns], (games, 1))
    minus = np.tile([points.minus for points in columns], (games, 1))
    seat = np.tile(np.arange(3), (games, 1))  # who sits at F, M and D, by the seats of the first hand
    at = np.full(games, phase)
    wins = np.zeros((games, 3))
    going = np.arange(games)
    while len(going):
        for now in np.unique(at[going]):
            these = going[at[going] == now]
            chances, points, after = hands(int(now))
            outcome = np.searchsorted(np.cumsum(chances), rng.random(len(these)) * chances.sum(), side="right")
            who = seat[these]
            plus[these[:, None], who] += points[outcome, :, 0]
            minus[these[:, None], who] += points[outcome, :, 1]
            at[these] = after[outcome]
        seat[going] = seat[going][:, [1, 2, 0]]
        over = _over(rules, plus[going], plus[going] - minus[going], number)
        done = going[over]
        nets = plus[done] - minus[done]
        best = nets == nets.max(axis=1, keepdims=True)
        wins[done] = best / best.sum(axis=1, keepdims=True)
        going = going[~over]
        number += 1
        at[going] = np.where(at[going] == END, sequence.overtime_at(number), at[going])
    return wins.mean(axis=0), wins.std(axis=0) / np.sqrt(games)


def hands_of(
    sequence: Sequence,
    phase: int,
    fresh: Callable[[frozenset[ContractKind]], Mapping[ContractKind, NDArray[np.int64]]] | None = None,
) -> Hands:
    """What may happen in the hand of a phase, by the chances of the tables or by `fresh` counts."""
    branches = sequence.phases[phase].branches
    kinds = frozenset(branch.kind for branch in branches)
    chances = [branch.chances for branch in branches]
    if fresh is not None:
        counts = fresh(kinds)
        chances = [counts[branch.kind] / sum(counts[kind].sum() for kind in kinds) for branch in branches]
    points = np.concatenate([np.array(scores(sequence.rules, branch.kind)) for branch in branches])
    after = np.concatenate([np.full(len(SPLITS), branch.after) for branch in branches])
    return np.concatenate(chances), points, after


def _over(rules: RuleSet, plus: NDArray[np.int64], nets: NDArray[np.int64], number: int) -> NDArray[np.bool_]:
    """Whether each game is over after hand `number`: as `manni.rules.is_over`, for many games at once."""
    over = np.zeros(len(plus), dtype=bool)
    if rules.target is not None:
        over |= (plus if rules.columns == "apart" else nets).max(axis=1) >= rules.target
    if rules.hands is not None and number >= rules.hands:
        over[:] = True
    if rules.tie == "play on":
        over &= (nets == nets.max(axis=1, keepdims=True)).sum(axis=1) == 1
    return over


def some_scores(rules: RuleSet, count: int, seed: int) -> Iterable[tuple[Columns, int, int]]:
    """Scores of games stopped somewhere before their end, with the number of the next hand and its phase."""
    rng, sequence = random.Random(seed), prospects(rules).sequence
    while count:
        (phase,), number = sequence.at(1), 1
        columns = (Points(0, 0),) * 3
        for _ in range(rng.randrange(9)):
            branches = sequence.phases[phase].branches
            options = [(b, s, p) for b in branches for s, p in zip(scores(rules, b.kind), b.chances, strict=True)]
            ((branch, points, _),) = rng.choices(options, [p for _, _, p in options])
            f, m, d = (Points(a + x, b + y) for (a, b), (x, y) in zip(columns, points, strict=True))
            if is_over(rules, (f, m, d), number) or branch.after == END:
                break
            columns, phase, number = (m, d, f), branch.after, number + 1
        yield columns, number, phase
        count -= 1


def fresh_hands(sequence: Sequence, hands: int, seed: int) -> Callable[[int], Hands]:
    """What happened in new hands, by phase."""
    rules = sequence.rules

    @cache
    def counts(kinds: frozenset[ContractKind]) -> Mapping[ContractKind, NDArray[np.int64]]:
        return count(rules, tuple(kind for kind in KINDS if kind in kinds), hands, seed)

    return cache(partial(hands_of, sequence, fresh=counts))


def lookups(rules: RuleSet, columns: Columns, number: int, phase: int, times: int = 20_000) -> tuple[float, float]:
    """Microseconds of a lookup: the score at hand, and a score as a user states it."""
    ahead = prospects(rules)
    began = time.process_time()
    for _ in range(times):
        ahead.before((phase,), columns, number)
    inner = (time.process_time() - began) / times
    given = {
        seat: (p.plus, p.minus) if rules.columns == "apart" else p.net for seat, p in zip(Seat, columns, strict=True)
    }
    began = time.process_time()
    for _ in range(times // 10):
        equity(given, rules=rules, hand=number)
    return inner * 1e6, (time.process_time() - began) / (times // 10) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", nargs="*", default=BUILT_IN)
    parser.add_argument("--scores", type=int, default=20)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", choices=("tables", "fresh"), default="tables")
    options = parser.parse_args()
    for name in options.rules:
        rules = load_rules(name)
        began = time.process_time()
        ahead = prospects(rules)
        start = next(iter(some_scores(rules, 1, options.seed)))
        ahead.before((start[2],), start[0], start[1])
        made = time.process_time() - began
        hands = fresh_hands(ahead.sequence, 1_000_000, options.seed + 1000) if options.hands == "fresh" else None
        off = []
        for place, (columns, number, phase) in enumerate(some_scores(rules, options.scores, options.seed)):
            table = np.array(ahead.before((phase,), columns, number))
            wins, se = simulate(ahead.sequence, phase, columns, number, options.games, options.seed + place, hands)
            # Of rare wins the games themselves tell the error badly.
            expected = np.sqrt(table * (1 - table) / options.games)
            off += ((wins - table) / np.maximum(np.maximum(se, expected), 1 / options.games)).tolist()
        inner, outer = lookups(rules, *start)
        beyond = sum(abs(sigma) > 3 for sigma in off)
        print(f"{name}: table made in {made:.2f} s; {options.scores} scores × {options.games} games, {options.hands}:")
        print(
            f"  greatest difference {max(map(abs, off)):.2f} standard errors, {beyond} of {len(off)} beyond 3,", end=" "
        )
        print(f"root mean square {np.sqrt(np.mean(np.square(off))):.2f}")
        print(f"  a lookup {inner:.1f} µs, of a score as stated by a user {outer:.1f} µs")


if __name__ == "__main__":
    main()

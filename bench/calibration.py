"""Whether the adviser's expectations are true: what it told in self-play against what the hands then brought.

    python -m bench.calibration play FILE --rules declared --hands 30 --seed 1     # adds to FILE, goes on where it was
    python -m bench.calibration report FILE
    python -m bench.calibration fit FILE           # manni/advice/expectations.json, from the plays in FILE

Every seat plays as the adviser says. In `report`, the mean of tricks told less tricks won stands by kind of contract,
decision and seat, with its standard error over hands, and below it how often what was told to have some chance came
true. `fit` corrects what is told before the last tricks (`manni.advice.values.sobered`) so that its means are those of
the hands.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from manni.actions import Take
from manni.advice import advise, ending
from manni.advice.values import EXPECTATIONS, expectations, mishap
from manni.cards import Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.policy.evaluation import contract_kind
from manni.rules import KINDS, load_rules

OPENING = 8
"""How many times more worlds there are before the play, where they cost little."""

BANDS = ((12, 10), (9, 7), (6, 5), (4, 3), (2, 1))
"""Tricks left of the plays that are looked at together."""


def play(file: Path, rules_name: str, hands: int, seed: int, worlds: int, most_worlds: int) -> None:
    rules = load_rules(rules_name)
    ending.MOST_WORLDS = most_worlds
    done = {tuple(json.loads(line)[:3]) for line in file.read_text().splitlines()} if file.exists() else set()
    for number in range(1, hands + 1):
        if (rules_name, seed, number) in done:
            continue
        kind = (KINDS[number % len(KINDS)],) if rules.contract_source == "declaration" else None
        hand = Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=kind)
        told = []
        while (seat := hand.to_move) is not None:
            view, phase = hand.view(seat), str(hand.phase)
            if phase == "play" and len(view.legal_plays) == 1:
                hand = hand.apply(next(iter(hand.legal_actions())))
                continue
            limit = Limit(worlds=worlds if phase == "play" else OPENING * worlds)
            advice = advise(view, limit=limit, seed=number, threads=1)
            if isinstance(advice.best, Take) and not advice.best.take:
                phase = "keep"
            told.append(
                (
                    phase,
                    int(seat),
                    len(view.hand),
                    view.tricks_won[seat],
                    [round(p, 5) for p in advice.actions[0].distribution],
                )
            )
            hand = hand.apply(advice.best)
        assert hand.contract is not None
        rows = [(p, s, left, won, spread, hand.tricks[s]) for p, s, left, won, spread in told]
        with file.open("a") as out:
            print(json.dumps([rules_name, seed, number, contract_kind(hand.contract), rows]), file=out)


def read(file: Path) -> dict[tuple[str, str], list[tuple[int, int, int, int, list[float], int]]]:
    """By kind of contract and decision: hand, seat, tricks left and won, distribution told, tricks in the end."""
    found = defaultdict(list)
    for number, line in enumerate(file.read_text().splitlines()):
        kind, rows = json.loads(line)[3:]
        for phase, seat, left, won, spread, tricks in rows:
            band = next(f"play {high}-{low}" for high, low in BANDS if left >= low) if phase == "play" else phase
            found[kind, band].append((number, seat, left, won, spread, tricks))
    return found


def report(file: Path) -> None:
    found = read(file)
    for (kind, band), rows in sorted(found.items()):
        line = [f"{kind:8} {band:10} {len(rows):5}"]
        for seat in (None, *Seat):
            off = defaultdict(list)
            for number, s, _, _, spread, tricks in rows:
                if seat is None or s == seat:
                    off[number].append(float(np.dot(spread, range(13))) - tricks)
            means = [float(np.mean(o)) for o in off.values()]
            if len(means) > 1:
                error = float(np.std(means, ddof=1)) / len(means) ** 0.5
                mean = np.mean(np.concatenate(list(off.values())))
                line.append(f"{'all' if seat is None else seat} {mean:+.2f} ± {error:.2f}")
        print("  ".join(line))
    print("\nchance told that a number of tricks, or more, is won / how often it was")
    pairs = [(sum(sp[k:]), won >= k) for rows in found.values() for *_, sp, won in rows for k in range(1, 13)]
    chances, came = np.array([p for p, _ in pairs]), np.array([c for _, c in pairs])
    for low in np.arange(0, 1, 0.1):
        inside = (chances >= low) & (chances < low + 0.1 + (low > 0.85)) & (chances > 0)
        if inside.any():
            print(f"{chances[inside].mean():.2f} / {came[inside].mean():.2f}  ({inside.sum()})")


def fit(file: Path) -> None:
    """Set aside so much more of what is told that its mean is that of the hands."""
    parts = {kind: list(row) for kind, row in expectations().items()}
    for (kind, band), rows in read(file).items():
        if band not in ("play 12-10", "play 9-7", "play 6-5"):
            continue
        told = np.mean([np.dot(spread, range(13)) for *_, spread, _ in rows])
        wrong = np.mean([np.dot(mishap(kind, left, won), range(13)) for _, _, left, won, _, _ in rows])
        aim = np.mean([tricks for *_, tricks in rows])
        more = float((told - aim) / (told - wrong))
        for left in next(range(low, high + 1) for high, low in BANDS if band == f"play {high}-{low}"):
            parts[kind][left - 1] = round(max(0.0, 1 - (1 - parts[kind][left - 1]) * (1 - more)), 3)
    (Path("manni/advice") / EXPECTATIONS).write_text(json.dumps(parts, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "report", "fit"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", default="declared")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--most-worlds", type=int, default=2000, help="up to which endings are exact (default 2000)")
    given = parser.parse_args()
    if given.what == "play":
        play(given.file, given.rules, given.hands, given.seed, given.worlds, given.most_worlds)
    else:
        (report if given.what == "report" else fit)(given.file)


if __name__ == "__main__":
    main()

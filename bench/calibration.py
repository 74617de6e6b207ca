"""Whether the adviser's expectations are true: what it told in self-play against what the hands then brought.

    python -m bench.calibration play FILE --rules declared --hands 300 --seed 1    # adds to FILE, goes on where it was
    python -m bench.calibration report FILE FILE ... --plot bench/calibration.svg
    python -m bench.calibration fit FILE           # manni/advice/expectations.json, from FILE
    python -m bench.calibration levels --hands 90  # manni/advice/levels.json, from decisions before the play

Every seat plays as the adviser says. In `report`, the mean of tricks told less tricks won stands by kind of contract,
decision and seat, with its standard error over hands; the luck of the deals is taken out of it as far as the policy
shows it in the same deals (`bench.same_deal`). Below it, and in the plot, stands how often what was told to have some
chance came true. `fit` corrects what is told of exchanges and of plays before the last tricks
(`manni.advice.values.sobered`) so that its means are those of the hands; `levels` finds how far hands played out are
off the evaluation.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.report import table
from bench.same_deal import adjusted, tricks_of_policy, usual
from manni.actions import Action, Declare, Discard, Take
from manni.advice import Method, advise, ending
from manni.advice.deals import Deals
from manni.advice.opening import Opening, level_name
from manni.advice.values import EXPECTATIONS, LEVELS, TRICKS, expectations, mishap
from manni.advice.worth import Worth
from manni.cards import CardSet, Contract, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.policy.choices import contracts_allowed, dealer_allowance
from manni.policy.evaluation import best_discard, contract_kind, hand_value, policy
from manni.rules import KINDS, ContractKind, RuleSet, load_rules
from manni.view import View

OFTEN = 8
"""How many times more worlds there are before the play, where they cost little, and in endings, where few let a seat
see through the others' hands."""

LEAST_HANDS = 12
"""Hands from which on a mean is told."""

LEVEL_WORLDS = 256
"""Worlds in which a decision is played out for `levels`."""

BANDS = ((12, 10), (9, 7), (6, 5), (4, 3), (2, 1))
"""Tricks left of the plays that are looked at together."""


def play(file: Path, rules_name: str, hands: int, seed: int, worlds: int, most_worlds: int) -> None:
    rules = load_rules(rules_name)
    ending.MOST_WORLDS = most_worlds
    done = {tuple(json.loads(line)[:3]) for line in file.read_text().splitlines()} if file.exists() else set()
    for number in range(1, hands + 1):
        if (rules_name, seed, number) in done:
            continue
        left = left_to_declare(rules, number)
        hand = Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=left)
        told = []
        while (seat := hand.to_move) is not None:
            view, phase = hand.view(seat), str(hand.phase)
            if phase == "play" and len(view.legal_plays) == 1:
                hand = hand.apply(next(iter(hand.legal_actions())))
                continue
            early = phase == "play" and len(view.hand) > ending.MOST_TRICKS
            limit = Limit(worlds=worlds if early else OFTEN * worlds)
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


def left_to_declare(rules: RuleSet, number: int) -> tuple[ContractKind, ...] | None:
    """The one kind of contract that the dealer of a hand has left, each in its turn; None where nothing is declared."""
    return (KINDS[number % len(KINDS)],) if rules.contract_source == "declaration" else None


class Told(NamedTuple):
    """What was told of the decision taken, and what came.

    Attributes
    ----------
    hand : tuple of str, int and int
        Rules, seed and number of the hand.
    seat, left, won : int
        Who decided, with how many tricks left and won.
    spread : list of 13 float
        The distribution of final tricks.
    tricks : int
        In the end.
    """

    hand: tuple[str, int, int]
    seat: int
    left: int
    won: int
    spread: list[float]
    tricks: int

    @property
    def off(self) -> float:
        """Expected less won."""
        return float(np.dot(self.spread, range(13))) - self.tricks


def read(files: list[Path]) -> dict[tuple[str, str], list[Told]]:
    """By kind of contract and decision."""
    found = defaultdict(list)
    for line in (line for file in files for line in file.read_text().splitlines()):
        rules, seed, number, kind, rows = json.loads(line)
        for phase, *rest in rows:
            left = rest[1]
            band = next(f"play {high}-{low}" for high, low in BANDS if left >= low) if phase == "play" else phase
            found[kind, band].append(Told((rules, seed, number), *rest))
    return found


@cache
def luck(kind: str, hand: tuple[str, int, int]) -> tuple[float, float]:
    """How many tricks more than usual the policy takes in the same deal as forehand and as middlehand."""
    rules, seed, number = hand
    won = tricks_of_policy(rules, seed, number, left_to_declare(load_rules(rules), number))
    more = np.array(won) - usual(rules, kind)
    return float(more[0]), float(more[1])


def mean_off(kind: str, rows: list[Told]) -> tuple[float, float] | None:
    """Tricks told less tricks won, without the luck of the deals, and its standard error; None of too few hands."""
    off = defaultdict(list)
    for row in rows:
        off[row.hand].append(row.off)
    if len(off) < LEAST_HANDS:
        return None
    means = np.array([np.mean(one) for one in off.values()])
    return adjusted(means, np.array([luck(kind, hand) for hand in off]))


def report(files: list[Path], plot: Path | None) -> None:
    """Print the tables, and draw the plot if it is wanted."""
    found = read(files)
    told = []
    for (kind, band), rows in sorted(found.items()):
        line: list[object] = [kind, band, len({row.hand for row in rows})]
        for seat in (None, *Seat):
            mean = mean_off(kind, [row for row in rows if seat is None or row.seat == seat])
            line.append("" if mean is None else f"{mean[0]:+.2f} ± {mean[1]:.2f}")
        told.append(line)
    print(table(["contract", "decision", "hands", "all seats", "F", "M", "D"], told))
    print("\nChance told that a number of tricks, or more, is won / how often it was (so many times)\n")
    curves = {kind: reliability(found, kind) for kind in sorted({kind for kind, _ in found})}
    tenths = [[f"{low / 10:.1f}-{low / 10 + 0.1:.1f}"] for low in range(10)]
    for curve in curves.values():
        for low, (chance, came, number) in curve.items():
            tenths[low].append(f"{chance:.2f} / {came:.2f} ({number})")
    print(table(["told", *curves], tenths))
    if plot is not None:
        draw(curves, plot)


def reliability(found: dict[tuple[str, str], list[Told]], wanted: str) -> dict[int, tuple[float, float, int]]:
    """By tenth of the chance told: its mean, how often it came true, and how many there were; for a kind of contract.

    The chances are those of so many tricks or more, for each number that was neither certain nor ruled out.
    """
    rows = [row for (kind, _), some in found.items() if kind == wanted for row in some]
    pairs = [(sum(row.spread[k:]), row.tricks >= k) for row in rows for k in range(row.won + 1, row.won + row.left + 1)]
    chances, came = np.array([p for p, _ in pairs]), np.array([c for _, c in pairs])
    tenth = np.minimum(chances * 10, 9).astype(int)
    return {
        low: (float(chances[tenth == low].mean()), float(came[tenth == low].mean()), int((tenth == low).sum()))
        for low in range(10)
        if (tenth == low).any()
    }


def draw(curves: dict[str, dict[int, tuple[float, float, int]]], plot: Path) -> None:
    """Draw how often what was told came true against how likely it was told to be."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "calibration"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    for kind, curve in curves.items():
        axes.plot([p for p, _, _ in curve.values()], [c for _, c, _ in curve.values()], "o-", label=kind, markersize=4)
    axes.set_xlabel("chance told of so many tricks or more")
    axes.set_ylabel("how often they were won")
    axes.legend()
    figure.tight_layout()
    figure.savefig(plot, metadata={"Date": None} if plot.suffix == ".svg" else None)


def fit(files: list[Path]) -> None:
    """Set aside so much more of what is told that its mean is that of the hands."""
    parts = {name: list(row) for name, row in expectations().items()}
    for (kind, band), rows in read(files).items():
        if band not in ("exchange", "play 12-10", "play 9-7", "play 6-5"):
            continue
        told = np.mean([np.dot(row.spread, range(13)) for row in rows])
        wrong = np.mean([np.dot(mishap(kind, row.left, row.won), range(13)) for row in rows])
        aim = np.mean([row.tricks for row in rows])
        more = float((told - aim) / (told - wrong))
        aside = parts[f"{band.partition(' ')[0]} {kind}"]
        for place in {min(row.left, len(aside)) - 1 for row in rows}:
            aside[place] = round(max(0.0, 1 - (1 - aside[place]) * (1 - more)), 3)
    (Path("manni/advice") / EXPECTATIONS).write_text(json.dumps(parts, indent=1) + "\n")


def levels(hands: int, seed: int) -> None:
    """Set decisions before the play, played out in many worlds, beside the evaluation, and write the differences."""
    off = defaultdict(list)
    for rules in map(load_rules, ("declared", "hornafjordur", "plain")):
        for number in range(1, hands + 1):
            left = left_to_declare(rules, number)
            if left is not None and number % 4 == 0:
                left = KINDS
            hand = Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=left)
            while hand.phase != "play":
                assert hand.to_move is not None
                view = hand.view(hand.to_move)
                thought = evaluated(view)
                actions = list(thought)
                worths = [Worth(rules, view.contract or Contract.S)] * len(actions)
                opening = Opening(view, actions, worths, Deals(view, Method(), number), policy())
                opening.value(range(len(actions)), range(LEVEL_WORLDS), Limit())
                means = opening.tricks[:, :, view.seat].mean(axis=1)
                for action, contract, mean in zip(actions, opening.contracts, means.tolist(), strict=True):
                    off[level_name(view, action, contract), view.seat].append(mean - thought[action])
                hand = hand.apply(max(actions, key=lambda action: rank(view, action, thought[action])))
    names = sorted({name for name, _ in off})
    found = {name: [round(float(np.mean(off.get((name, seat), [0.0]))), 2) + 0.0 for seat in Seat] for name in names}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in found.items())
    (Path("manni/advice") / LEVELS).write_text("{\n" + lines + "\n}\n")


def evaluated(view: View) -> dict[Action, float]:
    """What the evaluation expects of each contract, of its best discard, or of taking and keeping; in tricks."""
    mask, contract = view.hand.mask, view.contract
    if view.decision == "declare":
        allowance = dealer_allowance(view.rules)
        return {Declare(c): best_discard(mask, c, allowance)[1] for c in contracts_allowed(view)}
    assert contract is not None
    if view.decision == "take":
        return {Take(True): TRICKS / 3, Take(False): hand_value(mask, 0, contract)}
    thrown, tricks = best_discard(mask, contract, view.rules.allowance(view.seat, view.exchanged))
    return {Discard(CardSet(thrown)): tricks}


def rank(view: View, action: Action, tricks: float) -> float:
    """How good an action is by its evaluation."""
    contract = action.contract if isinstance(action, Declare) else view.contract
    return -tricks if contract is not None and contract.avoid else tricks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "report", "fit", "levels"])
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--rules", default="declared")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--most-worlds", type=int, default=2000, help="up to which endings are exact (default 2000)")
    parser.add_argument("--plot", type=Path, help="draw the reliability here")
    given = parser.parse_args()
    if given.what == "levels":
        levels(given.hands, given.seed)
    elif not given.files:
        parser.error("FILE is missing")
    elif given.what == "play":
        play(given.files[0], given.rules, given.hands, given.seed, given.worlds, given.most_worlds)
    elif given.what == "report":
        report(given.files, given.plot)
    else:
        fit(given.files)


if __name__ == "__main__":
    main()

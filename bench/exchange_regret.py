"""What the adviser's exchange loses against a large reference, on held decisions.

    python -m bench.exchange_regret --seconds 0.5 2 8 --out FILE

Sixty decisions: each seat with each kind of contract, from deals of a fixed seed in which the earlier seats exchange by
the policy. The reference gives common worlds (of its own seed) to the best candidates of a broad screen and to the
adviser's choice; the regret is the best mean of these less the choice's, in tricks. The best of many means that differ
by chance is always a little above the truth, so that a perfect choice has a regret above 0 too: that of the screen's
best is printed beside it, and that of what the evaluation likes best. The adviser's seconds are the processor's. A
decision that the file holds is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

import numpy as np

from manni.actions import Discard
from manni.advice import advise, selection
from manni.advice.deals import Deals, player_of
from manni.advice.method import Method
from manni.advice.opening import Opening
from manni.advice.worth import Worth
from manni.cards import CardSet, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.policy.choices import choose_discard
from manni.policy.evaluation import contract_kind, discards
from manni.rules import load_rules
from manni.view import View

KINDS = ("trump", "notrump", "nullo")
DECISIONS = 60
SCREENED, SCREEN_WORLDS = 200, 200
"""Discards that the evaluation likes best, and the worlds in which they are played out for the screen."""

CANDIDATES, WORLDS = 20, 4000


def decisions() -> Iterator[View]:
    """The held views, seat by seat and kind by kind in turn."""
    rules = load_rules("hornafjordur")
    cells = [(seat, kind) for seat in Seat for kind in KINDS]
    number = 0
    for place in range(DECISIONS):
        seat, kind = cells[place % len(cells)]
        while True:
            number += 1
            hand = Hand.start(rules, deal(rules, 4711, number))
            contract = hand.contract
            assert contract is not None
            if contract_kind(contract) == kind:
                break
        for earlier in list(Seat)[:seat]:
            allowance = rules.allowance(earlier, hand.exchanged)
            hand = hand.apply(Discard(CardSet(choose_discard(hand.hands[earlier].mask, contract, allowance))))
        yield hand.view(seat)


def means(view: View, thrown: list[int], worlds: int, seed: int) -> np.ndarray:
    """The mean gain in tricks (avoided, under Nullo) of discards in common worlds."""
    contract = view.contract
    assert contract is not None
    actions = [Discard(CardSet(mask)) for mask in thrown]
    worths = [Worth(view.rules, contract)] * len(actions)
    opening = Opening(view, actions, worths, Deals(view, Method(), seed), player_of(Method()))
    opening.value(range(len(actions)), range(worlds), Limit())
    return opening.tricks[:, :worlds, view.seat].mean(axis=1) * (-1.0 if contract.avoid else 1.0)


def measure(view: View, seconds: list[float], seed: int) -> list[float]:
    """Regrets: of the evaluation's first, of the screen's first, of the adviser's choice at each limit."""
    contract = view.contract
    assert contract is not None
    choices = []
    for limit in seconds:
        best = advise(view, limit=Limit(seconds=limit), seed=seed, threads=1).best
        assert isinstance(best, Discard)
        choices.append(best.cards.mask)
    masks, tricks = discards(view.hand.mask, view.rules.allowance(view.seat, view.exchanged), contract)
    leading = masks[np.argsort(tricks if contract.avoid else -tricks, kind="stable")][:SCREENED].tolist()
    screen = means(view, leading, SCREEN_WORLDS, 10_001)
    best_screened = [leading[n] for n in np.argsort(-screen, kind="stable")[:CANDIDATES]]
    found = means(view, [leading[0], *best_screened, *choices], WORLDS, 10_002)
    regret = found.max() - found
    return [float(regret[0]), float(regret[1]), *regret[1 + CANDIDATES :].tolist()]


def main() -> None:
    """Measure what is not in the file yet and print the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2.0, 8.0])
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="the first so many")
    parser.add_argument("--out", type=Path, help="keep the results here, and go on from them")
    options = parser.parse_args()
    # The adviser's limit in seconds of the processor: on a machine that is shared those of the wall are noise.
    selection.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
    done: dict[int, list[float]] = {}
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            seconds, place, regrets = json.loads(line)
            if seconds == options.seconds:
                done[place] = regrets
    cells: dict[str, list[list[float]]] = {}
    for place, view in enumerate(islice(decisions(), options.decisions)):
        if place not in done:
            done[place] = measure(view, options.seconds, place)
            if options.out:
                with options.out.open("a") as file:
                    file.write(json.dumps([options.seconds, place, done[place]]) + "\n")
        assert view.contract is not None
        for cell in (str(view.seat), contract_kind(view.contract), "all"):
            cells.setdefault(cell, []).append(done[place])
    print("mean regret in tricks", *(f"{limit:g} s" for limit in options.seconds), sep="\t")
    for cell, values in cells.items():
        evaluation, screen, *regrets = (f"{fmean(column):.4f}" for column in zip(*values, strict=True))
        print(
            f"{cell} ({len(values)})", *regrets, f"the evaluation's own {evaluation}, the screen's {screen}", sep="\t"
        )


if __name__ == "__main__":
    main()

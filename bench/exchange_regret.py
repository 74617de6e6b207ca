"""What the adviser's exchange loses against a large reference, on held decisions.

    python -m bench.exchange_regret --seconds 0.5 2 8 --out regret.jsonl

Sixty decisions: each seat with each kind of contract, from deals of a fixed seed in which the earlier seats exchange by
the policy. The reference gives common worlds (of its own seed) to the best candidates of a broad screen and to the
adviser's choice; the regret is the best mean of these less the choice's, in tricks. The best of many means that differ
by chance is always a little above the truth, so that a perfect choice has a regret above 0 too: that of the
reference's own best, chosen in other worlds, is printed beside it. A decision that the file holds is not done again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import numpy as np

from manni.actions import Discard
from manni.advice import advise
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
SCREENED, SCREEN_WORLDS = 400, 400
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


def measure(view: View, limit: Limit, seed: int) -> tuple[float, float, float]:
    """Regret of the adviser's choice, that of the screen's first, and the seconds the adviser took."""
    contract = view.contract
    assert contract is not None
    advice = advise(view, limit=limit, seed=seed, threads=1)
    assert isinstance(advice.best, Discard)
    choice = advice.best.cards.mask
    masks, tricks = discards(view.hand.mask, view.rules.allowance(view.seat, view.exchanged), contract)
    leading = masks[np.argsort(tricks if contract.avoid else -tricks, kind="stable")][:SCREENED].tolist()
    screen = means(view, leading, SCREEN_WORLDS, 10_001)
    best = [leading[n] for n in np.argsort(-screen, kind="stable")[:CANDIDATES]]
    found = means(view, [choice, *best], WORLDS, 10_002)
    return float(found.max() - found[0]), float(found.max() - found[1]), advice.seconds


def main() -> None:
    """Measure what is not in the file yet and print the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2.0, 8.0])
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--out", type=Path, help="keep the results here, and go on from them")
    options = parser.parse_args()
    done: dict[tuple[float, int], list[float]] = {}
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            seconds, place, *values = json.loads(line)
            done[seconds, place] = values
    for seconds in options.seconds:
        cells: dict[str, list[list[float]]] = {}
        for place, view in enumerate(decisions()):
            if place >= options.decisions:
                break
            if (seconds, place) not in done:
                done[seconds, place] = list(measure(view, Limit(seconds=seconds), place))
                if options.out:
                    with options.out.open("a") as file:
                        file.write(json.dumps([seconds, place, *done[seconds, place]]) + "\n")
            assert view.contract is not None
            for cell in (str(view.seat), contract_kind(view.contract), "all"):
                cells.setdefault(cell, []).append(done[seconds, place])
        for cell, values in sorted(cells.items()):
            regret, screen, spent = (fmean(column) for column in zip(*values, strict=True))
            print(f"{seconds:g} s {cell:8} {len(values):3} regret {regret:.4f} screen {screen:.4f} ({spent:.2f} s used)")


if __name__ == "__main__":
    main()

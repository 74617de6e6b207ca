"""Fit how likely the others are to play a card (in ``manni/worlds/opponents.json``) to the cards that bots played.

    python -m bench.fit_plays FILE FILE ... --write

The files hold records of hands, one a line (``bench.inference --records`` makes them); each file has the same weight.
The weights of a softmax over the legal cards (``manni/worlds/_evidence.pxd``), per kind of contract and situation, by
maximum likelihood with a penalty. Those in use come from two files of 280 hands of the adviser of then (16 worlds)
each, seed 77, and one of 200 hands of ``greedy``, seed 501, all under ``declared``.
Printed is the mean log probability of the card played, beside that of any legal one.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fit_worlds import CONTRACTS, write
from manni import record
from manni.cards import Seat
from manni.hand import Hand
from manni.policy.evaluation import by_strength, contract_kind, policy
from manni.worlds._evidence import Plays
from manni.worlds.evidence import play_rows
from manni.worlds.model import OpponentModel

SITUATIONS = ("lead", "second hand", "third hand", "throw")
FEATURES = 16
PENALTY = 1e-3
"""Of a squared weight, to the mean over the plays."""

Floats = NDArray[np.float64]
Choice = tuple[list[list[float]], int, int]
"""The features of the legal cards, which of them was played, and the number of the file."""


def read_plays(paths: list[Path]) -> dict[tuple[str, int], list[Choice]]:
    """Every choice among two cards or more, by kind of contract and situation."""
    found = defaultdict(list)
    nothing = np.zeros((4, FEATURES))
    for number, path in enumerate(paths):
        with path.open() as file:
            for hand in record.load(file):
                assert isinstance(hand, Hand) and hand.contract is not None
                trump = 4 if hand.contract.trump is None else hand.contract.trump
                for seat in Seat:
                    view = hand.view(seat)
                    rows = play_rows(view, seat)
                    plays = Plays(rows, trump, hand.contract.avoid, nothing, policy(), 0.5, 1.0)
                    held = by_strength(view.kept_hand.mask, hand.contract)
                    for play, card in enumerate(rows[:, 0].tolist()):
                        where, cards, features = plays.features(play, held)
                        if len(cards) > 1:
                            found[contract_kind(hand.contract), where].append((features, cards.index(card), number))
                        held &= ~(1 << card)
    return found


def fit_choice(choices: list[Choice], floor: float) -> tuple[Floats, str]:
    """The weights of the features, and how well they foretell the plays of each file."""
    most = max(len(features) for features, _, _ in choices)
    x = np.zeros((len(choices), most, FEATURES))
    shut = np.full((len(choices), most), -1e9)
    for i, (features, _, _) in enumerate(choices):
        x[i, : len(features)], shut[i, : len(features)] = features, 0.0
    chosen, source = np.array([c[1] for c in choices]), np.array([c[2] for c in choices])
    legal, every = (shut == 0).sum(axis=1), np.arange(len(choices))
    weight = 1 / np.bincount(source)[source]
    weight /= weight.sum()

    def chances(weights: Floats) -> Floats:
        score = x @ weights + shut
        chance: Floats = np.exp(score - score.max(axis=1, keepdims=True))
        return chance / chance.sum(axis=1, keepdims=True)

    def objective(weights: Floats) -> tuple[float, Floats]:
        chance = chances(weights)
        own = (1 - floor) * chance[every, chosen]
        mixed = own + floor / legal
        towards = x[every, chosen] - (chance[:, :, None] * x).sum(axis=1)
        slope = -((weight * own / mixed)[:, None] * towards).sum(axis=0)
        return (
            float(-(weight * np.log(mixed)).sum() + PENALTY * (weights**2).sum()),
            slope + 2 * PENALTY * weights,
        )

    weights = minimize(objective, np.zeros(FEATURES), jac=True, method="L-BFGS-B").x
    mixed = (1 - floor) * chances(weights)[every, chosen] + floor / legal
    told = [
        f"{(source == number).sum()} plays {np.log(mixed[source == number]).mean():.3f} "
        f"(any card {-np.log(legal[source == number]).mean():.3f})"
        for number in np.unique(source)
    ]
    return weights, "; ".join(told)


def main() -> None:
    """Read, fit, and write the file when told to."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_plays", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="write manni/worlds/opponents.json")
    options = parser.parse_args()
    choices = read_plays(options.records)
    found = {}
    for kind in CONTRACTS:
        weights = []
        for where, name in enumerate(SITUATIONS):
            fitted, told = fit_choice(choices[kind, where], OpponentModel().floor)
            print(f"{kind}: {name}: {told}", flush=True)
            weights.append([round(float(weight), 2) + 0.0 for weight in fitted])
        found[kind] = {"plays": weights}
    if options.write:
        write(found)


if __name__ == "__main__":
    main()

"""Fit what worlds get wrong when tricks were played (``drift`` in ``manni/worlds/opponents.json``) to hands of bots.

    python -m bench.fit_drift FILE FILE ... --write

The files hold records of hands, one a line (``bench.inference --records`` makes them). The views of each seat are
questions: which is the actual world, of it and some drawn by the model without the correction? The terms
(`manni.worlds.evidence.drift`) are those whose weights answer best (log loss with a penalty, ranking by
noise-contrastive estimation, Ma and Collins 2018); but for the penalty the worlds then have the cards of the hands on
average. Printed is the gain in nats a view on hands held out: a fit to either half of them judged by the other. Those
in use come from two files of 280 hands of the adviser of then (16 worlds) each, ``declared``, seed 77.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fit_worlds import CONTRACTS, write
from manni import record
from manni.actions import Play
from manni.cards import Contract
from manni.hand import Hand
from manni.history import steps
from manni.policy.evaluation import by_strength, contract_kind
from manni.rules import HAND_SIZE
from manni.worlds import OpponentModel, posterior_masks
from manni.worlds.evidence import drift_features, drift_rows, suit_kinds

LEFT = (11, 9, 7, 5, 4, 3, 2)
"""Cards in the hand of a seat whose view is taken."""

WORLDS = 40
"""Beside each actual one."""

PENALTY = 3e-3
"""Of a squared term, to the mean over the views."""

Floats = NDArray[np.float64]


class Question(NamedTuple):
    """One view.

    Attributes
    ----------
    hand : int
        The number of the hand.
    file : int
        The number of the file.
    counts : array, shape (worlds, terms)
        What each world has of that which is counted, times what is played of the hand; the actual world first.
    """

    hand: int
    file: int
    counts: NDArray[np.float32]


def questions(files: list[Path]) -> dict[str, list[Question]]:
    """By kind of contract."""
    found = defaultdict(list)
    number = 0
    for which, path in enumerate(files):
        with path.open() as file:
            for hand in record.load(file):
                assert isinstance(hand, Hand) and hand.contract is not None
                number += 1
                for point, action in steps(hand):
                    seat = point.to_move
                    if isinstance(action, Play) and seat is not None and len(point.hands[seat]) in LEFT:
                        question = Question(number, which, counts(point, number))
                        found[contract_kind(hand.contract)].append(question)
    return found


def counts(point: Hand, seed: int) -> NDArray[np.float32]:
    """What the worlds of the view of the seat to move have of what is counted."""
    seat, contract = point.to_move, point.contract
    assert seat is not None and contract is not None
    view, actual = point.view(seat), np.array([[hand.mask for hand in point.hands]], dtype=np.uint64)
    drawn = posterior_masks(view, WORLDS, np.random.default_rng([seed, len(view.hand)]), OpponentModel(drift=0))
    strong = by_strength(np.concatenate([actual, drawn.hands])[:, list(view.others)], contract)
    features = drift_features()
    found = np.zeros((len(strong), rows_of(contract), features.shape[1]), dtype=np.float32)
    for suit, row in enumerate(drift_rows(view)):
        lanes = (strong >> np.uint64(16 * suit) & np.uint64(0x1FFF)).astype(np.intp)
        found[:, row] += features[lanes].sum(axis=1)
    return found.reshape(len(found), -1) * (1 - len(view.hand) / HAND_SIZE)


def rows_of(contract: Contract) -> int:
    """How many rows of terms a contract has."""
    return 2 * (int(suit_kinds(contract).max()) + 1)


def fit(counts: NDArray[np.float32], weight: Floats) -> Floats:
    """The terms that answer best."""

    def objective(terms: Floats) -> tuple[float, Floats]:
        score = counts @ terms
        chance = np.exp(score - score.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slope = ((chance[:, :, None] * counts).sum(axis=1) - counts[:, 0]).T @ weight
        return float(PENALTY * terms @ terms - weight @ np.log(chance[:, 0])), slope + 2 * PENALTY * terms

    found: Floats = minimize(objective, np.zeros(counts.shape[2]), jac=True, method="L-BFGS-B").x
    return found


def gain(counts: NDArray[np.float32], terms: Floats) -> Floats:
    """By view, how much likelier (log) the actual world is with the terms than without."""
    score = counts @ terms
    found: Floats = score[:, 0] - np.log(np.exp(score).mean(axis=1))
    return found


def main() -> None:
    """Read, fit, and write the file when told to."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_drift", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="write manni/worlds/opponents.json")
    options = parser.parse_args()
    asked = questions(options.records)
    for kind in CONTRACTS:
        if len({question.hand % 2 for question in asked[kind]}) < 2:
            parser.error(f"FILE: too few hands of kind {kind} to hold half of them out")
    found = {}
    for kind, contract in CONTRACTS.items():
        x = np.stack([question.counts for question in asked[kind]])
        hand, file = (np.array([question[i] for question in asked[kind]]) for i in range(2))
        every = np.full(len(x), 1 / len(x))
        halves = [hand % 2 == half for half in range(2)]
        gains = np.zeros(len(x))
        for half, other in (halves, halves[::-1]):
            gains[half] = gain(x[half], fit(x[other], every[other] / every[other].sum()))
        told = [f"{gains[file == number].mean():+.3f}" for number in np.unique(file)]
        print(f"{kind}: {len(x)} views, nats gained by file {', '.join(told)}", flush=True)
        terms = fit(x, every).reshape(rows_of(contract), -1)
        found[kind] = {"drift": [[round(float(term), 2) + 0.0 for term in row] for row in terms]}
    if options.write:
        write(found)


if __name__ == "__main__":
    main()

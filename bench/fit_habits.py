"""Fit the habits in the play (``manni/policy/habits.json``) to hands played out.

    python -m bench.fit_habits --hands 12000 --rounds 8 --seed 100 --write

Hands are exchanged and played by the policy, with a card by chance now and then; at some decisions every legal card is
tried in the hand as it is, and all play on by the present habits. As the hidden cards are what they happen to be, a
card's mean is its value on what the seat knows, inference included. The tricks, less their mean over the cards of the
decision, are fitted by least squares to the features of ``manni/policy/_habits.pxd``; earlier rounds count with a
weight that halves, which keeps the habits from chasing each other. The first round plays by the rules of thumb.

Then one seat of the new habits sits among players by rules of thumb, and one of these among the new ones, in the same
deals: the gain in tricks is printed.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manni.cards import Contract
from manni.policy import evaluation
from manni.policy._kernel import Policy
from manni.policy.evaluation import code, greedy, hand_values, with_habits
from manni.policy.simulation import simulate
from manni.rules import load_rules

KINDS = {"trump": Contract.H, "notrump": Contract.NT, "nullo": Contract.NULLO}
PLACES = ("lead", "follow_second", "follow_third", "void_second", "void_third")
SHARE, STRAY, EXCHANGE_SOFTNESS = 0.3, 0.1, 0.2
DECAY, RIDGE = 0.6, 30.0
DEALS = 20_000

Floats = NDArray[np.float64]


def fit(contract: Contract, hands: int, rounds: int, seed: int) -> Floats:
    """Weights by place and feature, shape (15, 40); only the places of the contract's kind are filled in."""
    rules = load_rules("hornafjordur")
    house = rules.deck.mask, False, rules.allowances
    player = greedy()
    squares, products = np.zeros((15, 40, 40)), np.zeros((15, 40))
    weights = np.zeros((15, 40))
    for number in range(rounds):
        more, with_tricks, rows = np.zeros_like(squares), np.zeros_like(products), np.zeros(15)
        player.lessons(
            house, code(contract), seed + number, hands, SHARE, STRAY, EXCHANGE_SOFTNESS, more, with_tricks, rows
        )
        squares, products = DECAY * squares + more, DECAY * products + with_tricks
        weights = np.zeros((15, 40))
        for place in np.flatnonzero(rows):
            weights[place] = np.linalg.solve(squares[place] + RIDGE * np.eye(40), products[place])
        player = with_habits(hand_values(), weights)
    return weights


def gain(player: Policy, other: Policy, contract: Contract, seed: int) -> tuple[float, float]:
    """Tricks (avoided, under Nullo) that a lone `player` wins among `other`s in their place, and the error."""
    rules = load_rules("hornafjordur")
    usual = simulate(rules, DEALS, seed, contract=contract, by=other).tricks.astype(np.float64)
    found = np.zeros(DEALS)
    for seat in range(3):
        ways = {"contract": contract, "by": other, "guest": player, "guest_seat": seat}
        found += (simulate(rules, DEALS, seed, **ways).tricks[:, seat] - usual[:, seat]) / 3
    sign = -1.0 if contract.avoid else 1.0
    return sign * float(found.mean()), float(found.std() / np.sqrt(DEALS))


def main() -> None:
    """Fit all kinds, say what that wins, and print or write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=12_000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="replace the numbers in the package")
    options = parser.parse_args()
    numbers = {}
    for place, (kind, contract) in enumerate(KINDS.items()):
        weights = fit(contract, options.hands, options.rounds, options.seed)
        player = with_habits(hand_values(), weights)
        alone, among = gain(player, greedy(), contract, 999), gain(greedy(), player, contract, 999)
        print(f"{kind}: alone {alone[0]:+.3f} ± {alone[1]:.3f}, rules of thumb among them {among[0]:+.3f}")
        rows = weights[5 * place : 5 * place + 5]
        numbers[kind] = {n: [round(float(w), 4) for w in row] for n, row in zip(PLACES, rows, strict=True)}
    text = re.sub(r"\[\s+([^\]]+?)\s+\]", lambda m: "[" + " ".join(m[1].split()) + "]", json.dumps(numbers, indent=1))
    if options.write:
        Path(evaluation.__file__).with_name("habits.json").write_text(text + "\n")
    else:
        print(text)


if __name__ == "__main__":
    main()

"""Fit the evaluation of a hand (``manni/policy/hand_values.json``) to solved deals.

    python bench/fit_hand_values.py --deals 4000 --seed 1 --write

Deals hands as in Hornafjarðarmanni, lets every seat throw what the present evaluation likes best for a random number of
cards (with some noise, so that other discards are seen too), values the result by the three guarantees
(`manni.advice.values`) or, under Nullo, by playing out, and fits the terms of `manni.policy.evaluation` by least
squares: a term per kind of suit for the first, second and third card by strength, for the number of cards kept, and for
the number drawn. Terms of neighbouring ranks and numbers are held together by a penalty on their second difference.
Run it a second time to fit against opponents that exchange by the numbers of the first.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import solver
from manni.advice.values import outlook
from manni.cards import LANE, CardSet, Contract
from manni.cores import cores
from manni.dealing import deal
from manni.policy import evaluation
from manni.policy.evaluation import FULL, by_strength, contract_kind, discards, hand_values, suit_kind, utility
from manni.policy.playout import play_out_many
from manni.rules import load_rules

KINDS = {"trump": Contract.H, "notrump": Contract.NT, "nullo": Contract.NULLO}
RANKS, LENGTHS, DRAWS, DEPTH = 13, 14, 13, 3
SUIT_TERMS = DEPTH * RANKS + LENGTHS
NOISE = 0.5
"""Standard deviation, in tricks, of what is added to the evaluation when a discard is chosen."""
SMOOTH = 3.0
"""Weight of the penalty on second differences (in samples)."""
ALLOWANCES = (7, 5, 12)


def exchange(hands: list[int], stock: list[int], contract: Contract, rng: random.Random) -> list[tuple[int, int]]:
    """Let the three seats exchange in `hands`; returns for each the cards kept and the number drawn."""
    kept = []
    for seat in range(3):
        count = rng.randint(0, min(ALLOWANCES[seat], len(stock)))
        masks, tricks = discards(hands[seat], count, contract)
        choices = [(t, v) for t, v in zip(masks.tolist(), tricks.tolist(), strict=True) if t.bit_count() == count]
        thrown, _ = max(choices, key=lambda choice: utility(choice[1], contract) + rng.gauss(0, NOISE))
        kept.append((hands[seat] & ~thrown, count))
        hands[seat] = hands[seat] & ~thrown | CardSet(stock[:count]).mask
        del stock[:count]
    return kept


def features(kept: int, drawn: int, contract: Contract, kinds: list[str]) -> NDArray[np.float64]:
    """The terms that add up to the evaluation of the cards kept: 1 or how often each occurs."""
    row = np.zeros(SUIT_TERMS * len(kinds) + DRAWS)
    mask = by_strength(kept, contract)
    for suit in range(4):
        lane = mask >> LANE * suit & FULL
        start = SUIT_TERMS * kinds.index(suit_kind(suit, contract))
        row[start + DEPTH * RANKS + lane.bit_count()] += 1
        for place in range(DEPTH):
            if not lane:
                break
            bit = lane & -lane if contract.avoid else 1 << (lane.bit_length() - 1)
            row[start + place * RANKS + bit.bit_length() - 1] += 1
            lane ^= bit
    row[SUIT_TERMS * len(kinds) + drawn] = 1
    return row


def penalty(kinds: list[str]) -> NDArray[np.float64]:
    """Rows that pull neighbouring terms towards a line, and all of them weakly towards 0."""
    width = SUIT_TERMS * len(kinds) + DRAWS
    rows = []
    blocks = [(SUIT_TERMS * k + p * RANKS, RANKS) for k in range(len(kinds)) for p in range(DEPTH)]
    blocks += [(SUIT_TERMS * k + DEPTH * RANKS, LENGTHS) for k in range(len(kinds))]
    blocks.append((SUIT_TERMS * len(kinds), DRAWS))
    for start, size in blocks:
        for i in range(start + 1, start + size - 1):
            row = np.zeros(width)
            row[i - 1 : i + 2] = (1, -2, 1)
            rows.append(SMOOTH * row)
    return np.concatenate([np.array(rows), 0.1 * np.eye(width)])


def solved(tables: list[list[int]], contract: Contract) -> NDArray[np.float64]:
    """Tricks to be expected by each seat of each table, from the guarantees."""
    hands = np.array(tables, dtype=np.uint64)
    found = solver.guarantees(hands, 0, contract.trump, contract.avoid, threads=cores()).values.astype(float)
    seats = [outlook(found[:, s], found.sum(axis=1) - found[:, s], 12, contract).mean for s in range(3)]
    return np.stack(seats, axis=1)


def played(tables: list[list[int]], deck: int) -> NDArray[np.float64]:
    """Tricks taken by each seat of each table under Nullo, played out."""
    hands = np.array(tables, dtype=np.uint64)
    out = np.uint64(deck) & ~np.bitwise_or.reduce(hands, axis=1)
    return play_out_many(hands, out, leader=0, trump=None, avoid=True).astype(np.float64)


def fit(kind: str, deals: int, seed: int) -> dict[str, object]:
    """Deal, solve and fit one kind of contract; returns its part of the file."""
    contract = KINDS[kind]
    rules = load_rules("hornafjordur")
    rng = random.Random(f"fit {kind} {seed}")
    tables, kept = [], []
    for number in range(1, deals + 1):
        dealt = deal(rules, seed, number)
        hands = [hand.mask for hand in dealt.hands]
        kept.append(exchange(hands, list(dealt.stock), contract, rng))
        tables.append([by_strength(hand, contract) for hand in hands])
    tricks = played(tables, by_strength(rules.deck.mask, contract)) if contract.avoid else solved(tables, contract)
    kinds = sorted({suit_kind(suit, contract) for suit in range(4)})
    rows = [features(cards[seat][0], cards[seat][1], contract, kinds) for seat in range(3) for cards in kept]
    x, y = np.array(rows), tricks.T.ravel()
    extra = penalty(kinds)
    solution = np.linalg.lstsq(np.concatenate([x, extra]), np.concatenate([y, np.zeros(len(extra))]), rcond=None)[0]
    residual = y - x @ solution
    print(f"{kind}: {len(y)} hands, sd {y.std():.3f}, residual {residual.std():.3f}")
    numbers = [round(float(v), 3) for v in solution]
    part: dict[str, object] = {"draws": numbers[SUIT_TERMS * len(kinds) :]}
    for i, name in enumerate(kinds):
        terms = numbers[SUIT_TERMS * i : SUIT_TERMS * (i + 1)]
        part[name] = {
            "cards": [terms[p * RANKS : (p + 1) * RANKS] for p in range(DEPTH)],
            "length": terms[DEPTH * RANKS :],
        }
    return part


def main() -> None:
    """Fit the kinds asked for and print or write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--write", action="store_true", help="replace the numbers in the package")
    options = parser.parse_args()
    numbers = dict(hand_values())
    numbers["draws"] = dict(numbers["draws"])
    for kind in options.kinds:
        part = fit(kind, options.deals, options.seed)
        numbers["draws"][contract_kind(KINDS[kind])] = part.pop("draws")
        numbers.update(part)
    lines = json.dumps(numbers, indent=1)
    if options.write:
        Path(evaluation.__file__).with_name("hand_values.json").write_text(lines + "\n")
    else:
        print(lines)


if __name__ == "__main__":
    main()

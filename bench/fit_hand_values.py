"""Fit the evaluation of a hand (``manni/policy/hand_values.json``) to hands played out.

    python -m bench.fit_hand_values --deals 60000 --seed 1 --write

Deals hands as in Hornafjarðarmanni, lets every seat throw what the present evaluation likes best of a random number of
cards (with some softness, so that other discards are seen too), plays the hands out by the policy, and fits the terms
of `manni.policy.evaluation` to the tricks by least squares: a term per kind of suit for the first, second and third
card by strength, for the number of cards kept, and for the number drawn. Terms of neighbouring ranks and numbers are
held together by a penalty on their second difference. Run it a second time to fit against players that exchange by the
numbers of the first. What the exchange wins by the new numbers is printed: a lone player of them among players of the
present ones, in the same deals.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manni.cards import LANE, Contract
from manni.policy import evaluation
from manni.policy.evaluation import FULL, best_discards, by_strength, contract_kind, hand_values, suit_kind
from manni.policy.playout import play_out_many
from manni.policy.simulation import simulate
from manni.rules import load_rules

KINDS = {"trump": Contract.H, "notrump": Contract.NT, "nullo": Contract.NULLO}
RANKS, LENGTHS, DRAWS, DEPTH = 13, 14, 13, 3
SUIT_TERMS = DEPTH * RANKS + LENGTHS
SOFTNESS = 0.3
"""Of the discards, in tricks: see `manni.policy.evaluation.best_discards`."""
SMOOTH = 3.0
"""Weight of the penalty on second differences (in samples)."""
DEALS = 50_000
"""In which the new numbers are tried."""

Floats = NDArray[np.float64]
Masks = NDArray[np.uint64]


def deal_and_exchange(contract: Contract, deals: int, seed: int) -> tuple[Masks, Masks, Masks, NDArray[np.int64]]:
    """Hands at the first lead, what was kept, what was thrown (by seat, as printed), and how many were drawn."""
    rules = load_rules("hornafjordur")
    rng = np.random.default_rng([seed, list(KINDS.values()).index(contract)])
    deck = np.array([1 << card for card in rules.deck], dtype=np.uint64)
    cards = rng.permuted(np.tile(deck, (deals, 1)), axis=1)
    hands = np.bitwise_or.reduce(cards[:, :36].reshape(deals, 3, 12), axis=2)
    stock, place = cards[:, 36:], np.arange(16)
    kept, thrown = np.empty_like(hands), np.empty_like(hands)
    drawn, gone = np.empty((deals, 3), dtype=np.int64), np.zeros(deals, dtype=np.int64)
    for seat in range(3):
        most = np.minimum(rules.allowances[seat], 16 - gone)
        allowance = rng.integers(0, most + 1)
        # Half the time as many as the evaluation likes, half the time as few as chance has it.
        allowance = np.where(rng.random(deals) < 0.5, most, allowance).astype(np.int8)
        mine = np.ascontiguousarray(hands[:, seat])
        thrown[:, seat], _ = best_discards(mine, contract, allowance, SOFTNESS, seed * 3 + seat)
        kept[:, seat] = mine & ~thrown[:, seat]
        drawn[:, seat] = np.unpackbits(np.ascontiguousarray(thrown[:, seat]).view(np.uint8).reshape(-1, 8), axis=1).sum(
            axis=1
        )
        mine_now = (place >= gone[:, None]) & (place < (gone + drawn[:, seat])[:, None])
        hands[:, seat] = kept[:, seat] | np.bitwise_or.reduce(stock * mine_now, axis=1)
        gone += drawn[:, seat]
    return hands, kept, thrown, drawn


def features(kept: Masks, drawn: NDArray[np.int64], contract: Contract, kinds: list[str]) -> Floats:
    """The terms that add up to the evaluation of the cards kept: 1 or how often each occurs; shape (hands, terms)."""
    rows = np.zeros((len(kept), SUIT_TERMS * len(kinds) + DRAWS))
    mask, everyone = by_strength(kept, contract), np.arange(len(kept))
    for suit in range(4):
        held = (mask >> np.uint64(LANE * suit) & np.uint64(FULL))[:, None] >> np.arange(
            RANKS, dtype=np.uint64
        ) & np.uint64(1)
        held = held.astype(np.int64)
        start = SUIT_TERMS * kinds.index(suit_kind(suit, contract))
        rows[everyone, start + DEPTH * RANKS + held.sum(axis=1)] += 1
        inward = held if contract.avoid else held[:, ::-1]
        nth = np.where(inward, inward.cumsum(axis=1), 0)
        nth = nth if contract.avoid else nth[:, ::-1]
        for place in range(DEPTH):
            rows[:, start + place * RANKS : start + (place + 1) * RANKS] += nth == place + 1
    rows[everyone, SUIT_TERMS * len(kinds) + drawn] = 1
    return rows


def penalty(kinds: list[str]) -> Floats:
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


def fit(kind: str, deals: int, seed: int) -> dict[str, object]:
    """Deal, play out and fit one kind of contract; returns its part of the file."""
    contract = KINDS[kind]
    hands, kept, thrown, drawn = deal_and_exchange(contract, deals, seed)
    tables = by_strength(hands, contract)
    deck = np.uint64(by_strength(load_rules("hornafjordur").deck.mask, contract))
    tricks = play_out_many(
        tables,
        deck & ~np.bitwise_or.reduce(tables, axis=1),
        leader=0,
        trump=contract.trump,
        avoid=contract.avoid,
        known=by_strength(thrown, contract),
    ).astype(np.float64)
    kinds = sorted({suit_kind(suit, contract) for suit in range(4)})
    x = np.concatenate([features(kept[:, seat], drawn[:, seat], contract, kinds) for seat in range(3)])
    # Each seat's own mean is taken out and put back: what a place at the table is worth is not in the cards.
    y = (tricks - tricks.mean(axis=0) + 4.0).T.ravel()
    extra = penalty(kinds)
    solution = np.linalg.solve(x.T @ x + extra.T @ extra, x.T @ y)
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


def gain(numbers: dict[str, object], contract: Contract) -> tuple[float, float]:
    """Tricks (avoided, under Nullo) that a lone player of new numbers wins in the place of one of the present."""
    rules, player = load_rules("hornafjordur"), evaluation.with_habits(numbers, evaluation.fitted_habits())
    usual = simulate(rules, DEALS, 999, contract=contract).tricks.astype(np.float64)
    found = np.zeros(DEALS)
    for seat in range(3):
        lone = simulate(rules, DEALS, 999, contract=contract, guest=player, guest_seat=seat).tricks
        found += (lone[:, seat] - usual[:, seat]) / 3
    sign = -1.0 if contract.avoid else 1.0
    return sign * float(found.mean()), float(found.std() / np.sqrt(DEALS))


def main() -> None:
    """Fit the kinds asked for, say what that wins, and print or write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60_000)
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
        won, error = gain(numbers, KINDS[kind])
        print(f"{kind}: a lone player wins {won:+.4f} ± {error:.4f} tricks a hand")
    lines = json.dumps(numbers, indent=1)
    if options.write:
        Path(evaluation.__file__).with_name("hand_values.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()

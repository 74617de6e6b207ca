"""Fit what decisions before the play tell of a hand (in ``manni/worlds/opponents.json``) to simulated exchanges.

    python -m bench.fit_worlds --deals 12000 --seed 1 --write

Deals in which every seat decides before the play by the evaluation of a hand, with more or less chance in it
(and a few at random). Each seat's view of each deal is a question: which of these worlds is the actual one, of
it and some drawn from the uniform prior? The terms of `manni.worlds.evidence` are those whose weights answer best (log
loss, ranking by noise-contrastive estimation, Ma and Collins 2018): then weights are proportional to how much likelier
a world is than under the prior. One set of terms per kind of contract and number of cards exchanged, held to a line
over the numbers by a penalty.
"""

from __future__ import annotations

import argparse
import json
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from manni.cards import Contract
from manni.policy.choices import gain
from manni.policy.evaluation import best_discards, by_strength, contract_kind, policy

ALLOWANCES = (7, 5, 12)
SOFTNESS = {"trump": (0.0, 0.02, 0.04, 0.06), "notrump": (0.0, 0.03, 0.06, 0.1), "nullo": (0.0, 0.03, 0.06, 0.1)}
"""Of the players, in tricks, by kind of contract: see `manni.policy.evaluation.best_discards`. Softer ones throw trumps
and aces, as no sensible player does."""
RANDOM = {"trump": 0.0, "notrump": 0.01, "nullo": 0.01}
"""The part of players that exchange at random; the model has seats that stray beside it."""
CUT_RANKS = {"trump": range(4, 8), "notrump": range(8, 13), "nullo": range(0, 4)}
CONTRACTS = {"trump": Contract.S, "notrump": Contract.NT, "nullo": Contract.NULLO}
WORLDS = 20
"""Worlds of the prior beside each actual one."""
TERMS = 66
COUNTS = 13
ROWS = 2 * COUNTS
"""Sets of terms: by cards exchanged and whether that was all that was allowed."""
BASE_PENALTY, OWN_PENALTY, CUT_PENALTY = 0.5, 1.0, 0.3
"""Of a squared term, in views: of the line over the numbers of cards, of the distance from it, of the cut card."""
SELDOM = 40
"""Numbers of cards exchanged that were seen less often get no terms of their own."""

Lanes = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]


class Deals(NamedTuple):
    """Simulated deals of one kind of contract; a lane is the 13 bits of a suit by strength, a trump suit comes first.

    Attributes
    ----------
    hands, thrown, dealt : shape (deals, 3, 4)
        By seat and suit; `thrown` is what the seat knows to be out of play.
    count, allowed : shape (deals, 3)
        Cards exchanged, and how many were allowed at most.
    cut : shape (deals,)
        13 * suit + strength of the cut card, or -1.
    """

    hands: Lanes
    thrown: Lanes
    dealt: Lanes
    count: Lanes
    allowed: Lanes
    cut: Lanes


class Question(NamedTuple):
    """Views with the actual world first and others after it.

    Attributes
    ----------
    lanes : shape (views, worlds, places, 4)
    row : shape (views, places)
        Which set of terms a place has, or -1.
    cut : shape (views, worlds)
        Which term for the cut card held, or -1.
    """

    lanes: Lanes
    row: Lanes
    cut: Lanes


# --- simulated decisions before the play -------------------------------------------------------------------------


def union(cards: Lanes) -> Words:
    """The masks of rows of card numbers."""
    masks: Words = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=-1)
    return masks


def lanes_of(masks: Words, contract: Contract) -> Lanes:
    """Masks as lanes by strength, the trump suit first."""
    strong = by_strength(masks, contract)
    lanes = np.stack([(strong >> np.uint64(16 * suit)) & np.uint64(0x1FFF) for suit in range(4)], axis=-1)
    first = contract.trump or 0
    return lanes[..., [first, *(suit for suit in range(4) if suit != first)]].astype(np.int64)


def shuffled(rng: np.random.Generator, deals: int, lowest: int = 0) -> Lanes:
    deck = np.array([16 * suit + rank for suit in range(4) for rank in range(lowest, 13)])
    return rng.permuted(np.tile(deck, (deals, 1)), axis=1)


def throw(hands: Words, contract: Contract, allowed: Lanes, rng: np.random.Generator) -> Words:
    """What players of several kinds throw."""
    thrown = np.zeros(len(hands), dtype=np.uint64)
    name = contract_kind(contract)
    kind = rng.integers(len(SOFTNESS[name]), size=len(hands))
    kind[rng.random(len(hands)) < RANDOM[name]] = -1
    for number, softness in enumerate(SOFTNESS[name]):
        mine = kind == number
        seed = int(rng.integers(1 << 62))
        thrown[mine], _ = best_discards(hands[mine], contract, allowed[mine].astype(np.int8), softness, seed)
    for i in np.flatnonzero(kind == -1):
        cards = [card for card in range(64) if int(hands[i]) >> card & 1]
        while True:
            chosen = rng.random(12) < 0.5
            if chosen.sum() <= allowed[i]:
                break
        thrown[i] = sum(1 << card for card, out in zip(cards, chosen, strict=True) if out)
    return thrown


def exchange(order: Lanes, contract: Contract, cut: Lanes, rng: np.random.Generator) -> Deals:
    """The three seats exchange in the deals of shuffled decks."""
    deals, stock = len(order), order[:, 36:]
    left, drawn = np.full(deals, stock.shape[1]), np.zeros(deals, dtype=np.int64)
    hands, thrown, dealt, counts, most = [], [], [], [], []
    for seat in range(3):
        hand = union(order[:, 12 * seat : 12 * seat + 12])
        allowed = np.minimum(ALLOWANCES[seat], left)
        gone = throw(hand, contract, allowed, rng)
        count = np.array([int(mask).bit_count() for mask in gone])
        kept = hand & ~gone
        for place in range(12):
            card = np.take_along_axis(stock, np.minimum(drawn + place, 15)[:, None], axis=1)[:, 0]
            kept |= np.where(place < count, np.uint64(1) << card.astype(np.uint64), np.uint64(0))
        left, drawn = left - count, drawn + count
        for found, masks in ((hands, kept), (thrown, gone), (dealt, hand)):
            found.append(lanes_of(masks, contract))
        counts.append(count)
        most.append(allowed)
    return Deals(
        *(np.stack(lanes, axis=1) for lanes in (hands, thrown, dealt)),
        np.stack(counts, axis=1),
        np.stack(most, axis=1),
        cut,
    )


def cut_deals(kind: str, deals: int, rng: np.random.Generator) -> Deals:
    """Deals as under ``hornafjordur``, the cut card the dealer's last."""
    contract, order = CONTRACTS[kind], shuffled(rng, deals)
    suits = np.zeros(deals, dtype=np.int64) if kind == "trump" else rng.integers(4, size=deals)
    ranks = rng.choice(list(CUT_RANKS[kind]), size=deals)
    place = np.argmax(order == (16 * suits + ranks)[:, None], axis=1)
    every = np.arange(deals)
    order[every, place] = order[every, 35]
    order[every, 35] = 16 * suits + ranks
    return exchange(order, contract, 13 * suits + (ranks + (kind == "nullo")) % 13, rng)


def declared_deals(wanted: str, deals: int, rng: np.random.Generator) -> Deals:
    """Deals as under ``declared`` in which the dealer found a kind of contract best of those it had left."""
    order = shuffled(rng, deals)
    dealer = union(order[:, 24:36])
    softness = rng.choice(SOFTNESS[wanted], size=deals)
    gains = []
    for contract in Contract:
        _, tricks = best_discards(dealer, contract, 12)
        gains.append(gain(tricks, contract, 4) + softness * rng.gumbel(size=deals))
    kinds = [("trump", "notrump", "nullo").index(contract_kind(contract)) for contract in Contract]
    left = rng.permuted(np.tile(np.arange(3), (deals, 1)), axis=1) < rng.integers(1, 4, size=deals)[:, None]
    choice = np.argmax(np.where(left[:, kinds], np.stack(gains, axis=1), -np.inf), axis=1)
    parts = []
    for number, contract in enumerate(Contract):
        mine = order[choice == number]
        if contract_kind(contract) == wanted:
            parts.append(exchange(mine, contract, np.full(len(mine), -1), rng))
    return Deals(*map(np.concatenate, zip(*parts, strict=True)))


def taken_deals(deals: int, rng: np.random.Generator) -> tuple[Lanes, Lanes, Lanes]:
    """Deals as under ``plain``, ♠ trump: the hands, who took (3 for nobody), and what it gave up."""
    order = shuffled(rng, deals, lowest=1)
    hands = np.stack([union(order[:, 12 * place : 12 * place + 12]) for place in range(4)], axis=1)
    worth = np.array([[policy().hand_value(int(hand), 0, 0) for hand in row[:3]] for row in hands])
    softness = rng.choice(SOFTNESS["trump"], size=(deals, 3))
    takes = worth + softness * rng.logistic(size=worth.shape) < policy().hand_value(0, 12, 0)
    taker = np.where(takes.any(axis=1), takes.argmax(axis=1), 3)
    given = hands[np.arange(deals), taker]
    hands[np.arange(deals), taker] = hands[:, 3]
    return lanes_of(hands[:, :3], Contract.S), taker, lanes_of(given, Contract.S)


# --- worlds beside the actual one --------------------------------------------------------------------------------


def cards_in(lanes: Lanes) -> NDArray[np.bool_]:
    """Shape (..., 4) to (..., 52)."""
    return (lanes[..., None] >> np.arange(13) & 1).astype(bool).reshape(*lanes.shape[:-1], 52)


def prior_worlds(
    unseen: NDArray[np.bool_], held: NDArray[np.bool_] | None, cut: Lanes, rng: np.random.Generator
) -> Lanes:
    """`WORLDS` worlds of each view, shape (views, WORLDS, 2, 4): twelve cards for each hidden hand.

    `held` says for each world whether the first hidden hand holds the cut card, which is out of play else.
    """
    views = len(unseen)
    keys = rng.random((views, WORLDS, 52))
    keys[np.broadcast_to(~unseen[:, None], keys.shape)] = 9.0
    if held is not None:
        where = np.broadcast_to(cut[:, None, None], (views, WORLDS, 1))
        np.put_along_axis(keys, where, np.where(held, -1, 5)[..., None], 2)
    order = np.argsort(keys, axis=2)[:, :, :24].reshape(views, WORLDS, 2, 12)
    return np.stack([((order // 13 == suit) << order % 13).sum(axis=3) for suit in range(4)], axis=3)


def exchange_question(deals: Deals, declarer: bool, rng: np.random.Generator) -> Question:
    """The three views of each deal before the play; the rows of a dealer who declared come after the others'."""
    parts = []
    row = 2 * deals.count + (deals.count == deals.allowed)
    if declarer:
        row[:, 2] += ROWS
    for seat in range(3):
        others = [other for other in (2, 1, 0) if other != seat]  # the dealer first
        unseen = ~cards_in(deals.hands[:, seat] | deals.thrown[:, seat])
        held = cut = None
        if not declarer and seat != 2:
            held = rng.random((len(unseen), WORLDS)) < (12 - deals.count[:, 2, None]) / 12
            actual = cards_in(deals.hands[:, 2])[np.arange(len(unseen)), deals.cut]
            term = row[:, 2] * 13 + deals.cut % 13
            cut = np.where(np.column_stack([actual, held]), term[:, None], -1)
        drawn = prior_worlds(unseen, held, deals.cut, rng)
        lanes = np.concatenate([deals.hands[:, None, others], drawn], axis=1)
        parts.append(Question(lanes, row[:, others], np.full(lanes.shape[:2], -1) if cut is None else cut))
    return Question(*map(np.concatenate, zip(*parts, strict=True)))


def declared_question(deals: Deals, rng: np.random.Generator) -> Question:
    """Forehand's view of each deal after the declaration, before any exchange."""
    drawn = prior_worlds(~cards_in(deals.dealt[:, 0]), None, deals.cut, rng)
    lanes = np.concatenate([deals.dealt[:, None, [2, 1]], drawn], axis=1)
    return Question(lanes, np.tile([0, -1], (len(lanes), 1)), np.full(lanes.shape[:2], -1))


def taken_question(hands: Lanes, taker: Lanes, given: Lanes, rng: np.random.Generator) -> Question:
    """The three views of each deal under ``plain``; rows 0 for a hand kept and 1 for one given up."""
    parts = []
    deck = np.arange(52) % 13 > 0
    for seat in range(3):
        others = [other for other in (2, 1, 0) if other != seat]
        unseen = deck & ~cards_in(hands[:, seat])
        mine = taker == seat
        unseen[mine] &= ~cards_in(given[mine])
        drawn = prior_worlds(unseen, None, taker, rng)
        lanes = np.concatenate([hands[:, None, others], drawn], axis=1)
        whole = (unseen.reshape(-1, 4, 13) << np.arange(13)).sum(axis=2)
        lanes = np.concatenate([lanes, (whole[:, None] - lanes.sum(axis=2))[:, :, None]], axis=2)
        row = [*(np.where(other < taker, 0, -1) for other in others), np.where(mine | (taker == 3), -1, 1)]
        parts.append(Question(lanes, np.stack(row, axis=1), np.full(lanes.shape[:2], -1)))
    return Question(*map(np.concatenate, zip(*parts, strict=True)))


# --- fits --------------------------------------------------------------------------------------------------------


def suit_features(low: bool) -> Floats:
    """What the terms of a lane are added up from, shape (8192, 66); see `suit_term` in ``_evidence.pyx``."""
    held = np.arange(8192)[:, None] >> np.arange(13) & 1
    place = held.cumsum(axis=1) if low else held[:, ::-1].cumsum(axis=1)[:, ::-1]
    nth = [held * (place == n) for n in (1, 2, 3)]
    length = held.sum(axis=1)[:, None] == np.arange(14)
    return np.concatenate([*nth, length, held], axis=1).astype(np.float64)


def line_of_counts(sets: int) -> Floats:
    """Base functions of the rows: for each set, full or not, a constant and a slope in the number of cards."""
    rows = []
    for group in range(sets):
        for row in range(ROWS):
            base = np.zeros((sets, 2, 2))
            base[group, row % 2] = 1, (row // 2 - 5) / 4
            rows.append(base.ravel())
    return np.array(rows)


def fit_terms(question: Question, base: Floats, low: bool, trump: bool, cuts: int = 0) -> tuple[Floats, Floats, float]:
    """Terms by row and kind of suit, those of the cut card, and the nats gained per view on every tenth, held out."""
    kinds = 1 + trump
    rows, bases = base.shape
    features = suit_features(low)
    kind_of = np.array([0, 1, 1, 1] if trump else [0, 0, 0, 0])
    index = (question.row[:, None, :, None] * kinds + kind_of) * 8192 + question.lanes
    index = index.reshape(*question.lanes.shape[:2], -1)
    index[np.repeat(question.row[:, None] < 0, 4, axis=2).repeat(index.shape[1], axis=1)] = rows * kinds * 8192
    cut = np.where(question.cut < 0, cuts, question.cut)
    held_out = np.arange(len(index)) % 10 == 0
    views = int((~held_out).sum())
    shapes = [(bases, kinds * TERMS), (rows, kinds * TERMS), (cuts,)]
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])

    def parts(x: Floats) -> list[Floats]:
        return [part.reshape(shape) for part, shape in zip(np.split(x, ends[:-1]), shapes, strict=True)]

    def loss(x: Floats, chosen: NDArray[np.bool_]) -> tuple[float, Floats, Floats]:
        common, own, cut_terms = parts(x)
        table = np.append((base @ common + own).reshape(-1, TERMS) @ features.T, 0.0)
        cut_table = np.append(cut_terms, 0.0)
        slope, cut_slope, total = np.zeros(len(table)), np.zeros(len(cut_table)), 0.0
        for chunk in np.array_split(np.flatnonzero(chosen), max(1, chosen.sum() // 20_000)):
            where, cut_where = index[chunk], cut[chunk]
            weight = table[where].sum(axis=2) + cut_table[cut_where]
            weight -= weight.max(axis=1, keepdims=True)
            chance = np.exp(weight)
            chance /= chance.sum(axis=1, keepdims=True)
            total -= float(np.log(chance[:, 0]).sum())
            chance[:, 0] -= 1
            slope += np.bincount(where.ravel(), np.repeat(chance.ravel(), where.shape[2]), len(table))
            cut_slope += np.bincount(cut_where.ravel(), chance.ravel(), len(cut_table))
        number = chosen.sum()
        return total / number, slope[:-1] / number, cut_slope[:-1] / number

    def objective(x: Floats) -> tuple[float, Floats]:
        value, slope, cut_slope = loss(x, ~held_out)
        terms = (slope.reshape(-1, 8192) @ features).reshape(rows, -1)
        found = parts(x)
        slopes = [base.T @ terms, terms, cut_slope]
        for penalty, part, direction in zip((BASE_PENALTY, OWN_PENALTY, CUT_PENALTY), found, slopes, strict=True):
            value += penalty / views * float((part**2).sum())
            direction += 2 * penalty / views * part
        return value, np.concatenate([direction.ravel() for direction in slopes])

    answer = minimize(objective, np.zeros(ends[-1]), jac=True, method="L-BFGS-B", options={"maxiter": 80}).x
    common, own, cut_terms = parts(answer)
    return (base @ common + own).reshape(rows, -1), cut_terms, log(question.lanes.shape[1]) - loss(answer, held_out)[0]


def by_count(values: Floats, row: Lanes, first: int = 0) -> dict[str, list[float]]:
    """The sets of numbers seen often enough, by how many cards were exchanged, ``*`` for all that was allowed."""
    seen = np.bincount(row[row >= 0], minlength=first + ROWS)[first:]
    names = [f"{count}{mark}" for count in range(COUNTS) for mark in "-*"]
    return {names[i]: rounded(values[i]) for i in range(ROWS) if seen[i] >= SELDOM}


def how_many(deals: Deals) -> dict[str, list[float]]:
    """By the number of cards allowed, how likely it is that 0, 1, 2… are exchanged."""
    found = {}
    for most in np.unique(deals.allowed):
        counts = deals.count[deals.allowed == most]
        if most and len(counts) >= SELDOM:
            seen = np.bincount(counts, minlength=most + 1) + 0.5
            found[str(most)] = rounded(seen / seen.sum())
    return found


def rounded(values: Floats) -> list[float]:
    return [round(float(value), 3) + 0.0 for value in values.ravel()]


def fit_exchanges(kind: str, deals: int, declared: Deals, rng: np.random.Generator) -> dict[str, Any]:
    """All that is told of a kind of contract but the plays."""
    low, trump = kind == "nullo", kind == "trump"
    by_cut = cut_deals(kind, deals, rng)
    cut = exchange_question(by_cut, False, rng)
    both = Question(*map(np.concatenate, zip(cut, exchange_question(declared, True, rng), strict=True)))
    terms, cut_terms, gained = fit_terms(both, line_of_counts(2), low, trump, ROWS * COUNTS)
    print(f"{kind}: exchange {gained:.3f} nats of {log(WORLDS + 1):.3f}", flush=True)
    dealer = np.where(cut.cut >= 0, cut.cut // 13, -1).max(axis=1)
    at_once, _, gained = fit_terms(declared_question(declared, rng), np.ones((1, 1)), low, trump)
    print(f"{kind}: declaration {gained:.3f} nats", flush=True)
    return {
        "counts": how_many(by_cut),
        "exchanged": by_count(terms[:ROWS], both.row),
        "cut": by_count(cut_terms.reshape(ROWS, 13), dealer),
        "declarer": by_count(terms[ROWS:], both.row, ROWS),
        "declared": {"0-": rounded(at_once)},
    }


def fit_taken(deals: int, rng: np.random.Generator) -> dict[str, Any]:
    """What taking or keeping the Manni tells."""
    terms, _, gained = fit_terms(taken_question(*taken_deals(deals, rng), rng), np.eye(2), False, True)
    print(f"take or keep {gained:.3f} nats", flush=True)
    return {"kept": {"0-": rounded(terms[0])}, "given": {"0-": rounded(terms[1])}}


def main() -> None:
    """Simulate, fit, and write the file when told to."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_worlds", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=12_000, help="per kind of contract (default 12000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=CONTRACTS, default=list(CONTRACTS), help="of contract (all)")
    parser.add_argument("--write", action="store_true", help="write manni/worlds/opponents.json")
    options = parser.parse_args()
    found = {}
    for number, kind in enumerate(CONTRACTS):
        if kind in options.kinds:
            rng = np.random.default_rng([options.seed, number])
            declared = declared_deals(kind, options.deals, rng)
            found[kind] = fit_exchanges(kind, options.deals, declared, rng)
            if kind == "trump":
                found[kind].update(fit_taken(options.deals, rng))
    if options.write:
        write(found)


PATH = Path(__file__).parent.parent / "manni" / "worlds" / "opponents.json"


def write(found: dict[str, dict[str, Any]]) -> None:
    """Put fitted numbers into the file, by kind of contract, beside those that are there."""
    model = json.loads(PATH.read_text())
    for kind, parts in found.items():
        model[kind].update(parts)
    PATH.write_text(formatted(model))


def formatted(model: dict[str, dict[str, Any]]) -> str:
    """JSON with one set of numbers a line."""
    kinds = []
    for kind, parts in model.items():
        found = []
        for name, values in parts.items():
            if isinstance(values, dict):
                lines = ",\n".join(f"   {json.dumps(key)}: {short(value)}" for key, value in values.items())
                found.append(f"  {json.dumps(name)}: {{\n{lines}\n  }}")
            else:
                lines = ",\n".join(f"   {short(value)}" for value in values)
                found.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
        kinds.append(f" {json.dumps(kind)}: {{\n" + ",\n".join(found) + "\n }")
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def short(values: Any) -> str:
    return json.dumps(values, separators=(",", ":"))


if __name__ == "__main__":
    main()

"""How much better do the worlds know where the cards are than the uniform prior? Log scores, per phase of the hand.

``python -m bench.inference [--bot BOT] [--rules R] [--deals N] [--worlds N] [--records FILE]`` and more, see ``--help``

Three bots of a kind play hands. Of each hand and phase (before the play, tricks 1-4, 5-8, 9-12) the view of every seat
is taken at one of its turns to play, and for each unseen card the probability of the place where it is (either hand, or
out of play) is estimated from as many worlds of the model and of the uniform prior. The score is the mean log
probability per card; given is the model's less the prior's, the mean over hands and its standard error.
Two bots are here that the model is wrong about; they play as ``greedy``. ``misfit`` exchanges at random (and declares,
takes or keeps at random). ``simple`` goes by rank alone: it throws what is below a ten, or above a five under Nullo,
but no trumps.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from bench.report import setting, table
from manni import record
from manni.actions import Discard, Play
from manni.bots.base import Bot, act
from manni.bots.greedy import GreedyBot
from manni.bots.random_bot import RandomBot
from manni.bots.spec import BotSpec
from manni.cards import CardSet, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.history import steps
from manni.policy.evaluation import contract_kind
from manni.rules import KINDS, load_rules
from manni.view import View
from manni.worlds import Masks, OpponentModel, posterior_masks, sample_masks

PHASES = ("before play", "tricks 1-4", "tricks 5-8", "tricks 9-12")


class Misfit(RandomBot):
    """Decides at random before the play, and plays by the rules of thumb."""

    play = GreedyBot.play


class Simple(GreedyBot):
    """Exchanges by rank alone."""

    def exchange(self, view: View) -> Discard:
        contract = view.contract
        assert contract is not None
        limit = 4 if contract.avoid else 8  # by strength: a five under Nullo, a ten else
        side = [card for card in view.hand if card.suit != contract.trump]
        useless = [card for card in side if (card.strength(contract) - limit) * (-1 if contract.avoid else 1) < 0]
        worst_first = sorted(useless, key=lambda card: card.strength(contract), reverse=contract.avoid)
        return Discard(CardSet(worst_first[: view.rules.allowance(view.seat, view.exchanged)]))


def bot_of(name: str, seed: int) -> Bot:
    if name == "simple":
        return Simple()
    return Misfit(seed) if name == "misfit" else BotSpec.parse(name).make(seed)


def played(bot: str, rules_name: str, deals: int, seed: int) -> Iterator[Hand]:
    """Hands that three bots of a kind play against each other."""
    rules = load_rules(rules_name)
    for number in range(1, deals + 1):
        rng = random.Random(f"inference {seed} {number}")
        left = None
        if rules.contract_source == "declaration":
            left = tuple(sorted(rng.sample(KINDS, rng.randint(1, len(KINDS))), key=KINDS.index))
        players = [bot_of(bot, rng.getrandbits(32)) for _ in Seat]
        hand = Hand.start(rules, deal(rules, seed, number), number=number, contracts_left=left)
        while (seat := hand.to_move) is not None:
            hand = hand.apply(act(players[seat], hand.view(seat)))
        yield hand


def moments(hand: Hand, rng: random.Random) -> Iterator[tuple[str, Seat, Hand]]:
    """Phase, seat and point of a hand, for all that is scored: each seat before the play and once in each phase."""
    tricks = [rng.choices(range(4 * phase, 4 * phase + 4), k=3) for phase in range(3)]
    opening = True
    for point, action in steps(hand):
        if not isinstance(action, Play):
            continue
        if opening:
            yield from ((PHASES[0], seat, point) for seat in Seat)
            opening = False
        seat = point.to_move
        assert seat is not None
        number = sum(point.tricks)
        if tricks[number // 4][seat] == number and number + len(point.trick) and point.view(seat).unseen:
            yield PHASES[1 + number // 4], seat, point


def places(masks: Masks, cards: list[int], seats: tuple[Seat, Seat]) -> NDArray[np.float64]:
    """The probability of the three places (first seat, second, out of play) for each card, shape (3, cards)."""
    count = len(masks.out)
    columns = [masks.hands[:, seats[0]], masks.hands[:, seats[1]], masks.out]
    shifts = np.array(cards, dtype=np.uint64)
    found = np.stack([(column[:, None] >> shifts & np.uint64(1)).sum(axis=0) for column in columns])
    return (found + 0.5) / (count + 1.5)


def scores(seat: Seat, point: Hand, worlds: int, seed: int, model: OpponentModel) -> tuple[float, float, float, float]:
    """Mean log probability of a card's place by the model and by the prior; what the worlds are worth; seconds."""
    view = point.view(seat)
    cards = [int(card) for card in view.unseen]
    actual = [point.hands[view.others[0]], point.hands[view.others[1]]]
    place = np.array([next((i for i, hand in enumerate(actual) if hand.mask >> card & 1), 2) for card in cards])
    began = time.perf_counter()
    drawn = posterior_masks(view, worlds, np.random.default_rng(seed), model)
    seconds = time.perf_counter() - began
    prior = sample_masks(view, worlds, np.random.default_rng(seed))
    by_model, by_prior = (
        float(np.log(places(masks, cards, view.others)[place, range(len(cards))]).mean()) for masks in (drawn, prior)
    )
    return by_model, by_prior, drawn.effective, seconds


def main() -> None:
    """Play or read hands, score them, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.inference", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bot", default="greedy", help="a bot as in manni arena, misfit or simple (default greedy)")
    parser.add_argument("--rules", default="hornafjordur")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=400, help="worlds of each kind for each view (default 400)")
    for part in fields(OpponentModel):
        parser.add_argument(
            f"--{part.name}", type=float, default=part.default, help="of the opponent model (default %(default)s)"
        )
    parser.add_argument("--records", type=Path, help="score the hands of this file, one record a line, or make it")
    options = parser.parse_args()
    model = OpponentModel(**{part.name: getattr(options, part.name) for part in fields(OpponentModel)})
    found: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)
    for number, hand in enumerate(hands(options)):
        assert hand.contract is not None
        by_phase = defaultdict(list)
        for i, (phase, seat, point) in enumerate(moments(hand, random.Random(number))):
            by_phase[phase].append(scores(seat, point, options.worlds, 1000 * number + i, model))
        for phase, seen in by_phase.items():
            row = tuple(map(fmean, zip(*seen, strict=True)))
            for kind in (contract_kind(hand.contract), "all"):
                found[kind, phase].append(row)
    print(setting())
    source = options.records or options.bot
    print(f"{source}, {options.rules}; {model}; nats per unseen card\n")
    rows = []
    for kind in ("trump", "notrump", "nullo", "all"):
        for phase in PHASES:
            seen = found[kind, phase]
            if len(seen) < 2:
                continue
            gains = [by_model - by_prior for by_model, by_prior, _, _ in seen]
            by_model, by_prior, worth, seconds = map(fmean, zip(*seen, strict=True))
            gain = f"{fmean(gains):+.4f} ± {stdev(gains) / len(gains) ** 0.5:.4f}"
            means = f"{by_prior:.4f}", f"{by_model:.4f}", gain
            rows.append([kind, phase, len(seen), *means, round(worth), 1000 * seconds])
    print(table(["contract", "phase", "hands", "prior", "model", "gain", "worlds' worth", "ms"], rows))


def hands(options: argparse.Namespace) -> Iterator[Hand]:
    """The hands to score."""
    if options.records is None:
        yield from played(options.bot, options.rules, options.deals, options.seed)
    elif options.records.exists():
        with options.records.open() as file:
            for found in itertools.islice(record.load(file), options.deals):
                assert isinstance(found, Hand)
                yield found
    else:
        with options.records.open("w") as file:
            for hand in played(options.bot, options.rules, options.deals, options.seed):
                print(record.dumps(hand), file=file, flush=True)
                yield hand


if __name__ == "__main__":
    main()

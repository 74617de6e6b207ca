"""Whether what is told of taking and keeping the Manni is true: told less won by each seat under ``plain``.

    python -m bench.offers --deals 8000 --seed 6

The seats before decide as the adviser says; after each of the two actions the rest of the hand is left to the policy,
which is what the adviser reckons with. The mean of tricks told less won, with its standard error.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from statistics import fmean, stdev

import numpy as np

from bench.report import table
from manni.actions import Take
from manni.advice import advise
from manni.cards import Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.policy.choices import choose_take
from manni.policy.evaluation import by_strength
from manni.policy.playout import play_out_many
from manni.rules import load_rules


def played_out(hand: Hand) -> list[int]:
    """The tricks of F, M and D when the policy does the rest."""
    contract = hand.contract
    assert contract is not None
    while hand.phase != "play":
        assert hand.to_move is not None
        hand = hand.apply(Take(choose_take(hand.hands[hand.to_move].mask, contract)))
    hands = np.array([[by_strength(cards.mask, contract) for cards in hand.hands]], dtype=np.uint64)
    known = np.array([[by_strength(cards.mask, contract) for cards in hand.discarded]], dtype=np.uint64)
    out = np.uint64(by_strength(hand.rules.deck.mask, contract)) & ~np.bitwise_or.reduce(hands, axis=1)
    found: list[int] = play_out_many(hands, out, leader=0, trump=contract.trump, avoid=False, known=known)[0].tolist()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.offers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=128)
    options = parser.parse_args()
    rules, off = load_rules("plain"), defaultdict(list)
    for number in range(1, options.deals + 1):
        hand = Hand.start(rules, deal(rules, options.seed, number), number=number)
        while hand.phase == "take":
            seat = hand.to_move
            assert seat is not None
            advice = advise(hand.view(seat), limit=Limit(worlds=options.worlds), seed=number, threads=1)
            for value in advice.actions:
                told = float(np.dot(value.distribution, range(13)))
                name = "take" if value.action == Take(True) else "keep"
                off[seat, name].append(told - played_out(hand.apply(value.action))[seat])
            hand = hand.apply(advice.best)
    rows = []
    for (seat, name), found in sorted(off.items()):
        mean, se = fmean(found), stdev(found) / len(found) ** 0.5
        rows.append([Seat(seat).name, name, len(found), f"{mean:+.3f} ± {se:.3f}"])
    print(table(["seat", "action", "decisions", "told less won"], rows))


if __name__ == "__main__":
    main()

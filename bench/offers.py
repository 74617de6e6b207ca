"""Whether what is told of taking and keeping the Manni is true: told less won by each seat under ``plain``.

    python -m bench.offers --deals 8000 --seed 6

The seats before decide as the adviser says; after each of the two actions the rest of the hand is left to the policy,
which is what the adviser reckons with. The mean of tricks told less won, with its standard error.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from statistics import fmean, stdev

from bench.report import table
from bench.same_deal import rest_by_policy
from manni.actions import Take
from manni.advice import advise
from manni.cards import Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.rules import load_rules


def main() -> None:
    """Decide, play out, and print what the command line asks for."""
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
                name = "take" if value.action == Take(True) else "keep"
                off[seat, name].append(value.tricks - rest_by_policy(hand.apply(value.action))[seat])
            hand = hand.apply(advice.best)
    rows = []
    for (seat, name), found in sorted(off.items()):
        error = f"{stdev(found) / len(found) ** 0.5:.3f}" if len(found) > 1 else "?"
        rows.append([Seat(seat).name, name, len(found), f"{fmean(found):+.3f} ± {error}"])
    print(table(["seat", "action", "decisions", "told less won"], rows))


if __name__ == "__main__":
    main()

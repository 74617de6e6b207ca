"""How long an exact ending takes: views with at most four tricks left and at most 20,000 worlds, from greedy play.

    python -m bench.endings --hands 30 --seed 1

For each kind of contract and number of tricks left: views, the median of their worlds, and of the processor time on one
core the median and the longest, for the whole answer.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict

from manni.advice import advise
from manni.advice.ending import MOST_TRICKS, MOST_WORLDS
from manni.bots import act
from manni.bots.greedy import GreedyBot
from manni.dealing import deal
from manni.hand import Hand
from manni.limits import Limit
from manni.policy.evaluation import contract_kind
from manni.rules import KINDS, load_rules
from manni.worlds import count_worlds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules = load_rules("declared")
    times: dict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
    for number in range(1, given.hands + 1):
        kind = (KINDS[number % len(KINDS)],)
        hand = Hand.start(rules, deal(rules, given.seed, number), number=number, contracts_left=kind)
        while (seat := hand.to_move) is not None:
            view = hand.view(seat)
            late = hand.phase == "play" and 2 <= len(view.hand) <= MOST_TRICKS and len(view.legal_plays) > 1
            if late and count_worlds(view) <= MOST_WORLDS:
                began = time.process_time()
                advice = advise(view, limit=Limit(worlds=200), threads=1)
                assert advice.exact and view.contract is not None
                spent = time.process_time() - began
                times[contract_kind(view.contract), len(view.hand)].append((advice.worlds, spent))
            hand = hand.apply(act(GreedyBot(), view))
    for (contract, left), found in sorted(times.items()):
        seconds = [spent for _, spent in found]
        worlds = statistics.median(number for number, _ in found)
        print(
            f"{contract:8} {left} tricks  {len(found):4} views  {worlds:7.0f} worlds"
            f"  {statistics.median(seconds):.3f} s, longest {max(seconds):.2f} s"
        )
    everything = [spent for found in times.values() for _, spent in found]
    print(f"all {len(everything)} views: {statistics.median(everything):.3f} s")


if __name__ == "__main__":
    main()

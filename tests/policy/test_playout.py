"""Hands played out by the rules of thumb are those that the bot of that name plays."""

from __future__ import annotations

import numpy as np
import pytest

from manni.actions import Discard, Take
from manni.bots.greedy import GreedyBot
from manni.cards import CardSet, Seat
from manni.dealing import deal
from manni.hand import Hand
from manni.policy.evaluation import by_strength, greedy, strong
from manni.policy.playout import play_out_many
from manni.policy.preference import rank_plays
from manni.rules import load_rules
from manni.view import View


def before_play(name: str, number: int) -> Hand:
    """A hand in which nobody exchanged, so that nobody knows more than its own cards."""
    rules = load_rules(name)
    hand = Hand.start(rules, deal(rules, 4, number), number=number)
    while hand.phase != "play":
        hand = hand.apply(Take(False) if hand.phase == "take" else Discard(CardSet()))
    return hand


@pytest.mark.parametrize("name", ["hornafjordur", "plain"])
@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("plays", [0, 13, 26])
def test_a_hand_is_played_out_as_greedy_plays_it(name: str, number: int, plays: int) -> None:
    hand, bot = before_play(name, number), GreedyBot()
    contract = hand.contract
    assert contract is not None
    for _ in range(plays):
        hand = hand.apply(bot.play(hand.view(hand.to_move)))
    view = hand.view(Seat.F)
    found = play_out_many(
        np.array([[by_strength(cards.mask, contract) for cards in hand.hands]], dtype=np.uint64),
        np.array([by_strength(CardSet(hand.stock).mask, contract)], dtype=np.uint64),
        leader=hand.leader,
        trump=contract.trump,
        avoid=contract.avoid,
        trick=[strong(card, contract) for card in hand.trick],
        void=[by_strength(mask, contract) for mask in view.table.void],
        by=greedy(),
    )
    before = hand.tricks
    while hand.phase == "play":
        hand = hand.apply(bot.play(hand.view(hand.to_move)))
    assert found.tolist() == [[after - won for after, won in zip(hand.tricks, before, strict=True)]]


def preferred(contract: str, seat: str, hand: str, plays: list[str], cut: str) -> str:
    view = View.from_json(
        {
            "rules": "hornafjordur",
            "seat": seat,
            "contract": contract,
            "cut": cut,
            "hand": hand,
            "exchanged": {"F": 0, "M": 0, "D": 0},
            "plays": plays,
        }
    )
    return str(rank_plays(view, greedy())[0])


@pytest.mark.parametrize(
    ("contract", "seat", "hand", "plays", "cut", "card", "why"),
    [
        ("NT", "F", "A32.432.J32.432", [], "AC", "AS", "leads a sure winner"),
        ("H", "F", "432.AKQ2.J32.43", [], "7H", "AH", "draws trumps with the top of many"),
        ("H", "D", "432.65.J932.AQ3", ["KS AS"], "6H", "2S", "follows low when it cannot win"),
        ("H", "D", ".652.J932.AQ432", ["KS AS"], "6H", "2H", "trumps with the lowest that wins"),
        ("NT", "D", "K92.652.J32.A43", ["TS QS"], "AC", "KS", "wins as cheaply as can be, last in hand"),
        ("NULLO", "D", "QJ92.652.J32.43", ["TS KS"], "2D", "QS", "ducks with the highest that loses"),
        ("NULLO", "D", "KQ.652.J432.T43", ["TS 9S"], "2D", "KS", "takes a trick it must take with the highest"),
        ("NULLO", "D", ".K652.J432.A432", ["TS QS"], "2D", "KH", "throws the most dangerous card when void"),
        ("NT", "D", ".AKQ.65432.AKQ4", ["TS QS"], "AC", "2D", "throws from what cannot win, not a winner"),
    ],
)
def test_the_card_of_a_sensible_player(
    contract: str, seat: str, hand: str, plays: list[str], cut: str, card: str, why: str
) -> None:
    assert preferred(contract, seat, hand, plays, cut) == card, why

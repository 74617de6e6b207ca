"""``manni deal``: seeded hands as records."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from manni.cards import Seat
from manni.cli.common import card_text, console, contract_text
from manni.cli.options import MaybeWhole, Whole
from manni.dealing import deal as deal_cards
from manni.errors import ManniError
from manni.hand import Hand
from manni.rules import load_rules

if TYPE_CHECKING:
    from rich.text import Text


def deal(
    *,
    rules: str = "hornafjordur",
    count: Whole = 1,
    seed: MaybeWhole = None,
    deal_number: Whole = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Deal hands, as full records.

    Parameters
    ----------
    rules
        hornafjordur, plain, declared, or the path of a rule file.
    count
        How many hands.
    seed
        Chooses the series of deals; the same seed and number give the same cards on every machine. By default a
        new one, which the output names.
    deal_number
        The number of the first hand in the series, from 1; in plain it fixes the trump.
    json
        Print one record, a line of JSON, per hand.
    """
    if count < 1:
        raise ManniError("count", f"{count} is not at least 1")
    if deal_number < 1:
        raise ManniError("deal-number", f"{deal_number} is not at least 1")
    rule_set = load_rules(rules)
    chosen = secrets.randbits(32) if seed is None else seed
    hands = (
        Hand.start(rule_set, deal_cards(rule_set, chosen, number), number=number)
        for number in range(deal_number, deal_number + count)
    )
    if json:
        from manni.record import dumps

        for hand in hands:
            print(dumps(hand))
    else:
        out = console()
        for hand in hands:
            for line in _lines(hand):
                out.print(line)
    return 0


def _lines(hand: Hand) -> list[Text]:
    """A hand just dealt, for a reader."""
    from rich.text import Text

    head = Text(f"hand {hand.number} of seed {hand.deal.seed}, {hand.rules.name}")
    if hand.cut is not None:
        head.append(", cut ").append(card_text([hand.cut]))
    if hand.contract is not None:
        head.append(": ").append(contract_text(hand.contract))
    seats = [Text(f"  {seat}      ").append(card_text(hand.hands[seat])) for seat in Seat]
    stock = Text(" ").join(card_text([card]) for card in hand.stock)
    return [head, *seats, Text("  Manni  ").append(stock)]

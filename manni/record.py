"""Hands and games as JSON records, replayed by the rules when they are read.

A record is one JSON object; a file of them has one to a line. The fields are those of `HandRecord` and `GameRecord` in
`manni.record_form`, all of them always there, null where there is nothing to say; ``manni/schemas/record.schema.json``
is their JSON Schema. Reading is strict: a field that is unknown, missing, of the wrong type, against the rules, or in
contradiction to what the replay gives is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any, TypeVar

import msgspec

from manni.actions import Action, Declare, Discard, Play, Take
from manni.cards import Card, CardSet, Contract, Seat
from manni.dealing import Deal, deal
from manni.errors import IllegalAction, NotationError, RulesError, quote
from manni.game import Game
from manni.hand import Hand
from manni.record_form import BySeat, DealRecord, GameRecord, HandRecord, SeatName
from manni.rules import BUILT_IN, RuleSet, load_rules, rules_to_json
from manni.shapes import inside, shape_errors

T = TypeVar("T")
_NAMES: dict[Seat, SeatName] = {Seat.F: "F", Seat.M: "M", Seat.D: "D"}


def dumps(record: Hand | Game) -> str:
    """The record of a hand or a game as one line of JSON."""
    return msgspec.json.encode(to_record(record)).decode()


def loads(text: str | bytes) -> Hand | Game:
    """Read one record and replay it.

    Raises
    ------
    NotationError, RulesError, IllegalAction
        Naming the field (``deal.M``, ``plays[3]``, ``hands[2].points``) and the reason.
    """
    with shape_errors("record"):
        record = _DECODER.decode(text)
    return replay(record)


def dump(records: Iterable[Hand | Game], file: IO[str]) -> None:
    """Write records to a text file, one to a line."""
    for record in records:
        file.write(dumps(record) + "\n")


def load(lines: Iterable[str]) -> Iterator[Hand | Game]:
    """Read the records of an open text file one by one; errors as for `loads`, with the line before the field."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            with inside(f"line {number}: "):
                yield loads(line)


def to_record(record: Hand | Game) -> HandRecord | GameRecord:
    """The record of a hand or a game, before it is made text."""
    return _hand_record(record) if isinstance(record, Hand) else _game_record(record)


def replay(record: HandRecord | GameRecord) -> Hand | Game:
    """Play a record through by the rules and compare; errors as for `loads`."""
    return _replay_hand(record) if isinstance(record, HandRecord) else _replay_game(record)


_DECODER = msgspec.json.Decoder(HandRecord | GameRecord)


def _hand_record(hand: Hand) -> HandRecord:
    dealt = hand.deal
    forehand, middlehand, dealer = map(str, dealt.hands)
    draws = hand.rules.exchange == "draw"
    offers = {_NAMES[seat]: False for seat in hand.kept} | (
        {_NAMES[hand.taken]: True} if hand.taken is not None else {}
    )
    return HandRecord(
        rules=rules_to_json(hand.rules),
        seed=dealt.seed,
        number=hand.number,
        players=BySeat(*hand.players) if hand.players else None,
        standing=BySeat(*hand.standing) if hand.standing else None,
        deal=DealRecord(
            F=forehand,
            M=middlehand,
            D=dealer,
            stock=_listed(dealt.stock),
            cut=str(dealt.cut) if dealt.cut is not None else None,
        ),
        contracts_left=list(hand.contracts_left) if hand.contracts_left is not None else None,
        contract=str(hand.contract) if hand.contract else None,
        exchanges={_NAMES[seat]: hand.discarded[seat].listed() for seat in hand.exchanged} if draws else msgspec.UNSET,
        takes=offers if not draws else msgspec.UNSET,
        plays=[_listed(trick) for trick in hand.plays],
        tricks=BySeat(*hand.tricks),
        points=BySeat(*hand.score()) if hand.phase == "over" else None,
    )


def _game_record(game: Game) -> GameRecord:
    return GameRecord(
        rules=rules_to_json(game.rules),
        seed=game.seed,
        players=game.players,
        first_dealer=game.players[game.first_dealer],
        hands=[_hand_record(hand) for hand in game.hands],
        columns=game.columns,
        winners=[game.players[player] for player in game.winners] if game.over else None,
    )


def _replay_hand(record: HandRecord) -> Hand:
    rules = _rules(record.rules)
    hand = Hand.start(
        rules,
        _deal(record, rules),
        number=record.number,
        players=_three(record.players) if record.players else None,
        standing=_three(record.standing) if record.standing else None,
        contracts_left=tuple(record.contracts_left) if record.contracts_left is not None else None,
    )
    for field, seat, action in _actions(record, rules):
        if seat is not None and hand.to_move is not seat:
            raise IllegalAction(field, f"it is not the turn of {seat}")
        try:
            hand = hand.apply(action)
        except IllegalAction as error:
            raise IllegalAction(field, error.reason) from None
    found = _hand_record(hand)
    contract = str(Contract.parse(record.contract)) if record.contract is not None else None
    _agree("contract", contract, found.contract)
    _agree("tricks", record.tricks, found.tricks)
    _agree("points", record.points, found.points)
    return hand


def _replay_game(record: GameRecord) -> Game:
    if record.first_dealer not in record.players:
        raise NotationError("first_dealer", f"{quote(record.first_dealer)} is not one of the players")
    game = Game(
        rules=_rules(record.rules),
        players=record.players,
        first_dealer=record.players.index(record.first_dealer),
        seed=record.seed,
    )
    for number, hand_record in enumerate(record.hands):
        with inside(f"hands[{number}]."):
            hand = _replay_hand(hand_record)
        try:
            game = game.add(hand)
        except IllegalAction as error:
            raise IllegalAction(error.field.replace("hand", f"hands[{number}]", 1), error.reason) from None
    found = _game_record(game)
    _agree("columns", record.columns, found.columns)
    _agree("winners", record.winners, found.winners)
    return game


def _rules(value: str | dict[str, Any]) -> RuleSet:
    if isinstance(value, str) and value not in BUILT_IN:  # no path either: a record explains itself
        raise RulesError("rules", f"{quote(value)} is no built-in rule set; a house's rules stand in the record whole")
    with inside("rules." if isinstance(value, dict) else ""):
        return load_rules(value)


def _deal(record: HandRecord, rules: RuleSet) -> Deal:
    given = record.deal
    hands = tuple(CardSet.parse(getattr(given, seat.name), f"deal.{seat}") for seat in Seat)
    stock = tuple(Card.parse(word, "deal.stock") for word in given.stock.split())
    cut = Card.parse(given.cut, "deal.cut") if given.cut is not None else None
    found = Deal((hands[0], hands[1], hands[2]), stock, cut, record.seed)
    if record.seed is not None and found != deal(rules, record.seed, record.number):
        found.check(rules)
        series = f"deal {record.number} of {quote(record.seed)}"
        raise NotationError("seed", f"{series} has other cards (null: dealt elsewhere)")
    return found


def _actions(record: HandRecord, rules: RuleSet) -> Iterator[tuple[str, Seat | None, Action]]:
    """The actions of a record in order, each with its field and, where the record says so, its seat."""
    draws = rules.exchange == "draw"
    turns, other = (record.exchanges, record.takes) if draws else (record.takes, record.exchanges)
    if turns is msgspec.UNSET:
        raise NotationError("exchanges" if draws else "takes", "missing")
    if other is not msgspec.UNSET:
        raise NotationError("takes" if draws else "exchanges", f"unknown under the rules {quote(rules.name)}")
    if rules.contract_source == "declaration" and record.contract is not None:
        yield "contract", Seat.D, Declare(Contract.parse(record.contract))
    for seat in Seat:
        if isinstance(record.exchanges, dict) and seat.name in record.exchanges:
            field = f"exchanges.{seat}"
            yield field, seat, Discard(CardSet.parse(record.exchanges[seat.name], field))
        if isinstance(record.takes, dict) and seat.name in record.takes:
            yield f"takes.{seat}", seat, Take(record.takes[seat.name])
    for number, trick in enumerate(record.plays):
        words = trick.split()
        if not words or len(words) > 3 or (len(words) < 3 and number < len(record.plays) - 1):
            raise NotationError(f"plays[{number}]", f"{quote(trick)} is not a trick of 3 cards")
        for word in words:
            yield f"plays[{number}]", None, Play(Card.parse(word, f"plays[{number}]"))


def _agree(field: str, stated: object, found: object) -> None:
    if stated != found:
        given, right = (msgspec.json.encode(value).decode() for value in (stated, found))
        raise NotationError(field, f"stands as {quote(given, 60)}, but the replay gives {quote(right, 60)}")


def _listed(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _three(items: BySeat[T]) -> tuple[T, T, T]:
    return items.F, items.M, items.D

"""What makes a view wrong: types, contradictions with the rules, contradictions with itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from manni.cards import Card, CardSet, Contract, Seat
from manni.errors import RulesError, ViewError, quote
from manni.rules import KINDS, RuleSet, is_over, load_rules

if TYPE_CHECKING:
    from manni.view import View


def normal_forms(view: View) -> dict[str, Any]:
    """The fields whose value changes when the view is made: loaded, frozen, or filled in from the others."""
    for name, kind in _KINDS.items():
        value = getattr(view, name)
        if not isinstance(value, kind) and not (value is None and name in _OPTIONAL):
            raise ViewError(name, f"{quote(value)} is not a {kind.__name__}")
    rules = rules_of(view.rules)
    plays = _sequence("plays", view.plays)
    tricks = tuple(_each(f"plays[{i}]", trick, Card) for i, trick in enumerate(plays))
    exchanged = {}
    for seat, count in _mapping("exchanged", view.exchanged).items():
        if not isinstance(seat, Seat):
            raise ViewError("exchanged", f"{quote(seat)} is not a Seat")
        exchanged[seat] = _whole(f"exchanged.{seat}", count, least=0)
    return {
        "rules": rules,
        "contract": _contract(view, rules),
        "plays": tricks,
        "exchanged": {seat: exchanged[seat] for seat in sorted(exchanged)},
        "kept": _kept(view, rules),
        "score": _score(view.score, rules),
        "contracts_left": _contracts_left(view, rules),
    }


def check(view: View) -> None:
    """Refuse a view that contradicts itself or the rules.

    Raises
    ------
    ViewError
        Naming the field.
    """
    _check_game(view)
    _check_tricks(view)
    _check_order(view)
    if view.rules.exchange == "draw":
        _check_draw(view)
    else:
        _check_take(view)
    _check_cards(view)
    _check_plays(view)
    _check_hand(view)
    _check_worlds(view)


_KINDS: dict[str, type] = {
    "seat": Seat,
    "hand": CardSet,
    "contract": Contract,
    "cut": Card,
    "discarded": CardSet,
    "taken": Seat,
}
_OPTIONAL = ("contract", "cut", "taken")


def rules_of(source: Any) -> RuleSet:
    """Load the rule set of a view; a `ViewError` names the field inside it."""
    try:
        return load_rules(source)
    except RulesError as error:
        field = error.field if error.field == "rules" else f"rules.{error.field}"
        raise ViewError(field, error.reason) from None


def _contract(view: View, rules: RuleSet) -> Contract | None:
    contract, cut = view.contract, view.cut
    if rules.contract_source != "cut":
        if cut is not None:
            raise ViewError("cut", f"{cut} given, but the rules {quote(rules.name)} do not cut")
        if rules.contract_source == "rotation":
            if contract is None:
                raise ViewError("contract", "missing")
            if contract not in rules.rotation:
                raise ViewError("contract", f"{contract} is not played under the rules {quote(rules.name)}")
        return contract
    if cut is None:
        raise ViewError("cut", f"missing: the rules {quote(rules.name)} cut for the contract and everybody sees it")
    if cut not in rules.deck:
        raise ViewError("cut", f"{cut} is not in the deck of the rules {quote(rules.name)}")
    implied = rules.contract_of_cut(cut)
    if contract not in (None, implied):
        raise ViewError("contract", f"{contract}, but the cut {cut} makes it {implied}")
    return implied


def _kept(view: View, rules: RuleSet) -> tuple[Seat, ...] | None:
    if rules.exchange != "take":
        if view.kept is not None:
            raise ViewError("kept", f"given, but the rules {quote(rules.name)} have no take or keep")
        return None
    kept = view.kept
    if kept is not None:
        kept = _each("kept", kept, Seat)
        if kept != tuple(Seat)[: len(kept)]:
            raise ViewError("kept", f"{' '.join(map(str, kept))} is not the order of the offer (F M D)")
    before_taker = tuple(Seat)[: view.taken] if view.taken is not None else None
    if kept is None:
        if before_taker is not None:
            return before_taker
        return tuple(Seat) if view.plays else tuple(Seat)[: view.seat]
    if before_taker is not None and kept != before_taker:
        raise ViewError("kept", f"must be the seats before the taker {view.taken}")
    return kept


def _score(score: Any, rules: RuleSet) -> dict[Seat, Any] | None:
    if score is None:
        return None
    entries = _mapping("score", score)
    for seat in entries:
        if not isinstance(seat, Seat):
            raise ViewError("score", f"{quote(seat)} is not a Seat")
    found: dict[Seat, Any] = {}
    for seat in Seat:
        field = f"score.{seat}"
        if seat not in entries:
            raise ViewError(field, "missing")
        value = entries[seat]
        if rules.columns == "apart":
            if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
                raise ViewError(field, f"{quote(value)} is not two numbers, plus and minus")
            found[seat] = _whole(field, value[0], least=0), _whole(field, value[1], least=0)
            if found[seat][1] and not rules.minus:
                reason = f"{found[seat][1]} minus points, but the rules {quote(rules.name)} give none"
                raise ViewError(field, reason)
        else:
            found[seat] = _whole(field, value)
            if found[seat] < 0 and not rules.minus:
                reason = f"{found[seat]}, but under the rules {quote(rules.name)} no total falls below 0"
                raise ViewError(field, reason)
    return found


def _contracts_left(view: View, rules: RuleSet) -> tuple[Any, ...] | None:
    left = view.contracts_left
    if left is None:
        return None
    if rules.contract_source != "declaration":
        raise ViewError("contracts_left", f"given, but the rules {quote(rules.name)} have no declaration")
    left = tuple(_sequence("contracts_left", left))
    for kind in left:
        if kind not in KINDS:
            raise ViewError("contracts_left", f"{quote(kind)} is not one of {', '.join(KINDS)}")
        if left.count(kind) > rules.contracts_each:
            reason = f"{kind} stands there {left.count(kind)} times, but is declared {rules.contracts_each} times"
            raise ViewError("contracts_left", reason)
    if not left and view.contract is None:
        raise ViewError("contracts_left", "is empty, but a declaration is due")
    return left


def _check_game(view: View) -> None:
    """The game has not ended before this hand, and what is known of its course agrees."""
    rules, number, columns = view.rules, view.number, view.columns
    if number is not None:
        _whole("number", number, least=1)
        if rules.after_last(number) and rules.tie == "share":
            raise ViewError("number", f"{number}, but a game has {rules.hands} hands")
        if rules.contract_source == "rotation" and view.contract is not rules.contract_of_deal(number):
            raise ViewError("number", f"{number}, but hand {number} is played in {rules.contract_of_deal(number)}")
        if view.contracts_left is not None:
            due = 3 * rules.contracts_each - (number - 1) // 3
            left = len(view.contracts_left)
            if left != due and not (view.contract is not None and left == due - 1):
                raise ViewError("contracts_left", f"{left} contracts, but before hand {number} a dealer has {due}")
    if columns is not None and is_over(rules, columns, number - 1 if number is not None else 0):
        raise ViewError("score", "the game is over")


def _check_order(view: View) -> None:
    """Nothing happens before what comes first."""
    if view.contract is None and (view.exchanged or view.taken is not None or view.plays):
        raise ViewError("contract", "missing, though the hand has gone on: the dealer declares first")
    if view.plays and view.stage != "play" and view.to_move is not None:
        verb = "taken or kept the Manni" if view.rules.exchange == "take" else "had its exchange"
        raise ViewError("plays", f"cards are played before {view.to_move} has {verb}")


def _check_draw(view: View) -> None:
    rules, exchanged, seat = view.rules, view.exchanged, view.seat
    if view.taken is not None:
        raise ViewError("taken", f"given, but under the rules {quote(rules.name)} seats exchange by drawing")
    for other in exchanged:
        for earlier in range(other):
            if Seat(earlier) not in exchanged:
                raise ViewError(f"exchanged.{other}", f"{other} comes after {Seat(earlier)}, which has had no turn yet")
        allowed = rules.allowance(other, exchanged)
        if exchanged[other] > allowed:
            reason = f"{exchanged[other]} cards, but {other} may exchange {allowed} at most"
            raise ViewError(f"exchanged.{other}", reason)
    thrown = len(view.discarded)
    if seat not in exchanged:
        if thrown:
            raise ViewError("discarded", f"{thrown} cards, but {seat} has not exchanged yet")
    elif thrown != exchanged[seat]:
        raise ViewError("discarded", f"{thrown} cards, but exchanged.{seat} is {exchanged[seat]}")


def _check_take(view: View) -> None:
    if view.exchanged:
        raise ViewError("exchanged", f"given, but under the rules {quote(view.rules.name)} the Manni is taken or kept")
    thrown, due = len(view.discarded), view.rules.hand_size if view.taken is view.seat else 0
    if thrown != due:
        reason = "the hand given up for the Manni has 12" if due else f"{view.seat} did not take the Manni"
        raise ViewError("discarded", f"{thrown} cards, but {reason}")


def _check_cards(view: View) -> None:
    """Known cards come from the deck, once each, and the cut card was dealt to the dealer."""
    for name in ("hand", "discarded"):
        cards: CardSet = getattr(view, name)
        for card in cards - view.rules.deck:
            raise ViewError(name, f"{card} is not in the deck of the rules {quote(view.rules.name)}")
        if view.cut is not None and view.seat is not Seat.D and view.cut in cards:
            raise ViewError(name, f"{view.cut} is the cut card, which was dealt to the dealer")
    for card in view.hand & view.discarded:
        raise ViewError("discarded", f"{card} is in the hand too")


def _check_tricks(view: View) -> None:
    """Every trick is complete but for the last, and a hand has no more than twelve."""
    for number, trick in enumerate(view.plays):
        if number >= view.rules.hand_size:
            raise ViewError(f"plays[{number}]", f"a hand has {view.rules.hand_size} tricks")
        last = number == len(view.plays) - 1
        if len(trick) != 3 and not (last and 0 < len(trick) < 3):
            reason = f"{len(trick)} cards, but a trick has 3 (only the last may have fewer, 1 or 2)"
            raise ViewError(f"plays[{number}]", reason)


def _check_plays(view: View) -> None:
    """Cards played are new, and seats follow suit."""
    held = dict.fromkeys(view.hand, "hand") | dict.fromkeys(view.discarded, "discarded")
    void_since: dict[tuple[int, int], tuple[int, Card]] = {}
    for number, (trick, leader) in enumerate(zip(view.plays, view.table.leaders, strict=True)):
        field = f"plays[{number}]"
        led = trick[0].suit
        for i, card in enumerate(trick):
            seat, suit = (leader + i) % 3, card.suit
            _check_card_played(view, field, seat, card)
            if card in held:
                raise ViewError(field, f"{card} stands in {held[card]} too")
            held[card] = field
            if (seat, suit) in void_since:
                earlier, wrong = void_since[seat, suit]
                raise _revoke(view, earlier, seat, wrong, f"it played {card} in {field}")
            if suit != led:
                void_since.setdefault((seat, led), (number, card))
    for card in view.hand:
        if (view.seat, card.suit) in void_since:
            number, wrong = void_since[view.seat, card.suit]
            raise _revoke(view, number, view.seat, wrong, f"it holds {card}")


def _check_card_played(view: View, field: str, seat: int, card: Card) -> None:
    if card not in view.rules.deck:
        raise ViewError(field, f"{card} is not in the deck of the rules {quote(view.rules.name)}")
    if card == view.cut:
        if seat != Seat.D:
            raise ViewError(field, f"{Seat(seat)} plays {card}, the cut card, which was dealt to the dealer")
        if view.dealer_changed == view.rules.hand_size:
            raise ViewError(field, f"D plays {card}, the cut card, but threw all the cards dealt to it")


def _revoke(view: View, number: int, seat: int, card: Card, evidence: str) -> ViewError:
    led = view.plays[number][0]
    return ViewError(f"plays[{number}]", f"{Seat(seat)} revoked: {card} on {led}, though {evidence}")


def _check_hand(view: View) -> None:
    played = len(view.table.played[view.seat])
    size = view.rules.hand_size - played
    if len(view.hand) != size:
        raise ViewError("hand", f"{len(view.hand)} cards, but {view.seat} has {size} left after playing {played}")
    if view.cut is not None and view.cut in view.hand and view.dealer_changed == view.rules.hand_size:
        raise ViewError("hand", f"{view.cut} is the cut card, but D threw all the cards dealt to it")
    if view.cut is not None and view.seat is Seat.D and view.cut not in view.seen:
        raise ViewError("cut", f"{view.cut} was dealt to the dealer, but stands in neither hand, plays nor discarded")


def _check_worlds(view: View) -> None:
    """Refuse voids and counts that no distribution of the unseen cards meets, naming the play that made it so."""
    if any(hand_out.possible() for _, hand_out in view.hand_outs):
        return
    assert view.plays, "without a play every distribution is possible"
    *before, trick = view.plays
    seat, card = _last_to_play(view), trick[-1]
    shorter = (*before, trick[:-1]) if len(trick) > 1 else tuple(before)
    hand = view.hand | CardSet(card) if seat is view.seat else view.hand
    replace(view, plays=shorter, hand=hand)  # an earlier play may have made it impossible already
    reason = f"after {seat} plays {card} the voids and counts leave no way to deal the unseen cards"
    raise ViewError(f"plays[{len(before)}]", reason)


def _last_to_play(view: View) -> Seat:
    """The seat that played the last card."""
    for seat in Seat:
        if view.plays[-1][-1] in view.table.played[seat]:
            return seat
    raise AssertionError("a card played is some seat's")


def _mapping(field: str, value: object) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise ViewError(field, f"{quote(value)} is not a mapping by seat")
    return value


def _sequence(field: str, value: object) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ViewError(field, f"{quote(value)} is not a sequence")
    return value


def _each(field: str, value: object, kind: type) -> tuple[Any, ...]:
    items = _sequence(field, value)
    for item in items:
        if not isinstance(item, kind):
            raise ViewError(field, f"{quote(item)} is not a {kind.__name__}")
    return tuple(items)


def _whole(field: str, value: object, least: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ViewError(field, f"{quote(value)} is not a whole number")
    if least is not None and value < least:
        raise ViewError(field, f"{quote(value)} is not at least {least}")
    return value

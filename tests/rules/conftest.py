"""Ways to get through a hand or a game without thinking."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from manni.actions import Action, Discard
from manni.cards import CardSet, Contract, Seat
from manni.game import Game
from manni.hand import Exchanges, Hand


def choose(hand: Hand, rng: random.Random) -> Action:
    """A random legal action."""
    actions = hand.legal_actions()
    if isinstance(actions, Exchanges):
        cards = rng.sample(list(actions.hand), rng.randint(0, actions.most))
        return Discard(CardSet(cards))
    return rng.choice(list(actions))


def random_course(hand: Hand, rng: random.Random) -> Iterator[Hand]:
    """The hand at every point of a random course of it, the start and the end included."""
    yield hand
    while hand.to_move is not None:
        hand = hand.apply(choose(hand, rng))
        yield hand


def finished(game: Game, tricks: tuple[int, int, int], contract: Contract) -> Hand:
    """The game's next hand as if it had been played out, with these tricks by player."""
    hand = game.next_hand()
    forehand, middlehand, dealer = (tricks[player] for player in game.seating())
    done = {"exchanged": dict.fromkeys(Seat, 0)} if game.rules.exchange == "draw" else {"kept": tuple(Seat)}
    return replace(hand, contract=contract, tricks=(forehand, middlehand, dealer), **done)


@pytest.fixture(scope="session")
def course() -> Callable[[Hand, random.Random], Iterator[Hand]]:
    return random_course


@pytest.fixture(scope="session")
def played_out() -> Callable[[Hand, int], Hand]:
    def play(hand: Hand, seed: int) -> Hand:
        *_, last = random_course(hand, random.Random(seed))
        return last

    return play


@pytest.fixture(scope="session")
def add_finished() -> Callable[[Game, tuple[int, int, int], Contract], Game]:
    return lambda game, tricks, contract: game.add(finished(game, tricks, contract))

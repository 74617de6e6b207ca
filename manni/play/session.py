"""A game of one person against two bots, at some point of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from manni.actions import Action
from manni.advice import Advice, advise
from manni.bots import BotSpec, ask
from manni.cards import Seat
from manni.errors import IllegalAction, ManniError
from manni.game import Game
from manni.hand import Hand
from manni.history import actions, steps
from manni.limits import Limit
from manni.rules import RuleSet

NAMES = ("You", "Anna", "Bjarni")
"""The person, and the bots to the left and to the right."""

PERSON = 0
"""The index of the person among the players."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A game of a person against two bots, immutable: `act`, `step` and `undo` give the session that follows.

    What a bot decides by chance follows from the seed of the game, the number of the hand and the number of the
    decision in it. So the same seed and the same actions of the person give the same game, also when some were taken
    back or the game was put aside in between, as long as the bots are not limited by time.

    Parameters
    ----------
    game : Game
        The hands played out; the person is its first player, and it has a seed.
    hand : Hand or None
        The hand in play; None when the game is over.
    bots : tuple of 2 BotSpec
        Who plays for the second and the third player.
    """

    game: Game
    hand: Hand | None
    bots: tuple[BotSpec, BotSpec]

    @classmethod
    def start(
        cls, rules: RuleSet, seed: int, bots: tuple[BotSpec, BotSpec], names: tuple[str, str, str] = NAMES
    ) -> Session:
        """A new game, its first hand just dealt; the seed chooses the first dealer and all deals.

        Raises
        ------
        RulesError
            Naming ``players``, for names that do not tell three players apart.
        """
        game = Game.start(rules, seed, names)
        return cls(game=game, hand=game.next_hand(), bots=bots)

    @property
    def seed(self) -> int:
        """The seed of the game."""
        assert self.game.seed is not None
        return self.game.seed

    @property
    def seat(self) -> Seat:
        """Where the person sits in the hand in play (in the last one, when the game is over)."""
        number = self.game.number if self.hand else self.game.number - 1
        return Seat(self.game.seating(number).index(PERSON))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.hand is None

    @property
    def due(self) -> bool:
        """Whether it is for the person to decide."""
        return self.hand is not None and self.hand.to_move is self.seat

    def player(self, seat: Seat) -> int:
        """The index of the player at `seat` in the hand in play."""
        return self.game.seating()[seat]

    def after(self, action: Action) -> Session:
        """The session after whoever's turn it is has done `action`; `IllegalAction` when the rules do not allow it."""
        if self.hand is None:
            raise IllegalAction("action", "the game is over")
        hand = self.hand.apply(action)
        if hand.phase != "over":
            return replace(self, hand=hand)
        game = self.game.add(hand)
        return replace(self, game=game, hand=None if game.over else game.next_hand())

    def act(self, action: Action) -> Session:
        """The session after the person has done `action`.

        Raises
        ------
        IllegalAction
            When it is not for the person to decide, or the rules do not allow it.
        """
        if not self.due:
            raise IllegalAction("action", "the game is over" if self.over else "it is not your turn")
        return self.after(action)

    def choose(self, threads: int = 1) -> Action:
        """What the bot whose turn it is does.

        Raises
        ------
        IllegalAction
            When no bot is to move.
        ManniError
            Naming ``bot``, when it fails or does what is not legal.
        """
        hand = self.hand
        if hand is None or self.due:
            raise IllegalAction("action", "the game is over" if hand is None else "it is your turn")
        seat = hand.to_move
        assert seat is not None
        player = self.player(seat)
        bot, name = self.bots[player - 1], self.game.players[player]
        action = ask(bot.make(self._chance("bot"), threads), hand.view(seat), name)
        try:
            hand.check(action)
        except IllegalAction as error:
            raise ManniError("bot", f"{name} did what is not legal, {error}") from error
        return action

    def step(self, threads: int = 1) -> tuple[Session, Action]:
        """The session after the bot whose turn it is, and what that did; errors as for `choose`."""
        action = self.choose(threads)
        return self.after(action), action

    def hint(
        self, limit: Limit | None = None, threads: int = 1, progress: Callable[[float], None] | None = None
    ) -> Advice:
        """What `manni.advise` says to the person, from what the person can know.

        Raises
        ------
        IllegalAction
            When it is not for the person to decide.
        """
        if self.hand is None or not self.due:
            raise IllegalAction("hint", "the game is over" if self.over else "it is not your turn")
        view = self.hand.view(self.seat)
        return advise(view, limit=limit, seed=self._chance("hint"), threads=threads, progress=progress)

    def undo(self) -> Session:
        """The session at the person's last decision, which and all after it is taken back.

        Raises
        ------
        IllegalAction
            When the person has not decided anything yet.
        """
        for past in self._pasts():
            assert past.hand is not None
            for hand, _ in reversed(list(steps(past.hand))):
                if hand.to_move is past.seat:
                    return replace(past, hand=hand)
        raise IllegalAction("undo", "there is no decision of yours to take back")

    def _pasts(self) -> list[Session]:
        """Itself, and each earlier hand played out as if it were not put down yet; the latest first."""
        hands = self.game.hands
        earlier = [
            replace(self, game=replace(self.game, hands=hands[:number]), hand=hands[number])
            for number in reversed(range(len(hands)))
        ]
        return earlier if self.hand is None else [self, *earlier]

    def _chance(self, what: str) -> int:
        """A seed for the decision that is due."""
        assert self.hand is not None
        decision = sum(1 for _ in actions(self.hand))
        return random.Random(f"manni play {what} {self.seed} {self.game.number} {decision}").getrandbits(32)

"""One game in the hands of learners: who is asked, what he sees, what he may do, what has become of it.

All faces are thin layers over this class. Whoever is asked sees his own position only (`State.seen_by`), so that of
secret, simultaneous choices the second chooser sees nothing of the first one's.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, offered
from grognard.core.dice import Dice, FastDice
from grognard.core.game import Game, SetupError
from grognard.core.registry import game
from grognard.core.sight import Seen
from grognard.core.snapshot import restore, snapshot
from grognard.core.state import State
from grognard.lab.env import ANSWERS
from grognard.lab.env.page import Page
from grognard.lab.env.spaces import Array, IllegalAction, spaces_of

NOBODY: Final = -1


class Match:
    """A game being played.

    >>> match = Match("avl")
    >>> match.reset(seed=7)
    >>> match.seats[match.asked]
    'soviet'
    """

    def __init__(
        self,
        played: str | Game,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        answers: int = ANSWERS,
    ) -> None:
        if answers < 1:
            raise SetupError(f"a match has at least 1 answer, not {answers}")
        root = played if isinstance(played, Game) else game(played)
        self._root = root
        self.scenario = root.scenario(scenario)
        self.options = root.settle_options(self.scenario, options)
        self.game = root.laid_out(self.scenario, self.options)
        self.spaces = spaces_of(self.game)
        self.roster = self.scenario.roster
        self.seats = self.roster.ids
        self.answers = answers
        self._seeds = Random()
        self._page = Page(self.spaces)
        self.state: State
        self.asked = NOBODY
        """The number of the player who must answer."""
        self.offer: Offer = {}
        self.given = 0
        """Answers so far."""

    # ---- copies

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """A match that is played on alone, with the same dice to come."""
        twin = Match(self._root, self.scenario.id, self.options, self.answers)
        twin._seeds.setstate(self._seeds.getstate())
        if hasattr(self, "state"):
            twin.take_up(self.state.clone(), self.given)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be written down and sent to another process."""
        if self._root is not game(self._root.id):
            raise TypeError("a match with an owner's own data cannot be pickled: send a function that makes it")
        state = self.state if hasattr(self, "state") else None
        stands = None if state is None else (state.dice, snapshot(state), self.given)
        made = (self._root.id, self.scenario.id, dict(self.options), self.answers)
        return _again, (made, self._seeds.getstate(), stands)

    # ---- playing

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed, with the next one that follows from the last."""
        if seed is not None:
            self._seeds = Random(seed)
        self.begin(FastDice(self._seeds.getrandbits(64)))

    def begin(self, dice: Dice) -> None:
        state: State = self.game.initial(self.scenario, self.options, dice)
        state.settle()
        self.take_up(state)

    def take_up(self, state: State, given: int = 0) -> None:
        """Go on from a position."""
        self.state, self.given = state, given
        self._look_who()

    def step(self, action: int) -> None:
        """Take an action of the player who is asked."""
        self.answer(self.meant(action))

    def meant(self, action: int) -> int:
        """The engine's answer that an action stands for; IllegalAction where it is not offered now."""
        answer = self.spaces.actions.code(action)
        if not offered(self.offer, answer >> TARGET_BITS, answer & TARGET_MASK):
            raise IllegalAction(f'"{self.spaces.actions.words(action)}" ({action}) is not offered now')
        return answer

    def answer(self, answer: int) -> None:
        """Take an engine's answer of the player who is asked."""
        self.state.apply(self.asked, answer)
        self.given += 1
        self._look_who()

    def _look_who(self) -> None:
        state, self.asked, self.offer = self.state, NOBODY, {}
        if state.result is None and self.given < self.answers and (deciders := state.deciders):
            self.asked = deciders[0]
            self.offer = state.ask(self.asked)
        if state.game is not self.game and state.game.map.grid is not self.game.map.grid:
            raise SetupError("the map of this game is chosen in play: name it in the options, so that spaces are fixed")

    # ---- seeing

    def seen(self, player: int) -> Seen:
        """What a player sees, and what he is asked where it is up to him."""
        seen = self.state.glimpsed_by(player)
        step = seen.stack[-1] if player == self.asked and seen.stack else None
        return self.spaces.sight.look(seen, player, step)

    def observe(self, player: int) -> dict[str, Array]:
        self._page.write(self.seen(player))
        return self._page.copy()

    def mask(self, player: int) -> Array:
        """1 for every action that this player may take now; all 0 where he is not asked."""
        return self.spaces.actions.mask(self.offer if player == self.asked else {})

    # ---- how it ends

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.state.result is not None

    @property
    def cut(self) -> bool:
        """Whether it was broken off."""
        return self.given >= self.answers and self.state.result is None

    @property
    def done(self) -> bool:
        return self.state.result is not None or self.given >= self.answers

    def rewards(self) -> list[float]:
        """By player: 1 if his side has won, -1 if another has, 0 for a draw or before the end.

        Players of one side win together, and each gets the whole of it.
        """
        result = self.state.result
        if result is None or not result.winners:
            return [0.0] * len(self.seats)
        return [1.0 if player.side in result.winners else -1.0 for player in self.roster.players]

    def margin(self, player: int) -> float:
        """The points by which a player's side leads the best of the others, as everybody sees them."""
        result = self.state.result
        points = result.points if result is not None else self.game.standing(self.state)["score"] or {}
        side = self.roster.players[player].side
        others = [points.get(other) or 0 for other in self.roster.sides if other != side]
        return float((points.get(side) or 0) - max(others, default=0))


def _again(made: tuple[Any, ...], seeds: tuple[Any, ...], stands: tuple[Dice, dict[str, Any], int] | None) -> Match:
    """A match as it was written down."""
    match = Match(*made)
    match._seeds.setstate(seeds)
    if stands is not None:
        dice, kept, given = stands
        state: State = match.game.initial(match.scenario, match.options, dice)
        restore(state, kept)
        match.take_up(state, given)
    return match

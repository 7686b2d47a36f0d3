"""Many games in one process, for training: observations, masks and rewards lie in arrays that are made once.

A game that is done begins anew by itself. `step` takes an action for the player who is asked in each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from grognard.core.game import Game, SetupError
from grognard.lab.env import ANSWERS
from grognard.lab.env.match import Match
from grognard.lab.env.page import Page
from grognard.lab.env.spaces import Array, IllegalAction, np


class Sampler:
    """Games side by side.

    `planes`, `units`, `figures` and `masks` have one row a game: what the player who is asked sees and may do now.
    `asked` tells his number, `rewards` by game and player what the last step brought, `ended` and `cut` whether it was
    the last of its game; where it was, the row already shows the next game.
    """

    def __init__(
        self,
        played: str | Game,
        games: int,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        answers: int = ANSWERS,
    ) -> None:
        if games < 1:
            raise SetupError(f"there is at least 1 game, not {games}")
        self.matches = [Match(played, scenario, options, answers) for _ in range(games)]
        self.spaces = self.matches[0].spaces
        self.seats = self.matches[0].seats
        spaces = self.spaces
        self.planes = np.zeros((games, *spaces.planes), np.uint8)
        self._columns = np.zeros((games, *spaces.units[::-1]), np.int16)
        self.units = self._columns.transpose(0, 2, 1)
        self.figures = np.zeros((games, *spaces.figures), np.int32)
        self.masks = np.zeros((games, spaces.actions.count), np.int8)
        self.asked = np.zeros(games, np.int8)
        self.rewards = np.zeros((games, len(self.seats)), np.float32)
        self.ended = np.zeros(games, bool)
        self.cut = np.zeros(games, bool)
        self.finished = 0
        """Games that have ended or were broken off."""
        self._pages = [Page(spaces, self.planes[row], self._columns[row], self.figures[row]) for row in range(games)]
        self._seeds = Random()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a sampler cannot be copied: its games write into its own arrays; copy one of its matches")

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew."""
        self._seeds = Random(seed)
        self.rewards[:] = 0
        self.ended[:] = self.cut[:] = False
        self.finished = 0
        for row, match in enumerate(self.matches):
            match.reset(self._seeds.getrandbits(64))
            self._show(row, match)

    def step(self, actions: Sequence[int] | Array) -> None:
        """One action in every game; where one of them is not offered, no game goes on."""
        if not hasattr(self.matches[0], "state"):
            raise IllegalAction("no game has begun: reset() begins them")
        answers = self._meant(actions)
        self.rewards[:] = 0
        for row, (match, answer) in enumerate(zip(self.matches, answers, strict=True)):
            match.answer(answer)
            done = match.done
            self.ended[row], self.cut[row] = match.over, match.cut
            if done:
                self.rewards[row] = match.rewards()
                self.finished += 1
                match.reset()
            self._show(row, match)

    def _meant(self, actions: Sequence[int] | Array) -> list[int]:
        if len(actions) != len(self.matches):
            raise IllegalAction(f"there are {len(self.matches)} games and {len(actions)} actions")
        answers = []
        for row, match in enumerate(self.matches):
            try:
                answers.append(match.meant(int(actions[row])))
            except IllegalAction as error:
                raise IllegalAction(f"game {row}: {error}") from None
        return answers

    def _show(self, row: int, match: Match) -> None:
        self._pages[row].write(match.seen(match.asked))
        self.masks[row] = self.spaces.actions.mask(match.offer)
        self.asked[row] = match.asked

"""The Gymnasium face: one seat is the agent's, bots sit in all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.game import SetupError
from grognard.lab.env.boxes import actions_box, seen_box
from grognard.lab.env.match import Match
from grognard.lab.env.opponents import Opponents
from grognard.lab.env.spaces import IllegalAction

try:
    import gymnasium
except ImportError as error:
    raise SetupError('this face needs the extra "research": pip install "grognard[research]"') from error

FORFEIT = -1.0
"""The reward of an action that is not offered: the game is lost by it."""


class Seat(gymnasium.Env):
    """A seat at a table of bots.

    `step` takes an action of the mask in the last observation, lets the bots answer until the seat is asked again, and
    tells how that looks. An action that is not offered ends the game with FORFEIT and `info["illegal"]`.
    After an end `step` raises ResetNeeded until `reset`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # so Gymnasium has it

    def __init__(self, match: Match, seat: str, bots: str | Mapping[str, str], margins: bool = False) -> None:
        self.match = match
        self.opponents = Opponents(match, seat, bots)
        self.margins = margins
        self.observation_space = seen_box(match.spaces)
        self.action_space = actions_box(match.spaces)
        self._ended = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        own = int(self.np_random.integers(1 << 63))
        self.match.reset(own)
        self.opponents.sit_down(own)
        self.opponents.play_on()
        self._ended = self.match.done
        return self._seen(), self._told()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match, seat = self.match, self.opponents.seat
        if self._ended:
            raise gymnasium.error.ResetNeeded("this game has ended: reset() begins another")
        try:
            match.step(int(action))
        except IllegalAction as error:
            self._ended = True
            return self._seen(), FORFEIT, True, False, {**self._told(), "illegal": str(error)}
        self.opponents.heard()
        self.opponents.play_on()
        self._ended = match.done
        return self._seen(), match.rewards()[seat], match.over, match.cut, self._told()

    def _seen(self) -> dict[str, Any]:
        seat = self.opponents.seat
        return {"observation": self.match.observe(seat), "action_mask": self.match.mask(seat)}

    def _told(self) -> dict[str, Any]:
        return {"margin": self.match.margin(self.opponents.seat)} if self.margins else {}

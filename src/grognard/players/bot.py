"""What a computer opponent is to the rest of the program."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from grognard.core.state import State
from grognard.players.haste import Stopped


class Bot(Protocol):
    """Answers for one player. The same position, player, memory and state of `rng` always give the same answer."""

    name: str
    memory: Any
    """What it remembers until its next answer in the same game, in data that can be sent to another process; whoever
    lets it answer may keep this and give it back. A bot that gets nothing back works it out again."""
    stopped: Stopped | None
    """Asked while it looks ahead, if it does: once this says so it answers with the best that it has found."""

    def choose(self, state: State, player: int, rng: Random) -> int:
        """An answer code out of `state.ask(player)`; `state` is what `game.imagine` returned for this player.

        The bot may clone the position and try answers on the clones; it leaves the position itself as it is.
        """

"""Looking on while bots look ahead, and letting them play on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import Game
from grognard.core.state import State
from grognard.players import bot
from grognard.players.foresight import Window
from grognard.players.search import Budget, Thought


def thoughts_of(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Window]]:
    """Who thinks about which window, from now on."""
    found: list[tuple[int, Window]] = []
    think = Thought.think

    def counted(self: Thought, budget: Budget) -> Mapping[str, float]:
        found.append((self.player, self.foresight.window(self.state)))
        return think(self, budget)

    monkeypatch.setattr(Thought, "think", counted)
    return found


def play_on(game: Game[Any], state: State, name: str, watch: Callable[[int], object] = lambda player: None) -> None:
    """A bot plays both seats to the end of the game, with answers that are offered; `watch` hears who is asked."""
    seats, rng = [bot(name), bot(name)], Random(4)
    for _ in range(2000):
        if state.over:
            break
        player = state.deciders[0]
        watch(player)
        answer = seats[player].choose(game.imagine(state, player, rng), player, rng)
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        state.apply(player, answer)
    assert state.over

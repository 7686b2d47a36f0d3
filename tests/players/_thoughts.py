"""Looking on while bots look ahead."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

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

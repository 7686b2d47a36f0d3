"""Counts of answer sequences from fixed positions, kept in perft.toml; `answers` are given before counting begins.

A position with `new = true` is the beginning of its scenario, with nothing chosen and nobody placed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from grognard.core.conformance import perft
from grognard.core.state import State
from grognard.games.lb import GAME

FILE = Path(__file__).parent / "perft.toml"
POSITIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
DEEPEST = 6
MOST = 20_000
OWN = ("name", "counts", "answers", "new")


def state_of(position: dict[str, Any]) -> State:
    words = {key: value for key, value in position.items() if key not in OWN}
    play = GAME.new(**words, seed=1) if position.get("new") else GAME.position(**words)
    for player, verb, *target in position.get("answers", ()):
        play.answer(player, verb, *target)
    play.state.events = None
    return play.state


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_the_rules_give_as_many_ways_to_play_as_they_did(position: dict[str, Any]) -> None:
    state = state_of(position)
    counts = position["counts"]
    assert counts, "print the counts with python -m tests.games.lb.test_perft and write them down"
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def show() -> None:
    for position in POSITIONS:
        state = state_of(position)
        counts = []
        for depth in range(1, DEEPEST + 1):
            counts.append(perft(state, depth))
            if counts[-1] * (counts[-1] // max(counts[-2], 1) if len(counts) > 1 else 30) > MOST:
                break
        print(position["name"], counts)


if __name__ == "__main__":
    show()

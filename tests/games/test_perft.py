"""Counts of answer sequences from fixed positions, kept in each game's perft.toml.

`answers` are given before counting begins; `new = true` is the beginning of a scenario, with nothing chosen. The counts
are printed by `python -m tests.games.test_perft GAME`.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.conformance import perft
from grognard.core.state import State

OWN = ("name", "counts", "answers", "new")
DEEPEST = 6
MOST = 30_000


def positions(game: str) -> list[dict[str, Any]]:
    file = Path(__file__).parent / game / "perft.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    return found


POSITIONS = [(game, position) for game in grognard.game_ids() for position in positions(game)]


def state_of(game: str, position: dict[str, Any]) -> State:
    words = {key: value for key, value in position.items() if key not in OWN}
    found = grognard.game(game)
    play = found.new(**words, seed=1) if position.get("new") else found.position(**words)
    for player, verb, *target in position.get("answers", ()):
        play.answer(player, verb, *target)
    play.state.events = None
    return play.state


@pytest.mark.parametrize(("game", "position"), POSITIONS, ids=[f"{game}-{one['name']}" for game, one in POSITIONS])
def test_the_rules_give_as_many_ways_to_play_as_they_did(game: str, position: dict[str, Any]) -> None:
    state = state_of(game, position)
    counts = position["counts"]
    assert counts, f"print the counts with python -m tests.games.test_perft {game} and write them down"
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def show(game: str) -> None:
    for position in positions(game):
        state = state_of(game, position)
        counts: list[int] = []
        for depth in range(1, DEEPEST + 1):
            counts.append(perft(state, depth))
            if counts[-1] * (counts[-1] // max(counts[-2], 1) if len(counts) > 1 else 30) > MOST:
                break
        print(position["name"], counts)


if __name__ == "__main__":
    show(sys.argv[1])

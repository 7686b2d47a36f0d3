"""Counts of answer sequences from fixed positions, kept in each game's perft.toml.

The counts are printed by `python -m tests.games.test_perft GAME`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import grognard
from grognard.testing import Position, counts_of, perft, positions, state_of


def counted(game: str) -> list[Position]:
    return positions(Path(__file__).parent / game / "perft.toml")


POSITIONS = [(game, position) for game in grognard.game_ids() for position in counted(game)]


@pytest.mark.parametrize(("game", "position"), POSITIONS, ids=[f"{game}-{one['name']}" for game, one in POSITIONS])
def test_the_rules_give_as_many_ways_to_play_as_they_did(game: str, position: Position) -> None:
    state = state_of(game, position)
    counts = position["counts"]
    assert counts, f"print the counts with python -m tests.games.test_perft {game} and write them down"
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def show(game: str) -> None:
    for position in counted(game):
        print(position["name"], counts_of(state_of(game, position)))


if __name__ == "__main__":
    show(sys.argv[1])

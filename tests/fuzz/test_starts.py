"""Constructed positions played on at random: what few games come to is sound after every answer, too.

A game offers such starts in `starts/<game>.toml`; the positions of its perft counts are played on as well, and Victory
makes up as many as one likes. GROGNARD_FUZZ_GAMES says how often each; `make fuzz` a thousand times.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import grognard
from grognard.core import conformance
from grognard.games.victory import GAME as VICTORY
from grognard.testing import Position, positions, state_of
from tests.fuzz._victory import random_position

SAID = os.environ.get("GROGNARD_FUZZ_GAMES")
GAMES, MADE_UP = int(SAID or 3), int(SAID or 60)
SLICES = 10
LONG = 250
"""Answers that bring a made-up position of Victory through its moves into its battles."""
HERE = Path(__file__).parent


def starts() -> list[tuple[str, Position]]:
    found = []
    for game in grognard.game_ids():
        for file in (HERE / "starts" / f"{game}.toml", HERE.parent / "games" / game / "perft.toml"):
            found += [(game, position) for position in positions(file)] if file.exists() else []
    return found


@pytest.mark.parametrize(("game", "position"), starts(), ids=[f"{game}-{one['name']}" for game, one in starts()])
def test_a_constructed_position_stays_sound(game: str, position: Position) -> None:
    start = state_of(game, position)
    for seed in range(GAMES):
        assert conformance.fuzz_from(start, seed, by_verb=seed % 2 == 0) == []


@pytest.mark.parametrize("part", range(SLICES))
def test_a_made_up_position_of_victory_stays_sound(part: int) -> None:
    for seed in range(part, MADE_UP, SLICES):
        start = VICTORY.position(**random_position(seed)).state
        assert conformance.fuzz_from(start, seed, by_verb=seed % 3 != 0, answers=LONG) == [], seed


def test_made_up_positions_hold_factories_wherever_they_are_in_play() -> None:
    """9.1 of the positions with the option, nearly all: not every city has its own."""
    made = [words for words in map(random_position, range(60)) if words["options"]["factories"]]
    with_some = [words for words in made if any("-factory-" in block for block in words["place"])]
    assert len(made) > 20 and len(with_some) > 0.8 * len(made)

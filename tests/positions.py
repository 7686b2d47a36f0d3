"""Positions written down in TOML files, as `Game.position` reads them, with answers given before a test begins.

`new = true` is the beginning of a scenario, with nothing chosen.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import grognard
from grognard.core.state import State

OWN = ("name", "counts", "answers", "new")
"""Keys that say something about a position and are no words of it."""

Position = dict[str, Any]


def positions(file: Path) -> list[Position]:
    found: list[Position] = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    return found


def state_of(game: str, position: Position) -> State:
    words = {key: value for key, value in position.items() if key not in OWN}
    found = grognard.game(game)
    play = found.new(**words, seed=1) if position.get("new") else found.position(**words)
    for player, verb, *target in position.get("answers", ()):
        play.answer(player, verb, *target)
    play.state.events = None
    return play.state

"""Where the random games begin whose words are tested."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.play import Play
from grognard.games.victory import GAME

ANSWERS = 800
RELUCTANT = frozenset(("end_move", "stop", "done", "disband", "cancel", "reshape", "turn_map", "shift_map"))
FAIR = {"event": 0.5, "prompt": 0.5, "why": 0.35}
EVERYTHING = ("factories", "resources", "storms", "destruction", "airfields", "mulberries", "stretch_units", "regroup")


def openings() -> Iterator[tuple[int, Play]]:
    yield 6, GAME.new("quick-start", seed=6)
    yield 6, GAME.new("quick-start", dict.fromkeys(EVERYTHING, True), seed=6)
    yield 6, GAME.new("commanders-8", seed=6)
    yield 6, GAME.new("custom-forces", {"maps_by_rules": True}, seed=6)

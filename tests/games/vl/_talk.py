"""Where the random games begin whose words are tested: the campaign, and the city in its last throes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.play import Play
from grognard.games.vl import GAME

ANSWERS = 3000
RELUCTANT = frozenset(
    (
        "end_movement", "end_combat", "cancel", "remove", "done", "stop", "put_down", "no_more_support", "end_advance",
    )
)  # fmt: skip
FAIR = {"event": 0.7, "prompt": 0.7, "why": 0.35}
FALLING: dict[str, Any] = {
    "turn": 7, "step": "combat", "active": "soviet", "ring": 5, "festungs": {"west": 1, "east": 1},
    "place": {
        "gfd-9": "1109", "tb-184": "1109", "gfd-46": "1009", "gfd-21": "1010", "fd-28": "1311", "fd-357": "1111",
        "ft-515": "1111", "fd-257": "1211", "eng-225": "1211", "fd-381": "1310", "mb-47": "1310", "fd-350": "1209",
        "mrl-38g": "1109", "s-343": "0905",
    },
}  # fmt: skip


def openings() -> Iterator[tuple[int, Play]]:
    other = {name: not default for name, default in GAME.campaign.options}
    for seed, options in ((1, {}), (2, other)):
        yield seed, GAME.new(seed=seed, options=options)
        yield seed, GAME.position(unchecked=True, **FALLING, seed=seed, options=options)
    yield 4, GAME.position(unchecked=True, **FALLING, seed=4)

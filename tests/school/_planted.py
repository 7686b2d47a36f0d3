"""A sound lesson to be spoilt: two steps with a game of this house, as a document."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import grognard
from grognard.core.data import parse
from grognard.core.game import Game
from grognard.school.lesson import Lesson


def both(text: str) -> dict[str, str]:
    return {"en": text, "ja": f"「{text}」"}


GAME: Game = grognard.game("vl")
DOCUMENT: dict[str, Any] = {
    "id": "planted",
    "order": 1,
    "title": both("Marching"),
    "idea": both("March."),
    "aim": both("Bring both to the city"),
    "seat": "soviet",
    "minutes": 3,
    "position": {
        "turn": 3, "step": "move", "arrivals": [], "place": {"fd-357": "1408", "tr-27": "1408"},
    },
    "step": [
        {
            "say": both("Read this: {value fd-357 movement} MP."),
            "point": [{"unit": "fd-357"}, {"hexside": "1309-1209"}],
        },
        {
            "say": both("Choose {unit fd-357}."), "rules": ["1.3b"], "answers": ["unit fd-357"],
            "expect": ["unit fd-357|tr-27"], "good": both("{unit fd-357}, or the tanks."),
            "refused": [{"to": ["move 1110"], "say": both("Choose somebody first.")}],
        },
        {
            "say": both("Bring both up."), "checkpoint": True,
            "answers": ["unit tr-27", "move 1310", "unit fd-357", "move 1209"],
            "goal": {"at": {"fd-357": "1209", "tr-27": "1310|1311"}},
            "other": [{"to": ["end_movement"], "say": both("Then nobody moves."), "rules": ["2.1.B"]}],
        },
        {"say": both("Alone: end movement."), "answers": ["end_movement"]},
    ],
    "learned": [{"text": both("One."), "rules": ["3.1a"]}] * 3,
}  # fmt: skip


def document() -> dict[str, Any]:
    return deepcopy(DOCUMENT)


def planted(changed: dict[str, Any] | None = None) -> Lesson:
    """The lesson that a document tells; the sound one if none is given."""
    return parse(changed or document(), Lesson, "planted.toml")

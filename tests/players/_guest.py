"""A bot of another package: a small policy that is read from a file of numbers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from grognard.core.ask import TARGET_MASK, codes
from grognard.core.state import State


class Guest:
    """Answers what lies farthest along the map, or nearest, as its one weight has it."""

    memory: Any = None

    def __init__(self, name: str) -> None:
        self.name = name
        self.weight: float = json.loads(Path(name.partition("file=")[2]).read_text(encoding="utf-8"))["weight"]

    def choose(self, state: State, player: int, rng: Random) -> int:
        return max(codes(state.ask(player)), key=lambda answer: (self.weight * (answer & TARGET_MASK), answer))

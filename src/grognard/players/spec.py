"""What a bot is called: its level, and weights of its own where it has any: `regular:pull=0.2,caution=1.5`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.players.doctrine import Doctrine, doctrine
from grognard.players.weights import Weighted

KEPT = 32
"""Doctrines with weights of their own that a process keeps, each with its memory."""


@dataclass(frozen=True)
class Spec:
    """A bot by name."""

    level: str
    changes: Mapping[str, float] = field(default_factory=dict)
    """Weights by name, in place of those that its level has for the side it plays."""

    def __str__(self) -> str:
        told = ",".join(f"{name}={value!r}" for name, value in self.changes.items())
        return f"{self.level}:{told}" if told else self.level


def read_spec(text: str) -> Spec:
    """The bot that a text names.

    >>> read_spec("regular:pull=0.2,near=3")
    Spec(level='regular', changes={'pull': 0.2, 'near': 3.0})
    """
    level, colon, told = text.partition(":")
    changes: dict[str, float] = {}
    for one in told.split(",") if colon else ():
        name, equals, value = (part.strip() for part in one.partition("="))
        try:
            number = float(value)
        except ValueError:
            equals = ""
        if not (name and equals and value.isascii() and "_" not in value):
            raise SetupError(f'weights are told as NAME=NUMBER, parted by commas, not "{one}"')
        if name in changes:
            raise SetupError(f'"{name}" is told twice')
        changes[name] = number
    return Spec(level, changes)


@lru_cache(maxsize=KEPT)
def doctrine_of(game_id: str, text: str) -> Doctrine[Any]:
    """The doctrine that a bot goes by; its changes hold for all sides, since it plays one of them."""
    spec = read_spec(text)
    found = doctrine(game_id, spec.level)
    return cast(Doctrine[Any], _changed(found, text, spec.changes)) if spec.changes else found


def _changed(found: object, text: str, changes: Mapping[str, float]) -> Any:
    if not isinstance(found, Weighted):
        raise SetupError(f"{text}: this doctrine has no weights")
    for side in found.sheet.sides:
        try:
            found = found.changed(side, changes)
        except DataError as error:
            raise SetupError(f"{text}: {error.faults[0]}") from error
    return found

"""Announced attacks as a position holds them from their announcement to the end of the Combat Phase (seq.1b)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.step import Record


@dataclass(frozen=True, slots=True)
class Attack(Record):
    """A ground attack: on one hex from several, or on several from one (combat.D)."""

    hexes: int
    units: int


@dataclass(frozen=True, slots=True)
class Fire(Record):
    """Ranged artillery on one hex (artillery.D1): each gun with the supply unit that it uses up, or -1."""

    hex: int
    guns: tuple[tuple[int, int], ...]

    @property
    def units(self) -> int:
        return sum(1 << gun for gun, _ in self.guns)


@dataclass(frozen=True, slots=True)
class Strike(Record):
    """Air Combat Points on one unit, in the hex where it was announced (air.general.b)."""

    unit: int
    hex: int
    points: int

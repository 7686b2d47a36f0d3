"""Positions of counters on a hex map: where every unit is, and who stands in a hex.

A unit is in a hex or in one of the places that are no hex (not arrived, eliminated, in a pool), which a game numbers
from 0 to `last_place`; every hex number is larger. `put` is the only way a unit changes its place, and whatever a game
derives from places it keeps in `mark`.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.core.state import State


class PlacedState(State):
    """A position whose units have places."""

    __slots__ = ("at", "hex_of")

    last_place: ClassVar[int]
    """The largest number of a place that is no hex."""

    hex_of: list[int]
    """By unit: its hex, or one of the places that are no hex."""
    at: dict[int, int]
    """By hex: its units; derived from `hex_of`."""

    def mark(self, unit: int, hex: int) -> None:
        """Set or clear this hex in the derived boards: the unit has just come to it or left it."""

    def put(self, unit: int, place: int) -> None:
        """Move a unit to a hex, or to one of the places that are no hex."""
        hex_of, at, last = self.hex_of, self.at, self.last_place
        left = hex_of[unit]
        bit = 1 << unit
        hex_of[unit] = place
        if left > last:
            rest = at[left] ^ bit
            if rest:
                at[left] = rest
            else:
                del at[left]
            self.mark(unit, left)
        if place > last:
            at[place] = at.get(place, 0) | bit
            self.mark(unit, place)

    def rebuild(self) -> None:
        """Derive anew what follows from places; a game empties its own boards first."""
        at: dict[int, int] = {}
        self.at, last = at, self.last_place
        for unit, place in enumerate(self.hex_of):
            if place > last:
                at[place] = at.get(place, 0) | 1 << unit
                self.mark(unit, place)

    def on_map(self, unit: int) -> bool:
        return self.hex_of[unit] in self.at

    def told_at(self, unit: int) -> dict[str, int]:
        """Where a unit stands, as a fact of an event: its hex, or nothing where it is in none."""
        return {"hex": self.hex_of[unit]} if self.on_map(unit) else {}

    def disagreements(self) -> list[str]:
        """What `put` and `mark` have kept otherwise than `rebuild` derives it, as faults for `Game.invariants`."""
        fresh = self.clone()
        fresh.rebuild()
        kept = [name for cls in type(self).__mro__ for name in vars(cls).get("__slots__", ()) if cls is not State]
        derived = [name for name in kept if name not in self.FIELDS]
        return [f"{name} disagrees with hex_of" for name in derived if getattr(fresh, name) != getattr(self, name)]

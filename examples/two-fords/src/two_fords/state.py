"""A position: where the units are, what they have left, who holds what, and what each side keeps to itself.

`put` is the only way a unit changes its place; `enter` is `put` with the taking of places (8.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from grognard.core.copying import copied
from grognard.core.placed import PlacedState
from grognard.hex.grid import bits, mask

if TYPE_CHECKING:
    from grognard.core.dice import Dice
    from two_fords.game import TwoFords

SIDES: Final = ("blue", "red")
BLUE: Final = 0
RED: Final = 1

# Places that are no hex. Every hex number is larger.
ELIMINATED: Final = 0
PLACES: Final = ("eliminated",)
NONE: Final = 0
"""No objective yet: a hex number is larger."""


@copied
class TwoFordsState(PlacedState):
    """One position."""

    __slots__ = ("active", "attacked", "fought", "held", "moved", "objective", "occupied", "steps", "turn")
    FIELDS = (
        *PlacedState.FIELDS,
        "turn", "active", "hex_of", "steps", "held", "objective", "moved", "fought", "attacked",
    )  # fmt: skip

    last_place = ELIMINATED

    game: TwoFords
    turn: int
    active: int
    """The side whose phase it is."""
    steps: bytearray
    """By unit: steps left."""
    held: list[int]
    """By side: the places it holds (8.1)."""
    objective: list[int]
    """By side: the place it has chosen in secret (2.1)."""
    moved: int
    fought: int
    attacked: int
    """Hexes attacked in this phase (6.1)."""

    # derived from hex_of by `mark` and `rebuild`
    occupied: list[int]
    """By side: the hexes with its units."""

    def __init__(self, game: TwoFords, options: Mapping[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        self.turn, self.active = 0, BLUE
        self.steps = bytearray(len(unit.steps) for unit in game.units)
        self.held, self.objective = [0, 0], [NONE, NONE]
        self.moved = self.fought = self.attacked = 0
        self.hex_of = [ELIMINATED] * len(game.units)
        self.rebuild()

    def mark(self, unit: int, hex: int) -> None:
        side, bit = self.game.side_of[unit], 1 << hex
        if self.at.get(hex, 0):
            self.occupied[side] |= bit
        else:
            self.occupied[side] &= ~bit

    def rebuild(self) -> None:
        self.occupied = [0, 0]
        super().rebuild()

    def enter(self, unit: int, hex: int) -> None:
        """A unit comes to a hex, and with it whoever holds a place there (8.1)."""
        self.put(unit, hex)
        side, bit = self.game.side_of[unit], 1 << hex
        if self.game.ground.places & bit:
            self.held[side] |= bit
            self.held[1 - side] &= ~bit

    def units_of(self, side: int) -> int:
        """The units of a side that are on the map."""
        return self.units_in(self.occupied[side])

    def units_in(self, hexes: int) -> int:
        return mask(self.unit_at(hex) for hex in bits(hexes))

    def unit_at(self, hex: int) -> int:
        """4.4 a hex holds one unit."""
        return self.at[hex].bit_length() - 1

    def strength(self, unit: int) -> int:
        row = self.game.units[unit]
        return row.steps[len(row.steps) - self.steps[unit]]

    def lose_step(self, unit: int, rule: str) -> None:
        """6.4 a unit without steps is out of the game."""
        self.steps[unit] -= 1
        self.tell("event.step_lost" if self.steps[unit] else "event.eliminated", rule, unit=unit)
        if not self.steps[unit]:
            self.put(unit, ELIMINATED)

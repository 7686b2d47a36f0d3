"""Chapter 1.1: the choice of maps before a game, for a lobby that lets the players make it.

A game itself begins with its maps laid out (option `maps`); this is the order in which the players arrive at that line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.core.game import SetupError
from grognard.games.victory.layout import Sheet, parse

ORDERS = {2: (0, 1), 4: (0, 1, 1, 0)}
"""1.1.side who picks which map; the player who picks last also makes the final adjustment."""


@dataclass(frozen=True)
class MapDraft:
    """Maps being chosen by two players: pick by pick, then one adjustment."""

    maps: tuple[str, ...]
    count: int
    first: int
    """The player who won the die and picks first."""
    picked: tuple[str, ...] = ()
    spec: str = ""

    @classmethod
    def begin(cls, maps: tuple[str, ...], count: int, dice: tuple[int, int]) -> MapDraft:
        """1.1.side the higher die picks first; equal dice are for the caller to roll again."""
        if count not in ORDERS:
            raise SetupError(f"maps are chosen for 2 or 4, not {count}")
        if dice[0] == dice[1]:
            raise SetupError("equal dice: roll again")
        return cls(maps, count, 0 if dice[0] > dice[1] else 1)

    @property
    def player(self) -> int | None:
        """Who picks next, or adjusts; None when the layout is settled."""
        if self.spec:
            return None
        order = ORDERS[self.count]
        turn = order[len(self.picked)] if len(self.picked) < self.count else order[-1]
        return turn ^ self.first

    def pick(self, name: str) -> MapDraft:
        if len(self.picked) == self.count or name not in self.maps or name in self.picked:
            raise SetupError(f'"{name}" cannot be picked now')
        return replace(self, picked=(*self.picked, name))

    def adjust(self, spec: str) -> MapDraft:
        """The last picker arranges and turns the maps that were picked."""
        sheets: list[Sheet] = [sheet for row in parse(spec, self.maps) for sheet in row]
        if sorted(sheet.name for sheet in sheets) != sorted(self.picked) or len(self.picked) < self.count:
            raise SetupError(f'"{spec}" does not lay out the maps that were picked')
        return replace(self, spec=spec)

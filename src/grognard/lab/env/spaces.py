"""The spaces of a game: what an action means, and how a look at a position becomes arrays.

Both are fixed for a game as a scenario lays it out, and named by one version (`Spaces.version`); docs/research.md tells
them. Everything here is told what a player sees (`core.sight`), never a position.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Kind, Offer
from grognard.core.game import Game, SetupError
from grognard.core.sight import steps_of
from grognard.hex.grid import bits

try:
    import numpy as np
except ImportError as error:
    raise SetupError('research faces need the extra "research": pip install "grognard[research]"') from error

if TYPE_CHECKING:
    from grognard.hex.grid import Grid

NUMBERS: Final = 64
"""What is answered by number is smaller than this."""
FEW: Final = 24
"""Up to so many hexes are marked one by one."""
DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
PLACED: Final = ("place", "line", "along")
"""What the first column of units becomes."""

Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Actions", "Array", "Cells", "IllegalAction", "Spaces", "members", "np", "spaces_of"]
"""numpy is fetched here once, with the word of where to get it; the other files take it from here."""


class Cells:
    """Hexes as cells of a rectangle: on a flat map [column, row], on a pointy one [row, column], counted from 0."""

    def __init__(self, grid: Grid) -> None:
        flat = grid.orientation == "flat"
        self.shape = (grid.cols, grid.rows) if flat else (grid.rows, grid.cols)
        self.lines, self.length = self.shape
        self.count = self.lines * self.length
        self.hexes = [0] * self.count
        """By cell: its hex."""
        self.of: dict[int, int] = {}
        """By hex: its cell."""
        for hex in grid.hexes:
            column, row = grid.column_row(hex)
            cell = (column - 1) * self.length + row - 1 if flat else (row - 1) * self.length + column - 1
            self.hexes[cell] = hex
            self.of[hex] = cell
        self._size = grid.size
        self._order = np.array(self.hexes)

    def lay(self, board: int, into: Array) -> None:
        """Write a board of hexes into as many cells."""
        members(board, self._size).take(self._order, out=into.view(np.uint8), mode="clip")


def members(board: int, count: int) -> Array:
    """A set as an array of zeros and ones."""
    raw = np.frombuffer(board.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little")


@lru_cache(maxsize=32)
def cells_of(grid: Grid) -> Cells:
    return Cells(grid)


class Actions:
    """Every answer of a game by one number: first the verb, within it the target."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cells = cells_of(game.map.grid)
        widths = {
            Kind.NOTHING: 1,
            Kind.UNIT: len(game.units),
            Kind.HEX: self._cells.count,
            Kind.HEXSIDE: game.hexside_count,
            Kind.CHIT: game.chit_count,
            Kind.NUMBER: NUMBERS,
        }
        self.widths = tuple(widths[verb.kind] for verb in game.verbs)
        self.offsets = tuple(sum(self.widths[:verb]) for verb in range(len(game.verbs)))
        self.count = sum(self.widths)
        self._of_hexes = tuple(verb.kind is Kind.HEX for verb in game.verbs)
        self._actions: tuple[dict[int, int] | range, ...] = tuple(
            {hex: offset + cell for hex, cell in self._cells.of.items()} if of_hexes else range(offset, offset + width)
            for offset, width, of_hexes in zip(self.offsets, self.widths, self._of_hexes, strict=True)
        )
        """By verb and target: its action."""
        self._codes = [
            verb << TARGET_BITS | (self._cells.hexes[place] if self._of_hexes[verb] else place)
            for verb, width in enumerate(self.widths)
            for place in range(width)
        ]

    def code(self, action: int) -> int:
        """The engine's answer that an action stands for."""
        if not 0 <= action < self.count:
            raise IllegalAction(f"{action} is no action: they are 0 to {self.count - 1}")
        return self._codes[action]

    def action(self, code: int) -> int:
        """The reverse of `code`."""
        verb, target = code >> TARGET_BITS, code & TARGET_MASK
        return self.offsets[verb] + (self._cells.of[target] if self._of_hexes[verb] else target)

    def words(self, action: int) -> str:
        """An action as a player says it: "move 2310"."""
        code = self.code(action)
        verb = self.game.verbs[code >> TARGET_BITS]
        target = self.game.target_name(verb.kind, code & TARGET_MASK)
        return verb.name if target is None else f"{verb.name} {target}"

    def legal(self, offer: Offer) -> list[int]:
        """The actions of an offer, in rising order."""
        found: list[int] = []
        for verb in sorted(offer):
            offset = self.offsets[verb]
            if self._of_hexes[verb]:
                of = self._cells.of
                found += sorted(offset + of[hex] for hex in bits(offer[verb]))
            else:
                found += [offset + target for target in bits(offer[verb])]
        return found

    def mask(self, offer: Offer) -> Array:
        """1 for every action of an offer, else 0; bytes are quicker to set one by one than figures of an array."""
        marks, actions, of_hexes = bytearray(self.count), self._actions, self._of_hexes
        many: list[int] = []
        for verb, targets in offer.items():
            few = targets.bit_count()
            if few == 1:
                marks[actions[verb][targets.bit_length() - 1]] = 1
            elif few == 2 or (of_hexes[verb] and few <= FEW):
                of = actions[verb]
                for target in bits(targets):
                    marks[of[target]] = 1
            elif of_hexes[verb]:
                many.append(verb)
            else:
                digits = bin(targets)[:1:-1].encode().translate(DIGITS)
                marks[self.offsets[verb] : self.offsets[verb] + len(digits)] = digits
        mask: Array = np.frombuffer(marks, np.int8)
        for verb in many:
            self._cells.lay(offer[verb], mask[self.offsets[verb] : self.offsets[verb] + self.widths[verb]])
        return mask


class IllegalAction(ValueError):
    """An action that is not offered now."""


class Spaces:
    """The arrays of a game as it is laid out."""

    def __init__(self, game: Game) -> None:
        self.game, self.sight = game, game.sight
        self.actions = Actions(game)
        self.cells = cells_of(game.map.grid)
        sight, count = self.sight, len(game.units)
        self.unit_columns = (*PLACED, *sight.units[1:])
        self.planes = (len(sight.hexes), *self.cells.shape)
        self.units = (count, len(self.unit_columns))
        self.figures = (len(sight.figures),)
        self.placed = self._where()
        self.placed_at: list[tuple[int, int, int]] = [tuple(one) for one in self.placed.T.tolist()]

    @property
    def version(self) -> str:
        """Of actions and observations together."""
        return self.sight.version

    def digest(self) -> str:
        """A short name of everything that the version stands for: a test keeps the two together."""
        sight, game = self.sight, self.game
        verbs = [
            f"{verb.name}:{verb.kind.value}:{width}"
            for verb, width in zip(game.verbs, self.actions.widths, strict=True)
        ]
        parts = (verbs, sight.hexes, self.unit_columns, sight.figures, sight.places, steps_of(game), self.planes)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]

    def _where(self) -> Array:
        """By place: 1 on the map and 2 upwards off it, with line and position along it from 1; the last is unseen."""
        found = np.zeros((3, self.game.map.grid.size + 1), np.int16)
        for number in range(len(self.sight.places)):
            found[0, number] = 2 + number
        for hex, cell in self.cells.of.items():
            line, along = divmod(cell, self.cells.length)
            found[:, hex] = 1, line + 1, along + 1
        return found

    def ground(self) -> tuple[tuple[str, ...], Array]:
        """The terrain of the map, which never changes in play: names, and a plane for each."""
        names = tuple(sorted({self.game.map.terrain_at[hex] for hex in self.cells.hexes}))
        planes = np.zeros((len(names), *self.cells.shape), np.uint8)
        flat = planes.reshape(len(names), self.cells.count)
        for cell, hex in enumerate(self.cells.hexes):
            flat[names.index(self.game.map.terrain_at[hex]), cell] = 1
        return names, planes


@lru_cache(maxsize=32)
def spaces_of(game: Game) -> Spaces:
    """The spaces of a game as it is laid out."""
    return Spaces(game)

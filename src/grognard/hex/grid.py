"""Hex geometry on bitboards: a set of hexes is one Python int, one bit per hex.

Maps, tracing and every game's rules call it. It knows nothing of terrain, units or rules, and a grid never
changes after it is built.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

Bitboard: TypeAlias = int
"""A set of hexes: bit `h` is set when the hex with index `h` belongs to it."""

Sides: TypeAlias = tuple[int, int, int, int, int, int]
"""A set of hexsides: for each of the six directions the hexes that have such a side there."""

Orientation: TypeAlias = Literal["flat", "pointy"]
Shifted: TypeAlias = Literal["even", "odd"]

FLAT_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")

# Up to about this many hexes, peeling off the top bit is quicker than walking over all bytes of the board.
_FEW = 150
BITS_OF_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
_NAME = re.compile(r"[0-9]{4}")


def bits(board: Bitboard) -> list[int]:
    """List the hexes of a board, lowest index first.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    few = board.bit_count()
    if few > 2:
        return list(_members(board))
    if few == 0:
        return []
    top = board.bit_length() - 1
    return [top] if few == 1 else [(board ^ 1 << top).bit_length() - 1, top]


@lru_cache(maxsize=8192)  # the same armies, cities and fronts are listed again and again: nine times in ten it is known
def _members(board: Bitboard) -> tuple[int, ...]:
    found: list[int] = []
    if board.bit_count() <= _FEW:
        while board:
            top = board.bit_length() - 1
            found.append(top)
            board ^= 1 << top
        found.reverse()
        return tuple(found)
    for place, byte in enumerate(board.to_bytes((board.bit_length() + 7) // 8, "little")):
        if byte:
            first = place * 8
            for bit in BITS_OF_BYTE[byte]:
                found.append(first + bit)
    return tuple(found)


def mask(numbers: Iterable[int]) -> Bitboard:
    """Hexes, or units, or chits, as a board: the reverse of `bits`.

    >>> mask([0, 2])
    5
    """
    board = 0
    for number in numbers:
        board |= 1 << number
    return board


def lowest(board: Bitboard) -> int:
    """The first hex of a board that has any.

    >>> lowest(0b10110)
    1
    """
    return (board & -board).bit_length() - 1


def highest(board: Bitboard) -> int:
    """The last hex of a board that has any; of a board with one hex, that one.

    >>> highest(0b10110)
    4
    """
    return board.bit_length() - 1


def nth_bit(board: Bitboard, n: int) -> int:
    """The n-th hex of a board, counted from 0 and lowest index first, without listing the others.

    >>> nth_bit(0b10110, 1)
    2
    """
    # halve the board itself: what is left to look at shrinks with every step
    first, length = 0, board.bit_length()
    while length > 1:
        half = length >> 1
        lower = board & (1 << half) - 1
        below = lower.bit_count()
        if n < below:
            board, length = lower, half
        else:
            board >>= half
            n -= below
            first += half
            length -= half
    return first


def either_side(a: Sides, b: Sides) -> Sides:
    """The hexsides in either set: `either_side(minor_river, major_river)`."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5]


def both_sides(a: Sides, b: Sides) -> Sides:
    """The hexsides in both sets: `both_sides(river, road)` are the bridges."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3], a[4] & b[4], a[5] & b[5]


def sides_without(a: Sides, b: Sides) -> Sides:
    """The hexsides of the first set that are not in the second: `sides_without(river, bridged)`."""
    # x ^ (x & y) is x & ~y at less than half the price: Python writes out the complement as a new int.
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return a0 ^ (a0 & b0), a1 ^ (a1 & b1), a2 ^ (a2 & b2), a3 ^ (a3 & b3), a4 ^ (a4 & b4), a5 ^ (a5 & b5)


def any_side(sides: Sides) -> Bitboard:
    """The hexes that have at least one of these hexsides: `any_side(river)` are the hexes on a river."""
    return sides[0] | sides[1] | sides[2] | sides[3] | sides[4] | sides[5]


class Grid:
    """A rectangle of hexes with one constant shift per direction.

    A *line* is a column on a flat map and a row on a pointy one: the straight chain of hexes. Lines are
    stored one after the other and sheared, so that the half-hex stagger disappears and a direction is the
    same shift everywhere; two spare bits per line keep a step over the edge out of the next line.

    >>> grid = Grid(4, 3)
    >>> grid.list_names(grid.around[grid.index("0202")])
    ['0102', '0103', '0201', '0203', '0302', '0303']
    """

    __slots__ = (
        "_along", "_direction_of", "_index_of", "_line", "_name_of", "around", "board", "cols", "direction_names",
        "every_side", "hexes", "neighbours", "no_sides", "orientation", "rows", "shifted", "shifts", "size",
        "spans", "stride",
    )  # fmt: skip

    cols: int
    rows: int
    orientation: Orientation
    shifted: Shifted  # which lines, counted from 1, sit half a hex lower (flat) or further right (pointy)
    stride: int  # index bits per line
    size: int  # number of index bits
    board: Bitboard  # every hex of the grid
    shifts: Sides  # what a step in each direction adds to the index; d and d + 3 are opposite
    spans: tuple[int, int, int]  # the sizes of the first three shifts: directions 1, 2, 3 go up, 0, 4, 5 down
    direction_names: tuple[str, ...]
    hexes: tuple[int, ...]  # every index, in CCRR order
    around: list[Bitboard]  # by index: the neighbours as a board
    neighbours: list[tuple[int, ...]]  # by index: the neighbour in each direction, -1 off the map
    no_sides: Sides
    every_side: Sides  # all hexsides between two hexes of the grid

    def __init__(self, cols: int, rows: int, orientation: Orientation = "flat", shifted: Shifted = "even") -> None:
        _check(cols, rows, orientation, shifted)
        flat = orientation == "flat"
        self.cols, self.rows, self.orientation, self.shifted = cols, rows, orientation, shifted
        self.direction_names = FLAT_DIRECTIONS if flat else POINTY_DIRECTIONS
        self.stride = stride = (rows if flat else cols) + 2
        self.spans = (1, stride - 1, stride) if flat else (stride - 1, 1, stride)
        first, second, third = self.spans
        self.shifts = (-first, second, third, first, -second, -third)
        self._direction_of = {shift: d for d, shift in enumerate(self.shifts)}
        self._number_hexes()
        self._link_neighbours()

    def __repr__(self) -> str:
        return f"Grid({self.cols}, {self.rows}, {self.orientation!r}, {self.shifted!r})"

    def _number_hexes(self) -> None:
        flat = self.orientation == "flat"
        indices = []
        places: dict[int, tuple[int, int]] = {}
        self._index_of: dict[str, int] = {}
        for column in range(self.cols):
            for row in range(self.rows):
                line, along = (column, row) if flat else (row, column)
                along -= line // 2 if self.shifted == "even" else (line + 1) // 2
                hex = (line + 1) * self.stride + along
                indices.append(hex)
                places[hex] = line, along
                self._index_of[f"{column + 1:02}{row + 1:02}"] = hex
        self.hexes = tuple(indices)
        self.size = max(indices) + 1
        self.board = sum(1 << hex for hex in indices)
        self._line = [places.get(hex, (0, 0))[0] for hex in range(self.size)]
        self._along = [places.get(hex, (0, 0))[1] for hex in range(self.size)]
        self._name_of = {hex: name for name, hex in self._index_of.items()}

    def _link_neighbours(self) -> None:
        on_map = self._name_of
        self.neighbours = [(-1,) * 6] * self.size
        self.around = [0] * self.size
        sides = [0] * 6
        for hex in self.hexes:
            beside = tuple(n if (n := hex + shift) in on_map else -1 for shift in self.shifts)
            self.neighbours[hex] = beside
            self.around[hex] = sum(1 << n for n in beside if n >= 0)
            for d, n in enumerate(beside):
                if n >= 0:
                    sides[d] |= 1 << hex
        self.no_sides = (0, 0, 0, 0, 0, 0)
        self.every_side = (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5])

    # -- names -----------------------------------------------------------------------------------------------

    def index(self, name: str) -> int:
        """The index of the hex written CCRR, as "0717"; ValueError for a bad or off-map name."""
        hex = self._index_of.get(name)
        if hex is not None:
            return hex
        if not _NAME.fullmatch(name):
            raise ValueError(f'{name!r} is not a hex: write column and row with two digits each, as "0717"')
        raise ValueError(f"{name} is not on the map: columns 01-{self.cols:02}, rows 01-{self.rows:02}")

    def name(self, hex: int) -> str:
        """The hex as it is written on the map: `grid.name(grid.index("0717")) == "0717"`."""
        name = self._name_of.get(hex)
        if name is None:
            raise ValueError(f"{hex} is not the index of a hex on this map")
        return name

    def column_row(self, hex: int) -> tuple[int, int]:
        """Column and row, both counted from 1: `(7, 17)` for hex 0717."""
        name = self.name(hex)
        return int(name[:2]), int(name[2:])

    def parse(self, names: str) -> Bitboard:
        """The board of the hexes named, e.g. `grid.parse("0512 0613")`."""
        board = 0
        for name in names.split():
            board |= 1 << self.index(name)
        return board

    def list_names(self, board: Bitboard) -> list[str]:
        """The names of a board's hexes in CCRR order: `["0512", "0613"]`."""
        return sorted(map(self.name, bits(board)))

    # -- neighbours and distance -----------------------------------------------------------------------------

    def neighbour(self, hex: int, d: int) -> int:
        """The hex beside this one in direction `d` (see `direction_names`), -1 off the map."""
        return self.neighbours[hex][d]

    def direction(self, a: int, b: int) -> int:
        """The direction that leads from hex `a` to its neighbour `b`; ValueError if they are not adjacent."""
        d = self._direction_of.get(b - a, -1)
        if d < 0 or self.neighbours[a][d] != b:
            raise ValueError(f"{self.name(a)}-{self.name(b)}: the hexes are not adjacent")
        return d

    def distance(self, a: int, b: int) -> int:
        """Hexes from `a` to `b` in a straight line, 0 for the same hex, 1 for neighbours."""
        across = self._line[a] - self._line[b]
        along = self._along[a] - self._along[b]
        return max(abs(across), abs(along), abs(across + along))

    def disc(self, hex: int, radius: int) -> Bitboard:
        """Every hex within `radius` of a hex, itself included."""
        board = 1 << hex
        for _ in range(radius):
            board |= self.grow(board)
        return board

    def ring(self, hex: int, radius: int) -> Bitboard:
        """The hexes at exactly `radius` from a hex."""
        return self.disc(hex, radius) & ~self.disc(hex, radius - 1) if radius > 0 else 1 << hex

    # -- stepping boards -------------------------------------------------------------------------------------

    def grow(self, board: Bitboard) -> Bitboard:
        """All hexes adjacent to any hex of the board: the zone of control of units that stand there.

        >>> grid = Grid(5, 5)
        >>> grid.grow(1 << grid.index("0303")) == grid.around[grid.index("0303")]
        True
        """
        # A diagonal step is a step across after a step along its line: four shifts do for six directions.
        before = board >> 1
        after = board << 1
        stride = self.stride
        return (before | after | (board | before) << stride | (board | after) >> stride) & self.board

    def step(self, board: Bitboard, sides: Sides) -> Bitboard:
        """The hexes entered by one step from the board across the given hexsides only."""
        first, second, third = self.spans
        return (
            (board & sides[0]) >> first
            | (board & sides[1]) << second
            | (board & sides[2]) << third
            | (board & sides[3]) << first
            | (board & sides[4]) >> second
            | (board & sides[5]) >> third
        ) & self.board

    def towards(self, board: Bitboard) -> Sides:
        """The hexsides through which a step enters the board: for each direction the hexes it would come from.

        >>> grid = Grid(3, 3)
        >>> grid.list_names(grid.step(grid.board, grid.towards(grid.parse("0202"))))
        ['0202']
        """
        first, second, third = self.spans
        return board << first, board >> second, board >> third, board >> first, board << second, board << third

    def sides(self, pairs: Iterable[tuple[int, int]]) -> Sides:
        """The hexsides between pairs of adjacent hexes, seen from both hexes.

        >>> grid = Grid(3, 3)
        >>> river = grid.sides([(grid.index("0201"), grid.index("0202"))])
        >>> grid.list_names(grid.step(grid.board, river))
        ['0201', '0202']
        """
        found = [0] * 6
        for a, b in pairs:
            d = self.direction(a, b)
            found[d] |= 1 << a
            found[(d + 3) % 6] |= 1 << b
        return found[0], found[1], found[2], found[3], found[4], found[5]

    # -- drawing ---------------------------------------------------------------------------------------------

    def centre(self, hex: int) -> tuple[float, float]:
        """The middle of a hex of radius 1, y downwards, with the map's upper left corner at (0, 0)."""
        column, row = self.column_row(hex)
        line = column if self.orientation == "flat" else row
        along = row if self.orientation == "flat" else column
        pushed = (line % 2 == 0) == (self.shifted == "even")
        straight = math.sqrt(3) * (along - 0.5 + (0.5 if pushed else 0.0))
        across = 1.5 * line - 0.5
        return (across, straight) if self.orientation == "flat" else (straight, across)

    def corners(self, hex: int) -> list[tuple[float, float]]:
        """The six corners, clockwise; the hexside in direction `d` runs from corner `d` to corner `d + 1`."""
        x, y = self.centre(hex)
        first = -120 if self.orientation == "flat" else -90
        turns = [math.radians(first + 60 * k) for k in range(6)]
        return [(x + math.cos(turn), y + math.sin(turn)) for turn in turns]


def _check(cols: int, rows: int, orientation: str, shifted: str) -> None:
    if not (1 <= cols <= 99 and 1 <= rows <= 99):
        raise ValueError(f"a grid has 1 to 99 columns and rows, not {cols} x {rows}")
    if orientation not in ("flat", "pointy"):
        raise ValueError(f'orientation is "flat" or "pointy", not {orientation!r}')
    if shifted not in ("even", "odd"):
        raise ValueError(f'shifted is "even" or "odd", not {shifted!r}')

"""A map read from a hexmap/1 document: terrain, hexsides, roads, places and areas as bitboards.

Games load their map once and share it; `join` makes such documents out of others. A map says what is printed
where and never what it means in play, and it does not change after loading.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from grognard.hex.grid import (
    Bitboard,
    Grid,
    Sides,
    any_side,
    both_sides,
    either_side,
    sides_without,
)

__all__ = [
    "FORMAT", "HexMap", "Label", "MapError", "Place", "Route", "any_side", "both_sides", "either_side",
    "sides_without",
]  # fmt: skip

FORMAT = "hexmap/1"
OFF = "off"
_HEADER_KEYS = {"format", "id", "name", "name_ja", "scale_km"}
_KNOWN_KEYS = _HEADER_KEYS | {"grid", "terrain", "hexsides", "paths", "places", "labels", "areas"}
_PLACE_KEYS = {"hex", "name", "name_ja", "kind"}
_WRITTEN_KEYS = ("drawn", "drawn_ja")
_PAIR = re.compile(r"[0-9]{4}-[0-9]{4}")
_T = TypeVar("_T")


class MapError(ValueError):
    """A fault in a map document: which file, which table and key, and what would be right."""


class Route(NamedTuple):
    """A road or railway as the map draws it: neighbouring hexes from end to end."""

    kind: str
    name: str
    hexes: tuple[int, ...]


class Place(NamedTuple):
    """A named hex: a city, a town; `extra` holds the game's own keys (victory points, production)."""

    hex: int
    name: str
    name_ja: str
    kind: str
    extra: dict[str, Any]

    def written(self, language: str = "en") -> str:
        """Its name as the map writes it: its own text `drawn` where it has one, "" where the map has no name there."""
        drawn, drawn_ja = self.extra.get("drawn"), self.extra.get("drawn_ja")
        name = self.name if drawn is None else str(drawn)
        name_ja = self.name_ja if drawn is None else str(drawn_ja or "")
        return name_ja if language == "ja" and name and name_ja else name


class Label(NamedTuple):
    """A name written along a chain of hexes: a river, a sea, a region."""

    name: str
    name_ja: str
    hexes: tuple[int, ...]


class HexMap:
    """A map as play needs it.

    >>> land = HexMap.from_document({
    ...     "format": "hexmap/1", "id": "ford", "name": "The ford", "grid": {"cols": 2, "rows": 2},
    ...     "terrain": {"legend": {".": "clear", "f": "forest"}, "grid": ".f\\n..\\n"},
    ...     "hexsides": {"river": "0101-0102"},
    ... }, "ford.toml")
    >>> land.grid.list_names(land.terrain["forest"]), land.grid.list_names(any_side(land.hexsides["river"]))
    (['0201'], ['0101', '0102'])
    """

    __slots__ = (
        "areas", "document", "extra", "grid", "hexsides", "id", "labels", "name", "name_ja", "path_hexes", "paths",
        "place_at", "places", "playable", "routes", "scale_km", "source", "terrain", "terrain_at",
    )  # fmt: skip

    source: str  # the file it was read from, for error messages
    document: Mapping[str, Any]  # what it was read from, as a client draws it
    id: str
    name: str
    name_ja: str
    scale_km: float
    grid: Grid
    terrain: dict[str, Bitboard]
    terrain_at: list[str]  # by hex index; "off" between the lines of the grid
    playable: Bitboard  # all hexes but those marked "off"
    hexsides: dict[str, Sides]
    paths: dict[str, Sides]  # by kind: the hexsides that a road or railway of that kind crosses
    path_hexes: dict[str, Bitboard]
    routes: tuple[Route, ...]
    places: tuple[Place, ...]
    place_at: dict[int, Place]
    labels: tuple[Label, ...]
    areas: dict[str, Bitboard]
    extra: dict[str, Any]  # what else stands in the document, as it is

    @classmethod
    def load(cls, path: str | Path) -> HexMap:
        """Read a map file; MapError if it is not a sound hexmap/1."""
        path = Path(path)
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise MapError(f"{path.name}: not a TOML file: {error}") from error
        return cls.from_document(document, path.name)

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], source: str) -> HexMap:
        """Read a map from a parsed document; `source` names it in error messages."""
        self = cls()
        self.source = source
        self.document = doc
        reader = _Reader(source)
        if doc.get("format") != FORMAT:
            raise reader.wrong("format", f'{doc.get("format")!r} should be "{FORMAT}"')
        self.id = reader.text(doc, "id")
        self.name = reader.text(doc, "name")
        self.name_ja = reader.text(doc, "name_ja", default="")
        self.scale_km = reader.scale(doc)
        self.grid = reader.grid = reader.read_grid(reader.table(doc, "grid"))
        self._read_terrain(reader, reader.table(doc, "terrain"))
        hexsides, areas = reader.table(doc, "hexsides", {}), reader.table(doc, "areas", {})
        self.hexsides = {kind: reader.sides(pairs, f"hexsides.{kind}") for kind, pairs in hexsides.items()}
        self.areas = {name: reader.board(hexes, f"areas.{name}") for name, hexes in areas.items()}
        self._read_routes(reader, reader.rows(doc, "paths"))
        self._read_places(reader, reader.rows(doc, "places"))
        self.labels = tuple(reader.label(row, where) for where, row in reader.rows(doc, "labels"))
        self.extra = {key: value for key, value in doc.items() if key not in _KNOWN_KEYS}
        return self

    def __repr__(self) -> str:
        return f"<HexMap {self.id}: {self.name}, {self.grid.cols} x {self.grid.rows}>"

    def _read_terrain(self, reader: _Reader, table: dict[str, Any]) -> None:
        grid = self.grid
        legend = reader.legend(table)
        self.terrain = dict.fromkeys(legend.values(), 0)
        self.terrain_at = [OFF] * grid.size
        for row, line in enumerate(reader.terrain_lines(table), start=1):
            for column, letter in enumerate(line, start=1):
                name = f"{column:02}{row:02}"
                if letter not in legend:
                    raise reader.wrong("terrain.grid", f"{name}: {letter!r} is not in terrain.legend")
                hex = grid.index(name)
                self.terrain[legend[letter]] |= 1 << hex
                self.terrain_at[hex] = legend[letter]
        self.playable = grid.board & ~self.terrain.get(OFF, 0)

    def _read_routes(self, reader: _Reader, rows: list[tuple[str, dict[str, Any]]]) -> None:
        self.paths = {}
        self.path_hexes = {}
        routes = []
        for where, row in rows:
            kind, name = reader.text(row, "kind", where), reader.text(row, "name", where, "")
            hexes = reader.chain(row, where)
            crossed = reader.sides_between(list(pairwise(hexes)), f"{where}.hexes")
            self.paths[kind] = either_side(self.paths.get(kind, self.grid.no_sides), crossed)
            self.path_hexes[kind] = self.path_hexes.get(kind, 0) | sum(1 << hex for hex in set(hexes))
            routes.append(Route(kind, name, hexes))
        self.routes = tuple(routes)

    def _read_places(self, reader: _Reader, rows: list[tuple[str, dict[str, Any]]]) -> None:
        self.place_at = {}
        for where, row in rows:
            hex = reader.hex(reader.text(row, "hex", where), f"{where}.hex")
            name = reader.text(row, "name", where)
            if hex in self.place_at:
                fault = f"{self.grid.name(hex)} is {self.place_at[hex].name} already and cannot be {name} too"
                raise reader.wrong(f"{where}.hex", fault)
            kind, name_ja = reader.text(row, "kind", where), reader.text(row, "name_ja", where, "")
            for key in _WRITTEN_KEYS:
                reader.text(row, key, where, "")
            extra = {key: value for key, value in row.items() if key not in _PLACE_KEYS}
            self.place_at[hex] = Place(hex, name, name_ja, kind, extra)
        self.places = tuple(self.place_at.values())

    def bridged(self, kind: str) -> Sides:
        """The hexsides of a river kind that have a bridge.

        Where the map lists bridges itself (hexsides named `bridge` or `*_bridge`) that list decides;
        otherwise a bridge is where any path crosses.
        """
        return both_sides(self._river(kind), self._bridges())

    def unbridged(self, kind: str) -> Sides:
        """The hexsides of a river kind without a bridge."""
        return sides_without(self._river(kind), self._bridges())

    def _river(self, kind: str) -> Sides:
        if kind not in self.hexsides:
            listed = ", ".join(self.hexsides) or "none"
            raise MapError(f"{self.source}: hexsides.{kind}: the map has no such hexsides; it has {listed}")
        return self.hexsides[kind]

    def _bridges(self) -> Sides:
        listed = [kind for kind in self.hexsides if kind == "bridge" or kind.endswith("_bridge")]
        bridges = self.grid.no_sides
        for sides in [self.hexsides[kind] for kind in listed] or self.paths.values():
            bridges = either_side(bridges, sides)
        return bridges


class _Reader:
    """Reads the values of a document and says where a wrong one stands."""

    __slots__ = ("grid", "source")

    grid: Grid

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, where: str, fault: object) -> MapError:
        return MapError(f"{self.source}: {where}: {fault}")

    def check(self, read: Callable[[], _T], where: str) -> _T:
        try:
            return read()
        except ValueError as error:
            raise self.wrong(where, error) from error

    def table(self, doc: Mapping[str, Any], key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        value = doc.get(key, default)
        if not isinstance(value, dict):
            raise self.wrong(key, f"a table [{key}] is needed")
        return value

    def rows(self, doc: Mapping[str, Any], key: str) -> list[tuple[str, dict[str, Any]]]:
        """The tables of an array, each with the way to it: ("paths[1]", {...})."""
        value = doc.get(key, [])
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise self.wrong(key, f"tables [[{key}]] are needed")
        return [(f"{key}[{number}]", row) for number, row in enumerate(value, start=1)]

    def text(self, row: Mapping[str, Any], key: str, where: str = "", default: str | None = None) -> str:
        value = row.get(key, default)
        if not isinstance(value, str):
            fault = "missing" if value is None else f"{value!r} should be a text"
            raise self.wrong(f"{where}.{key}" if where else key, fault)
        return value

    def scale(self, doc: Mapping[str, Any]) -> float:
        value = doc.get("scale_km", 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong("scale_km", f"{value!r} should be a number")
        return float(value)

    def read_grid(self, table: dict[str, Any]) -> Grid:
        size = [table.get("cols"), table.get("rows")]
        for key, value in zip(("cols", "rows"), size, strict=True):
            if isinstance(value, bool) or not isinstance(value, int):
                fault = "missing" if value is None else f"{value!r} should be a whole number"
                raise self.wrong(f"grid.{key}", fault)
        shape: Any = (*size, table.get("orientation", "flat"), table.get("shifted", "even"))
        return self.check(lambda: Grid(*shape), "grid")

    def legend(self, table: dict[str, Any]) -> dict[str, str]:
        legend = table.get("legend")
        if not isinstance(legend, dict):
            raise self.wrong("terrain.legend", 'missing: write { "." = "clear" }')
        for letter, name in legend.items():
            if len(letter) != 1 or not isinstance(name, str):
                raise self.wrong("terrain.legend", f"{letter!r} = {name!r} should be one letter = a name")
        return legend

    def terrain_lines(self, table: dict[str, Any]) -> list[str]:
        lines = self.text(table, "grid", "terrain").split()
        cols, rows = self.grid.cols, self.grid.rows
        if len(lines) != rows:
            raise self.wrong("terrain.grid", f"{len(lines)} lines, but grid.rows is {rows}")
        for row, line in enumerate(lines, start=1):
            if len(line) != cols:
                raise self.wrong("terrain.grid", f"line {row} has {len(line)} letters, but grid.cols is {cols}")
        return lines

    def hex(self, name: str, where: str) -> int:
        return self.check(lambda: self.grid.index(name), where)

    def board(self, names: object, where: str) -> Bitboard:
        if not isinstance(names, str):
            raise self.wrong(where, f'{names!r} should be a text of hexes, as "0512 0613"')
        return self.check(lambda: self.grid.parse(names), where)

    def chain(self, row: dict[str, Any], where: str) -> tuple[int, ...]:
        names = self.text(row, "hexes", where).split()
        if not names:
            raise self.wrong(f"{where}.hexes", 'empty: name the hexes in order, as "0512 0613"')
        return tuple(self.hex(name, f"{where}.hexes") for name in names)

    def label(self, row: dict[str, Any], where: str) -> Label:
        name, name_ja = self.text(row, "name", where), self.text(row, "name_ja", where, "")
        return Label(name, name_ja, self.chain(row, where))

    def sides(self, pairs: object, where: str) -> Sides:
        if not isinstance(pairs, str):
            raise self.wrong(where, f'{pairs!r} should be a text of hexsides, as "0512-0612 0512-0513"')
        ends = []
        for pair in pairs.split():
            if not _PAIR.fullmatch(pair):
                raise self.wrong(where, f'{pair!r} is not a hexside: write its two hexes, as "0512-0612"')
            ends.append((self.hex(pair[:4], where), self.hex(pair[5:], where)))
        return self.sides_between(ends, where)

    def sides_between(self, ends: list[tuple[int, int]], where: str) -> Sides:
        return self.check(lambda: self.grid.sides(ends), where)

"""Joining maps into one, and turning a map round, on hexmap/1 documents before they are read.

Games that are played on several maps call it and give the result to `HexMap.from_document`. It renumbers
hexes and never invents terrain: where two maps share a hex they must agree about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from grognard.hex.map import FORMAT, OFF, HexMap, MapError

Document: TypeAlias = dict[str, Any]
Move: TypeAlias = Callable[[int, int], tuple[int, int]]

_HEXES = re.compile(r"\s*\d{4}(-\d{4})?(\s+\d{4}(-\d{4})?)*\s*")
_HEX = re.compile(r"\d{4}")
# Texts under these keys are words even if they look like a hex ("1942").
_WORDS = {"format", "id", "name", "name_ja", "kind", "note", "scale_km", "grid", "terrain"}
_OTHER = {"even": "odd", "odd": "even"}
_SPARE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def rotate_180(doc: Mapping[str, Any]) -> Document:
    """The map turned by half a circle; turned twice it is the same document again.

    With an odd number of lines the pushed lines become the others, so `shifted` changes. A map of half-hexes,
    whose pushed lines end one hex early ("off"), keeps `shifted` and its numbering; so does one whose other
    lines begin one hex late. Names stay: an area called `edge_north` then lies in the south.
    """
    land = _read(doc)
    turn, shifted = _half_turn(land)
    turned: Document = {key: _renumber(key, value, land, turn) for key, value in doc.items()}
    if shifted != land.grid.shifted:
        turned["grid"] = {**doc["grid"], "shifted": shifted}
    letters = {turn(*hex): letter for hex, letter in _letters(doc)}
    end = "\n" if doc["terrain"]["grid"].endswith("\n") else ""
    turned["terrain"] = {**doc["terrain"], "grid": _draw(letters, land.grid.cols, land.grid.rows) + end}
    HexMap.from_document(turned, f"{land.id} turned round")
    return turned


def lay_out(rows: Sequence[Sequence[Mapping[str, Any]]]) -> Document:
    """One map made of several, given as they lie on the table: rows from the top, each from left to right.

    Plain maps lie edge to edge and share nothing. Maps with a `[geomorph]` table are cut through the hexes of
    their edges: the last column of one is the first column of the next, the last row of one the first row of
    the one below, and an "off" hex gives way to a hex of the other map. Areas of one name are united; other
    tables of hexes are renumbered and put together. The tables `joined` list the playable hexes of each map.

    `lay_out([[north, east], [west, south]])` is a two by two.
    """
    lands = [[_read(doc) for doc in row] for row in rows]
    source = " + ".join(land.id for row in lands for land in row)
    laid = list(_lay(source, rows, lands))
    joined = _headline(laid)
    joined["grid"] = grid = _joined_grid(laid)
    joined["terrain"] = _joined_terrain(source, laid, grid["cols"], grid["rows"])
    moved = [
        {key: _renumber(key, value, map.land, map.move) for key, value in _with_hexes(map).items()} for map in laid
    ]
    for key in dict.fromkeys(key for doc in moved for key in doc if key not in joined):
        united = _unite([doc[key] for doc in moved if key in doc])
        if united is not None:
            joined[key] = united
    HexMap.from_document(joined, source)
    return joined


class _Laid(NamedTuple):
    """A map and where its hex 0101 comes to lie: (column + c, row + r) for its hex (c, r)."""

    doc: Mapping[str, Any]
    land: HexMap
    column: int
    row: int

    def move(self, column: int, row: int) -> tuple[int, int]:
        return column + self.column, row + self.row


# -- turning -------------------------------------------------------------------------------------------------


def _half_turn(land: HexMap) -> tuple[Move, str]:
    """How a half turn moves a hex, and which lines are pushed afterwards."""
    grid = land.grid
    flat = grid.orientation == "flat"
    lines, length = (grid.cols, grid.rows) if flat else (grid.rows, grid.cols)
    shifted: str = grid.shifted
    nudge = {True: 0, False: 0}  # what a pushed line and another one move along themselves, beyond the turn
    if lines % 2:
        short, late = _half_hexes(land, lines, length)
        if short == late:
            shifted = _OTHER[shifted]
        else:
            nudge = {True: -1, False: 0} if short else {True: 0, False: 1}

    def turn(column: int, row: int) -> tuple[int, int]:
        line, along = (column, row) if flat else (row, column)
        # The modulus leaves the "off" hex that makes a line short at the end where it was.
        along = (length - along + nudge[_pushed(land, line)]) % length + 1
        return (lines + 1 - line, along) if flat else (along, lines + 1 - line)

    return turn, shifted


def _pushed(land: HexMap, line: int) -> bool:
    return (line % 2 == 0) == (land.grid.shifted == "even")


def _half_hexes(land: HexMap, lines: int, length: int) -> tuple[bool, bool]:
    """Whether all pushed lines end with an "off" hex, and whether all others begin with one."""
    flat = land.grid.orientation == "flat"

    def off(line: int, along: int) -> bool:
        column, row = (line, along) if flat else (along, line)
        return land.terrain_at[land.grid.index(_name(column, row))] == OFF

    numbers = range(1, lines + 1)
    for along, end in ((1, "first"), (length, "last")):
        if all(off(line, along) for line in numbers):
            fault = f"the {end} {'row' if flat else 'column'} is all off; leave it out to turn the map"
            raise MapError(f"{land.source}: terrain.grid: {fault}")
    short = all(off(line, length) for line in numbers if _pushed(land, line))
    late = all(off(line, 1) for line in numbers if not _pushed(land, line))
    return short, late


# -- laying out ----------------------------------------------------------------------------------------------


def _lay(source: str, rows: Sequence[Sequence[Mapping[str, Any]]], lands: list[list[HexMap]]) -> Iterator[_Laid]:
    if not lands or not lands[0] or any(len(row) != len(lands[0]) for row in lands):
        counts = ", ".join(str(len(row)) for row in lands) or "none"
        raise MapError(f"{source or 'no map'}: every row of a layout needs as many maps as the first, not {counts}")
    shared = {"geomorph" in land.extra for row in lands for land in row}
    if len(shared) > 1:
        raise MapError(f"{source}: geomorph: either every map has this table, or none")
    overlap = int(shared == {True})
    columns = [0, *accumulate(land.grid.cols - overlap for land in lands[0])]
    tops = [0, *accumulate(row[0].grid.rows - overlap for row in lands)]
    for i, row in enumerate(lands):
        for j, land in enumerate(row):
            laid = _Laid(rows[i][j], land, columns[j], tops[i])
            _check_size(land, "cols", lands[0][j])
            _check_size(land, "rows", row[0])
            _check_fit(laid, lands[0][0])
            yield laid


def _check_size(land: HexMap, key: str, other: HexMap) -> None:
    have, need = getattr(land.grid, key), getattr(other.grid, key)
    if have != need:
        raise MapError(f"{land.source}: grid.{key}: {have} does not fit {other.id}, which has {need}")


def _check_fit(laid: _Laid, first: HexMap) -> None:
    land, source = laid.land, laid.land.source
    if land.grid.orientation != first.grid.orientation:
        raise MapError(f'{source}: grid.orientation: should be "{first.grid.orientation}" as on {first.id}')
    if land.scale_km != first.scale_km:
        raise MapError(f"{source}: scale_km: {land.scale_km} should be {first.scale_km} as on {first.id}")
    line = laid.column if land.grid.orientation == "flat" else laid.row
    needed = first.grid.shifted if line % 2 == 0 else _OTHER[first.grid.shifted]
    if land.grid.shifted != needed:
        where = _name(laid.column + 1, laid.row + 1)
        fault = f'"{land.grid.shifted}" does not interlock where its 0101 becomes {where}: "{needed}" would'
        raise MapError(f"{source}: grid.shifted: {fault}")


def _with_hexes(map: _Laid) -> Document:
    """The document with the table that tells which hexes are its own; a joined map has those of its parts."""
    land = map.land
    own = {"id": land.id, "name": land.name, "hexes": " ".join(land.grid.list_names(land.playable))}
    return {"joined": [own], **map.doc}


def _headline(laid: list[_Laid]) -> Document:
    lands = [map.land for map in laid]
    headline = {"id": "+".join(land.id for land in lands), "name": " + ".join(land.name for land in lands)}
    if any(land.name_ja for land in lands):
        headline["name_ja"] = "・".join(land.name_ja or land.name for land in lands)
    return {"format": FORMAT, **headline, "scale_km": lands[0].scale_km}


def _joined_grid(laid: list[_Laid]) -> Document:
    last, first = laid[-1], laid[0].land.grid
    cols, rows = last.move(last.land.grid.cols, last.land.grid.rows)
    return {"cols": cols, "rows": rows, "orientation": first.orientation, "shifted": first.shifted}


def _joined_terrain(source: str, laid: list[_Laid], cols: int, rows: int) -> Document:
    seen: dict[tuple[int, int], tuple[str, HexMap]] = {}
    letter_of: dict[str, str] = {}
    for map in laid:
        legend = map.doc["terrain"]["legend"]
        for (column, row), letter in _letters(map.doc):
            hex, terrain = map.move(column, row), legend[letter]
            before, there = seen.get(hex, (OFF, map.land))
            if OFF not in (before, terrain) and before != terrain:
                fault = f"{before} on {there.id}, but {terrain} on {map.land.id} ({_name(column, row)} there)"
                raise MapError(f"{source}: terrain.grid: {_name(*hex)}: {fault}")
            seen[hex] = (before, there) if terrain == OFF else (terrain, map.land)
            if terrain not in letter_of:
                letter_of[terrain] = _free_letter(letter, set(letter_of.values()))
    letters = {hex: letter_of[terrain] for hex, (terrain, _) in seen.items()}
    legend = {letter: terrain for terrain, letter in letter_of.items()}
    return {"legend": legend, "grid": _draw(letters, cols, rows) + "\n"}


def _free_letter(wanted: str, taken: set[str]) -> str:
    return wanted if wanted not in taken else next(letter for letter in _SPARE_LETTERS if letter not in taken)


def _unite(values: list[Any]) -> Any:
    """What several maps say under one key, put together; None where they say different things."""
    if all(isinstance(value, dict) for value in values):
        keys = dict.fromkeys(key for value in values for key in value)
        parts = {key: _unite([value[key] for value in values if key in value]) for key in keys}
        return {key: part for key, part in parts.items() if part is not None}
    if all(isinstance(value, list) for value in values):
        rows: list[Any] = []
        for row in (row for value in values for row in value):
            if row not in rows:  # a shared edge may show the same thing on both maps
                rows.append(row)
        return rows
    if all(isinstance(value, str) and (not value or _HEXES.fullmatch(value)) for value in values):
        return " ".join(dict.fromkeys(hex for value in values for hex in value.split()))
    return values[0] if all(value == values[0] for value in values) else None


# -- documents -----------------------------------------------------------------------------------------------


def _read(doc: Mapping[str, Any]) -> HexMap:
    """Read a map to find its faults while its own numbers still stand."""
    return HexMap.from_document(doc, str(doc.get("id", "map")))


def _name(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _letters(doc: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int], str]]:
    for row, line in enumerate(doc["terrain"]["grid"].split(), start=1):
        for column, letter in enumerate(line, start=1):
            yield (column, row), letter


def _draw(letters: Mapping[tuple[int, int], str], cols: int, rows: int) -> str:
    lines = ["".join(letters[column, row] for column in range(1, cols + 1)) for row in range(1, rows + 1)]
    return "\n".join(lines)


def _renumber(key: str, value: Any, land: HexMap, move: Move) -> Any:
    """A value of the document with every hex in it moved; texts that are no hexes of the map stay."""
    if isinstance(value, Mapping):
        named = key in (
            "hexsides",
            "areas",
        )  # here the keys are names of the game's own, whatever they look like
        return {k: _renumber(key if named else k, part, land, move) for k, part in value.items()}
    if isinstance(value, list):
        return [_renumber(key, part, land, move) for part in value]
    if not isinstance(value, str) or key in _WORDS or not _HEXES.fullmatch(value):
        return value
    hexes = [(int(name[:2]), int(name[2:])) for name in _HEX.findall(value)]
    if not all(1 <= column <= land.grid.cols and 1 <= row <= land.grid.rows for column, row in hexes):
        return value
    return _HEX.sub(lambda found: _name(*move(int(found[0][:2]), int(found[0][2:]))), value)

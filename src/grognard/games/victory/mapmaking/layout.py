"""Chapter 1.1: maps chosen, turned and joined into one, from a line like `north,east:180/west,south`.

Rows are parted by `/`, maps in a row by `,`; `:180` turns a map half round; `random` draws one from the seed; `@red`
says whose it is, where that does not follow from the order. Ports are worked out again after joining, because a
settlement beside an edge can gain a coast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.core.game import SetupError
from grognard.games.victory.mapmaking.generator import random_map
from grognard.hex.join import lay_out, rotate_180
from grognard.hex.map import HexMap, MapError

RANDOM = "random"
MOST_MAPS = 4


class Sheet(NamedTuple):
    """One map of a layout: its short name, whether it is turned, and whose it is where that is said."""

    name: str
    turned: bool
    army: str = ""


def parse(spec: str, known: tuple[str, ...], all_random: bool = False) -> tuple[tuple[Sheet, ...], ...]:
    """The rows of a layout; SetupError says what is wrong with it.

    >>> parse("north,east:180", ("north", "east"))
    ((Sheet(name='north', turned=False, army=''), Sheet(name='east', turned=True, army='')),)
    """
    rows = tuple(tuple(_sheet(word, known, all_random) for word in row.split(",")) for row in spec.split("/"))
    sheets = [sheet for row in rows for sheet in row]
    if len(sheets) > MOST_MAPS or any(len(row) != len(rows[0]) for row in rows):
        raise SetupError(f'maps "{spec}": one to {MOST_MAPS} maps in rows of equal length')
    drawn = [sheet.name for sheet in sheets if sheet.name != RANDOM]
    if len(set(drawn)) < len(drawn):
        raise SetupError(f'maps "{spec}": each map is there only once')
    return rows


def spelled(rows: Iterable[Iterable[Sheet]]) -> str:
    """A layout as its line: the inverse of `parse`.

    >>> spelled([[Sheet("north", True, "red")], [Sheet("east", False)]])
    'north:180@red/east'
    """
    return "/".join(
        ",".join(f"{one.name}{':180' if one.turned else ''}{'@' if one.army else ''}{one.army}" for one in row)
        for row in rows
    )


def _sheet(word: str, known: tuple[str, ...], all_random: bool) -> Sheet:
    turned, _, army = word.strip().partition("@")
    name, _, turn = turned.partition(":")
    if turn not in ("", "0", "180"):
        raise SetupError(f'map "{word.strip()}": a map is turned by 0 or 180')
    if name != RANDOM and name not in known:
        raise SetupError(f'there is no map "{name}"; there are {", ".join(known)} and {RANDOM}')
    return Sheet(RANDOM if all_random else name, turn == "180", army)


def joined(spec: str, maps: Mapping[str, dict[str, Any]], seed: int, all_random: bool) -> HexMap:
    """1.1 the maps of a layout as one map."""
    documents, number = [], 0
    for row in parse(spec, tuple(maps), all_random):
        line = []
        for sheet in row:
            number += 1
            document = _random(seed, number) if sheet.name == RANDOM else maps[sheet.name]
            line.append(rotate_180(document) if sheet.turned else document)
        documents.append(line)
    try:
        document = lay_out(documents)
    except MapError as error:
        raise SetupError(str(error)) from None
    return HexMap.from_document(_with_ports(document), document["id"])


@lru_cache(maxsize=64)
def _random(seed: int, number: int) -> dict[str, Any]:
    return random_map(seed, number)


def _with_ports(document: dict[str, Any]) -> dict[str, Any]:
    """3.2c a settlement is a port where its hex has water beside it, on the joined map."""
    land = HexMap.from_document(document, document["id"])
    water = land.terrain.get("sea", 0) | land.terrain.get("lake", 0)
    shoal = land.hexsides.get("shoal", land.grid.no_sides)

    def is_port(name: str) -> bool:
        hex = land.grid.index(name)
        beside = enumerate(land.grid.neighbours[hex])
        return any(to >= 0 and water >> to & 1 and not shoal[d] >> hex & 1 for d, to in beside)

    places = [
        {**place, "port": is_port(place["hex"])} if place["kind"] in ("city", "town") else place
        for place in document.get("places", [])
    ]
    return {**document, "places": places}


def sheet_hexes(land: HexMap) -> tuple[int, ...]:
    """The hexes of each map of the layout, in reading order."""
    return tuple(land.grid.parse(one["hexes"]) for one in land.extra["joined"])

"""Seeded random geomorphic maps, by the steps written down in data/PROVENANCE.md (Generator).

`random_map` returns a hexmap/1 document that joins with every other map of the game. The same seed always gives the
same map; a seed that makes no legal one passes on to the next attempt.
"""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.victory.mapmaking.random_land import (
    COLS,
    EVERY,
    EXITS,
    LONG,
    ROWS,
    SHORT,
    Hex,
    Land,
    NoMap,
    Side,
    make_land,
    neighbours,
    on_map,
)
from grognard.games.victory.mapmaking.random_ways import Ways, make_ways

ATTEMPTS = 200
LEGEND = {
    ".": "clear", "d": "desert", "f": "forest", "m": "marsh", "^": "mountain", "~": "sea", "=": "lake", "o": "shoal",
    "x": "off",
}  # fmt: skip
HEADS = {
    "Al": "アル", "Bran": "ブラン", "Cor": "コル", "Dun": "ダン", "El": "エル", "Fen": "フェン", "Gar": "ガル",
    "Hal": "ハル", "Ist": "イスト", "Kel": "ケル", "Lor": "ロル", "Mor": "モル", "Nor": "ノル", "Os": "オス",
    "Per": "ペル", "Quel": "クエル", "Ros": "ロス", "Sal": "サル", "Tor": "トル", "Ul": "ウル", "Ver": "ヴェル",
    "Wen": "ウェン", "Yar": "ヤル", "Zel": "ゼル",
}  # fmt: skip
"""How names of places begin, in English and Japanese."""
TAILS = {
    "a": "ア", "berg": "ベルク", "by": "ビー", "dale": "デール", "en": "エン", "ford": "フォード", "ham": "ハム",
    "ia": "イア", "mark": "マルク", "mouth": "マス", "nik": "ニク", "os": "オス", "port": "ポート", "sk": "スク",
    "stad": "スタッド", "ville": "ヴィル",
}  # fmt: skip
"""How they end."""


HILLS = {"Hills": "丘陵", "Heights": "高地"}
"""What a resource is named: the third and fourth map have the heads of the first two again."""


def random_map(seed: int, number: int) -> dict[str, Any]:
    """Map `number` of a layout with this seed."""
    for attempt in range(ATTEMPTS):
        rng = Random(f"victory-map/1/{seed}/{number}/{attempt}")
        try:
            land = make_land(rng)
            ways = make_ways(land)
            _validate(land, ways)
        except NoMap:
            continue
        return _document(land, ways, seed, number)
    raise NoMap(f"no map for seed {seed}, number {number}")


def _validate(land: Land, ways: Ways) -> None:
    """What the drawn maps were checked for: sea ports, a bridge on every river, one network by road or port."""
    if sum(land.coastal(hex, "~") for hex in land.sites) < 4:
        raise NoMap
    if not all(any(hex in side for side in ways.roads) for hex in land.sites):
        raise NoMap
    group: dict[Any, Any] = {}

    def find(one: Any) -> Any:
        group.setdefault(one, one)
        while group[one] != one:
            one = group[one]
        return one

    for side in ways.roads:
        a, b = sorted(side)
        group[find(a)] = find(b)
    for hex in EVERY:
        for to in neighbours(hex):
            wet = land.terrain[to] in "~=" and frozenset((hex, to)) not in ways.shoals
            if wet and land.terrain[hex] in "~=":
                group[find(("w", hex))] = find(("w", to))
            elif wet and hex in land.sites:
                group[find(hex)] = find(("w", to))
    if len({find(hex) for hex in land.sites}) > 1:
        raise NoMap


def _name(hex: Hex) -> str:
    return f"{hex[0]:02}{hex[1]:02}"


def _pair(side: Side) -> str:
    return "-".join(_name(hex) for hex in sorted(side))


def _pairs(sides: set[Side]) -> str:
    return " ".join(sorted(map(_pair, sides)))


def _document(land: Land, ways: Ways, seed: int, number: int) -> dict[str, Any]:
    grid = "\n".join(
        "".join(land.terrain[c, r] if on_map((c, r)) else "x" for c in range(1, COLS + 1)) for r in range(1, ROWS + 1)
    )
    bridges = ways.river_sides & ways.roads
    mouths: set[Side] = set()
    rivers = []
    for count, course in enumerate(ways.rivers, 1):
        first = next(place for place, side in enumerate(course) if side in bridges)
        mouths |= set(course[:first])
        rivers.append(
            {"name": f"River {count}", "hexsides": " ".join(map(_pair, course)), "first_bridge": _pair(course[first])}
        )
    hexsides = {
        "river": ways.river_sides, "river_impassable": mouths, "bridge": bridges, "alpine": land.alpine,
        "alpine_pass": land.alpine & ways.roads, "shoal": ways.shoals,
    }  # fmt: skip
    paths = [{"kind": "road", "name": "", "hexes": " ".join(map(_name, way))} for way in ways.routes]
    if ways.canal:
        paths.append({"kind": "canal", "name": "", "hexes": " ".join(map(_name, ways.canal))})
    assert ways.resource is not None
    areas = {
        "edge_north": " ".join(_name((c, 1)) for c in range(1, COLS + 1, 2)),
        "edge_south": " ".join(_name((c, ROWS)) for c in range(1, COLS + 1, 2)),
        "edge_west": " ".join(_name((1, r)) for r in range(1, ROWS + 1)),
        "edge_east": " ".join(_name((COLS, r)) for r in range(1, ROWS + 1)),
        "resource": _name(ways.resource),
    }
    return {
        "format": "hexmap/1",
        "id": f"victory-random-{seed}-{number}",
        "name": f"Random {seed}.{number}: {land.style}",
        "scale_km": 100.0,
        "grid": {"cols": COLS, "rows": ROWS, "orientation": "flat", "shifted": "even"},
        "terrain": {"legend": LEGEND, "grid": grid + "\n"},
        "hexsides": {kind: _pairs(sides) for kind, sides in hexsides.items() if sides},
        "rivers": rivers,
        "paths": paths,
        "places": _places(land, ways, seed, number),
        "areas": areas,
        "geomorph": {
            "edge_north": LONG, "edge_south": LONG, "edge_west": SHORT, "edge_east": SHORT,
            "edge_roads": " ".join(sorted(map(_name, EXITS))), "edge_rivers": "",
        },
    }  # fmt: skip


def _places(land: Land, ways: Ways, seed: int, number: int) -> list[dict[str, Any]]:
    """Names from syllables, unique in a layout: two maps with the same heads have other tails and other hills."""
    rng = Random(f"victory-names/1/{seed}/{number}")
    heads = list(HEADS)[(number - 1) % 2 :: 2]
    half = len(TAILS) // 2
    second = (number - 1) // 2 % 2
    tails = list(TAILS)[:half] if second else list(TAILS)[half:]
    rng.shuffle(heads)
    order = sorted(land.sites, key=lambda hex: (-land.city.get(hex, 0), hex))
    places: list[dict[str, Any]] = []
    for count, hex in enumerate(order):
        head, tail = heads[count], rng.choice(tails)
        row: dict[str, Any] = {"hex": _name(hex), "name": head + tail, "name_ja": HEADS[head] + TAILS[tail]}
        if hex in land.city:
            row |= {"kind": "city", "production": land.city[hex]}
        else:
            row |= {"kind": "town"}
        places.append(row | {"port": land.coastal(hex)})
    assert ways.resource is not None
    head, hill = heads[len(order)], list(HILLS)[second]
    hills = {"name": f"{head} {hill}", "name_ja": f"{HEADS[head]}{HILLS[hill]}"}
    places.append({"hex": _name(ways.resource), **hills, "kind": "resource"})
    return places

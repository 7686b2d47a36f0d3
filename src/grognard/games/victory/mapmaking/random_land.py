"""The land of a random map: profile, height, sea, terrain and settlements (data/PROVENANCE.md, Generator, 1-3 and 5).

Hexes are (column, row) from 1. The edges are the same on every map, so that any two of them join.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

COLS, ROWS = 17, 11
Hex = tuple[int, int]
Side = frozenset[Hex]

LONG, SHORT = "~~.f.f.~~", "~~~f...f~~~"
BAYS = ((2, 1), (2, 2), (16, 1), (16, 2), (2, 9), (2, 10), (16, 9), (16, 10))
"""The even-column hexes beside each corner, always sea."""
EXITS = ((1, 6), (17, 6), (5, 1), (9, 1), (13, 1), (5, 11), (9, 11), (13, 11))
STYLES = {"continent": 0.14, "desert": 0.20, "sound": 0.22, "isles": 0.42}
"""How much of the free land becomes sea."""
VALUES = ((4, 2, 1, 1, 1, 1), (3, 2, 2, 1, 1, 1), (3, 3, 1, 1, 1, 1), (2, 2, 2, 2, 1, 1))
SETTLEMENTS, COASTAL_SITES = 11, 7
MOST_IN_A_HALF, MOST_LEANING = 7, 0.35
"""PP of cities in any half of the map, and how much the distances of the cities to the long edges may differ."""


class NoMap(Exception):
    """This seed gives no legal map: take the next."""


def neighbours(hex: Hex) -> list[Hex]:
    c, r = hex
    steps = (
        ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)) if c % 2
        else ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    )  # fmt: skip
    return [(c + x, r + y) for x, y in steps if on_map((c + x, r + y))]


def on_map(hex: Hex) -> bool:
    c, r = hex
    return 1 <= c <= COLS and 1 <= r <= (ROWS if c % 2 else ROWS - 1)


def distance(a: Hex, b: Hex) -> int:
    def cube(hex: Hex) -> tuple[int, int]:
        q, r = hex[0] - 1, hex[1] - 1
        return q, r - q // 2

    (ax, az), (bx, bz) = cube(a), cube(b)
    return max(abs(ax - bx), abs(az - bz), abs(ax + az - bx - bz))


def height_of(hex: Hex) -> float:
    """How far down the map a hex lies, in rows: the even columns are half a row lower.

    >>> height_of((1, 6)), height_of((2, 6)), height_of((1, ROWS))
    (5.0, 5.5, 10.0)
    """
    c, r = hex
    return r - 1 + (0.5 if c % 2 == 0 else 0.0)


def is_edge(hex: Hex) -> bool:
    c, r = hex
    return c in (1, COLS) or (c % 2 == 1 and r in (1, ROWS))


EVERY = [(c, r) for c in range(1, COLS + 1) for r in range(1, ROWS + 1) if on_map((c, r))]
INNER = [hex for hex in EVERY if not is_edge(hex)]


def route(start: Iterable[Hex], goals: set[Hex], cost: Callable[[Hex, Hex], float | None]) -> list[Hex] | None:
    """A cheapest path from any start to any goal; `cost` None bars a step."""
    starts = list(start)
    best: dict[Hex, float] = dict.fromkeys(starts, 0.0)
    came: dict[Hex, Hex] = {}
    queue = [(0.0, hex) for hex in starts]
    heapq.heapify(queue)
    while queue:
        spent, hex = heapq.heappop(queue)
        if spent > best[hex]:
            continue
        if hex in goals:
            way = [hex]
            while hex in came:
                hex = came[hex]
                way.append(hex)
            return way[::-1]
        for to in neighbours(hex):
            price = cost(hex, to)
            if price is not None and spent + price < best.get(to, 1e9):
                best[to] = spent + price
                came[to] = hex
                heapq.heappush(queue, (spent + price, to))
    return None


def pieces_of(hexes: set[Hex]) -> list[set[Hex]]:
    """Connected parts."""
    left, found = set(hexes), []
    while left:
        part = {min(left)}
        wave = list(part)
        while wave:
            wave = [to for hex in wave for to in neighbours(hex) if to in left and to not in part and not part.add(to)]  # type: ignore[func-returns-value]  # add as it is found
        found.append(part)
        left -= part
    return found


@dataclass
class Land:
    """A map in the making."""

    rng: Random
    style: str
    terrain: dict[Hex, str] = field(default_factory=dict)
    fixed: set[Hex] = field(default_factory=set)
    alpine: set[Side] = field(default_factory=set)
    sites: list[Hex] = field(default_factory=list)
    city: dict[Hex, int] = field(default_factory=dict)

    def is_land(self, hex: Hex) -> bool:
        return self.terrain[hex] not in "~=o"

    def land(self) -> set[Hex]:
        return {hex for hex in EVERY if self.is_land(hex)}

    def coastal(self, hex: Hex, water: str = "~=") -> bool:
        return any(self.terrain[to] in water for to in neighbours(hex))


def make_land(rng: Random) -> Land:
    land = Land(rng, rng.choice(sorted(STYLES)))
    _write_profile(land)
    _flood(land)
    _tidy_water(land)
    _clothe(land)
    _settle(land)
    return land


def _write_profile(land: Land) -> None:
    for number, letter in enumerate(LONG):
        for row in (1, ROWS):
            land.terrain[2 * number + 1, row] = letter
    for number, letter in enumerate(SHORT):
        for column in (1, COLS):
            land.terrain[column, number + 1] = letter
    for hex in BAYS:
        land.terrain[hex] = "~"
    land.fixed = set(land.terrain)
    for exit in EXITS:  # a road must be able to leave the edge
        inner = [hex for hex in neighbours(exit) if not is_edge(hex) and hex not in land.fixed]
        kept = land.rng.choice(inner)
        land.terrain[kept] = "."
        land.fixed.add(kept)


def _noise(rng: Random, cell: int) -> dict[Hex, float]:
    """Smooth noise: random values on a coarse lattice, blended between."""
    lattice = {(x, y): rng.random() for x in range(COLS // cell + 3) for y in range(ROWS // cell + 3)}
    found = {}
    for c, r in EVERY:
        x, y = (c - 1) / cell, height_of((c, r)) / cell
        i, j = int(x), int(y)
        u, v = x - i, y - j
        top = lattice[i, j] * (1 - u) + lattice[i + 1, j] * u
        low = lattice[i, j + 1] * (1 - u) + lattice[i + 1, j + 1] * u
        found[c, r] = top * (1 - v) + low * v
    return found


def _flood(land: Land) -> None:
    """The lowest hexes become sea; a sound and inner seas are dug through."""
    rng = land.rng
    broad, fine = _noise(rng, 4), _noise(rng, 2)
    corners = ((1, 1), (COLS, 1), (1, ROWS), (COLS, ROWS))
    free = [hex for hex in EVERY if hex not in land.fixed]
    height = {
        hex: 0.7 * broad[hex] + 0.3 * fine[hex] + 0.25 * min(distance(hex, one) for one in corners) / 8 for hex in free
    }
    for hex in free:
        land.terrain[hex] = "."
    for hex in sorted(free, key=lambda one: height[one])[: round(len(free) * STYLES[land.style])]:
        land.terrain[hex] = "~"
    bays = [(2, 2), (16, 2), (2, 9), (16, 9)]

    def dig(start: Hex, goal: Hex) -> None:
        def cost(_: Hex, to: Hex) -> float | None:
            if is_edge(to) or (to in land.fixed and land.terrain[to] != "~"):
                return None
            return 0.2 if land.terrain.get(to) == "~" else 1 + fine.get(to, 0.5) * 2

        for hex in route([start], {goal}, cost) or ():
            land.terrain[hex] = "~"

    if land.style == "sound":
        dig(*rng.sample(bays, 2))
    elif land.style == "isles":
        for bay in bays:
            dig(bay, (9, 6))


def _tidy_water(land: Land) -> None:
    for hex in INNER:
        if hex in land.fixed:
            continue
        around = neighbours(hex)
        if land.is_land(hex) and sum(land.is_land(to) for to in around) <= 1:
            land.terrain[hex] = "~"
        elif land.terrain[hex] == "~" and sum(land.terrain[to] == "~" for to in around) <= 1:
            land.terrain[hex] = "." if land.style in ("continent", "desert") else "~"
    lakes = 0
    for part in pieces_of({hex for hex in EVERY if land.terrain[hex] == "~"}):
        if any(is_edge(hex) for hex in part):
            continue
        lakes += 2 <= len(part) <= 4
        letter = "=" if 2 <= len(part) <= 4 and lakes == 1 else "."
        for hex in part:
            land.terrain[hex] = letter
    for part in pieces_of(land.land()):
        if len(part) == 1 and not part & land.fixed:
            land.terrain[part.pop()] = "~"


def _clothe(land: Land) -> None:
    """Ridges, woods, marshes and desert on the inner clear hexes; half of the land stays open."""
    rng = land.rng
    clear = [hex for hex in INNER if land.terrain[hex] == "." and hex not in land.fixed]
    most = len(land.land()) // 2

    def rough() -> int:
        return sum(land.terrain[hex] in "f^m" for hex in EVERY)

    def paint(hex: Hex, letter: str) -> None:
        if hex in land.terrain and land.terrain[hex] == "." and not is_edge(hex) and rough() < most:
            land.terrain[hex] = letter

    for _ in range(2):
        if not clear:
            break
        hex = rng.choice(clear)
        for _ in range(rng.randint(3, 6)):
            paint(hex, "^")
            for to in neighbours(hex):
                if rng.random() < 0.25:
                    paint(to, "f")
            onward = [to for to in neighbours(hex) if land.terrain[to] == "." and not is_edge(to)]
            if not onward:
                break
            hex = rng.choice(onward)
    for letter, count in (("f", rng.randint(2, 3)), ("m", rng.randint(1, 2))):
        for _ in range(count):
            open_ = [hex for hex in clear if land.terrain[hex] == "."]
            if open_:
                middle = rng.choice(open_)
                for hex in [middle, *rng.sample(neighbours(middle), 2)]:
                    paint(hex, letter)
    if land.style == "desert":
        for c, r in INNER:
            if 4 <= r <= 7 and land.terrain[c, r] == ".":
                land.terrain[c, r] = "d"
    for hex in INNER:
        for to in neighbours(hex):
            if land.terrain[hex] == land.terrain[to] == "^" and hex < to and rng.random() < 0.35:
                land.alpine.add(frozenset((hex, to)))


def _settle(land: Land) -> None:
    """Eleven sites, coastal first and well apart; six of them cities worth 10 PP, fairly spread."""
    rng = land.rng
    fit = [hex for hex in INNER if land.terrain[hex] in ".fd"]
    sites: list[Hex] = []
    for part in pieces_of(land.land()):
        coast = [hex for hex in fit if hex in part and land.coastal(hex, "~")]
        if coast and (len(part) >= 5 or any(exit in part for exit in EXITS)):
            sites.append(rng.choice(coast))
    if len(sites) > SETTLEMENTS:
        raise NoMap
    for _ in range(300):
        if len(sites) == SETTLEMENTS:
            break
        apart = 3 if len(sites) < 8 else 2
        seaside = sum(land.coastal(hex, "~") for hex in sites) < COASTAL_SITES
        choice = [
            hex for hex in fit
            if all(distance(hex, one) >= apart for one in sites) and (not seaside or land.coastal(hex, "~"))
        ]  # fmt: skip
        if not choice:
            choice = [hex for hex in fit if all(distance(hex, one) >= 2 for one in sites)]
        if not choice:
            raise NoMap
        candidates = rng.sample(choice, min(6, len(choice)))
        sites.append(max(candidates, key=lambda hex: _seclusion(hex, sites)))
    if len(sites) < SETTLEMENTS or sum(land.coastal(hex, "~") for hex in sites) < 4:
        raise NoMap
    land.sites = sites
    _choose_cities(land)


def _seclusion(hex: Hex, sites: list[Hex]) -> float:
    across, down = hex[0] - 1, height_of(hex)
    edge = 1.5 * min(across, COLS - 1 - across, down, ROWS - 1 - down)
    return min([float(distance(hex, one)) for one in sites] + [edge + 0.1])


def _choose_cities(land: Land) -> None:
    rng = land.rng
    for _ in range(200):
        values = sorted(rng.choice(VALUES), reverse=True)
        chosen = rng.sample(land.sites, 6)
        chosen.sort(key=lambda hex: -sum(land.is_land(one) and distance(hex, one) <= 3 for one in EVERY))
        city = dict(zip(chosen, values, strict=True))
        if _is_fair(city):
            land.city = city
            return
    raise NoMap


def _is_fair(city: dict[Hex, int]) -> bool:
    big = [hex for hex, value in city.items() if value >= 3]
    if any(distance(a, b) < 4 for a in big for b in big if a != b):
        return False
    if any(distance(a, b) < 2 for a in city for b in city if a != b):
        return False
    middle = (ROWS - 1) / 2
    halves = (
        sum(v for (c, _), v in city.items() if c < 9), sum(v for (c, _), v in city.items() if c > 9),
        sum(v for hex, v in city.items() if height_of(hex) < middle),
        sum(v for hex, v in city.items() if height_of(hex) > middle),
    )  # fmt: skip
    if max(halves) > MOST_IN_A_HALF:
        return False
    upper = sum(value * height_of(hex) for hex, value in city.items())
    lower = sum(value * (ROWS - 1 - height_of(hex)) for hex, value in city.items())
    return abs(upper - lower) <= MOST_LEANING * max(upper, lower)

"""Rivers, roads, shoals, canals and resources of a random map (data/PROVENANCE.md, Generator, 4, 6 and 7)."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field

from grognard.games.victory.mapmaking.random_land import (
    EXITS,
    INNER,
    Hex,
    Land,
    NoMap,
    Side,
    distance,
    is_edge,
    neighbours,
    pieces_of,
    route,
)

Corner = frozenset[Hex]
"""Where three hexes meet."""
STEP = {".": 1.0, "d": 1.0, "f": 2.0, "m": 2.5, "^": 3.0}


@dataclass
class Ways:
    """What runs through and between the hexes."""

    rivers: list[list[Side]] = field(default_factory=list)
    roads: set[Side] = field(default_factory=set)
    routes: list[list[Hex]] = field(default_factory=list)
    shoals: set[Side] = field(default_factory=set)
    canal: list[Hex] = field(default_factory=list)
    resource: Hex | None = None

    @property
    def river_sides(self) -> set[Side]:
        return {side for river in self.rivers for side in river}


def make_ways(land: Land) -> Ways:
    ways = Ways()
    _rivers(land, ways)
    _roads(land, ways)
    ways.rivers = [river for river in ways.rivers if any(side in ways.roads for side in river)]
    _extras(land, ways)
    return ways


# ---- rivers


def _corners(side: Side) -> list[Corner]:
    a, b = sorted(side)
    return [frozenset((a, b, third)) for third in neighbours(a) if third in neighbours(b)]


def _may_flow(land: Land, side: Side) -> bool:
    a, b = sorted(side)
    return land.is_land(a) and land.is_land(b) and not (is_edge(a) and is_edge(b)) and side not in land.alpine


def _rivers(land: Land, ways: Ways) -> None:
    rng = land.rng
    taken: set[Corner] = set()
    mouths = []
    for hex in INNER:
        for to in neighbours(hex):
            if hex < to and land.is_land(hex) and land.is_land(to) and _may_flow(land, frozenset((hex, to))):
                for corner in _corners(frozenset((hex, to))):
                    if any(land.terrain[one] == "~" for one in corner):
                        mouths.append((frozenset((hex, to)), corner))
    rng.shuffle(mouths)
    for side, corner in mouths:
        if len(ways.rivers) == 3:
            break
        course = _course(land, side, corner, taken)
        if course is not None:
            ways.rivers.append(course)
            for one in course:
                taken |= set(_corners(one))


def _course(land: Land, mouth: Side, corner: Corner, taken: set[Corner]) -> list[Side] | None:
    """A noisy cheapest chain of hexsides upstream, three to eight long, to a mountain where one is in reach."""
    rng = land.rng
    if any(one in taken for one in _corners(mouth)):
        return None
    first = [one for one in _corners(mouth) if one != corner]
    if not first or any(land.terrain[hex] in "~=" for hex in first[0]):
        return None
    best = {first[0]: 0.0}
    came: dict[Corner, tuple[Corner | None, Side]] = {first[0]: (None, mouth)}
    queue = [(0.0, 1, tuple(sorted(first[0])))]
    reached: list[tuple[Corner, int]] = []
    while queue:
        spent, length, key = heapq.heappop(queue)
        here = frozenset(key)
        reached.append((here, length))
        if length == 8:
            continue
        hexes = sorted(here)
        for i in range(3):
            side = frozenset((hexes[i], hexes[(i + 1) % 3]))
            if side == came[here][1] or not _may_flow(land, side):
                continue
            for to in _corners(side):
                if to == here or to in taken or any(land.terrain[hex] in "~=" for hex in to):
                    continue
                price = spent + 1 + rng.random()
                if price < best.get(to, 1e9):
                    best[to] = price
                    came[to] = (here, side)
                    heapq.heappush(queue, (price, length + 1, tuple(sorted(to))))
    ends = [one for one, length in reached if length >= 3]
    high = [one for one in ends if any(land.terrain[hex] == "^" for hex in one)]
    if not ends:
        return None
    end: Corner | None = rng.choice(high or ends)
    course: list[Side] = []
    seen = set()
    while end is not None:
        before, side = came[end]
        course.append(side)
        if end in seen:
            return None
        seen.add(end)
        end = before
    course.reverse()
    return course if 3 <= len(course) <= 8 and len(set(course)) == len(course) else None


# ---- roads


def _roads(land: Land, ways: Ways) -> None:
    rivers = ways.river_sides

    def cost(a: Hex, b: Hex) -> float | None:
        if not land.is_land(b) or is_edge(b):
            return None
        side = frozenset((a, b))
        if side in ways.roads:
            return 0.25
        return STEP[land.terrain[b]] + 1.5 * (side in rivers) + 4 * (side in land.alpine)

    def lay(way: list[Hex] | None) -> None:
        if way is not None and len(way) > 1:
            ways.routes.append(way)
            ways.roads |= {frozenset(pair) for pair in itertools.pairwise(way)}

    for part in pieces_of(land.land()):
        sites = [hex for hex in land.sites if hex in part]
        exits = [exit for exit in EXITS if exit in part]
        if exits and not sites:
            raise NoMap
        if not sites:
            continue
        joined = {sites[0]}
        while len(joined) < len(sites):
            way = route(sorted(joined), set(sites) - joined, cost)
            if way is None:
                raise NoMap
            lay(way)
            joined.add(way[-1])
        roads = {hex for side in ways.roads for hex in side if hex in part} | set(sites)
        for exit in exits:
            way = route([exit], roads, cost)
            if way is None:
                raise NoMap
            lay(way)
        _shortcut(land, sites, cost, lay, ways)


def _shortcut(land: Land, sites: list[Hex], cost: object, lay: object, ways: Ways) -> None:
    """One direct link for the pair with the worst detour."""

    def by_road(a: Hex, b: Hex) -> float | None:
        return 1.0 if frozenset((a, b)) in ways.roads else None

    worst: tuple[float, list[Hex]] | None = None
    for i, a in enumerate(sites):
        for b in sites[i + 1 :]:
            if distance(a, b) > 6:
                continue
            along = route([a], {b}, by_road)
            direct = route([a], {b}, cost)  # type: ignore[arg-type]  # the same cost as above
            if along is None or direct is None:
                continue
            detour = (len(along) - 1) / max(len(direct) - 1, 1)
            if detour > 2 and (worst is None or detour > worst[0]):
                worst = (detour, direct)
    if worst is not None:
        lay(worst[1])  # type: ignore[operator]  # as above


# ---- extras


def _extras(land: Land, ways: Ways) -> None:
    rng = land.rng
    straits = []
    for hex in INNER:
        for to in neighbours(hex):
            if hex < to and land.terrain[hex] == land.terrain[to] == "~" and not (is_edge(hex) or is_edge(to)):
                ends = [one for corner in _corners(frozenset((hex, to))) for one in corner - {hex, to}]
                if len(ends) == 2 and all(land.is_land(one) for one in ends):
                    straits.append(frozenset((hex, to)))
    ways.shoals = set(rng.sample(sorted(straits, key=sorted), min(rng.randint(0, 3), len(straits))))
    if rng.random() < 0.5:
        ways.canal = _canal(land, ways)
    wild = [
        hex for hex in INNER
        if land.terrain[hex] in "^fd" and hex not in land.sites
        and all(distance(hex, city) >= 3 for city, value in land.city.items() if value >= 3)
    ]  # fmt: skip
    if not wild:
        wild = [hex for hex in INNER if land.is_land(hex) and hex not in land.sites]
    ways.resource = rng.choice(wild)


def _canal(land: Land, ways: Ways) -> list[Hex]:
    """A channel of two to four land hexes between two seas that are far apart by water."""
    seas = pieces_of({hex for hex in INNER if land.terrain[hex] == "~"})

    def cost(_: Hex, to: Hex) -> float | None:
        if is_edge(to) or land.terrain[to] in "=o":
            return None
        return 1.0 if land.is_land(to) else 0.01

    best: list[Hex] = []
    for i, one in enumerate(seas):
        for other in seas[i + 1 :]:
            way = route(sorted(one), other, cost)
            if way is None:
                continue
            dug = [hex for hex in way if land.is_land(hex)]
            dry = all(frozenset(pair) not in ways.river_sides for pair in itertools.pairwise(way))
            if dry and 2 <= len(dug) <= 4 and len(way) == len(dug) + 2 and (not best or len(way) < len(best)):
                best = way
    return best

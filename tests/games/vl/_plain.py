"""The rules of movement, supply and stacking once more, slowly and in plain words, to hold the game's own against.

It reads the printed map and the counters as they stand in their files, works with names and sets, and knows no line
of the game's ZOC, tracing, supply or stacking.
"""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

from grognard.core.play import Play
from grognard.games.vl import GAME
from tests.games.vl._help import SUPPLY_WORDS, position, state_of, where

DATA = GAME.folder / "data"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


# ---- the printed map


def neighbours(hex: str) -> list[str]:
    """The hexes beside one, whether printed or not: the even columns stand half a hex lower."""
    column, row = int(hex[:2]), int(hex[2:])
    up = 0 if column % 2 == 0 else -1
    beside = [(column, row - 1), (column, row + 1)]
    beside += [(column + d, row + up + e) for d in (-1, 1) for e in (0, 1)]
    return [f"{c:02}{r:02}" for c, r in beside]


class Printed:
    """Terrain, rivers, roads and railways, places and areas, by the numbers of the hexes."""

    def __init__(self) -> None:
        document = read("map.toml")
        legend = document["terrain"]["legend"]
        rows = document["terrain"]["grid"].split()
        self.terrain = {
            f"{column:02}{row:02}": legend[letter]
            for row, line in enumerate(rows, start=1)
            for column, letter in enumerate(line, start=1)
            if legend[letter] != "off"
        }
        self.beside = {hex: [one for one in neighbours(hex) if one in self.terrain] for hex in self.terrain}
        self.rivers = {
            frozenset(pair.split("-")): kind for kind, text in document["hexsides"].items() for pair in text.split()
        }
        routes = [path["hexes"].split() for path in document["paths"]]
        self.paths = {frozenset(pair) for route in routes for pair in pairwise(route)}
        self.gates = {end for route in routes for end in (route[0], route[-1]) if len(self.beside[end]) < 6}
        """Where a road or railway runs off the map."""
        self.areas = {name: set(text.split()) for name, text in document["areas"].items()}
        self.city = {"west": "1110", "east": "1210"}


MAP = Printed()

FOOT = {"clear": 1, "wooded": 1, "swamp": 2, "heights": 1, "lake": 1}
WHEELS = {"clear": 1, "wooded": 2, "swamp": 3, "heights": 1, "lake": 2}
WADING = {"major_river": (2, 3), "minor_river": (1, 2)}


# ---- the counters


@dataclass
class Piece:
    """A counter on the map, as far as these rules look at it."""

    id: str
    side: str
    hex: str
    move: int = 0
    combat: bool = False
    infantry: bool = False
    ski: bool = False
    hq: bool = False
    festung: bool = False
    launcher: bool = False
    size: str = ""
    steps: int = 1
    full: int = 1
    supply: str = "in supply"

    @property
    def mechanised(self) -> bool:
        return self.move == 8

    @property
    def division(self) -> bool:
        return self.full == 3

    @property
    def cadre(self) -> bool:
        return self.id.startswith("cadre-") or (self.division and self.steps == 1)

    @property
    def exerts(self) -> bool:
        return self.combat or self.festung

    @property
    def slippery(self) -> bool:
        """Foot infantry, which ski troops can infiltrate."""
        return self.combat and self.infantry and not self.mechanised


@cache
def rows() -> dict[str, dict[str, Any]]:
    """Every printed counter by its id."""
    file = read("units.toml")
    return {row["id"]: {**row, "kind": kind} for kind in ("unit", "launcher", "hq", "festung") for row in file[kind]}


def piece(play: Play, name: str) -> Piece:
    state = state_of(play)
    unit = GAME.counters.numbers[name]
    here, steps, supply = where(play, name), state.steps[unit], SUPPLY_WORDS[state.supply[unit]]
    if name.startswith("cadre-"):
        return Piece(name, "soviet", here, 6, True, True, size="III", supply=supply)
    row = rows()[name]
    kind = row["kind"]
    return Piece(
        name,
        row.get("side", "german"),
        here,
        row.get("move", 0),
        combat=kind == "unit",
        infantry=row.get("infantry", False),
        ski=row.get("ski", False),
        hq=kind == "hq",
        festung=kind == "festung",
        launcher=kind == "launcher",
        size=row.get("size", ""),
        steps=steps,
        full=len(row["steps"]) if kind == "unit" else 1,
        supply=supply,
    )


@dataclass
class Table:
    """All counters on the map."""

    pieces: list[Piece]
    at: dict[str, list[Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.pieces:
            self.at.setdefault(one.hex, []).append(one)

    @classmethod
    def of(cls, play: Play) -> Table:
        names = [row.id for row in GAME.counters.rows]
        return cls([piece(play, name) for name in names if where(play, name).isdigit()])

    def without(self, lifted: Piece) -> Table:
        return Table([one for one in self.pieces if one is not lifted])

    def held(self, side: str) -> set[str]:
        return {one.hex for one in self.pieces if one.side == side}

    def zone(self, one: Piece) -> set[str]:
        """4.1 the hexes of one counter's ZOC."""
        return {one.hex, *MAP.beside[one.hex]}

    def ring(self) -> bool:
        """7.1a every hex beside what stands of the city is Soviet, by units or ZOC, whoever stands in it."""
        city = {one.hex for one in self.pieces if one.festung}
        beside = {hex for one in city for hex in MAP.beside[one]} - city
        soviet = self.held("soviet")
        for one in self.pieces:
            if one.side == "soviet" and one.combat:
                soviet |= self.zone(one)
        return bool(city) and beside <= soviet

    def exerting(self, side: str) -> list[Piece]:
        """4.1, 4.2.2 the counters of a side with a ZOC."""
        ring = self.ring()
        return [one for one in self.pieces if one.side == side and (one.combat or (one.festung and not ring))]

    def zoc(self, side: str) -> set[str]:
        return {hex for one in self.exerting(side) for hex in self.zone(one)}


def other(side: str) -> str:
    return "german" if side == "soviet" else "soviet"


# ---- movement


class Mover:
    """One counter and what every step costs it, in half points."""

    def __init__(self, table: Table, one: Piece) -> None:
        self.table, self.one = table, one
        self.enemy = other(one.side)
        self.barred = table.held(self.enemy)
        self.now = [(other, table.zone(other)) for other in table.exerting(self.enemy)]
        # 4.2.2 once it is on its way it keeps no ring closed: what it enters is judged by what stands without it
        self.on_way = [(other, table.zone(other)) for other in table.without(one).exerting(self.enemy)]

    @staticmethod
    def newcomer(play: Play, name: str) -> Piece:
        """A counter that has not arrived yet."""
        one = piece(play, name)
        one.hex = ""
        return one

    def allowance(self) -> int:
        points = 2 * self.one.move
        return points // 2 if self.one.supply == "unsupplied" else points

    def binding(self, zones: list[tuple[Piece, set[str]]]) -> list[set[str]]:
        """4.2.1c, 4.4a the ZOCs that bind it: everyone's, but for ski troops not those of foot infantry."""
        return [zone for other, zone in zones if not (self.one.ski and other.slippery)]

    def stops(self, hex: str) -> bool:
        return any(hex in zone for zone in self.binding(self.on_way))

    def obstructed(self, hex: str) -> bool:
        """3.2b another mechanised combat unit or launcher in the hex."""
        friends = [one for one in self.table.at.get(hex, ()) if one is not self.one]
        return any(one.mechanised and (one.combat or one.launcher) for one in friends)

    def ground(self, hex: str) -> int:
        terrain = MAP.terrain[hex]
        if self.one.mechanised:
            return 2 * WHEELS[terrain]
        return 2 if self.one.ski and terrain == "swamp" else 2 * FOOT[terrain]

    def road(self, hex: str) -> int | None:
        """What the road or railway into a hex costs, where it can be used."""
        if not self.one.mechanised:
            return 2
        return None if self.obstructed(hex) else 1

    def step(self, a: str, b: str, *, first: bool) -> int | None:
        """The price of a step, None where there is none; `first` where the move begins in `a`."""
        if b in self.barred:
            return None
        zones = self.now if first else self.on_way
        if any(a in zone and b in zone for zone in self.binding(zones)):
            return None
        price = 4 if any(a in zone for _, zone in zones) else 0
        pair = frozenset((a, b))
        by_road = self.road(b) if pair in MAP.paths else None
        if by_road is not None:
            return price + by_road
        price += self.ground(b)
        if pair in MAP.rivers and pair not in MAP.paths:
            price += 2 * WADING[MAP.rivers[pair]][self.one.mechanised]
        return price

    def seeds(self, entries: Iterable[str]) -> dict[str, int]:
        """13.2a what entering the map costs, by hex."""
        found = {}
        for hex in entries:
            by_road = self.road(hex) if hex in MAP.gates else None
            found[hex] = self.ground(hex) if by_road is None else by_road
        return found

    def ends(self, points: int, seeds: dict[str, int] | None = None) -> dict[str, int]:
        """Every hex it can reach with so many half points, with the least it costs."""
        start = {self.one.hex: 0} if seeds is None else {hex: cost for hex, cost in seeds.items() if cost <= points}
        cheapest = dict(start)
        heap = [(cost, hex) for hex, cost in start.items()]
        heapq.heapify(heap)
        while heap:
            so_far, a = heapq.heappop(heap)
            first = seeds is None and a == self.one.hex and so_far == 0
            if so_far > cheapest[a] or (not first and self.stops(a)):
                continue
            for b in MAP.beside[a]:
                more = self.step(a, b, first=first)
                if more is not None and so_far + more <= points and so_far + more < cheapest.get(b, 1000):
                    cheapest[b] = so_far + more
                    heapq.heappush(heap, (so_far + more, b))
        return cheapest


# ---- supply


def supplied(table: Table, side: str) -> set[str]:
    """8.1, 8.2 the hexes from which a side can trace a line, found from each hex by itself outward from the edge."""
    enemy = other(side)
    closed = table.held(enemy) | table.zoc(enemy) - table.held(side)
    found: set[str] = set()
    front = sorted(MAP.areas[f"{side}_supply"] - closed)
    while front:
        hex = front.pop()
        if hex not in found:
            found.add(hex)
            front += [one for one in MAP.beside[hex] if one not in closed]
    return found


# ---- stacking


def allowed(side: str, stack: list[Piece]) -> bool:
    """5.1d, 5.2 whether these counters may share a hex."""
    stack = [one for one in stack if not one.hq and not one.festung]
    if side == "german":
        companies = [one for one in stack if one.size == "I"]
        return len(companies) <= 1 and len(stack) - len(companies) <= 3
    divisions = [one for one in stack if one.division and not one.cadre]
    battalions = [one for one in stack if one.size in ("II", "I")]
    regiments = [one for one in stack if one not in divisions and one not in battalions]
    if not divisions:
        return (len(regiments), len(battalions)) in {
            *((r, b) for r in range(4) for b in range(2)),
            *((r, b) for r in range(3) for b in range(3)),
        }
    if len(divisions) > 1:
        return False
    rest = regiments + battalions
    if divisions[0].steps == 2 and any(one.cadre for one in regiments):
        return len(rest) <= 2
    return len(rest) <= 1


def excess(side: str, stack: list[Piece]) -> int:
    """5.1b the fewest counters whose going makes a stack legal, tried one set after the other."""
    for gone in range(len(stack) + 1):
        for left in combinations(stack, len(stack) - gone):
            if allowed(side, list(left)):
                return gone
    raise AssertionError("an empty stack is legal")


# ---- positions by chance


def scatter(rng: Random, *, dense: bool = False, edge: bool = False, **words: Any) -> Play:
    """Counters of both sides thrown together near each other, some reduced, some without supply."""
    hexes = sorted(MAP.terrain)
    around = rng.choice(["1608", "1612", "0219", "0301"] if edge else ["1110", "1110", *hexes])
    near = {around}
    for _ in range(rng.choice([2, 3, 4])):
        near |= {one for hex in near for one in MAP.beside[hex]}
    if rng.random() < 0.3:
        near = set(hexes)
    owner: dict[str, str] = dict.fromkeys(MAP.city.values(), "german")
    place: dict[str, str] = {}
    share = rng.choice([0.15, 0.3, 0.6])
    weights = rng.choice([(1.0, 1.0), (1.6, 0.3), (0.4, 1.2)])
    ringed = not dense and rng.random() < 0.25
    names = [*rows(), *(f"cadre-{n}" for n in range(1, 9))]
    rng.shuffle(names)
    divisions = [name for name, row in rows().items() if len(row.get("steps", ())) == 3]
    if dense:
        near = set(rng.sample(sorted(near), 4))
    if ringed:  # many Russians about the city
        beside = {one for hex in MAP.city.values() for one in MAP.beside[hex]}
        near |= beside
        owner |= dict.fromkeys(beside - set(MAP.city.values()), "soviet")
        weights = (1.5, 0.5)
    for name in names:
        side = rows()[name].get("side", "german") if name in rows() else "soviet"
        if name.startswith("festung") or rng.random() > share * weights[side == "german"]:
            continue
        free = sorted(hex for hex in near if owner.get(hex, side) == side)
        if not free:
            continue
        hex = rng.choice(free)
        owner[hex] = side
        text = hex
        steps = len(rows()[name].get("steps", ())) if name in rows() else 0
        if name.startswith("cadre-"):
            text += f" of {rng.choice(divisions)}"
        elif steps > 1 and rng.random() < 0.3:
            text += rng.choice([" reduced", " cadre"]) if steps == 3 else " reduced"
        if rng.random() < 0.2:
            text += rng.choice([" isolated", " unsupplied"])
        place[name] = text
    return position(place=place, unchecked=True, **words)

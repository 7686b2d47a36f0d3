"""What every map of Victory must hold, drawn or random, and every way to lay maps out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

from grognard.core.ask import random_answer
from grognard.games.victory import GAME
from grognard.games.victory.ground import Ground
from grognard.games.victory.mapmaking.generator import random_map
from grognard.games.victory.mapmaking.layout import joined
from grognard.games.victory.state import SETUP
from grognard.hex.map import HexMap

MAPS = tuple(GAME.files.maps)
SHAPES = {2: ((1, 2), (2, 1)), 3: ((1, 3), (3, 1)), 4: ((1, 4), (4, 1), (2, 2))}
"""By number of maps: rows and columns."""


def layouts(count: int) -> Iterator[str]:
    """Every way to lay out so many of the drawn maps, each turned or not (1.1)."""
    for names in permutations(MAPS, count):
        for turns in product(("", ":180"), repeat=count):
            sheets = [name + turn for name, turn in zip(names, turns, strict=True)]
            for rows, cols in SHAPES[count]:
                yield "/".join(",".join(sheets[row * cols : (row + 1) * cols]) for row in range(rows))


def layout_faults(spec: str) -> list[str]:
    """1.1, 1.2a a layout is one playable grid with all its cities, and every port has water that ships can sail."""
    land = joined(spec, GAME.files.maps, 1, False)
    ground = Ground.of(land, GAME.tables, False)
    sheets = len(land.extra["joined"])
    cities = [place for place in land.places if place.kind == "city"]
    found = []
    if len(cities) != 6 * sheets or sum(place.extra["production"] for place in cities) != 10 * sheets:
        found.append(f"{spec}: {len(cities)} cities")
    if ground.ports & ~ground.coastal or ground.settlements & ~ground.land:
        found.append(f"{spec}: a port without a coast, or a settlement in the water")
    if ground.ports & ~ground.grid.step(ground.water, ground.sail_canal):
        found.append(f"{spec}: a port that no ship can leave")
    return found


def random_map_faults(seed: int) -> list[str]:
    """A random map keeps the constraints of the drawn ones (data/PROVENANCE.md)."""
    document = random_map(seed, 1)
    land = HexMap.from_document(document, "random")
    cities = [place for place in land.places if place.kind == "city"]
    found = []
    if len(cities) != 6 or sum(place.extra["production"] for place in cities) != 10:
        found.append("it has not six cities worth 10 PP")
    found += _leaning(land)
    if len([place for place in land.places if place.kind == "town"]) != 5:
        found.append("it has not five towns")
    if document != random_map(seed, 1):
        found.append("the same seed gives another map")
    if document["geomorph"]["edge_north"] != GAME.files.maps["north"]["geomorph"]["edge_north"]:
        found.append("its edge does not match")
    roads = land.path_hexes["road"]
    if not all(roads >> place.hex & 1 for place in land.places if place.kind in ("city", "town")):
        found.append("a settlement without a road")
    river, bridge = document["hexsides"].get("river", ""), document["hexsides"].get("bridge", "")
    if not set(bridge.split()) <= set(river.split()):
        found.append("a bridge over no river")
    name = MAPS[seed % len(MAPS)]
    for spec in (f"random/{name}", f"{name},random:180"):
        joined(spec, GAME.files.maps, seed, False)
    return [f"map seed {seed}: {fault}" for fault in (*found, *deployment_faults(seed))]


def _leaning(land: HexMap) -> list[str]:
    """No half of the map has more than 7 PP, and the cities lie within 35 % as far from one long edge as the other.

    By where hexes truly are: the even columns lie half a row lower.
    """
    grid = land.grid
    left, top = grid.centre(grid.index("0101"))
    right, bottom = grid.centre(grid.index("1711"))
    cities = [(*grid.centre(place.hex), place.extra["production"]) for place in land.places if place.kind == "city"]
    spots = [(round(2 * x - left - right, 6), round(2 * y - top - bottom, 6), points) for x, y, points in cities]
    halves = {
        "left": sum(p for x, _, p in spots if x < 0), "right": sum(p for x, _, p in spots if x > 0),
        "upper": sum(p for _, y, p in spots if y < 0), "lower": sum(p for _, y, p in spots if y > 0),
    }  # fmt: skip
    found = [f"its {half} half has {points} PP" for half, points in halves.items() if points > 7]
    upper, lower = sum(p * (y - top) for _, y, p in cities), sum(p * (bottom - y) for _, y, p in cities)
    if abs(upper - lower) > 0.35 * max(upper, lower):
        found.append("its cities lean to a long edge")
    return found


def naming_faults(seed: int) -> list[str]:
    """No two places of a layout have one name, in either language: four random maps, or random beside drawn ones."""
    found = []
    for spec in ("random,random/random,random", f"random,{MAPS[seed % 4]}/{MAPS[(seed + 1) % 4]},random"):
        land = joined(spec, GAME.files.maps, seed, False)
        for names in ([place.name for place in land.places], [place.name_ja for place in land.places]):
            twice = sorted({str(name) for name in names if names.count(name) > 1})
            found += [f"map seed {seed}, {spec}: two places are called {name}" for name in twice]
    return found


def deployment_faults(seed: int) -> list[str]:
    """1.4 on two random maps both players can deploy what they draw."""
    options = {"random_map": True, "map_seed": seed}
    state = GAME.fast_state(seed, "quick-start", options)
    rng = Random(seed)
    rest = GAME.verb_numbers["deploy_rest"]
    for _ in range(40):
        if state.phase != SETUP:
            return GAME.invariants(state)
        player = state.deciders[0]
        offer = state.ask(player)
        done = {verb: board for verb, board in offer.items() if GAME.verbs[verb].name == "done"}
        state.apply(player, random_answer({rest: offer[rest]} if rest in offer else done or offer, rng))
    return ["the deployment does not end"]

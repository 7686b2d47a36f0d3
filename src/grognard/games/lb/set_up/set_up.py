"""A sensible legal set-up for whatever a player has not placed himself: "deploy the rest for me".

First infantry covers the front line, then every other unit goes to the best hex of its area: guns behind the line with
supply beside them, Headquarters on roads further back, armor close behind. It never looks at the enemy's secrets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from grognard.games.lb.schema import Unit
from grognard.games.lb.set_up.placement import (
    cover_of,
    crowded_out,
    forts_left,
    own_setups,
    placed,
    reserve,
    uncovered,
)
from grognard.games.lb.state import LbState
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import Grid, bits, lowest, mask
from grognard.hex.trace import distances

BEHIND = {
    "headquarters": 4, "infantry": 1, "anti_tank": 1, "engineer": 2, "direct_fire_artillery": 1, "anti_aircraft": 2,
    "reconnaissance": 2, "assault_gun": 2, "tank": 2, "armored_infantry": 2, "ranged_artillery": 2, "supply": 3,
}  # fmt: skip
"""How many hexes behind the front a unit of this type likes to stand; also the order of placing."""
ENOUGH = 16
"""So many hexes are looked at before the search goes farther from where a unit likes to stand."""
APART = 8
"""HQs spread so far."""
REMEMBERED = 64
STAND_OFF = 7
"""Without a front line of its own a side stands so far from where the enemy comes."""


def deploy_rest(state: LbState, side: int) -> None:
    """Place everything that is left; equal beginnings give equal set-ups, so one worked out is remembered."""
    known = state.game.set_ups
    key = (id(state.plan), side, tuple(state.hex_of), state.forts, state.limbered, state.dug_in)
    if key not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        trial = state.clone()
        _deploy(trial, side)
        known[key] = (tuple(trial.hex_of), trial.forts, trial.dug_in)
    places, state.forts, state.dug_in = known[key]
    for unit, place in enumerate(places):
        if place != state.hex_of[unit]:
            state.put(unit, place)


def _deploy(state: LbState, side: int) -> None:
    _cover_line(state, side)
    away = _away(state.game, _front(state, side))
    camp = Camp(state, side)
    types = state.game.counters.of_type
    for type_ in BEHIND:
        for number in own_setups(state, side):
            for unit in bits(state.plan.setups[number].units & state.unplaced & types.get(type_, 0)):
                camp.put(unit, _best(state, side, unit, number, away, camp))
    _place_forts(state, side, away.of)


def _cover_line(state: LbState, side: int) -> None:
    """scenario1.setup.A infantry first, where the line needs it."""
    cover, open_ = cover_of(state, side), uncovered(state, side)
    if cover is None or not open_:
        return
    groups = own_setups(state, side)
    for group, hex in state.game.cover_plan(cover.path, open_, reserve(state, side)) or ():
        units = state.plan.setups[groups[group]].units & state.unplaced & state.game.counters.infantry
        state.put(lowest(units), hex)


def _front(state: LbState, side: int) -> int:
    """The hexes towards the enemy: the front line, or a stand-off from where he enters."""
    if path := state.plan.front_path[side]:
        return sum(1 << hex for hex in path)
    area = 0
    for number in own_setups(state, side):
        area |= state.plan.setups[number].area
    edge = state.occupied[1 - side]
    for group in state.plan.groups:
        if group.side != side:
            edge |= group.area
    if not edge:
        return area
    away = distances(state.game.ground.grid, edge)
    front = sum(1 << hex for hex in bits(area) if away[hex] == STAND_OFF)
    return front or area


def _best(state: LbState, side: int, unit: int, group: int, away: Away, camp: Camp) -> int:
    kind = state.game.counters.rows[unit].kind
    area = state.plan.setups[group].area & ~state.full[side] & ~state.occupied[1 - side]
    hexes = area & ~crowded_out(state, side, group) or area
    near = camp.near(away, hexes, BEHIND[kind.type])
    if kind.type == "supply":
        values = [_for_supply(state, hex, camp) for hex in near]
    elif kind.type == "headquarters":
        rings = camp.around_hqs()
        values = [_for_hq(state, hex, away, rings) for hex in near]
    else:
        likes, crowd, supplied = away.likes(state.game, kind), camp.crowd, camp.supplied
        return min([(crowd[hex] - likes[hex] - 8 * (supplied >> hex & 1), hex) for hex in near])[1]
    behind = BEHIND[kind.type]
    return min([(4 * abs(away.of[hex] - behind) - value, hex) for hex, value in zip(near, values, strict=True)])[1]


@dataclass(frozen=True)
class Away:
    """How far every hex is from the front."""

    of: list[int]
    rings: list[int]
    """By distance: the hexes."""
    _likes: dict[str, list[int]] = field(default_factory=dict)
    _led: dict[int, int] = field(default_factory=dict)

    @classmethod
    def from_front(cls, grid: Grid, front: int) -> Away:
        of = distances(grid, front)
        rings = [0] * (max(of) + 1)
        for hex in grid.hexes:
            rings[of[hex]] |= 1 << hex
        return cls(of, rings)

    def near(self, hexes: int, wanted: int) -> list[int]:
        """Those of the hexes whose distance comes nearest to what is wanted: enough of them to choose from."""
        board = self.rings[wanted] & hexes if wanted < len(self.rings) else 0
        off = 0
        while board.bit_count() < ENOUGH and off < len(self.rings):
            off += 1
            for distance in (wanted - off, wanted + off):
                if 0 <= distance < len(self.rings):
                    board |= hexes & self.rings[distance]
        return bits(board)

    def likes(self, game: LbTables, kind: Unit) -> list[int]:
        """By hex: how much a kind of fighting unit likes the ground, so far from the front."""
        if kind.id not in self._likes:
            self._likes[kind.id] = [
                _ground_for(game, kind, hex) - 4 * abs(distance - BEHIND[kind.type]) if distance >= 0 else 0
                for hex, distance in enumerate(self.of)
            ]
        return self._likes[kind.id]

    def led_from(self, game: LbTables, hex: int) -> int:
        """How much of the front an HQ in this hex would supply, with no enemy about."""
        if hex not in self._led:
            led = game.command(1 << hex, game.ground.land, game.ground.dry[0])
            self._led[hex] = (led & self.rings[0]).bit_count()
        return self._led[hex]


@lru_cache(maxsize=16)
def _away(game: LbTables, front: int) -> Away:
    return Away.from_front(game.ground.grid, front)


class Camp:
    """What a side has placed so far, kept as the next unit's choice needs it."""

    def __init__(self, state: LbState, side: int) -> None:
        self.state, self.side = state, side
        self.crowd = [0] * state.game.ground.grid.size
        """By hex: fighting units within two hexes, and everybody in it twice."""
        self.guns = [0] * len(self.crowd)
        """By hex: guns in it and beside it."""
        self.stores = [0] * len(self.crowd)
        """By hex: supply units within two hexes."""
        for unit in bits(placed(state, side)):
            self._count(unit, state.hex_of[unit])
        self.supplied = self._supplied()
        """The hexes that the HQs placed so far would supply, with no enemy about."""
        self._near: dict[tuple[int, int], list[int]] = {}

    def near(self, away: Away, hexes: int, wanted: int) -> list[int]:
        """The same as of `away`: hexes seldom fill up between one unit and the next of its kind."""
        key = hexes, wanted
        found = self._near.get(key)
        if found is None:
            found = self._near[key] = away.near(hexes, wanted)
        return found

    def put(self, unit: int, hex: int) -> None:
        self.state.put(unit, hex)
        self._count(unit, hex)
        if self.state.game.counters.hqs >> unit & 1:
            self.supplied = self._supplied()

    def _count(self, unit: int, hex: int) -> None:
        game, crowd = self.state.game, self.crowd
        crowd[hex] += 2
        close = self.stores if game.counters.supply >> unit & 1 else crowd
        for near in bits(game.disc(hex, 2)):
            close[near] += 1
        if game.counters.guns >> unit & 1:
            for near in bits(game.disc(hex, 1)):
                self.guns[near] += 1

    def around_hqs(self) -> list[int]:
        """The hexes within 0, 1, ... of the HQs placed so far, as far as an HQ likes to be from others."""
        state = self.state
        rings = [mask([state.hex_of[hq] for hq in bits(placed(state, self.side) & state.game.counters.hqs)])]
        for _ in range(APART - 1):
            rings.append(rings[-1] | state.game.ground.grid.grow(rings[-1]))
        return rings

    def _supplied(self) -> int:
        state, hqs = self.state, 0
        for hq in bits(placed(state, self.side) & state.game.counters.hqs):
            hqs |= 1 << state.hex_of[hq]
        return state.game.command(hqs, state.game.ground.land, state.game.ground.dry[0]) if hqs else 0


# ---- how good a hex is; nothing here is a rule


def _for_supply(state: LbState, hex: int, camp: Camp) -> int:
    here = state.at.get(hex, 0) & state.game.counters.supply
    return 12 * min(camp.guns[hex], 3) - 5 * here.bit_count() - 2 * camp.stores[hex]


def _for_hq(state: LbState, hex: int, away: Away, rings: list[int]) -> int:
    ground = state.game.ground
    spread = 0
    for ring in rings:
        if ring >> hex & 1:
            break
        spread += 1
    here = state.at.get(hex, 0)
    on_road = ground.road_hexes >> hex & 1
    return 2 * spread + 2 * on_road + away.led_from(state.game, hex) - here.bit_count()


def _ground_for(game: LbTables, kind: Unit, hex: int) -> int:
    """Of the ground alone, for a unit that fights."""
    ground, value = game.ground, 0
    if kind.armor and ground.rough_going >> hex & 1:
        value -= 8
    if kind.move >= 8:
        value += 2 * (ground.road_hexes >> hex & 1)
    return value + {"town": 4, "rough": 2, "forest": 1}.get(ground.map.terrain_at[hex], 0)


def _place_forts(state: LbState, side: int, away: list[int]) -> None:
    """Fortifications go where the foremost fighting units stand, and those dig in (fort.A)."""
    counters = state.game.counters
    fighting = counters.ground & ~counters.hqs
    count, area = forts_left(state, side)
    manned = {hex: (state.at[hex] & fighting).bit_count() for hex in bits(area & state.occupied[side])}
    foremost = sorted(bits(area), key=lambda hex: (-manned.get(hex, 0), abs(away[hex]), hex))
    for hex in foremost[: max(count, 0)]:
        state.forts |= 1 << hex
        state.dug_in |= state.at.get(hex, 0) & counters.infantry

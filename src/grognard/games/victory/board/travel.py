"""Chapters 5.5 to 5.9: where a block may go from where it stands, by each way of moving, and by which path.

`Journey` holds the ways open to one block at one moment; the steps in `movement.py` offer them. Only what the mover
sees decides: own blocks, and that enemy blocks are somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.games.victory.board.control import defended
from grognard.games.victory.board.moment import Moment, moment
from grognard.games.victory.board.passage import flight
from grognard.games.victory.board.reach import Waves, path, waves
from grognard.games.victory.board.stacking import base_capacity, may_carry
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import Sides, either_side


@dataclass(frozen=True, slots=True)
class Way:
    """One way of moving: the hexes where the move may end, and the path to each."""

    targets: int
    path: Callable[[int], tuple[int, ...]]


@dataclass(slots=True)
class Journey:
    """Where a block may go next."""

    moves: list[Way] = field(default_factory=list)
    by_sea: Way | None = None
    """An amphibious unit's normal move by sea (6.7a)."""
    strategic: Way | None = None
    sea_move: Way | None = None
    paradrop: int = 0
    launch: int = 0
    """Hexes that a rocket or a bomb may be launched at."""
    board: int = 0
    """Carriers that an air unit may land on."""
    sortie: int = 0
    """Hexes from where an air unit may fire at a bridge or canal (9.5a)."""

    @property
    def move(self) -> int:
        return self.by_land | (self.by_sea.targets if self.by_sea is not None else 0)

    @property
    def by_land(self) -> int:
        """Where the block gets by its own element: on land or, for ships and aircraft, as they go."""
        found = 0
        for way in self.moves:
            found |= way.targets
        return found

    @property
    def either_way(self) -> int:
        """Where an amphibious unit may come by land or by sea."""
        return self.by_land & self.by_sea.targets if self.by_sea is not None else 0


def goes_anywhere(found: Journey) -> bool:
    """Whether a block can leave its hex at all."""
    ways = (found.move, found.strategic, found.sea_move, found.paradrop, found.launch, found.board, found.sortie)
    return any(ways)


class Progress(NamedTuple):
    """How far a block's move has come."""

    unit: int
    spent: int = 0
    road: bool = True
    """The whole move so far followed roads (3.3a)."""
    halted: bool = False
    """It had to stop, unless it goes on by road alone."""
    sea: bool = False
    """It put to sea in this move (6.7a)."""
    started: bool = False


def journey(state: VictoryState, at: Progress) -> Journey:
    """All ways open to a block now."""
    return journey_at(moment(state, state.game.blocks.army[at.unit]), at)


def journey_at(now: Moment, at: Progress) -> Journey:
    """The same at a moment: worked out once for all blocks of a type that stand together; aircraft differ by ship."""
    state, unit = now.state, at.unit
    blocks = state.game.blocks
    class_ = blocks.class_of[unit]
    block = ~unit if class_ == AIR else blocks.kind[unit] << 1 | state.afloat >> unit & 1
    key = (block, state.hex_of[unit], *at[1:])
    found = now.journeys.get(key)
    if found is None:
        found = now.journeys[key] = Journey()
        WAYS[class_](now, at, found)
    return found


def _in_battle(now: Moment, unit: int) -> bool:
    return now.state.hex_of[unit] in now.state.battles


def _has_base(now: Moment, hex: int) -> bool:
    """Whether a friendly base is in a hex, full or not (6.6a)."""
    return base_capacity(now.state, now.side, hex, now.friendly) > 0


# ---- ground units


def _ground(now: Moment, at: Progress, found: Journey) -> None:
    state = now.state
    blocks, ground = state.game.blocks, state.game.ground
    unit, bit = at.unit, 1 << at.unit
    here = state.hex_of[unit]
    if not blocks.strategic_only & bit:
        _march(now, at, found)
        if blocks.amphibious & bit:
            _put_to_sea(now, at, found)
    if at.started or _in_battle(now, unit):
        return
    if blocks.one_shot & bit:
        _launch(now, unit, found)
    if blocks.airborne & bit and _has_base(now, here):
        _paradrop(now, unit, found)
    row = state.game.kinds.rows[blocks.kind[unit]]
    if row.strategic == "air":
        _fly_strategic(now, unit, found, now.bases & now.room_ashore)  # 5.9b bases with room for a ground unit
    elif ground.land >> here & 1 and not state.afloat & bit:
        _by_road(now, unit, found)
    _by_sea(now, unit, found)


def _march(now: Moment, at: Progress, found: Journey) -> None:
    """5.7 by land, hex by hex, with the stops of 3.1 or wholly by road (3.3a)."""
    state, game = now.state, now.state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here = state.hex_of[unit]
    left = blocks.move[unit] - at.spent
    if left <= 0 or at.sea or not ground.land >> here & 1:
        return
    free = ground.land & ~now.storm
    if game.kinds.rows[blocks.kind[unit]].coastal_only:
        free &= ground.coastal  # 4.3.MA
    enemies = now.foes_by_land
    targets = now.room_ashore
    if blocks.beachheads & bit:  # 6.71e on an open coast it will be at sea
        coast = ground.coastal & ~now.quays & ~enemies
        targets = targets & ~coast | coast & now.room_afloat
    if not at.halted:
        dry, wet = now.dry, now.wet
        halt = enemies | (ground.canal if blocks.steady & bit else ground.halting)
        if blocks.engineers & bit:  # 4.3.EN
            dry, wet = either_side(dry, wet), ground.grid.no_sides
        _add_way(now, found, waves(ground.grid, here, left, dry, free, halt, wet), targets, dry, wet)
    if at.road:
        _add_way(now, found, waves(ground.grid, here, left, now.roads, free, enemies), targets, now.roads, None)


def _add_way(now: Moment, found: Journey, spread: Waves, targets: int, dry: Sides, wet: Sides | None) -> None:
    grid = now.state.game.ground.grid
    board = spread.board() & targets
    if board:
        found.moves.append(Way(board, lambda hex: path(grid, spread, hex, dry, wet)))


def _put_to_sea(now: Moment, at: Progress, found: Journey) -> None:
    """6.7a Marines and their like move by sea hexes and coasts; 3.1.coastal by the hexsides of ships."""
    state, game = now.state, now.state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here = state.hex_of[unit]
    left = game.kinds.rows[blocks.kind[unit]].amphibious - at.spent
    if left <= 0 or not (ground.water | ground.afloat_coast) >> here & 1 or (at.started and not at.sea and at.halted):
        return
    sail = now.sail
    free = (ground.water | ground.afloat_coast) & ~now.storm
    spread = waves(ground.grid, here, left, sail, free, now.foes_of_a_landing)
    ashore = now.quays
    if not blocks.beachheads & bit:  # 6.71e only Marines and amphibs can lie off an open coast
        ashore |= ground.coastal & ~state.occupied_by_others(now.side)
    board = spread.board() & (ashore & now.room_at_once | ~ashore & now.room_afloat)
    if board:
        found.by_sea = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


def _by_road(now: Moment, unit: int, found: Journey) -> None:
    """3.3c, 5.9d a Strategic Move along friendly or neutral road hexes."""
    game = now.state.game
    roads = now.way.roads
    free = game.ground.land & ~now.closed_by_land & ~now.storm
    if game.kinds.rows[game.blocks.kind[unit]].coastal_only:
        free &= game.ground.coastal
    spread = waves(game.ground.grid, now.state.hex_of[unit], game.tables.movement.strategic, roads, free)
    board = spread.board() & now.room_ashore & ~now.vacant_neutral
    if board:
        found.strategic = Way(board, lambda hex: path(game.ground.grid, spread, hex, roads))


def _by_sea(now: Moment, unit: int, found: Journey) -> None:
    """5.91 a Strategic Move by sea from a friendly port, or from where it is at sea."""
    state, game = now.state, now.state.game
    ground, here = game.ground, state.hex_of[unit]
    ports = now.open_ports
    if not state.afloat >> unit & 1 and not ports >> here & 1:
        return
    sail = ground.sail_canal
    spread = waves(ground.grid, here, game.tables.movement.strategic, sail, now.lanes)
    board = spread.board() & (ground.water & now.room_afloat | ports & now.room_ashore)
    if board:
        found.sea_move = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


# ---- ships


def _naval(now: Moment, at: Progress, found: Journey) -> None:
    """5.6 ships; 3.1.canal.a canal hexes only strategically."""
    state, game = now.state, now.state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here = state.hex_of[unit]
    room = now.room_for_ships
    left = blocks.move[unit] - at.spent
    if left > 0 and not ground.canal >> here & 1:
        free = (ground.water | ground.afloat_coast) & ~now.storm
        halt = 0 if blocks.submarines & bit else now.foes_at_sea  # 4.2.SS
        _add_way(now, found, waves(ground.grid, here, left, now.sail, free, halt), room, now.sail, None)
    if at.started or _in_battle(now, unit):
        return
    sail = ground.sail_canal
    spread = waves(ground.grid, here, game.tables.movement.strategic, sail, now.lanes)
    board = spread.board() & (ground.water | ground.canal | now.harbours) & room
    if board:
        found.strategic = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


# ---- air units


def _straight(start: int) -> Callable[[int], tuple[int, ...]]:
    return lambda hex: (start, hex)


def _air(now: Moment, at: Progress, found: Journey) -> None:
    """5.53a to a base within the move, or to a battle; 5.9b strategically from base to base."""
    state, game = now.state, now.state.game
    unit = at.unit
    here, kind = state.hex_of[unit], game.blocks.kind[unit]
    row = game.kinds.rows[kind]
    carrier = state.aboard[unit]
    if at.started or (carrier != NONE and not may_launch(state, carrier)):
        return
    if row.one_shot:
        _launch(now, unit, found)
    else:
        out = row.move
        near = flight(state, here, out)
        bases = now.airbases & near
        if carrier == NONE:
            bases &= ~(1 << here)
        reach_out = flight(state, here, 2 * out) if state.options["air_range"] else near  # 5.53b
        attacks = now.foes_by_air & reach_out & ~now.full_of_aircraft & ~(1 << here)
        if bases | attacks:
            found.moves.append(Way(bases | attacks, _straight(here)))
        if state.options["destruction"] and game.kinds.fire[kind][GROUND]:
            found.sortie = _sorties(now) & reach_out & ~(1 << here)
        if row.carrier_use == "launch-and-land":
            found.board = _carriers_in_reach(now, unit, near)
        elif row.carrier_use == "launch-only" and carrier == NONE and now.harbours >> here & 1:
            found.board = _carriers_in_reach(now, unit, 1 << here)  # 4.1.MB
    if not _in_battle(now, unit) and (carrier == NONE or not _in_battle(now, carrier)):
        _fly_strategic(now, unit, found, now.airbases)


def _sorties(now: Moment) -> int:
    """9.5a, 5.53a hexes at or next to a bridge or canal, without enemies and in no settlement that would be taken."""
    state, ground = now.state, now.state.game.ground
    aims = ground.canal & ~state.ruined_canals
    for number, (a, b) in enumerate(ground.bridges):
        if number not in state.ruined:
            aims |= 1 << a | 1 << b
    near = aims | ground.grid.step(aims, ground.grid.every_side)
    return near & ~(now.closed_by_land | now.vacant_neutral | now.full_of_aircraft)


def may_launch(state: VictoryState, carrier: int) -> bool:
    """4.2.CV.c not after a Strategic Move, not in a canal."""
    return not state.sm >> carrier & 1 and not state.game.ground.canal >> state.hex_of[carrier] & 1


def _carriers_in_reach(now: Moment, unit: int, near: int) -> int:
    state = now.state
    found = 0
    for carrier in now.carriers:
        hex = state.hex_of[carrier]
        fits = near >> hex & 1 and carrier != state.aboard[unit] and may_carry(state, carrier, unit)
        if fits and not state.sm >> carrier & 1 and hex not in state.battles:
            found |= 1 << carrier
    return found


def _fly_strategic(now: Moment, unit: int, found: Journey, bases: int) -> None:
    state = now.state
    here, carrier = state.hex_of[unit], state.aboard[unit]
    if carrier == NONE and not _has_base(now, here):
        return
    if carrier != NONE and not may_launch(state, carrier):
        return
    near = flight(state, here, state.game.tables.movement.strategic)
    row = state.game.kinds.rows[state.game.blocks.kind[unit]]
    if row.carrier_use == "launch-and-land":
        found.board |= _carriers_in_reach(now, unit, near)  # 5.51a a carrier is an airbase too
    board = bases & near & ~(1 << here)
    for hex in state.battles:
        board &= ~(1 << hex)
    if board:
        found.strategic = Way(board, _straight(here))


def _paradrop(now: Moment, unit: int, found: Journey) -> None:
    """6.6a into a vacant hex or a battle within four hexes of an airbase."""
    state, game = now.state, now.state.game
    here = state.hex_of[unit]
    near = flight(state, here, game.kinds.rows[game.blocks.kind[unit]].paradrop) & game.ground.land
    occupied = 0
    for hexes in state.occ:
        occupied |= hexes
    battle = defended(state, now.army, AIR) & ~now.full_of_aircraft
    found.paradrop = near & (~occupied | battle) & now.room_at_once & ~(1 << here)


def _launch(now: Moment, unit: int, found: Journey) -> None:
    """stretch.1, stretch.6 at enemy blocks within range; stretch.6 a rocket does not respond to a battle."""
    state, game = now.state, now.state.game
    row = game.kinds.rows[game.blocks.kind[unit]]
    near = flight(state, state.hex_of[unit], row.range) & now.foes_by_air & ~now.full_of_aircraft
    if not row.responds:
        for hex, attacker in state.battles.items():
            if attacker != now.army:
                near &= ~(1 << hex)
    if game.blocks.ground >> unit & 1:  # a rocket: 5.91c none from a transport, 6.41 none where ships alone can be
        near = near & game.ground.land if not state.afloat >> unit & 1 else 0
    found.launch = near & ~(1 << state.hex_of[unit])


WAYS = {AIR: _air, NAVAL: _naval, GROUND: _ground}
"""By class: how its blocks get about."""

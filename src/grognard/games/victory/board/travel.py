"""Chapters 5.5 to 5.9: where a block may go from where it stands, by each way of moving, and by which path.

`Journey` holds the ways open to one block at one moment; the steps in `movement.py` offer them. Only what the mover
sees decides: own blocks, and that enemy blocks are somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from grognard.games.victory.board.control import closed, controlled, defended, hostile
from grognard.games.victory.board.markers import mulberry_of, quays
from grognard.games.victory.board.reach import Waves, path, waves
from grognard.games.victory.board.stacking import (
    airbases,
    aircraft,
    bases_of,
    carriers_of,
    full_air,
    full_ground,
    full_naval,
    has_base,
    may_carry,
)
from grognard.games.victory.ground import Ways
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import Sides, bits, either_side

LEAVING = 8
"""Added to the class of a crossing that led out of a battle (5.1b)."""


@dataclass(frozen=True)
class Way:
    """One way of moving: the hexes where the move may end, and the path to each."""

    targets: int
    path: Callable[[int], tuple[int, ...]]


@dataclass
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
    distance: dict[int, int] = field(default_factory=dict)

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


def storm_area(state: VictoryState) -> int:
    """9.4a the storm's hex and the six around it."""
    return state.game.disc(state.storm, 1) if state.storm else 0


def ways(state: VictoryState) -> Ways:
    return state.game.ground.ways(frozenset(state.ruined))


def crossed(state: VictoryState, hex: int, d: int, army: int, class_: int) -> int:
    """How many blocks of a class an army has brought over a hexside into a battle this phase (5.3a).

    With LEAVING added to the class: how many have left the battle there (5.1b).
    """
    return sum(1 for crossing in state.crossings.get(hex, ()) if crossing == (d, army, class_))


def hexside_limit(state: VictoryState, hex: int, beside: int, class_: int) -> int:
    ground = state.game.ground
    if class_ == NAVAL:
        return ground.naval_limit(hex, beside)
    return ground.ground_limit(frozenset(state.ruined), hex, beside)


def within_limits(state: VictoryState, army: int, class_: int, sides: Sides) -> Sides:
    """5.3a hexsides without those that this army may not cross any more into or out of a battle."""
    if not state.crossings:
        return sides
    grid = state.game.ground.grid
    left = list(sides)
    for hex in state.crossings:
        for d, beside in enumerate(grid.neighbours[hex]):
            if beside >= 0:
                limit = hexside_limit(state, hex, beside, class_)
                if crossed(state, hex, d, army, class_) >= limit:
                    left[(d + 3) % 6] &= ~(1 << beside)
                if crossed(state, hex, d, army, class_ + LEAVING) >= limit:
                    left[d] &= ~(1 << hex)
    return left[0], left[1], left[2], left[3], left[4], left[5]


@dataclass(frozen=True)
class Progress:
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


def leavers(state: VictoryState, army: int) -> int:
    """5.2b blocks that may still make room: limits count when the move ends, so one may enter a full hex before."""
    blocks = state.game.blocks
    still = blocks.of_army[army] & ~state.moved & ~blocks.fixed & ~blocks.strategic_only & ~state.pool
    for carrier in bits(still & blocks.carriers):
        if aircraft(state, carrier) & state.moved:
            still &= ~(1 << carrier)
    for hex in (*state.battles, *bits(storm_area(state))):
        still &= ~state.at.get(hex, 0)
    return still


def journey(state: VictoryState, at: Progress) -> Journey:
    """All ways open to a block now."""
    class_ = state.game.blocks.class_of[at.unit]
    found = Journey()
    if class_ == AIR:
        _air(state, at, found)
    elif class_ == NAVAL:
        _naval(state, at, found)
    else:
        _ground(state, at, found)
    return found


def _in_battle(state: VictoryState, unit: int) -> bool:
    hex = state.hex_of[unit]
    return hex in state.battles


# ---- ground units


def _ground(state: VictoryState, at: Progress, found: Journey) -> None:
    blocks = state.game.blocks
    unit, bit = at.unit, 1 << at.unit
    here = state.hex_of[unit]
    ground = state.game.ground
    if not blocks.strategic_only & bit:
        _march(state, at, found)
        if blocks.amphibious & bit:
            _put_to_sea(state, at, found)
    if at.started or _in_battle(state, unit):
        return
    army = blocks.army[unit]
    side = state.game.side_of[army]
    if blocks.one_shot & bit:
        _launch(state, unit, found)
    if blocks.airborne & bit and has_base(state, side, here):
        _paradrop(state, unit, found)
    row = state.game.kinds.rows[blocks.kind[unit]]
    if row.strategic == "air":
        _fly_strategic(state, unit, found, airbases_ashore(state, unit))
    elif ground.land >> here & 1 and not state.afloat & bit:
        _by_road(state, unit, found)
    _by_sea(state, unit, found)


def airbases_ashore(state: VictoryState, unit: int) -> int:
    """5.9b where airborne may be flown: friendly bases with room for a ground unit."""
    army = state.game.blocks.army[unit]
    side = state.game.side_of[army]
    bases = bases_of(state, side, controlled(state, side, known_to=side))
    return bases & ~full_ground(state, army, 1 << unit | leavers(state, army))


def _march(state: VictoryState, at: Progress, found: Journey) -> None:
    """5.7 by land, hex by hex, with the stops of 3.1 or wholly by road (3.3a)."""
    game = state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here, army = state.hex_of[unit], blocks.army[unit]
    left = blocks.move[unit] - at.spent
    if left <= 0 or at.sea or not ground.land >> here & 1:
        return
    way = ways(state)
    free = ground.land & ~storm_area(state)
    if game.kinds.rows[blocks.kind[unit]].coastal_only:
        free &= ground.coastal  # 4.3.MA
    enemies = hostile(state, army, GROUND)
    targets = ~full_ground(state, army, bit | leavers(state, army))
    if blocks.beachheads & bit:  # 6.71e on an open coast it will be at sea
        coast = ground.coastal & ~quays(state, game.side_of[army]) & ~enemies
        targets = targets & ~coast | coast & ~full_naval(state, army, bit)
    if not at.halted:
        dry, wet = within_limits(state, army, GROUND, way.dry), within_limits(state, army, GROUND, way.wet)
        halt = enemies | (ground.canal if blocks.steady & bit else ground.halting)
        if blocks.engineers & bit:  # 4.3.EN
            dry, wet = either_side(dry, wet), game.ground.grid.no_sides
        _add_way(state, found, waves(ground.grid, here, left, dry, free, halt, wet), targets, dry, wet)
    if at.road:
        roads = within_limits(state, army, GROUND, way.roads)
        _add_way(state, found, waves(ground.grid, here, left, roads, free, enemies), targets, roads, None)


def _add_way(state: VictoryState, found: Journey, spread: Waves, targets: int, dry: Sides, wet: Sides | None) -> None:
    grid = state.game.ground.grid
    board = spread.board() & targets
    if board:
        found.moves.append(Way(board, lambda hex: path(grid, spread, hex, dry, wet)))


def _put_to_sea(state: VictoryState, at: Progress, found: Journey) -> None:
    """6.7a Marines and their like move by sea hexes and coasts; 3.1.coastal by the hexsides of ships."""
    game = state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here, army = state.hex_of[unit], blocks.army[unit]
    left = game.kinds.rows[blocks.kind[unit]].amphibious - at.spent
    if left <= 0 or not (ground.water | ground.afloat_coast) >> here & 1 or (at.started and not at.sea and at.halted):
        return
    side = game.side_of[army]
    sail = within_limits(state, army, NAVAL, ground.sail)
    free = (ground.water | ground.afloat_coast) & ~storm_area(state)
    spread = waves(ground.grid, here, left, sail, free, defended(state, army, GROUND) | defended(state, army, NAVAL))
    ashore = quays(state, side)
    if not blocks.beachheads & bit:  # 6.71e only Marines and amphibs can lie off an open coast
        ashore |= ground.coastal & ~state.occupied_by_others(side)
    room = ashore & ~full_ground(state, army, bit) | ~ashore & ~full_naval(state, army, bit)
    board = spread.board() & room
    if board:
        found.by_sea = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


def _by_road(state: VictoryState, unit: int, found: Journey) -> None:
    """3.3c, 5.9d a Strategic Move along friendly or neutral road hexes."""
    game = state.game
    army, here = game.blocks.army[unit], state.hex_of[unit]
    side = game.side_of[army]
    roads = ways(state).roads
    free = game.ground.land & ~closed(state, side, by_land=True) & ~storm_area(state)
    if game.kinds.rows[game.blocks.kind[unit]].coastal_only:
        free &= game.ground.coastal
    spread = waves(game.ground.grid, here, game.tables.movement.strategic, roads, free)
    room = ~full_ground(state, army, 1 << unit | leavers(state, army))
    board = spread.board() & room & ~_vacant_neutral(state, side)
    if board:
        found.strategic = Way(board, lambda hex: path(game.ground.grid, spread, hex, roads))


def _vacant_neutral(state: VictoryState, side: int) -> int:
    """5.init neutral settlements are captured by normal moves only."""
    return state.game.ground.settlements & ~controlled(state, side, known_to=side)


# ---- ports and the sea


def harbours(state: VictoryState, side: int, friendly: int) -> int:
    """3.2c a side's ports, and its mulberries, which are ports (9.7a) unless a storm is near (9.4d)."""
    ports = state.game.ground.ports & friendly
    storm = storm_area(state)
    for hex in state.mulberries:
        if mulberry_of(state, side, hex) and not storm >> hex & 1:
            ports |= 1 << hex
    return ports


def working_ports(state: VictoryState, side: int) -> int:
    """3.2c friendly ports, mulberries and beachheads where Sea Movement may begin and end: not blockaded."""
    friendly = controlled(state, side, known_to=side)
    ports = harbours(state, side, friendly)
    for unit in bits(state.beach & state.game.side_units[side]):
        ports |= 1 << state.hex_of[unit] & friendly
    for hex in (*state.blockades, *state.battles):
        ports &= ~(1 << hex)
    return ports


def port_capacity(state: VictoryState, side: int, hex: int) -> int:
    """5.92 ground units in or out per player turn."""
    movement = state.game.tables.movement
    if state.game.ground.ports >> hex & 1:
        return movement.port
    return movement.mulberry if mulberry_of(state, side, hex) else movement.beachhead


def open_ports(state: VictoryState, side: int) -> int:
    """Ports with capacity left this player turn."""
    ports = working_ports(state, side)
    for hex, used in state.port_use.items():
        if ports >> hex & 1 and used >= port_capacity(state, side, hex):
            ports &= ~(1 << hex)
    return ports


def _by_sea(state: VictoryState, unit: int, found: Journey) -> None:
    """5.91 a Strategic Move by sea from a friendly port, or from where it is at sea."""
    game = state.game
    ground, blocks = game.ground, game.blocks
    army, here, bit = blocks.army[unit], state.hex_of[unit], 1 << unit
    side = game.side_of[army]
    at_sea = bool(state.afloat & bit)
    ports = open_ports(state, side)
    if not at_sea and not ports >> here & 1:
        return
    sail = ground.sail_canal
    shut = closed(state, side, by_land=False) | storm_area(state) | state.ruined_canals
    free = (ground.water | ground.coastal | ground.canal) & ~shut
    spread = waves(ground.grid, here, game.tables.movement.strategic, sail, free)
    room = ~full_ground(state, army, bit | leavers(state, army))
    ends = ground.water & ~full_naval(state, army, bit) | ports & room
    board = spread.board() & ends
    if board:
        found.sea_move = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


# ---- ships


def _naval(state: VictoryState, at: Progress, found: Journey) -> None:
    """5.6 ships; 3.1.canal.a canal hexes only strategically."""
    game = state.game
    blocks, ground = game.blocks, game.ground
    unit, bit = at.unit, 1 << at.unit
    here, army = state.hex_of[unit], blocks.army[unit]
    side = game.side_of[army]
    storm = storm_area(state)
    room = ~full_naval(state, army, bit | leavers(state, army) & blocks.naval)
    left = blocks.move[unit] - at.spent
    if left > 0 and not ground.canal >> here & 1:
        sail = within_limits(state, army, NAVAL, ground.sail)
        enemies = hostile(state, army, NAVAL)
        free = (ground.water | ground.afloat_coast) & ~storm
        halt = 0 if blocks.submarines & bit else enemies  # 4.2.SS
        spread = waves(ground.grid, here, left, sail, free, halt)
        _add_way(state, found, spread, room, sail, None)
    if at.started or _in_battle(state, unit):
        return
    shut = closed(state, side, by_land=False) | storm | state.ruined_canals
    free = (ground.water | ground.coastal | ground.canal) & ~shut
    sail = ground.sail_canal
    spread = waves(ground.grid, here, game.tables.movement.strategic, sail, free)
    ends = (ground.water | ground.canal | harbours(state, side, controlled(state, side, known_to=side))) & room
    board = spread.board() & ends
    if board:
        found.strategic = Way(board, lambda hex: path(ground.grid, spread, hex, sail))


# ---- air units


def flight(state: VictoryState, hex: int, most: int) -> int:
    """5.5 the hexes within so many of a hex; 9.4a nobody flies through a storm."""
    if not state.storm:
        return state.game.disc(hex, most)
    grid = state.game.ground.grid
    spread = waves(grid, hex, most, grid.every_side, grid.board & ~storm_area(state))
    return spread.board() | 1 << hex


def flight_into_storm(state: VictoryState, hex: int, most: int) -> int:
    """9.4b the same for a retreat, which may end in a storm, but goes through none."""
    found = flight(state, hex, most)
    if state.storm:
        grid, storm = state.game.ground.grid, storm_area(state)
        outside = waves(grid, hex, most, grid.every_side, grid.board & ~storm).reached
        inside = 0
        for k in range(most):
            edge = outside[k] if k < len(outside) else 0
            inside |= grid.step(edge | inside, grid.every_side) & storm
        found |= inside
    return found


def flight_distance(state: VictoryState, hex: int, target: int, most: int) -> int:
    """Hexes flown from one hex to another, round a storm."""
    grid = state.game.ground.grid
    if not state.storm:
        return grid.distance(hex, target)
    spread = waves(grid, hex, most, grid.every_side, grid.board & ~storm_area(state))
    return next((k for k, wave in enumerate(spread.reached) if wave >> target & 1), most)


def _straight(state: VictoryState, start: int) -> Callable[[int], tuple[int, ...]]:
    return lambda hex: (start, hex)


def _air(state: VictoryState, at: Progress, found: Journey) -> None:
    """5.53a to a base within the move, or to a battle; 5.9b strategically from base to base."""
    game = state.game
    blocks = game.blocks
    unit, bit = at.unit, 1 << at.unit
    here, army = state.hex_of[unit], blocks.army[unit]
    side = game.side_of[army]
    row = game.kinds.rows[blocks.kind[unit]]
    carrier = state.aboard[unit]
    if at.started or (carrier != NONE and not may_launch(state, carrier)):
        return
    if row.one_shot:
        _launch(state, unit, found)
    else:
        out = row.move
        near = flight(state, here, out)
        bases = airbases(state, side, bit | leavers(state, army)) & near
        if carrier == NONE:
            bases &= ~(1 << here)
        reach_out = flight(state, here, 2 * out) if state.options["air_range"] else near  # 5.53b
        attacks = hostile(state, army, AIR) & reach_out & ~full_air(state, army, bit) & ~(1 << here)
        if bases | attacks:
            found.moves.append(Way(bases | attacks, _straight(state, here)))
        if state.options["destruction"] and game.kinds.fire[blocks.kind[unit]][GROUND]:
            found.sortie = _sorties(state, unit) & reach_out & ~(1 << here)
        if row.carrier_use == "launch-and-land":
            found.board = _carriers_in_reach(state, unit, near)
        elif row.carrier_use == "launch-only" and carrier == NONE and _in_port(state, side, here):
            found.board = _carriers_in_reach(state, unit, 1 << here)  # 4.1.MB
    if not _in_battle(state, unit) and (carrier == NONE or not _in_battle(state, carrier)):
        _fly_strategic(state, unit, found, airbases(state, side, bit | leavers(state, army)))


def _sorties(state: VictoryState, unit: int) -> int:
    """9.5a, 5.53a hexes at or next to a bridge or canal, without enemies and in no settlement that would be taken."""
    game = state.game
    ground, army = game.ground, game.blocks.army[unit]
    side = game.side_of[army]
    aims = ground.canal & ~state.ruined_canals
    for number, (a, b) in enumerate(ground.bridges):
        if number not in state.ruined:
            aims |= 1 << a | 1 << b
    near = aims | ground.grid.step(aims, ground.grid.every_side)
    shut = closed(state, side, by_land=True) | _vacant_neutral(state, side) | full_air(state, army, 1 << unit)
    return near & ~shut


def _in_port(state: VictoryState, side: int, hex: int) -> bool:
    return bool(harbours(state, side, controlled(state, side, known_to=side)) >> hex & 1)


def may_launch(state: VictoryState, carrier: int) -> bool:
    """4.2.CV.c not after a Strategic Move, not in a canal."""
    return not state.sm >> carrier & 1 and not state.game.ground.canal >> state.hex_of[carrier] & 1


def _carriers_in_reach(state: VictoryState, unit: int, near: int) -> int:
    found = 0
    for carrier in bits(carriers_of(state, state.game.blocks.army[unit])):
        hex = state.hex_of[carrier]
        fits = near >> hex & 1 and carrier != state.aboard[unit] and may_carry(state, carrier, unit)
        if fits and not state.sm >> carrier & 1 and hex not in state.battles:
            found |= 1 << carrier
    return found


def _fly_strategic(state: VictoryState, unit: int, found: Journey, bases: int) -> None:
    here = state.hex_of[unit]
    side = state.game.side_of[state.game.blocks.army[unit]]
    if not has_base(state, side, here) and state.aboard[unit] == NONE:
        return
    if state.aboard[unit] != NONE and not may_launch(state, state.aboard[unit]):
        return
    near = flight(state, here, state.game.tables.movement.strategic)
    row = state.game.kinds.rows[state.game.blocks.kind[unit]]
    if row.carrier_use == "launch-and-land":
        found.board |= _carriers_in_reach(state, unit, near)  # 5.51a a carrier is an airbase too
    board = bases & near & ~(1 << here)
    for hex in state.battles:
        board &= ~(1 << hex)
    if board:
        found.strategic = Way(board, _straight(state, here))


def _paradrop(state: VictoryState, unit: int, found: Journey) -> None:
    """6.6a into a vacant hex or a battle within four hexes of an airbase."""
    game = state.game
    army, here = game.blocks.army[unit], state.hex_of[unit]
    near = flight(state, here, game.kinds.rows[game.blocks.kind[unit]].paradrop) & game.ground.land
    occupied = 0
    for hexes in state.occ:
        occupied |= hexes
    battle = defended(state, army, AIR) & ~full_air(state, army, 1 << unit)
    found.paradrop = near & (~occupied | battle) & ~full_ground(state, army) & ~(1 << here)


def _launch(state: VictoryState, unit: int, found: Journey) -> None:
    """stretch.1, stretch.6 at enemy blocks within range; stretch.6 a rocket does not respond to a battle."""
    game = state.game
    army = game.blocks.army[unit]
    row = game.kinds.rows[game.blocks.kind[unit]]
    near = flight(state, state.hex_of[unit], row.range) & hostile(state, army, AIR) & ~full_air(state, army, 1 << unit)
    if not row.responds:
        for hex, attacker in state.battles.items():
            if attacker != army:
                near &= ~(1 << hex)
    if game.blocks.ground >> unit & 1:  # a rocket: 5.91c none from a transport, 6.41 none where ships alone can be
        near = near & game.ground.land if not state.afloat >> unit & 1 else 0
    found.launch = near & ~(1 << state.hex_of[unit])

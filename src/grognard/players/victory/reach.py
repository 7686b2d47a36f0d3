"""Where blocks of Victory can get to, roughly and quickly: the map and the enemy decide, own stacking does not.

Plans are made with this; before a block is picked up, `travel.journey` says what is really open to it.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.victory.board.control import closed
from grognard.games.victory.board.passage import flight, storm_area, ways
from grognard.games.victory.board.ports import working_ports
from grognard.games.victory.board.reach import waves
from grognard.games.victory.board.stacking import has_base
from grognard.games.victory.ground import Ways
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits, either_side


class Reach(NamedTuple):
    """What one block can do this turn."""

    move: int
    """By a normal move, into enemies or not."""
    gates: int
    """Hexes from which a ground unit can still take the last step of its move."""
    by_sea: int
    """By a normal move over water: Marines and amphibs."""
    strategic: int
    sea: int
    """By Sea Movement."""
    drop: int
    """By paradrop."""
    anywhere: int
    """Where it can fight."""


def surroundings(state: VictoryState, side: int, enemies: int, friendly: int) -> tuple[object, ...]:
    """All that `reach` depends on, the block itself apart."""
    own = state.game.side_units[side]
    return (
        state.game, side, enemies, friendly, state.ruined, state.ruined_canals, state.storm,
        tuple([(hex, not state.at.get(hex, 0) & own) for hex in state.blockades]), tuple(state.battles),
        tuple(state.mulberries.items()), tuple([state.hex_of[unit] for unit in bits(state.beach & own)]), state.turn,
    )  # fmt: skip


class Bounds(NamedTuple):
    """What a side's blocks meet wherever they are; what each of them can do is kept with it."""

    side: int
    enemies: int
    bases: int
    """Settlements that are open to aircraft."""
    land: int
    open_land: int
    """Where Strategic Moves may go on land."""
    waters: int
    lanes: int
    """Where Strategic Moves and Sea Movement may go on the water."""
    ports: int
    way: Ways
    reaches: dict[tuple[int, int, int], Reach]
    """By type, hex and whether it is at sea."""


def bounds(state: VictoryState, side: int) -> Bounds:
    ground = state.game.ground
    calm = ~storm_area(state)
    shut = closed(state, side, by_land=True)
    land = ground.land & calm
    lanes = (ground.water | ground.coastal | ground.canal) & ~closed(state, side, by_land=False)
    return Bounds(
        side,
        enemies=state.occupied_by_others(side),
        bases=ground.settlements & ~shut,
        land=land,
        open_land=land & ~shut,
        waters=(ground.water | ground.afloat_coast) & calm,
        lanes=lanes & ~state.ruined_canals & calm,
        ports=working_ports(state, side),
        way=ways(state),
        reaches={},
    )


def reach(state: VictoryState, unit: int, about: Bounds) -> Reach:
    """What a block can do, worked out once for all of its type in its hex."""
    kind, here, afloat = state.game.blocks.kind[unit], state.hex_of[unit], state.afloat >> unit & 1
    found = about.reaches.get((kind, here, afloat))
    if found is None:
        found = about.reaches[kind, here, afloat] = _reach(state, unit, about)
    return found


def _reach(state: VictoryState, unit: int, about: Bounds) -> Reach:
    game = state.game
    blocks, ground = game.blocks, game.ground
    grid = ground.grid
    bit, here = 1 << unit, state.hex_of[unit]
    row = game.kinds.rows[blocks.kind[unit]]
    enemies, bases, ports, way = about.enemies, about.bases, about.ports, about.way
    far = game.tables.movement.strategic
    class_ = blocks.class_of[unit]
    if class_ == AIR:
        near = flight(state, here, row.move)
        out = near & (bases | enemies) & ~(1 << here)
        return Reach(out, 0, 0, flight(state, here, far) & bases, 0, 0, out)
    if class_ == NAVAL:
        halt = 0 if blocks.submarines & bit else enemies
        sail = waves(grid, here, row.move, ground.sail, about.waters, halt).board()
        cruise = waves(grid, here, far, ground.sail_canal, about.lanes).board()
        return Reach(sail, 0, 0, cruise & (ground.water | ground.ports & bases), 0, 0, sail)
    coast = ground.coastal if row.coastal_only else -1
    move = gates = strategic = by_sea = sea = drop = 0
    ashore = bool(ground.land >> here & 1) and not state.afloat & bit
    if row.move and ground.land >> here & 1:
        dry, wet = way.dry, way.wet
        halt = enemies | (ground.canal if blocks.steady & bit else ground.halting)
        if blocks.engineers & bit:
            dry, wet = either_side(dry, wet), grid.no_sides
        for spread in (
            waves(grid, here, row.move, dry, about.land & coast, halt, wet),
            waves(grid, here, row.move, way.roads, about.land & coast, enemies),
        ):
            move |= spread.board()
            for wave in spread.onward[: row.move]:
                gates |= wave
    if ashore:
        strategic = waves(grid, here, far, way.roads, about.open_land & coast).board()
    if state.afloat & bit or ports >> here & 1:
        sea = waves(grid, here, far, ground.sail_canal, about.lanes).board() & (ports | ground.water)
    if row.amphibious and (ground.water | ground.afloat_coast) >> here & 1:
        by_sea = waves(grid, here, row.amphibious, ground.sail, about.waters, enemies).board()
    if row.paradrop and has_base(state, about.side, here):
        drop = flight(state, here, row.paradrop) & ground.land & ~(1 << here)
        strategic = flight(state, here, far) & bases
    return Reach(move, gates, by_sea, strategic, sea, drop, move | by_sea | drop)


def entrances(state: VictoryState, hex: int, gates: int) -> list[int]:
    """The directions by which a block with these gates enters a hex."""
    ground = state.game.ground
    open_ = ways(state).open
    found = []
    for beside in bits(gates & ground.grid.around[hex]):
        if open_[ground.grid.direction(beside, hex)] >> beside & 1:
            found.append(ground.grid.direction(hex, beside))
    return found

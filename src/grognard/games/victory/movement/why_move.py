"""Why a block may not move, or not there: the reasons behind chapter 5's refusals, asked only after one.

They tell a player nothing that he does not see: an enemy hex is "occupied", never by what.
"""

from __future__ import annotations

from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import controlled, defended, hostile
from grognard.games.victory.board.movers import crew, recovered, spare
from grognard.games.victory.board.passage import crossed, flight, hexside_limit, storm_area, ways
from grognard.games.victory.board.ports import harbours, open_ports, port_capacity, working_ports
from grognard.games.victory.board.stacking import (
    air_in,
    airbases,
    carrier_room,
    ground_room,
    has_base,
    naval_room,
)
from grognard.games.victory.board.travel import Progress
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits


def why_not_mover(state: VictoryState, army: int, units: int, unit: int) -> list[Message]:
    game = state.game
    blocks = game.blocks
    if blocks.army[unit] != army:
        return [state.message("why.not_yours", "2.0.2a")]
    if not units >> unit & 1:
        return [state.message("why.not_your_arm", "10.5a", unit=unit)]
    if not state.on_map(unit):
        return [state.message("why.not_on_map", "4.0.steps", unit=unit)]
    if state.moved >> unit & 1:
        return [state.message("why.has_moved", "2.0.2b", unit=unit)]
    if blocks.fixed >> unit & 1:
        return [state.message("why.factory", "9.1d", unit=unit)]
    hex = state.hex_of[unit]
    if storm_area(state) >> hex & 1:
        return [state.message("why.storm_holds", "9.4a", unit=unit, hex=hex)]
    if hex in state.battles and spare(state, hex, army) < crew(state, unit):
        return [state.message("why.pinned", "5.1a", unit=unit, hex=hex)]
    if recovered(state, unit):
        return [state.message("why.has_recovered", "4.2.CV.c", unit=unit)]
    return []


def why_not_there(state: VictoryState, army: int, at: Progress, verb: int, target: int) -> list[Message]:
    if verb == verbs.BOARD:
        return _why_not_aboard(state, at, target)
    if verb in (verbs.STRATEGIC, verbs.SEA_MOVE, verbs.PARADROP, verbs.LAUNCH_AT, verbs.SORTIE) and at.started:
        return [state.message("why.not_combined", "5.9a", unit=at.unit)]
    if verb == verbs.STRATEGIC:
        return _why_not_strategic(state, army, at, target)
    if verb == verbs.SEA_MOVE:
        return _why_not_by_sea(state, army, at, target)
    if verb == verbs.PARADROP:
        return _why_not_drop(state, army, at, target)
    if verb == verbs.LAUNCH_AT:
        return [state.message("why.no_launch", "stretch.6", unit=at.unit, hex=target)]
    if verb == verbs.SORTIE:
        return [state.message("why.no_sortie", "9.5a", unit=at.unit, hex=target)]
    if verb == verbs.INVADE:
        return [state.message("why.no_invasion", "6.7a", unit=at.unit, hex=target)]
    if verb == verbs.MOVE:
        class_ = state.game.blocks.class_of[at.unit]
        if class_ == AIR:
            return _why_not_fly(state, army, at, target)
        return _why_not_march(state, army, at, target)
    return []


def _why_not_march(state: VictoryState, army: int, at: Progress, target: int) -> list[Message]:
    game = state.game
    blocks, ground, unit = game.blocks, game.ground, at.unit
    here = state.hex_of[unit]
    class_ = blocks.class_of[unit]
    if here == target:
        return [state.message("why.is_there", "5.0a", unit=unit, hex=target)]
    if blocks.strategic_only >> unit & 1:
        return [state.message("why.strategic_only", "4.3.RE.b", unit=unit)]
    if storm_area(state) >> target & 1:
        return [state.message("why.storm", "9.4a", hex=target)]
    if class_ == NAVAL:
        if ground.canal >> target & 1 or ground.canal >> here & 1:
            return [state.message("why.canal", "3.1.canal.a", hex=target)]
        if not (ground.water | ground.coastal) >> target & 1:
            rule = "3.1.shoal" if ground.map.terrain_at[target] == "shoal" else "4.2.gen"
            return [state.message("why.ships_at_sea", rule, unit=unit, hex=target)]
    elif not ground.land >> target & 1 and not blocks.amphibious >> unit & 1:
        return [state.message("why.ground_on_land", "4.3.gen", unit=unit, hex=target)]
    if game.kinds.rows[blocks.kind[unit]].coastal_only and not (ground.coastal | ground.water) >> target & 1:
        return [state.message("why.coast_only", "4.3.MA", unit=unit, hex=target)]
    limit = _why_hexside(state, army, class_, target)
    beside = ground.grid.around[target] >> here & 1
    if beside and (barred := _why_closed_side(state, unit, class_, here, target)):
        return barred
    most = blocks.move[unit]
    if ground.grid.distance(here, target) > most - at.spent:
        return [state.message("why.too_far", _rule_of(class_), unit=unit, hex=target, left=most - at.spent)]
    contested = bool(hostile(state, army, class_) >> target & 1)
    if contested and _full(state, army, class_, target, unit):  # no other hexside would help
        return [state.message("why.full", "5.2c", hex=target)]
    if limit and contested:
        return limit
    if at.halted:
        return [state.message("why.must_stop", _halt_rule(state, at), unit=unit, hex=here)]
    if _full(state, army, class_, target, unit):
        rule = "5.6b" if class_ == NAVAL and ground.coastal >> target & 1 else "5.2a"
        if class_ == NAVAL and ground.water >> target & 1:
            rule = "3.1.sea"
        return [state.message("why.full", rule, hex=target)]
    return [state.message("why.no_way", _rule_of(class_), unit=unit, hex=target, left=most - at.spent)]


def _halt_rule(state: VictoryState, at: Progress) -> str:
    ground = state.game.ground
    here = state.hex_of[at.unit]
    terrain = ground.map.terrain_at[here]
    if ground.canal >> here & 1:
        return "3.1.canal.b"
    return f"3.1.{terrain}" if ground.stop >> here & 1 else "3.1.river.a"


def _rule_of(class_: int) -> str:
    return ("5.53a", "5.6a", "5.7")[class_]


def _full(state: VictoryState, army: int, class_: int, hex: int, unit: int) -> bool:
    room = naval_room if class_ == NAVAL else ground_room
    return room(state, army, hex) <= 0


def _why_hexside(state: VictoryState, army: int, class_: int, target: int) -> list[Message]:
    """5.3a every way in is used up."""
    grid = state.game.ground.grid
    for d, beside in enumerate(grid.neighbours[target]):
        if beside >= 0 and (used := crossed(state, target, d, army, class_)):
            limit = hexside_limit(state, target, beside, class_)
            if used >= limit:
                return [state.message("why.hexside_full", "5.3a", hex_from=beside, hex=target, count=limit)]
    return []


def _why_closed_side(state: VictoryState, unit: int, class_: int, here: int, target: int) -> list[Message]:
    ground = state.game.ground
    none = ground.grid.no_sides
    sides = ground.map.hexsides
    if class_ == NAVAL:
        if ground.crosses(sides.get("shoal", none), here, target):
            return [state.message("why.shoal", "3.1.shoal", hex_from=here, hex=target)]
        if not ground.crosses(ground.sail, here, target):
            return [state.message("why.no_water_between", "5.6a", hex_from=here, hex=target)]
        return []
    if ground.crosses(ways(state).open, here, target):
        return []
    if ground.crosses(sides.get("alpine", none), here, target):
        return [state.message("why.alpine", "3.1.alpine", hex_from=here, hex=target)]
    if ground.crosses(sides.get("river_impassable", none), here, target):
        return [state.message("why.river_mouth", "3.1.river.c", hex_from=here, hex=target)]
    return []


def _why_not_fly(state: VictoryState, army: int, at: Progress, target: int) -> list[Message]:
    game = state.game
    unit = at.unit
    here = state.hex_of[unit]
    carrier = state.aboard[unit]
    row = game.kinds.rows[game.blocks.kind[unit]]
    if here == target:
        return [state.message("why.is_there", "5.0a", unit=unit, hex=target)]
    if row.one_shot:
        return [state.message("why.strategic_only", "stretch.1", unit=unit)]
    if carrier != NONE and (state.sm >> carrier & 1 or game.ground.canal >> state.hex_of[carrier] & 1):
        return [state.message("why.no_flight_ops", "4.2.CV.c", unit=carrier)]
    if storm_area(state) >> target & 1:
        return [state.message("why.storm", "9.4a", hex=target)]
    if not flight(state, here, row.move) >> target & 1:
        return [state.message("why.out_of_range", "5.53a", unit=unit, hex=target, left=row.move)]
    if hostile(state, army, AIR) >> target & 1:
        return [state.message("why.air_full", "5.52a", hex=target, count=air_in(state, army, target).bit_count())]
    side = game.side_of[army]
    if has_base(state, side, target) and not airbases(state, side, 1 << unit) >> target & 1:
        return [state.message("why.base_full", "5.51a", hex=target)]
    return [state.message("why.no_base", "5.51a", hex=target)]


def _why_not_aboard(state: VictoryState, at: Progress, carrier: int) -> list[Message]:
    game = state.game
    unit = at.unit
    blocks = game.blocks
    if blocks.army[carrier] != blocks.army[unit] or not blocks.carriers >> carrier & 1:
        return [state.message("why.no_carrier", "5.51a")]
    use = game.kinds.rows[blocks.kind[unit]].carrier_use
    if use == "none":
        return [state.message("why.never_aboard", "4.1.HB", unit=unit)]
    if use == "launch-only":
        return [state.message("why.loads_in_port", "4.1.MB", unit=unit)]
    if state.sm >> carrier & 1 or (state.on_map(carrier) and game.ground.canal >> state.hex_of[carrier] & 1):
        return [state.message("why.no_flight_ops", "4.2.CV.c", unit=carrier)]
    if state.on_map(carrier):
        units, steps = carrier_room(state, carrier, 1 << unit)
        if units <= 0 or steps < state.steps[unit]:
            return [state.message("why.carrier_full", "4.2.CV.a", unit=carrier, count=max(steps, 0))]
    far = game.tables.movement.strategic
    return [state.message("why.out_of_range", "5.9b", unit=unit, hex=state.hex_of[carrier], left=far)]


def _why_not_strategic(state: VictoryState, army: int, at: Progress, target: int) -> list[Message]:
    game = state.game
    ground, unit = game.ground, at.unit
    side = game.side_of[army]
    here = state.hex_of[unit]
    class_ = game.blocks.class_of[unit]
    if here in state.battles:
        return [state.message("why.no_strategic_from_battle", "5.1b", unit=unit)]
    if hostile(state, army, class_) >> target & 1:
        return [state.message("why.strategic_attack", "5.9a", hex=target)]
    friendly = controlled(state, side, known_to=side)
    if ground.settlements >> target & 1 and not friendly >> target & 1:
        rule = "5.init" if not game.owned >> target & 1 else "5.4c"
        return [state.message("why.enemy_settlement", rule, hex=target)]
    if class_ == AIR or game.kinds.rows[game.blocks.kind[unit]].strategic == "air":
        return [state.message("why.base_to_base", "5.9b", hex=target)]
    if class_ == NAVAL:
        if target in state.blockades:
            return [state.message("why.blockaded", "5.9c", hex=target)]
        if (ground.coastal & ~harbours(state, side, friendly) & ~ground.canal) >> target & 1:
            return [state.message("why.open_coast", "5.9c", hex=target)]
        if ground.canal >> target & 1 and naval_room(state, army, target) <= 0:
            return [state.message("why.full", "3.1.canal.a", hex=target)]
        return [state.message("why.no_strategic_way", "5.9c", unit=unit, hex=target)]
    if not ground.map.path_hexes.get("road", 0) >> here & 1:
        return [state.message("why.no_road", "3.3c", unit=unit, hex=here)]
    return [state.message("why.no_strategic_way", "5.9d", unit=unit, hex=target)]


def _why_not_by_sea(state: VictoryState, army: int, at: Progress, target: int) -> list[Message]:
    game = state.game
    ground, unit = game.ground, at.unit
    side = game.side_of[army]
    here = state.hex_of[unit]
    if game.blocks.class_of[unit] != GROUND:
        return [state.message("why.ground_by_sea", "5.91a", unit=unit)]
    for hex in (here, target):
        if hex in state.blockades:
            return [state.message("why.blockaded", "6.8b", hex=hex)]
    working = working_ports(state, side)
    if not state.afloat >> unit & 1:
        if not working >> here & 1:
            return [state.message("why.no_port", "5.91a", hex=here)]
        if not open_ports(state, side) >> here & 1:
            return [_why_port(state, side, here)]
    if not (ground.water | working) >> target & 1:
        rule = "5.91b" if ground.coastal >> target & 1 and not ground.ports >> target & 1 else "3.2c"
        return [state.message("why.no_port", rule, hex=target)]
    if working >> target & 1 and not open_ports(state, side) >> target & 1:
        return [_why_port(state, side, target)]
    if working >> target & 1 and ground_room(state, army, target) <= 0:
        return [state.message("why.full", "5.92c", hex=target)]
    if ground.water >> target & 1 and naval_room(state, army, target) <= 0:
        return [state.message("why.full", "3.1.sea", hex=target)]
    return [state.message("why.no_strategic_way", "5.91a", unit=unit, hex=target)]


def _why_port(state: VictoryState, side: int, hex: int) -> Message:
    count = port_capacity(state, side, hex)
    rule = "5.92b" if any(state.hex_of[unit] == hex for unit in bits(state.beach)) else "5.92a"
    return state.message("why.port_used", rule, hex=hex, count=count)


def _why_not_drop(state: VictoryState, army: int, at: Progress, target: int) -> list[Message]:
    game = state.game
    unit = at.unit
    here = state.hex_of[unit]
    if not game.blocks.airborne >> unit & 1:
        return [state.message("why.not_airborne", "6.6a", unit=unit)]
    if not has_base(state, game.side_of[army], here):
        return [state.message("why.no_base", "6.6a", hex=here)]
    range_ = game.kinds.rows[game.blocks.kind[unit]].paradrop
    if not flight(state, here, range_) >> target & 1:
        return [state.message("why.out_of_range", "4.3.AB", unit=unit, hex=target, left=range_)]
    if not game.ground.land >> target & 1:
        return [state.message("why.ground_on_land", "4.3.gen", unit=unit, hex=target)]
    if ground_room(state, army, target) <= 0:
        return [state.message("why.full", "5.52e", hex=target)]
    if defended(state, army, AIR) >> target & 1:
        return [state.message("why.air_full", "5.52e", hex=target, count=air_in(state, army, target).bit_count())]
    return [state.message("why.drop_vacant", "6.6a", hex=target)]

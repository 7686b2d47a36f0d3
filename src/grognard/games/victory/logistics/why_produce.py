"""Why something cannot be built, added or merged: the reasons behind chapter 8's refusals."""

from __future__ import annotations

from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.logistics.building import coast_open, enemies_in, free_block, has_room, purse
from grognard.games.victory.logistics.factories import why_idle, why_not_exchanged, why_not_growing
from grognard.games.victory.state import VictoryState


def why_not_produce(
    state: VictoryState, army: int, cities: int, supplied: int, verb: int, target: int
) -> list[Message]:
    blocks = state.game.blocks
    if verb == verbs.BUILD_AT:
        return _why_not_city(state, army, cities, target)
    if verb == verbs.PAY_AT and state.options["factories"]:
        return why_not_growing(state, army, cities, target)
    unit_verbs = (
        verbs.ADD_STEP, verbs.MERGE, verbs.DIVIDE, verbs.DISBAND, verbs.CONVERT, verbs.EXCHANGE, verbs.BUILD_AIRFIELD,
        verbs.BUILD_MULBERRY, verbs.REPAIR,
    )  # fmt: skip
    if verb not in unit_verbs:
        return []
    if blocks.army[target] != army:
        return [state.message("why.not_yours", "8.2a")]
    if not state.on_map(target):
        return [state.message("why.not_on_map", "4.0.steps", unit=target)]
    if verb == verbs.ADD_STEP:
        return _why_no_step(state, cities if state.made >> target & 1 else supplied, target)
    if verb == verbs.MERGE:
        return [state.message("why.no_partner", "8.21a", unit=target)]
    if verb == verbs.DIVIDE:
        return [state.message("why.cannot_divide", "8.21c", unit=target)]
    if verb == verbs.BUILD_AIRFIELD:
        rule = "9.6b" if state.game.ground.settlements >> state.hex_of[target] & 1 else "9.6a"
        return [state.message("why.no_airfield", rule, unit=target)]
    if verb == verbs.BUILD_MULBERRY:
        return [state.message("why.no_mulberry", "9.7a", unit=target)]
    if verb == verbs.REPAIR:
        return [state.message("why.nothing_to_repair", "9.5c", unit=target)]
    if verb == verbs.EXCHANGE:
        return why_not_exchanged(state, army, cities, target)
    return []


def _why_not_city(state: VictoryState, army: int, cities: int, hex: int) -> list[Message]:
    game = state.game
    if not game.ground.cities >> hex & 1:
        return [state.message("why.no_city", "8.2a", hex=hex)]
    if not cities >> hex & 1:
        return why_idle(state, hex)
    if not game.army_homes[army] >> hex & 1:
        rule = "8.4a" if game.owned >> hex & 1 else "5.init"
        return [state.message("why.not_home", rule, hex=hex)]
    if enemies_in(state, army, hex):
        return [state.message("why.enemies_there", "6.1a", hex=hex)]
    return [state.message("why.nothing_to_build", "8.2d", hex=hex)]


def _why_no_step(state: VictoryState, cities: int, unit: int) -> list[Message]:
    game = state.game
    blocks = game.blocks
    hex = state.hex_of[unit]
    row = game.kinds.rows[blocks.kind[unit]]
    if state.steps[unit] >= blocks.most[unit]:
        return [state.message("why.full_strength", "4.0.steps", unit=unit)]
    if not cities >> hex & 1:
        return [state.message("why.not_in_city", "8.2a", unit=unit, hex=hex)]
    if state.made >> unit & 1 and state.options["building_cadres"]:
        return [state.message("why.cadre", "8.opt.1", unit=unit)]
    if (row.coastal_build_only or row.class_ == "naval") and not coast_open(state, hex):
        return [state.message("why.coast_needed", "8.2b", hex=hex)]
    points = purse(state, hex, blocks.class_of[unit])
    return [state.message("why.too_dear", "8.3", hex=hex, points=points, cost=row.cost)]


def why_not_build(state: VictoryState, army: int, kind: int, hex: int) -> list[Message]:
    game = state.game
    if kind not in game.army_kinds[army]:
        return [state.message("why.not_in_set", "8.2a")]
    row = game.kinds.rows[kind]
    if not game.army_homes[army] >> hex & 1:
        return [state.message("why.not_home", "8.4a", hex=hex)]
    if (row.coastal_build_only or row.class_ == "naval") and not coast_open(state, hex):
        return [state.message("why.coast_needed", "8.2b", hex=hex)]
    points = purse(state, hex, game.kinds.class_of[kind])
    if points < row.cost:
        rule = "9.1b" if state.options["factories"] else "8.3"
        return [state.message("why.too_dear", rule, hex=hex, points=points, cost=row.cost)]
    if free_block(state, army, kind) is None:
        return [state.message("why.no_block_left", "4.0.steps", kind=row.id)]
    if not has_room(state, army, kind, hex):
        return [state.message("why.full", "8.2d", hex=hex)]
    if row.needs_air_factory:
        return [state.message("why.bomb_works", "stretch.1", hex=hex)]
    return [state.message("why.not_built", "8.2a", kind=row.id)]

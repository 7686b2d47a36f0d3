"""What a move leads to, told while it is considered: an attack, no way home, lost supply, a town left empty.

Worked out by the rules' own functions, on a copy where that is simplest, and from what the mover's side may know: of
enemies only that they are there, and of supply what its own overlay shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.ahead import Consequence, consequences
from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.passage import crossed, flight_distance, hexside_limit
from grognard.games.victory.board.stacking import bases_of
from grognard.games.victory.kinds import GROUND, NAVAL
from grognard.games.victory.logistics.supply import network
from grognard.games.victory.movement.landing import bases_in_reach, carriers_in_reach, landing_hexes
from grognard.games.victory.state import NONE, VictoryState


def consequences_of(
    state: VictoryState,
    unit: int,
    route: tuple[int, ...],
    entered_as: int,
    attack: bool,
    forfeits: bool,
    turned_up_by: str | None = None,
) -> list[dict[str, Any]]:
    """What follows from going by a route, entering its last hex as this class; a rule may turn the block up there."""
    found = [*_found(state, unit, route, entered_as, attack, forfeits)]
    if turned_up_by is not None:
        found.append(Consequence("revealed", state.message("ahead.revealed", turned_up_by)))
    return consequences(state.game, found)


def _found(
    state: VictoryState, unit: int, route: tuple[int, ...], entered_as: int, attack: bool, forfeits: bool
) -> Iterator[Consequence]:
    blocks = state.game.blocks
    if attack:
        if blocks.air >> unit & 1 and not blocks.one_shot >> unit & 1:
            yield from _way_home(state, unit, route[-1])
        yield from _attack(state, unit, route, entered_as, forfeits)
    elif entered_as == GROUND and blocks.ground >> unit & 1:
        yield from _supply(state, unit, route[-1])
    yield from _left_behind(state, unit, route[0])


# ---- attacks


def _attack(
    state: VictoryState, unit: int, route: tuple[int, ...], entered_as: int, forfeits: bool
) -> Iterator[Consequence]:
    game, hex = state.game, route[-1]
    army = game.blocks.army[unit]
    enemies = state.at.get(hex, 0) & ~game.side_units[game.side_of[army]] & ~game.blocks.factories
    count = enemies.bit_count()
    key = "ahead.attack_installations" if not count else "ahead.attack_one" if count == 1 else "ahead.attack"
    yield Consequence("must_attack", state.message(key, "2.0.2c", hex=hex, count=count))
    if forfeits:
        yield Consequence("river", state.message("ahead.river", "3.1.river.b"))
    if state.battles.get(hex, army) != army:
        yield Consequence("response", state.message("ahead.response", "5.8a", hex=hex), bad=False)
    if entered_as in (GROUND, NAVAL):
        d = game.ground.grid.direction(hex, route[-2])
        used, most = crossed(state, hex, d, army, entered_as) + 1, hexside_limit(state, hex, route[-2], entered_as)
        key = "ahead.hexside_last" if used >= most else "ahead.hexside"
        yield Consequence("hexside", state.message(key, "5.3a", count=used, most=most), bad=False)


def _way_home(state: VictoryState, unit: int, hex: int) -> Iterator[Consequence]:
    """5.51d an air unit that finds no base after its battle is lost."""
    after = state.clone()
    here = after.hex_of[unit]
    row = state.game.kinds.rows[state.game.blocks.kind[unit]]
    after.flown[unit] = max(flight_distance(state, here, hex, 2 * max(row.move, row.paradrop, row.range)), 1)
    after.aboard[unit] = NONE
    after.put(unit, hex)
    after.battles.setdefault(hex, state.game.blocks.army[unit])
    near = landing_hexes(after, unit)
    if bases_in_reach(after, unit, near) or carriers_in_reach(after, unit, near):
        return
    side = state.game.side_of[state.game.blocks.army[unit]]
    full = bases_of(after, side, controlled(after, side, known_to=side)) & near
    yield Consequence("no_base", state.message("ahead.base_full" if full else "ahead.no_base", "5.51d"))


# ---- quiet moves


def _supply(state: VictoryState, unit: int, hex: int) -> Iterator[Consequence]:
    """7.1a whether a block would lose a step for want of supply where it goes."""
    game, blocks = state.game, state.game.blocks
    after = state.clone()
    after.put(unit, hex)
    army = blocks.army[unit]
    if network(after, game.side_of[army], cutters=-1, known=state.blocks_known_in(army)).hexes >> hex & 1:
        return
    if blocks.airborne >> unit & 1:
        yield Consequence("supply", state.message("ahead.supply_dies", "7.1b"))
    else:
        key = "ahead.supply" if state.steps[unit] > 1 else "ahead.supply_dies"
        yield Consequence("supply", state.message(key, "7.1a"))


def _left_behind(state: VictoryState, unit: int, hex: int) -> Iterator[Consequence]:
    """5.4c, 5.4e a settlement that nobody of the side would be left in."""
    game = state.game
    side = game.side_of[game.blocks.army[unit]]
    others = state.of_side(side, hex) & ~(1 << unit) & ~game.blocks.factories
    if others or not game.ground.settlements & controlled(state, side, known_to=side) & 1 << hex:
        return
    if game.side_homes[side] >> hex & 1:
        yield Consequence("garrison", state.message("ahead.garrison", "5.4c", hex=hex), bad=False)
    else:
        yield Consequence("garrison", state.message("ahead.garrison_lost", "5.4e", hex=hex))

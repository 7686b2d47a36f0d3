"""Chapters 9.1, 9.6, 9.7 and 6.8: what follows when a hex is taken or left: installations, factories, blockades.

Control of settlements needs no marker: it follows from who stands there (`control.py`).
"""

from __future__ import annotations

from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits

MINOR, MAJOR = 1, 2


def targets_in(state: VictoryState, hex: int) -> list[int]:
    """9.6c, 9.7c the sides with a major airfield or a mulberry in a hex: ground units that can be fired at."""
    field, port = state.airfields.get(hex), state.mulberries.get(hex)
    sides = [field[1]] if field is not None and field[0] == MAJOR else []
    return sides + ([port[0]] if port is not None else [])


def capture(state: VictoryState, hex: int) -> None:
    """Markers of a hex go to the side that stands there alone: usable from the next turn (9.6d, 9.7c)."""
    if hex not in state.airfields and hex not in state.mulberries and not _factories(state, hex):
        return
    game = state.game
    sides = [side for side in range(len(game.sides)) if state.occupied(side) >> hex & 1]
    if len(sides) != 1:
        return
    side = sides[0]
    units = state.of_side(side, hex)
    ground = units & game.blocks.ground & ~state.afloat & ~game.blocks.factories
    field = state.airfields.get(hex)
    if field is not None and field[1] != side and ground:
        state.airfields[hex] = (field[0], side, state.turn + 1)
        state.tell("event.airfield_captured", "9.6d", side=game.sides[side], hex=hex)
    port = state.mulberries.get(hex)
    if port is not None and port[0] != side and (ground or units & (game.blocks.naval | state.afloat)):
        state.mulberries[hex] = (side, state.turn + 1)
        state.tell("event.mulberry_captured", "9.7c", side=game.sides[side], hex=hex)
    if ground:
        _capture_factories(state, hex, side)
        tidy_blockades(state)


def mulberry_of(state: VictoryState, side: int, hex: int) -> bool:
    """9.7a, 9.7c whether a side may use the mulberry in a hex: its own since last turn, and no enemy there."""
    port = state.mulberries.get(hex)
    return (
        port is not None and port[0] == side and port[1] <= state.turn and not state.occupied_by_others(side) >> hex & 1
    )


def quays(state: VictoryState, side: int) -> int:
    """6.71e coasts where Marines and amphibs end a move ashore: settlements and own mulberries without enemies."""
    found = state.game.ground.settlements & ~state.occupied_by_others(side)
    for hex in state.mulberries:
        if mulberry_of(state, side, hex):
            found |= 1 << hex
    return found


def airfield_of(state: VictoryState, side: int, hex: int) -> int:
    """9.6b, 9.6d the size of the airfield that a side may use in a hex, garrisoned or not; 0 where it has none."""
    field = state.airfields.get(hex)
    if field is None or field[1] != side or field[2] > state.turn or state.occupied_by_others(side) >> hex & 1:
        return 0
    return field[0]


def tidy_blockades(state: VictoryState) -> None:
    """A blockade is over when its ships are gone, or nobody is left to be blockaded."""
    for hex, army in list(state.blockades.items()):
        side = state.game.side_of[army]
        ships = state.of_side(side, hex) & state.game.blocks.naval
        others = state.at.get(hex, 0) & ~state.game.side_units[side]
        if not ships or not others:
            del state.blockades[hex]


def _factories(state: VictoryState, hex: int) -> int:
    return state.at.get(hex, 0) & state.game.blocks.factories


def _capture_factories(state: VictoryState, hex: int, side: int) -> None:
    """9.1d factories alone with enemy ground are captured at their current strength."""
    game = state.game
    blocks = game.blocks
    captor = next(army for army in game.side_armies[side] if state.occ[army] >> hex & 1)
    for unit in bits(_factories(state, hex) & ~game.side_units[side]):
        own = blocks.of_kind[captor, blocks.kind[unit]]
        free = next((one for one in bits(own) if state.hex_of[one] == POOL), None)
        steps = state.steps[unit]
        state.put(unit, POOL)
        state.steps[unit] = 0
        kind = game.kinds.names[blocks.kind[unit]]
        if free is None:  # his set has no block for it
            state.tell("event.factory_lost", "9.1d", side=game.sides[side], hex=hex, kind=kind)
            continue
        state.steps[free] = steps
        state.put(free, hex)
        state.shown |= 1 << free
        state.tell("event.factory_captured", "9.1d", side=game.sides[side], hex=hex, kind=kind, strength=int(steps))

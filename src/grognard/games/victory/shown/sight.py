"""What a player of Victory sees, in numbers: the same as `view`, for those who learn by play (fog.1).

The rows of the blocks that he knows, his own and his allies', stand at their numbers. Everything else he sees stands in
the rows that are left, in an order that follows from what is seen alone: an enemy block has no number there by which it
could be known again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from grognard.core.sight import UNSEEN, Column, Seen, Sight, question
from grognard.core.step import Step
from grognard.games.victory.board.control import friendly_to, submarines_seen
from grognard.games.victory.state import LAST_PLACE, MOVE, NONE, PLACES, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.games.victory.victory import level, points_in
from grognard.hex.grid import bits, mask

VERSION: Final = "victory-1"

COLUMNS: Final = (
    "place", "army", "kind", "steps", "hidden", "face_up", "at_sea", "beachhead", "late", "moved", "aboard",
    "fighting", "acted", "half_hit", "in_hand", "chosen",
)  # fmt: skip


def sight(game: VictoryTables) -> Sight:
    armies = [army.id for army in game.armies]
    return Sight(
        VERSION,
        (
            *(f"blocks:{army}" for army in armies), *(f"control:{side}" for side in game.sides),
            "battle", "fight", "blockade", "storm", "airfield", "mulberry", "ruined_canal", "asked",
        ),
        COLUMNS,
        (
            "seat", "step", "amount", "turn", "phase", "active", "round", "attacker",
            *(f"order:{army}" for army in armies), *(f"points:{side}" for side in game.sides),
            *(f"goal:{side}" for side in game.sides), *(f"budget:{army}" for army in armies),
        ),
        PLACES,
        look,
    )  # fmt: skip


def look(state: VictoryState, player: int, step: Step[Any] | None) -> Seen:
    game, asked = state.game, question(state.game, step)
    own, sides, armies = state.blocks_known_to(player), range(len(game.sides)), range(len(game.armies))
    known, submarines = state.confidants(game.army_of_player[player]), submarines_seen(state, own)
    friendly = [friendly_to(state, one, submarines) for one in sides]
    fight = state.fight if state.fight is not None and state.fight.units else None
    return Seen(
        (
            *_blocks(state), *(board & game.ground.settlements for board in friendly), mask(state.battles),
            0 if fight is None else 1 << fight.hex, mask(state.blockades), 1 << state.storm if state.storm else 0,
            mask(state.airfields), mask(state.mulberries), state.ruined_canals, asked.hexes,
        ),
        (*_rows(state, own), asked.in_hand & own, asked.chosen & own),
        (
            player, asked.step, asked.amount, state.turn, state.phase, state.mover + 1 if state.phase == MOVE else 0,
            0 if fight is None else fight.round, 0 if fight is None else fight.attacker + 1,
            *(state.order.index(army) + 1 for army in armies), *(points_in(state, board) for board in friendly),
            *(level(state, one) for one in sides),
            *(left if army in known else 0 for army, left in enumerate(state.budget)),
        ),
    )  # fmt: skip


def _blocks(state: VictoryState) -> list[int]:
    """By army: the hexes with any block of its, factories too; that it is there everybody sees."""
    blocks = state.game.blocks
    found = list(state.occ)
    for unit in bits(blocks.factories & ~state.pool):
        if state.hex_of[unit] > LAST_PLACE:
            found[blocks.army[unit]] |= 1 << state.hex_of[unit]
    return found


def _rows(state: VictoryState, own: int) -> tuple[Column, ...]:
    """The columns over blocks, but for the question: own ones at their numbers, the others where there is room."""
    game, fight = state.game, state.fight
    printed = _printed(game, own)
    places = [hex if mine else UNSEEN for hex, mine in zip(state.hex_of, printed.mine, strict=True)]
    steps = [left if mine else 0 for left, mine in zip(state.steps, printed.mine, strict=True)]
    army, kind = list(printed.army), list(printed.kind)
    aboard, fighting = [0] * len(places), [0] * len(places)
    if state.aboard.count(NONE) < len(places):
        for unit in printed.own:
            aboard[unit] = state.aboard[unit] + 1
    hidden = acted = half = 0
    face_up, at_sea, beach = state.shown & own, state.afloat & own, state.beach & own
    if fight is not None:
        for number, unit in enumerate(fight.units, 1):
            if own >> unit & 1 and state.hex_of[unit] == fight.hex:
                fighting[unit] = number
                acted |= fight.acted & 1 << unit
                half |= 1 << unit if unit in fight.half else 0
    for unit, row in zip(printed.others, sorted(_others(state, own)), strict=False):
        bit = 1 << unit
        places[unit], back, army[unit], kind[unit], steps[unit], *flags = row
        if back:
            hidden |= bit
            continue
        face_up |= bit
        fighting[unit] = flags[0]
        acted |= bit * flags[1]
        half |= bit * flags[2]
        at_sea |= bit * flags[3]
        beach |= bit * flags[4]
    late, moved = state.late & own, state.moved & own
    return places, army, kind, steps, hidden, face_up, at_sea, beach, late, moved, aboard, fighting, acted, half


class _Printed(NamedTuple):
    """What never changes about the rows of somebody who sees the faces of these blocks."""

    own: tuple[int, ...]
    others: tuple[int, ...]
    """The rows for blocks of others."""
    mine: tuple[bool, ...]
    army: tuple[int, ...]
    kind: tuple[int, ...]


@lru_cache(maxsize=64)
def _printed(game: VictoryTables, own: int) -> _Printed:
    count = len(game.blocks)
    mine = tuple(bool(own >> unit & 1) for unit in range(count))
    return _Printed(
        tuple(bits(own)),
        tuple(bits(~own & (1 << count) - 1)),
        mine,
        tuple(game.blocks.army[unit] + 1 if mine[unit] else 0 for unit in range(count)),
        tuple(game.blocks.kind[unit] + 1 if mine[unit] else 0 for unit in range(count)),
    )


def _others(state: VictoryState, own: int) -> list[tuple[int, ...]]:
    """fog.1 every block of others on the map: where, 1 for its back, whose; of a face also what it is and shows."""
    game, hex_of = state.game, state.hex_of
    army = game.blocks.army
    others = (1 << len(hex_of)) - 1 & ~own & ~state.pool
    found: list[tuple[int, ...]] = [
        (hex_of[unit], 1, army[unit] + 1, 0, 0) for unit in bits(others & ~state.shown) if hex_of[unit] > LAST_PLACE
    ]
    return found + [_face(state, unit) for unit in bits(others & state.shown)]


def _face(state: VictoryState, unit: int) -> tuple[int, ...]:
    blocks, fight, hex = state.game.blocks, state.fight, state.hex_of[unit]
    number = acted = half = at_sea = 0
    if fight is not None and fight.hex == hex:
        number = fight.units.index(unit) + 1 if unit in fight.units else 0
        acted, half, at_sea = fight.acted >> unit & 1, int(unit in fight.half), state.afloat >> unit & 1
    return (
        hex, 0, blocks.army[unit] + 1, blocks.kind[unit] + 1, state.steps[unit],
        number, acted, half, at_sea, state.beach >> unit & 1,
    )  # fmt: skip

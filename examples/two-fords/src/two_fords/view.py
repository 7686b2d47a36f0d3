"""What a player may see: everything but the other side's objective. Put together from nothing."""

from __future__ import annotations

from typing import Any

from grognard.hex.grid import bits
from two_fords.state import NONE, PLACES, SIDES, TwoFordsState
from two_fords.victory import points


def view(state: TwoFordsState, player: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    return {
        "turn": state.turn,
        "active": SIDES[state.active],
        "pieces": pieces(state),
        "markers": markers(state),
        "tracks": [
            {"id": "turn", "value": state.turn, "last": state.game.turns},
            {"id": "objective", "value": known_objective(state, player)},
        ],
        "pools": {},
        "score": {word: points(state, side) for side, word in enumerate(SIDES)},
    }


def known_objective(state: TwoFordsState, player: int | None) -> str | None:
    """2.2 his own, and nobody else's."""
    if player is None or state.objective[player] == NONE:
        return None
    return state.game.ground.grid.name(state.objective[player])


def pieces(state: TwoFordsState) -> list[dict[str, Any]]:
    name, shown = state.game.ground.grid.name, []
    for unit, place in enumerate(state.hex_of):
        row, on_map = state.game.units[unit], state.on_map(unit)
        strength = state.strength(unit) if state.steps[unit] else 0
        flags = [word for word, units in (("moved", state.moved), ("fought", state.fought)) if units >> unit & 1]
        piece: dict[str, Any] = {
            "id": row.id, "label": row.label, "side": row.side, "nation": row.side, "symbol": row.type,
            "size": row.size, "where": name(place) if on_map else PLACES[place], "on_map": on_map,
            "values": [strength, row.move], "value_names": ["strength", "movement"], "move": row.move,
            "steps": state.steps[unit], "full_steps": len(row.steps),
        }  # fmt: skip
        shown.append(piece | ({"flags": flags} if flags else {}))
    return shown


def markers(state: TwoFordsState) -> list[dict[str, Any]]:
    name = state.game.ground.grid.name
    shown: list[dict[str, Any]] = [
        {"kind": "control", "hex": name(hex), "side": word}
        for side, word in enumerate(SIDES) for hex in bits(state.held[side])
    ]  # fmt: skip
    return shown + [{"kind": "attacked", "hex": name(hex)} for hex in bits(state.attacked)]

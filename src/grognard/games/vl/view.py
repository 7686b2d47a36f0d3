"""What a player of Velikiye Luki may see: everything. Put together from nothing all the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.core.memory import GAMES_KEPT
from grognard.games.vl.combat import fresh
from grognard.games.vl.counters import QUALITIES, SIDES, CadreSlot
from grognard.games.vl.schema import Festung, Hq, Launcher, Unit
from grognard.games.vl.state import PLACES, POOL, WEATHER, VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.victory import holders, victory_points
from grognard.hex.grid import bits

SUPPLY_FLAGS = ("", "isolated", "unsupplied")


def view(state: VlState) -> dict[str, Any]:
    """The game's own part of a view."""
    return {
        "turn": state.turn,
        "active": SIDES[state.active],
        "pieces": pieces(state),
        "markers": markers(state),
        "tracks": tracks(state),
        "pools": {},
        "score": {"soviet": victory_points(state)},
    }


def pieces(state: VlState) -> list[dict[str, Any]]:
    """Every counter in play: what never changes about its face, where it is, and what it has left."""
    printed, name = faces(state.game), state.game.ground.grid.name
    ready = fresh(state, state.active) if state.fought else 0
    shown = []
    for unit, place in enumerate(state.hex_of):
        if place == POOL:
            continue
        on_map = state.on_map(unit)
        piece = {**printed[unit], "where": name(place) if on_map else PLACES[place], "on_map": on_map}
        piece.update(_changing(state, unit))
        flags = _flags(state, unit, ready)
        if flags:
            piece["flags"] = flags
        shown.append(piece)
    return shown


@lru_cache(maxsize=GAMES_KEPT)
def faces(game: VlTables) -> list[dict[str, Any]]:
    """By unit: what never changes about its counter."""
    return [face(game, unit) for unit in range(len(game.counters))]


def face(game: VlTables, unit: int) -> dict[str, Any]:
    """What never changes about a counter."""
    row = game.counters.rows[unit]
    counters = game.counters
    shown: dict[str, Any] = {"id": row.id, "label": row.label, "side": SIDES[counters.side[unit]]}
    if isinstance(row, Festung):
        return shown | {
            "nation": "german", "symbol": "fort", "size": "", "values": [], "move": 0, "full_steps": row.levels,
        }  # fmt: skip
    shown |= {"nation": row.nation, "move": row.move, "value_names": ["strength", "quality", "movement"]}
    if game.arrives[unit]:
        shown["arrives"] = game.arrives[unit]
    if isinstance(row, Hq):
        box = {"all": "", "yellow": "yellow"}.get(row.colour, row.colour)
        return shown | {
            "symbol": "hq", "size": "", "values": [row.supports, row.range], "range": row.range, "box": box,
            "value_names": ["supports", "command_range"], "full_steps": 1, "steps": 1,
        }  # fmt: skip
    if isinstance(row, Launcher):
        return shown | {
            "symbol": "mrl", "size": row.size, "values": [f"+{row.column_shift}", row.move],
            "value_names": ["column_shift", "movement"], "full_steps": 1,
        }  # fmt: skip
    if isinstance(row, CadreSlot):
        return shown | {"symbol": "infantry", "size": row.size, "full_steps": 1}
    box = row.colour if row.colour != "none" else ""
    return shown | {
        "symbol": row.type, "size": row.size, "full_steps": len(row.steps), "box": box,
        "mechanized": bool(counters.mechanised >> unit & 1),
    }  # fmt: skip


def _changing(state: VlState, unit: int) -> dict[str, Any]:
    """Strength, quality and steps as they are now; a division down to its cadre shows a cadre (1.7.1)."""
    counters = state.game.counters
    row = counters.rows[unit]
    if isinstance(row, Hq):
        return {}
    if isinstance(row, Launcher):
        return {"steps": state.steps[unit]}
    if isinstance(row, Festung):
        return {"steps": state.steps[unit]}
    stem = counters.rows[state.stem(unit)]
    assert isinstance(stem, Unit)
    mark = "*" if counters.asterisk >> unit & 1 else "•" if counters.anti_tank >> unit & 1 else ""
    values = [f"{state.strength(unit)}{mark}", QUALITIES[state.quality(unit)], counters.move[unit]]
    shown: dict[str, Any] = {"values": values, "steps": state.steps[unit]}
    if state.is_cadre(unit):
        shown["size"] = "III"
        shown["symbol"] = "infantry"
        shown["box"] = stem.colour
        shown["nation"] = stem.nation
        shown["label"] = state.label(unit)
    return shown


def _flags(state: VlState, unit: int, ready: int) -> list[str]:
    bit = 1 << unit
    counters = state.game.counters
    flags = [SUPPLY_FLAGS[state.supply[unit]]] if state.supply[unit] else []
    if state.moved & bit:
        flags.append("moved")
    if state.fought & bit:
        flags.append("fought")
    elif ready & bit:
        flags.append("fresh")
    if state.used & bit or (counters.hqs & bit and not state.supports[unit] and state.on_map(unit)):
        flags.append("used")
    return flags


def markers(state: VlState) -> list[dict[str, Any]]:
    """Places worth points and who holds them, and hexes attacked in this phase."""
    name = state.game.ground.grid.name
    shown: list[dict[str, Any]] = [
        {"kind": "control", "hex": name(hex), "side": side} for hex, side in holders(state).items()
    ]
    return shown + [{"kind": "attacked", "hex": name(hex)} for hex in bits(state.attacked)]


def tracks(state: VlState) -> list[dict[str, Any]]:
    game = state.game
    tables = game.files.tables
    weather = WEATHER[state.weather]
    rows: list[dict[str, Any]] = [
        {"id": "turn", "value": state.turn, "last": game.turns, "label": game.date(state.turn)},
        {"id": "weather", "value": weather},
    ]
    for side, word in enumerate(SIDES):
        artillery = tables.artillery[word]  # type: ignore[index]
        rows.append({"id": f"artillery_{word}", "value": state.artillery[side],
                     "last": artillery[min(state.turn, len(artillery)) - 1]})  # fmt: skip
        rows.append({"id": f"air_{word}", "value": state.air[side], "last": tables.air[word][weather]})  # type: ignore[index]
    for unit in bits(game.counters.hqs):
        row = game.counters.rows[unit]
        left = state.supports[unit] if state.on_map(unit) else None
        rows.append({"id": f"support_{row.id}", "value": left, "last": game.counters.supports[unit]})
    for unit in bits(game.counters.festungs):
        festung = game.counters.rows[unit]
        assert isinstance(festung, Festung)
        rows.append({"id": f"festung_{festung.part}", "value": state.steps[unit], "last": festung.levels})
    closed = state.ring_turn if state.festungs else 0
    rows.append({"id": "ring", "value": closed or None})
    rows.append({"id": "assault", "value": closed + 1 if closed else None})
    rows.append({"id": "open", "value": bool(state.festungs) and not closed})
    rows.append({"id": "vp", "value": victory_points(state)})
    return rows


def standing(state: VlState) -> dict[str, Any]:
    """The turn and the score."""
    return {"turn": state.turn, "score": {"soviet": victory_points(state)}}

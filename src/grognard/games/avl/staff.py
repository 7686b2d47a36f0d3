"""What a chit or an HQ would set in motion now: its full name, its HQs, the units in their range (7.2.2, 7.3.2a).

Told while one is chosen; the position when it is played may be another (7.3.3b).
"""

from __future__ import annotations

from typing import Any

from grognard.core.ask import Kind
from grognard.core.memory import remember
from grognard.core.view import worded
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.games.avl.tracing import command_hexes, commanded
from grognard.hex.grid import bits, highest


def of_hqs(state: AvlState, hqs: int) -> dict[str, Any]:
    """By HQ what it commands."""
    rows = state.game.counters.rows
    return {rows[hq].id: _staff(state, 1 << hq) for hq in bits(hqs)}


def of_chits(state: AvlState, offered: int) -> dict[str, Any]:
    """By chit what it would activate as things stand; remembered while they do, for chits are picked one by one."""
    key = (state.game, state.turn, offered, *state.hex_of)
    return remember(_STAFFS, key, lambda: _of_chits(state, offered))


_STAFFS: dict[tuple[object, ...], dict[str, Any]] = {}


def _of_chits(state: AvlState, offered: int) -> dict[str, Any]:
    game = state.game
    found: dict[str, Any] = {}
    counters, chits = game.counters, game.chits
    in_play = sum(1 << hq for hq in bits(counters.hqs) if state.on_map(hq) or state.hex_of[hq] == IN_BOX)
    for chit in bits(offered):
        hq = chits.hq[chit]
        side = 1 if chits.of_side[1] >> chit & 1 else 0
        hqs = in_play & (1 << hq if hq >= 0 else counters.of_side[side])  # 7.2.2b, 7.2.2c all or any of the side
        told: dict[str, Any] = {"hqs": _ids(state, hqs), "units": []}
        if hq >= 0 or chit == chits.stavka:
            told = _staff(state, hqs)
        if hq >= 0:
            told["name"] = _name(state, hq)
        if not hqs:
            turn = game.arrives[hq] if hq >= 0 else 0
            key = "ahead.chit_arrives" if turn > state.turn else "ahead.chit_idle"
            told["note"] = worded(game, state.message(key, "7.2.2a", chit=chit, turn=turn))
        found[chits.names[chit]] = told
    return found


def _staff(state: AvlState, hqs: int) -> dict[str, Any]:
    units = board = 0
    for hq in bits(hqs):
        units |= commanded(state, hq)
        board |= command_hexes(state, hq) if state.on_map(hq) else 0
    found: dict[str, Any] = {
        "hqs": _ids(state, hqs),
        "units": _ids(state, units),
        "range": state.game.names_of(Kind.HEX, board),
    }
    return found | ({"name": _name(state, highest(hqs))} if hqs and not hqs & (hqs - 1) else {})


def _ids(state: AvlState, units: int) -> list[str]:
    return [state.game.counters.rows[unit].id for unit in bits(units)]


def _name(state: AvlState, hq: int) -> dict[str, str]:
    row = state.game.counters.rows[hq]
    return {"en": row.name, "ja": row.name_ja or row.name}

"""What a player of A Victory Lost may see, put together from nothing: counters, markers, tracks, pools and score.

Everything on the map is open. Hidden are the cup, the opponent's inactive pool and the Soviet chits never picked (3.0c,
7.1.3): of these only their number is shown.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count, repeat
from typing import Any, Final

from grognard.core.memory import GAMES_KEPT
from grognard.games.avl.combat import fresh
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.schema import Hq
from grognard.games.avl.state import AWAY, CUP, INACTIVE, LAST_PLACE, PLACES, PLAYED, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.hex.grid import bits

SUPPLY_FLAGS = ("", "out_of_supply", "isolated")
SUPPLY, ACTIVATED, MOVED, FOUGHT, FRESH = 3, 4, 8, 16, 32
"""The marks of a counter: its supply in two bits, then one for each memory aid (2.5)."""
SYMBOLS = {"luftwaffe": "airborne", "panzer": "tank", "ss-panzer": "tank"}
"""What arms are drawn as that have a name of their own here."""
POSITIONS_KEPT: Final = 512
"""Positions whose counters are remembered: the newest of as many tables as are played at once."""
PIECES_KEPT: Final = 32768


def open_view(state: AvlState) -> dict[str, Any]:
    """What everybody sees: all but the chits."""
    return {
        "turn": state.turn,
        "active": SIDES[state.active] if state.activated else None,
        "pieces": pieces(state),
        "markers": markers(state),
        "tracks": tracks(state),
        "score": {SIDES[side]: state.vp[side] for side in (AXIS, SOVIET)},
    }


def pieces(state: AvlState) -> list[dict[str, Any]]:
    """Every counter: what never changes about its face, where it is, and what it has left."""
    active = state.activated
    aids = (active, active & state.moved, active & state.fought, active & fresh(state))
    return _pieces(state.game, tuple(state.hex_of), bytes(state.steps), bytes(state.supply), aids)


@lru_cache(maxsize=POSITIONS_KEPT)
def _pieces(
    game: AvlTables, places: tuple[int, ...], steps: bytes, supply: bytes, aids: tuple[int, ...]
) -> list[dict[str, Any]]:
    """Remembered: half of all answers move nothing, and then nobody has to look for what differs."""
    marks = bytearray(supply)
    for board, mark in zip(aids, (ACTIVATED, MOVED, FOUGHT, FRESH), strict=True):
        for unit in bits(board):
            marks[unit] |= mark
    return list(map(piece, repeat(game), count(), places, steps, marks))


@lru_cache(maxsize=PIECES_KEPT)
def piece(game: AvlTables, unit: int, place: int, steps: int, marks: int) -> dict[str, Any]:
    """One counter as it lies there; most lie where they lay, so it is handed out again, and nobody may change it."""
    on_map = place > LAST_PLACE
    where = game.ground.grid.name(place) if on_map else PLACES[place]
    shown = {**faces(game)[unit], "where": where, "on_map": on_map}
    if "steps" in shown:
        shown["steps"] = steps
        shown["values"] = shown["values_by_steps"][steps]
    flags = _flags(marks)
    if flags:
        shown["flags"] = flags
    if marks & SUPPLY:
        shown["alarm"] = marks & SUPPLY  # 10.2 here Isolated is the worse of the two states
    return shown


def _flags(marks: int) -> list[str]:
    """2.5 what markers and memory aids tell."""
    flags = [SUPPLY_FLAGS[marks & SUPPLY]] if marks & SUPPLY else []
    if marks & ACTIVATED:
        flags.append("activated")
        if marks & MOVED:
            flags.append("moved")
        if marks & FOUGHT:
            flags.append("fought")
        elif marks & FRESH:
            flags.append("fresh")
    return flags


@lru_cache(maxsize=GAMES_KEPT)
def faces(game: AvlTables) -> list[dict[str, Any]]:
    """By unit: what never changes about its counter."""
    return [face(game, unit) for unit in range(len(game.counters))]


def face(game: AvlTables, unit: int) -> dict[str, Any]:
    """What never changes about a counter."""
    row = game.counters.rows[unit]
    shown: dict[str, Any] = {
        "id": row.id,
        "label": row.label,
        "side": row.side,
        "nation": row.nation,
        "symbol": SYMBOLS.get(row.type, row.type),
        "size": row.size,
        "move": row.move,
    }
    if row.coat is not None:
        shown["coat"] = row.coat
    if row.arrives is not None:
        shown["arrives"] = row.arrives
    if isinstance(row, Hq):
        return shown | {
            "values": [row.command_range, row.move], "value_names": ["command_range", "movement"],
            "range": row.command_range, "name": {"en": row.name, "ja": row.name_ja or row.name},
        }  # fmt: skip
    by_steps = [
        [attack, defence, row.move] if row.mechanized else [attack, row.move]
        for attack, defence in zip(game.counters.attack[unit], game.counters.defence[unit], strict=True)
    ]
    steps = game.counters.steps[unit]
    return shown | {
        "values": by_steps[steps],
        "value_names": ["attack", "defence", "movement"] if row.mechanized else ["strength", "movement"],
        "values_by_steps": by_steps,
        "steps": steps,
        "full_steps": steps,
        "mechanized": row.mechanized,
    }


def markers(state: AvlState) -> list[dict[str, Any]]:
    """2.5 control of the Victory Cities, hexes attacked this segment."""
    return _markers(state.game, state.cities, state.attacked)


@lru_cache(maxsize=POSITIONS_KEPT)
def _markers(game: AvlTables, held: int, attacked: int) -> list[dict[str, Any]]:
    """Remembered: few answers change them."""
    ground = game.ground
    shown = [
        {"kind": "control", "hex": ground.grid.name(hex), "side": SIDES[held >> number & 1]}
        for number, hex in enumerate(ground.cities)
    ]
    shown += [{"kind": "attacked", "hex": ground.grid.name(hex)} for hex in bits(attacked)]
    return shown


def tracks(state: AvlState) -> list[dict[str, Any]]:
    return [
        {"id": "turn", "value": state.turn, "last": state.game.turns, "label": state.game.dates[state.turn - 1]},
        {"id": "axis_com", "value": state.game.axis_com[state.turn - 1]},
        {"id": "pocket", "value": bool(state.closed()), "last": state.game.pocket_closed_through},
    ]


def pools(state: AvlState, player: int | None) -> dict[str, Any]:
    """Chits as this viewer may see them: names of what lies face up and of his own, counts of the rest (7.1.3)."""
    return _pools(state.game, bytes(state.chits), state.planned, player)


@lru_cache(maxsize=2048)
def _pools(game: AvlTables, places: bytes, planned: int, player: int | None) -> dict[str, Any]:
    """Remembered: most answers leave the chits where they lie."""
    chits = game.chits
    shown: dict[str, Any] = {}
    lying: dict[int, tuple[list[str], list[str]]] = {place: ([], []) for place in (INACTIVE, CUP, PLAYED, AWAY)}
    for chit, place in enumerate(places):
        lying[place][chits.of_side[SOVIET] >> chit & 1].append(chits.names[chit])
    for side in (AXIS, SOVIET):
        inactive, cup, played = lying[INACTIVE][side], lying[CUP][side], lying[PLAYED][side]
        pool: dict[str, Any] = {"played": played, "inactive_count": len(inactive), "cup_count": len(cup)}
        if side == player:
            pool["inactive"] = inactive
            pool["cup"] = cup
            if side == SOVIET and planned:
                pool["planned"] = [chits.names[chit] for chit in bits(planned)]
        shown[SIDES[side]] = pool
    return shown

"""What a player of Lost Battles may see, put together from nothing: counters, markers, tracks and score.

Everything on the map is open. Hidden are the other side's secret choices and what follows from them: when and where its
reinforcements come (victory.secret). Of a choice only its owner sees the option until it shows itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.entry import arrival, group_of
from grognard.games.lb.overlays import standing
from grognard.games.lb.state import COMBAT, NOT_IN_PLAY, PHASES, PLACES, LbState
from grognard.games.lb.strengths import armored
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import bits

if TYPE_CHECKING:
    from grognard.games.lb.game import LbGame


def view(state: LbState, player: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    return {
        "turn": state.turn,
        "active": SIDES[state.active],
        "phase": PHASES[state.phase],
        "pieces": pieces(state, player),
        "markers": markers(state),
        "tracks": tracks(state, player),
        "pools": {},
        "score": standing(state)["score"],
    }


def face(game: LbGame, unit: int) -> dict[str, Any]:
    """What never changes about a counter."""
    row = game.counters.rows[unit]
    kind = row.kind
    gun = kind.type == "ranged_artillery"
    shown: dict[str, Any] = {
        "id": row.id,
        "label": row.label,
        "name": {"en": row.name("en"), "ja": row.name("ja")},
        "side": kind.side,
        "nation": kind.nation,
        "symbol": kind.type.replace("_", "-"),
        "size": kind.size,
        "move": kind.move,
        "values": [kind.combat, kind.range, kind.move] if gun else [kind.combat, kind.attack, kind.defense, kind.move],
        "rms": kind.rms,
        "steps": 1,
        "full_steps": 1,
    }
    if gun:
        shown["fire_range"] = kind.range
    return shown


def pieces(state: LbState, player: int | None) -> list[dict[str, Any]]:
    """Every counter of the scenario: its face, where it is, and in what state."""
    name = state.game.ground.grid.name
    hard = armored(state)
    fed = (supplied_hexes(state, GERMAN), supplied_hexes(state, RUSSIAN))
    shown = []
    for unit, place in enumerate(state.hex_of):
        if place == NOT_IN_PLAY:
            continue
        on_map = state.on_map(unit)
        piece = {**state.game.faces[unit], "where": name(place) if on_map else PLACES[place], "on_map": on_map}
        if flags := _flags(state, unit, hard, fed[state.game.counters.side[unit]]) if on_map else []:
            piece["flags"] = flags
        if not on_map and (turn := _arrives(state, unit, player)):
            piece["arrives"] = turn
        shown.append(piece)
    return shown


def _flags(state: LbState, unit: int, hard: int, fed: int) -> list[str]:
    bit = 1 << unit
    flags = [] if fed >> state.hex_of[unit] & 1 else ["out_of_supply"]
    for word, units in (
        ("limbered", state.limbered),
        ("unlimbering", state.unlimbering),
        ("dug_in", state.dug_in),
        ("undeployed", state.undeployed),
        ("moved", state.moved),
    ):
        if units & bit:
            flags.append(word)
    if unit in state.bridges:
        flags.append("bridge")
    if unit in state.building:
        flags.append("building")
    if state.phase == COMBAT and state.game.counters.optional_armor & bit & hard:
        flags.append("as_armor")
    return flags


def _arrives(state: LbState, unit: int, player: int | None) -> int:
    """The turn a unit comes, as far as this viewer may know; 0 when nobody can tell."""
    group = group_of(state, unit)
    if group is None:
        return 0
    known = group.choice < 0 or group.side == player or state.revealed >> group.choice & 1
    return (arrival(state, group)[0] or group.turn) if known else 0


def markers(state: LbState) -> list[dict[str, Any]]:
    """Fortifications, bridges, and what is announced against whom."""
    ground = state.game.ground
    rows = state.game.counters.rows
    name = ground.grid.name
    shown: list[dict[str, Any]] = [{"kind": "fort", "hex": name(hex)} for hex in bits(state.forts)]
    for kind, sides in (("bridge", state.bridges), ("building", state.building)):
        for engineer, number in sides.items():
            shown.append(
                {
                    "kind": kind,
                    "hex": name(state.hex_of[engineer]),
                    "hexside": ground.hexside_name(number),
                    "side": rows[engineer].kind.side,
                }
            )
    for attack in state.ground_attacks:
        for hex in bits(attack.hexes):
            shown.append(
                {"kind": "attacked", "hex": name(hex), "units": [rows[unit].id for unit in bits(attack.units)]}
            )
    for fire in state.fires:
        shown.append({"kind": "fire", "hex": name(fire.hex), "units": [rows[gun].id for gun, _ in fire.guns]})
    for strike in state.strikes:
        shown.append(
            {"kind": "strike", "hex": name(strike.hex), "units": [rows[strike.unit].id], "points": strike.points}
        )
    return shown


def tracks(state: LbState, player: int | None) -> list[dict[str, Any]]:
    """The turn, losses, units off the map, air points, first entries, and choices as far as this viewer knows them."""
    counters = state.game.counters
    shown: list[dict[str, Any]] = [
        {"id": "turn", "value": state.turn, "last": state.plan.turns},
        {"id": "phase", "value": PHASES[state.phase]},
    ]
    for side in (GERMAN, RUSSIAN):
        gone = sum(counters.points[unit] for unit in state.exited if counters.side[unit] == side)
        given = state.plan.air.get((side, state.turn), 0)
        spent = sum(strike.points for strike in state.strikes) if side == state.active else 0
        shown += [
            {"id": f"lost_{SIDES[side]}", "value": state.destroyed[side]},
            {"id": f"exited_{SIDES[side]}", "value": gone or None},
            {"id": f"air_{SIDES[side]}", "value": given - spent if given else None, "last": given},
        ]
    for name in state.plan.sets:
        if name:
            shown.append({"id": f"first_{name}", "value": first_turn(state, name) or None})
    for number, one in enumerate(state.plan.choices):
        known = state.chosen[number] >= 0 and (one.side == player or state.revealed >> number & 1)
        option = state.game.chit_names[one.chits[state.chosen[number]]] if known else None
        shown.append({"id": one.row.id, "value": option, "side": SIDES[one.side]})
    return shown


def first_turn(state: LbState, name: str) -> int:
    """The Game-Turn that decides a set of conditions, or 0 (scenario4.victory.rail, scenario4.victory.sideA)."""
    for one in state.plan.conditions:
        if one.goal.set == name and one.goal.kind == "enter_by":
            return state.watched[one.watch]
        if one.goal.set == name and one.goal.kind == "leave_by":
            return min((turn for turn, hex in state.exited.values() if one.area >> hex & 1), default=0)
    return 0

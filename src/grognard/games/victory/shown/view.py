"""What a player of Victory may see, put together from nothing (fog.1).

Own blocks and those of allies, unless an option hides these, show their faces. An enemy block is `hidden:<hex>:<n>`:
its army and where it is, nothing else, and n only counts; face up it is `seen:<hex>:<n>` with type and strength, and in
a battle n stays the same to its end.
"""

from __future__ import annotations

from typing import Any

from grognard.games.victory.board.control import camp, friendly_to, submarines_seen
from grognard.games.victory.combat.combat import decided
from grognard.games.victory.combat.field import group_of, holder
from grognard.games.victory.command.council import known_posts
from grognard.games.victory.kinds import CLASSES
from grognard.games.victory.state import CAMPS, NONE, PHASES, PLACES, POOL, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.games.victory.victory import level, points_in
from grognard.hex.grid import bits


def view(state: VictoryState, player: int | None) -> dict[str, Any]:
    """The game's own part of a view."""
    side = None if player is None else state.game.side_of_player[player]
    own = state.blocks_known_to(player)
    submarines = submarines_seen(state, own)
    return {
        "lays_out": {"maps": state.maps} if state.maps else {},
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "order": [state.game.armies[army].id for army in state.order],
        "active": state.game.armies[state.mover].id if state.phase == 2 else None,
        "pieces": pieces(state, own),
        "markers": markers(state, submarines),
        "tracks": tracks(state, submarines),
        "pools": pools(state, player),
        "battles": battles(state),
        "battle": battle(state, own),
        "armies": armies(state, side),
        "kinds": state.game.faces,
        "goals": {name: level(state, number) for number, name in enumerate(state.game.sides)},
        "score": {
            name: points_in(state, friendly_to(state, number, submarines))
            for number, name in enumerate(state.game.sides)
        },
    }


# ---- pieces


def pieces(state: VictoryState, own: int) -> list[dict[str, Any]]:
    """Own blocks with their faces, then the others hex by hex."""
    game = state.game
    shown = [own_piece(state, unit) for unit in bits(own) if state.hex_of[unit] != POOL]
    for hex in sorted(state.at, key=game.ground.grid.name):
        others = state.at[hex] & ~own
        if others:
            shown += _seen(state, hex, others & state.shown)
            shown += _hidden(state, hex, others & ~state.shown)
    return shown


def own_piece(state: VictoryState, unit: int) -> dict[str, Any]:
    game = state.game
    on_map = state.on_map(unit)
    place = state.hex_of[unit]
    shown = {
        "id": game.blocks.rows[unit].id,
        **face(game, unit, state.steps[unit]),
        "where": game.ground.grid.name(place) if on_map else PLACES[place],
        "on_map": on_map,
    }
    flags = _flags(state, unit)
    if state.moved >> unit & 1:
        flags.append("moved")
    if state.shown >> unit & 1:
        flags.append("face_up")
    if flags:
        shown["flags"] = flags
    if state.aboard[unit] != NONE:
        shown["aboard"] = game.blocks.rows[state.aboard[unit]].id
    return shown


def _flags(state: VictoryState, unit: int) -> list[str]:
    flags = []
    if state.afloat >> unit & 1:
        flags.append("at_sea")
    if state.beach >> unit & 1:
        flags.append("beachhead")
    if state.late >> unit & 1:
        flags.append("responding")
    return flags


def face(game: VictoryTables, unit: int, steps: int) -> dict[str, Any]:
    """What stands on a block."""
    block = game.blocks.rows[unit]
    row = game.kinds.rows[block.kind]
    army = game.armies[block.army]
    return {
        "kind": row.id,
        "side": game.sides[army.side],
        "army": army.id,
        **_band(game, block.army),
        "nation": row.nation if row.nation != "generic" else game.sides[army.side],
        **game.kinds.printed(block.kind),
        "values": [steps],
        "steps": steps,
    }


def _band(game: VictoryTables, army: int) -> dict[str, Any]:
    """Where a side has several armies: which, if not the first, and the letter that tells it from its allies."""
    allies = game.side_armies[game.side_of[army]]
    if len(allies) == 1:
        return {}
    place = allies.index(army)
    return {**({"band": place} if place else {}), "tag": game.army_tags[army]}


def _seen(state: VictoryState, hex: int, units: int) -> list[dict[str, Any]]:
    """Blocks face up, named by where they lie: nobody can follow one after it is hidden again."""
    game = state.game
    name = game.ground.grid.name(hex)
    fight = state.fight
    order = [unit for unit in fight.units if units >> unit & 1] if fight is not None and fight.hex == hex else []
    numbers = {unit: fight.units.index(unit) + 1 for unit in order} if fight is not None else {}
    blocks = game.blocks
    rest = sorted(
        bits(units & ~sum(1 << unit for unit in order)),
        key=lambda u: (blocks.army[u], blocks.kind[u], state.steps[u], u),
    )
    for unit in rest:
        numbers[unit] = max(numbers.values(), default=0) + 1
    found = []
    for unit in (*order, *rest):
        piece = {
            "id": f"seen:{name}:{numbers[unit]}",
            **face(game, unit, state.steps[unit]),
            "where": name,
            "on_map": True,
        }
        flags = ["face_up"]
        if state.afloat >> unit & 1 and fight is not None and fight.hex == hex:
            flags.append("at_sea")
        if state.beach >> unit & 1:
            flags.append("beachhead")
        found.append(piece | {"flags": flags})
    return found


def _hidden(state: VictoryState, hex: int, units: int) -> list[dict[str, Any]]:
    """fog.1 a block's back: whose it is and that it is there."""
    game = state.game
    name = game.ground.grid.name(hex)
    armies = sorted(game.blocks.army[unit] for unit in bits(units))
    return [
        {
            "id": f"hidden:{name}:{number}",
            "side": game.sides[game.side_of[army]],
            "army": game.armies[army].id,
            **_band(game, army),
            "where": name,
            "on_map": True,
            "hidden": True,
        }
        for number, army in enumerate(armies, 1)
    ]


# ---- markers and tracks


def markers(state: VictoryState, submarines: int) -> list[dict[str, Any]]:
    """Control of settlements, battles, blockades, and what chapter 9 puts on the map."""
    game = state.game
    grid = game.ground.grid
    shown: list[dict[str, Any]] = []
    friendly = [friendly_to(state, number, submarines) for number in range(len(game.sides))]
    for hex in bits(game.ground.settlements):
        for number, board in enumerate(friendly):
            if board >> hex & 1:
                shown.append({"kind": "control", "hex": grid.name(hex), "side": game.sides[number]})
    shown += [{"kind": "attacked", "hex": grid.name(hex)} for hex in sorted(state.battles)]
    shown += [
        {"kind": "blockade", "hex": grid.name(hex), "side": game.sides[game.side_of[army]]}
        for hex, army in sorted(state.blockades.items())
    ]
    if state.storm:
        shown.append({"kind": "storm", "hex": grid.name(state.storm)})
    for hex, (size, owner, since) in sorted(state.airfields.items()):
        shown.append(
            {
                "kind": "airfield",
                "hex": grid.name(hex),
                "side": game.sides[owner],
                "major": size > 1,
                "from_turn": since,
            }
        )
    for hex, (owner, since) in sorted(state.mulberries.items()):
        shown.append({"kind": "mulberry", "hex": grid.name(hex), "side": game.sides[owner], "from_turn": since})
    for number in state.ruined:
        a, b = game.ground.bridges[number]
        shown.append({"kind": "ruined_bridge", "hex": grid.name(a), "to": grid.name(b)})
    shown += [{"kind": "ruined_canal", "hex": grid.name(hex)} for hex in bits(state.ruined_canals)]
    return shown


def tracks(state: VictoryState, submarines: int) -> list[dict[str, Any]]:
    last = state.game.turns(state.options)
    turn: dict[str, Any] = {"id": "turn", "value": state.turn}
    if last:
        turn["last"] = last
    return [
        {"id": "layout", "value": f"{len(state.game.ground.sheets)}-maps"},
        turn,
        *(
            {
                "id": f"pp_{name}",
                "value": points_in(state, friendly_to(state, number, submarines)),
                "last": level(state, number),
            }
            for number, name in enumerate(state.game.sides)
        ),
    ]


def pools(state: VictoryState, player: int | None) -> dict[str, Any]:
    """The force pools that a viewer knows: how many blocks of each type are free; points while forces are bought."""
    game = state.game
    if player is None:
        return {}
    shown: dict[str, Any] = {}
    for army in state.confidants(game.army_of_player[player]):
        free = {}
        for kind in game.army_kinds[army]:
            count = sum(1 for unit in bits(game.blocks.of_kind[army, kind]) if state.hex_of[unit] == POOL)
            if count:
                free[game.kinds.names[kind]] = count
        shown[game.armies[army].id] = {"free": free, "points": state.budget[army]}
    return shown


def armies(state: VictoryState, side: int | None) -> list[dict[str, Any]]:
    """Who commands what (10.5)."""
    game = state.game
    posts = known_posts(state, side)
    roster = game.scenarios[game.row.id].roster
    shown = []
    for army in game.armies:
        row: dict[str, Any] = {"id": army.id, "side": game.sides[army.side], **_band(game, army.number)}
        if game.posts:
            row["posts"] = {roster.ids[player]: game.posts[posts[player]] for player in army.players}
        shown.append(row)
    return shown


# ---- battles


def battles(state: VictoryState) -> list[dict[str, Any]]:
    """Battles waiting to be fought."""
    game = state.game
    return [
        {"hex": game.ground.grid.name(hex), "attacker": game.armies[army].id}
        for hex, army in sorted(state.battles.items())
    ]


def battle(state: VictoryState, own: int) -> dict[str, Any] | None:
    """The battle being fought: all of it lies face up. A strike by rockets alone turns nobody up and is none."""
    fight = state.fight
    if fight is None or not fight.units:
        return None
    game = state.game
    name = game.ground.grid.name(fight.hex)
    acting = getattr(state.stack[-1], "unit", None) if state.stack else None
    rows = []
    for number, unit in enumerate(fight.units, 1):
        army = game.blocks.army[unit]
        there = state.hex_of[unit] == fight.hex and bool(state.steps[unit])
        row: dict[str, Any] = {
            "id": game.blocks.rows[unit].id if own >> unit & 1 else f"seen:{name}:{number}",
            "camp": CAMPS[camp(state, fight.hex, fight.attacker, army)],
            "army": game.armies[army].id,
            "kind": game.kinds.names[game.blocks.kind[unit]],
            "present": there,
        }
        if there:
            row |= {
                "steps": int(state.steps[unit]),
                "group": CLASSES[group_of(state, unit)],
                "acted": bool(fight.acted >> unit & 1),
                "grounded": bool(fight.grounded >> unit & 1),
                "half_hit": unit in fight.half,
                "forfeits": fight.round == 1 and bool(fight.forfeits >> unit & 1),
            }
        else:
            row["fate"] = "destroyed" if state.hex_of[unit] == POOL else "retreated"
        rows.append(row)
    return {
        "hex": name,
        "round": fight.round,
        "rounds": game.tables.combat.rounds + bool(state.options["pursuit_round"]),
        "turns": list(game.kinds.turn_names),
        "acting": next((row["id"] for unit, row in zip(fight.units, rows, strict=True) if unit == acting), None),
        "attacker": game.armies[fight.attacker].id,
        "holder": CAMPS[0 if fight.swapped else 1],
        "wins": {"camp": CAMPS[_winner(state)], "rule": "6.55"},
        "blockade": fight.blockade,
        "units": rows,
    }


def _winner(state: VictoryState) -> int:
    """6.55 the camp that wins if nobody is hit and nobody leaves any more: in the end whoever holds the hex."""
    winner = decided(state)
    return holder(state) if winner is None else winner

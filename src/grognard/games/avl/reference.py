"""The charts of A Victory Lost: the sheets, figures, names and arrivals that the school shows, from the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.reference import Arrival, Objective, Phrase, Reference, Row, Ruler, Sheet, figures_of, results_sheet
from grognard.core.words import points as halves
from grognard.games.avl.combat import severity
from grognard.games.avl.counters import SIDES
from grognard.games.avl.schema import Hq, MoveCost, Terrain
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.victory import MECHANIZED_HELPED
from grognard.hex.grid import bits


def reference(game: AvlTables, options: Mapping[str, Any]) -> Reference:
    return Reference(
        sheets=(results_sheet(game.crt, lambda code: severity(game, code)), _terrain(game)),
        figures=_figures(game, options),
        names={row.id: {"en": row.name, "ja": row.name_ja} for row in game.counters.rows},
        commands=_commands(game),
        arrivals=tuple(_arrivals(game, options)),
        sources={side: _names(game, game.ground.sources[number]) for number, side in enumerate(SIDES)},
        dates=game.dates,
        rulers={side: _ruler(game, side) for side in SIDES},
        objectives=dict.fromkeys(SIDES, _cities(game)),
    )


def _names(game: AvlTables, board: int) -> tuple[str, ...]:
    return tuple(game.ground.grid.name(hex) for hex in bits(board))


def _ruler(game: AvlTables, side: str) -> Ruler:
    """14.0.2 the lead of a side, from sudden death to sudden death."""
    lead, start = game.points.sudden_death_lead, game.campaign.setup.victory_points
    other = SIDES[1 - SIDES.index(side)]
    return Ruler(
        -lead,
        lead,
        ((-lead, Phrase("they_win")), (0, Phrase("even")), (lead, Phrase("you_win"))),
        start=getattr(start, side) - getattr(start, other),
        adds=(side,),
        less=(other,),
    )


def _cities(game: AvlTables) -> tuple[Objective, ...]:
    return tuple(Objective((game.ground.grid.name(hex),), game.points.city_points) for hex in game.ground.cities)


def _terrain(game: AvlTables) -> Sheet:
    """8.1 and 9.3 what ground and hexsides do to movement and to combat."""
    tables = game.files.tables
    river, factor = tables.hexside.minor_river, halves(int(2 * tables.combat.river_attack_factor))
    attack = Phrase("attack_times", {"factor": factor})
    rows = [Row(name, figures_of(_entry(row), _shift(row)), rule=_rule(name)) for name, row in tables.terrain.items()]
    rows += [
        Row("minor_river", figures_of(f"+{river.move}", attack), "8.1.3a"),
        Row("major_river", figures_of(Phrase("ford"), attack), "8.1.3b"),
        Row("bridge", figures_of("+0", attack), "8.1.3d"),
        Row("impassable", figures_of(Phrase("closed"), Phrase("no_attack")), "9.1.6"),
        Row("road", figures_of(halves(int(2 * tables.road.strategic_move)), "-"), "8.3.1a"),
        Row("rail", figures_of(Phrase("no_rail"), "-"), "8.3.2"),
        Row("zoc", figures_of(Phrase("zoc_costs", tables.zoc.model_dump()), "-"), "8.2.1a"),
    ]
    return Sheet("terrain", "terrain", ("move", "combat"), tuple(rows))


def _rule(terrain: str) -> str:
    return {"town": "9.3.3a", "city": "9.3.3a", "rough": "9.3.3a", "water": "8.1.5"}.get(terrain, "8.1.2b")


def _entry(row: Terrain) -> str | Phrase:
    if row.prohibited:
        return Phrase("closed")
    return _both(row.move) if row.move != MoveCost(mechanized=0, other=0) else "+0"


def _both(move: MoveCost) -> str:
    return str(move.other) if move.other == move.mechanized else f"{move.other} / {move.mechanized}"


def _shift(row: Terrain) -> str | Phrase:
    if row.prohibited:
        return Phrase("no_attack")
    return Phrase("shift", {"count": row.shift}) if row.shift else "-"


def _figures(game: AvlTables, options: Mapping[str, Any]) -> dict[str, Any]:
    tables, campaign = game.files.tables, game.campaign
    start = campaign.setup.victory_points
    lead = tables.victory.sudden_death_lead
    soviet = campaign.chits.soviet
    ranges = [row.command_range for row in game.counters.rows if isinstance(row, Hq)]
    helped = options["soviet_help_german_mech_5vp"]
    return {
        "city_points": tables.victory.city_points,
        "cities": len(game.ground.cities),
        "german_mechanized": MECHANIZED_HELPED if helped else tables.victory.german_mechanized,
        "german_other": tables.victory.german_other,
        "soviet_mechanized": tables.victory.soviet_mechanized,
        "other_units": tables.victory.other_units,
        "lead": lead,
        "start_axis": start.axis,
        "start_soviet": start.soviet,
        "short_of_lead": lead - (start.axis - start.soviet),
        "stack": tables.stacking.combat_units,
        "soviet_picks": soviet.choose,
        "soviet_of": len(soviet.from_),
        "soviet_com": soviet.per_turn - len(soviet.always),
        "axis_start": len(campaign.chits.axis.start),
        "axis_com_first": campaign.chits.axis.per_turn[0],
        "axis_com_last": campaign.chits.axis.per_turn[-1],
        "historical": [Phrase(name) for name in soviet.historical_choice],
        "manstein_turns": [one.arrives for one in campaign.chits.axis.special],
        "pocket_turn": game.pocket_closed_through,
        "zoc_enter": tables.zoc.enter,
        "zoc_leave": tables.zoc.leave,
        "road": halves(int(2 * tables.road.strategic_move)),
        "river_factor": halves(int(2 * tables.combat.river_attack_factor)),
        "supply_factor": halves(int(2 * tables.combat.out_of_supply_attack_factor)),
        "isolated_factor": halves(int(2 * tables.combat.isolated_defense_factor)),
        "range_least": min(ranges),
        "range_most": max(ranges),
        "first_column": game.crt.columns[0],
        "last_column": game.crt.columns[-1],
        "pza_turn": _box_turn(game, "axis", options),
        "box28_turn": _box_turn(game, "soviet", options),
    }


def _box_turn(game: AvlTables, side: str, options: Mapping[str, Any]) -> int:
    """11.2.1, or a turn later by option (15.0.1c)."""
    turn = next(box.arrives for box in game.campaign.boxes.values() if box.side == side)
    return turn + 1 if side == "axis" and options["soviet_help_1pza_turn_5"] else turn


def _commands(game: AvlTables) -> dict[str, dict[str, str]]:
    """By unit: the army it starts with, which has no effect in play (2.2.2a)."""
    armies = {row.label: {"en": row.name, "ja": row.name_ja} for row in game.files.hqs}
    found = {row.id: armies[row.label] for row in game.files.hqs}
    return found | {row.id: armies[row.group] for row in game.files.units if row.group in armies}


def _arrivals(game: AvlTables, options: Mapping[str, Any]) -> list[Arrival]:
    """11.1, 11.2 by turn and side; those of a box apart."""
    grid, found = game.ground.grid, []
    for turn, ids in game.campaign.reinforcements.items():
        for side in SIDES:
            rows = [game.counters.rows[game.counters.numbers[one]] for one in ids]
            own = [row for row in rows if row.side == side]
            railed = tuple(row.id for row in own if row.enters is None)
            boxed = tuple(row.id for row in own if row.enters is not None)
            if railed:
                found.append(Arrival(turn, side, railed, where="rail_hex", rule="11.1.1b"))
            if boxed:
                area = next(row.enters for row in own if row.enters is not None)
                hexes = tuple(grid.name(hex) for hex in bits(game.map.areas[area]))
                found.append(Arrival(_box_turn(game, side, options), side, boxed, hexes=hexes, rule="11.2.2b"))
    return sorted(found, key=lambda one: (_turn(one), one.side))


def _turn(one: Arrival) -> int:
    assert isinstance(one.turn, int)
    return one.turn

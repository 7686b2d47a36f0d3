"""The charts of Victory: the sheets and figures that `grognard.school` shows, from the tables and the layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.reference import Cell, Objective, Phrase, Reference, Row, Ruler, Sheet, figures_of
from grognard.core.words import LANGUAGES
from grognard.games.victory.kinds import CLASSES
from grognard.games.victory.schema import Terrain
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import bits


def reference(game: VictoryTables, options: Mapping[str, Any]) -> Reference:
    return Reference(
        sheets=(*_blocks(game), _terrain(game), _hexsides(game), _room(game), _levels(game)),
        figures=_figures(game, options),
        names={
            block.id: {language: game.unit_words(number, language) for language in LANGUAGES}
            for number, block in enumerate(game.units)
        },
        commands={block.id: _command(game, number) for number, block in enumerate(game.units)},
        rulers={side: _ruler(game, number) for number, side in enumerate(game.sides)},
        objectives={side: tuple(_objectives(game, number)) for number, side in enumerate(game.sides)},
    )


def _ruler(game: VictoryTables, side: int) -> Ruler:
    """10.0a the points of one's own cities; between two sides what the one gains the other loses."""
    marks, least = [(game.levels[side], Phrase("you_win"))], 0
    if len(game.sides) == 2:
        least = max(sum(_value(game, one) for one in range(2)) - game.levels[1 - side], 0)
        marks.insert(0, (least, Phrase("they_win")))
    return Ruler(least, game.levels[side], tuple(marks), start=_value(game, side), adds=(game.sides[side],))


def _objectives(game: VictoryTables, side: int) -> Iterator[Objective]:
    """The cities of the others."""
    for hex, value in sorted(game.ground.value.items()):
        if not game.side_homes[side] >> hex & 1:
            yield Objective((game.ground.grid.name(hex),), value)


def _command(game: VictoryTables, unit: int) -> dict[str, str]:
    army, group = game.armies[game.blocks.army[unit]].id, CLASSES[game.kinds.class_of[game.blocks.kind[unit]]]
    words = game.words.word
    return {
        "en": f"{words(army, 'en')}: {words(group, 'en')}",
        "ja": f"{words(army, 'ja')}：{words(group, 'ja')}",
    }


def _blocks(game: VictoryTables) -> Iterator[Sheet]:
    """data.chart: by class, in the order in which they fire (6.31a)."""
    kinds = game.kinds
    known = sorted({kind for kinds in game.army_kinds for kind in kinds}, key=lambda kind: (kinds.turn[kind], kind))
    for number, group in enumerate(CLASSES):
        rows = tuple(
            Row(
                kinds.names[kind],
                figures_of(
                    kinds.rows[kind].label, kinds.rows[kind].turn, kinds.move[kind], *map(_fire, kinds.fire[kind]),
                    kinds.steps[kind], kinds.cost[kind],
                ),
                head=Phrase("kind_name", {"name": {one: game.kind_words(kind, one) for one in LANGUAGES}}),
            )
            for kind in known
            if kinds.class_of[kind] == number
        )  # fmt: skip
        if rows:
            columns = ("label", "turn", "move", "fire_air", "fire_naval", "fire_ground", "full_steps", "cost")
            yield Sheet(f"blocks_{group}", "combat", columns, rows, odds="kinds")


def _fire(value: int) -> str:
    return str(value) if value else "-"


def _terrain(game: VictoryTables) -> Sheet:
    def cells(row: Terrain) -> tuple[Cell, ...]:
        stop = Phrase("stops") if row.stop else "-"
        return figures_of(row.stack, row.hexside, stop, Phrase("double") if row.double_defense else "-")

    rows = tuple(Row(name, cells(row), f"3.1.{name}") for name, row in game.tables.terrain.items())
    return Sheet("terrain", "terrain", ("stack", "hexside", "stop", "defence_column"), rows)


def _hexsides(game: VictoryTables) -> Sheet:
    sides = game.tables.hexside
    rows = (
        Row("river", figures_of(sides.river, Phrase("river_stops")), "3.1.river.a"),
        Row("bridge", figures_of(sides.river, Phrase("river_attack")), "3.1.river.b"),
        Row("road", figures_of(sides.road, Phrase("road_goes")), "3.3b"),
        Row("sea", figures_of(sides.sea, "-"), "3.1.sea"),
        Row("coastal", figures_of(sides.coastal, "-"), "3.1.coastal"),
    )
    return Sheet("hexsides", "terrain", ("hexside", "special"), rows)


def _room(game: VictoryTables) -> Sheet:
    """How many go where."""
    stacking, movement = game.tables.stacking, game.tables.movement
    rows = (
        Row("ships_sea", figures_of(stacking.sea), "5.2a"),
        Row("ships_coast", figures_of(stacking.coastal), "5.2a"),
        Row("air_battle", figures_of(stacking.air), "5.52a"),
        Row("airbase", figures_of(stacking.airbase), "5.51a"),
        Row("port", figures_of(movement.port), "5.92a"),
        Row("beachhead_room", figures_of(movement.beachhead), "5.92b"),
    )
    return Sheet("room", "terrain", ("most",), rows)


def _levels(game: VictoryTables) -> Sheet:
    values = [(side, _value(game, number), game.levels[number]) for number, side in enumerate(game.sides)]
    rows = tuple(Row(side, figures_of(start, level), "10.0a") for side, start, level in values)
    return Sheet("levels", "victory", ("at_start", "to_win"), rows)


def _value(game: VictoryTables, side: int) -> int:
    """1.2b what a side's own cities are worth."""
    return sum(game.ground.value.get(hex, 0) for hex in bits(game.side_homes[side]))


def _figures(game: VictoryTables, options: Mapping[str, Any]) -> dict[str, Any]:
    tables = game.tables
    found: dict[str, Any] = {
        "rounds": tables.combat.rounds,
        "attrition": tables.supply.attrition,
        "strategic": tables.movement.strategic,
        "port": tables.movement.port,
        "beachhead_room": tables.movement.beachhead,
        "air_battle": tables.stacking.air,
        "airbase": tables.stacking.airbase,
        "ships_coast": tables.stacking.coastal,
        "ships_sea": tables.stacking.sea,
        "response_round": tables.combat.response_round,
        "hexside_open": tables.terrain["clear"].hexside,
        "hexside_close": tables.terrain["forest"].hexside,
        "initiative_dice": tables.sequence.initiative_dice,
        "cities_a_map": tables.production.cities_per_map,
        "points_a_map": tables.production.points_per_map,
        "maps": len(game.ground.sheets),
        "last_turn": game.turns(options) or Phrase("no_limit"),
        "garrison": max(army.row.minimum for army in game.armies),
    }
    for number, side in enumerate(game.sides):
        found[f"level_{side}"] = game.levels[number]
        found[f"start_{side}"] = _value(game, number)
        found[f"short_{side}"] = game.levels[number] - _value(game, number)
        first = game.armies[game.side_armies[number][0]].row
        found[f"units_{side}"], found[f"points_{side}"] = first.units, first.points
        found[f"minimum_{side}"], found[f"bonus_{side}"] = first.minimum, first.city_bonus
    return found

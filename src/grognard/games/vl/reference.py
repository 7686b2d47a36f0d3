"""The charts of Velikiye Luki: the sheets, figures, names and arrivals that the school shows, from the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from grognard.core.reference import Arrival, Objective, Phrase, Reference, Row, Ruler, Sheet, figures_of, results_sheet
from grognard.core.words import points as halves
from grognard.games.vl.counters import SIDES
from grognard.games.vl.results import is_bold, outcome_severity
from grognard.games.vl.schema import Festung, Hq, Launcher, Unit
from grognard.games.vl.tables import VlTables
from grognard.hex.grid import bits


def reference(game: VlTables, options: Mapping[str, Any]) -> Reference:
    counters = game.files.counters
    named: tuple[Unit | Launcher | Hq | Festung, ...] = (
        *counters.unit, *counters.launcher, *counters.hq, *counters.festung,
    )  # fmt: skip
    return Reference(
        sheets=(
            results_sheet(game.crt, outcome_severity, bold=partial(is_bold, options)),
            _quality(game),
            _festung(game),
            _terrain(game),
            *_sky(game),
            _artillery(game),
            _levels(game, options),
        ),
        figures=_figures(game),
        names={row.id: {"en": row.name or row.label, "ja": row.name_ja or row.label} for row in named},
        commands=_commands(game),
        arrivals=tuple(_arrivals(game, options)),
        sources={side: _names(game, game.ground.sources[number]) for number, side in enumerate(SIDES)},
        dates=tuple(game.date(turn) for turn in range(1, game.turns + 1)),
        rulers={side: _ruler(game, options, downwards=side == "german") for side in SIDES},
        objectives=dict.fromkeys(SIDES, tuple(_objectives(game))),
    )


def _names(game: VlTables, board: int) -> tuple[str, ...]:
    return tuple(game.ground.grid.name(hex) for hex in bits(board))


def _ruler(game: VlTables, options: Mapping[str, Any], *, downwards: bool) -> Ruler:
    """13.3.3 Soviet points at the end."""
    figures = _figures(game)
    most = figures["festung_levels"] * figures["level_points"] + figures["town_points"]
    marks = tuple((least, Phrase(level)) for level, least in _least(game, options).items())
    least, level = _least(game, options), {one.id: one for one in game.files.tables.victory.levels}
    winners = tuple(sorted((points, level[name].winner) for name, points in least.items()))
    return Ruler(0, most, marks, start=0, adds=("soviet",), downwards=downwards, winners=winners)


def _least(game: VlTables, options: Mapping[str, Any]) -> dict[str, int]:
    """By level: the fewest points; by option ten are no draw."""
    levels = game.files.tables.victory.levels
    if not options["ten_vp_is_soviet"]:
        return {one.id: one.least for one in levels}
    draw = next(one.least for one in levels if one.winner is None)
    return {one.id: draw if one.id == "soviet_tactical" else one.least for one in levels if one.winner}


def _objectives(game: VlTables) -> Iterator[Objective]:
    grid, worth = game.ground.grid, game.files.tables.victory.level
    levels = {row.part: row.levels for row in game.files.counters.festung}
    for place in game.map.places:
        if place.extra.get("festung"):
            yield Objective((grid.name(place.hex),), worth * levels[place.extra["festung"]])
    for hex, points in game.ground.prizes:
        yield Objective((grid.name(hex),), points)


def _signed(columns: int) -> str:
    return f"{columns:+d}" if columns else "0"


def _quality(game: VlTables) -> Sheet:
    """6.2.8c columns for the roller, by die."""
    table = game.files.tables.quality
    rows = tuple(Row(letter, figures_of(*map(_signed, columns))) for letter, columns in table.items())
    return Sheet("quality", "combat", tuple(str(face) for face in range(1, 7)), rows)


def _festung(game: VlTables) -> Sheet:
    """7.5a the die against the city, modified."""
    least = game.files.tables.festung.one_level
    rows = (
        Row("less", figures_of(Phrase("levels_lost", {"count": 0})), "7.5a", Phrase("up_to", {"die": least - 1})),
        Row("one", figures_of(Phrase("levels_lost", {"count": 1})), "7.5b", str(least)),
        Row("two", figures_of(Phrase("levels_lost", {"count": 2})), "7.5c", Phrase("and_more", {"die": least + 1})),
    )
    return Sheet("festung", "combat", ("levels",), rows, odds="modified")


def _terrain(game: VlTables) -> Sheet:
    """16.1, 16.2 movement points to enter, and columns against the attacker."""
    tables = game.files.tables
    rows = [
        Row(name, figures_of(row.infantry, row.ski or row.infantry, row.mechanised, _against(row.combat)), _rule(name))
        for name, row in tables.terrain.items()
    ]
    rows += [
        Row(name, figures_of("-", "-", "-", _against(columns)), "6.2.1c") for name, columns in tables.place.items()
    ]
    path = [halves(int(2 * cost)) for cost in (tables.path.infantry, tables.path.infantry, tables.path.mechanised)]
    rows.append(Row("road", figures_of(*path, "-"), "3.2b"))
    for name, river in tables.hexside.items():
        feet, wheels = f"+{river.infantry}", f"+{river.mechanised}"
        bridged = Phrase("bridged", {"columns": f"-{river.combat}", "bridged": f"-{river.combat_bridged}"})
        rows.append(Row(name, figures_of(feet, feet, wheels, bridged), "3.2f"))
    leaving = f"+{tables.movement.leave_enemy_zoc}"
    rows.append(Row("zoc_leave", figures_of(leaving, leaving, leaving, "-"), "4.2.1b"))
    return Sheet("terrain", "terrain", ("infantry", "ski", "mechanised", "combat"), tuple(rows))


def _rule(terrain: str) -> str:
    return "1.5a" if terrain == "swamp" else "16.1"


def _against(columns: int) -> str:
    return f"-{columns}" if columns else "-"


def _sky(game: VlTables) -> Iterator[Sheet]:
    """9 and 10.2 the weather and what flies in it."""
    tables = game.files.tables
    faces = [Phrase(f"weather_{weather}") for weather in tables.weather.die.values()]
    yield Sheet("weather", "combat", tuple(map(str, tables.weather.die)), (Row("weather", figures_of(*faces), "9a"),))
    columns = tuple(next(iter(tables.air.values())))
    rows = tuple(Row(side, figures_of(*missions.values())) for side, missions in tables.air.items())
    yield Sheet("air", "combat", tuple(f"weather_{one}" for one in columns), rows)


def _artillery(game: VlTables) -> Sheet:
    """12 points by turn."""
    rows = tuple(Row(side, figures_of(*points)) for side, points in game.files.tables.artillery.items())
    return Sheet("artillery", "combat", tuple(str(turn) for turn in range(1, game.turns + 1)), rows)


def _levels(game: VlTables, options: Mapping[str, Any]) -> Sheet:
    """13.3.2, 13.3.3 what so many points are."""
    victory = game.files.tables.victory
    bounds = list(_least(game, options).items())
    rows = [
        Row(level, figures_of(_between(low, bounds[number + 1][1] if number + 1 < len(bounds) else None)), "13.3.3")
        for number, (level, low) in enumerate(bounds)
    ]
    fallen = [(one.id, one.least) for one in victory.automatic]
    rows += [
        Row(
            f"fallen-{level}",
            figures_of(_between(low, fallen[number + 1][1] if number + 1 < len(fallen) else None)),
            "13.3.2",
            Phrase("fallen", {"level": Phrase(level)}),
        )
        for number, (level, low) in enumerate(fallen)
    ]
    return Sheet("levels", "victory", ("points",), tuple(rows))


def _between(low: int, next_low: int | None) -> str | Phrase:
    if next_low is None:
        return Phrase("and_more", {"die": low})
    return str(low) if next_low == low + 1 else f"{low} - {next_low - 1}"


def _figures(game: VlTables) -> dict[str, Any]:
    tables, ground = game.files.tables, game.ground
    levels = {one.id: one.least for one in tables.victory.levels}
    prizes = dict(ground.prizes)
    festungs = [row.levels for row in game.files.counters.festung]
    return {
        "draw": levels["draw"],
        "soviet_wins": levels["soviet_tactical"],
        "soviet_operational": levels["soviet_operational"],
        "soviet_strategic": levels["soviet_strategic"],
        "german_tactical": levels["german_tactical"],
        "german_most": levels["draw"] - 1,
        "operational_most": levels["german_tactical"] - 1,
        "last_turn_but_one": game.turns - 1,
        "festung_levels": sum(festungs),
        "festung_each": festungs[0],
        "level_points": tables.victory.level,
        "brigade_points": tables.victory.brigade,
        "town_points": sum(prizes.values()),
        "towns": len(prizes),
        "best_town": max(prizes.values()),
        "village_points": min(prizes.values()),
        "festung_one": tables.festung.one_level,
        "festung_two": tables.festung.one_level + 1,
        "festung_most": tables.festung.most,
        "festung_divisions": tables.festung.divisions,
        "glider_turns": list(tables.festung.turns),
        "glider_modifier": tables.festung.turns_modifier,
        "artillery_most": tables.support.artillery,
        "air_most": tables.support.air,
        "leave_zoc": tables.movement.leave_enemy_zoc,
        "road": halves(int(2 * tables.path.mechanised)),
        "wood_foot": tables.terrain["wooded"].infantry,
        "wood_motor": tables.terrain["wooded"].mechanised,
        "columns_first": game.crt.columns[0],
        "columns_last": game.crt.columns[-1],
        "german_artillery": tables.artillery["german"][0],
        "soviet_artillery": tables.artillery["soviet"][0],
        "relief_turn": min(one.turn for one in game.campaign.reinforcements if one.side == "german" and one.turn > 1),
        "corps_turn": min(one.turn for one in game.campaign.reinforcements if "hq-2m" in one.units),
    }


def _commands(game: VlTables) -> dict[str, str]:
    """By unit: its formation, which the charts name."""
    found = {row.id: row.formation for row in game.files.counters.unit}
    found |= {row.id: row.formation for row in game.files.counters.launcher}
    hqs = {"hq-83": "83 ID", "hq-3c": "3 Shock", "hq-5g": "5 Guards", "hq-2m": "2M"}
    found |= {row.id: hqs.get(row.id, "army") for row in game.files.counters.hq}
    return found | {row.id: "83 ID" for row in game.files.counters.festung}


def _arrivals(game: VlTables, options: Mapping[str, Any]) -> Iterator[Arrival]:
    """13.2 by turn; those of an option only where it is on."""
    for group in sorted(game.campaign.reinforcements, key=lambda one: (one.turn, SIDES.index(one.side))):
        if group.option is not None and not options[group.option]:
            continue
        hexes = _names(game, game.map.areas[group.enters])
        rule = "13.2.1" if group.side == "german" else "13.2.2"
        yield Arrival(group.turn, group.side, group.units, hexes=hexes, rule=rule)

"""What must make sense in a data folder beyond its schema: maps, block sets, scenarios (1.2a, hist.1-3)."""

from __future__ import annotations

from grognard.core.game import SetupError
from grognard.games.victory.schema import VictoryFiles
from grognard.games.victory.tables import VictoryTables
from grognard.hex.map import HexMap, MapError


def maps_faults(files: VictoryFiles) -> list[str]:
    """1.2a every map has its cities, and they give what a map's cities give."""
    found = []
    production, sheet = files.tables.production, files.tables.geomorph
    for name, document in files.maps.items():
        where = f"maps/{name}.toml"
        try:
            land = HexMap.from_document(document, where)
        except MapError as error:
            found.append(str(error))
            continue
        cities = [place for place in land.places if place.kind == "city"]
        total = sum(int(place.extra.get("production", 0)) for place in cities)
        if len(cities) != production.cities_per_map:
            found.append(f"{where}: places: {len(cities)} cities, there should be {production.cities_per_map}")
        if total != production.points_per_map:
            found.append(f"{where}: places: cities give {total} PP, they should give {production.points_per_map}")
        if (land.grid.cols, land.grid.rows) != (sheet.cols, sheet.rows):
            found.append(f"{where}: grid: a map has {sheet.cols} columns and {sheet.rows} rows")
        for kind in land.terrain:
            if kind not in files.tables.terrain and kind not in ("sea", "lake", "shoal", "off"):
                found.append(f'{where}: terrain.legend: "{kind}" is no terrain of the game')
    return found


def scenario_faults(game: VictoryTables) -> list[str]:
    """What keeps a scenario from being laid out as its own options say."""
    found = []
    for scenario in game.scenarios.values():
        options = game.settle_options(scenario, {})
        try:
            laid = game.laid_out(scenario, options)
            assert laid.levels and laid.blocks and laid.army_homes
        except (SetupError, KeyError) as error:
            found.append(f"scenarios: {scenario.id}: {error}")
    return found

"""Reading a map document: what it means, and how precisely its faults are named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.hex import HexMap, Label, MapError, Place, Route, any_side, either_side
from tests.hex.plain import document


def read(**changes: Any) -> HexMap:
    return HexMap.from_document(document(**changes), "vale.toml")


def test_header_and_grid() -> None:
    land = read()
    assert (land.id, land.name, land.name_ja, land.scale_km) == ("vale", "The vale", "谷", 2.0)
    assert (land.grid.cols, land.grid.rows, land.grid.orientation, land.grid.shifted) == (
        4,
        3,
        "flat",
        "even",
    )


def test_terrain_by_name_and_by_hex() -> None:
    land = read()
    grid = land.grid
    assert grid.list_names(land.terrain["forest"]) == ["0202", "0301", "0302"]
    assert grid.list_names(land.terrain["off"]) == ["0403"]
    assert land.terrain["clear"] | land.terrain["forest"] == land.playable == grid.board & ~grid.parse("0403")
    assert [land.terrain_at[grid.index(name)] for name in ("0101", "0302", "0403")] == [
        "clear",
        "forest",
        "off",
    ]


def test_hexsides_are_seen_from_both_sides() -> None:
    land = read()
    grid = land.grid
    assert grid.list_names(any_side(land.hexsides["river"])) == ["0101", "0102", "0103", "0201", "0202"]
    assert grid.list_names(grid.step(grid.parse("0102"), land.hexsides["river"])) == ["0101", "0201"]
    assert grid.list_names(grid.step(grid.parse("0101"), land.hexsides["river"])) == ["0102"]


def test_paths_keep_their_drawing_and_become_hexsides_by_kind() -> None:
    land = read()
    grid = land.grid
    road = tuple(grid.index(name) for name in ("0103", "0202", "0302"))
    assert land.routes[0] == Route("road", "Vale road", road)
    assert land.routes[1].name == ""
    assert grid.list_names(grid.step(grid.parse("0202"), land.paths["road"])) == ["0103", "0302"]
    assert grid.list_names(land.path_hexes["road"]) == ["0103", "0202", "0302"]
    assert grid.list_names(land.path_hexes["rail"]) == ["0101", "0102"]


def test_a_loop_and_a_crossing_count_every_hex_once() -> None:
    loop = {"kind": "road", "hexes": "0101 0102 0201 0101"}
    land = read(paths=[loop, {"kind": "road", "hexes": "0201 0202"}])
    assert land.grid.list_names(land.path_hexes["road"]) == ["0101", "0102", "0201", "0202"]
    assert land.grid.list_names(land.grid.step(land.grid.parse("0201"), land.paths["road"])) == [
        "0101",
        "0102",
        "0202",
    ]


def test_places_labels_areas_and_the_rest() -> None:
    land = read()
    ford, mill = land.grid.index("0202"), land.grid.index("0303")
    assert land.places == (
        Place(ford, "Ford", "浅瀬", "town", {"points": 3}),
        Place(mill, "Mill", "", "village", {}),
    )
    assert land.place_at == {ford: land.places[0], mill: land.places[1]}
    assert land.labels == (Label("Brook", "", tuple(map(land.grid.index, ("0101", "0201", "0301")))),)
    assert land.areas == {"west": land.grid.parse("0101 0102 0103"), "nowhere": 0}
    assert land.extra == {"weather": {"snow": ["0101", "0202"], "year": "1942"}}


def test_a_place_may_be_written_otherwise_than_it_is_called_or_not_at_all() -> None:
    def place(**more: str) -> Place:
        return read(places=[{"hex": "0101", "name": "Luki (west)", "kind": "city", **more}]).places[0]

    assert (place().written(), place().written("ja")) == ("Luki (west)", "Luki (west)")
    assert place(name_ja="ルーキ西").written("ja") == "ルーキ西"
    west = place(name_ja="ルーキ西", drawn="Luki", drawn_ja="ルーキ")
    assert (west.name, west.written(), west.written("ja")) == ("Luki (west)", "Luki", "ルーキ")
    assert place(name_ja="ルーキ西", drawn="Luki").written("ja") == "Luki"
    east = place(name_ja="ルーキ東", drawn="")
    assert east.written() == east.written("ja") == ""
    with pytest.raises(MapError, match=r"places\[1\].drawn: 7 should be a text"):
        read(places=[{"hex": "0101", "name": "Luki", "kind": "city", "drawn": 7}])


def test_a_bridge_is_where_any_path_crosses() -> None:
    land = read()
    grid = land.grid
    bridged = grid.sides([_pair(land, "0103-0202"), _pair(land, "0101-0102")])
    assert land.bridged("river") == bridged
    assert land.unbridged("river") == grid.sides([_pair(land, "0102-0201")])
    assert either_side(land.bridged("river"), land.unbridged("river")) == land.hexsides["river"]
    assert land.bridged("cliff") == grid.no_sides


@pytest.mark.parametrize("kind", ["bridge", "road_bridge"])
def test_where_the_map_lists_bridges_the_list_decides(kind: str) -> None:
    land = read(hexsides={"river": "0101-0102 0102-0201 0103-0202", kind: "0102-0201 0301-0302"})
    assert land.bridged("river") == land.grid.sides([_pair(land, "0102-0201")])
    assert land.unbridged("river") == land.grid.sides([_pair(land, "0101-0102"), _pair(land, "0103-0202")])


def test_hexsides_merely_called_something_like_a_bridge_do_not_count() -> None:
    land = read(hexsides={"river": "0101-0102", "bridgehead": "0102-0201"})
    assert land.bridged("river") == land.hexsides["river"]


def _pair(land: HexMap, pair: str) -> tuple[int, int]:
    return land.grid.index(pair[:4]), land.grid.index(pair[5:])


def test_the_least_map_needs_only_header_grid_and_terrain() -> None:
    doc = {key: document()[key] for key in ("format", "id", "name", "grid", "terrain")}
    land = HexMap.from_document(doc, "least.toml")
    assert (land.name_ja, land.hexsides, land.paths, land.routes, land.places, land.labels) == (
        "",
        {},
        {},
        (),
        (),
        (),
    )
    assert (land.areas, land.extra) == ({}, {})


def test_a_pointy_map_is_read_with_its_own_neighbours() -> None:
    grid = {"cols": 4, "rows": 3, "orientation": "pointy", "shifted": "even"}
    land = read(grid=grid, hexsides={"river": "0101-0102"}, paths=[{"kind": "road", "hexes": "0102 0201 0301"}])
    assert land.grid.list_names(land.grid.step(land.grid.parse("0201"), land.paths["road"])) == [
        "0102",
        "0301",
    ]


TERRAIN = document()["terrain"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "hexmap/2"}, "format: 'hexmap/2' should be \"hexmap/1\""),
        ({"id": 7}, "id: 7 should be a text"),
        ({"name": None}, "name: missing"),
        ({"scale_km": "far"}, "scale_km: 'far' should be a number"),
        ({"grid": None}, "grid: a table [grid] is needed"),
        ({"grid": {"rows": 3}}, "grid.cols: missing"),
        ({"grid": {"cols": 4, "rows": 2.5}}, "grid.rows: 2.5 should be a whole number"),
        ({"grid": {"cols": 400, "rows": 3}}, "grid: a grid has 1 to 99 columns and rows, not 400 x 3"),
        (
            {"grid": {"cols": 4, "rows": 3, "shifted": "left"}},
            'grid: shifted is "even" or "odd", not \'left\'',
        ),
        ({"terrain": []}, "terrain: a table [terrain] is needed"),
        ({"terrain": {"grid": "...."}}, 'terrain.legend: missing: write { "." = "clear" }'),
        (
            {"terrain": {"legend": {"..": "clear"}, "grid": ""}},
            "terrain.legend: '..' = 'clear' should be one letter = a name",
        ),
        ({"terrain": {**TERRAIN, "grid": "....\n....\n"}}, "terrain.grid: 2 lines, but grid.rows is 3"),
        (
            {"terrain": {**TERRAIN, "grid": "....\n...\n....\n"}},
            "terrain.grid: line 2 has 3 letters, but grid.cols is 4",
        ),
        (
            {"terrain": {**TERRAIN, "grid": "....\n..?.\n....\n"}},
            "terrain.grid: 0302: '?' is not in terrain.legend",
        ),
        ({"hexsides": {"river": "0101-0301"}}, "hexsides.river: 0101-0301: the hexes are not adjacent"),
        (
            {"hexsides": {"river": "0101+0102"}},
            "hexsides.river: '0101+0102' is not a hexside: write its two hexes, as \"0512-0612\"",
        ),
        (
            {"hexsides": {"river": "0101-0104"}},
            "hexsides.river: 0104 is not on the map: columns 01-04, rows 01-03",
        ),
        (
            {"hexsides": {"river": ["0101-0102"]}},
            "hexsides.river: ['0101-0102'] should be a text of hexsides, as \"0512-0612 0512-0513\"",
        ),
        ({"paths": {"kind": "road"}}, "paths: tables [[paths]] are needed"),
        (
            {"paths": [{"kind": "road", "hexes": "0101 0102"}, {"kind": "road", "hexes": "0101 0103"}]},
            "paths[2].hexes: 0101-0103: the hexes are not adjacent",
        ),
        ({"paths": [{"hexes": "0101 0102"}]}, "paths[1].kind: missing"),
        (
            {"paths": [{"kind": "road", "hexes": ""}]},
            'paths[1].hexes: empty: name the hexes in order, as "0512 0613"',
        ),
        (
            {"places": [{"hex": "101", "name": "Ford", "kind": "town"}]},
            "places[1].hex: '101' is not a hex: write column and row with two digits each, as \"0717\"",
        ),
        (
            {"places": [{"hex": "0101", "name": n, "kind": "town"} for n in ("Ford", "Mill")]},
            "places[2].hex: 0101 is Ford already and cannot be Mill too",
        ),
        ({"places": [{"hex": "0101", "name": "Ford"}]}, "places[1].kind: missing"),
        (
            {"labels": [{"name": "Brook", "hexes": "0901"}]},
            "labels[1].hexes: 0901 is not on the map: columns 01-04, rows 01-03",
        ),
        ({"areas": {"west": 101}}, 'areas.west: 101 should be a text of hexes, as "0512 0613"'),
        ({"areas": {"west": "0101 0009"}}, "areas.west: 0009 is not on the map: columns 01-04, rows 01-03"),
    ],
)
def test_a_fault_names_file_table_and_key(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(MapError, match=f"^{re.escape('vale.toml: ' + message)}$"):
        read(**changes)


def test_asking_for_a_river_that_is_not_there_says_which_are() -> None:
    with pytest.raises(
        MapError, match=r"^vale\.toml: hexsides.canal: the map has no such hexsides; it has river, cliff"
    ):
        read().bridged("canal")


def test_a_file_is_read_and_named_in_its_faults(tmp_path: Path) -> None:
    text = """
        format = "hexmap/1"
        id = "pass"
        name = "The pass"
        name_ja = "峠"
        grid = { cols = 2, rows = 1 }
        terrain = { legend = { "^" = "mountain" }, grid = "^^" }
    """
    file = tmp_path / "pass.toml"
    file.write_text(text, encoding="utf-8")
    land = HexMap.load(file)
    assert (land.name_ja, land.terrain["mountain"]) == ("峠", land.grid.board)
    file.write_text(text.replace("rows = 1", "rows = 2"), encoding="utf-8")
    with pytest.raises(MapError, match=r"^pass\.toml: terrain.grid: 1 lines, but grid.rows is 2$"):
        HexMap.load(str(file))
    file.write_text("id = ", encoding="utf-8")
    with pytest.raises(MapError, match=r"^pass\.toml: not a TOML file: "):
        HexMap.load(file)

"""Turned and joined maps: every hex keeps its neighbours, and seams fit as paper maps do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.hex import Grid, HexMap, MapError, lay_out, rotate_180
from grognard.hex.grid import Orientation, Shifted
from tests.hex.plain import Chance, document, unhurried

Document = dict[str, Any]


def marked(
    cols: int,
    rows: int,
    orientation: Orientation = "flat",
    shifted: Shifted = "even",
    *,
    seed: int = 0,
    name: str = "m",
    lines: list[str] | None = None,
    **more: Any,
) -> Document:
    """A map on which every hex is an area of its own, so that it can be found again."""
    grid = Grid(cols, rows, orientation, shifted)
    chance = Chance(grid, seed)
    if lines is None:
        lines = ["".join(chance.random.choice(".f~") for _ in range(cols)) for _ in range(rows)]
    river = chance.sides(0.3)
    pairs = [(hex, hex + grid.shifts[d]) for d in range(3) for hex in grid.hexes if river[d] >> hex & 1]
    return {
        "format": "hexmap/1",
        "id": name,
        "name": name.title(),
        "grid": {"cols": cols, "rows": rows, "orientation": orientation, "shifted": shifted},
        "terrain": {
            "legend": {".": "clear", "f": "forest", "~": "sea", "x": "off"},
            "grid": "\n".join(lines) + "\n",
        },
        "hexsides": {"river": " ".join(f"{grid.name(a)}-{grid.name(b)}" for a, b in pairs)},
        "areas": {f"{name} {grid.name(hex)}": grid.name(hex) for hex in grid.hexes},
        **more,
    }


def where(land: HexMap, name: str) -> dict[int, int]:
    """By the index on its own map: where a marked map's hex lies now."""
    own = {area.removeprefix(f"{name} "): board for area, board in land.areas.items() if area.startswith(name)}
    return {hex: board.bit_length() - 1 for hex, board in ((int(k), v) for k, v in own.items())}


def check_same_map(before: HexMap, after: HexMap, name: str, *, turned: bool) -> None:
    """Neighbours, rivers and terrain of a map are those it had, in the same or the opposite direction."""
    there = where(after, name)
    assert len(set(there.values())) == len(there)
    for a in before.grid.hexes:
        if not before.playable >> a & 1:
            continue
        now = there[int(before.grid.name(a))]
        assert after.terrain_at[now] == before.terrain_at[a]
        for d, b in enumerate(before.grid.neighbours[a]):
            if b < 0 or not before.playable >> b & 1:
                continue
            direction = (d + 3) % 6 if turned else d
            assert after.grid.neighbour(now, direction) == there[int(before.grid.name(b))]
            assert (after.hexsides["river"][direction] >> now & 1) == (before.hexsides["river"][d] >> a & 1)


def read(doc: Document) -> HexMap:
    return HexMap.from_document(doc, "test")


shapes = st.tuples(
    st.integers(1, 7),
    st.integers(1, 7),
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["even", "odd"]),
)


@unhurried
@given(shapes, st.integers(0, 999))
def test_a_turned_map_is_the_same_map_seen_from_the_other_side(
    shape: tuple[int, int, Orientation, Shifted], seed: int
) -> None:
    doc = marked(*shape, seed=seed)
    turned = rotate_180(doc)
    check_same_map(read(doc), read(turned), "m", turned=True)
    assert rotate_180(turned) == doc


HALF_HEXES = ["~.~.f", "~...f", "fx.xf"]  # even columns end one hex early


@pytest.mark.parametrize(
    ("shifted", "lines"),
    [
        ("even", HALF_HEXES),
        ("odd", ["~.~.f", "~...f", "x~x.x"]),  # the odd columns are pushed and end early
        ("even", ["x.x.x", "~...f", "f~..f"]),  # the odd columns are not pushed and begin late
        ("even", ["x.x.x", "~...f", "fx.xf"]),  # both: pushed columns stand out above and below
    ],
)
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_maps_with_half_hexes_turn_too(orientation: Orientation, shifted: Shifted, lines: list[str]) -> None:
    if orientation == "pointy":
        lines = ["".join(column) for column in zip(*lines, strict=True)]
    doc = marked(len(lines[0]), len(lines), orientation, shifted, lines=lines, hexsides={"river": ""})
    turned = rotate_180(doc)
    check_same_map(read(doc), read(turned), "m", turned=True)
    assert rotate_180(turned) == doc


def test_a_map_of_half_hexes_keeps_its_numbering_scheme() -> None:
    turned = rotate_180(marked(5, 3, lines=HALF_HEXES, hexsides={"river": "0101-0102 0201-0202"}))
    assert turned["grid"]["shifted"] == "even"
    assert turned["terrain"]["grid"].split() == ["f...f", "f...~", "fx~x~"]
    assert turned["hexsides"]["river"] == "0503-0502 0402-0401"


def test_an_odd_number_of_whole_columns_turns_into_the_other_kind_of_grid() -> None:
    assert rotate_180(marked(5, 3))["grid"]["shifted"] == "odd"
    assert rotate_180(marked(4, 3))["grid"]["shifted"] == "even"


def test_turning_moves_every_hex_of_the_document_and_no_other_text() -> None:
    turned = rotate_180(document())
    assert turned["hexsides"]["river"] == "0403-0402 0402-0303\n0401-0302"
    assert turned["paths"][0] == {"kind": "road", "name": "Vale road", "hexes": "0401 0302 0202"}
    assert turned["places"][1] == {"hex": "0201", "name": "Mill", "kind": "village"}
    assert turned["labels"][0]["hexes"] == "0403 0303 0203"
    assert turned["areas"] == {"west": "0403 0402\n0401", "nowhere": ""}
    assert turned["weather"] == {"snow": ["0403", "0302"], "year": "1942"}
    assert turned["terrain"]["grid"] == "x...\n.ff.\n.f..\n"
    assert rotate_180(turned) == document()


def test_a_blank_edge_row_cannot_be_turned() -> None:
    with pytest.raises(MapError, match=r"^m: terrain.grid: the last row is all off; leave it out to turn the map$"):
        rotate_180(marked(3, 3, lines=["...", "...", "xxx"]))


# -- edge to edge --------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["flat", "pointy"]),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.integers(0, 999),
)
def test_plain_maps_lie_edge_to_edge(
    orientation: Orientation, widths: list[int], heights: list[int], seed: int
) -> None:
    rows = []
    for i, height in enumerate(heights):
        row = []
        for j, width in enumerate(widths):
            line = sum(widths[:j]) if orientation == "flat" else sum(heights[:i])
            shifted: Shifted = "odd" if line % 2 else "even"
            row.append(marked(width, height, orientation, shifted, seed=seed + 9 * i + j, name=f"m{i}{j}"))
        rows.append(row)
    land = read(lay_out(rows))
    assert (land.grid.cols, land.grid.rows, land.grid.shifted) == (sum(widths), sum(heights), "even")
    for i, maps in enumerate(rows):
        for j, doc in enumerate(maps):
            check_same_map(read(doc), land, f"m{i}{j}", turned=False)
            corner = land.grid.index(f"{sum(widths[:j]) + 1:02}{sum(heights[:i]) + 1:02}")
            assert where(land, f"m{i}{j}")[101] == corner


def test_hexes_meet_across_a_plain_seam() -> None:
    land = read(lay_out([[marked(2, 2, name="a"), marked(2, 2, name="b")], [marked(2, 2, name=n) for n in "cd"]]))
    a, b, c = (where(land, name) for name in "abc")
    assert land.grid.direction(a[201], b[102]) == land.grid.direction_names.index("SE")
    assert land.grid.direction(a[102], c[101]) == land.grid.direction_names.index("S")


# -- shared edges --------------------------------------------------------------------------------------------

GEOMORPH = {"edge_roads": "0102 0502", "edge_rivers": "", "profile": "~.f"}


def half_hexed(name: str, middle: str = "~..f~", **more: Any) -> Document:
    """Five columns of three, cut through the hexes of all edges; even columns have two whole hexes."""
    lines = ["~.f.~", middle, "~xfx~"]
    doc = marked(5, 3, lines=lines, name=name, hexsides={"river": "0202-0302"}, geomorph=GEOMORPH)
    return {**doc, **more}


def two_by_two(**more: Any) -> Document:
    north, east, west, south = (half_hexed(name, **more) for name in ("north", "east", "west", "south"))
    return lay_out([[north, east], [west, south]])


def test_geomorphic_maps_share_their_edge_hexes() -> None:
    doc = two_by_two()
    land = read(doc)
    assert doc["grid"] == {"cols": 9, "rows": 5, "orientation": "flat", "shifted": "even"}
    assert doc["terrain"]["grid"].split() == ["~.f.~.f.~", "~..f~..f~", "~.f.~.f.~", "~..f~..f~", "~xfx~xfx~"]
    north, east, west, south = (where(land, name) for name in ("north", "east", "west", "south"))
    assert north[503] == east[103] == west[501] == south[101] == land.grid.index("0503")
    assert north[303] == west[301] and north[502] == east[102]


def test_the_short_columns_meet_across_a_long_edge() -> None:
    land = read(two_by_two())
    north, west = where(land, "north"), where(land, "west")
    assert land.grid.direction(north[202], west[201]) == land.grid.direction_names.index("S")
    for name in ("north", "east", "west", "south"):
        check_same_map(read(half_hexed(name)), land, name, turned=False)


def test_turned_geomorphic_maps_still_fit() -> None:
    land = read(
        lay_out([[half_hexed("a"), rotate_180(half_hexed("b"))], [rotate_180(half_hexed("c")), half_hexed("d")]])
    )
    for name in "abcd":
        check_same_map(read(half_hexed(name)), land, name, turned=name in "bc")


def test_a_joined_map_is_a_geomorphic_map_again_and_can_be_turned() -> None:
    pair = lay_out([[half_hexed("a"), half_hexed("b")]])
    four = lay_out([[pair], [lay_out([[half_hexed("c"), half_hexed("d")]])]])
    direct = lay_out([[half_hexed("a"), half_hexed("b")], [half_hexed("c"), half_hexed("d")]])
    assert read(four).areas == read(direct).areas
    assert [part["id"] for part in four["joined"]] == ["a", "b", "c", "d"]
    assert rotate_180(rotate_180(four)) == four


def test_tables_are_carried_over_with_their_hexes_renumbered() -> None:
    def part(name: str, **more: Any) -> Document:
        return half_hexed(
            name,
            areas={"edge": "0101 0102"},
            paths=[{"kind": "road", "name": f"{name} road", "hexes": "0102 0201 0302 0401 0502"}],
            places=[{"hex": "0202", "name": f"{name} town", "kind": "town", "value": 2}],
            labels=[{"name": f"{name} bay", "hexes": "0101 0201"}],
            rivers=[{"name": f"{name} river", "hexsides": "0202-0302", "first_bridge": "0202-0302"}],
            **more,
        )

    doc = lay_out([[part("a", note="first"), part("b", note="second", grade="drawn")]])
    land = read(doc)
    assert (doc["id"], doc["name"], "note" in doc, doc["grade"]) == ("a+b", "A + B", False, "drawn")
    assert doc["areas"] == {"edge": "0101 0102 0501 0502"}
    assert doc["hexsides"] == {"river": "0202-0302 0602-0702"}
    assert [(place.name, land.grid.name(place.hex), place.extra) for place in land.places] == [
        ("a town", "0202", {"value": 2}),
        ("b town", "0602", {"value": 2}),
    ]
    assert [row["hexes"] for row in doc["labels"]] == ["0101 0201", "0501 0601"]
    assert doc["rivers"][1] == {"name": "b river", "hexsides": "0602-0702", "first_bridge": "0602-0702"}
    assert doc["geomorph"] == {"edge_roads": "0102 0502 0902", "edge_rivers": "", "profile": "~.f"}
    assert [part["hexes"].split()[0] for part in doc["joined"]] == ["0101", "0501"]
    road = land.paths["road"]
    assert land.grid.list_names(land.grid.step(land.grid.parse("0502"), road)) == ["0401", "0601"]


def test_a_place_on_a_shared_hex_is_one_place_or_an_error() -> None:
    def part(name: str, hex: str, town: str) -> Document:
        return half_hexed(name, places=[{"hex": hex, "name": town, "kind": "town"}])

    doc = lay_out([[part("a", "0502", "Seam"), part("b", "0102", "Seam")]])
    assert doc["places"] == [{"hex": "0502", "name": "Seam", "kind": "town"}]
    with pytest.raises(MapError, match=r"places\[2\]\.hex: 0502 is Seam already and cannot be Rift too"):
        lay_out([[part("a", "0502", "Seam"), part("b", "0102", "Rift")]])


def test_a_name_that_looks_like_a_hex_stays_a_name() -> None:
    place = {"hex": "0101", "name": "0102", "kind": "0103"}
    assert rotate_180(document(places=[place]))["places"] == [{**place, "hex": "0403"}]


def test_legends_that_use_one_letter_for_two_things_are_kept_apart() -> None:
    one = marked(2, 1, lines=[".f"], name="a", hexsides={})
    other = marked(2, 1, lines=[".f"], name="b", hexsides={})
    other["terrain"]["legend"] = {".": "forest", "f": "fort"}
    land = read(lay_out([[one, other]]))
    kinds = [land.terrain_at[land.grid.index(f"0{column}01")] for column in range(1, 5)]
    assert kinds == ["clear", "forest", "forest", "fort"]


# -- what does not fit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no map: every row of a layout needs as many maps as the first, not none"),
        (
            [[marked(2, 2, name="a"), marked(2, 2, name="b")], [marked(2, 2, name="c")]],
            r"a \+ b \+ c: every row of a layout needs as many maps as the first, not 2, 1",
        ),
        ([[marked(2, 2, name="a"), marked(2, 3, name="b")]], "b: grid.rows: 3 does not fit a, which has 2"),
        ([[marked(2, 2, name="a")], [marked(4, 2, name="b")]], "b: grid.cols: 4 does not fit a, which has 2"),
        (
            [[marked(2, 2, name="a"), marked(2, 2, "pointy", name="b")]],
            'b: grid.orientation: should be "flat" as on a',
        ),
        (
            [[marked(3, 2, name="a"), marked(3, 2, name="b")]],
            'b: grid.shifted: "even" does not interlock where its 0101 becomes 0401: "odd" would',
        ),
        (
            [[marked(2, 3, "pointy", name="a")], [marked(2, 2, "pointy", name="b")]],
            'b: grid.shifted: "even" does not interlock where its 0101 becomes 0104: "odd" would',
        ),
        (
            [[marked(2, 2, name="a", scale_km=5), marked(2, 2, name="b", scale_km=2.5)]],
            "b: scale_km: 2.5 should be 5.0 as on a",
        ),
        (
            [[half_hexed("a"), marked(5, 3, name="b")]],
            r"a \+ b: geomorph: either every map has this table, or none",
        ),
        (
            [[half_hexed("a"), half_hexed("b", "f..f~")]],
            r"a \+ b: terrain.grid: 0502: sea on a, but forest on b \(0102 there\)",
        ),
        (
            [[marked(60, 2, name="a"), marked(60, 2, name="b")]],
            r"a \+ b: grid: a grid has 1 to 99 columns and rows, not 120 x 2",
        ),
        ([[marked(2, 2, name="a", areas={"z": "0909"})]], "a: areas.z: 0909 is not on the map: .*"),
    ],
)
def test_what_does_not_fit_is_refused(rows: list[list[Document]], message: str) -> None:
    with pytest.raises(MapError, match=f"^{message}$"):
        lay_out(rows)

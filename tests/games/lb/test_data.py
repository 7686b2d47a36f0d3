"""The data files: what they hold and what `check` finds wrong with a bad copy."""

from __future__ import annotations

import re
import shutil
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.core.data import DataError
from grognard.games.lb import GAME
from grognard.games.lb.check import check
from grognard.hex.grid import bits, both_sides
from grognard.hex.trace import flood
from tests.games.lb._help import hexes

DATA = GAME.folder / "data"
ORDER = ["DX", "DB", "EX", "AB", "AX"]


def test_our_own_files_have_no_fault() -> None:
    assert check(GAME.files) == []


def test_figures_agree_with_the_printed_digits() -> None:
    for row in GAME.files.units:
        digits = [int(one) for one in re.findall(r"\d+", row.printed)]
        if row.type == "ranged_artillery":
            assert digits[:4] == [row.combat, row.rms, row.move, row.range], row.id
        elif row.type == "supply":
            assert digits[:3] == [row.combat, row.rms, row.move], row.id
        else:
            assert digits[:4] == [row.combat, row.rms, row.move, row.attack] and digits[-1] == row.defense, row.id
        assert row.points == row.combat, row.id


def test_the_crt_is_monotone_in_die_and_odds() -> None:
    crt = GAME.files.tables.crt
    ranks = [[ORDER.index(code) for code in crt.rows[name]] for name in crt.odds]
    assert all(a <= b for row in ranks for a, b in pairwise(row))
    assert all(x >= y for upper, lower in pairwise(ranks) for x, y in zip(upper, lower, strict=True))


def test_road_bridges_are_exactly_the_road_crossings_of_the_river() -> None:
    assert GAME.ground.bridged_by_road == both_sides(GAME.ground.river, GAME.ground.roads)


def test_the_river_has_55_hexsides_and_the_whole_map_is_reached_by_road_bridges() -> None:
    ground = GAME.ground
    assert flood(ground.grid, hexes("0101"), ground.land, ground.dry[0]) == ground.land
    assert len(ground.rivers) == 55


def test_towns_lie_on_one_road_net_and_no_front_line_hex_is_wooded() -> None:
    ground, areas = GAME.ground, GAME.map.areas
    net = flood(ground.grid, hexes("1311"), ground.road_hexes, ground.roads)
    assert all(not board & ~net for board in ground.places.values())
    for name in ("s1_russian_front", "s1_german_front", "s2_russian_front", "s2_german_front"):
        assert not areas[name] & ground.no_zoc
    axis = [ground.grid.index(name) for name in GAME.map.document["areas"]["s3_russian_axis"].split()]
    assert all(ground.crosses(ground.roads, a, b) for a, b in pairwise(axis))


def test_the_lost_battles_marks_of_scenario_1_are_within_reach() -> None:
    """victory.points: 452 Russian points stand on the map."""
    rows = {row.id: row.points for row in GAME.files.units}
    setup = GAME.files.scenarios["1-russian-tank-offensive"].setup
    points = sum(
        rows[kind] * n for one in setup if one.side == "russian" and not one.forts for kind, n in one.units.items()
    )
    assert points >= 400


def test_provenance_and_rules_stand_beside_the_data() -> None:
    assert (DATA / "PROVENANCE.md").is_file()
    assert len(GAME.rules.clauses) == 186
    for clause in GAME.rules.clauses:
        assert (clause.ruling is None) == (clause.ruling_ja is None), clause.id


def test_rules_that_the_data_cite_are_in_the_index() -> None:
    for path in [*DATA.glob("scenarios/*.toml"), DATA / "tables.toml"]:
        for rule in re.findall(r'rule = "(.*?)"', path.read_text(encoding="utf-8")):
            assert rule in GAME.rules.ids, (path.name, rule)


@pytest.mark.parametrize(
    ("file", "before", "after", "fault"),
    [
        ("tables.toml", '"1-5"  = ["AX", "AX"', '"1-5"  = ["AX"', "crt.rows.1-5: should have 8 results"),
        ("tables.toml", "[terrain.swamp]", "[terrain.bog]", "swamp is not in tables.toml, terrain"),
        ("tables.toml", 'exit_terrain = "clear"', 'exit_terrain = "sea"', "there is no terrain sea"),
        ("units.toml", "minimum_move = true", "minimum_move = false", "minimum_move: should be true"),
        ("units.toml", "armor = true", "armor = false", "armor: does not go with its type"),
        ("map.toml", "s1_russian_front = ", "s1_russian_fronts = ", "map.toml has no area s1_russian_front"),
        ("units.toml", "range = 4", "rang = 4", "rang: is not a known key"),
    ],
)
def test_a_fault_is_told_with_file_and_key(tmp_path: Path, file: str, before: str, after: str, fault: str) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    assert before in text
    (tmp_path / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(fault)):
        GAME.with_data(tmp_path)


def test_a_front_line_that_cannot_be_covered_is_told(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (DATA / "scenarios" / "1-russian-tank-offensive.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios" / "1-russian-tank-offensive.toml").write_text(
        text.replace("su-rifle-rgt = 6", "su-rifle-rgt = 4"), encoding="utf-8"
    )
    with pytest.raises(DataError, match="cannot cover s1_russian_front"):
        GAME.with_data(tmp_path)


def test_an_owners_figures_are_laid_over_ours(tmp_path: Path) -> None:
    shutil.copy(DATA / "tables.toml", tmp_path / "tables.toml")
    text = (tmp_path / "tables.toml").read_text(encoding="utf-8").replace("motor_points = 10", "motor_points = 12")
    (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
    game = GAME.with_data(tmp_path)
    assert game.files.tables.supply.motor_points == 12 and tomllib.loads(text)["format"] == "tables/1"
    assert len(bits(game.command(hexes("2426"), game.ground.land, game.ground.dry[0]))) > len(
        bits(GAME.command(hexes("2426"), GAME.ground.land, GAME.ground.dry[0]))
    )

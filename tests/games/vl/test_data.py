"""The data of Velikiye Luki: what the components are, and what `check` says of a folder with a fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grognard.core.data import DataError
from grognard.core.rules import RulesIndex, checkout, unknown_citations
from grognard.games.vl import GAME, verbs
from grognard.games.vl.check import check
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.going import reach
from grognard.games.vl.movement import MoveUnits, movers
from grognard.games.vl.schema import DATA, VlFiles, load
from grognard.games.vl.state import VlState
from grognard.hex.grid import any_side, bits
from grognard.hex.trace import flood
from tests.games.vl._help import answer, offered, position, state_of

EVERYWHERE = 1000
"""Half movement points enough to cross the map."""


@pytest.fixture(scope="module")
def files() -> VlFiles:
    return load()


def lay_over(folder: Path, name: str, old: str, new: str) -> Path:
    """A folder with our file `name` in it, changed in one place."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_a_verb_keeps_its_number() -> None:
    """Stored positions hold answers by number; a verb that came later stands behind those that were there."""
    names = [verb.name for verb in verbs.VERBS]
    assert [names.index(verb) for verb in ("place", "demand_retreat", "retreat", "occupy")] == [0, 30, 31, 42]


# ---- components


def test_the_figures_that_the_rulebook_prints_are_in_the_data(files: VlFiles) -> None:
    units = {one.id: one for one in files.counters.unit}
    assert units["fd-357"].steps[0] + units["tr-27"].steps[0] + units["mb-18-2m"].steps[0] == 15  # combat 1
    assert units["s-343"].steps[0] == 3
    assert units["gfd-9"].steps[0] + units["tr-36"].steps[0] == 10  # combat 2
    assert units["meyer"].steps[0] + units["stug-3-185"].steps[0] == 8
    assert units["meyer"].anti_tank and units["stug-3-185"].armoured_bonus
    assert {one.id for one in files.counters.unit if one.size == "XX"} == {
        "fd-381", "fd-257", "fd-357", "gfd-9", "gfd-46", "gfd-21", "fd-28", "fd-7e", "fd-249e", "gfd-19", "fd-350",
        "fd-150",
    }  # fmt: skip
    assert [one.levels for one in files.counters.festung] == [5, 5]
    assert {one.range for one in files.counters.launcher} == {2}


def test_counters_move_6_or_8_and_armour_never_6(files: VlFiles) -> None:
    assert {one.move for one in files.counters.unit} == {6, 8}
    assert all(one.move == 8 for one in files.counters.unit if one.armoured)
    assert all(one.move == 8 for rows in (files.counters.hq, files.counters.launcher) for one in rows)


def test_a_cadre_is_what_a_division_loses_with_its_first_step(files: VlFiles) -> None:
    for one in files.counters.unit:
        if one.size == "XX":
            assert one.steps[0] == one.steps[1] + one.steps[2], one.id


def test_every_place_has_a_japanese_name(files: VlFiles) -> None:
    assert all(place.name_ja for place in files.map.places)


# ---- nobody is stuck


@pytest.mark.parametrize("side", [SOVIET, GERMAN], ids=["soviet", "german"])
def test_every_counter_of_the_set_up_can_move_on_turn_1(side: int) -> None:
    play = GAME.new(seed=1)
    answer(play, "german", "place_rest", "done")
    answer(play, "soviet", "place_rest", "done")
    player = ("soviet", "german")[side]
    if side == GERMAN:
        answer(play, "soviet", "end_movement", "end_combat")
    state = state_of(play)
    mine = sum(
        1 << unit
        for unit in bits(GAME.counters.of_side[side] & ~GAME.counters.festungs)
        if state.on_map(unit) or GAME.arrives[unit] == 1
    )
    assert isinstance(state.stack[-1], MoveUnits) and state.offer[verbs.UNIT] == mine == movers(state, side)
    for unit in offered(play, player, "unit"):
        answer(play, player, ("unit", unit))
        assert offered(play, player, "move"), unit
        answer(play, player, "stop")


def empty(turn: int) -> VlState:
    """The bare map: reinforcements wait, nobody else is there, and the Festungs have fallen."""
    return state_of(position(turn=turn, place={}, festungs={"west": 0, "east": 0}))


@pytest.mark.parametrize("unit", [row.id for row in GAME.units if not row.id.startswith(("cadre", "festung"))])
def test_every_counter_can_get_to_every_hex_of_the_map(unit: str) -> None:
    state = empty(11)
    number = GAME.counters.numbers[unit]
    if not GAME.arrives[number]:
        state.put(number, GAME.suggested[number] if number in GAME.free_area else _set_up(unit))
    assert reach(state, number, EVERYWHERE).board == GAME.ground.land


def _set_up(unit: str) -> int:
    return next(GAME.ground.grid.index(hex) for hex, units in GAME.campaign.setup.items() if unit in units)


def test_every_reinforcement_gets_off_its_entry_hex_in_one_turn() -> None:
    state = empty(11)
    for unit, turn in enumerate(GAME.arrives):
        if turn:
            board = reach(state, unit, 2 * GAME.counters.move[unit]).board
            assert GAME.enters[unit] & ~board == 0 and board & ~GAME.enters[unit], GAME.units[unit].id


def test_no_edge_of_the_map_is_dead() -> None:
    ground = GAME.ground
    assert all(ground.edges) and ground.edge & ~ground.land == 0
    for hex in bits(ground.edge):
        assert ground.grid.around[hex] & ground.land, ground.grid.name(hex)
        assert ground.grid.around[hex].bit_count() < 6 or ground.grid.around[hex] & ~ground.land
    for side in (SOVIET, GERMAN):
        assert ground.sources[side] & ~ground.edge == 0  # supply comes from an edge
        line = flood(ground.grid, ground.sources[side], ground.land)
        assert line == ground.land  # and reaches every hex
    assert not ground.sources[SOVIET] & ground.sources[GERMAN]
    entering = 0
    for hexes in GAME.enters:
        entering |= hexes
    assert entering & ~ground.edge == 0


def test_rivers_and_roads_run_over_the_map_only(files: VlFiles) -> None:
    for kind, sides in files.map.hexsides.items():
        assert any_side(sides) & ~files.map.playable == 0, kind
    for kind, hexes in files.map.path_hexes.items():
        assert hexes & ~files.map.playable == 0, kind


def test_every_set_up_hex_is_free_of_enemies_and_within_stacking() -> None:
    play = GAME.new(seed=1)
    answer(play, "german", "place_rest", "done")
    answer(play, "soviet", "place_rest", "done", "end_movement")  # nobody is asked to remove anything
    assert play.legal("soviet", "end_combat") and GAME.invariants(play.state) == []


# ---- check


def test_our_own_data_has_no_fault(files: VlFiles) -> None:
    assert check(files) == []


def test_files_of_an_overlay_replace_ours_one_by_one(files: VlFiles, tmp_path: Path) -> None:
    lay_over(tmp_path, "tables.toml", "leave_enemy_zoc = 2", "leave_enemy_zoc = 3")
    mine = GAME.with_data(tmp_path)
    assert mine.files.tables.movement.leave_enemy_zoc == 3 and mine.files.counters == files.counters
    assert mine.own_data == tmp_path and GAME.own_data is None


def test_a_folder_with_a_fault_is_refused(tmp_path: Path) -> None:
    lay_over(tmp_path, "units.toml", "count = 23", "count = 9")
    with pytest.raises(DataError, match=r"cadres\.count: 12 divisions can have 23 cadres out at once"):
        GAME.with_data(tmp_path)


FAULTS = {
    "map.toml": [
        ('"w" = "wooded"', '"w" = "forest"', "terrain.legend: forest is not in tables.toml, terrain"),
        (
            'name_ja = "ゴルキ"\nkind = "village"',
            'name_ja = "ゴルキ"\nkind = "hamlet"',
            'places "Gorki": kind: hamlet is not in tables.toml, place',
        ),
        ('hex = "0603"', 'hex = "1204"', 'places "Gorki": its hex is off the map'),
        ("\nminor_river =", "\nbrook =", "hexsides.brook: is not in tables.toml, hexside"),
        ("\nwest_edge =", "\nwest_side =", "areas.west_edge: is missing"),
        ('\nentry_1607 = "1607"', '\nentry_1607 = "1607 1604"', "areas.entry_1607: 1604 is off the map"),
        (
            'festung = "west"',
            'festung = "east"',
            "places: one place should have festung = west and one festung = east",
        ),
    ],
    "units.toml": [
        ('id = "tr-34"', 'id = "tr-27"', '"tr-27" is there 2 times'),
        (
            'steps = [4, 2]\nquality = "C"\nmove = 6\nformation = "army"',
            'steps = [4, 4]\nquality = "C"\nmove = 6\nformation = "army"',
            'unit "kraft": steps: should fall from full strength to weakest',
        ),
        (
            'steps = [4, 2]\nquality = "C"\nmove = 6\nformation = "army"',
            'steps = [4, 2, 1]\nquality = "C"\nmove = 6\nformation = "army"',
            'unit "kraft": steps: three steps are for divisions and only for them (1.7.1)',
        ),
        (
            'integrity = "2M"\ninfantry = true\narmoured = true\nmechanised_brigade = true\n'
            'strength_source = "7 + 2 + 6',
            'integrity = "2M"\ninfantry = true\nmechanised_brigade = true\nstrength_source = "7 + 2 + 6',
            'unit "mb-18-2m": a mechanised brigade is infantry and armoured (1.5)',
        ),
        ("count = 23", "count = 22", "cadres.count: 12 divisions can have 23 cadres out at once (1.7.4)"),
        ('part = "west"', 'part = "east"', "festung: there should be one with part = west"),
    ],
    "tables.toml": [
        ("\n6 = [", "\n7 = [", "crt.rows: should have a row for each face of the die"),
        (', "-/R3", "-/R4"]', ', "-/R3"]', "crt.rows.6: should have 11 results, has 10"),
        (
            "6.0, 7.0, 8.0]",
            "7.0, 6.0, 8.0]",
            "crt.ratios: should rise from left to right, one for each column",
        ),
        ("A = [0, 0, 0, 1, 1, 2]", "A = [0, 0, 0, 1, 1]", "quality.A: should have six shifts, has 5"),
        (', 6 = "same" }', " }", "weather.die: should have a word for each face of the die"),
        (
            'winner = "german"\nleast = 0',
            'winner = "german"\nleast = 1',
            "victory.levels: should rise from least = 0",
        ),
        (
            "[[victory.automatic]]            # 13.3.2, the garrison destroyed before turn 11\n"
            'id = "soviet_tactical"\nwinner = "soviet"\nleast = 0',
            '[[victory.automatic]]\nid = "soviet_tactical"\nwinner = "soviet"\nleast = 14',
            "victory.automatic: should rise from least = 0",
        ),
    ],
    "scenarios/campaign.toml": [
        ('"0512" = ["klatt"]', '"0512" = ["klotz"]', 'setup.0512: units.toml has no "klotz"'),
        ('"0512" = ["klatt"]', '"0512" = ["klatt", "giehl"]', 'setup.1012: "giehl" is in setup.0512 already'),
        ('"0512" = ["klatt"]', '"1204" = ["klatt"]', "setup.1204: is off the map"),
        ('"0512" = ["klatt"]', '"9901" = ["klatt"]', "setup: 9901"),
        ('"0512" = ["klatt"]', "", '"klatt" is neither set up nor a reinforcement'),
        ('area = "soviet_free_setup"', 'area = "moon"', "choice: map.toml has no area moon"),
        ("{ hq-83 = ", "{ hq-3c = ", 'choice: "hq-3c" is not german'),
        (
            'enters = "soviet_entry_1610_1615"',
            'enters = "moon"',
            "reinforcements: map.toml has no area moon",
        ),
        (
            'option = "third_regiment_331"',
            'option = "fourth_regiment"',
            "reinforcements: there is no option fourth_regiment",
        ),
        (
            'turn = 11\nenters = "soviet_entry_1606_1610"',
            'turn = 12\nenters = "soviet_entry_1606_1610"',
            "reinforcements: turn 12 is after the last, 11",
        ),
        (
            '"fr-1-7"]',
            '"fr-1-7", "fd-150"]',
            'reinforcements: "fd-150" is not german',
        ),
        ('german = "german_reinforcement"', 'german = "moon"', "returns.german: map.toml has no area moon"),
    ],
}


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [pytest.param(name, *row, id=f"{name}: {row[2]}") for name, rows in FAULTS.items() for row in rows],
)
def test_check_tells_a_fault_with_file_table_and_key(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    found = check(load(overlay=lay_over(tmp_path, name, old, new)))
    assert any(one.startswith(f"{name}: {fault}") for one in found), found


def test_a_folder_without_a_scenario_is_told(files: VlFiles) -> None:
    assert check(replace(files, scenarios={})) == ["scenarios: there is no scenario"]


def test_a_slip_on_the_map_is_told_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^map\.toml: hexsides\.major_river: "):
        load(overlay=lay_over(tmp_path, "map.toml", "1205-1305 1205-1306", "1205-1405 1205-1306"))


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("units.toml", 'id = "klatt"\n', 'id = "klatt"\nmorale = 3\n', r'unit "klatt": morale: is not a known key'),
        ("units.toml", "count = 23", "count = 0", r"cadres\.count: should be"),
        ("tables.toml", 'id = "velikiye-luki"', 'id = "avl"', r"tables\.toml: id: should be"),
        ("scenarios/campaign.toml", "turns = 11", "turns = 0", r"campaign\.toml: turns: should be"),
        ("scenarios/campaign.toml", "ten_vp_is_soviet = false", "ten = false", r"options\.ten: is not a known key"),
    ],
)
def test_the_schema_refuses_what_is_no_figure_of_the_game(
    tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    with pytest.raises(DataError, match=told):
        load(overlay=lay_over(tmp_path, name, old, new))


# ---- the rules index


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert unknown_citations(RulesIndex.load(DATA.parent / "rules.toml"), checkout(DATA)) == []

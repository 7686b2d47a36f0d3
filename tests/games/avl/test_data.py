"""The data of A Victory Lost: what the components are, and what `check` says of a folder with a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.core.data import DataError
from grognard.core.rules import RulesIndex, checkout, unknown_citations
from grognard.games.avl.check import check
from grognard.games.avl.schema import DATA, AvlFiles, Unit, load
from grognard.testing import rule


@pytest.fixture(scope="module")
def files() -> AvlFiles:
    return load()


def unit(files: AvlFiles, label: str, nation: str = "german") -> Unit:
    (found,) = (unit for unit in files.units if (unit.label, unit.nation) == (label, nation))
    return found


def lay_over(folder: Path, name: str, old: str, new: str) -> Path:
    """A folder with our file `name` in it, changed in one place."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return folder


# --- components ---------------------------------------------------------------------------------------


@rule("avl", "2.2.1")
def test_every_counter_has_one_of_five_nationalities(files: AvlFiles, tmp_path: Path) -> None:
    nations = {(counter.side, counter.nation) for counter in files.counters}
    axis = {("axis", nation) for nation in ("german", "italian", "romanian", "hungarian")}
    assert nations == axis | {("soviet", "soviet")}
    old = 'name_ja = "第17装甲師団"\nside = "axis"\nnation = '
    strange = lay_over(tmp_path, "units.toml", f'{old}"german"', f'{old}"finnish"')
    with pytest.raises(DataError, match=r'^units\.toml: unit "de-17pz": nation: should be .*found "finnish"$'):
        load(overlay=strange)


@rule("avl", "2.2.2b")
def test_mechanized_units_have_two_values_and_others_one(files: AvlFiles) -> None:
    for one in files.units:
        for step in one.steps:
            assert (step.combat is None) == one.mechanized
            assert (step.attack is not None) == (step.defense is not None) == one.mechanized
    panzer, infantry = unit(files, "6Pz"), unit(files, "298")
    assert panzer.mechanized and not infantry.mechanized
    assert panzer.attack == tuple(step.attack for step in panzer.steps)
    assert panzer.defense == tuple(step.defense for step in panzer.steps)
    assert infantry.attack == infantry.defense == tuple(step.combat for step in infantry.steps)


@rule("avl", "2.2.2b")
def test_a_unit_with_the_wrong_kind_of_strength_is_refused(tmp_path: Path) -> None:
    old = "mechanized = true\nsteps = [{ attack = 3, defense = 2 }, { attack = 1, defense = 1 }]\nmove = 7\n"
    wrong = lay_over(tmp_path, "units.toml", old, old.replace("true", "false"))
    with pytest.raises(DataError, match=r'unit "hu-1tk": mechanized = false, so each step has combat'):
        load(overlay=wrong)


@rule("avl", "2.2.2c")
def test_the_troops_of_1pza_and_28a_and_no_others_come_through_boxes(files: AvlFiles) -> None:
    boxes = {"1PzA": ("1pza_box_entry", 4), "28A": ("28a_box_entry", 1)}
    for counter in files.counters:
        army = counter.group if isinstance(counter, Unit) else counter.label
        assert (counter.enters, counter.arrives) == boxes[army] if army in boxes else counter.enters is None


@rule("avl", "2.2.2c")
def test_the_number_on_a_counter_is_its_turn_in_the_reinforcement_list(files: AvlFiles) -> None:
    listed = files.scenarios["campaign"].reinforcements
    assert "su-10tk" in listed[3]
    for turn, counters in listed.items():
        assert set(counters) == {counter.id for counter in files.counters if counter.arrives == turn}


def test_no_counter_can_be_said_to_start_reduced(tmp_path: Path) -> None:
    old = 'id = "de-17pz"\n'
    with pytest.raises(DataError, match=r'unit "de-17pz": reduced: is not a known key'):
        load(overlay=lay_over(tmp_path, "units.toml", old, old + "reduced = true\n"))


@rule("avl", "2.4")
def test_there_is_a_chit_for_each_hq_and_three_more(files: AvlFiles) -> None:
    axis, soviet = files.scenarios["campaign"].chits.axis, files.scenarios["campaign"].chits.soviet
    chits = [
        *axis.start,
        *axis.with_hq,
        *(special.chit for special in axis.special),
        *soviet.from_,
        *soviet.always,
    ]
    extra = ["Manstein-1", "Manstein-2", "STAVKA"]
    assert sorted(chits) == sorted([hq.label for hq in files.hqs] + extra)
    assert len(chits) == len(files.hqs) + 3


@rule("avl", "3.0d")
def test_the_axis_begins_with_the_chits_of_five_hqs_on_the_map(files: AvlFiles) -> None:
    assert set(files.scenarios["campaign"].chits.axis.start) == {"4PzA", "Hollidt", "It8A", "H2A", "R3A"}
    on_map = {hq.label for hq in files.hqs if hq.side == "axis" and hq.setup is not None}
    assert on_map == set(files.scenarios["campaign"].chits.axis.start)


def test_the_figures_that_the_rulebook_prints_are_in_the_data(files: AvlFiles) -> None:
    assert unit(files, "27Pz").attack[0] == 6
    assert unit(files, "17Pz").attack[0] == 6
    assert unit(files, "7Tk", "soviet").attack[0] == 4
    assert unit(files, "335").defense[0] == 3
    assert unit(files, "23Pz").attack[0] + unit(files, "LAH").attack[0] == 13
    assert unit(files, "4C", "soviet").defense[0] == 1
    assert unit(files, "8Lw").defense[0] == 1
    assert [len(unit(files, label, "soviet").steps) for label in ("38G", "91")] == [2, 2]
    italians = {one.label for one in files.units if one.nation == "italian"}
    assert italians == {"Cos", "Jul", "Sfz", "Trd", "PADA", "Cun", "Rav", "Tor"}
    kinds = {place.name: place.kind for place in files.map.places}
    assert (kinds["Chuguev"], kinds["Kharkov"], kinds["Rostov"]) == ("town", "city", "city")
    shifts = {kind: line.shift for kind, line in files.tables.terrain.items()}
    assert (shifts["town"], shifts["city"], shifts["rough"] + shifts["town"]) == (1, 2, 2)


def test_cavalry_is_not_mechanized_and_tank_and_mechanized_corps_are(files: AvlFiles) -> None:
    for one in files.units:
        armoured = one.type in ("tank", "mechanized", "panzer", "ss-panzer", "motorized")
        assert one.mechanized == armoured, one.id


def test_the_great_waters_have_their_names_on_the_map(files: AvlFiles) -> None:
    names = {label.name: label.name_ja for label in files.map.labels}
    assert names.keys() >= {"Don", "Donets", "Dnepr", "Volga", "Oskol", "Khoper", "Manych", "Chir", "Aidar"}
    assert names["Don"] == "ドン川" and names["Sea of Azov"] == "アゾフ海"
    assert all(names.values())


# --- check --------------------------------------------------------------------------------------------


def test_our_own_data_has_no_fault(files: AvlFiles) -> None:
    assert check(files) == []


def test_files_of_an_overlay_replace_ours_one_by_one(files: AvlFiles, tmp_path: Path) -> None:
    lay_over(tmp_path, "tables.toml", "sudden_death_lead = 30 ", "sudden_death_lead = 40 ")
    mine = load(overlay=tmp_path)
    assert mine.tables.victory.sudden_death_lead == 40
    assert mine.units == files.units
    (fault,) = check(mine)
    assert fault.startswith("scenarios/campaign.toml: victory.sudden_death_lead: 30 does not agree with 40")


FAULTS = {
    "map.toml": [
        ('"r" = "rough"', '"r" = "hills"', "terrain.legend: hills is not in tables.toml, terrain"),
        ("axis_supply =", "axis_rail =", "areas.axis_supply: is missing"),
        ("\nimpassable =", "\ncliff =", "hexsides: impassable is missing"),
        (
            "0123-0124 0124-0223",
            "0123-0124 0124-0223 0223-0124",
            "hexsides.major_river: 0223-0124 is listed already, as major_river",
        ),
        (
            "0123-0124 0124-0223",
            "0123-0124 0124-0223 4020-4120",
            "hexsides.major_river: 4020-4120 ends inland, not at the edge or the sea",
        ),
        ("0111-0211 0112-0211", "0111-0211 0112-0211 1016-1116", "hexsides: 1016-1116 belongs to no river"),
        (
            "0111-0211 0112-0211",
            "0111-0211 0112-0211 1041-1042",
            "hexsides.minor_river: 1041 is water and has no bank",
        ),
        ('hex = "6522"', 'hex = "1041"', 'places "Stalingrad": hex: 1041 is water'),
        ('name = "Oblivskaya"', 'name = "Surovikino"', 'places "Surovikino": there are 2 of this name'),
        (
            "0325 0429 1211 2129 3435",
            "0325 0429 1211 2129",
            "areas.victory_cities: should be the hexes of the places with victory_city",
        ),
        ("3242 3342 3442", "3241 3342 3442", "areas.1pza_box_entry: 3241 is not on the edge of the map"),
        ("0106 0115 0116", "0106 0115 0116 3201", "areas: 3201 is a source of both sides"),
        (
            '"5041 5141 5241 5341 5441"',
            '"5041 5141 5341 5441"',
            'labels "Lake Manych-Gudilo": hexes: 5141 and 5341 are not adjacent',
        ),
        (
            '"5041 5141 5241 5341 5441"',
            '"5041 5141 5241 5341 5340"',
            'labels "Lake Manych-Gudilo": hexes: 5340 does not touch any water',
        ),
    ],
    "tables.toml": [
        (
            '"DR",  "DR",   "DR",   "1DR",  "1DR",  "1DR2", "2DR2"]',
            '"DR"]',
            "crt.rows.2: should have 11 results, has 5",
        ),
        ('"3DR2", "4DR2"]', '"3DR2", "9DR"]', 'crt.rows.6: "9DR" is not in crt.results'),
        ('"3DR2", "4DR2"]', '"3DR2", "A1"]', "crt.rows.6: 3DR2 at 9-1 is better than A1 to its right"),
        ('6 = ["DR",', '6 = ["A1",', "crt.rows.5: - at 1-1 is better than A1 below it"),
        ('zero_defense = "10-1+"', 'zero_defense = "11-1"', "crt.zero_defense: 11-1 is no column"),
        (
            ', "3月7-16日"]',
            "]",
            "turn_track.dates_ja: should have 9 entries, one for each turn",
        ),
        (
            "axis_chits = [3, 3,",
            "axis_chits = [3,",
            "turn_track.axis_chits: should have 9 entries, one for each turn",
        ),
    ],
    "units.toml": [
        ('id = "hu-9"', 'id = "hu-6"', '"hu-6": there are 2 counters with this id'),
        ('setup = "2901"', 'setup = "1041"', 'unit "hu-9": setup: 1041 is water'),
        ('setup = "2901"', 'setup = "6522"', 'unit "hu-9": setup: 6522 lies in the closed pocket'),
        ('setup = "2901"', 'setup = "9901"', 'unit "hu-9": setup: 9901 is not on the map'),
        (
            "{ attack = 3, defense = 2 }, { attack = 1, defense = 1 }]\nmove = 7",
            "{ attack = 3, defense = 2 }, { attack = 1, defense = 3 }]\nmove = 7",
            'unit "hu-1tk": steps: the reduced side is stronger than the full one',
        ),
        ('setup = "2901"', 'setup = "3508"', "setup 3508: hungarian and italian do not stack"),
        ('setup = "2901"', 'setup = "4011"', "setup 4011: both sides stand there"),
        ('setup = "2901"', 'setup = "6403"', 'unit "hu-9": setup: no supply line from 6403 (10.1.2)'),
        (
            'setup = "5830"',
            'setup = "0940"',
            'hq "hq-4pza": setup: nobody it may command is within 6 hexes of 0940',
        ),
    ],
    "scenarios/campaign.toml": [
        ('8 = ["de-39"]', '9 = ["de-39"]', "reinforcements.9: de-39 arrives on turn 8 in units.toml"),
        ('8 = ["de-39"]', "", "reinforcements: de-39 is missing"),
        ('"It8A", "H2A", "R3A"]', '"It8A", "H2A"]', "chits.axis.start: R3A is missing"),
        (
            ', { chit = "Manstein-2", arrives = 5 }',
            "",
            "chits: there are two Manstein chits and STAVKA beside those of the HQs",
        ),
        (
            "per_turn = [3, 3, 4",
            "per_turn = [3, 7, 4",
            "chits.axis.per_turn: turn 2 needs 7 chits, 6 have arrived",
        ),
        (
            "axis = 25",
            "axis = 20",
            "setup.victory_points.axis: 20 does not agree with 25 in the tables and the map",
        ),
        (
            'hq = "hq-1pza", arrives = 4',
            'hq = "hq-1pza", arrives = 5',
            "boxes.1pza_box: de-111 enters here, but with another side or turn (11.2.1)",
        ),
    ],
}


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [pytest.param(name, *row, id=f"{name}: {row[2]}") for name, rows in FAULTS.items() for row in rows],
)
def test_check_tells_a_fault_with_file_table_and_key(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    assert f"{name}: {fault}" in check(load(overlay=lay_over(tmp_path, name, old, new)))


def test_a_slip_on_the_map_is_told_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^map\.toml: hexsides\.major_river: "):
        load(overlay=lay_over(tmp_path, "map.toml", "0123-0124 0124-0223", "0123-0125 0124-0223"))


# --- the rules index ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index() -> RulesIndex:
    return RulesIndex.load(DATA.parent / "rules.toml")


def test_no_test_cites_a_clause_that_does_not_exist(index: RulesIndex) -> None:
    assert unknown_citations(index, checkout(DATA)) == []


def test_the_rulings_page_says_what_the_index_says(index: RulesIndex) -> None:
    root = checkout(DATA)
    assert root is not None
    whole = (root / "docs/rulings.md").read_text(encoding="utf-8")
    page = whole.partition("## A Victory Lost\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d[\d.]*[a-z]?) \| [^|]* \| ([^|]*) \|", page, flags=re.MULTILINE)
    assert dict(rows) == {clause.id: clause.ruling for clause in index.clauses if clause.ruling is not None}
    assert len(index.clauses) == 189

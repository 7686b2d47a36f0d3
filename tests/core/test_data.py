"""Reading data files: what a fault in a file looks like to the person who made it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from pydantic import ValidationError

from grognard.core.data import DataError, Table, find, find_all, read, read_toml


class Strength(Table):
    attack: int
    defense: int


class Unit(Table):
    id: str
    side: Literal["axis", "soviet"]
    steps: tuple[Strength, ...]
    mechanized: bool = False


class Track(Table):
    chits: dict[int, tuple[str, ...]]
    factor: float


class Units(Table):
    unit: tuple[Unit, ...] = ()
    track: Track | None = None


GOOD = """
[[unit]]
id = "de-6pz"
side = "axis"
steps = [{ attack = 7, defense = 6 }, { attack = 3, defense = 3 }]

[[unit]]
id = "de-17pz"
side = "axis"
steps = [{ attack = 6, defense = 5 }]

[track]
chits = { 1 = ["STAVKA"], 10 = [] }
factor = 1
"""


def faults(folder: Path, text: str) -> list[str]:
    path = folder / "units.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read(path, Units)
    return str(refused.value).split("\n")


def test_a_good_file_becomes_typed_rows(tmp_path: Path) -> None:
    path = tmp_path / "units.toml"
    path.write_text(GOOD, encoding="utf-8")
    units = read(path, Units)
    assert [unit.id for unit in units.unit] == ["de-6pz", "de-17pz"]
    assert units.unit[0].steps == (Strength(attack=7, defense=6), Strength(attack=3, defense=3))
    assert units.track == Track(chits={1: ("STAVKA",), 10: ()}, factor=1.0)


def test_what_was_read_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "units.toml"
    path.write_text(GOOD, encoding="utf-8")
    unit = read(path, Units).unit[0]
    with pytest.raises(ValidationError):
        setattr(unit, "mechanized", True)  # noqa: B010 - mypy would refuse the plain assignment


@pytest.mark.parametrize(
    ("wrong", "right", "line"),
    [
        (
            "attack = 6",
            'attack = "six"',
            'unit "de-17pz": steps[0].attack: should be a whole number, found "six"',
        ),
        (
            "attack = 6",
            "attack = 6.5",
            'unit "de-17pz": steps[0].attack: should be a whole number, found 6.5',
        ),
        (
            "attack = 6",
            'attack = "6"',
            'unit "de-17pz": steps[0].attack: should be a whole number, found "6"',
        ),
        ("attack = 6, ", "", 'unit "de-17pz": steps[0].attack: is missing'),
        ("defense = 5", "defence = 5, defense = 5", 'unit "de-17pz": steps[0].defence: is not a known key'),
        ("factor = 1", "factor = true", "track.factor: should be a number, found true"),
        ("1 = [", "one = [", 'track.chits.one: should be a whole number, found "one"'),
        ('["STAVKA"]', '"STAVKA"', 'track.chits.1: should be a list, found "STAVKA"'),
    ],
)
def test_a_fault_names_file_row_and_key(tmp_path: Path, wrong: str, right: str, line: str) -> None:
    assert wrong in GOOD
    assert faults(tmp_path, GOOD.replace(wrong, right)) == [f"units.toml: {line}"]


def test_a_word_outside_a_fixed_list_is_told_the_list(tmp_path: Path) -> None:
    text = '[[unit]]\nid = "x"\nside = "red"\nsteps = []\n'
    assert faults(tmp_path, text) == ["""units.toml: unit "x": side: should be 'axis' or 'soviet', found "red\""""]


def test_a_row_without_a_name_is_told_by_its_number(tmp_path: Path) -> None:
    assert faults(tmp_path, '[[unit]]\nside = "axis"\nsteps = []\n') == ["units.toml: unit[0].id: is missing"]


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("attack = 6", "attack = -").replace("attack = -", "attack = true")
    assert len(faults(tmp_path, text.replace("factor = 1", 'factor = ""'))) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\nb = [1,\nc = 3", "line 3, column 1: "),
        ("a = ", "end of document: "),
        ("[a]\n[a]\n", "line 2, "),
    ],
)
def test_a_slip_in_toml_is_told_with_its_line(tmp_path: Path, text: str, place: str) -> None:
    assert faults(tmp_path, text)[0].startswith(f"units.toml: {place}")


def test_a_file_that_is_not_text_or_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "photo.toml").write_bytes(b"\xff\xd8")
    with pytest.raises(DataError, match=r"^photo\.toml: byte 0: is not UTF-8 text$"):
        read_toml(tmp_path / "photo.toml")
    with pytest.raises(DataError, match=r"absent\.toml: there is no such file$"):
        read_toml(tmp_path / "absent.toml")


def test_a_folder_laid_over_another_wins_file_by_file(tmp_path: Path) -> None:
    ours, mine = tmp_path / "ours", tmp_path / "mine"
    for folder, names in (
        (ours, ("map.toml", "scenarios/a.toml", "scenarios/b.toml")),
        (mine, ("map.toml",)),
    ):
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
    (mine / "scenarios").mkdir()
    (mine / "scenarios/b.toml").touch()
    assert find("map.toml", mine, ours) == mine / "map.toml"
    assert find("scenarios/a.toml", mine, ours) == ours / "scenarios/a.toml"
    assert find_all("scenarios/*.toml", mine, ours) == [ours / "scenarios/a.toml", mine / "scenarios/b.toml"]
    with pytest.raises(DataError, match=r"^tables\.toml: not found in "):
        find("tables.toml", mine, ours)

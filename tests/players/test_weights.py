"""Weights of doctrines: what a file of them may say, and that different ones do not disturb each other."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.colours import sides_of
from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.core.registry import game
from grognard.players import avl, bot, lb, victory, vl
from grognard.players.doctrine import doctrine
from grognard.players.weights import Sheet, read, read_changes
from tests.players._keeps import Sample


@dataclass(frozen=True, slots=True, eq=False)
class Few:
    pull: float
    near: int


GOOD = """
[all]
pull = { least = 0.0, most = 1.0, unit = "points", what = "A hex nearer." }
near = { value = 4, least = 1, most = 9, unit = "hexes", what = "How far is near." }
[side.axis]
pull = 0.5
[side.soviet]
pull = 0.25
near = 5
"""


def sheet(folder: Path, text: str) -> Sheet[Few]:
    path = folder / "weights.toml"
    path.write_text(text, encoding="utf-8")
    return read(path, Few, ("axis", "soviet"))


def faults(folder: Path, *changes: tuple[str, str]) -> tuple[str, ...]:
    """What is told of the good file with something in it replaced."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(DataError) as told:
        sheet(folder, text)
    return told.value.faults


def test_a_side_takes_the_value_of_all_where_it_has_none_of_its_own(tmp_path: Path) -> None:
    axis, soviet = sheet(tmp_path, GOOD).by_side()
    assert (axis.pull, axis.near, soviet.pull, soviet.near) == (0.5, 4, 0.25, 5)


def test_each_fault_of_a_file_is_told_in_a_line(tmp_path: Path) -> None:
    changes = ("pull = 0.5", "pull = 1.5"), ("near = 5", "nera = 5"), ("value = 4", "value = 0")
    assert faults(tmp_path, *changes) == (
        "weights.toml: side.soviet.nera: is not the name of a weight",
        "weights.toml: all.near: should be 1 to 9, found 0",
        "weights.toml: side.axis.pull: should be 0 to 1, found 1.5",
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("near = {", "far = {", "all.far: is not the name of a weight"),
        ("near = {", "far = {", "all.near: is missing"),
        ("pull = 0.5\n", "", "side.axis.pull: is missing, and all.pull has no value"),
        ("side.axis", "side.italian", "side.italian: is no side of the game"),
        ("value = 4", "value = 4.5", "all.near: should be a whole number, found 4.5"),
        ("pull = 0.5", "pull = nan", "side.axis.pull: should be 0 to 1, found nan"),
        ("pull = 0.5", 'pull = "much"', 'side.axis.pull: should be a number, found "much"'),
        ('unit = "hexes", ', "", "all.near.unit: is missing"),
    ],
)
def test_a_fault_is_told_where_it_is(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert f"weights.toml: {fault}" in faults(tmp_path, (old, new))


def test_changed_weights_keep_to_names_and_bounds(tmp_path: Path) -> None:
    few = sheet(tmp_path, GOOD)
    axis, soviet = few.changed("axis", {"pull": 0.75}).by_side()
    assert (axis.pull, axis.near, soviet.pull) == (0.75, 4, 0.25)
    assert few.by_side()[0].pull == 0.5
    with pytest.raises(DataError, match=r"side\.axis\.pul: is not the name of a weight"):
        few.changed("axis", {"pul": 0.75})
    with pytest.raises(DataError, match=r"side\.axis\.pull: should be 0 to 1, found 7"):
        few.changed("axis", {"pull": 7})
    with pytest.raises(DataError, match="there is no side german"):
        few.changed("german", {"pull": 0.75})


BETTER = """
[side.axis]
pull = 0.6
[scenario."2-winter".side.axis]
near = 7
"""


def better(folder: Path, text: str) -> Sheet[Few]:
    path = folder / "regular.toml"
    path.write_text(text, encoding="utf-8")
    return read_changes(path, sheet(folder, GOOD))


def test_what_differs_in_a_scenario_is_laid_over_what_differs_everywhere(tmp_path: Path) -> None:
    found = better(tmp_path, BETTER)
    elsewhere, winter = found.by_side(), found.by_scenario()["2-winter"]
    assert [(one.pull, one.near) for one in elsewhere] == [(0.6, 4), (0.25, 5)]
    assert [(one.pull, one.near) for one in winter] == [(0.6, 7), (0.25, 5)]
    assert list(found.by_scenario()) == ["2-winter"]


def test_what_differs_with_an_option_is_kept_as_a_scenario_is(tmp_path: Path) -> None:
    found = better(tmp_path, BETTER + "[option.old_tanks.side.axis]\nnear = 6\n")
    assert [(one.pull, one.near) for one in found.by_scenario()["old_tanks"]] == [(0.6, 6), (0.25, 5)]
    assert found.place("2-winter", {"old_tanks": True}) == "old_tanks"
    assert found.place("2-winter", {"old_tanks": False, "fog": True}) == "2-winter"
    assert found.place(None, {}) is None
    with pytest.raises(DataError, match=r'option\."old_tanks"\.side\.axis\.near: should be 1 to 9, found 17'):
        better(tmp_path, "[option.old_tanks.side.axis]\nnear = 17\n")


def test_a_fault_in_a_scenario_is_told_where_it_is(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r'scenario\."2-winter"\.side\.axis\.near: should be 1 to 9, found 17'):
        better(tmp_path, BETTER.replace("near = 7", "near = 17"))
    with pytest.raises(DataError, match="there is no side italian"):
        better(tmp_path, BETTER.replace('winter".side.axis', 'winter".side.italian'))


# ---- doctrines in one process

DOCTRINES: dict[str, tuple[type[Any], Sheet[Any]]] = {
    "avl": (avl.AvlDoctrine, avl.SHEET),
    "lb": (lb.LbDoctrine, lb.SHEET),
    "victory": (victory.VictoryDoctrine, victory.SHEET),
    "vl": (vl.VlDoctrine, vl.SHEET),
}


def shaken(sheet: Sheet[Any], *sides: str) -> Sheet[Any]:
    """The weights of a doctrine, every one of these sides some way from its value towards the most it may be."""
    for side in sides:
        changes = {}
        for name, value in sheet.values[side].items():
            nearer = value + (sheet.weights[name].most - value) / 8
            changes[name] = ceil(nearer) if sheet.types[name] is int else nearer
        sheet = sheet.changed(side, changes)
    return sheet


@pytest.fixture(scope="module", params=DOCTRINES)
def played(request: pytest.FixtureRequest) -> tuple[Game, Sample]:
    """The first part of a game, every so many answers of it."""
    found = game(request.param)
    recruit, rng = bot("recruit"), Random(11)
    state = found.fast_state(11, None, None)
    sample: Sample = []
    for number in range(1500):
        player = state.deciders[0]
        if number % 13 == 0:
            sample.append((state.clone(), player))
        state.apply(player, recruit.choose(found.imagine(state, player, rng), player, rng))
        if state.result is not None:
            break
    return found, sample


def answers(one: Any, sample: Sample) -> list[int | None]:
    return [one.choose(state.clone(), player) for state, player in sample]


def forget(package: str) -> None:
    """Clear whatever the modules of a doctrine remember, whoever it was remembered for."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
            for word, kept in vars(module).items():
                if word.startswith("_") and word.isupper() and hasattr(kept, "clear"):
                    kept.clear()


def test_doctrines_with_different_weights_do_not_disturb_each_other(played: tuple[Game, Sample]) -> None:
    game, sample = played
    kind, weights = DOCTRINES[game.id]
    others = shaken(weights, *weights.sides)
    forget(kind.__module__.rpartition(".")[0])
    alone = answers(kind(), sample)
    forget(kind.__module__.rpartition(".")[0])
    other_alone = answers(kind(others), sample)
    assert other_alone != alone
    ours, other = kind(), kind(others)
    assert answers(ours, sample) == alone  # after the other one
    assert answers(other, sample) == other_alone  # and the other way round
    forget(kind.__module__.rpartition(".")[0])
    ours, other = kind(), kind(others)
    by_turns = [(ours.choose(state.clone(), player), other.choose(state.clone(), player)) for state, player in sample]
    assert by_turns == list(zip(alone, other_alone, strict=True))


def test_weights_of_one_side_change_that_sides_answers(played: tuple[Game, Sample]) -> None:
    game, sample = played
    kind, weights = DOCTRINES[game.id]
    for player, side in enumerate(weights.sides[:2]):  # Victory's third side sits at other tables
        own = [(state, who) for state, who in sample if who == player]
        assert answers(kind(shaken(weights, side)), own) != answers(kind(), own)


@pytest.mark.parametrize("game_id", DOCTRINES)
def test_sides_of_weights_are_the_players_of_the_game(game_id: str) -> None:
    assert list(DOCTRINES[game_id][1].sides) == sides_of(game(game_id))


@pytest.mark.parametrize("game_id", DOCTRINES)
def test_weights_are_slotted_and_the_doctrine_goes_by_them(game_id: str) -> None:
    kind, weights = DOCTRINES[game_id]
    assert isinstance(doctrine(game_id), kind)
    for own, read_again in zip(kind().weights, weights.by_side(), strict=True):
        assert not hasattr(own, "__dict__")
        assert all(getattr(own, field.name) == getattr(read_again, field.name) for field in fields(own))

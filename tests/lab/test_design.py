"""The designer's loop: figures by name, folders in which they differ, and a search that finds the even game."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.lab.design.even import Setting, Trial, search
from grognard.lab.design.figures import Figure, Value, as_it_is, overlay, read_figure


@pytest.mark.parametrize(
    "told",
    [
        "units.toml", "units.toml:unit.move", "units.toml:unit.move=3", "units.toml:unit.move=6..3", "units:move=1..2",
        "units.toml:unit[.move=1..2", "units.toml:unit.move=1..6/0",
        "units.toml:unit.move=1.2.3..4", "units.toml:unit.move=1..6/.", "units.toml:unit.move=...1",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_in_one_line(told: str) -> None:
    with pytest.raises(SetupError, match=r"say FILE|no range"):
        read_figure(told)


def test_rows_vary_together_and_comments_stay(tmp_path: Path) -> None:
    game = grognard.game("avl")
    move = read_figure("units.toml:unit[side=soviet,type=rifle].move=3..6")
    range_ = read_figure("units.toml:hq[id=hq-it8a].command_range+=-1..1")
    chits = read_figure("scenarios/campaign.toml:chits.axis.per_turn[0] & tables.toml:turn_track.axis_chits[0]=3..4")
    cell = read_figure("tables.toml:crt.rows.3[1]=-|A1")
    overlay(game, {move: 4, range_: 1, chits: 4, cell: "A1"}, tmp_path)
    before, after = (
        tomllib.loads((folder / "units.toml").read_text(encoding="utf-8"))
        for folder in (game.folder / "data", tmp_path)
    )
    foot = [row for row in after["unit"] if row["side"] == "soviet" and row["type"] == "rifle"]
    assert len(foot) > 20 and {row["move"] for row in foot} == {4}
    rest = [(old, new) for old, new in zip(before["unit"], after["unit"], strict=True) if new not in foot]
    assert all(old == new for old, new in rest)
    assert after["hq"][1]["command_range"] == before["hq"][1]["command_range"] + 1
    assert "# Edited by hand." in (tmp_path / "units.toml").read_text(encoding="utf-8")
    assert tomllib.loads((tmp_path / "tables.toml").read_text(encoding="utf-8"))["crt"]["rows"]["3"][1] == "A1"
    campaign = tomllib.loads((tmp_path / "scenarios" / "campaign.toml").read_text(encoding="utf-8"))
    assert campaign["chits"]["axis"]["per_turn"] == [4, 3, 4, 4, 5, 5, 6, 6, 6]
    assert game.with_data(tmp_path).new(seed=1).deciders


@pytest.mark.parametrize(
    ("told", "value", "words"),
    [
        ("units.toml:unit[side=martian].move=1..2", 1, "nothing there"),
        ("units.toml:unit[id=de-gd].label=1..2", 1, "no number"),
        ("units.toml:unit[id=de-gd].move=A|B", "A", "no word"),
        ("units.toml:unit=1..2", 1, r"^units.toml:unit: it is a list, no number$"),
        ("units.toml:unit[id=de-gd]=1..2", 1, "it is a table, no number$"),
        ("units.toml:unit[id=de-gd].move=6..8/0.5", 7.5, "a whole number: give it whole bounds and steps"),
    ],
)
def test_what_is_not_there_is_said(told: str, value: Value, words: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=words):
        overlay(grognard.game("avl"), {read_figure(told): value}, tmp_path)
    with pytest.raises(SetupError, match=words):
        as_it_is(grognard.game("avl"), read_figure(told))


@pytest.mark.parametrize("file", ["../data/units.toml", "scenarios/../../units.toml", "/units.toml", "..\\units.toml"])
def test_a_figure_stands_in_a_file_of_the_game(file: str) -> None:
    with pytest.raises(SetupError, match="below the game's folder of data"):
        read_figure(f"{file}:unit.move=1..2")


def test_a_figure_is_known_as_it_is() -> None:
    game = grognard.game("avl")
    campaign = "scenarios/campaign.toml:chits.axis.per_turn"
    assert as_it_is(game, read_figure(f"{campaign}[0]=3..4")) == 3
    assert as_it_is(game, read_figure(f"{campaign}[0] & {campaign}[2]=3..4")) is None, "3 and 4"
    assert as_it_is(game, read_figure(f"{campaign}[0] & {campaign}[2]+=-1..1")) == 0


def chance(setting: Setting) -> float:
    """A toy whose chances are known: even where twice the strength and the pace come to 13."""
    strength, pace = (float(value) for value in setting.values())
    return 1 / (1 + math.exp(-0.4 * (2 * strength + pace - 13)))


def test_the_even_setting_of_a_toy_is_found_with_few_games() -> None:
    figures = [read_figure("units.toml:a.strength=1..9"), read_figure("units.toml:a.pace=1..9")]
    played: list[int] = []
    tried: list[Trial] = []

    def measure(setting: Setting, deals: range) -> list[float]:
        played.append(len(deals))
        return [float(Random(deal).random() < chance(setting)) for deal in deals]

    best, *others = search(figures, measure, trials=40, most=144, seed=5, told=tried.append)
    assert abs(chance(best.setting) - 0.5) < 0.1
    assert len(best.scores) == 144 and not best.left
    assert all(best.left <= other.left for other in others)
    assert sum(played) < 0.5 * 40 * 144, "most settings are left early"
    assert 30 < len(tried) <= 40, "what the search asks for again, and is known to the last game, is not played again"


def test_the_same_seed_searches_the_same_way() -> None:
    figures: list[Figure] = [read_figure("units.toml:a.strength=1..9"), read_figure("units.toml:a.pace=0.5..2.5")]

    def measure(setting: Setting, deals: range) -> list[float]:
        return [float(Random(deal).random() < chance(setting)) for deal in deals]

    first, second = (search(figures, measure, trials=8, most=48, seed=2) for _ in range(2))
    assert [trial.setting for trial in first] == [trial.setting for trial in second]


def test_settings_that_the_game_refuses_are_left_without_a_game() -> None:
    figure = read_figure("units.toml:a.strength=1..9")

    def measure(setting: Setting, deals: range) -> list[float]:
        if setting[figure] != 5:
            raise DataError("a.strength: only 5 will do")
        return [0.5] * len(deals)

    best, *others = search([figure], measure, trials=30, most=16)
    assert best.setting[figure] == 5 and best.refused is None
    assert {trial.refused for trial in others} == {"a.strength: only 5 will do"}


@pytest.mark.parametrize("told", ["=6..9", "=1..7/2", "=a|b|c|d", "=0.5..2/0.5"])
def test_where_there_are_no_more_settings_than_trials_each_is_tried_once(told: str) -> None:
    figure = read_figure(f"units.toml:a.strength{told}")
    tried: list[Trial] = []
    search([figure], lambda setting, deals: [1.0] * len(deals), trials=4, most=16, told=tried.append)
    assert sorted(trial.setting[figure] for trial in tried) == figure.values() and len(tried) == 4


def test_no_setting_is_tried_again_that_has_had_its_games() -> None:
    figure = read_figure("units.toml:a.strength=6..9")
    for seed in range(10):
        tried: list[Trial] = []
        search([figure], lambda setting, deals: [1.0] * len(deals), trials=3, most=16, seed=seed, told=tried.append)
        assert len({trial.setting[figure] for trial in tried}) == len(tried) == 3


@pytest.mark.parametrize(("now", "first"), [(7, True), (7.5, False), (12, False)])
def test_the_figures_as_they_are_come_first_where_they_are_within_bounds(now: Value, first: bool) -> None:
    figure = read_figure("units.toml:a.strength=1..9")
    tried: list[Trial] = []
    search(
        [figure], lambda setting, deals: [1.0] * len(deals), trials=3, most=16, seed=1, begin={figure: now},
        told=tried.append,
    )  # fmt: skip
    assert (tried[0].setting[figure] == now) == first and len(tried) == 3


def test_a_figure_is_varied_once() -> None:
    figure = read_figure("units.toml:a.strength=1..9")
    with pytest.raises(SetupError, match="each once"):
        search([figure, figure], lambda setting, deals: [])

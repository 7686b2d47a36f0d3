"""The school's own words, in both languages, for all that games show."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.school import brief, charts
from grognard.school.check import faults
from grognard.school.words import WORDS, known
from tests.school.test_charts import GAMES


def test_both_languages_have_the_same_words() -> None:
    english, japanese = (WORDS.keys(language) for language in LANGUAGES)
    assert english == japanese
    assert all(WORDS.template(key, "ja") for key in japanese)


@pytest.mark.parametrize("name", ("avl", "vl", "lb"))
def test_every_arm_and_size_of_a_counter_has_a_word(name: str) -> None:
    for scenario in grognard.game(name).scenarios:
        for piece in grognard.game(name).new(scenario, seed=1).view(None)["pieces"]:
            assert known(f"symbol.{piece['symbol']}"), piece["symbol"]
            assert not piece["size"] or known(f"size.{piece['size']}"), piece["size"]


def test_a_block_is_explained_without_a_word_that_nobody_knows() -> None:
    game = grognard.game("victory")
    play: Play = game.new("example-hope", seed=1)
    found = charts.document(play.game, play.scenario, play.view("red"), unit="red-fighter-1", only="counters")
    lines = {line["id"]: line for line in found["charts"][0]["sheets"][0]["rows"]}
    assert lines["name"]["cells"][0]["text"]["ja"].startswith("戦闘機") and "symbol" not in lines
    assert lines["fire"]["value"] == "2-0-1" and lines["turn"]["value"] == "A"


def test_an_owners_own_scenario_needs_neither_advice_nor_briefing(tmp_path: Path) -> None:
    game = grognard.game("lb")
    text = (game.folder / "data" / "scenarios" / "3-meeting-engagement.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    own = text.replace('id = "3-meeting-engagement"', 'id = "9-mine"', 1).replace("number = 3", "number = 9")
    (tmp_path / "scenarios" / "9-mine.toml").write_text(own, encoding="utf-8")
    mine = grognard.game("lb", tmp_path)
    assert "9-mine" in mine.scenarios and faults(mine) == []
    laid, scenario, view = charts.opening(mine, "9-mine")
    assert charts.document(laid, scenario, view)["charts"]
    with pytest.raises(ValueError, match="has no briefing"):
        brief.document(laid, scenario, view, "german")


def test_a_briefing_that_no_longer_fits_an_owners_scenario_is_refused_in_one_line(tmp_path: Path) -> None:
    game = grognard.game("lb")
    name = "1-russian-tank-offensive"
    text = (game.folder / "data" / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    goals = text[: text.index('[[victory]]\nside = "russian"\nkind = "exit"')]
    (tmp_path / "scenarios" / f"{name}.toml").write_text(goals, encoding="utf-8")
    laid, scenario, view = charts.opening(grognard.game("lb", tmp_path), name)
    with pytest.raises(SetupError, match="russian_B_exit_by"):
        brief.document(laid, scenario, view, "russian")


@pytest.mark.parametrize("name", GAMES)
def test_the_check_of_a_whole_game_finds_nothing(name: str) -> None:
    assert faults(grognard.game(name)) == []

"""Every worked example of every game: sound, played through, and open to be played on."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.words import LANGUAGES
from grognard.school import check
from grognard.school.example import Example, at_step, document, example, examples
from grognard.school.example_check import example_faults

ALL = [(game, one) for game in ("avl", "lb", "victory", "vl") for one in examples(grognard.game(game))]
each_example = pytest.mark.parametrize(("game", "one"), ALL, ids=[f"{game}-{one.id}" for game, one in ALL])


@each_example
def test_an_example_is_sound(game: str, one: Example) -> None:
    assert example_faults(grognard.game(game), one) == []


@each_example
def test_an_example_is_a_document_with_a_picture_for_every_step(game: str, one: Example) -> None:
    told = document(grognard.game(game), one.id)
    assert json.loads(json.dumps(told)) == told
    for step in told["step"]:
        assert step["pieces"] and all(step["say"][language] for language in LANGUAGES)


@pytest.mark.parametrize("game", ["avl", "lb", "victory", "vl"])
def test_each_clause_that_print_gives_as_an_example_has_one(game: str) -> None:
    found = grognard.game(game)
    shown = {one.clause for one in examples(found)}
    assert {clause.id for clause in found.rules.clauses if clause.kind == "example"} <= shown


IN_A_SENTENCE = {
    "avl": {"1.3c", "9.3.2b", "9.3.3b", "9.4.1c", "9.4.2b", "14.0.1b"},
    "lb": {"zoc.C2", "combat.C3", "combat.proc.c"},
    "victory": {"4.3.RE.c", "5.1c", "5.2c", "5.52a", "5.6b", "6.42b", "8.2c", "9.1f", "9.1g"},
    "vl": {"1.7.1", "1.7.2b", "3.2g", "6.2.1a", "6.2.1b", "6.3b", "6.5.2i"},
}
"""Clauses of which print gives an example in passing, without a heading of its own."""


@pytest.mark.parametrize("game", ["avl", "lb", "victory", "vl"])
def test_what_print_tells_in_passing_has_a_picture_too(game: str) -> None:
    assert IN_A_SENTENCE[game] <= {one.clause for one in examples(grognard.game(game)) if one.printed}


def test_all_five_ratios_of_print_are_reckoned() -> None:
    told = document(grognard.game("avl"), "ratios")
    figures = [step["say"]["en"].split(" is ")[0] for step in told["step"]]
    assert figures == ["15 to 5", "26 to 9", "12 to 7", "18 to 13", "25 to 2"]


@pytest.mark.parametrize("game", ["avl", "lb", "victory", "vl"])
def test_there_is_an_example_of_combat_and_supply(game: str) -> None:
    told = " ".join(one.id for one in examples(grognard.game(game)))
    assert "supply" in told and ("odds" in told or "combat" in told or "battle" in told or "kharkov" in told)


def test_the_battle_of_hope_is_told_through_all_three_rounds() -> None:
    """Every shot of print is one of the example, in its order; what print does against its own rule is told as such."""
    one = example(grognard.game("victory"), "hope-battle")
    shots = [answer.removeprefix("blue: ") for step in one.step for answer in step.answers]
    assert shots.count("fire_ground") == 13 and shots.count("fire_air") == 3 and shots.count("fire_naval") == 1
    assert {"drop", "land", "land_at 0707"} <= set(shots)
    assert [step.say.en[:7] for step in one.step if step.say.en.startswith("Round ")] == ["Round 2", "Round 3"]


def test_an_open_example_shows_both_sides_of_the_fog() -> None:
    told = document(grognard.game("victory"), "hope-movement")
    assert {"infantry", "fighter"} <= {piece["id"].split("-")[1] for piece in told["step"][0]["pieces"]}


def test_it_may_be_played_on_from_any_step_and_from_no_other() -> None:
    play = at_step(grognard.game("vl"), "combat-1", 0)
    assert play.legal("soviet", "commit")
    with pytest.raises(DataError, match="no step 9"):
        at_step(grognard.game("vl"), "combat-1", 9)
    with pytest.raises(DataError, match="no example"):
        example(grognard.game("vl"), "nothing")


PLANTED = """
id = "planted"
clause = "9.3.3b"
title = { en = "Planted", ja = "仕込み" }
seat = "axis"
[position]
turn = 6
step = "combat"
active = "axis"
[position.place]
de-lah = "1210"
su-4c = "1211"
[[step]]
say = { en = "{unit de-lah}", ja = "{unit de-lah}" }
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('clause = "9.3.3b"', 'clause = "99"', 'there is no clause "99"'),
        ('seat = "axis"', 'seat = "nobody"', 'there is no player "nobody"'),
        ('ja = "{unit de-lah}"', 'ja = "LAH"', "do not hold the same placeholders"),
        ('de-lah = "1210"', 'de-lah = "0000"', "cannot be set up"),
        ("[[step]]", '[[step]]\nanswers = ["attack 4444"]', '"attack 4444" cannot be answered'),
        ("[[step]]", '[[step]]\nrefused = ["attack 1211"]', '"attack 1211" is allowed'),
        ("[[step]]", '[[step]]\nshows = { at = { de-lah = "1111" } }', "it does not show what it says"),
        ("[[step]]", '[[step]]\npoint = [{ unit = "de-nobody" }]', 'points at unit "de-nobody", which is not there'),
        ("[[step]]", '[[step]]\nrules = ["77.1"]', 'there is no clause "77.1"'),
    ],
)
def test_the_check_finds_what_is_planted(tmp_path: Path, old: str, new: str, fault: str) -> None:
    copytree(grognard.game("avl").folder / "data" / "scenarios", tmp_path / "scenarios")
    (tmp_path / "examples").mkdir()
    planted = tmp_path / "examples" / "planted.toml"
    planted.write_text(PLANTED, encoding="utf-8")
    assert examples_of(tmp_path) == []
    planted.write_text(PLANTED.replace(old, new, 1), encoding="utf-8")
    assert any(fault in line for line in examples_of(tmp_path)), examples_of(tmp_path)


def examples_of(folder: Path) -> list[str]:
    from grognard.core.filed import FiledGame

    game = grognard.game("avl")
    assert isinstance(game, FiledGame)
    return [line for line in check.faults(game.with_data(folder)) if "planted" in line]

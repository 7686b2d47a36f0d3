"""`grognard learn`: the lessons of a game in the terminal, piped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard.school.lesson import lessons
from tests.cli.conftest import Call

FIRST = ("learn", "vl", "1", "--progress", "lessons.json")
SOLUTION = [
    "unit fd-357", "move 1209", "unit tr-27", "move 1310", "unit fd-357", "move 1109",
    "unit gfd-9", "move 1211", "unit tr-36", "move 1311", "end_movement",
]  # fmt: skip


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_the_lessons_of_a_game_are_listed_with_what_is_done(call: Call, tmp_path: Path) -> None:
    listed = call("learn", "vl", "--progress", "lessons.json")
    assert listed.exit_code == 0, listed.output
    for lesson in lessons(grognard.game("vl")):
        assert lesson.title.en in listed.output
    assert "grognard learn vl 1" in listed.output
    (tmp_path / "lessons.json").write_text(json.dumps({"vl": {"moving": {"done": True}}}))
    assert "done" in call("learn", "vl", "--progress", "lessons.json").output
    assert "移動" in call("learn", "vl", "--progress", "lessons.json", "--lang", "ja").output
    assert "A Victory Lost" in call("learn", "--progress", "lessons.json").output or not lessons(grognard.game("avl"))


@pytest.mark.parametrize(("language", "words"), [("en", "What you have learned"), ("ja", "学んだこと")])
def test_a_lesson_is_taken_to_its_end(call: Call, tmp_path: Path, language: str, words: str) -> None:
    result = call(*FIRST, "--lang", language, typed=typed(*SOLUTION))
    assert result.exit_code == 0, result.output
    assert words in result.output and "grognard learn vl" in result.output.split(words)[-1]
    assert json.loads((tmp_path / "lessons.json").read_text())["vl"]["moving"] == {"done": True, "answers": []}


def test_a_detour_is_spoken_to_and_a_refusal_explained(call: Call) -> None:
    output = call(*FIRST, typed=typed("unit 357", "move 1110", "move 1208", "undo", "hint", "show", "move 1209")).output
    assert "its Festung still stands (1.6)" in output and "The coach adds: While its Festung stands" in output
    assert "That is allowed, but look." in output and "There is no bridge there: 4 MP" in output
    assert "Try: move 1209" in output and "357 DF moves to 1209 for 2 MP" in output


def test_anyway_back_and_checkpoint(call: Call) -> None:
    lines = ["anyway", "back", "unit 357", "move 1308", "stop", "anyway", "show", "checkpoint", "show", "next"]
    output = call(*FIRST, typed=typed(*lines)).output
    assert "No answer is held back." in output and "This is where the lesson begins." in output
    assert "Try: unit fd-357" in output


def test_who_leaves_finds_his_place_again(call: Call, tmp_path: Path) -> None:
    left = call(*FIRST, typed=typed("unit fd-357", "move 1209", "quit"))
    assert "Your place in the lesson is kept" in left.output
    assert "begun" in call("learn", "vl", "--progress", "lessons.json").output
    assert "step 3 of 7" in call(*FIRST, typed="").output
    assert "step 1 of 7" in call(*FIRST, "--afresh", typed="").output
    assert "step 3 of 7" not in call(*FIRST, typed="").output  # begun afresh, and kept so


def test_the_position_at_the_end_can_be_played_on(call: Call) -> None:
    ended = call(*FIRST, "--save", "end.json", typed=typed(*SOLUTION))
    assert "grognard play --load end.json --seat soviet=human" in ended.output
    on = call("play", "--load", "end.json", "--seat", "soviet=human", typed=typed("end_combat", "quit"))
    assert on.exit_code == 0 and "German Movement Phase" in on.output


def test_what_is_not_there_is_told_in_one_line(call: Call, tmp_path: Path) -> None:
    assert 'vl has no lesson "99"' in call("learn", "vl", "99", "--progress", "lessons.json").output
    (tmp_path / "lessons.json").write_text("[]")
    assert "cannot be read as progress" in call(*FIRST).output


def test_next_is_the_first_that_is_not_done(call: Call, tmp_path: Path) -> None:
    (tmp_path / "lessons.json").write_text(json.dumps({"vl": {"moving": {"done": True}}}))
    output = call("learn", "vl", "next", "--progress", "lessons.json", typed="").output
    assert f"Lesson {lessons(grognard.game('vl'))[1].order}:" in output

"""The coach at the terminal's table: he warns once, changes nothing, and is there against bots alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.cli.terminal.choices import Choice
from grognard.cli.terminal.coach import Coach
from grognard.core.play import Play
from tests.cli.conftest import Call

END = Choice("end_movement", None)
UNIT = Choice("unit", "fd-357")
COMMANDS = ("play", "--load", "begun.json", "--save", "game.json", "--seat", "soviet=human")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def marching() -> Play:
    """Units that have somewhere to go: to end the movement loses what they gain."""
    return grognard.game("vl").position(turn=3, step="move", place={"fd-357": "1408", "tr-27": "1408"})


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_he_warns_of_an_answer_once_and_of_each_anew(marching: Play) -> None:
    coach = Coach()
    assert coach.better(marching, "soviet", END) is None, "nobody asked him to look on"
    coach.on = True
    assert coach.better(marching, "soviet", UNIT) is None, "that is what he would do himself"
    assert coach.better(marching, "soviet", Choice("end_combat", None)) is None, "of what is refused the rules speak"
    better = coach.better(marching, "soviet", END)
    assert better is not None and Choice(**better["answers"][0]) != END
    assert coach.better(marching, "soviet", END) is None
    coach.forget()
    assert coach.better(marching, "soviet", END) is not None


@pytest.mark.parametrize(
    ("language", "words", "again"),
    [("en", "The coach would rather: ", "Give the same answer again"), ("ja", "コーチなら：", "同じ手をもう一度")],
)
def test_a_warning_changes_nothing_and_the_same_answer_again_is_taken(
    call: Call, tmp_path: Path, marching: Play, language: str, words: str, again: str
) -> None:
    marching.save("begun.json")
    warned = call(*COMMANDS, "--lang", language, typed=typed("coach", "end_movement"))
    assert warned.exit_code == 0, warned.output
    told = warned.output.split(words)[1]
    assert "→" in told.splitlines()[0] and again in told
    assert grognard.load(tmp_path / "game.json").answers == []
    call(*COMMANDS, "--lang", language, typed=typed("coach", "end_movement", "why end_movement", "end_movement"))
    assert grognard.load(tmp_path / "game.json").answers[0] == ("soviet", *END)


def test_whoever_sends_him_away_is_not_warned(call: Call, marching: Play) -> None:
    marching.save("begun.json")
    assert "coach would rather" not in call(*COMMANDS, typed=typed("end_movement")).output
    output = call(*COMMANDS, typed=typed("coach", "coach", "end_movement")).output
    assert "The coach has gone." in output and "coach would rather" not in output


def test_there_is_no_coach_between_people(call: Call, marching: Play) -> None:
    marching.save("begun.json")
    output = call(*COMMANDS, "--seat", "german=human", typed=typed("coach", "end_movement")).output
    assert "Only where all the others are bots." in output and "coach would rather" not in output


def test_a_lesson_has_a_coach_of_its_own(call: Call) -> None:
    output = call("learn", "vl", "1", "--progress", "lessons.json", typed=typed("coach")).output
    assert "In a lesson its own coach speaks." in output

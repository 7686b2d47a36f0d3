"""How the game may end, told in the terminal where somebody wants to see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from grognard.cli.terminal.bar import bar_lines
from tests.cli.conftest import Call

SOVIET = ("play", "vl", "--seed", "4", "--seat", "soviet=human")
EXPECTED = {"side": "soviet", "chance": 0.6, "lead": 2.04, "miss": 2.82, "right": 0.594}


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_bar_tells_chance_and_lead_and_how_far_it_can_be_trusted() -> None:
    (line,) = (line.plain for line in bar_lines(EXPECTED, "Soviet", "en", 160))
    assert "█" * 12 + "░" * 8 + " 60 %" in line
    assert "+2.0, give or take 2.8." in line and "won 59 games of 100" in line
    (line,) = (line.plain for line in bar_lines({**EXPECTED, "miss": None, "right": None}, "Soviet", "en", 160))
    assert line.endswith("Expected lead at the end: +2.0.")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bar_too_long_for_a_line_has_two(language: str) -> None:
    lines = [line.plain for line in bar_lines(EXPECTED, "Soviet", language, 100)]
    assert len(lines) == 2 and all(cell_len(line) <= 100 for line in lines)


@pytest.mark.parametrize(("language", "words"), [("en", "Chance of Soviet █"), ("ja", "ソ連軍の勝つ見込み █")])
def test_it_stands_above_every_position_once_it_is_wanted(call: Call, language: str, words: str) -> None:
    plain = call(*SOVIET, "--lang", language, typed=typed("place_rest", "done"))
    assert plain.exit_code == 0 and words not in plain.output
    assert call(*SOVIET, "--lang", language, typed=typed("bar", "place_rest")).output.count(words) == 2
    assert call(*SOVIET, "--lang", language, typed=typed("bar", "bar", "place_rest")).output.count(words) == 1


def test_it_is_not_told_between_people(call: Call) -> None:
    output = call(*SOVIET, "--seat", "german=human", typed=typed("bar", "place_rest")).output
    assert "Only where all the others are bots." in output and "Chance of" not in output

"""`grognard charts`, `grognard brief` and `grognard advice`."""

from __future__ import annotations

import json

import pytest

import grognard
from tests.cli.conftest import Call

GAMES = ("avl", "vl", "lb", "victory")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_charts_are_told_in_the_language_asked_for(call: Call, name: str, language: str) -> None:
    result = call("charts", name, "--lang", language)
    assert result.exit_code == 0, result.output
    assert grognard.game(name).names[language] in result.output
    assert ("戦闘" in result.output) == (language == "ja")


def test_one_chart_is_told_alone_with_what_is_pointed_at(call: Call) -> None:
    output = call("charts", "avl", "terrain", "--hex", "3913").output
    assert "minor river" in output and "town  here" in output and "1DR" not in output
    assert "24th Tank Corps" in call("charts", "avl", "counters", "--unit", "su-24tk").output


def test_a_chart_that_there_is_not_is_refused_in_one_line(call: Call) -> None:
    result = call("charts", "avl", "poetry")
    assert result.exit_code == 2 and "there is no chart" in result.stderr


def test_programs_get_the_document_of_the_browser(call: Call) -> None:
    found = json.loads(call("charts", "vl", "--json").stdout)
    assert found["game"] == "vl" and found["charts"][0]["sheets"][0]["id"] == "results"


@pytest.mark.parametrize("name", GAMES)
def test_every_side_is_briefed_unless_one_is_named(call: Call, name: str) -> None:
    game = grognard.game(name)
    sides = game.scenario().roster.sides
    result = call("brief", name)
    assert result.exit_code == 0, result.output
    assert all(f"You are: {game.words.word(side, 'en')}" in result.output for side in sides)
    alone = call("brief", name, "--side", sides[1], "--lang", "ja").output
    assert game.words.word(sides[1], "ja") in alone and "落とし穴" in alone
    assert [one["side"] for one in json.loads(call("brief", name, "--json").stdout)] == list(sides)


def test_a_side_that_there_is_not_is_refused_in_one_line(call: Call) -> None:
    result = call("brief", "avl", "--side", "nobody")
    assert result.exit_code == 2 and "there is no side" in result.stderr


def test_games_are_advised_the_one_to_begin_with_first(call: Call) -> None:
    output = call("advice").output
    names = [output.index(grognard.game(name).names["en"]) for name in ("vl", "victory", "lb", "avl")]
    assert names == sorted(names) and output.count("start here") == 1
    told = call("advice", "lb", "--lang", "ja").output
    assert "3-meeting-engagement" in told and "決断" in told
    assert json.loads(call("advice", "vl", "--json").stdout)[0]["advice"]["first_side"] == "german"


def test_decisions_are_measured_by_playing(call: Call) -> None:
    found = json.loads(call("advice", "vl", "--measure", "1", "--json").stdout)
    assert list(found) == ["campaign"] and found["campaign"] % 50 == 0 and found["campaign"] > 500
    assert call("advice", "--measure", "1").exit_code == 2

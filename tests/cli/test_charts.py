"""`grognard charts` and `grognard brief`."""

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

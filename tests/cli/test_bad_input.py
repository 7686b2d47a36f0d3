"""Bad input: one clear line on stderr and exit code 2, never a traceback."""

from __future__ import annotations

import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import grognard
from grognard.cli import series
from grognard.core.game import SetupError
from grognard.core.words import Message, MissingWords
from grognard.players.doctrine import GROUP, doctrine
from tests.cli.conftest import Call, call_grognard

HEADER = {"game": "avl", "version": "1", "scenario": "campaign", "options": {}, "seed": "1"}
EMPTY: dict[str, object] = {
    "format": "grognard-game/1",
    "header": HEADER,
    "answers": [],
    "pending": {},
    "start": None,
    "forced": [],
    "digest": "",
}


def refused(*words: str | Path, typed: str = "") -> str:
    """The one line that a call is refused with."""
    result = call_grognard(*words, typed=typed)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("grognard: ")
    return line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nonsense", "nonsense"),
        ("games --bogus", "--bogus"),
        ("report", "RUN..."),
        ("report nowhere", "nowhere: there is no such folder"),
        ("report src", "src is no run: there is no run.json in it"),
        ("report src --difference 0", "--difference"),
        ("report src --power 1", "--power"),
        ("report src --out nowhere/page.html", "there is no folder nowhere"),
        ("report src --out docs", "docs is a folder: name a file"),
        ("play chess", 'no game "chess"'),
        ("play avl --scenario x", 'no scenario "x"; it has campaign'),
        ("play avl --option x=on", '"x" is no option'),
        ("play avl --option soviet=on", "fits several options"),
        ("play avl --option axis_help_manstein_early=maybe", "is on or off"),
        ("play avl --option on", "NAME=VALUE"),
        ("play avl --seat axis", "PLAYER=WHO"),
        ("play avl --seat italy=human", "the players are axis, soviet"),
        ("play avl --seat axis=god", "human, random, recruit"),
        ("play avl --lang fr", "'en', 'ja'"),
        ("play avl --data /no/such/folder", "not a folder"),
        ("play avl --save /no/such/folder/x.json", "cannot be written"),
        ("play --load /no/such/file", "no such file"),
        ("sim", "GAME"),
        ("sim avl --games 0", "--games"),
        ("sim avl --jobs many", "--jobs"),
        ("sim avl --seat axis=human", '"human" cannot play'),
        ("sim avl --games 1 --out /no/such/folder/x.json", "no folder"),
        ("replay", "FILE"),
        ("replay /no/such/file", "no such file"),
        ("replay pyproject.toml", "not a saved game"),
        ("rules chess", 'no game "chess"'),
        ("rules avl 99", "its chapters are 1, 2"),
        ("rules avl --lang xx", "'en', 'ja'"),
        ("check /no/such/folder", "not a folder"),
        ("check tests", "no data file of any game"),
        ("check tests --game avl", "no data file of avl"),
        ("games chess", 'no game "chess"'),
        ("bench --seconds 0", "--seconds"),
    ],
)
def test_bad_words_get_one_line(words: str, told: str) -> None:
    assert told in refused(*words.split())


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"header": {**HEADER, "game": "chess"}},
        {"header": {**HEADER, "scenario": "x"}},
        {"header": {**HEADER, "options": {"x": True}}},
        {"header": {}},
        {"answers": [["soviet", "move"]]},
        {"answers": [["nobody", "done", None]]},
        {"answers": [["soviet", "move", "2310"]]},
        {"start": {"turn": 1}},
        {"forced": None},
    ],
    ids=str,
)
def test_a_broken_file_gets_one_line(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(EMPTY | change))
    refused("replay", path)
    refused("play", "--load", path)
    refused("render", path, "-o", tmp_path / "map.svg")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--turn 99", "goes from turn 1 to turn 9"),
        ("--turn 0", "--turn"),
        ("--turn x", "--turn"),
        ("--answer 999999", "answers"),
        ("--turn 2 --answer 3", "not both"),
        ("--viewer italy", "spectator, axis, soviet"),
    ],
)
def test_a_position_that_is_not_there_cannot_be_drawn(saved: Path, tmp_path: Path, words: str, told: str) -> None:
    assert told in refused("render", saved, "-o", tmp_path / "map.svg", *words.split())


def test_a_picture_is_svg_or_png_in_a_folder_that_exists(saved: Path) -> None:
    assert ".svg or .png" in refused("render", saved, "-o", "map.gif")
    assert "cannot be written" in refused("render", saved, "-o", "/no/such/folder/map.svg", "--answer", "0")


def test_a_loaded_game_has_its_own_scenario_and_game(saved: Path) -> None:
    assert "--load" in refused("play", "--load", saved, "--seed", "3")
    assert "is a game of avl" in refused("play", "victory", "--load", saved)


def test_no_command_shows_the_help(call: Call) -> None:
    result = call()
    assert result.exit_code == 0
    assert all(
        name in result.output for name in ("games", "play", "sim", "replay", "render", "rules", "check", "bench")
    )


def test_a_sentence_that_is_missing_is_named_with_its_file() -> None:
    words = grognard.game("avl").words
    with pytest.raises(MissingWords, match=r"avl/locale/ja\.toml: there is no sentence 'prompt\.nothing'"):
        words.say(Message("prompt.nothing", "", {}), "ja")
    with pytest.raises(MissingWords, match=r"avl/locale/en\.toml: 'event\.moved' names '\w+', which is not told"):
        words.say(Message("event.moved", "", {}), "en")


def test_a_doctrine_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("toy", "tests.cli.broken:DOCTRINE", GROUP)
    monkeypatch.setattr(sys.modules[doctrine.__module__], "entry_points", lambda group: (point,))
    with pytest.raises(SetupError, match='the doctrine of "toy" cannot be loaded'):
        doctrine("toy")
    point = EntryPoint("toy", "json:dumps", GROUP)
    monkeypatch.setattr(sys.modules[doctrine.__module__], "entry_points", lambda group: (point,))
    with pytest.raises(SetupError, match="which has no method choose"):
        doctrine("toy")


def test_bench_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "find_spec", lambda name: None)
    assert "pip install chess" in refused("bench")

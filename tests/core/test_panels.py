"""Panels: what data/panels.toml may say, how its faults are told, and what the browser gets."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.draw.symbols import ALIASES, GLYPHS, WORDS
from grognard.core.game import Game
from grognard.core.panels import EVERY_GAME, HEAD, Icon, document, faults, head, load

GAMES = Path(grognard.__file__).parent / "games"
WEB = Path(grognard.__file__).parents[2] / "web" / "src"

PIPS = """
[[panel]]
id = "festung"
widget = "pips"
title = "Festung"
title_ja = "フェストゥング"
rule = "7.2"
[[panel.row]]
label = "West"
label_ja = "西"
side = "axis"
track = "turn"
icon = "fort"
[[panel.row]]
label = "HQ"
pips = [{ track = "turn", icon = "gun", label = "3C" }, { track = "pocket" }]
"""
BANDS = """
[[panel]]
id = "points"
widget = "bands"
title = "Points"
title_ja = "得点"
track = "turn"
[[panel.band]]
from = 0
to = 7
label = "German"
label_ja = "独"
[[panel.band]]
from = 8
label = "Soviet"
label_ja = "ソ"
tone = 3
"""
TOP = '[[panel]]\nid = "head"\nwidget = "head"\ntracks = ["axis_com", "turn"]\n'
LINE = """
[[panel.line]]
text = "a"
text_ja = "b"
is = 1
"""


def read(folder: Path, text: str) -> Any:
    (folder / "panels.toml").write_text(text, encoding="utf-8")
    return load(folder)


def told(folder: Path, text: str) -> str:
    with pytest.raises(DataError) as refused:
        read(folder, text)
    return str(refused.value)


def told_of_game(folder: Path, text: str) -> list[str]:
    """What `grognard check` finds in panels laid over those of A Victory Lost."""
    game = grognard.game("avl")
    other = SimpleNamespace(panels=read(folder, text), rules=game.rules, scenarios=game.scenarios, new=game.new)
    return faults(cast(Game, other))


def test_a_game_without_the_file_has_the_panels_of_every_game(tmp_path: Path) -> None:
    assert load(tmp_path) == EVERY_GAME
    assert [panel.widget for panel in EVERY_GAME] == ["pools", "turn", "scores", "arrivals", "dead"]


def test_the_first_folder_that_has_the_file_counts(tmp_path: Path) -> None:
    read(tmp_path, PIPS)
    assert [panel.id for panel in load(tmp_path, GAMES / "avl" / "data")] == ["festung"]


@pytest.mark.parametrize("game", sorted(path.parent.parent.name for path in GAMES.glob("*/data/panels.toml")))
def test_every_game_s_panels_can_be_read(game: str) -> None:
    assert {panel.widget for panel in load(GAMES / game / "data")} >= {"turn", "arrivals", "dead"}


def test_our_first_game_s_panels_fit_its_tracks_sides_and_rules() -> None:
    assert faults(grognard.game("avl")) == []


def test_the_browser_gets_both_languages_together_and_rows_as_runs(tmp_path: Path) -> None:
    (panel,) = document(read(tmp_path, PIPS))
    assert panel["title"] == {"en": "Festung", "ja": "フェストゥング"} and panel["place"] == "rail"
    west, hq = panel["row"]
    assert west == {"label": {"en": "West", "ja": "西"}, "side": "axis", "pips": [{"track": "turn", "icon": "fort"}]}
    assert hq["label"] == {"en": "HQ", "ja": "HQ"}
    assert hq["pips"][0] == {"track": "turn", "icon": "gun", "label": {"en": "3C", "ja": "3C"}}
    assert "row" not in document(EVERY_GAME)[0]


def test_bands_are_told_with_their_ends(tmp_path: Path) -> None:
    (panel,) = document(read(tmp_path, BANDS))
    assert [(band["from"], band.get("to"), band.get("tone", 2)) for band in panel["band"]] == [(0, 7, 2), (8, None, 3)]


def test_the_head_line_lists_tracks(tmp_path: Path) -> None:
    assert head(read(tmp_path, TOP)) == ("axis_com", "turn") and head(EVERY_GAME) == HEAD
    assert document(read(tmp_path, TOP)) == [
        {"id": "head", "widget": "head", "place": "rail", "tracks": ["axis_com", "turn"]}
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PIPS.replace("pips", "dials", 1), 'panels.toml: panel "festung": widget: should be \'pips\''),
        (PIPS.replace('title_ja = "フェストゥング"\n', ""), "should have both title and title_ja, or neither"),
        (PIPS.replace('icon = "fort"', 'icon = "castle"'), 'row[0].icon: should be'),
        (PIPS.replace('track = "turn"\nicon = "fort"\n', ""), 'row[0]: should have either track or pips'),
        (PIPS + PIPS, 'there is more than one panel "festung"'),
        (BANDS.replace("to = 7", "to = 8"), 'band "Soviet" should begin where "German" ends'),
        (BANDS.replace('track = "turn"\n', ""), 'widget = "bands", so it needs a track'),
        (BANDS.replace('"bands"', '"state"'), 'widget = "state", so it needs at least one state'),
        ('[[panel]]\nid = "t"\nwidget = "turn"\ncolour = "red"\n', "colour: is not a known key"),
        ('[[panel]]\nid = "t"\nwidget = "turn"\n' + LINE, "has is but no track"),
        (TOP.replace('tracks = ["axis_com", "turn"]\n', ""), 'widget = "head", so it needs at least one tracks'),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_the_panel_and_the_key(tmp_path: Path, text: str, fault: str) -> None:
    assert fault in told(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PIPS.replace('rule = "7.2"', 'rule = "99.9"'), 'rule: there is no clause "99.9"'),
        (PIPS.replace('"axis"', '"blue"'), 'row[0].side: there is no side "blue"; there are axis, soviet'),
        (PIPS.replace('track = "pocket"', 'track = "poket"'), 'row[1]: no scenario has a track "poket"'),
        (TOP.replace("axis_com", "moon"), 'tracks[0]: no scenario has a track "moon"'),
        (
            BANDS.replace('track = "turn"', 'track = "turn"\nnote = "{vp}"\nnote_ja = "{turn.last}"'),
            'note: no scenario has a track "vp"',
        ),
    ],
)
def test_what_the_game_has_not_is_told(tmp_path: Path, text: str, fault: str) -> None:
    (line,) = told_of_game(tmp_path, text)
    assert line.startswith("panels.toml: panel ") and line.endswith(fault)


# ---- the browser's half, where it is at hand


@pytest.mark.skipif(not WEB.is_dir(), reason="the browser's half is not here")
def test_the_browser_draws_every_icon() -> None:
    source = (WEB / "panels" / "PanelIcon.svelte").read_text(encoding="utf-8")
    drawn = set(re.findall(r"^    (\w+): \"M", source, re.MULTILINE))
    assert drawn == set(get_args(Icon))


@pytest.mark.skipif(not WEB.is_dir(), reason="the browser's half is not here")
def test_the_browser_knows_the_same_symbols() -> None:
    symbols, sprite = ((WEB / "counters" / name).read_text(encoding="utf-8") for name in ("symbols.ts", "sprite.ts"))
    ours = set(re.findall(r'[\s{]"?([\w-]+)"?: (?:\[|\{|INFANTRY|")', symbols + sprite))
    theirs = GLYPHS.keys() | WORDS.keys() | ALIASES.keys()
    assert theirs <= ours, theirs - ours

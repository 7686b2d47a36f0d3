"""What the marks on the map of the game at hand mean: only those that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from grognard.cli.terminal.board import (
    ALARM_MARK,
    HIDDEN,
    HINT,
    IMPASSABLE,
    LEGAL,
    MAJOR,
    MINOR,
    ROAD,
    TERRAIN_FILL,
    TERRAIN_STYLE,
    Board,
    is_hq,
)
from grognard.cli.words import say
from grognard.core.draw.figures import alarm_of
from grognard.core.game import Game
from grognard.school.hint import advises


def legend(game: Game, view: Mapping[str, Any], language: str) -> Text:
    """Terrain, hexsides and counters, each mark as the map draws it."""
    board = Board(game, view, language)
    marks = [*_ground(board, game, language), *_counters(view, game, language)]
    lines = Text(say("legend.heading", language))
    for mark, style, word in marks:
        lines.append("\n  ").append(f"{mark:<7}", style).append(f" {word}")
    return lines


def _ground(board: Board, game: Game, language: str) -> Iterator[tuple[str, str, str]]:
    by_mark: dict[tuple[str, str], list[str]] = {}
    for terrain, hexes in game.map.terrain.items():
        if hexes and terrain in TERRAIN_FILL:
            drawn = TERRAIN_FILL[terrain].strip(), TERRAIN_STYLE.get(terrain, "")
            by_mark.setdefault(drawn, []).append(game.words.word(terrain, language))
    for (mark, style), words in by_mark.items():
        yield mark, style, ", ".join(words)
    styles = {style for style, sides in board.rivers if any(sides)}
    for style, mark, key in ((MINOR, "/ \\ _", "river"), (MAJOR, "/ \\ =", "major"), (IMPASSABLE, "#", "impassable")):
        if style in styles:
            yield mark, style, say(f"legend.{key}", language)
    if any(board.roads):
        yield "- |", ROAD, say("legend.road", language)
        yield "+", ROAD, say("legend.bridge", language)


def _counters(view: Mapping[str, Any], game: Game, language: str) -> Iterator[tuple[str, str, str]]:
    pieces = view["pieces"]
    yield "17 +1", "bold", say("legend.counter", language)
    if any(is_hq(piece) for piece in pieces):
        yield "*", "bold", say("legend.hq", language)
    for alarm, mark in enumerate(ALARM_MARK):
        if alarm and any(alarm_of(piece) >= alarm for piece in pieces):
            yield mark, "bold", say(f"legend.alarm_{alarm}", language)
    if any(piece.get("hidden") for piece in pieces):
        yield HIDDEN, "bold", say("legend.hidden", language)
    yield "0101", LEGAL, say("legend.legal", language)
    if advises(game.id):
        yield ">0101", HINT, say("legend.hint", language)

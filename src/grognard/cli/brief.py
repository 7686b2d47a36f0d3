"""`grognard brief`: what a side is told before its first decision, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import (
    Data,
    GameId,
    Json,
    Lang,
    Language,
    Options,
    ScenarioId,
    open_game,
    print_json,
    read_options,
)
from grognard.cli.words import say
from grognard.core.words import in_language
from grognard.school.brief import document
from grognard.school.charts import opening

RULER = 60
"""How wide the ruler of points is, in letters."""


def brief(
    game_id: GameId,
    scenario: ScenarioId = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Whose briefing; every side's if not given.")
    ] = None,
    option: Options = None,
    data: Data = None,
    lang: Lang = Language.en,
    as_json: Json = False,
) -> None:
    """Who you are, how you win, what a turn is, what to do first, and what to beware of."""
    game = open_game(game_id, data)
    chosen = read_options(game.scenario(scenario), option)
    laid, begun, view = opening(game, scenario, chosen)
    sides = [side] if side else list(dict.fromkeys(begun.roster.sides))
    found = [document(laid, begun, view, one) for one in sides]
    if as_json:
        print_json(found if side is None else found[0])
        return
    console = Console(highlight=False)
    for one in found:
        console.print(shown(one, game.words.word(one["side"], lang), lang))


def shown(found: Mapping[str, Any], side: str, language: str) -> RenderableType:
    """A briefing on one page."""
    subtitle = in_language(found.get("subtitle", ""), language)
    title = Text.assemble((in_language(found["title"], language), "bold"), "  ", (subtitle, "italic dim"))
    parts: list[RenderableType] = [Text(), title, Text(say("brief.you", language, side=side), "bold cyan")]
    parts.append(_inside(Text(in_language(found["who"], language))))
    win = found["win"]
    parts += [Text(), _head("win", language), _inside(_ruled(win, language))]
    if win["ruler"] is not None:
        parts.append(_inside(_ruler(win["ruler"], language)))
    parts += [_inside(_moves(win["moves"], language)), Text(), _head("turn", language)]
    parts.append(_inside(_turn(found["turn"], language)))
    for key in ("first", "traps"):
        parts += [Text(), _head(key, language), *_points(found[key], language)]
    parts += [Text(), _head("special", language), *(_inside(_ruled(one, language)) for one in found["special"])]
    return Group(*parts)


def _head(key: str, language: str) -> Text:
    return Text(say(f"brief.{key}", language), "bold cyan")


def _inside(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, 2))


def _ruled(one: Mapping[str, Any], language: str) -> Text:
    return Text.assemble(in_language(one["text"], language), "  ", (one["rule"], "dim"))


def _points(points: Sequence[Mapping[str, Any]], language: str) -> Iterator[RenderableType]:
    for number, one in enumerate(points, 1):
        title = (f"{number} {in_language(one['title'], language)} ", "bold")
        yield _inside(Text.assemble(title, _ruled(one, language)))


def _moves(moves: Sequence[Mapping[str, Any]], language: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for one in moves:
        table.add_row(Text(in_language(one["value"], language), "bold"), _ruled(one, language))
    return table


def _turn(steps: Sequence[Mapping[str, Any]], language: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, one in enumerate(steps, 1):
        mark = "▸" if one["here"] else " "
        table.add_row(f"{mark}{number}", Text(in_language(one["title"], language), "bold"), _ruled(one, language))
    return table


def _ruler(ruler: Mapping[str, Any], language: str) -> Text:
    """The ruler as a line of dashes, with what stands at its marks below."""
    span = max(ruler["most"] - ruler["least"], 1)
    line = ["─"] * (RULER + 1)
    now = ruler["now"] if ruler["now"] is not None else ruler["start"]
    for mark in ruler["marks"]:
        line[(mark["at"] - ruler["least"]) * RULER // span] = "┼"
    if now is not None:
        line[min(max((now - ruler["least"]) * RULER // span, 0), RULER)] = "█"
    drawn = list(reversed(line)) if ruler["downwards"] else line
    marks = " · ".join(f"{mark['at']} {in_language(mark['text'], language)}" for mark in ruler["marks"])
    where = "" if now is None else say("brief.now", language, now=now)
    return Text.assemble("".join(drawn), "\n", (marks, "dim"), "  ", (where, "bold"))

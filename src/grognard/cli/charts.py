"""`grognard charts`: the tables of a game in the terminal, from the document that the browser gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
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
from grognard.core.reference import CHARTS
from grognard.core.words import in_language
from grognard.school.charts import document, opening

TONES = {"bad": "red", "mild": "yellow", "hard": "bold green"}
"""Colours repeat what a cell says."""


def charts(
    game_id: GameId,
    chart: Annotated[
        str | None, typer.Argument(metavar="[CHART]", help=f"One of {', '.join(CHARTS)}; all of them if not given.")
    ] = None,
    scenario: ScenarioId = None,
    hex: Annotated[str | None, typer.Option("--hex", metavar="HEX", help="Mark the terrain of this hex.")] = None,
    unit: Annotated[str | None, typer.Option("--unit", metavar="UNIT", help="The key to this counter.")] = None,
    option: Options = None,
    data: Data = None,
    lang: Lang = Language.en,
    as_json: Json = False,
) -> None:
    """The tables of a game: combat, terrain, sequence of play, counters, arrivals, order of battle, victory."""
    game = open_game(game_id, data)
    chosen = read_options(game.scenario(scenario), option)
    laid, begun, view = opening(game, scenario, chosen)
    found = document(laid, begun, view, hex=hex, unit=unit, only=chart)
    if as_json:
        print_json(found)
        return
    console = Console(highlight=False)
    console.print(Text(f"{game.names[lang]} · {begun.names[lang]}", "bold"))
    for one in found["charts"]:
        console.print(shown(one, lang))


def shown(chart: Mapping[str, Any], language: str) -> RenderableType:
    """A chart with its sheets, what stands under them, and the quiet line."""
    beside = [sheet["beside"] for sheet in chart["sheets"] if "beside" in sheet and sheet["title"] == chart["title"]]
    head = {**chart, "beside": beside[0]} if len(chart["sheets"]) == 1 and beside else chart
    parts: list[RenderableType] = [Text(), _titled(head, language, "bold cyan")]
    for sheet in chart["sheets"]:
        alone = len(chart["sheets"]) == 1 and sheet["title"] == chart["title"]
        parts += [] if alone else [Text(), _titled(sheet, language, "bold")]
        parts += [_sheet(sheet, language), *_under(sheet, language)]
    return Group(*parts, *_under(chart, language))


def _titled(part: Mapping[str, Any], language: str, style: str) -> Text:
    told = Text.assemble((in_language(part["title"], language), style), "  ", (part.get("rule", ""), "dim"))
    return told.append(f"  {in_language(part['beside'], language)}", "dim") if "beside" in part else told


def _under(part: Mapping[str, Any], language: str) -> list[RenderableType]:
    lines = [
        Padding(Text.assemble(in_language(line["text"], language), "  ", (line["rule"], "dim")), (0, 0, 0, 2))
        for line in part.get("lines", ())
    ]
    if part.get("legend"):
        legend = " · ".join(f"{one['code']} {in_language(one['text'], language)}" for one in part["legend"])
        lines.append(Padding(Text(legend, "dim"), (0, 0, 0, 2)))
    if "note" in part:
        lines.append(Padding(Text(in_language(part["note"], language), "italic dim"), (0, 0, 0, 2)))
    return list(lines)


def _sheet(sheet: Mapping[str, Any], language: str) -> Table:
    ruled = any(row.get("rule") for row in sheet["rows"])
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(in_language(sheet.get("corner", ""), language))
    lit = sheet.get("lit", {}).get("at")
    for column in sheet["columns"]:
        table.add_column(in_language(column["text"], language), style="reverse" if column["id"] == lit else "")
    if ruled:
        table.add_column("", style="dim", no_wrap=True)
    for row in sheet["rows"]:
        cells = [_cell(cell, language) for cell in row["cells"]]
        table.add_row(_head(row, language), *cells, *([row.get("rule", "")] if ruled else []))
    return table


def _head(row: Mapping[str, Any], language: str) -> Text:
    indent = "  " * int(row.get("depth", 0))
    mark = {"here": "▸ ", "done": "✓ "}.get(str(row.get("state")), "")
    style = "bold" if row.get("state") == "here" else "strike dim" if row.get("lost") else ""
    head = Text(f"{indent}{mark}{in_language(row['text'], language)}", style)
    if row.get("value") is not None:
        head.append(f" {row['value']}", "bold")
    if row.get("here"):
        head.append(f"  {say('charts.here', language)}", "cyan")
    if "option" in row:
        head.append(f"  {in_language(row['option'], language)}", "dim")
    return head


def _cell(cell: Mapping[str, Any], language: str) -> Text:
    style = TONES.get(cell.get("tone", ""), "") + (" bold underline" if cell.get("bold") else "")
    return Text(in_language(cell["text"], language), style.strip())

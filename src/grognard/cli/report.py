"""`grognard report`: what a run tells of a game, as a page to keep and as tables here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

import grognard.table
from grognard.cli.arguments import Json, Lang, Language, print_json
from grognard.cli.complaint import Complaint
from grognard.lab.report import Report
from grognard.lab.report import report as report_of
from grognard.lab.report.intervals import FEW
from grognard.lab.report.page import Fonts
from grognard.lab.report.tables import Cell, Sheet, share, sheets
from grognard.lab.report.titles import numbered
from grognard.lab.report.words import plain, say, signed
from grognard.lab.runs.read import open_run

PAGE = "report.html"
GAP = 2
"""Characters between the columns of a table."""
NAME = 16
"""Characters that a name has at least before a table becomes wider than the screen."""
FONTS = {
    ("Old Standard TT", "400"): "old-standard-tt-latin-400-normal",
    ("Barlow Condensed", "500 700"): "barlow-condensed-latin-600-normal",
    ("Source Sans 3", "200 900"): "source-sans-3-latin-wght-normal",
}
"""Those that a report is set in, as the browser's half has them; without that it is set in what the reader has."""


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN...", help="The folder of a run; several runs of one game are compared."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE.html", help=f"The page; RUN/{PAGE} if not given, of arm 2 RUN/report-2.html."
        ),
    ] = None,
    difference: Annotated[
        float,
        typer.Option("--difference", min=0.1, max=49, metavar="POINTS", help="A difference of shares to be settled."),
    ] = 5.0,
    power: Annotated[
        float, typer.Option("--power", min=0.5, max=0.99, help="The chance with which it shall be found.")
    ] = 0.8,
    arm: Annotated[
        str | None,
        typer.Option("--arm", metavar="N", help="Of several arms, the one to show: its number from 1, or its title."),
    ] = None,
    lang: Lang = Language.en,
    as_json: Json = False,
) -> None:
    """What the games of a run tell: a page that needs nothing else, and the same figures here."""
    if out is not None and not out.parent.is_dir():
        raise Complaint(f"--out {out}: there is no folder {out.parent}")
    if out is not None and out.is_dir():
        raise Complaint(f"--out {out} is a folder: name a file")
    told = report_of([open_run(one) for one in runs], difference / 100, power, arm)
    target = out or runs[0] / (f"report-{told.place + 1}.html" if told.place else PAGE)
    if as_json:
        print_json(told.plain())
        if out is None:
            return
    target.write_text(told.page(lang.value, _fonts()), encoding="utf-8")
    if as_json:
        return
    console = Console()
    lines = [f"{name[lang.value]}: {said[lang.value]}" for name, said in told.by_seating] or [told.verdict[lang.value]]
    for line in lines:
        console.print(line, style="bold", markup=False, highlight=False, soft_wrap=True)
    if len(told.arms) > 1:
        title = numbered(told.titles)[told.place]
        shown = say("head.arm", arms=len(told.arms), title=title)[lang.value]
        console.print(f"{shown} --arm N", markup=False, highlight=False, soft_wrap=True)
    if told.compared["few"]:
        fewest = min(row["games"] for row in told.compared["arms"])
        console.print(say("compare.few", games=fewest, enough=FEW)[lang.value], highlight=False, soft_wrap=True)
    for sheet in [*_arms(told), *sheets(told.shown)]:
        console.print()
        console.print(_table(sheet, lang.value, console.width), crop=False)
    console.print(f"\n{target}: {target.stat().st_size / 1000:.0f} kB", highlight=False, soft_wrap=True)


def _fonts() -> Fonts:
    """The page's fonts, where the browser's half is built."""
    assets = Path(grognard.table.__file__).parent / "static" / "assets"
    found = {name: next(iter(sorted(assets.glob(f"{stem}*.woff2"))), None) for name, stem in FONTS.items()}
    return {name: path.read_bytes() for name, path in found.items() if path is not None}


def _arms(told: Report) -> Iterator[Sheet]:
    """The arms beside each other, and how many games would settle what."""
    rows: list[list[Cell]] = []
    for title, row in zip(numbered(told.titles), told.compared["arms"], strict=True):
        gap, more = row.get("difference"), row.get("more")
        told_gap = {} if gap is None else {name: signed(100 * gap[name]) for name in gap}
        apart = "–" if gap is None else f"{told_gap['value']} ({told_gap['low']} … {told_gap['high']})"
        cells = [f"{row['won']}/{row['games']}", *share(row, row["games"]), apart]
        rows.append([title, *cells, "–" if more is None else plain(more)])
    heads = [say(f"table.{one}") for one in ("what", "games", "share", "interval", "difference", "more")]
    side = next(one["names"] for one in told.arms[0]["sides"] if one["id"] == told.compared["side"])
    if len(told.arms) > 1:
        yield Sheet(say("table.arms", side=side), heads, rows)
    named = told.compared["named"]
    if not told.compared["few"] and named["games_needed"] is not None:
        figures = [f"{named['power']:g}", plain(named["games_needed"]), plain(named["more"])]
        names = [say("table.difference"), say("compare.with"), say("table.needed"), say("table.more")]
        yield Sheet(say("compare.one"), names, [[f"{100 * named['difference']:g}", *figures]])


def _table(sheet: Sheet, language: str, width: int) -> Table:
    """A sheet in so many characters: names fold, figures never do, so it may come out wider."""
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim", title=sheet.title[language],
                  title_justify="left")  # fmt: skip
    rows = [[cell if isinstance(cell, str) else cell[language] for cell in row] for row in sheet.rows]
    least = -GAP
    for place, column in enumerate(sheet.columns):
        names = place == 0 or all(not isinstance(row[place], str) for row in sheet.rows)
        table.add_column(column[language], justify="right" if place else "left", no_wrap=not names, overflow="fold")
        longest = max(cell_len(one) for one in (column[language], *(row[place] for row in rows)))
        least += GAP + (min(longest, NAME) if names else longest)
    for row in rows:
        table.add_row(*row)
    table.width = least if least > width else None
    return table

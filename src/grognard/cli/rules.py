"""`grognard rules`: the rulebook in our words, which tests show each clause, and where the figures come from."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import GameId, Json, Lang, Language, open_game, print_json
from grognard.cli.complaint import Complaint
from grognard.cli.words import say
from grognard.core.game import Game
from grognard.core.rules import Clause, checkout, coverage, unknown_citations
from grognard.core.words import LANGUAGES


def rules(
    game_id: GameId,
    clause: Annotated[
        str | None, typer.Argument(metavar="[CLAUSE]", help="A clause or a chapter: 9.5.2a, 9.5, 9.")
    ] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="Which code and tests cite each clause.")] = False,
    show_provenance: Annotated[bool, typer.Option("--provenance", help="Where the figures come from.")] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="DIR", help="With --coverage: where the tests of the game lie.")
    ] = None,
    lang: Lang = Language.en,
    as_json: Json = False,
) -> None:
    """What the rules say; without a clause, the table of contents."""
    console = Console()
    game = open_game(game_id)
    if as_json and not show_provenance:
        print_json(_covered(game, tests) if show_coverage else _plain(game, clause))
    elif show_coverage:
        raise typer.Exit(0 if _print_coverage(game, console, tests) else 1)
    elif show_provenance:
        console.print(Markdown(_provenance(game)))
    elif clause is None:
        console.print(contents(game, lang))
    else:
        console.print(clauses(game, clause, lang))


def _plain(game: Game, number: str | None) -> list[dict[str, Any]]:
    """Clauses as a program reads them, in both languages."""
    found = game.rules.clauses if number is None else game.rules.lookup(number)
    return [
        {
            "id": one.id,
            "title": {language: one.heading(language) for language in LANGUAGES},
            "text": {language: one.text(language) for language in LANGUAGES},
            "ruling": {language: one.ruled(language) for language in LANGUAGES} if one.ruled("en") else None,
        }
        for one in found
    ]


def _covered(game: Game, tests: Path | None) -> list[dict[str, Any]]:
    """Where each clause is cited."""
    rows = coverage(game.rules, checkout(game.folder), tests)
    return [{"id": row.clause.id, "code": list(row.code), "tests": list(row.tests)} for row in rows]


def clauses(game: Game, number: str, language: str) -> RenderableType:
    """The clauses with this number or under it, each with its text and our ruling."""
    return Group(*(_shown(one, language) for one in game.rules.lookup(number)))


def _shown(clause: Clause, language: str) -> RenderableType:
    heading = Text.assemble((clause.id, "bold cyan"), "  ", (clause.heading(language), "bold"))
    parts: list[RenderableType] = [heading, Padding(Text(clause.text(language)), (0, 0, 0, 4))]
    ruled = clause.ruled(language)
    if ruled:
        ruling = Text.assemble((say("rules.ruling", language), "italic yellow"), " ", ruled)
        parts.append(Padding(ruling, (0, 0, 0, 4)))
    return Group(*parts)


def contents(game: Game, language: str) -> RenderableType:
    """Every clause by its title."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for _, chapter in groupby(game.rules.clauses, key=lambda clause: clause.id.split(".")[0]):
        for clause in chapter:
            table.add_row(clause.id, escape(clause.heading(language)))
        table.add_section()
    return Group(Text(f"{game.names[language]}  {game.version}", style="bold"), table)


def _provenance(game: Game) -> str:
    try:
        return (game.folder / "data" / "PROVENANCE.md").read_text(encoding="utf-8")
    except OSError:
        raise Complaint(f"{game.id} does not tell where its figures come from") from None


def _print_coverage(game: Game, console: Console, tests: Path | None) -> bool:
    """Print clauses with their citations; true when every clause has a test and no test cites what is not there."""
    if tests is not None and not tests.is_dir():
        raise Complaint(f"--tests {tests} is not a folder")
    root = checkout(game.folder)
    rows = coverage(game.rules, root, tests)
    strange = unknown_citations(game.rules, root, tests)
    for row in rows:
        console.print(Text(f"{row.clause.id}  {row.clause.title}", "bold" if row.tests else "bold red"), soft_wrap=True)
        for place in (*row.code, *row.tests):
            console.print(Text(f"    {place}", "dim" if place in row.code else ""), soft_wrap=True)
    for line in strange:
        console.print(Text(line, style="red"), soft_wrap=True)
    missing = [row.clause.id for row in rows if not row.tests]
    if missing:
        console.print(Text(f"not tested: {' '.join(missing)}", style="red"), soft_wrap=True)
    console.print(f"{len(rows) - len(missing)} of {len(rows)} clauses tested", highlight=False)
    return not missing and not strange

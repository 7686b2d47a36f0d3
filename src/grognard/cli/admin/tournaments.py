"""`grognard admin tournaments`: list them, show one with all that happened there, take one out of the house."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.cli.admin import reached
from grognard.cli.arguments import Json, print_json
from grognard.cli.audit import audited
from grognard.cli.complaint import Complaint
from grognard.cli.serve import Database, DataDir, kept_where

if TYPE_CHECKING:
    from grognard.table.house import House
    from grognard.table.store import Store
    from grognard.table.tournaments.book import Found

app = typer.Typer(help="The tournaments of the house.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The tournament's id, as `list` tells it.")]


@app.command("list")
def list_tournaments(
    data_dir: DataDir = None,
    database: Database = None,
    most: Annotated[int, typer.Option("--limit", min=1, max=1_000_000, help="How many, the newest first.")] = 50,
    as_json: Json = False,
) -> None:
    """The tournaments, those that go on before those that are over, the newest first."""
    found = reached.look(kept_where(data_dir, database), lambda store: _all(store, most))
    if as_json:
        print_json(found)
        return
    table = Table(box=None, show_header=True, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("tournament", "name", "game", "kind", "players", "round", "stage", "since"):
        table.add_column(name)
    for one in found:
        row = (one[key] for key in ("id", "name", "game", "kind", "players", "round", "stage", "since"))
        table.add_row(*(Text(str(cell)) for cell in row))
    Console(highlight=False).print(table)


@app.command("show")
def show(tournament: Id, data_dir: DataDir = None, database: Database = None) -> None:
    """One tournament, as JSON: who is in it, and its log with the reasons of every decision."""
    print_json(reached.look(kept_where(data_dir, database), lambda store: _one(store, tournament)))


@app.command("remove")
def remove(
    tournament: Id,
    yes: Annotated[bool, typer.Option("--yes", help="Without this nothing is removed.")] = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Take a tournament out of the house with its log, for ever; its games stay and are played to their end."""
    where = kept_where(data_dir, database)
    if not yes:
        raise Complaint(f"tournament {tournament} would be gone for ever: say --yes")

    async def gone(house: House) -> str:
        from grognard.table.tournaments.book import Book

        found = await _found(house.store, tournament)
        await Book(house.store.engine).remove(tournament)
        return found.row.name

    with audited(where, "remove tournament", tournament=tournament):
        name = reached.change(where, gone)
    typer.echo(f"tournament {tournament}, {name}, is gone; its games stay.")


async def _all(store: Store, most: int) -> list[dict[str, Any]]:
    from grognard.table.tournaments.book import Book

    return [_plain(one) for one in await Book(store.engine).listed(most)]


async def _one(store: Store, tournament: str) -> dict[str, Any]:
    from grognard.club.tournament.logbook import log
    from grognard.table.tournaments.book import Book
    from grognard.table.tournaments.entrants import called
    from grognard.table.tournaments.shown import everybody

    found = await _found(store, tournament)
    names = await Book(store.engine).names(everybody(found))
    lines = log(found.events, "en", lambda one: called(one, found.course, names, "en"))
    entrants = [called(one.id, found.course, names, "en") for one in found.course.seeds]
    dated = [f"{_day(event.at)} {line}" for event, line in zip(found.events, lines, strict=True)]
    return {**_plain(found), "organiser": names.get(found.row.owner or ""), "entrants": entrants, "log": dated}


async def _found(store: Store, tournament: str) -> Found:
    from grognard.table.tournaments.book import Book, NoTournament

    try:
        return await Book(store.engine).found(tournament)
    except NoTournament:
        raise Complaint(f"there is no tournament {tournament!r}") from None


def _plain(found: Found) -> dict[str, Any]:
    from grognard.table.tournaments.shown import stage

    row, course = found.row, found.course
    return {
        "id": row.id, "name": row.name, "game": row.game, "scenario": row.scenario, "kind": str(course.rules.kind),
        "players": len(course.active), "round": len(course.rounds), "stage": stage(found), "rated": row.rated,
        "since": _day(row.created),
    }  # fmt: skip


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))

"""`grognard move-data`: a house moves from one database to another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.complaint import Complaint
from grognard.cli.progress import progress_bar
from grognard.cli.serve import holding

if TYPE_CHECKING:
    from sqlalchemy import URL

    from grognard.table.moving import Moved

FOLDER = "A data folder, or the address of a PostgreSQL database (postgresql+asyncpg://user@host/name)"


def move_data(
    source: Annotated[str, typer.Option("--from", metavar="DIR|URL", help=f"{FOLDER}: where the games are.")],
    target: Annotated[str, typer.Option("--to", metavar="DIR|URL", help="The same: where they go; it must be empty.")],
) -> None:
    """Copy all games to another database, replay every table there, and say that nothing is different."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.table.database import FILE, database, failing, shown
    from grognard.table.moving import NotMoved, move

    places = [place(flag, one) for flag, one in (("--from", source), ("--to", target))]
    if isinstance(places[0], Path) and not (places[0] / FILE).is_file():
        raise Complaint(f"--from {source}: there are no games in it")
    if places[0] == places[1]:
        raise Complaint("--from and --to are the same")
    here, there = (database(one) if isinstance(one, Path) else one for one in places)
    with holding(places[0], "--from"), holding(places[1], "--to"):
        try:
            with progress_bar() as progress:
                bars = {what: progress.add_task(what, total=None) for what in ("copying", "replaying")}

                def told(what: str, done: int, total: int) -> None:
                    progress.update(bars[what], completed=done, total=total)

                moved = asyncio.run(move(here, there, told))
        except (NotMoved, SQLAlchemyError) as error:
            raise Complaint(f"nothing was copied: {failing(error)}") from None
    tell(moved, shown(there))


def place(flag: str, named: str) -> Path | URL:
    """A folder or an address."""
    from grognard.table.database import NoDatabase, database

    try:
        return database(named) if "://" in named else Path(named)
    except NoDatabase as error:
        raise Complaint(f"{flag}: {error}") from None


def tell(moved: Moved, where: str) -> None:
    """What was copied, what not, and why."""
    for table, why in moved.shut.items():
        typer.echo(f"table {table} cannot be opened, here or there ({why}): copied as it stands")
    for table, why in moved.left.items():
        typer.echo(f"table {table} does not fit there ({why}): what does not fit was left behind")
    same = moved.tables - len(moved.shut) - len(moved.left)
    typer.echo(f"{moved.tables} tables with {moved.acts} acts are in {where}; {same} were replayed and are the same.")
    if moved.left:
        raise typer.Exit(1)

"""`grognard backup` and `grognard restore`: a safety copy of a house, and the house from it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, TaskID

from grognard.cli.complaint import Complaint
from grognard.cli.move_data import FOLDER, place, tell
from grognard.cli.progress import progress_bar
from grognard.cli.serve import Database, DataDir, holding, kept_where

if TYPE_CHECKING:
    from grognard.table.moving import Told


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; nothing that is there is overwritten.")],
    data_dir: DataDir = None,
    address: Database = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not replay every table of the copy.")] = False,
) -> None:
    """Copy all games into one file, while the house serves, and replay every table of the copy."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.table.database import FILE, database, failing
    from grognard.table.migrate import Unusable
    from grognard.table.safekeeping import NotKept, NotMoved, back_up

    where = kept_where(data_dir, address)
    if isinstance(where, Path) and not (where / FILE).is_file():
        raise Complaint(f"{where}: there are no games in it")
    source = database(where) if isinstance(where, Path) else where
    if os.path.lexists(file):
        raise Complaint(f"{file}: there is such a file already: name a new one")
    with progress_bar() as progress:
        try:
            found = asyncio.run(back_up(source, file, _bars(progress), replay=not quick))
        except (NotKept, NotMoved, Unusable, SQLAlchemyError) as error:
            raise Complaint(f"{file}: nothing was copied: {failing(error)}") from None
    for table, why in found.shut.items():
        typer.echo(f"table {table} cannot be opened ({why}): copied as it stands")
    checked = "not replayed" if quick else f"{found.tables - len(found.shut)} were replayed"
    typer.echo(
        f"{found.tables} tables with {found.acts} acts are in {file}; {checked}. It holds secrets: keep it private."
    )


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `grognard backup` has made.")],
    target: Annotated[str, typer.Option("--to", metavar="DIR|URL", help=f"{FOLDER}; it must be empty.")],
) -> None:
    """Bring all games back from a safety copy, and replay every table."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.table import safekeeping
    from grognard.table.database import database, failing, shown
    from grognard.table.migrate import Unusable

    try:
        safekeeping.look_at(file)
    except safekeeping.NotKept as error:
        raise Complaint(f"{file}: {error}") from None
    where = place("--to", target)
    there = database(where) if isinstance(where, Path) else where
    with holding(where, "--to"), progress_bar() as progress:
        try:
            moved = asyncio.run(safekeeping.restore(file, there, _bars(progress)))
        except (safekeeping.NotKept, safekeeping.NotMoved, Unusable, SQLAlchemyError) as error:
            raise Complaint(f"{file}: nothing was brought back: {failing(error)}") from None
    tell(moved, shown(there))


def _bars(progress: Progress) -> Told:
    bars: dict[str, TaskID] = {}

    def told(what: str, done: int, total: int) -> None:
        if what not in bars:
            bars[what] = progress.add_task(what, total=None)
        progress.update(bars[what], completed=done, total=total)

    return told

"""`grognard admin ratings`: take all rated games again from their journals, and see that they say what was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from grognard.cli.admin import reached
from grognard.cli.audit import audited
from grognard.cli.serve import Database, DataDir, kept_where

if TYPE_CHECKING:
    from grognard.table.house import House


def ratings(data_dir: DataDir = None, database: Database = None) -> None:
    """Reckon all ratings again from the journals; a result that was written down otherwise is set right."""
    where = kept_where(data_dir, database)

    async def again(house: House) -> tuple[int, list[str], str]:
        from grognard.table.rating.ratings import Ratings

        found = Ratings(house)
        other, fingerprint = await found.reckoned_again()
        return await found.results.count(), other, fingerprint

    with audited(where, "reckon ratings"):
        games, other, fingerprint = reached.change(where, again)
    for table in other:
        typer.echo(f"table {table} was written down otherwise, or not at all: set right")
    typer.echo(f"{games} rated games; {len(other)} set right; fingerprint {fingerprint}")

"""`grognard admin tables`: list them, show one, close it to newcomers, take it out of the house, write it to a file."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
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
    from grognard.table.store import Card, Store

app = typer.Typer(help="The tables of the house.", no_args_is_help=True)

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, as `list` tells it.")]


@app.command("list")
def list_tables(
    data_dir: DataDir = None,
    database: Database = None,
    most: Annotated[int, typer.Option("--limit", min=1, max=1_000_000, help="How many, the newest first.")] = 50,
    as_json: Json = False,
) -> None:
    """The tables, those that go on before those that are over, the newest first; nothing of what is hidden there."""
    cards = reached.look(kept_where(data_dir, database), lambda store: store.cards(None, most))
    if as_json:
        print_json([_plain(card) for card in cards])
        return
    table = Table(box=None, show_header=True, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("table", "game", "scenario", "acts", "last", "seats"):
        table.add_column(name)
    for card in map(_plain, cards):
        seats = ", ".join(f"{player}: {seat}" for player, seat in card["seats"].items())
        over = " (over)" if card["over"] else ""
        row = (card["id"], card["game"], card["scenario"], f"{card['acts']}{over}", card["changed"], seats)
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


@app.command("show")
def show(table: TableId, data_dir: DataDir = None, database: Database = None) -> None:
    """One table, as JSON: who sits there, how long it is, whether somebody may still come."""
    print_json(_plain(reached.look(kept_where(data_dir, database), lambda store: _card(store, table))))


@app.command("close")
def close(table: TableId, data_dir: DataDir = None, database: Database = None) -> None:
    """Take back a table's invitations and its link to watch: who plays there plays on, nobody new comes."""
    where = kept_where(data_dir, database)
    with audited(where, "close table", table=table):
        seats = reached.change(where, lambda house: _close(house, table))
    typer.echo(f"table {table} is closed to newcomers; {seats} invitations were taken back.")


async def _close(house: House, table: str) -> int:
    card = await _card(house.store, table)
    invited = [player for player, seat in card.seats.items() if seat.invite_hash is not None or seat.offered]
    for player in invited:
        await house.store.change_seat(table, player, invite_hash=None, offered=None)
    await house.store.change_table(table, watch_hash=None)
    house.company.changed(table)
    return len(invited)


@app.command("remove")
def remove(
    table: TableId,
    yes: Annotated[bool, typer.Option("--yes", help="Without this nothing is removed.")] = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Take a table out of the house with all that is stored of it, for ever; whoever is there has to leave."""
    where = kept_where(data_dir, database)
    if not yes:
        raise Complaint(f"table {table} would be gone for ever: export it first if you may need it, then say --yes")
    with audited(where, "remove table", table=table):
        acts = reached.change(where, lambda house: _remove(house, table))
    typer.echo(f"table {table} with {acts} acts is gone.")


async def _remove(house: House, table: str) -> int:
    card = await _card(house.store, table)
    if card.row.rated:  # what was won stays won
        from grognard.table.rating.ratings import Ratings

        await Ratings(house).write_down()
    await house.store.remove_table(table)
    house.company.gone(table)
    return card.acts


@app.command("export")
def export(
    table: TableId,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="A new file for what is stored of it.")],
    running: Annotated[
        bool, typer.Option("--secrets", help="Also of a game that goes on, whose seed and hidden pieces are in it.")
    ] = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Write all that is stored of a table to a file. Of a game that goes on only where you say --secrets."""
    where = kept_where(data_dir, database)
    with audited(where, "export table", table=table, secrets=running):
        plain = reached.look(where, lambda store: _exported(store, table, running))
        try:
            opened = os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")
        except OSError as error:
            raise Complaint(f"{out}: {error.strerror}") from None
        with opened as file:
            json.dump(plain, file)
    typer.echo(f"table {table} is in {out}.")


async def _exported(store: Store, table: str, running: bool) -> dict[str, Any]:
    from grognard.table.shut import exported

    card = await _card(store, table)
    if not card.row.over and not running:
        raise Complaint(f"table {table} goes on: its file would hold what is hidden there; say --secrets if you must")
    return exported(card.row, await store.acts_as_stored(table), "exported by its keeper", None)


async def _card(store: Store, table: str) -> Card:
    from grognard.table.store import Card

    row = await store.table(table)
    if row is None:
        raise Complaint(f"there is no table {table!r}")
    seats = {seat.player: seat for seat in await store.seats(table)}
    return Card(row, seats, (await store.last_acts([table])).get(table, 0))


def _plain(card: Card) -> dict[str, Any]:
    """What a keeper is told of a table: nothing that opens a seat, nothing that is hidden at the table."""
    row = card.row
    header = row.header if isinstance(row.header, dict) else {}
    seats = {
        player: seat.bot or seat.name or ("open" if seat.kind == "open" else "somebody")
        for player, seat in card.seats.items()
    }
    return {
        "id": row.id, "title": row.title or "", "game": str(header.get("game", "?")),
        "scenario": str(header.get("scenario", "?")), "acts": card.acts, "over": bool(row.over), "seats": seats,
        "invited": [player for player, seat in card.seats.items() if seat.invite_hash is not None],
        "watched": row.watch_hash is not None, "clock": row.clock is not None,
        "created": _day(row.created), "changed": _day(row.changed),
    }  # fmt: skip


def _day(at: Any) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at)) if isinstance(at, int | float) else "?"

"""`grognard admin users`: who has a name in the house, what he may do there, and who is kept out of it."""

from __future__ import annotations

import time
from enum import StrEnum
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
    from grognard.table.accounts.ledger import Ledger
    from grognard.table.house import House
    from grognard.table.rows import AccountRow
    from grognard.table.store import Store

app = typer.Typer(help="The names that people have in the house.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name, as anybody would write it.")]


class Role(StrEnum):
    """What somebody may do beyond playing."""

    keeper = "keeper"
    moderator = "moderator"
    none = "none"


@app.command("list")
def list_users(
    data_dir: DataDir = None,
    database: Database = None,
    most: Annotated[int, typer.Option("--limit", min=1, max=1_000_000, help="How many, the newest first.")] = 50,
    as_json: Json = False,
) -> None:
    """The names, the newest first; nothing of what proves them, and no address of anybody."""
    found = [_plain(one) for one in reached.look(kept_where(data_dir, database), lambda store: _all(store, most))]
    if as_json:
        print_json(found)
        return
    table = Table(box=None, show_header=True, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("name", "role", "since", "kept out"):
        table.add_column(name)
    for one in found:
        table.add_row(*map(Text, (one["name"], one["role"], one["since"], one["banned"] or "")))
    Console(highlight=False).print(table)


@app.command("role")
def set_role(name: Name, role: Role, data_dir: DataDir = None, database: Database = None) -> None:
    """Make somebody a keeper or a moderator, or neither."""
    where = kept_where(data_dir, database)

    async def change(house: House) -> str:
        account = await _named(house.store, name)
        await _ledger(house.store).set_role(account.id, "" if role is Role.none else role.value)
        return account.name

    with audited(where, "set role", user=name, role=role.value):
        told = reached.change(where, change)
    typer.echo(f"{told} is {'neither keeper nor moderator' if role is Role.none else role.value} from now on.")


@app.command("ban")
def ban(
    name: Name,
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="What he is told when he comes.")],
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Keep somebody out: he is signed out everywhere and told the reason when he comes. His seats stay his."""
    where = kept_where(data_dir, database)
    if not why.strip():
        raise Complaint("--why: he has to be told something")

    async def change(house: House) -> tuple[str, int]:
        account = await _named(house.store, name)
        ended = await _ledger(house.store).ban(account.id, why.strip())
        house.part(ended)
        return account.name, len(ended)

    with audited(where, "ban", user=name, why=why.strip()):
        told, sessions = reached.change(where, change)
    typer.echo(f"{told} is kept out and was signed out of {sessions} browsers.")


@app.command("unban")
def unban(name: Name, data_dir: DataDir = None, database: Database = None) -> None:
    """Let somebody in again."""
    where = kept_where(data_dir, database)

    async def change(house: House) -> str:
        account = await _named(house.store, name)
        await _ledger(house.store).ban(account.id, None)
        return account.name

    with audited(where, "unban", user=name):
        told = reached.change(where, change)
    typer.echo(f"{told} may come again.")


async def _all(store: Store, most: int) -> list[AccountRow]:
    return await _ledger(store).accounts(most)


async def _named(store: Store, name: str) -> AccountRow:
    from grognard.table.accounts.names import folded, written

    found = await _ledger(store).named(folded(written(name)))
    if found is None:
        raise Complaint(f"nobody has the name {name!r} here")
    return found


def _ledger(store: Store) -> Ledger:
    from grognard.table.accounts.ledger import Ledger

    return Ledger(store.engine)


def _plain(account: AccountRow) -> dict[str, Any]:
    since = time.strftime("%Y-%m-%d", time.gmtime(account.created))
    return {"name": account.name, "role": account.role, "since": since, "banned": account.banned}

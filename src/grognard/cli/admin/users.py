"""`grognard admin users`: who has a name in the house, what he may do there, and who is kept out of it."""

from __future__ import annotations

import time
from enum import StrEnum
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
    from grognard.table.accounts.ledger import Ledger
    from grognard.table.house import House
    from grognard.table.rows import AccountRow
    from grognard.table.store import Store

app = typer.Typer(help="The names that people have in the house.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name, as anybody would write it.")]


Why = Annotated[str, typer.Option("--why", metavar="REASON", help="What he is told.")]
Days = Annotated[int | None, typer.Option("--days", min=1, max=3650, help="For how long; until it is lifted without.")]


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
        await reached.order(house).set_role(reached.doer(), account, "" if role is Role.none else role.value)
        return account.name

    with audited(where, "set role", user=name, role=role.value):
        told = reached.change(where, change)
    typer.echo(f"{told} is {'neither keeper nor moderator' if role is Role.none else role.value} from now on.")


@app.command("ban")
def ban(
    name: Name,
    why: Why,
    days: Days = None,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Keep somebody out: he is signed out everywhere and told the reason when he comes. His seats stay his."""
    where = kept_where(data_dir, database)
    reason = _reason(why)

    async def change(house: House) -> tuple[str, int]:
        account = await _named(house.store, name)
        return account.name, await reached.order(house).ban(reached.doer(), account, days, reason)

    with audited(where, "ban", user=name, why=reason, days=days):
        told, sessions = reached.change(where, change)
    typer.echo(f"{told} is kept out and was signed out of {sessions} browsers.")


@app.command("unban")
def unban(name: Name, data_dir: DataDir = None, database: Database = None) -> None:
    """Let somebody in again."""
    where = kept_where(data_dir, database)

    async def change(house: House) -> str:
        await _named(house.store, name)
        return (await reached.order(house).unban(reached.doer(), name, "")).name

    with audited(where, "unban", user=name):
        told = reached.change(where, change)
    typer.echo(f"{told} may come again.")


@app.command("warn")
def warn(name: Name, why: Why, data_dir: DataDir = None, database: Database = None) -> None:
    """Tell somebody that something must not happen again; he reads it when he comes."""
    told = _done(name, "warn", None, why, data_dir, database)
    typer.echo(f"{told} is told.")


@app.command("mute")
def mute(name: Name, why: Why, days: Days = None, data_dir: DataDir = None, database: Database = None) -> None:
    """Let nobody hear what somebody says at tables; he plays on, and is told until when and why."""
    told = _done(name, "mute", days, why, data_dir, database)
    typer.echo(f"nobody hears {told} {'until it is lifted' if days is None else f'for {days} days'}.")


@app.command("unmute")
def unmute(name: Name, data_dir: DataDir = None, database: Database = None) -> None:
    """Let somebody be heard again."""
    where = kept_where(data_dir, database)

    async def change(house: House) -> str:
        from grognard.table.rows import holder

        account, order = await _named(house.store, name), reached.order(house)
        mute = await order.muted(holder(account.id))
        if mute is None:
            raise Complaint(f"{account.name} is not muted")
        await order.unmute(reached.doer(), mute.id, "")
        return account.name

    with audited(where, "unmute", user=name):
        told = reached.change(where, change)
    typer.echo(f"{told} is heard again.")


@app.command("take-name")
def take_name(name: Name, why: Why, data_dir: DataDir = None, database: Database = None) -> None:
    """Take a name back: nobody has it from now on, and who had it chooses another when he comes."""
    told = _done(name, "name", None, why, data_dir, database)
    typer.echo(f"the name {told} is nobody's any more.")


def _done(name: str, deed: str, days: int | None, why: str, data_dir: Path | None, database: str | None) -> str:
    """Do what a moderator could do on the page."""
    where = kept_where(data_dir, database)
    reason = _reason(why)

    async def change(house: House) -> str:
        await _named(house.store, name)
        return (await reached.order(house).do(reached.doer(), name, deed, days, reason)).name

    with audited(where, deed, user=name, why=reason, days=days):
        return reached.change(where, change)


def _reason(why: str) -> str:
    if not why.strip():
        raise Complaint("--why: he has to be told something")
    return why.strip()


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
    from grognard.table.accounts.ledger import kept_out

    until = None if account.banned_until is None else time.strftime("%Y-%m-%d", time.gmtime(account.banned_until))
    out = kept_out(account)
    return {"name": account.name, "role": account.role, "since": since, "banned": out, "until": out and until}

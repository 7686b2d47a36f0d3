"""`grognard admin reports`, `names` and `log`: what moderators do on their page, from the house's own machine."""

from __future__ import annotations

import time
import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.admin import reached
from grognard.cli.arguments import Json, print_json
from grognard.cli.audit import audited
from grognard.cli.complaint import Complaint
from grognard.cli.serve import Database, DataDir, kept_where

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from grognard.table.house import House
    from grognard.table.moderation.book import Book
    from grognard.table.rows import AuditRow, ReportRow
    from grognard.table.store import Store

app = typer.Typer(help="What members have reported, and what is done about it.", no_args_is_help=True)
names = typer.Typer(help="Names that nobody may have, and words that no name may hold.", no_args_is_help=True)

LAST = 2**31 - 1
"""The highest number that a database gives."""
Number = Annotated[
    int, typer.Argument(metavar="REPORT", min=1, max=LAST, help="The report's number, as `list` tells it.")
]
Why = Annotated[str, typer.Option("--why", metavar="REASON", help="What both are told, and what stands in the log.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=1_000_000, help="How many.")]


class Decided(StrEnum):
    """What becomes of a report."""

    none = "none"
    warn = "warn"
    remove = "remove"
    mute = "mute"
    ban = "ban"
    name = "name"


@app.command("list")
def list_reports(
    closed: Annotated[bool, typer.Option("--closed", help="Those that are decided.")] = False,
    most: Limit = 50,
    as_json: Json = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """The reports that wait, the oldest first, or those that are decided, the newest first; nothing that was said."""
    found = reached.look(kept_where(data_dir, database), lambda store: _book(store).reports(closed, 0, most))
    if as_json:
        print_json([_plain(one) for one in found])
        return
    for one in map(_plain, found):
        decided = f"  {one['decision']} by {one['decider']}: {one['reason']}" if one["decision"] else ""
        typer.echo(f"{one['id']:>5}  {one['at']}  {one['kind']:<5}  {one['about']}  {in_line(one['words'])}{decided}")


@app.command("chat")
def chat(number: Number, data_dir: DataDir = None, database: Database = None) -> None:
    """What was said around a reported line. That you have read it stands in the log."""
    where = kept_where(data_dir, database)

    async def read(house: House) -> list[dict[str, Any]]:
        book = reached.order(house).book
        row = await book.report(number)
        if row is None or row.said is None or row.table_id is None:
            raise Complaint(f"there is no report {number} of a line that was said")
        side = await book.council(row)
        closed = {} if side is None else {"council": side}
        await book.write(reached.doer().wrote("read", row.called, report=number, table=row.table_id, **closed))
        said = await book.around(row.table_id, row.said, side)
        return [
            {"player": one.who, "text": one.text, "at": when(one.at), "reported": one.at == row.said} for one in said
        ]

    with audited(where, "read chat", report=number):
        found = reached.change(where, read)
    print_json(found)


@app.command("decide")
def decide(
    number: Number,
    deed: Decided,
    why: Why,
    days: Annotated[int | None, typer.Option("--days", min=1, max=3650, help="Of a mute or a ban.")] = None,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Close a report: with nothing, a warning, a mute, a ban, or by taking the line, the study or the name away."""
    if not why.strip():
        raise Complaint("--why: both have to be told something")
    change(
        lambda house: reached.order(house).decide(reached.doer(), number, deed.value, days, why.strip()),
        "decide report", data_dir, database, report=number, decision=deed.value, why=why.strip(), days=days,
    )  # fmt: skip
    typer.echo(f"report {number} is closed: {deed.value}.")


@names.command("list")
def list_names(data_dir: DataDir = None, database: Database = None) -> None:
    """The rules, the newest first."""
    for one in reached.look(kept_where(data_dir, database), lambda store: _book(store).name_rules()):
        typer.echo(f"{one.word}  ({'the whole name' if one.whole else 'anywhere in a name'}, {one.by}: {one.why})")


@names.command("add")
def add_name(
    word: Annotated[str, typer.Argument(metavar="WORD")],
    why: Why,
    whole: Annotated[bool, typer.Option("--whole", help="Only where it is the whole name.")] = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """Let no new name hold this word; those that people have stay."""
    change(
        lambda house: reached.order(house).add_rule(reached.doer(), word, whole, why.strip()),
        "add name rule", data_dir, database, word=word, why=why.strip(),
    )  # fmt: skip
    typer.echo(f"no new name {'is' if whole else 'holds'} {word}.")


@names.command("remove")
def remove_name(
    word: Annotated[str, typer.Argument(metavar="WORD")], data_dir: DataDir = None, database: Database = None
) -> None:
    """Let names be so again."""
    change(
        lambda house: reached.order(house).remove_rule(reached.doer(), word, ""),
        "remove name rule", data_dir, database, word=word,
    )  # fmt: skip
    typer.echo(f"{word} is allowed again.")


def log(most: Limit = 50, as_json: Json = False, data_dir: DataDir = None, database: Database = None) -> None:
    """What moderators and keepers have done, the newest first; lines are only ever added."""
    found = reached.look(kept_where(data_dir, database), lambda store: _book(store).log(None, most))
    if as_json:
        print_json([_line(one) for one in found])
        return
    for one in map(_line, found):
        facts = ", ".join(f"{name} {value}" for name, value in one["facts"].items() if value is not None)
        typer.echo(f"{one['at']}  {one['by']}  {one['deed']}  {one['about'] or ''}  {in_line(facts)}")


def change(work: Callable[[House], Awaitable[None]], deed: str, data_dir: Any, database: Any, **about: Any) -> None:
    """Do something that may be declined, and write it down."""
    from grognard.table.accounts.declined import Declined

    where = kept_where(data_dir, database)
    with audited(where, deed, **about):
        try:
            reached.change(where, work)
        except Declined as error:
            raise Complaint(error.why) from None


def _book(store: Store) -> Book:
    from grognard.table.moderation.book import Book

    return Book(store.engine)


def _plain(row: ReportRow) -> dict[str, Any]:
    return {
        "id": row.id, "kind": row.kind, "about": row.called, "table": row.table_id, "words": row.words,
        "at": when(row.at), "decision": row.decision, "reason": row.reason, "decider": row.decider,
    }  # fmt: skip


def _line(row: AuditRow) -> dict[str, Any]:
    by = row.by or "the house"
    return {"at": when(row.at), "by": by, "role": row.role, "deed": row.deed, "about": row.about, "facts": row.facts}


def when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


def in_line(words: str) -> str:
    """What somebody wrote, with signs for what would pass for a line of ours or steer the terminal.

    >>> in_line("two\\nlines")
    'two\\\\nlines'
    """
    unseen = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
    return "".join(repr(one)[1:-1] if unicodedata.category(one) in unseen else one for one in words)

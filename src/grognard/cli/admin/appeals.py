"""`grognard admin appeals`: what members say against a mute or a ban, read and answered at the house's own machine."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.admin import reached
from grognard.cli.admin.reports import LAST, Why, change, in_line, when
from grognard.cli.arguments import Json, print_json
from grognard.cli.complaint import Complaint
from grognard.cli.serve import Database, DataDir, kept_where

if TYPE_CHECKING:
    from grognard.table.store import Store

app = typer.Typer(help="What members say against a mute or a ban.", no_args_is_help=True)

Number = Annotated[
    int, typer.Argument(metavar="APPEAL", min=1, max=LAST, help="The appeal's number, as `list` tells it.")
]


class Answer(StrEnum):
    """What becomes of an appeal."""

    grant = "grant"
    refuse = "refuse"


@app.command("list")
def list_appeals(
    closed: Annotated[bool, typer.Option("--closed", help="Those that are answered.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
    database: Database = None,
) -> None:
    """The appeals that wait, the oldest first, or those that are answered, the newest first: a page of them."""

    async def work(store: Store) -> list[dict[str, Any]]:
        return await _listed(store, closed)

    found = reached.look(kept_where(data_dir, database), work)
    if as_json:
        print_json(found)
        return
    for one in found:
        answer = f"  {one['answer']} by {one['decider']}: {one['why']}" if one["answer"] else ""
        typer.echo(f"{one['id']:>5}  {one['at']}  {one['kind']:<5}  {one['by']}  {in_line(one['words'])}{answer}")


@app.command("answer")
def answer(number: Number, how: Answer, why: Why, data_dir: DataDir = None, database: Database = None) -> None:
    """Grant an appeal, which ends the mute or ban it is against, or refuse it. He is told."""
    reason = why.strip()
    if not reason:
        raise Complaint("--why: he has to be told something")
    granted = how is Answer.grant
    change(
        lambda house: reached.order(house).answer(reached.doer(), number, granted, reason),
        "answer appeal", data_dir, database, appeal=number, granted=granted, why=reason,
    )  # fmt: skip
    typer.echo(f"appeal {number} is {'granted' if granted else 'refused'}.")


async def _listed(store: Store, closed: bool) -> list[dict[str, Any]]:
    from grognard.table.accounts.ledger import Ledger
    from grognard.table.moderation.appeals import Appeals

    ledger, found = Ledger(store.engine), []
    for row in await Appeals(store.engine).listed(closed):
        account = await ledger.account(row.account_id)
        decided = None if row.answered is None else (Answer.grant if row.granted else Answer.refuse).value
        found.append({
            "id": row.id, "kind": row.kind, "by": "" if account is None else account.name, "words": row.words,
            "at": when(row.at), "answer": decided, "why": row.answer, "decider": row.decider,
        })  # fmt: skip
    return found

"""A house as its keeper reaches it, while it serves or not.

Looking needs no leave. To change something in a data folder its server must be closed, for it has the tables in memory;
at a server of databases every process hears of it, as of what any other process does.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from grognard.cli.audit import who
from grognard.cli.complaint import Complaint
from grognard.cli.serve import holding

if TYPE_CHECKING:
    from sqlalchemy import URL

    from grognard.table.house import House
    from grognard.table.moderation.order import Doer, Order
    from grognard.table.store import Store

T = TypeVar("T")

ON_THE_LINE = 20.0
"""Seconds until the others can be told."""


def look(where: Path | URL, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something that changes nothing."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.table.database import FILE, NoDatabase, database, failing
    from grognard.table.migrate import newest
    from grognard.table.store import Store

    if isinstance(where, Path) and not (where / FILE).is_file():
        raise Complaint(f"{where}: there are no games in it")

    async def looked() -> T:
        store = Store(database(where) if isinstance(where, Path) else where)
        try:
            shape = await store.shape()
            if shape != newest():
                raise Complaint(f"the house has the shape {shape}, and this program knows {newest()}: serve it once")
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(looked())
    except (SQLAlchemyError, NoDatabase) as error:
        raise Complaint(f"the house cannot be reached: {failing(error)}") from None


def change(where: Path | URL, work: Callable[[House], Awaitable[T]]) -> T:
    """Do something that changes the house; whoever serves it from a database hears of it."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.table.database import FILE, failing

    if isinstance(where, Path) and not (where / FILE).is_file():
        raise Complaint(f"{where}: there are no games in it")

    async def changed() -> T:
        async with _opened(where) as house:
            return await work(house)

    with holding(where):
        try:
            return asyncio.run(changed())
        except SQLAlchemyError as error:
            raise Complaint(f"nothing was changed: {failing(error)}") from None


def order(house: House) -> Order:
    """What keeps order in the house, the same that its page has."""
    from grognard.table.accounts.ledger import Ledger
    from grognard.table.moderation.order import Order

    return Order(house, Ledger(house.store.engine))


def doer() -> Doer:
    """Who sits at the house's own machine: he may do all that a keeper may."""
    from grognard.table.moderation.order import KEEPER, Doer

    return Doer(who(), KEEPER)


@contextlib.asynccontextmanager
async def _opened(where: Path | URL) -> AsyncIterator[House]:
    """A process of the house like the others, that serves nobody."""
    from grognard.table.house import House

    house = House(where, public=True, workers=1)
    await house.store.start()
    await house.company.start()
    until = time.monotonic() + ON_THE_LINE
    while house.company.shared and not house.company.notices.connected:  # what is said before nobody hears
        if time.monotonic() > until:
            await house.close()
            raise Complaint("the processes that serve the house cannot be told of a change: nothing was changed")
        await asyncio.sleep(0.02)
    try:
        yield house
    finally:
        await house.close()

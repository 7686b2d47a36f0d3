"""What the database keeps of looking on: whom and what somebody follows, and who lets everybody look on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from typing import Literal

from sqlalchemy import Select, case, delete, func, not_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.table.rows import AccountRow, FollowRow, SeatRow, TableRow, holder

Kind = Literal["person", "table"]
MOST = 200
"""Whom and what one may follow."""
EACH = 2
"""Tables of one owner on the list of those that go on."""
LOOKED_AT = 400
"""Of how many it is chosen."""


class TooMany(Exception):
    """Nobody follows that many."""


class Follows:
    """Who follows whom; nobody is told who follows him."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def of(self, account: str, kind: Kind) -> list[str]:
        """What somebody follows, the newest first."""
        mine = select(FollowRow.what).where(FollowRow.account_id == account, FollowRow.kind == kind)
        async with self._session() as work:
            return list(await work.scalars(mine.order_by(FollowRow.at.desc(), FollowRow.what)))

    async def followers(self, account: str) -> list[str]:
        """Who follows somebody: for the house to decide by, and told to nobody."""
        his = select(FollowRow.account_id).where(FollowRow.kind == "person", FollowRow.what == account)
        async with self._session() as work:
            return list(await work.scalars(his))

    async def names(self, account: str) -> list[str]:
        """What those whom somebody follows are called."""
        mine = select(AccountRow.name).join(FollowRow, FollowRow.what == AccountRow.id)
        mine = mine.where(FollowRow.account_id == account, FollowRow.kind == "person")
        async with self._session() as work:
            return list(await work.scalars(mine.order_by(AccountRow.folded)))

    async def add(self, account: str, kind: Kind, what: str) -> None:
        try:
            async with self._session() as work, work.begin():
                mine = select(func.count()).select_from(FollowRow).where(FollowRow.account_id == account)
                if (await work.scalar(mine) or 0) >= MOST:
                    raise TooMany
                work.add(FollowRow(account_id=account, kind=kind, what=what, at=time.time()))
        except IntegrityError:
            pass  # he does already

    async def remove(self, account: str, kind: Kind, what: str) -> None:
        mine = (FollowRow.account_id == account, FollowRow.kind == kind, FollowRow.what == what)
        async with self._session() as work, work.begin():
            await work.execute(delete(FollowRow).where(*mine))


class Consents:
    """Who lets everybody look on at his games."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def shows(self, account: str) -> bool:
        async with self._session() as work:
            return bool(await work.scalar(select(AccountRow.shows).where(AccountRow.id == account)))

    async def let(self, account: str, yes: bool) -> None:
        async with self._session() as work, work.begin():
            await work.execute(update(AccountRow).where(AccountRow.id == account).values(shows=yes))

    async def showing(self, accounts: Collection[str]) -> set[str]:
        """Those of them who let everybody look on, unless they say otherwise at a table."""
        chosen = select(AccountRow.id).where(AccountRow.id.in_(accounts), AccountRow.shows.is_(True))
        async with self._session() as work:
            return set(await work.scalars(chosen))

    async def going_on(self, most: int) -> list[str]:
        """Tables that go on and may be looked at: those of members first, then the newest, and few of each owner, so
        that nobody fills the list alone."""
        members = select(SeatRow.table_id).where(SeatRow.account.is_not(None))
        newest = self._agreed().where(TableRow.over.is_(False))
        newest = newest.order_by(case((TableRow.id.in_(members), 0), else_=1), TableRow.changed.desc(), TableRow.id)
        async with self._session() as work:
            found = (await work.execute(newest.limit(LOOKED_AT))).all()
        owned: Counter[str] = Counter()
        chosen = []
        for table_id, owner in found:
            owned[owner or table_id] += 1
            if owned[owner or table_id] <= EACH:
                chosen.append(table_id)
        return chosen[:most]

    async def agreed(self, table_id: str) -> bool:
        """Whether every person at a table lets everybody look on."""
        async with self._session() as work:
            return (await work.execute(self._agreed().where(TableRow.id == table_id))).first() is not None

    def _agreed(self) -> Select[str, str | None]:
        willing = select(AccountRow.id).where(
            AccountRow.shows.is_(True), SeatRow.key_hash == holder("") + AccountRow.id
        )
        agrees = or_(SeatRow.shown.is_(True), SeatRow.shown.is_(None) & willing.exists())
        against = select(SeatRow.table_id).where(SeatRow.kind == "human", not_(agrees))
        people = select(SeatRow.table_id).where(SeatRow.kind == "human")
        return select(TableRow.id, TableRow.owner_hash).where(TableRow.id.in_(people), TableRow.id.not_in(against))

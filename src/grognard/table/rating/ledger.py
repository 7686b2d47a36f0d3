"""What the database keeps of rated games: each that has ended once, whichever process writes it down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.club.ratings.finished import FinishedGame
from grognard.table.rating.finished import plain, read
from grognard.table.rows import AccountRow, ActRow, ResultRow, SeatRow, TableRow

ENDING = ("answer", "resign", "claim", "rule")
"""Acts by which a game can end."""
AT_ONCE = 500
"""Tables that one question to the database names."""


class Results:
    """Rated games that have ended."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def missing(self) -> list[str]:
        """Rated tables that are over and not written down: one that has just ended, or that a crash has left."""
        known = select(ResultRow.table_id)
        over = select(TableRow.id).where(TableRow.rated, TableRow.over, TableRow.id.not_in(known))
        async with self._session() as work:
            return list(await work.scalars(over))

    async def ended_at(self, table_id: str) -> float:
        """When the act was taken that ended a table's game."""
        async with self._session() as work:
            ending = ActRow.kind.in_(ENDING)  # what is agreed on afterwards ends nothing
            last = await work.scalar(select(func.max(ActRow.at)).where(ActRow.table_id == table_id, ending))
            return float(last or 0.0)

    async def add(self, game: FinishedGame) -> bool:
        """Write a game down; whether nobody else has."""
        try:
            async with self._session() as work, work.begin():
                work.add(ResultRow(table_id=game.table, ended_at=game.ended_at, finished=plain(game)))
        except IntegrityError:
            return False
        return True

    async def count(self) -> int:
        async with self._session() as work:
            return int(await work.scalar(select(func.count()).select_from(ResultRow)) or 0)

    async def told(self, after: tuple[float, str] = (0.0, "")) -> list[dict[str, Any]]:
        """What was written down of games that ended after another, in the order of their end."""
        order = (ResultRow.ended_at, ResultRow.table_id)
        async with self._session() as work:
            chosen = select(ResultRow.finished).where(tuple_(*order) > tuple_(*after)).order_by(*order)
            return list(await work.scalars(chosen))

    async def all(self) -> list[FinishedGame]:
        """All of them in the order of their end."""
        return [read(one) for one in await self.told()]

    async def of(self, tables: Sequence[str]) -> list[FinishedGame]:
        """The games of these tables in the order of their end."""
        found: list[FinishedGame] = []
        async with self._session() as work:
            for n in range(0, len(tables), AT_ONCE):
                chosen = select(ResultRow.finished).where(ResultRow.table_id.in_(tables[n : n + AT_ONCE]))
                found += map(read, await work.scalars(chosen))
        return sorted(found, key=lambda one: (one.ended_at, one.table))

    async def seats_of(self, tables: Sequence[str], mine: str | None) -> dict[str, str]:
        """Where somebody sits at these tables, by what his things are kept under; a table that was cleared away has no
        seats."""
        chosen: Any = select(SeatRow.table_id, SeatRow.player).where(SeatRow.table_id.in_(tables))
        async with self._session() as work:
            his = chosen.where(SeatRow.key_hash == mine).order_by(SeatRow.player.desc())
            return {} if mine is None else {row[0]: row[1] for row in await work.execute(his)}

    async def rated_and_over(self) -> list[str]:
        async with self._session() as work:
            return list(await work.scalars(select(TableRow.id).where(TableRow.rated, TableRow.over)))

    async def replace(self, games: list[FinishedGame]) -> None:
        """Write these down anew, all or none."""
        async with self._session() as work, work.begin():
            await work.execute(delete(ResultRow).where(ResultRow.table_id.in_([game.table for game in games])))
            work.add_all(
                [ResultRow(table_id=game.table, ended_at=game.ended_at, finished=plain(game)) for game in games]
            )

    async def names(self, accounts: list[str]) -> dict[str, str]:
        chosen: Any = select(AccountRow.id, AccountRow.name).where(AccountRow.id.in_(accounts))
        async with self._session() as work:
            return {row[0]: row[1] for row in await work.execute(chosen)}

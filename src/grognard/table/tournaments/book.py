"""What the database keeps of tournaments: their events, which are the truth, and the tables of their games.

Events are numbered: of two that come at once the database takes one, and whoever was second looks again. A round's
games are named with the event that pairs it, in one transaction, so that whoever makes their tables makes each once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.club.tournament.course import Course
from grognard.club.tournament.events import Event, Opened, Paired
from grognard.club.tournament.pairs import Fixture
from grognard.club.tournament.replay import follow, replay
from grognard.table.rows import (
    AccountRow,
    ActRow,
    SeatRow,
    TableRow,
    TournamentEventRow,
    TournamentGameRow,
    TournamentRow,
)
from grognard.table.seats import new_key

ONE: TypeAdapter[Event] = TypeAdapter(Event)

Deed = Callable[[Course], Sequence[Event]]
"""What shall happen in a tournament as it stands; nothing, where it has happened already."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tournament as it is stored."""

    row: TournamentRow
    events: tuple[Event, ...]
    course: Course
    games: Mapping[Fixture, TournamentGameRow]


@dataclass(frozen=True, slots=True)
class Standing:
    """A table of a tournament, without opening it."""

    row: TableRow
    bots: frozenset[str]
    """Players whom bots play."""
    fresh: bool
    """Whether the summary tells of the last act."""
    last: float
    """When the last act was taken."""

    @property
    def summary(self) -> Mapping[str, Any]:
        return self.row.summary if isinstance(self.row.summary, dict) else {}


class NoTournament(LookupError):
    """There is none of this id."""


class Book:
    """All tournaments of a house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    # ---- looking

    async def listed(self, most: int, skip: int = 0) -> list[Found]:
        """Those that go on before those that are over, the newest first."""
        order = (TournamentRow.over, TournamentRow.created.desc(), TournamentRow.id)
        async with self._session() as work:
            ids = list(await work.scalars(select(TournamentRow.id).order_by(*order).limit(most).offset(skip)))
        return [await self.found(one) for one in ids]

    async def count(self) -> int:
        async with self._session() as work:
            return int(await work.scalar(select(func.count()).select_from(TournamentRow)) or 0)

    async def running(self) -> list[str]:
        """Those in which something may be due."""
        async with self._session() as work:
            return list(await work.scalars(select(TournamentRow.id).where(TournamentRow.over.is_(False))))

    async def unsettled(self) -> list[str]:
        """Tables whose games are not decided."""
        made = select(TournamentGameRow.table_id).where(TournamentGameRow.made, TournamentGameRow.settled.is_(False))
        async with self._session() as work:
            return list(await work.scalars(made))

    async def open_of(self, account: str) -> int:
        """How many tournaments of an organiser are not over."""
        mine = select(func.count()).where(TournamentRow.owner == account, TournamentRow.over.is_(False))
        async with self._session() as work:
            return int(await work.scalar(mine) or 0)

    async def found(self, tournament_id: str) -> Found:
        """A tournament with all that happened there; NoTournament where there is none."""
        if not tournament_id.isprintable():
            raise NoTournament(tournament_id)  # not every database can even be asked for it
        events = select(TournamentEventRow.event).where(TournamentEventRow.tournament_id == tournament_id)
        async with self._session() as work:
            row = await work.get(TournamentRow, tournament_id)
            if row is None:
                raise NoTournament(tournament_id)
            told = await work.scalars(events.order_by(TournamentEventRow.number))
            happened = tuple(ONE.validate_python(one) for one in told)
            games = select(TournamentGameRow).where(TournamentGameRow.tournament_id == tournament_id)
            named = {Fixture(one.round, one.board, one.game): one for one in await work.scalars(games)}
        return Found(row, happened, replay(happened), named)

    async def standing(self, tables: Iterable[str]) -> dict[str, Standing]:
        """How tables stand by their summaries; one that is not there is not told."""
        ids = list(tables)
        last = select(ActRow.table_id, func.max(ActRow.number), func.max(ActRow.at)).where(ActRow.table_id.in_(ids))
        async with self._session() as work:
            rows = list(await work.scalars(select(TableRow).where(TableRow.id.in_(ids))))
            acts = {one[0]: (one[1], one[2]) for one in await work.execute(last.group_by(ActRow.table_id))}
            bots = select(SeatRow.table_id, SeatRow.player).where(SeatRow.table_id.in_(ids), SeatRow.kind == "bot")
            sitting: dict[str, set[str]] = {}
            for table, player in await work.execute(bots):
                sitting.setdefault(table, set()).add(player)
        told = {}
        for row in rows:
            number, at = acts.get(row.id, (0, row.created))
            fresh = isinstance(row.summary, dict) and row.summary.get("acts") == number
            told[row.id] = Standing(row, frozenset(sitting.get(row.id, ())), fresh, at)
        return told

    async def names(self, accounts: Iterable[str]) -> dict[str, str]:
        async with self._session() as work:
            chosen = select(AccountRow.id, AccountRow.name).where(AccountRow.id.in_(list(accounts)))
            return {row[0]: row[1] for row in await work.execute(chosen)}

    # ---- writing

    async def add(self, row: TournamentRow, opened: Opened) -> None:
        async with self._session() as work, work.begin():
            work.add(row)
            await work.flush()
            work.add(_event(row.id, 1, opened))

    async def take(self, tournament_id: str, deed: Deed) -> Found:
        """Let something happen, as the tournament stands when it does; how it stands then.

        `deed` is asked again wherever somebody else was first. What does not fit is refused by the course itself.
        """
        while True:
            found = await self.found(tournament_id)
            events = tuple(deed(found.course))
            if not events:
                return found
            course = found.course
            for event in events:
                course = follow(course, event)
            if await self._append(found, events, course):
                return await self.found(tournament_id)

    async def _append(self, found: Found, events: Sequence[Event], course: Course) -> bool:
        """Whether nobody was first."""
        row, number = found.row, len(found.events)
        try:
            async with self._session() as work, work.begin():
                work.add_all([_event(row.id, number + nth, one) for nth, one in enumerate(events, 1)])
                await work.flush()
                for one in events:
                    if isinstance(one, Paired):
                        work.add_all(_games(row, course, one.round))
        except IntegrityError:
            return False
        return True

    async def mark_game(self, game: TournamentGameRow, **values: bool) -> None:
        mine = (
            TournamentGameRow.tournament_id == game.tournament_id, TournamentGameRow.round == game.round,
            TournamentGameRow.board == game.board, TournamentGameRow.game == game.game,
        )  # fmt: skip
        async with self._session() as work, work.begin():
            await work.execute(update(TournamentGameRow).where(*mine).values(**values))

    async def end(self, tournament_id: str) -> None:
        """Nothing is left to be done in it."""
        async with self._session() as work, work.begin():
            await work.execute(update(TournamentRow).where(TournamentRow.id == tournament_id).values(over=True))

    async def remove(self, tournament_id: str) -> None:
        """It goes with all that happened there; its tables stay what they are."""
        async with self._session() as work, work.begin():
            await work.execute(update(TableRow).where(TableRow.tournament == tournament_id).values(tournament=None))
            for row in (TournamentGameRow, TournamentEventRow):
                await work.execute(delete(row).where(row.tournament_id == tournament_id))
            await work.execute(delete(TournamentRow).where(TournamentRow.id == tournament_id))

    async def disown(self, account: str) -> None:
        """An organiser is gone: keepers decide in his place."""
        async with self._session() as work, work.begin():
            await work.execute(update(TournamentRow).where(TournamentRow.owner == account).values(owner=None))


def _event(tournament_id: str, number: int, event: Event) -> TournamentEventRow:
    told = ONE.dump_python(event, mode="json")
    return TournamentEventRow(tournament_id=tournament_id, number=number, event=told)


def _games(row: TournamentRow, course: Course, number: int) -> list[TournamentGameRow]:
    """The games of a round that has just been paired, each with the name of its table."""
    return [
        TournamentGameRow(
            tournament_id=row.id, round=fixture.round, board=fixture.board, game=fixture.game,
            table_id=new_key()[:16], watch=new_key() if row.watched else None, made=False, settled=False,
        )
        for fixture, _, _ in course.fixtures(course.rounds[number - 1])
    ]  # fmt: skip

"""The other processes of a house: what they store is followed, and who is with them is at the table too.

Of a table the journal is the truth, and whoever comes too late finds out by its numbers. This only makes it soon: a
notice of an act is followed at once, and every few seconds a look tells of what no notice came for. Who is connected
elsewhere is told by notices alone; a process that is not heard of any more has nobody with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from grognard.table.notices import Notice, Notices
from grognard.table.room import NotStored, Room

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 2.0
"""Seconds between looks for what no notice came for."""
SILENCE = 8.0
"""Seconds after which a process that says nothing is gone."""

log = logging.getLogger(__name__)


class Company:
    """What a house knows of its other processes."""

    def __init__(self, house: House, notices: Notices) -> None:
        self._house = house
        self.notices = notices
        self._present: dict[str, dict[str, frozenset[str]]] = {}
        """By process and table: the players somebody is connected for."""
        self._heard: dict[str, float] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._behind: dict[str, bool] = {}
        """Tables to be followed, and whether their rows are to be read too."""
        self._looking: dict[str, dict[str, tuple[int, float]]] = {}
        """By process and table: how many look on there, and when it told so."""
        self._reading: set[asyncio.Task[None]] = set()
        self._looker: asyncio.Task[None] | None = None
        self._deaf = False
        """Whether it is closing: what it still heard would be looked up in a database that was let go."""

    @property
    def shared(self) -> bool:
        return self.notices.shared

    async def start(self) -> None:
        await self.notices.start(self._hear)
        if self.shared:
            self._looker = asyncio.create_task(self._look())

    async def close(self) -> None:
        self._deaf = True
        if self._looker is not None:
            self.notices.tell("bye")
            for task in (self._looker, *self._following.values(), *self._reading):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self.notices.close()

    # ---- telling

    def changed(self, table: str) -> None:
        """Seats, names or links of a table have changed."""
        self.notices.tell("changed", table=table)

    def anew(self, table: str) -> None:
        """Acts that did not fit any more were set aside: who plays on from them opens the table again."""
        self.notices.tell("anew", table=table)

    def gone(self, table: str) -> None:
        self.notices.tell("gone", table=table)

    def given(self, one: str, other: str | None) -> None:
        """What belonged to one key or account is another's."""
        self.notices.tell("given", one=one, other=other)

    def parted(self, whose: Collection[str]) -> None:
        """Sessions have ended."""
        self.notices.tell("parted", whose=sorted(whose))

    def said(self, table: str, message: Mapping[str, Any]) -> None:
        """Something was said to everybody at a table."""
        self.notices.tell("said", table=table, message=dict(message))

    def confided(self, table: str, side: str, at: float) -> None:
        """Something was said in a side's council: that it was, never what."""
        self.notices.tell("confided", table=table, side=side, at=at)

    def hurried(self, table: str) -> None:
        """The bot that thinks at a table shall answer now."""
        self.notices.tell("hurried", table=table)

    def looked_on(self, table: str, count: int) -> None:
        """So many look on here at a table that is shown to everybody."""
        self.notices.tell("looked_on", table=table, count=count)

    def looking_on(self, table: str, lately: float) -> int:
        """How many others have told of within so many seconds."""
        since = time.monotonic() - lately
        told = (tables.get(table, (0, 0.0)) for tables in self._looking.values())
        return sum(count for count, at in told if at > since)

    def here(self, table: str) -> None:
        """Who is with this process has changed."""
        self.notices.tell("here", table=table, players=sorted(self._house.here(table)))

    def who(self, table: str) -> None:
        """Ask who is with the others."""
        self.notices.tell("who", table=table)

    def sees(self, room: Room) -> bool:
        """Whether it is known who is with the others: not before they have had time to answer."""
        return not self.shared or (self.notices.connected and time.time() - room.opened > LOOK)

    def present(self, table: str) -> set[str]:
        """The players somebody is connected for elsewhere."""
        return {player for tables in self._present.values() for player in tables.get(table, ())}

    # ---- hearing

    def _hear(self, notice: Notice) -> None:
        if self._deaf:
            return
        kind, table, origin = notice["kind"], notice.get("table", ""), notice.get("from", "")
        room = self._house.open_room(table)
        if origin:
            if origin not in self._heard and kind != "bye":
                self.notices.tell("who")  # it is new, or was silent for so long that nobody counted with it
            self._heard[origin] = time.monotonic()
        if kind == "lost":
            self._anew()
        elif kind == "acts":
            self._acts(notice["tables"])
        elif kind == "here":
            self._came_or_went(origin, table, frozenset(notice["players"]))
        elif kind == "bye":
            self._left(origin)
        elif kind == "who" and not table:
            self._say_all()
        elif kind == "given":
            self._house.given_here(notice["one"], notice["other"])
        elif kind == "parted":
            self._house.part_here(notice["whose"])
        elif kind == "looked_on":
            self._looking.setdefault(origin, {})[table] = notice["count"], time.monotonic()
        elif room is None:
            return
        elif kind == "changed":
            self._follow(room, read_row=True)
        elif kind == "anew":
            room.broken = True
            self._house.reopen(room)
        elif kind == "hurried":
            self._house.thinkers.hurry(room)
        elif kind == "gone":
            self._house.forget(room, "the table was cleared away")
        elif kind == "said":
            self._house.tell(room, notice["message"])
        elif kind == "confided":
            self._read(self._house.heard_of(room, notice["side"], notice["at"]))
        elif kind == "who" and self._house.here(table):
            self.here(table)

    def _read(self, what: Coroutine[Any, Any, None]) -> None:
        """Look something up that a notice only points to; a database that fails costs a line until one comes again."""

        async def looked() -> None:
            with contextlib.suppress(SQLAlchemyError):
                await what

        task = asyncio.create_task(looked())
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def _say_all(self) -> None:
        for room in self._house.open_rooms():
            if self._house.here(room.row.id):
                self.here(room.row.id)

    def _acts(self, tables: Mapping[str, int]) -> None:
        for table, number in tables.items():
            room = self._house.open_room(table)
            if room is not None and room.acts < number:
                self._follow(room)

    def _anew(self) -> None:
        """Notices may have been missed."""
        for room in self._house.open_rooms():
            self._follow(room, read_row=True)
        self.notices.tell("who")
        self._say_all()

    def _came_or_went(self, origin: str, table: str, players: frozenset[str]) -> None:
        room = self._house.open_room(table)
        before = set() if room is None else self._house.online(room)
        tables = self._present.setdefault(origin, {})
        if players:
            tables[table] = players
        else:
            tables.pop(table, None)
        if room is not None:
            self._house.presence_changed(room, before)

    def _left(self, origin: str) -> None:
        """A process is gone, and all who were with it."""
        self._heard.pop(origin, None)
        for table in list(self._present.get(origin, ())):
            self._came_or_went(origin, table, frozenset())
        self._present.pop(origin, None)
        self._looking.pop(origin, None)

    # ---- following

    def _follow(self, room: Room, read_row: bool = False) -> None:
        table = room.row.id
        self._behind[table] = read_row or self._behind.get(table, False)
        if table not in self._following:
            self._following[table] = asyncio.create_task(self._following_of(room))

    async def _following_of(self, room: Room) -> None:
        table = room.row.id
        try:
            while table in self._behind:
                if not await self._caught_up(room, self._behind.pop(table)):
                    return
        finally:
            del self._following[table]

    async def _caught_up(self, room: Room, read_row: bool) -> bool:
        """Whether the database told what was to be known; if not, it stays behind until the next look."""
        table = room.row.id
        try:
            if read_row:
                await self._house.read_row(room)
            await room.follow()
        except NotStored:
            self._house.reopen(room)
        except SQLAlchemyError:
            self._behind[table] = read_row or self._behind.get(table, False)
            return False
        except Exception:
            log.exception("table %s: what another process did cannot be followed", table)
            room.broken = True
            self._house.reopen(room)
        return True

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self.notices.connected:
                self.notices.tell("beat")
            self._leave_the_silent()
            rooms = self._house.open_rooms()
            try:
                last = await self._house.store.last_acts([room.row.id for room in rooms])
            except SQLAlchemyError:
                continue
            self._acts(last)
            self._follow_those_behind()

    def _leave_the_silent(self) -> None:
        for origin, heard in list(self._heard.items()):
            if time.monotonic() - heard > SILENCE:
                self._left(origin)

    def _follow_those_behind(self) -> None:
        for table in list(self._behind):
            room = self._house.open_room(table)
            if room is None:
                del self._behind[table]
            else:
                self._follow(room)

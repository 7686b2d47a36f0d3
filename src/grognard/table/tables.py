"""Tables over HTTP: open, list, look at again, export and import; and the WebSocket that plays them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Query, Request, Response, WebSocket
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError

from grognard.core.game import SetupError
from grognard.core.registry import game
from grognard.players import bots_of
from grognard.table import followed, lots, rated, what_if
from grognard.table.classroom import Classroom
from grognard.table.house import House
from grognard.table.lesson_line import LessonLine
from grognard.table.live import AGAIN, Line
from grognard.table.loading import GameFile, Wanted, one_line
from grognard.table.rated import Level, StepsIn
from grognard.table.shut import Shut
from grognard.table.store import failing
from grognard.table.visiting import (
    Asking,
    At,
    Body,
    LookingOn,
    Name,
    TableId,
    Word,
    belonging,
    called,
    card,
    holidays_at,
    listed,
    owning,
    visitor,
    with_key,
)

log = logging.getLogger(__name__)

SPECTATORS = 48
"""Who may look on at a table by link at the same time: they take no place from players or its owner."""
LINES_PER_PERSON = 16
"""Connections of one person to a table; a further one takes the place of his oldest."""
FILE = {"required": True, "content": {"application/json": {"schema": GameFile.model_json_schema()}}}
"""What /api/files takes, for its description."""
PAGE = 48
"""Tables on a page of a list, where nobody says how many he wants."""
LOG_PAGE = 200
"""Lines of the log that are told at once."""

LogLine = Annotated[int, Query(alias="from", ge=0, le=1_000_000)]
LogEnd = Annotated[int | None, Query(alias="to", ge=0, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=200)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]


class NewTable(Body):
    game: Word
    scenario: Word | None = None
    options: dict[Word, bool | int | Word] = Field(default_factory=dict, max_length=64)
    seats: Wanted = Field(default_factory=dict)
    clock: dict[Word, int] | None = Field(None, max_length=3)
    name: Name = ""
    rated: bool = False
    level: Level | None = None
    followed: bool = False
    steps_in: StepsIn | None = None
    by_lot: bool = False
    """The house draws who of `seats` sits where."""


class Title(Body):
    title: Name


def add(app: FastAPI, house: House, messages_per_second: float) -> None:
    _add_tables(app, house)
    _add_keeping(app, house)
    _add_looking_back(app, house)
    _add_files(app, house)
    _add_live(app, house, messages_per_second)


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/tables")
    async def tables(response: Response, who: Asking, limit: Limit = PAGE, offset: Offset = 0) -> list[dict[str, Any]]:
        """A page of one's tables; the header x-total-count tells how many there are in all."""
        response.headers["x-total-count"] = "0"
        if house.public and who.hash is None:
            return []
        mine = who.hash if house.public else None
        response.headers["x-total-count"] = str(await house.store.count_tables(mine))
        cards = await house.cards(mine, limit, offset)
        holidays = await holidays_at(house, [one for one, _ in cards])
        return [listed(one, shut, who, holidays) for one, shut in cards]

    @app.post("/api/tables", status_code=201)
    async def open_table(wanted: NewTable, request: Request, response: Response, who: Asking) -> dict[str, Any]:
        who = with_key(house, request, response, who)
        try:
            if wanted.rated:
                rated.check(house, who, wanted.seats, wanted.clock)
            level = rated.checked_level(house, wanted.level, wanted.seats.values())
            known = bots_of(wanted.game, game(wanted.game).scenario(wanted.scenario).id)
            bot = rated.checked_bot(wanted.steps_in, known, wanted.rated, wanted.seats.values())
            if wanted.followed:
                followed.check(house, who, wanted.seats.values())
            seats = wanted.seats if not wanted.by_lot else lots.drawn(wanted.game, wanted.scenario, wanted.seats)
            room, invites = await house.open_table(
                wanted.game, wanted.scenario, wanted.options, seats, who.hash,
                clock=wanted.clock, name=await called(house, who, wanted.name), rated=wanted.rated, level=level,
                followed=wanted.followed, steps_in=bot, by_lot=wanted.by_lot,
            )  # fmt: skip
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        return {**card(room, room.summary(), who), "invites": invites}

    @app.get("/api/tables/{table_id}")
    async def table(room: At, who: Asking) -> dict[str, Any]:
        belonging(room, who)
        return card(room, room.summary(), who)

    @app.get("/api/tables/{table_id}/position")
    async def position(room: At, viewer: LookingOn) -> dict[str, Any]:
        await house.turn.come()
        return {"pieces": room.view(viewer)["pieces"]}

    @app.post("/api/tables/{table_id}/rematch", status_code=201)
    async def rematch(room: At, who: Asking) -> dict[str, Any]:
        belonging(room, who)
        if room.result is None:
            raise HTTPException(409, "this game is not over yet")
        new = await house.rematch(room, who)
        if not who.belongs(new):
            raise HTTPException(409, "the other seat of the rematch is taken meanwhile")
        house.announce(room, {"type": "rematch", "table": new.row.id})
        return card(new, new.summary(), who)


def _add_keeping(app: FastAPI, house: House) -> None:
    @app.put("/api/tables/{table_id}/title", status_code=204)
    async def call(room: At, wanted: Title, who: Asking) -> None:
        owning(room, who)
        await house.call(room, wanted.title.strip())

    @app.delete("/api/tables/{table_id}", status_code=204)
    async def clear_away(room: At, who: Asking) -> None:
        owning(room, who)
        if house.others_play(room, who):
            raise HTTPException(409, "others play at this table: it can be cleared away when the game is over")
        await house.clear_away(room)


def _add_looking_back(app: FastAPI, house: House) -> None:
    @app.get("/api/tables/{table_id}/log")
    async def log_lines(room: At, viewer: LookingOn, begin: LogLine = 0, end: LogEnd = None) -> dict[str, Any]:
        """Lines `from` to before `to` of the log, as this viewer counts them; no more than a page of them."""
        end = min(begin + LOG_PAGE, 1_000_000 if end is None else end)
        await house.turn.come()
        length = len(room.play.visible(None if viewer is None else room.play.roster.number(viewer)))
        return {"from": begin, "length": length, "log": room.play.lines(begin, end, viewer)}

    @app.get("/api/tables/{table_id}/replay")
    async def whole(room: At, viewer: LookingOn) -> dict[str, Any]:
        """How long the replay is for this viewer, where turns begin, combats were and places were taken, and whether
        outcomes are told."""
        reel, offered = await house.reel(room), await what_if.offer(house, room)
        return await asyncio.to_thread(
            lambda: {
                "length": reel.length(viewer),
                "turns": reel.turns(viewer),
                "combats": reel.combats(viewer),
                "taken": reel.taken(viewer),
                **offered,
            }
        )

    @app.get("/api/tables/{table_id}/replay/{number}")
    async def position(room: At, viewer: LookingOn, number: Annotated[int, Path(ge=0, le=1_000_000)]) -> dict[str, Any]:
        reel = await house.reel(room)
        try:
            return await asyncio.to_thread(reel.view, viewer, number, room.result is not None)
        except IndexError:
            raise HTTPException(404, "the game is not that long") from None

    @app.get("/api/tables/{table_id}/film")
    async def film(room: At, viewer: LookingOn, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0) -> dict[str, Any]:
        """What happened since this viewer's log had so many lines."""
        reel = await house.reel(room)
        return await asyncio.to_thread(reel.film, viewer, after)

    @app.get("/api/tables/{table_id}/report")
    async def report(room: At, viewer: LookingOn) -> dict[str, Any]:
        reel = await house.reel(room)
        return await asyncio.to_thread(reel.report, viewer, room.outcome())


def _add_files(app: FastAPI, house: House) -> None:
    @app.get("/api/tables/{table_id}/file")
    async def export(table_id: TableId, who: Asking) -> dict[str, Any]:
        try:
            room = await house.room(table_id)
        except KeyError:
            raise HTTPException(404, "there is no such table") from None
        except Shut as shut:
            try:
                return await house.export_shut(table_id, who, shut)
            except PermissionError:
                raise HTTPException(403, "you do not sit at this table") from None
        belonging(room, who)
        if house.public and room.result is None:
            raise HTTPException(409, "the file of a game in progress would tell its secrets")
        return room.journal().plain()

    @app.post("/api/files", status_code=201, openapi_extra={"requestBody": FILE})
    async def import_file(request: Request, response: Response, who: Asking) -> dict[str, Any]:
        """The file is not even parsed here: that alone can take long."""
        sent = await request.body()
        who = with_key(house, request, response, who)
        try:
            room = await house.import_file(sent, who.hash)
        except ValueError as error:
            raise HTTPException(422, f"not a game that can be played on: {one_line(error)}") from None
        return card(room, room.summary(), who)


def _add_live(app: FastAPI, house: House, messages_per_second: float) -> None:
    @app.websocket("/api/tables/{table_id}/live")
    async def live(socket: WebSocket, table_id: str, seat: str | None = None, watch: str | None = None) -> None:
        await socket.accept()  # a refusal before this would not reach the page
        if house.closing:
            await socket.close(*AGAIN)
            return
        who = await visitor(house, socket.cookies)
        try:
            room = await house.room(table_id)
            viewer = who.viewer(room, seat, watch)
        except KeyError:
            await socket.close(4404, "there is no such table")
            return
        except PermissionError:
            await socket.close(4403, "that is not your seat")
            return
        except Shut as shut:
            await socket.close(4410, str(shut).encode()[:120].decode(errors="ignore"))
            return
        except SQLAlchemyError as error:
            log.error("table %s: storage fails: %s", table_id, failing(error))
            await socket.close(1013, failing(error))
            return
        line = (LessonLine if isinstance(room, Classroom) else Line)(
            socket, house, room, viewer,
            person=who.hash, session=who.session, owned=who.players(room), owner=who.owns(room),
            by_watch_link=not who.belongs(room), per_second=messages_per_second,
        )  # fmt: skip
        if not _makes_room(line, house.lines.get(table_id, ())):
            await socket.close(4429, "too many look on at this table")
            return
        if house.accounts is not None and socket.client is not None:
            with contextlib.suppress(SQLAlchemyError):  # only a notice: it keeps nobody from his seat
                await house.accounts.order.came(room, line.owned, socket.client.host)
        await asyncio.create_task(line.run())  # whenever it wakes, it need not come down through all that led here


def _makes_room(line: Line, others: Collection[Line]) -> bool:
    """Whether there is a place for one more; a person with too many of his own gives up his oldest for it."""
    here = [one for one in others if not one.leaving and one.by_watch_link == line.by_watch_link]
    if line.by_watch_link:
        return len(here) < SPECTATORS
    mine = sorted((one for one in here if one.person == line.person), key=lambda one: one.since)
    for one in mine[: max(0, len(mine) + 1 - LINES_PER_PERSON)]:
        one.drop(4409, "you have come again elsewhere")
    return True

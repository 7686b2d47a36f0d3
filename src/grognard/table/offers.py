"""Open seats: who looks for an opponent puts one up, and whoever comes takes it by one click.

A list tells of a game that has not begun what its host has chosen, and nothing of how a table stands. A live game
whose host is away cannot begin, so its seats are on the list only while he is there.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Mapping
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Query, Request, Response

from grognard.table import followed, handing, rated
from grognard.table.house import House
from grognard.table.room import NotNow, Room
from grognard.table.rows import Card, SeatRow, Unreadable, account_of
from grognard.table.seats import OFFER, Visitor, returned
from grognard.table.visiting import Asking, At, Body, Name, called, card, owning, with_key

MOST = 100
"""Open seats on the list."""

UNDO = 15.0
"""Seconds in which who has accepted a seat may give it back; his page offers it for ten."""

Player = Annotated[str, Path(max_length=32)]
Limit = Annotated[int, Query(ge=1, le=MOST)]


class PutUp(Body):
    level: rated.Level | None = None
    followed: bool = False


class Accepted(Body):
    name: Name = ""


class Answered(Body):
    yes: bool


def add(app: FastAPI, house: House) -> None:
    @app.get("/api/offers")
    async def offers(who: Asking, limit: Limit = MOST) -> list[dict[str, Any]]:
        """The open seats of the house, the newest first, but for those that are not there for who asks."""
        if not house.public:
            return []
        rating, known = await rated.shown(house), await followed.hosts(house, who)
        found = await house.store.offered(MOST, known)
        names = await rated.names(house, [account_of(one.row.owner_hash) for one in found])
        told = [await _told(house, one, who, rating, names, known) for one in found]
        return [seat for seats in told for seat in seats][:limit]

    @app.put("/api/offers/{table_id}/{player}", status_code=204)
    async def put_up(room: At, player: Player, who: Asking, wanted: PutUp | None = None) -> None:
        owning(room, who)
        if player not in room.seats:
            raise HTTPException(404, "there is no such seat")
        try:
            level = rated.checked_level(house, wanted.level if wanted else None, [OFFER])
            if wanted and wanted.followed:
                followed.check(house, who, [OFFER])
        except ValueError as error:
            raise HTTPException(422, str(error)) from None
        if not await house.offer(room, player, level, bool(wanted and wanted.followed)):
            raise HTTPException(409, "that seat is not free")

    @app.delete("/api/offers/{table_id}/{player}", status_code=204)
    async def take_down(room: At, player: Player, who: Asking) -> None:
        owning(room, who)
        if player not in room.seats:
            raise HTTPException(404, "there is no such seat")
        await house.withdraw(room, player)

    @app.post("/api/offers/{table_id}/{player}/accept")
    async def accept(
        room: At, player: Player, wanted: Accepted, request: Request, response: Response, who: Asking
    ) -> dict[str, Any]:
        if not house.public:
            raise HTTPException(409, "at home every seat is yours already")
        if not await _is_open(house, room, player, who):  # who sits there is not everybody's to know
            raise HTTPException(404, "no such seat is open to everybody")
        if who.belongs(room):
            raise HTTPException(409, "you sit at this table yourself")
        rated.may_sit(room, who)
        await rated.may_take(house, room, room.seats[player], who)
        if player in room.stand_ins:
            raise HTTPException(409, "a bot has stepped in there: ask to take over")
        _fresh(room, who, player)
        who = with_key(house, request, response, who)
        if not await house.accept(room, player, who.hash or "", await called(house, who, wanted.name)):
            taker = room.seats[player].name or "somebody"
            raise HTTPException(410, f"{taker} has just taken this seat")
        return {**card(room, room.summary(), who), "player": player}

    @app.post("/api/offers/{table_id}/{player}/undo", status_code=204)
    async def undo(room: At, player: Player, who: Asking) -> None:
        """Give a seat back right after it was accepted: it is open again, and nothing is lost. Once for each seat."""
        seat = room.seats.get(player)
        if seat is None or who.hash is None or player not in who.players(room):
            raise HTTPException(403, "that is not your seat")
        await room.follow()
        promises = room.play.header.promises or {}
        if (
            not isinstance(seat.taken, dict)
            or time.time() > seat.taken["at"] + UNDO
            or not promises
            or all(promises.values())
            or who.hash in returned(seat)
            or not await house.give_back(room, player, who.hash)
        ):
            raise HTTPException(409, "the seat is yours: the moment to give it back is over")

    @app.post("/api/offers/{table_id}/{player}/ask", status_code=204)
    async def ask(
        room: At, player: Player, wanted: Accepted, request: Request, response: Response, who: Asking
    ) -> None:
        """Ask to take over from the bot that stepped in; the host agrees or not."""
        if not await _is_open(house, room, player, who) or player not in room.stand_ins:
            raise HTTPException(404, "no bot has stepped in at such a seat")
        if who.belongs(room):
            raise HTTPException(409, "you sit at this table yourself")
        _fresh(room, who, player)
        await rated.may_take(house, room, room.seats[player], who)
        who = with_key(house, request, response, who)
        if not await house.ask(room, player, who.hash or "", await called(house, who, wanted.name)):
            raise HTTPException(409, "somebody else has asked, or the seat is taken")

    @app.post("/api/offers/{table_id}/{player}/answer", status_code=204)
    async def answer(room: At, player: Player, wanted: Answered, who: Asking) -> None:
        """The host lets who has asked take over from the bot, or lets the bot play on."""
        owning(room, who)
        asks = room.seats[player].asks if player in room.seats else None
        if asks is None or isinstance(asks, Unreadable):
            raise HTTPException(409, "nobody asks for that seat")
        if not wanted.yes:
            await house.refuse(room, player)
        elif await house.accept(room, player, asks["hash"], asks["name"]):
            with contextlib.suppress(NotNow):
                await handing.hand_back(room, player)
        else:
            raise HTTPException(409, "that seat is not free")


async def _is_open(house: House, room: Room, player: str, who: Visitor) -> bool:
    """Whether there is such a seat for somebody who comes without a link."""
    known = await followed.hosts(house, who)  # also where it decides nothing: it would tell by how long it takes
    seat = room.seats.get(player)
    return seat is not None and seat.offered is not None and followed.is_there(room.row, seat, known)


def _fresh(room: Room, who: Visitor, player: str) -> None:
    """Nobody sits opposite to where he has just looked on from."""
    if who.saw_another(room, player):
        raise HTTPException(409, "you had another seat here and gave it back: take that one, or another game")


async def _told(
    house: House, table: Card, who: Visitor, rating: rated.Rating, names: Mapping[str, str], known: Collection[str]
) -> list[dict[str, Any]]:
    """The open seats of a table, as everybody may know them who may see those of the hosts whom he is `known` to."""
    row = table.row
    if isinstance(row.header, Unreadable) or isinstance(row.clock, Unreadable):
        return []
    hosts = [seat for seat in table.seats.values() if seat.key_hash and seat.key_hash == row.owner_hash]
    host = next((one.name for one in hosts if one.name), "")
    here = bool(house.present(row.id) & {seat.player for seat in hosts})
    if row.clock and "days" not in row.clock and not here:
        return []
    stand_ins = row.summary.get("stand_ins", {}) if isinstance(row.summary, dict) else {}
    his = await rated.skill(house, row.header["game"], who)
    return [
        {
            "table": row.id,
            "player": seat.player,
            "game": row.header["game"],
            "scenario": row.header["scenario"],
            "options": row.header["options"],
            "clock": row.clock,
            "rated": row.rated,
            "rating": rating(row.header["game"], account_of(row.owner_hash)),
            "level": None if isinstance(seat.level, Unreadable) else seat.level,
            "fits": rated.within(seat, his),
            "followed": seat.followed,
            "by_lot": row.by_lot,
            "steps_in": None if isinstance(seat.steps_in, Unreadable) else seat.steps_in,
            "held": stand_ins.get(seat.player),
            "asked": _asked(seat, who),
            "host": host,
            "member": bool(host) and names.get(account_of(row.owner_hash) or "") == host,
            "here": here,
            "since": seat.offered,
            "mine": who.belongs(table),
        }
        for seat in table.seats.values()
        if seat.kind == "open" and seat.offered is not None and followed.is_there(row, seat, known)
    ]


def _asked(seat: SeatRow, who: Visitor) -> bool:
    """Whether it is he who has asked to take this seat over; that another has is the host's to know."""
    return isinstance(seat.asks, dict) and who.hash is not None and seat.asks["hash"] == who.hash

"""What all routes share: who asks, which table he asks for, and how a table is told to him."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from grognard.table.clock import Clock, Span
from grognard.table.house import House
from grognard.table.room import Room, Viewer, sealed, seating
from grognard.table.rows import account_of
from grognard.table.seats import COOKIE, KEY_LENGTH, Table, Visitor, key_hash, new_key
from grognard.table.shut import DAMAGED, Shut, shut_card
from grognard.table.store import Card

YEAR = 31_536_000
KEY = re.compile(rf"[A-Za-z0-9_-]{{{KEY_LENGTH}}}")


async def _visitor(request: Request) -> Visitor:
    return await visitor(request.app.state.house, request.cookies)


async def visitor(house: House, cookies: Mapping[str, str]) -> Visitor:
    """Who asks, by his cookie. A key this house did not give is none: somebody else may have put it there."""
    key = cookies.get(COOKIE, "")
    known = house.public and KEY.fullmatch(key) is not None and await house.knows(key_hash(key))
    member = await house.accounts.member(cookies) if house.accounts is not None else None
    return Visitor(key if known else None, not house.public, member)


async def called(house: House, who: Visitor, name: str) -> str:
    """What somebody is called at a table; where there are accounts, nobody by the name of another."""
    return name if house.accounts is None else await house.accounts.name_for(who, name)


TableId = Annotated[str, Path(max_length=32)]


async def _room(request: Request, table_id: TableId) -> Room:
    house: House = request.app.state.house
    try:
        return await house.room(table_id)
    except KeyError:
        raise HTTPException(404, "there is no such table") from None


Asking = Annotated[Visitor, Depends(_visitor)]
At = Annotated[Room, Depends(_room)]
Name = Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Token = Annotated[str, StringConstraints(min_length=KEY_LENGTH, max_length=KEY_LENGTH, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, StringConstraints(max_length=64)]
Seat = Annotated[str | None, Query(max_length=32)]
Watch = Annotated[str | None, Query(max_length=64)]


class Body(BaseModel):
    """A request's body: nothing but what is named."""

    model_config = ConfigDict(extra="forbid")


def _looking_on(room: At, who: Asking, seat: Seat = None, watch: Watch = None) -> Viewer:
    try:
        return who.viewer(room, seat, watch)
    except PermissionError:
        raise HTTPException(403, "that is not your seat") from None


LookingOn = Annotated[Viewer, Depends(_looking_on)]


def with_key(house: House, request: Request, response: Response, who: Visitor) -> Visitor:
    """A visitor of a public house gets his key with the first thing that he owns."""
    if not house.public or who.key or who.member:
        return who
    key = new_key()
    give_key(request, response, key)
    return Visitor(key, False)


def give_key(request: Request, response: Response, key: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, key, max_age=YEAR, path="/", httponly=True, samesite="strict", secure=secure)


def belonging(room: Room, who: Visitor) -> None:
    if not who.belongs(room):
        raise HTTPException(403, "you do not sit at this table")


def owning(room: Room, who: Visitor) -> None:
    if not who.owns(room):
        raise HTTPException(403, "only who opened the table may do that")


def listed(
    found: Card, shut: Shut | None, who: Visitor, holidays: Mapping[str, Sequence[Span]] = MappingProxyType({})
) -> dict[str, Any]:
    """A table on a list; one that cannot be opened, or told, with the reason. `holidays` are those of members."""
    if shut is None:
        try:
            here = {player: holidays.get(account_of(seat.key_hash) or "", ()) for player, seat in found.seats.items()}
            told = card(found, found.row.summary or {}, who, here)
            now = time.time()
            for player, spans in here.items():
                until = max((end for start, end in spans if start <= now < end), default=None)
                if until is not None and not found.row.over and "days" in (found.row.clock or {}):
                    told["seats"][player]["holiday"] = until
            return told
        except Exception:  # whatever a damaged row may hold: the others are listed as ever
            shut = Shut("damaged", DAMAGED)
    return shut_card(found, shut, who)


async def holidays_at(house: House, found: Iterable[Card]) -> dict[str, list[Span]]:
    """When those who sit at these tables are or were on holiday."""
    if house.holidays is None:
        return {}
    seats = (seat for one in found if "days" in (one.row.clock or {}) for seat in one.seats.values())
    accounts = {account for seat in seats if (account := account_of(seat.key_hash))}
    return await house.holidays.book.spans(accounts)


def card(
    table: Table,
    summary: Mapping[str, Any],
    who: Visitor,
    holidays: Mapping[str, Sequence[Span]] = MappingProxyType({}),
) -> dict[str, Any]:
    """A table as it is told to a visitor: whether his own players have to move he alone knows for sure."""
    yours = who.players(table)
    deciding = summary["deciding"]
    waiting = [player for player in summary["waiting"] if player not in yours or player in deciding]
    row = table.row
    return {
        "id": row.id,
        "title": row.title,
        "game": row.header["game"],
        "scenario": row.header["scenario"],
        "options": row.header["options"],
        "turn": summary["turn"],
        "score": summary["score"],
        "result": summary["result"],
        "waiting": waiting,
        "seats": seating(table.seats, summary.get("stand_ins"), host=who.owns(table)),
        "stood_in": summary.get("stood_in", []),
        "yours": yours,
        "owner": who.owns(table),
        "watched": row.watch_hash is not None,
        "clock": row.clock,
        "clocks": _clocks(row.clock, summary, yours[0] if yours else None, holidays),
        "rated": row.rated,
        "tournament": row.tournament,
        "created": row.created,
        "changed": row.changed,
        "rematch": row.rematch,
        "set_aside": summary["set_aside"],
        "position": True,
        **sealed(row, summary["result"] is not None),
    }


def _clocks(
    terms: Mapping[str, int] | None, summary: Mapping[str, Any], viewer: Viewer, holidays: Mapping[str, Sequence[Span]]
) -> dict[str, Any] | None:
    """What everybody has left, as this viewer may see it at the table itself."""
    plain = summary.get("clock")
    if not terms or plain is None:
        return None
    clock = Clock.of(terms, plain)
    clock.holidays = holidays
    waiting = summary["waiting"] if summary["clocks_run"] else ()
    return clock.shown(viewer, waiting, time.time())

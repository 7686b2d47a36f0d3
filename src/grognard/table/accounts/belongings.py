"""What a browser has by its visitor's key, and bringing it along to the account it is signed in to.

Nothing is moved unasked: the browser may be somebody else's too. Where a member would come to sit opposite himself he
is told, and says for each such table whether that seat comes along or stays with the browser's key.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Response
from pydantic import Field

from grognard.table.accounts.asking import At, Signed
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.house import House
from grognard.table.rows import Unreadable
from grognard.table.seats import COOKIE, Visitor
from grognard.table.visiting import Asking, Body, Word

SHOWN = 6
"""Tables that are named where one's belongings are told."""


class Bringing(Body):
    bring: list[Word] = Field(default_factory=list, max_length=500)
    """Tables at which both seats shall be one's own."""
    leave: list[Word] = Field(default_factory=list, max_length=500)
    """Tables at which the visitor's seat stays with the browser."""


def add(app: FastAPI, house: House) -> None:
    @app.get("/api/account/belongings")
    async def belongings(who: Asking, desk: At) -> dict[str, Any]:
        """What this browser has by its key, and where its holder would sit opposite himself."""
        return await told(house, desk, who)

    @app.post("/api/account/belongings")
    async def bring(wanted: Bringing, response: Response, who: Asking, member: Signed, desk: At) -> dict[str, Any]:
        """Bring them along. As long as one such table is not spoken for, nothing moves."""
        key = who.key_hash
        if key is None:
            raise Declined(409, "nothing", "this browser has nothing to bring along")
        both = {one.table for one in await desk.ledger.both(key, member.account)}
        open_ = both - {*wanted.bring, *wanted.leave}
        if open_ or {*wanted.bring} & {*wanted.leave}:
            raise Declined(409, "choose", f"say of each of these tables what becomes of it: {', '.join(sorted(both))}")
        if house.holidays is not None and await house.holidays.saves(key, member):
            raise Declined(409, "late_game", "your time is up in one of these games: they come along when it is over")
        tables = await desk.ledger.bring(key, member.account, sorted(both & {*wanted.leave}))
        await house.given(key, member.hash, tables)
        if not await house.store.owns_anything(key):
            response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return {"tables": len(tables)}


async def told(house: House, desk: Desk, who: Visitor) -> dict[str, Any]:
    key = who.key_hash
    if key is None:
        return {"tables": 0, "lessons": 0, "shown": [], "both": []}
    both = await desk.ledger.both(key, who.member.account) if who.member else []
    taught = sum(room.row.owner_hash == key for room in house.unkept())
    visitor = Visitor(who.key, False)
    cards = [one for one in await house.store.cards(key, SHOWN) if not isinstance(one.row.header, Unreadable)]
    named = [
        {
            "id": one.row.id,
            "game": one.row.header["game"],
            "title": one.row.title,
            "players": visitor.players(one),
            "over": one.row.over,
        }
        for one in cards
    ]
    return {
        "tables": await house.store.count_tables(key),
        "lessons": max(taught, await desk.ledger.lessons(key)),
        "shown": named,
        "both": [await _opposite(house, one.table, one.account, one.visitor) for one in both],
    }


async def _opposite(house: House, table: str, yours: tuple[str, ...], visitors: tuple[str, ...]) -> dict[str, Any]:
    row = await house.store.table(table)
    readable = row is not None and not isinstance(row.header, Unreadable)
    return {
        "id": table,
        "game": row.header["game"] if row is not None and readable else "",
        "title": row.title if row is not None else None,
        "yours": list(yours),
        "visitors": list(visitors),
    }

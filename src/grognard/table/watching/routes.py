"""Looking on over HTTP: tables that their players show to everybody, whom one follows, and one's own consent.

Nothing newer than the house's delay is told of a game that goes on, nor that it was changed since; who is not let look
on is told the same as of a table that does not exist.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Path, Request

from grognard.table import rated
from grognard.table.accounts.asking import Address, Signed
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.accounts.names import folded
from grognard.table.house import House
from grognard.table.rows import AccountRow, SeatRow, account_of
from grognard.table.shut import Shut
from grognard.table.visiting import Asking, At, Body, TableId, belonging
from grognard.table.watching.book import Consents, Follows, TooMany
from grognard.table.watching.late import Late, Lateness
from grognard.table.watching.lookers import Lookers

MOST = 20
"""Tables on the list of those that everybody may look at."""

Named = Annotated[str, Path(max_length=40)]
Player = Annotated[str, Path(max_length=32)]
Step = Annotated[int, Path(ge=0, le=1_000_000)]


class Consent(Body):
    yes: bool


async def _shown(request: Request, table_id: TableId) -> Late:
    consents: Consents = request.app.state.consents
    lateness: Lateness = request.app.state.lateness
    try:
        if table_id.isprintable() and await consents.agreed(table_id):
            return await lateness.table(table_id)
    except (KeyError, Shut):
        pass
    raise HTTPException(404, "no such table is shown to everybody")


Shown = Annotated[Late, Depends(_shown)]


def add(app: FastAPI, house: House, desk: Desk) -> None:
    follows, consents, lateness = Follows(house.store.engine), Consents(house.store.engine), Lateness(house)
    app.state.consents, app.state.lateness = consents, lateness
    app.state.lookers = Lookers(house.company)
    _add_shown(app, house, follows, consents, lateness)
    _add_following(app, desk, follows, consents)
    _add_consent(app, house, consents)


def _add_shown(app: FastAPI, house: House, follows: Follows, consents: Consents, lateness: Lateness) -> None:
    lookers: Lookers = app.state.lookers

    @app.get("/api/shown")
    async def tables(who: Asking) -> list[dict[str, Any]]:
        """The games that everybody may look at: those of whom one follows first, then those of the best players."""
        rating = await rated.shown(house)
        mine = who.member.account if who.member else None
        people = set(await follows.of(mine, "person")) if mine else set()
        listed = set(await follows.of(mine, "table")) if mine else set()
        found = []
        for table_id in await consents.going_on(MOST):
            try:
                late = await lateness.table(table_id)
            except (KeyError, Shut):
                continue
            if not late.reel.length(None) or late.room.result is not None or not _full(late):
                continue
            seats = list(late.room.seats.values())
            players = [_player(late, seat, rating) for seat in seats]
            followed = any(account_of(seat.key_hash) in people for seat in seats if seat.key_hash)
            found.append(
                {
                    "table": table_id,
                    "game": late.room.row.header["game"],
                    "scenario": late.room.row.header["scenario"],
                    "options": late.room.row.header["options"],
                    "turn": late.reel.turns(None)[-1],
                    "clock": late.room.row.clock,
                    "clocks": _clocks(late, time.time() - house.delay),
                    "watching": lookers.count(table_id),
                    "rated": late.room.row.rated,
                    "players": players,
                    "followed": followed,
                    "listed": table_id in listed,
                    "delay": house.delay,
                }
            )
        # not by when they were changed: that would tell where somebody has just moved
        return sorted(
            found, key=lambda one: (not one["listed"], not one["followed"], -_mean(one["players"]), one["table"])
        )

    @app.get("/api/shown/{table_id}/position")
    async def position(late: Shown) -> dict[str, Any]:
        view = await asyncio.to_thread(lambda: late.reel.plain(None, late.reel.length(None)))
        return {"pieces": view["pieces"]}

    @app.get("/api/shown/{table_id}/replay")
    async def whole(late: Shown, who: Asking, address: Address) -> dict[str, Any]:
        lookers.look(late.room.row.id, who.hash or address)
        reel = late.reel
        return await asyncio.to_thread(
            lambda: {
                "length": reel.length(None),
                "turns": reel.turns(None),
                "combats": reel.combats(None),
                "outcomes": False,
            }
        )

    @app.get("/api/shown/{table_id}/replay/{number}")
    async def step(late: Shown, number: Step, who: Asking, address: Address) -> dict[str, Any]:
        lookers.look(late.room.row.id, who.hash or address)
        try:
            return await asyncio.to_thread(late.reel.view, None, number)
        except IndexError:
            raise HTTPException(404, "the game is not that long") from None

    @app.get("/api/shown/{table_id}/report")
    async def report(late: Shown) -> dict[str, Any]:
        return await asyncio.to_thread(late.reel.report, None)


def _clocks(late: Late, then: float) -> dict[str, Any] | None:
    """What everybody had left at that moment, and whose time it was; that somebody is on holiday is not told."""
    told = late.room.clocks(None, then)
    return None if told is None else {"left": told["left"], "running": told["running"]}


def _full(late: Late) -> bool:
    """Whether everybody's seat is played: at one that waits for somebody there is nothing to see."""
    return all(seat.kind != "open" or seat.player in late.room.stand_ins for seat in late.room.seats.values())


def _player(late: Late, seat: SeatRow, rating: rated.Rating) -> dict[str, Any]:
    bot = seat.bot or late.room.bot_of(seat.player)
    account = account_of(seat.key_hash)
    number = rating(late.room.row.header["game"], account)
    return {"player": seat.player, "name": seat.name, "bot": bot, "rating": number, "member": account is not None}


def _mean(players: Sequence[dict[str, Any]]) -> float:
    """What is thought of them on the average; nothing of those who are not rated."""
    numbers = [int(one["rating"].split()[0]) for one in players if one["rating"]]
    return sum(numbers) / len(numbers) if numbers else 0.0


def _add_following(app: FastAPI, desk: Desk, follows: Follows, consents: Consents) -> None:
    async def named(name: str) -> AccountRow:
        row = await desk.ledger.named(folded(name))
        if row is None:
            raise Declined(404, "nobody", "nobody here has that name")
        return row

    @app.get("/api/account/following")
    async def following(member: Signed) -> dict[str, Any]:
        """Whom one follows, which tables are on one's list, and whether one lets everybody look on."""
        return {
            "people": await follows.names(member.account),
            "tables": await follows.of(member.account, "table"),
            "shows": await consents.shows(member.account),
        }

    @app.put("/api/account/following/people/{name}", status_code=204)
    async def follow(name: Named, member: Signed) -> None:
        row = await named(name)
        if row.id == member.account:
            raise Declined(409, "yourself", "nobody follows himself")
        try:
            await follows.add(member.account, "person", row.id)
        except TooMany:
            raise Declined(409, "too_many", "you follow as many as one can: leave somebody first") from None

    @app.delete("/api/account/following/people/{name}", status_code=204)
    async def leave(name: Named, member: Signed) -> None:
        await follows.remove(member.account, "person", (await named(name)).id)

    @app.put("/api/account/following/tables/{table_id}", status_code=204)
    async def keep(table_id: TableId, member: Signed) -> None:
        if not table_id.isprintable() or not await consents.agreed(table_id):
            raise HTTPException(404, "no such table is shown to everybody")
        try:
            await follows.add(member.account, "table", table_id)
        except TooMany:
            raise Declined(409, "too_many", "you follow as many as one can: leave somebody first") from None

    @app.delete("/api/account/following/tables/{table_id}", status_code=204)
    async def drop(table_id: TableId, member: Signed) -> None:
        await follows.remove(member.account, "table", table_id if table_id.isprintable() else "")

    @app.put("/api/account/shows", status_code=204)
    async def shows(wanted: Consent, member: Signed) -> None:
        """Whether everybody may look on at one's games, unless one says otherwise at a table."""
        await consents.let(member.account, wanted.yes)


def _add_consent(app: FastAPI, house: House, consents: Consents) -> None:
    @app.get("/api/tables/{table_id}/shown")
    async def consented(room: At, who: Asking) -> dict[str, Any]:
        """Whether everybody may look on here as far as one's own seats go, and whether all others agree too."""
        belonging(room, who)
        showing = await consents.showing([one for seat in room.seats.values() if (one := account_of(seat.key_hash))])
        yours = {
            player: room.seats[player].shown
            if room.seats[player].shown is not None
            else account_of(room.seats[player].key_hash) in showing
            for player in who.players(room)
        }
        return {"yours": yours, "everybody": await consents.agreed(room.row.id)}

    @app.put("/api/tables/{table_id}/shown/{player}", status_code=204)
    async def consent(room: At, player: Player, wanted: Consent, who: Asking) -> None:
        if player not in who.players(room):
            raise HTTPException(403, "that is not your seat")
        await house.show(room, player, wanted.yes)

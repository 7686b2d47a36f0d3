"""Seeking a game over HTTP. Everybody is told of his own waiting and of nobody else's."""

from __future__ import annotations

import time
from typing import Any

from fastapi import FastAPI, HTTPException
from pydantic import Field

from grognard.club.seeking import reach
from grognard.core.game import SetupError
from grognard.core.registry import game as find_game
from grognard.table.accounts.asking import Signed
from grognard.table.accounts.declined import Declined
from grognard.table.clock import checked_terms
from grognard.table.house import House
from grognard.table.loading import one_line
from grognard.table.rating.ratings import Ratings
from grognard.table.room import NotNow
from grognard.table.rows import ANY, SeekRow
from grognard.table.seats import Member
from grognard.table.seeking.laying import sides_of
from grognard.table.seeking.manners import Manners, absent
from grognard.table.seeking.matchmaker import Matchmaker
from grognard.table.seeking.sweeping import Absences
from grognard.table.visiting import Asking, At, Body, Word


class Sought(Body):
    game: Word | None = None
    """Any, where none is named."""
    scenario: Word | None = None
    side: Word | None = None
    clock: dict[Word, int] | None = Field(None, max_length=3)
    rated: bool = False


def add(app: FastAPI, house: House, ratings: Ratings) -> None:
    matchmaker = house.matchmaker = Matchmaker(house, ratings)
    seeks, manners = matchmaker.seeks, Manners(house.store.engine)
    house.absences = Absences(house, manners)

    async def told(row: SeekRow | None) -> dict[str, Any]:
        """How it stands with somebody's seek: nothing, waiting, or paired."""
        if row is None:
            return {"seek": None, "paired": None}
        if row.table_id is not None:
            others = [one.name for one in await house.store.seats(row.table_id) if one.player != row.player]
            paired = {"table": row.table_id, "player": row.player, "game": row.game, "with": (others or [""])[0]}
            return {"seek": None, "paired": paired if others else None}  # nobody sits there: it was cleared away
        waited = max(0.0, time.time() - row.since)
        sought = {
            "game": row.game or None, "scenario": row.scenario, "side": row.side, "clock": row.clock,
            "rated": row.rated, "waited": round(waited, 1), "reach": reach(waited),
        }  # fmt: skip
        if row.game == ANY:  # he has as many ratings as there are games
            return {"seek": {**sought, "rating": None, "low": None, "high": None}, "paired": None}
        skill = await ratings.skill(row.game, row.account_id)
        near = {"low": skill.number - reach(waited), "high": skill.number + reach(waited)}
        return {"seek": {**sought, "rating": str(skill), **near}, "paired": None}

    @app.get("/api/seek")
    async def look(member: Signed) -> dict[str, Any]:
        return await told(await seeks.of(member.account))

    @app.put("/api/seek")
    async def begin(wanted: Sought, member: Signed) -> dict[str, Any]:
        """Wait to be paired; who waits already waits for this from now on."""
        try:
            row = _checked(wanted, member)
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        wait = await manners.rests_for(member.account, time.time())
        if wait:
            raise Declined(429, "no_shows", "you did not come to several games that you had sought: wait a while", wait)
        await seeks.begin(row)
        matchmaker.nudge()
        return await told(await seeks.of(member.account))

    @app.post("/api/seek/here")
    async def here(member: Signed) -> dict[str, Any]:
        """The page is still open: who is not heard of for a while seeks no more."""
        return await told(await seeks.here(member.account))

    @app.delete("/api/seek")
    async def end(member: Signed) -> dict[str, Any]:
        """Seek no more, or have heard that one is paired: it is told once more, for it may just have happened."""
        return await told(await seeks.end(member.account))

    @app.post("/api/seek/no_show/{table_id}", status_code=204)
    async def leave(room: At, who: Asking, member: Signed) -> None:
        """Leave a game to which the other has not come: nothing of it counts, for nobody."""
        yours = who.players(room)
        if not yours:
            raise HTTPException(403, "you do not sit at this table")
        await house.read_holidays(room)
        await room.follow()
        now = time.time()
        try:
            missing = absent(room, yours, now)
        except NotNow as why:
            raise HTTPException(409, str(why)) from None
        account = room.seats[missing].account
        if not await house.clear_away(room, room.acts):
            raise HTTPException(409, "your opponent has come just now")
        if account is not None:
            await manners.stayed_away(account, room.row.id, now)


def _checked(wanted: Sought, member: Member) -> SeekRow:
    """What is to be kept; ValueError where nobody could be paired by it."""
    if wanted.game is None:
        return _any(wanted, member)
    game = find_game(wanted.game)
    sides = sides_of(game.id)
    if wanted.scenario is not None and game.scenario(wanted.scenario).id not in sides:
        raise ValueError("a game is sought for two players")
    possible = {side for name, two in sides.items() if wanted.scenario in (None, name) for side in two}
    if not possible:
        raise ValueError("nothing of this game is for two players")
    if wanted.side is not None and wanted.side not in possible:
        raise ValueError(f"nobody plays that side; there are {', '.join(sorted(possible))}")
    return _row(wanted, member, game.id)


def _any(wanted: Sought, member: Member) -> SeekRow:
    if wanted.scenario is not None or wanted.side is not None:
        raise ValueError("who takes any game takes any scenario and side")
    return _row(wanted, member, ANY)


def _row(wanted: Sought, member: Member, game: str) -> SeekRow:
    clock = checked_terms(wanted.clock)
    if wanted.rated and not clock:
        raise ValueError("a rated game needs a clock")
    now = time.time()
    return SeekRow(
        account_id=member.account, game=game, scenario=wanted.scenario, side=wanted.side, clock=clock,
        rated=wanted.rated, since=now, seen=now,
    )  # fmt: skip

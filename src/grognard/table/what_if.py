"""Outcomes from here over HTTP: only of games that are over, and while no game of their pair runs."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Request, Response
from pydantic import Field

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.players import bots_of
from grognard.players.doctrine import REGULAR
from grognard.table.house import House
from grognard.table.loading import one_line
from grognard.table.outcomes import Asked, Busy, NotYours, told
from grognard.table.room import Room, Viewer
from grognard.table.visiting import Asking, At, Body, LookingOn, Word, card, with_key
from grognard.table.workers import NoWorkers, Overdue

Step = Annotated[int, Query(ge=0, le=1_000_000)]
Whose = Annotated[str, Query(max_length=64)]
WHOLE = "all"
"""Whose knowledge: the truth's."""


class Moment(Body):
    """A step of the viewer's replay, and whose knowledge of it is played on from: a player's, or `all`."""

    step: Annotated[int, Field(ge=0, le=1_000_000)]
    whose: Word


class Opened(Moment):
    """One of its games."""

    number: Annotated[int, Field(ge=0, le=100_000)]


def add(app: FastAPI, house: House) -> None:
    outcomes = house.outcomes

    @app.get("/api/tables/{table_id}/outcomes")
    async def look(room: At, viewer: LookingOn, step: Step = 0, whose: Whose = WHOLE) -> dict[str, Any]:
        """How far it is, and what was found so far."""
        asked, play = await _moment(house, room, viewer, step, whose)
        return await _told(house, room, viewer, asked, play)

    @app.get("/api/tables/{table_id}/outcomes/offered")
    async def offered(room: At, viewer: LookingOn) -> dict[str, Any]:
        """Whether outcomes are told of this game, without a look at any moment of it."""
        return await offer(house, room)

    @app.post("/api/tables/{table_id}/outcomes", status_code=202)
    async def ask(room: At, viewer: LookingOn, wanted: Moment, who: Asking) -> dict[str, Any]:
        """Play on from this moment, again and again."""
        asked, play = await _moment(house, room, viewer, wanted.step, wanted.whose)
        if play.result is not None:
            raise HTTPException(422, "the game is over here: there is nothing to play on")
        try:
            outcomes.ask(asked, play, who.hash)
        except Busy:
            raise HTTPException(503, "too many are asking: try again in a minute") from None
        return await _told(house, room, viewer, asked, play)

    @app.delete("/api/tables/{table_id}/outcomes", status_code=204)
    async def stop(room: At, viewer: LookingOn, who: Asking, step: Step = 0, whose: Whose = WHOLE) -> None:
        """Stop playing; what was found stays."""
        asked, _ = await _moment(house, room, viewer, step, whose)
        try:
            outcomes.stop(asked, who.hash)
        except NotYours:
            raise HTTPException(403, "somebody else asked for it") from None

    @app.post("/api/tables/{table_id}/outcomes/open", status_code=201)
    async def open_one(
        room: At, viewer: LookingOn, wanted: Opened, request: Request, response: Response, who: Asking
    ) -> dict[str, Any]:
        """One of the games as a table of its own, to be looked at."""
        asked, _ = await _moment(house, room, viewer, wanted.step, wanted.whose)
        try:
            journal = await outcomes.opened(asked, wanted.number)
            who = with_key(house, request, response, who)
            bots = dict.fromkeys(room.play.roster.ids, REGULAR)
            opened, _ = await house.open_journal(room.game, journal, bots, who.hash)
        except KeyError:
            raise HTTPException(404, "no such game was played") from None
        except (NoWorkers, Overdue):
            raise HTTPException(503, "it takes too long: try again in a minute") from None
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        return card(opened, opened.summary(), who)


async def offer(house: House, room: Room) -> dict[str, Any]:
    """Whether outcomes are told here, and whether only a bot is missing that knows the game."""
    ripe = await _ripe(house, room)
    known = REGULAR in bots_of(room.game.id)
    return {"outcomes": ripe and known, "no_bot": ripe and not known}


async def _ripe(house: House, room: Room) -> bool:
    """Whether the game is over, and nobody plays the second of a pair."""
    if room.result is None or not room.play.given:
        return False
    if room.row.rematch is None:
        return True
    try:
        return (await house.room(room.row.rematch)).result is not None
    except KeyError:  # it was cleared away
        return True


async def _moment(house: House, room: Room, viewer: Viewer, step: int, whose: str) -> tuple[Asked, Play]:
    found = await offer(house, room)
    if found["no_bot"]:
        raise HTTPException(409, "no bot plays this game")
    if not found["outcomes"]:
        raise HTTPException(409, "outcomes are told when a game is over, and the other game of its pair too")
    players = room.play.roster.ids
    if whose != WHOLE and whose not in players:
        raise HTTPException(422, f"say whose knowledge: {', '.join((*players, WHOLE))}")
    reel = await house.reel(room)
    try:
        answers = await asyncio.to_thread(reel.answers, viewer, step)
        play = await asyncio.to_thread(reel.play_at, viewer, step)
    except IndexError:
        raise HTTPException(404, "the game is not that long") from None
    return (room.row.id, answers, None if whose == WHOLE else whose), play


async def _told(house: House, room: Room, viewer: Viewer, asked: Asked, play: Play) -> dict[str, Any]:
    roster = play.roster
    side = roster.sides[0] if asked[2] is None else roster.players[roster.number(asked[2])].side
    reel = await house.reel(room)
    steps, past = await asyncio.to_thread(lambda: (reel.steps(viewer), reel.scores(asked[1])))
    return told(house.outcomes, asked, play, side, room.play, steps) | {"past": past}

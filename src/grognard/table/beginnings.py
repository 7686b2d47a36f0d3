"""Tables that begin in the middle: from a position that the school shows. Whoever lets somebody play on from somewhere
comes here with the game as it stands there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import Field

from grognard.core.afresh import afresh
from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.players import bots_of
from grognard.school.example import at_step
from grognard.table.classroom import OPPONENT, Classroom
from grognard.table.games import found_game
from grognard.table.house import House
from grognard.table.loading import Wanted, one_line
from grognard.table.room import Room
from grognard.table.seats import Visitor
from grognard.table.visiting import Asking, At, Body, Word, belonging, card, owning, with_key


class From(Body):
    """An example of the rulebook at one of its steps, and who is to sit where."""

    game: Word
    example: Word
    step: Annotated[int, Field(ge=0, le=100)] = 0
    seats: Wanted = Field(default_factory=dict)


class Back(Body):
    """A step of the replay of a game that is over, and as whom to play on."""

    step: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    seat: Word | None = None


def add(app: FastAPI, house: House) -> None:
    @app.post("/api/tables/from", status_code=201)
    async def play_on(wanted: From, request: Request, response: Response, who: Asking) -> dict[str, Any]:
        """A table that goes on from where an example of the rulebook stands."""
        game = found_game(wanted.game)
        try:
            play = await asyncio.to_thread(at_step, game, wanted.example, wanted.step)
            who = with_key(house, request, response, who)
            room, _ = await open_from_play(house, play, wanted.seats, who.hash)
        except DataError as error:
            raise HTTPException(404, one_line(error)) from None
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        return card(room, room.summary(), who)

    @app.post("/api/tables/{table_id}/play_on", status_code=201)
    async def play_on_from(room: At, wanted: Back, who: Asking) -> dict[str, str]:
        """A table of one's own that goes on from where a lesson stands, or from a step of a game that is over."""
        belonging(room, who)
        if isinstance(room, Classroom):
            owning(room, who)
            seat, play = room.session.seat, room.session.play_on()
        else:
            seat, play = await _back_at(house, room, who, wanted)
        try:
            opened, _ = await open_from_play(house, play, _against(house, room, seat), who.hash)
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        return {"id": opened.row.id, "seat": seat}


async def _back_at(house: House, room: Room, who: Visitor, wanted: Back) -> tuple[str, Play]:
    """A seat of one's own in a game that is over, and the game as it stood at a step of its replay."""
    mine = who.players(room)
    seat = wanted.seat or next(iter(mine), None)
    if room.result is None:
        raise HTTPException(409, "this game is not over yet")
    if seat is None or seat not in mine:
        raise HTTPException(403, "that is not your seat")
    reel = await house.reel(room)
    try:
        return seat, await asyncio.to_thread(reel.play_at, seat, wanted.step)
    except IndexError:
        raise HTTPException(404, "the game is not that long") from None


def _against(house: House, room: Room, seat: str) -> dict[str, str]:
    """Who sits there: oneself, the bots that sat there before, and beginners for people."""
    beginner = OPPONENT if OPPONENT in bots_of(room.game.id) else "random"
    bots = {
        player: house.grants.lowered(one.bot) for player, one in room.seats.items() if one.kind == "bot" and one.bot
    }
    return {player: "you" if player == seat else bots.get(player, beginner) for player in room.play.roster.ids}


async def open_from_play(
    house: House, play: Play, seats: Mapping[str, str], who: str | None, *, name: str = ""
) -> tuple[Room, dict[str, str]]:
    """A table that goes on from here, with the invitations it needs; ValueError where the game is over.

    `who` is the key of its owner. The dice that were set by hand for the teaching are set aside: from here on they fall
    as at any table, and segments wait for their players.
    """
    if play.result is not None:
        raise ValueError("the game is over here: there is nothing to play on")
    begun = await asyncio.to_thread(afresh, play)
    return await house.open_play(begun, seats, who, name)

"""Tables that begin in the middle: from a position that the school shows. Whoever lets somebody play on from somewhere
comes here with the game as it stands there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import Field

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.core.snapshot import WAITS, snapshot
from grognard.school.example import at_step
from grognard.table.games import found_game
from grognard.table.house import House
from grognard.table.loading import Wanted, one_line
from grognard.table.room import Room
from grognard.table.visiting import Asking, Body, Word, card, with_key


class From(Body):
    """An example of the rulebook at one of its steps, and who is to sit where."""

    game: Word
    example: Word
    step: Annotated[int, Field(ge=0, le=100)] = 0
    seats: Wanted = Field(default_factory=dict)


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


def afresh(play: Play) -> Play:
    """The same position with dice of its own and nothing behind it."""
    header = replace(play.header, seed=secrets.token_hex(16), nonces=[], promises=None, waits=True)
    return Play.begin(play.game, header, snapshot(play.state) | {WAITS: True})

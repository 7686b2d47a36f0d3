"""Players' own part in the dice: a nonce each, mixed with the house's seed before the first die is rolled.

The house publishes the hash of its seed with the table. At a table of one person a nonce that is sent after that leaves
the house no way to choose the dice. Where several play, one of them may know the seed, and must not choose his nonce
when he knows the others': each first sends the hash of his own, all reveal when every hash is there, and no die is
rolled before the last has revealed.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, HTTPException
from pydantic import StringConstraints

from grognard.table.house import House
from grognard.table.room import NotNow, Room
from grognard.table.seats import Visitor
from grognard.table.visiting import Asking, At, Body, Word, belonging

Nonce = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""Long enough that nobody finds it from its hash."""
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
OWNER = "owner"


class Promised(Body):
    player: Word
    hash: Hash


class Mixed(Body):
    nonce: Nonce
    player: Word | None = None
    """Whose it is, where every player promises one of his own."""


def add(app: FastAPI, house: House) -> None:
    @app.post("/api/tables/{table_id}/promise", status_code=204)
    async def promise(room: At, wanted: Promised, who: Asking) -> None:
        _own(room, who, wanted.player)
        try:
            await house.promise(room, wanted.player, wanted.hash)
        except NotNow as why:
            raise HTTPException(409, str(why)) from None

    @app.post("/api/tables/{table_id}/nonce")
    async def mix(room: At, wanted: Mixed, who: Asking) -> dict[str, bool]:
        belonging(room, who)
        if room.play.header.promises is None:
            return {"mixed": await house.mix(room, as_whom(room, who), wanted.nonce)}
        player = _own(room, who, wanted.player or "")
        try:
            await house.reveal(room, player, wanted.nonce)
        except NotNow as why:
            raise HTTPException(409, str(why)) from None
        return {"mixed": True}


def _own(room: Room, who: Visitor, player: str) -> str:
    if player not in who.players(room):
        raise HTTPException(403, "that is not your seat")
    return player


def as_whom(room: Room, who: Visitor) -> str:
    """The name that stands before somebody's nonce: his first player, or the owner's who only looks on."""
    return next(iter(who.players(room)), OWNER)

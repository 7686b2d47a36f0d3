"""Players' own part in the dice: a nonce each, mixed with the house's seed before the first die is rolled.

The house publishes the hash of its seed with the table. A nonce that is sent after that leaves it no way to choose the
dice: whoever holds the game's file afterwards sees that they follow from the seed and from his nonce.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI
from pydantic import StringConstraints

from grognard.table.house import House
from grognard.table.room import Room
from grognard.table.seats import Visitor
from grognard.table.visiting import Asking, At, Body, belonging

Nonce = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
OWNER = "owner"


class Mixed(Body):
    nonce: Nonce


def add(app: FastAPI, house: House) -> None:
    @app.post("/api/tables/{table_id}/nonce")
    async def mix(room: At, wanted: Mixed, who: Asking) -> dict[str, bool]:
        belonging(room, who)
        return {"mixed": await house.mix(room, as_whom(room, who), wanted.nonce)}


def as_whom(room: Room, who: Visitor) -> str:
    """The name that stands before somebody's nonce: his first player, or the owner's who only looks on."""
    return next(iter(who.players(room)), OWNER)

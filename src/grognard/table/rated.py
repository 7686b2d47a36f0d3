"""Which games may be rated, and who may sit down at one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

from grognard.table.house import House
from grognard.table.room import Room
from grognard.table.seats import OFFER, Visitor

OTHERS = ("invite", OFFER)


def check(house: House, who: Visitor, seats: Mapping[str, str], clock: Mapping[str, int] | None) -> None:
    """ValueError where a game that is to be opened cannot count."""
    if house.ratings is None:
        raise ValueError("games are not rated in this house")
    if who.member is None:
        raise ValueError("a rated game needs a name: register or sign in first")
    if not clock:
        raise ValueError("a rated game needs a clock")
    if any(seat not in (*OTHERS, "you") for seat in seats.values()):
        raise ValueError("a rated game is between people")
    if sum(seat in OTHERS for seat in seats.values()) < 1:
        raise ValueError("a rated game needs an opponent")


def may_sit(room: Room, who: Visitor) -> None:
    """Refuse a seat at a rated table to who has no name, or would sit opposite himself."""
    if not room.row.rated:
        return
    if who.member is None:
        raise HTTPException(403, "this game is rated and needs a name: register or sign in first")
    if who.belongs(room):
        raise HTTPException(409, "you sit at this table yourself")


async def shown(house: House, game: str, account: str | None) -> dict[str, Any]:
    """Somebody's rating in a game, where the house has any."""
    if house.ratings is None or account is None:
        return {"rating": None}
    return {"rating": await house.ratings.shown(game, account)}

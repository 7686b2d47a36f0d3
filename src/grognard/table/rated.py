"""Which games may be rated, and who may sit down at one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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


async def shown(house: House) -> Callable[[str, str | None], str | None]:
    """What tells somebody's rating in a game, as things stand; nothing where the house has none."""
    if house.ratings is None:
        return lambda game, account: None
    history = await house.ratings.history()
    return lambda game, account: None if account is None else history.shown(game, account)


async def names(house: House, accounts: Iterable[str | None]) -> dict[str, str]:
    """What these accounts are called; nothing where the house has none."""
    return {} if house.ratings is None else await house.ratings.results.names([one for one in accounts if one])

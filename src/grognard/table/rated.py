"""Which games may be rated, and who may sit down at one."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import HTTPException
from pydantic import Field

from grognard.table.house import House
from grognard.table.room import Room
from grognard.table.rows import SeatRow, Unreadable
from grognard.table.seats import OFFER, Visitor
from grognard.table.visiting import Body, Word

if TYPE_CHECKING:
    from grognard.club.ratings.skill import Skill

OTHERS = ("invite", OFFER)
Points = Annotated[int, Field(ge=0, le=4000)]


class Level(Body):
    """Whom an open seat is for, by the number beside his name."""

    low: Points
    high: Points


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


def checked_level(house: House, level: Level | None, seats: Collection[str]) -> dict[str, int] | None:
    """The level of seats that are put up, as it is kept; ValueError where there can be none."""
    if level is None:
        return None
    if house.ratings is None:
        raise ValueError("games are not rated in this house: a seat has no level")
    if level.low > level.high:
        raise ValueError(f"no rating is both {level.low} at least and {level.high} at most")
    if OFFER not in seats:
        raise ValueError("a level is of a seat that is offered to everybody")
    return level.model_dump()


def within(seat: SeatRow, skill: Skill | None) -> bool:
    """Whether somebody of this skill may take an open seat; a provisional number counts as it is shown."""
    level = seat.level
    if level is None:
        return True
    return skill is not None and not isinstance(level, Unreadable) and level["low"] <= skill.number <= level["high"]


async def skill(house: House, game: str, who: Visitor) -> Skill | None:
    """What is thought of somebody in a game, a newcomer's before his first; None for who has no name."""
    if house.ratings is None or who.member is None:
        return None
    return await house.ratings.skill(game, who.member.account)


async def may_take(house: House, room: Room, seat: SeatRow, who: Visitor) -> None:
    """Refuse an open seat to who is not of its level."""
    if seat.level is None:
        return
    if who.member is None:
        raise HTTPException(403, "this seat is for players of a level and needs a name: register or sign in first")
    his = await skill(house, room.game.id, who)
    if not within(seat, his):
        low, high = (0, 0) if isinstance(seat.level, Unreadable) else (seat.level["low"], seat.level["high"])
        raise HTTPException(403, f"this seat is for ratings of {low} to {high}; yours in this game is {his}")


class StepsIn(Body):
    """A bot that plays at an open seat if nobody has come after so many minutes."""

    level: Word
    minutes: Annotated[int, Field(ge=1, le=7 * 24 * 60)]


def checked_bot(
    wanted: StepsIn | None, known: Collection[str], counts: bool, seats: Collection[str]
) -> dict[str, Any] | None:
    """The bot of those that are known who steps in, as it is kept; ValueError where none may."""
    if wanted is None:
        return None
    if counts:
        raise ValueError("a game in which a bot may step in is friendly, never rated")
    if OFFER not in seats:
        raise ValueError("a bot steps in at a seat that is offered to everybody")
    if wanted.level not in known:
        raise ValueError(f"no bot is called that; there are {', '.join(known)}")
    return {"level": wanted.level, "at": time.time() + wanted.minutes * 60.0}


Rating = Callable[[str, str | None], str | None]
"""Somebody's rating in a game, as it is written."""


async def shown(house: House) -> Rating:
    """What tells somebody's rating in a game, as things stand; nothing where the house has none."""
    if house.ratings is None:
        return lambda game, account: None
    history = await house.ratings.history()
    return lambda game, account: None if account is None else history.shown(game, account)


async def names(house: House, accounts: Iterable[str | None]) -> dict[str, str]:
    """What these accounts are called; nothing where the house has none."""
    return {} if house.ratings is None else await house.ratings.results.names([one for one in accounts if one])

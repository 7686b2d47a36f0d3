"""Seats that bots play on for people: who may hand one over, when, and who has to agree.

A person hands his own seat to a bot and takes it back as he likes: its key stays his, and nobody else's way to it is
opened. For somebody who is away the others may ask for a bot once they have waited long enough; they get nothing of
what his seat sees, they do not choose the bot, and all who are at the table agree.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from grognard.players import bots_of
from grognard.table.clock import DAY
from grognard.table.house import House
from grognard.table.room import NotNow, Request, Room, Viewer

LIVE = 300.0
"""Seconds for which somebody is waited for who was just here, or whose clock counts minutes."""
SITTING = 3600.0
"""Who left within so many seconds before it was up to him was just here."""
UNSEEN = DAY
"""Seconds for which somebody is waited for at a table without clocks who comes when he likes."""


class TooSoon(NotNow):
    """He may still come; `wait` is how many seconds are left to him."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"he may still come: wait another {math.ceil(wait / 60)} minutes")
        self.wait = wait


async def hand_over(house: House, room: Room, player: str, bot: str) -> None:
    """Let a bot of this name play on for the person who asks for it."""
    found = bots_of(room.game.id)
    if bot not in found:  # nor one with weights that somebody sends
        raise NotNow(f"no bot is called that; there are {', '.join(found)}")
    await _seat(house, room, player, bot, player)


async def hand_back(house: House, room: Room, player: str) -> None:
    """Let the person play again who asks for it."""
    await room.hand_back(player)
    house.tell_seats(room)


async def ask(house: House, room: Room, player: str, by: Viewer, owned: Sequence[str]) -> None:
    """Ask for a bot that plays on for somebody who is away; where nobody else is here it sits down at once."""
    _check(house, room, player)
    here = {one for one in house.online(room) if room.seats[one].kind == "human" and one not in room.stand_ins}
    request = room.request = Request(by, player, strongest(room.game.id), here - {by, *owned})
    try:
        await _settle(house, room, request)
    finally:
        tell(house, room)


async def answer(house: House, room: Room, request: Request, players: Sequence[str], yes: bool) -> None:
    """Agree that a bot plays on for who is away, or not."""
    try:
        if yes:
            _check(house, room, request.player)
            request.missing -= {*players, *(request.missing - house.online(room))}
            await _settle(house, room, request)
        else:
            room.request = None
    except NotNow:
        room.request = None
        raise
    finally:
        tell(house, room)


async def _settle(house: House, room: Room, request: Request) -> None:
    if not request.missing:
        room.request = None
        await _seat(house, room, request.player, request.bot, request.by)


async def _seat(house: House, room: Room, player: str, bot: str, by: Viewer) -> None:
    await room.hand_over(player, bot, by)
    house.tell_seats(room)


def tell(house: House, room: Room) -> None:
    house.tell(room, requested(room.request))


def requested(request: Request | None) -> dict[str, Any]:
    """Who asks for a bot for whom, and whose consent is missing; nobody when it is settled."""
    if request is None:
        return {"type": "stand_in", "by": None, "player": None, "bot": None, "missing": []}
    asked = {"by": request.by, "player": request.player, "bot": request.bot, "missing": sorted(request.missing)}
    return {"type": "stand_in", **asked}


def strongest(game_id: str) -> str:
    """The best bot for a game: who asks for another's bot must not choose him a bad one."""
    found = bots_of(game_id)
    if not found:
        raise NotNow("no bot plays this game")
    return found[-1]


def _check(house: House, room: Room, player: str) -> None:
    """NotNow where nobody but he himself may let a bot play for this player."""
    if room.result is not None:
        raise NotNow("the game is over")
    if player not in room.seats or room.seats[player].kind != "human":
        raise NotNow("no person plays that seat")
    if player in room.stand_ins:
        raise NotNow("a bot plays there already")
    if player in house.online(room):
        raise NotNow("he is at the table")
    if player not in room.awaited:
        raise NotNow("it is not up to him now")
    if room.owing:
        raise NotNow("the dice are not there yet: no bot can play")
    wait = waits(room, player, time.time())
    if wait > 0:
        raise TooSoon(wait)


def waits(room: Room, player: str, now: float) -> float:
    """Seconds for which somebody who is away is still waited for, told from what everybody may know.

    Where clocks count days, until his time is up.
    """
    clock, since, left = room.clock, room.awaited[player], room.left.get(player)
    if clock is not None and clock.by_move:
        shown = room.clocks(None)
        assert shown is not None
        return float(shown["left"][player])
    if clock is not None:
        return max(since, room.opened if left is None else left) + LIVE - now
    if left is not None and left > since - SITTING:
        return max(since, left) + LIVE - now
    return since + UNSEEN - now

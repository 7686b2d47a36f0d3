"""Seats that bots play on for people: who may hand one over, when, and who has to agree.

A person hands his own seat to a bot and takes it back as he likes: its key stays his, and nobody else's way to it is
opened. For somebody who is away the others may ask for a bot once they have waited long enough; they get nothing of
what his seat sees, they do not choose the bot, and all who are at the table agree.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence

from grognard.players import bots_of
from grognard.table import deeds
from grognard.table.clock import DAY
from grognard.table.house import House
from grognard.table.room import Deed, NotNow, NotStored, Room, Viewer

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


async def hand_over(room: Room, player: str, bot: str) -> None:
    """Let a bot of this name play on for the person who asks for it."""
    found = bots_of(room.game.id, room.play.scenario.id)
    if bot not in found:  # nor one with weights that somebody sends
        raise NotNow(f"no bot is called that; there are {', '.join(found)}")
    _friendly(room)
    await room.take(lambda: deeds.hand_over(room, player, bot, player))


async def hand_back(room: Room, player: str) -> None:
    """Let the person play again who asks for it."""
    await room.take(lambda: deeds.hand_back(room, player))


async def ask(house: House, room: Room, player: str, by: Viewer, owned: Sequence[str]) -> None:
    """Ask for a bot that plays on for somebody who is away; where nobody else is here it sits down at once."""

    def deed() -> Deed:
        _check(house, room, player)
        here = {one for one in house.online(room) if room.seats[one].kind == "human" and one not in room.stand_ins}
        bot, missing = strongest(room), here - {by, *owned}
        if not missing:
            return deeds.hand_over(room, player, bot, by)
        return Deed("ask_bot", by or "", target={"player": player, "bot": bot, "missing": sorted(missing)})

    await house.read_holidays(room)
    await room.take(deed)


async def answer(house: House, room: Room, player: str, owned: Sequence[str], yes: bool) -> None:
    """Agree that a bot plays on for who is away, or not. A wish that does not hold any more is dropped."""
    not_now: NotNow | None = None

    def deed() -> Deed:
        nonlocal not_now
        not_now = None
        request = room.wishes.request
        if request is None or player not in request.missing:
            raise NotNow("nobody asks you to let a bot play")
        if not yes:
            return Deed("drop_bot", player)
        agreed = {player, *owned, *(request.missing - house.online(room))}
        try:
            _check(house, room, request.player)
            if request.missing <= agreed:
                return deeds.hand_over(room, request.player, request.bot, request.by)
        except NotNow as why:
            not_now = why
            return Deed("drop_bot", player)
        return Deed("agree_bot", player, target=sorted(agreed))

    await house.read_holidays(room)
    await room.take(deed)
    if not_now is not None:
        raise not_now


async def has_come(room: Room, players: Sequence[str]) -> None:
    """Nobody need wish for a bot for who is here."""

    def deed() -> Deed:
        request = room.wishes.request
        if request is None or request.player not in players:
            raise deeds.Already
        return Deed("drop_bot", request.player)

    if room.wishes.request is not None:
        with contextlib.suppress(NotNow, NotStored):
            await room.take(deed)


def _friendly(room: Room) -> None:
    """In a rated game nobody plays for another: whoever loses would make it friendly so. Who is away has a clock."""
    if room.row.rated:
        raise NotNow("the game is rated: no bot plays for anybody")
    if room.row.tournament is not None:
        raise NotNow("this is a tournament: no bot plays for anybody")


def strongest(room: Room) -> str:
    """The best bot for what is played: who asks for another's bot must not choose him a bad one."""
    found = bots_of(room.game.id, room.play.scenario.id)
    if not found:
        raise NotNow("no bot plays this game")
    return found[-1]


def _check(house: House, room: Room, player: str) -> None:
    """NotNow where nobody but he himself may let a bot play for this player."""
    _friendly(room)
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
    if not house.company.sees(room):
        raise NotNow("the house is just looking who is here: ask again in a moment")


def waits(room: Room, player: str, now: float) -> float:
    """Seconds for which somebody who is away is still waited for, told from what everybody may know.

    Where clocks count days, until his time is up, which stands still while he is on holiday.
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

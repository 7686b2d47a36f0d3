"""Tables that begin in the middle: from a position that the school shows. Whoever lets somebody play on from somewhere
comes here with the game as it stands there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace

from grognard.core.play import Play
from grognard.core.snapshot import WAITS, snapshot
from grognard.table.house import House
from grognard.table.room import Room


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

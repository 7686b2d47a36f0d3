"""Bots that step in at an open seat when nobody has come in time.

The seat stays open: who wants it takes it over from the bot, as a person takes his own back, once the table's host
agrees. A game in which that may happen is friendly from its beginning. One process at a time looks; what it does may
be done twice, and is only done once.
"""

from __future__ import annotations

import contextlib
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

from grognard.table import deeds
from grognard.table.room import NotNow, NotStored, Room
from grognard.table.rounds import Rounds
from grognard.table.rows import SeatRow, Unreadable
from grognard.table.shut import Shut

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 5.0
"""Seconds between looks for a seat at which nobody has come in time."""
DUTY = "understudies"

log = logging.getLogger(__name__)


class Understudies:
    """Of one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.rounds = Rounds(house, DUTY, LOOK, self.look)

    async def look(self) -> None:
        """Let bots play wherever it is time."""
        for seat in await self._house.store.to_step_in():
            terms = seat.steps_in
            if terms is None or isinstance(terms, Unreadable) or terms["at"] > time.time():
                continue
            try:
                await self._step_in(seat, str(terms["level"]))
            except (KeyError, Shut, NotNow, NotStored) as error:
                log.warning("table %s: no bot steps in: %r", seat.table_id, error)

    async def _step_in(self, seat: SeatRow, bot: str) -> None:
        room = await self._house.room(seat.table_id)
        if room.seats[seat.player].kind == "open" and room.result is None:
            await step_in(room, seat.player, bot)
        await self._house.stepped_in(room, seat.player)


async def step_in(room: Room, player: str, bot: str) -> None:
    """Let a bot play at an open seat; the dice do not wait for whoever might have come."""
    with contextlib.suppress(deeds.Already):
        await room.take(partial(deeds.waive, room, player))
    with contextlib.suppress(deeds.Already):
        await room.take(partial(deeds.step_in, room, player, bot))

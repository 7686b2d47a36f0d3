"""Whether the house lives and whether it can serve: what a load balancer, systemd or a container asks again and again.

One plain word each, nothing about anybody. No rate is counted for them (`guard`), so that a crowd cannot make the house
look dead; and however often they are asked, the database is asked once a second.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError

from grognard.table.guard import ALIVE, READY
from grognard.table.migrate import newest

if TYPE_CHECKING:
    from grognard.table.house import House

GOOD_FOR = 1.0
"""Seconds for which a look at the database counts."""
PATIENCE = 3.0
"""Seconds in which the database has to answer."""
SAID: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {}}},
    503: {"content": {"text/plain": {}}, "description": "one word: why not"},
}


class Health:
    """What is known of the house's own state."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looked = float("-inf")
        self._found: str | None = None
        self._looking = asyncio.Lock()

    async def wrong(self) -> str | None:
        """Why nobody should be sent here: "draining", "database" or "migrations"; None where all is well."""
        if self._house.draining:
            return "draining"
        async with self._looking:
            if time.monotonic() - self._looked >= GOOD_FOR:
                self._found = await self._look()
                self._looked = time.monotonic()
        return self._found

    async def _look(self) -> str | None:
        try:
            shape = await asyncio.wait_for(self._house.store.shape(), PATIENCE)
        except (SQLAlchemyError, OSError, TimeoutError):
            return "database"
        return None if shape == newest() else "migrations"


def add(app: FastAPI, house: House) -> None:
    health = Health(house)

    @app.get(ALIVE, response_class=PlainTextResponse, responses={200: SAID[200]})
    async def alive() -> PlainTextResponse:
        """The process lives and listens."""
        return PlainTextResponse("alive\n")

    @app.get(READY, response_class=PlainTextResponse, responses=SAID)
    async def ready() -> PlainTextResponse:
        """It can serve: the database answers, in the shape that this program knows, and the house is not closing."""
        wrong = await health.wrong()
        return PlainTextResponse(f"{wrong or 'ready'}\n", 503 if wrong else 200)

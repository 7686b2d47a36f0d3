"""A connection to the database that stays open between uses, for whoever comes many times a second.

To take one from the pool and bring it back asks the server three things each time; a commit asks it three more.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class Held:
    """For one user at a time. After whatever went wrong it is let go, and the next use opens another."""

    def __init__(self, engine: AsyncEngine, **options: Any) -> None:
        self._engine = engine
        self._options = options
        self._connection: AsyncConnection | None = None

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[AsyncConnection]:
        if self._connection is None:
            opened = await self._engine.connect()
            self._connection = await opened.execution_options(**self._options)
        try:
            yield self._connection
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be what went wrong, and its user is to hear of that
                await connection.close()

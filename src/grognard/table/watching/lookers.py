"""How many look on at a table that is shown to everybody: a number, and nothing of who they are.

Somebody looks on as long as he has asked for a position within a few minutes. Each process counts those who ask it and
tells the others their number; nothing of it is stored.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.table.company import Company

STAYS = 120.0
"""Seconds after which who asks for nothing more has gone."""


class Lookers:
    """Of one process."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._salt = secrets.token_bytes(16)
        self._seen: dict[str, dict[str, float]] = {}
        """By table: who asked when, told apart and not known."""

    def look(self, table: str, who: str) -> None:
        """Somebody asks for a position."""
        mark = hashlib.sha256(self._salt + who.encode()).hexdigest()[:16]
        here = self._seen.setdefault(table, {})
        came = mark not in here
        here[mark] = time.monotonic()
        if came:
            self._company.looked_on(table, self._here(table))

    def count(self, table: str) -> int:
        return self._here(table) + self._company.looking_on(table, STAYS)

    def _here(self, table: str) -> int:
        since = time.monotonic() - STAYS
        fresh = {mark: at for mark, at in self._seen.get(table, {}).items() if at > since}
        if fresh:
            self._seen[table] = fresh
        else:
            self._seen.pop(table, None)
        return len(fresh)

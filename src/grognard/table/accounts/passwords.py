"""Passwords: argon2id in a thread, a few at a time, and nothing that is on the list of those that leaked.

Whether there is such a name or not, a try costs the same: for a name that is not there, or has no password, a hash of
nobody's password is worked out all the same.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from zxcvbn import zxcvbn

from grognard.table.accounts.declined import Declined

LEAST, MOST = 12, 256
GUESSES = 10**8
"""Guesses a password has to withstand, as zxcvbn counts them: leaked ones, words, rows of keys, dates, repetitions."""
LOOKED_AT = 20
"""How much of a long one is looked at: what follows can only help, and some signs make zxcvbn slow."""
AT_ONCE = 2
"""Hashes that are worked out at the same moment: each takes 64 MiB and a core."""
WAITING = 40
"""Who may wait for one; beyond that the house says that it is busy."""

Found = TypeVar("Found")


class Passwords:
    """Works out hashes, never on the event loop."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._nobodys = self._hasher.hash("nobody has this one")
        self._places = asyncio.Semaphore(AT_ONCE)
        self._judging = asyncio.Semaphore(1)
        """Who thinks a new password over takes no place from who signs in."""
        self._waiting = 0

    async def hashed(self, password: str) -> str:
        return await self._worked_out(partial(self._hasher.hash, _bytes(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether this is the password that was kept; without one it takes as long to say no."""
        found = await self._worked_out(partial(self._verified, kept or self._nobodys, _bytes(password)))
        return found and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether it was worked out with less care than now."""
        return self._hasher.check_needs_rehash(kept)

    async def check(self, password: str, *known: str) -> None:
        """Say what is wrong with a new password; `known` is what everybody knows of its owner."""
        if len(password) < LEAST:
            raise Declined(422, "password_short", f"a password has at least {LEAST} characters")
        if len(password) > MOST:
            raise Declined(422, "password_long", f"a password has at most {MOST} characters")
        if await self._worked_out(partial(_is_guessed, password, known), self._judging):
            raise Declined(422, "password_known", "that password leaked somewhere, or is soon guessed: take another")

    def _verified(self, kept: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False

    async def _worked_out(self, work: Callable[[], Found], places: asyncio.Semaphore | None = None) -> Found:
        if self._waiting >= WAITING:
            raise Declined(503, "busy", "too many come in at this moment: try again in a few seconds", 5)
        self._waiting += 1
        try:
            async with places or self._places:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    """The same for every keyboard that writes it; a browser may send what is not even text."""
    return unicodedata.normalize("NFC", password).encode(errors="surrogatepass")


def _is_guessed(password: str, known: tuple[str, ...]) -> bool:
    """zxcvbn reads Latin letters only; a row of one sign in another alphabet it would count as long."""
    if len(set(password.casefold())) < 5:
        return True
    found = zxcvbn(password[:LOOKED_AT], user_inputs=["grognard", *known])
    return bool(found["guesses"] < GUESSES)

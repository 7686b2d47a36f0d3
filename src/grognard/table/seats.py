"""Who may speak for which player: keys, invitations and what a visitor may do at a table.

A key is a secret of 192 bits that its holder keeps in a cookie; the house keeps only its hash. At home (bound to
loopback, without `--public`) whoever can reach the house owns every human seat.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from grognard.core.game import SetupError
from grognard.players.erring import ERRS
from grognard.players.spec import Spec, read_spec
from grognard.table.grants import ASKED, Grants
from grognard.table.room import Viewer
from grognard.table.rows import SeatRow, TableRow, holder

KEY_BYTES = 24
KEY_LENGTH = 32
"""Characters of a key: four for every three bytes."""
COOKIE = "grognard_key"
OFFER = "offer"
"""A seat that waits for whoever comes first."""


def new_key() -> str:
    """A secret nobody guesses: 192 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def sealed_key(key: str, token: str) -> str:
    """A key that only the holder of this one-time token can read; sealing twice opens it.

    >>> sealed_key(sealed_key("k" * 32, "token"), "token") == "k" * 32
    True
    """
    pad = hashlib.sha256(b"grognard link\n" + token.encode()).digest()[:KEY_BYTES]
    mixed = bytes(one ^ other for one, other in zip(base64.urlsafe_b64decode(key), pad, strict=True))
    return base64.urlsafe_b64encode(mixed).decode()


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is signed in: his account, and the session by which he is."""

    account: str
    name: str
    role: str
    session: str
    since: float

    @property
    def hash(self) -> str:
        return holder(self.account)


class Table(Protocol):
    """What seats need to know of a table, live or on a list."""

    @property
    def row(self) -> TableRow: ...
    @property
    def seats(self) -> Mapping[str, SeatRow]: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who asks: his key, if he has one, whether the house is his own, and who he is where he is signed in.

    Who is signed in speaks for his account; what his browser's key has is not touched until he brings it along.
    """

    key: str | None
    at_home: bool
    member: Member | None = None

    @property
    def hash(self) -> str | None:
        return self.member.hash if self.member else self.key_hash

    @property
    def key_hash(self) -> str | None:
        """Under what his browser's own things are kept."""
        return key_hash(self.key) if self.key else None

    @property
    def session(self) -> str | None:
        return self.member.session if self.member else None

    def _is(self, kept_hash: str | None) -> bool:
        mine = self.hash
        return self.at_home or (mine is not None and secrets.compare_digest(mine, kept_hash or ""))

    def made(self, owner_hash: str) -> bool:
        """Whether something that is kept under this hash is his."""
        return self._is(owner_hash)

    def owns(self, table: Table) -> bool:
        """Whether he opened this table: he may invite, revoke and let others watch."""
        return self._is(table.row.owner_hash)

    def players(self, table: Table) -> list[str]:
        """The players he may answer for, in seat order."""
        return [player for player, seat in table.seats.items() if seat.kind == "human" and self._is(seat.key_hash)]

    def belongs(self, table: Table) -> bool:
        return self.owns(table) or bool(self.players(table))

    def saw_another(self, table: Table, player: str) -> bool:
        """Whether he has looked on from another seat than this and given it back: he may know what this must not."""
        return any(self.hash in returned(seat) for other, seat in table.seats.items() if other != player and self.hash)

    def may_watch(self, table: Table, watch_key: str | None) -> bool:
        """Spectators come by the watch link; players and the owner may always look on."""
        if self.belongs(table):
            return True
        if not watch_key or not table.row.watch_hash:
            return False
        return secrets.compare_digest(key_hash(watch_key), table.row.watch_hash)

    def viewer(self, table: Table, wanted: str | None, watch_key: str | None = None) -> Viewer:
        """As whom he looks on: one of his own players, or a spectator. PermissionError where he may not."""
        if wanted is not None:
            if wanted in self.players(table):
                return wanted
            raise PermissionError
        if not self.may_watch(table, watch_key):
            raise PermissionError
        return None


def returned(seat: SeatRow) -> list[str]:
    """Who accepted a seat and gave it back at once."""
    return list(seat.returned) if isinstance(seat.returned, list) else []


def seat_kinds(wanted: Mapping[str, str], bots: tuple[str, ...], grants: Grants) -> dict[str, tuple[str, str | None]]:
    """What a new-game dialog asked for by player ("you", "invite", "offer" or a bot's name) as (kind, bot)."""
    found: dict[str, tuple[str, str | None]] = {}
    for player, who in wanted.items():
        if who == "you":
            found[player] = ("human", None)
        elif who in ("invite", OFFER):
            found[player] = ("open", None)
        elif (spec := _bot(who, bots)) is not None:
            if ASKED in spec.changes:
                grants.check(spec.level, spec.changes[ASKED])
            found[player] = ("bot", who)
        else:
            raise ValueError(f'nobody called "{who}" can sit there; say you, invite, offer, {", ".join(bots)}')
    return found


def _bot(who: str, bots: tuple[str, ...]) -> Spec | None:
    """The bot that this names, maybe with a handicap or the time it is granted: weights of its own nobody sends us."""
    try:
        spec = read_spec(who)
    except SetupError:
        return None
    plain = " " not in who and spec.level in bots
    return spec if plain and spec.changes.keys() <= {ERRS, ASKED} else None

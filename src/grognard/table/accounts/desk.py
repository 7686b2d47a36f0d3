"""The desk where a house knows its members: who is signed in, who comes in by what, and who goes.

Nothing is kept here but the count of tries: a member finds every process alike. What happens at tables is the house's;
the desk tells it what has changed hands and who has to come again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from grognard.table.accounts.declined import Declined
from grognard.table.accounts.ledger import (
    PASSKEY,
    PASSWORD,
    Crowded,
    Ledger,
    Taken,
    kept_out,
    new_session,
    password_id,
)
from grognard.table.accounts.letters import Letters, Server
from grognard.table.accounts.names import checked, folded, reserved, written
from grognard.table.accounts.passkeys import (
    MINUTES,
    Credential,
    Made,
    Place,
    called,
    copied,
    foreign,
    made,
    shown,
    to_make,
    to_show,
)
from grognard.table.accounts.passwords import Passwords
from grognard.table.accounts.tries import Tries
from grognard.table.moderation.appeals import APPEAL, TO_APPEAL, ban_measure, told_of
from grognard.table.moderation.order import Order
from grognard.table.rows import AccountRow, CredentialRow, holder
from grognard.table.seats import KEY_LENGTH, Member, Visitor, key_hash

if TYPE_CHECKING:
    from grognard.table.house import House

COOKIE = "grognard_session"
TOKEN = re.compile(rf"[A-Za-z0-9_-]{{{KEY_LENGTH}}}")
FRESH = 900.0
"""Seconds after signing in within which one may change what proves the name, or delete it."""
PASSKEYS = 20
"""Passkeys of one account."""


class Desk:
    """The accounts of a house."""

    def __init__(self, house: House, names: Collection[str] = (), mail: Server | None = None) -> None:
        self.house = house
        self.letters = Letters(mail) if mail else None
        self.names = frozenset(names)
        self.ledger = Ledger(house.store.engine)
        self.passwords = Passwords()
        self.tries = Tries()
        self.order = Order(house, self.ledger)

    async def member(self, cookies: Mapping[str, str]) -> Member | None:
        """Who is signed in with this browser."""
        token = cookies.get(COOKIE, "")
        found = await self.ledger.signed_in(key_hash(token)) if TOKEN.fullmatch(token) else None
        if found is None:
            return None
        account, session = found
        return Member(account.id, account.name, account.role, session.id, session.created)

    async def name_for(self, who: Visitor, name: str) -> str:
        """What somebody is called at a table: a member by his name where he says nothing else, and nobody by the
        name of another member."""
        if not written(name):
            return who.member.name if who.member else name
        if reserved(written(name)):
            raise Declined(409, "name_reserved", "that name is the house's own")
        await self.order.allowed(written(name))
        owner = await self.ledger.named(folded(written(name)))
        if owner is not None and (who.member is None or owner.id != who.member.account):
            raise Declined(409, "name_taken", f"{owner.name} is somebody else's name here")
        return name

    # ---- a new name

    async def free(self, name: str) -> str:
        """The name as it would be kept; Declined where it cannot be had."""
        name = checked(name)
        await self.order.allowed(name)
        if await self.ledger.named(folded(name)) is not None:
            raise _taken(name)
        return name

    async def register(self, name: str, password: str, device: str, who: Visitor) -> str:
        """A new account with a password; returns the token of its first session."""
        name = await self.free(name)
        await self.passwords.check(password, name)
        account_id = _new_id()
        kept = _credential(account_id, PASSWORD, password_id(account_id), await self.passwords.hashed(password))
        return await self._registered(account_id, name, kept, device, who)

    async def ask_to_register(self, where: Place, name: str) -> tuple[dict[str, Any], str]:
        """What the browser is asked to make for a new account, and the ticket it comes back with."""
        name, account_id = await self.free(name), _new_id()
        options, challenge = to_make(where, account_id, name, [])
        facts = {"challenge": challenge, "name": name, "account": account_id}
        return options, await self.ticket("register", facts)

    async def register_passkey(
        self, where: Place, ticket: str, credential: Credential, device: str, who: Visitor
    ) -> str:
        """A new account with the passkey that was asked for."""
        _, facts = await self.used("register", ticket)
        kept = _passkey(where, facts["account"], made(where, facts["challenge"], credential), device)
        return await self._registered(facts["account"], facts["name"], kept, device, who)

    async def _registered(self, account_id: str, name: str, kept: CredentialRow, device: str, who: Visitor) -> str:
        """Everything the visitor had is the account's from its first moment."""
        account = AccountRow(id=account_id, name=name, folded=folded(name), role="", created=time.time())
        token, session = new_session(account_id, device)
        try:
            tables = await self.ledger.register(account, kept, session, who.key_hash)
        except Taken:
            raise _taken(name) from None
        if who.key_hash:
            await self.house.given(who.key_hash, holder(account_id), tables)
        return token

    async def choose_name(self, member: Member, name: str) -> str:
        """Another name for who had to give his back; nobody else changes his."""
        account = await self.ledger.account(member.account)
        if account is None or account.name_lost is None:
            raise Declined(409, "name_kept", "you have a name, and it stays")
        name = await self.free(name)
        await self.order.renamed(account, name, None)
        return name

    # ---- coming in

    async def enter(self, name: str, password: str, device: str, address: str) -> str:
        """Sign in with a password; the same line and the same time whatever was wrong."""
        looks = folded(written(name))
        await self.tries.enter(looks, address)
        found = await self.ledger.password(looks) if looks.isprintable() else None
        if not await self.passwords.fits(found and found[1].secret, password) or found is None:
            raise Declined(403, "wrong", "that name and that password do not belong together")
        account, kept = found
        await self.tries.entered(looks, address)
        renewed = await self.passwords.hashed(password) if self.passwords.is_dated(kept.secret) else None
        await self.ledger.proved(kept.id, kept.uses, kept.uses, renewed)
        return await self._signed_in(account.id, device)

    async def ask_to_enter(self, where: Place) -> tuple[dict[str, Any], str]:
        options, challenge = to_show(where)
        return options, await self.ticket("enter", {"challenge": challenge})

    async def enter_passkey(self, where: Place, ticket: str, credential: Credential, device: str) -> str:
        """Sign in with a passkey of this house."""
        _, facts = await self.used("enter", ticket)
        found = await self.ledger.credential(called(credential))
        if found is None or found[1].kind != PASSKEY:
            raise foreign()
        account, kept = found
        uses = shown(where, facts["challenge"], credential, kept)
        if not await self.ledger.proved(kept.id, uses, kept.uses):
            raise copied()
        return await self._signed_in(account.id, device)

    async def _signed_in(self, account_id: str, device: str) -> str:
        account = await self.ledger.account(account_id)
        if account is None:
            raise Declined(403, "banned", "this name is kept out of the house: it was deleted")
        why = kept_out(account)
        if why is not None:
            until = "" if account.banned_until is None else f" (until {_day(account.banned_until)})"
            line = f"this name is kept out of the house{until}: {why}"
            raise Declined(403, "banned", line, facts=await self._out(account, why))
        token, session = new_session(account_id, device)
        await self.ledger.add_session(session)
        return token

    async def _out(self, account: AccountRow, why: str) -> dict[str, Any]:
        """Who has proved his name and is kept out is told why, until when, what was said to his appeal, and gets a
        ticket to make one."""
        appeal = await self.order.appeals.against(ban_measure(account))
        ticket = None if appeal else await self.ticket(APPEAL, {}, account.id, TO_APPEAL)
        return {"why": why, "until": account.banned_until, "appeal": appeal and told_of(appeal), "ticket": ticket}

    # ---- going

    async def leave(self, member: Member, only: str | None = None, but: str | None = None) -> int:
        """Sign out: here or there, everywhere, or everywhere else. Whoever is at a table by it has to leave."""
        if only is None:
            await self.ledger.void_tickets(member.account)
        ended = await self.ledger.end_sessions(member.account, only, but)
        self.house.part(ended)
        return len(ended)

    # ---- what proves a name

    async def set_password(self, member: Member, old: str | None, new: str, address: str) -> None:
        """A first password needs a fresh session, another one the one before. All other browsers are signed out."""
        looks = folded(member.name)
        kept = await self.ledger.password(looks)
        if kept is None:
            fresh(member)
        else:
            await self.tries.enter(looks, address)
            if not await self.passwords.fits(kept[1].secret, old or ""):
                raise Declined(403, "wrong_old", "that is not the password you had")
            await self.tries.entered(looks, address)
        await self.passwords.check(new, member.name)
        hashed = await self.passwords.hashed(new)
        await self.ledger.add_credential(_credential(member.account, PASSWORD, password_id(member.account), hashed))
        await self.ledger.void_tickets(member.account)
        await self.leave(member, but=member.session)

    async def recover(self, kind: str, ticket: str, password: str, device: str) -> str:
        """Another password by a letter's link, which a refused one does not use up; nobody else stays signed in."""
        found = await self.ledger.ticket_account(kind, ticket)
        if found is None:
            raise _stale()
        await self.passwords.check(password, found.name)
        hashed = await self.passwords.hashed(password)
        await self.used(kind, ticket)
        await self.ledger.add_credential(_credential(found.id, PASSWORD, password_id(found.id), hashed))
        await self.ledger.void_tickets(found.id)
        self.house.part(await self.ledger.end_sessions(found.id))
        return await self._signed_in(found.id, device)

    async def ask_for_passkey(self, where: Place, member: Member) -> tuple[dict[str, Any], str]:
        fresh(member)
        have = [one for one in await self.ledger.credentials(member.account) if one.kind == PASSKEY]
        if len(have) >= PASSKEYS:
            raise Declined(409, "passkeys_full", f"a name has at most {PASSKEYS} passkeys")
        options, challenge = to_make(where, member.account, member.name, have)
        return options, await self.ticket("add", {"challenge": challenge}, member.account)

    async def add_passkey(self, where: Place, member: Member, ticket: str, credential: Credential, name: str) -> None:
        account_id, facts = await self.used("add", ticket)
        if account_id != member.account:
            raise _stale()
        new = _passkey(where, member.account, made(where, facts["challenge"], credential), name)
        if not await self.ledger.add_credential(new):
            raise Declined(409, "passkey_known", "that passkey is in use already")

    async def remove_passkey(self, member: Member, credential_id: str) -> None:
        fresh(member)
        gone = await self.ledger.remove_passkey(member.account, credential_id)
        if gone is None:
            raise Declined(409, "passkey_last", "it is all that proves your name: make another or a password first")
        if not gone:
            raise Declined(404, "passkey_none", "you have no such passkey")

    # ---- tickets

    async def ticket(
        self, kind: str, facts: dict[str, Any], account_id: str | None = None, life: float = MINUTES * 60.0
    ) -> str:
        """A token that is good once."""
        try:
            return await self.ledger.add_ticket(kind, facts, life, account_id)
        except Crowded:
            raise Declined(503, "busy", "too many come in at this moment: try again in a few minutes", 60) from None

    async def used(self, kind: str, token: str) -> tuple[str | None, dict[str, Any]]:
        """Whose ticket it was and what it said; it is used up."""
        found = await self.ledger.take_ticket(kind, token) if TOKEN.fullmatch(token) else None
        if found is None:
            raise _stale()
        return found


def _stale() -> Declined:
    return Declined(410, "stale", "that took too long, or was done already: begin again")


def fresh(member: Member) -> None:
    """What cannot be taken back is for who has just proved his name: a browser left open is not enough."""
    if time.time() - member.since > FRESH:
        raise Declined(403, "not_fresh", "sign in again first: it was too long ago")


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _taken(name: str) -> Declined:
    return Declined(409, "name_taken", f"{name} is taken, or looks like a name that is")


def _new_id() -> str:
    return token_urlsafe(12)


def _credential(account_id: str, kind: str, credential_id: str, secret: str) -> CredentialRow:
    return CredentialRow(
        id=credential_id, account_id=account_id, kind=kind, secret=secret, uses=0, name="", created=time.time()
    )


def _passkey(where: Place, account_id: str, new: Made, name: str) -> CredentialRow:
    row = _credential(account_id, PASSKEY, new.id, new.public)
    row.house, row.uses, row.name = where.host, new.uses, name
    return row

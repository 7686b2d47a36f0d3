"""One's own account over HTTP: what proves it, where it is signed in, all that is kept of it, and its end."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Path, Request, Response

from grognard.table.accounts import parting
from grognard.table.accounts.asking import (
    Address,
    At,
    Credential,
    Password,
    Signed,
    Where,
    Wished,
    give_ticket,
    take_session,
    ticket_of,
)
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import fresh
from grognard.table.accounts.ledger import PASSKEY, PASSWORD
from grognard.table.accounts.names import folded, written
from grognard.table.house import House
from grognard.table.moderation.appeals import told_of
from grognard.table.push.book import Pushes
from grognard.table.rows import CredentialRow, SessionRow
from grognard.table.seats import Member
from grognard.table.visiting import Body, Name, give_key
from grognard.table.watching.book import Follows

SessionId = Annotated[str, Path(max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
PasskeyId = Annotated[str, Path(max_length=2000, pattern=r"^[A-Za-z0-9_-]+$")]


class NewPassword(Body):
    old: Password | None = None
    new: Password


class NewPasskey(Body):
    credential: Credential
    name: Name = ""


class Ending(Body):
    name: Wished
    seats: Literal["keep", "give_up"]


def add(app: FastAPI, house: House) -> None:
    _add_account(app, house)
    _add_proofs(app)
    _add_sessions(app)


def _add_account(app: FastAPI, house: House) -> None:
    follows, pushes = Follows(house.store.engine), Pushes(house.store.engine)

    @app.get("/api/account")
    async def account(member: Signed, desk: At) -> dict[str, Any]:
        kept = await desk.ledger.credentials(member.account)
        row = await desk.ledger.account(member.account)
        assert row is not None
        return {
            "name": row.name,
            "role": row.role,
            "created": row.created,
            "email": row.email,
            "name_lost": row.name_lost,
            "password": any(one.kind == PASSWORD for one in kept),
            "passkeys": [_passkey(one) for one in kept if one.kind == PASSKEY],
        }

    @app.get("/api/account/export")
    async def export(member: Signed, desk: At, response: Response) -> dict[str, Any]:
        """All that the house keeps about a member, but for what would open his account to whoever finds the file."""
        response.headers["content-disposition"] = 'attachment; filename="grognard-account.json"'
        kept = await desk.ledger.credentials(member.account)
        sessions = await desk.ledger.sessions(member.account)
        row = await desk.ledger.account(member.account)
        assert row is not None
        return {
            "format": "grognard-account/1",
            "account": {"name": row.name, "role": row.role, "created": row.created, "email": row.email},
            "password": any(one.kind == PASSWORD for one in kept),
            "passkeys": [_passkey(one) for one in kept if one.kind == PASSKEY],
            "sessions": [_session(one, member) for one in sessions],
            "pushes": [{"device": one.device, "created": one.created} for one in await pushes.of(member.account)],
            "tables": await parting.tables(house, member),
            "studies": await parting.studies(house, member),
            "follows": {
                "people": await follows.names(member.account),
                "tables": await follows.of(member.account, "table"),
            },
            "reports": [
                {"about": one.called, "kind": one.kind, "words": one.words, "at": one.at}
                for one in await desk.order.book.reports_by(member.hash)
            ],
            "appeals": [told_of(one) for one in await desk.order.appeals.of(member.account)],
            "holidays": [
                {"starts": one.starts, "ends": one.ends, "asked": one.asked}
                for one in (await house.holidays.book.of(member.account) if house.holidays is not None else ())
            ],
            "notes": [
                {"code": one.code, "facts": one.facts, "at": one.at}
                for one in await desk.order.book.notes(member.account)
            ],
        }

    @app.post("/api/account/delete", status_code=204)
    async def end(wanted: Ending, request: Request, response: Response, member: Signed, desk: At) -> None:
        """Delete the account. Its seats stay with this browser, as a visitor's, or are given up."""
        fresh(member)
        if folded(written(wanted.name)) != folded(member.name):
            raise Declined(422, "name_differs", "write your name to show that you mean it")
        key = await parting.end(house, desk, member, keep=wanted.seats == "keep")
        take_session(response)
        if key is not None:
            give_key(request, response, key)


def _add_proofs(app: FastAPI) -> None:
    @app.put("/api/account/password", status_code=204)
    async def set_password(wanted: NewPassword, member: Signed, desk: At, address: Address) -> None:
        """A first password, or another one; all other browsers are signed out."""
        await desk.set_password(member, wanted.old, wanted.new, address)

    @app.post("/api/account/passkeys")
    async def ask(
        request: Request, response: Response, member: Signed, desk: At, where: Where, address: Address
    ) -> dict[str, Any]:
        """What the browser is to make for one more passkey."""
        await desk.tries.ask(address)
        options, ticket = await desk.ask_for_passkey(where, member)
        give_ticket(request, response, ticket)
        return options

    @app.post("/api/account/passkeys/done", status_code=204)
    async def done(
        sent: NewPasskey, request: Request, response: Response, member: Signed, desk: At, where: Where
    ) -> None:
        await desk.add_passkey(where, member, ticket_of(request, response), sent.credential, sent.name)

    @app.delete("/api/account/passkeys/{passkey_id}", status_code=204)
    async def remove(passkey_id: PasskeyId, member: Signed, desk: At) -> None:
        await desk.remove_passkey(member, passkey_id)


def _add_sessions(app: FastAPI) -> None:
    @app.get("/api/account/sessions")
    async def sessions(member: Signed, desk: At) -> list[dict[str, Any]]:
        """Where the account is signed in: this browser, then the others, the last used first."""
        found = [_session(one, member) for one in await desk.ledger.sessions(member.account)]
        return sorted(found, key=lambda one: not one["here"])

    @app.delete("/api/account/sessions/{session_id}", status_code=204)
    async def end(session_id: SessionId, response: Response, member: Signed, desk: At) -> None:
        if not await desk.leave(member, session_id):
            raise Declined(404, "session_none", "you are not signed in there")
        if secrets.compare_digest(session_id, member.session):
            take_session(response)


def _passkey(one: CredentialRow) -> dict[str, Any]:
    return {"id": one.id, "name": one.name, "house": one.house, "created": one.created, "used": one.used}


def _session(one: SessionRow, member: Member) -> dict[str, Any]:
    here = one.id == member.session
    return {"id": one.id, "device": one.device, "created": one.created, "used": one.used, "here": here}

"""Registering, signing in and signing out over HTTP.

With a passkey it takes two steps: the browser is asked for something that only its device can sign, and comes back with
it and with the ticket in its cookie, which is good once.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response

from grognard.table.accounts.asking import (
    Address,
    At,
    Credential,
    Password,
    Signed,
    Where,
    Wished,
    give_session,
    give_ticket,
    stranger,
    take_session,
    ticket_of,
)
from grognard.table.accounts.devices import device
from grognard.table.visiting import Asking, Body


class Called(Body):
    name: Wished


class WithPassword(Body):
    name: Wished
    password: Password


class WithPasskey(Body):
    credential: Credential


class Leaving(Body):
    everywhere: bool = False


def add(app: FastAPI) -> None:
    _add_registering(app)
    _add_entering(app)


def _add_registering(app: FastAPI) -> None:
    @app.post("/api/account/name")
    async def free(wanted: Called, desk: At, address: Address) -> dict[str, str]:
        """Whether a name can be had; the refusal says why not."""
        await desk.tries.ask(address)
        return {"name": await desk.free(wanted.name)}

    @app.post("/api/account/register", status_code=201)
    async def register(
        wanted: WithPassword, request: Request, response: Response, who: Asking, desk: At, address: Address
    ) -> dict[str, bool]:
        """A new name with a password; what the browser's key had is its own from then on."""
        stranger(who)
        await desk.tries.register(address)
        token = await desk.register(wanted.name, wanted.password, _device(request), who)
        give_session(request, response, token)
        return {"done": True}

    @app.post("/api/account/register/passkey")
    async def ask(
        wanted: Called, request: Request, response: Response, who: Asking, desk: At, where: Where, address: Address
    ) -> dict[str, Any]:
        """What the browser is to make for a new name."""
        stranger(who)
        await desk.tries.ask(address)
        options, ticket = await desk.ask_to_register(where, wanted.name)
        give_ticket(request, response, ticket)
        return options

    @app.post("/api/account/register/passkey/done", status_code=201)
    async def done(
        sent: WithPasskey, request: Request, response: Response, who: Asking, desk: At, where: Where, address: Address
    ) -> dict[str, bool]:
        stranger(who)
        await desk.tries.register(address)
        ticket = ticket_of(request, response)
        token = await desk.register_passkey(where, ticket, sent.credential, _device(request), who)
        give_session(request, response, token)
        return {"done": True}


def _add_entering(app: FastAPI) -> None:
    @app.post("/api/account/enter")
    async def enter(
        wanted: WithPassword, request: Request, response: Response, who: Asking, desk: At, address: Address
    ) -> dict[str, bool]:
        stranger(who)
        token = await desk.enter(wanted.name, wanted.password, _device(request), address)
        give_session(request, response, token)
        return {"done": True}

    @app.post("/api/account/enter/passkey")
    async def ask(
        request: Request, response: Response, who: Asking, desk: At, where: Where, address: Address
    ) -> dict[str, Any]:
        """What the browser is to show."""
        stranger(who)
        await desk.tries.ask(address)
        options, ticket = await desk.ask_to_enter(where)
        give_ticket(request, response, ticket)
        return options

    @app.post("/api/account/enter/passkey/done")
    async def done(
        sent: WithPasskey, request: Request, response: Response, who: Asking, desk: At, where: Where, address: Address
    ) -> dict[str, bool]:
        stranger(who)
        await desk.tries.ask(address)
        ticket = ticket_of(request, response)
        token = await desk.enter_passkey(where, ticket, sent.credential, _device(request))
        give_session(request, response, token)
        return {"done": True}

    @app.post("/api/account/leave", status_code=204)
    async def leave(wanted: Leaving, response: Response, member: Signed, desk: At) -> None:
        """Sign out, here or everywhere."""
        await desk.leave(member, None if wanted.everywhere else member.session)
        take_session(response)


def _device(request: Request) -> str:
    return device(request.headers.get("user-agent", ""))

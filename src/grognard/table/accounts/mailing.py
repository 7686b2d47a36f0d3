"""An e-mail address over HTTP, where the house may send letters: proved by a link, and of use when all else is lost."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import FastAPI, Request, Response
from pydantic import StringConstraints

from grognard.table.accounts import letters
from grognard.table.accounts.asking import Address, At, Password, Signed, Wished, give_session
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk, fresh
from grognard.table.accounts.devices import device
from grognard.table.accounts.letters import Letters
from grognard.table.accounts.names import folded, written
from grognard.table.visiting import Body, Token

CONFIRM, RECOVER = "confirm", "recover"
TO_CONFIRM, TO_RECOVER = 2 * 86_400.0, 3600.0
"""Seconds for which a letter's link is good."""

Mail = Annotated[str, StringConstraints(max_length=letters.LONGEST)]


class Reached(Body):
    email: Mail | None


class Link(Body):
    token: Token


class Lost(Body):
    name: Wished


class Recovery(Body):
    token: Token
    password: Password


def add(app: FastAPI) -> None:
    @app.put("/api/account/email", status_code=202)
    async def reach(wanted: Reached, request: Request, member: Signed, desk: At, address: Address) -> dict[str, bool]:
        """Send a letter to a new address, which counts when its link is opened; or forget the one there is."""
        fresh(member)
        if wanted.email is None:
            await desk.ledger.set_email(member.account, None, None)
            return {"sent": False}
        post, to = _post(desk), letters.address(wanted.email)
        await desk.tries.write(member.account, address)
        token = await desk.ticket(CONFIRM, {"email": to}, member.account, TO_CONFIRM)
        post.write(to, *letters.to_confirm(member.name, _link(request, CONFIRM, token)))
        return {"sent": True}

    @app.post("/api/account/email/confirm")
    async def confirm(wanted: Link, desk: At, address: Address) -> dict[str, str]:
        await desk.tries.ask(address)
        account_id, facts = await desk.used(CONFIRM, wanted.token)
        await desk.ledger.set_email(account_id or "", facts["email"], time.time())
        return {"email": facts["email"]}

    @app.post("/api/account/recover", status_code=202)
    async def recover(wanted: Lost, request: Request, desk: At, address: Address) -> dict[str, bool]:
        """Send a letter to the address of this name, if it has one: nobody is told whether it has."""
        post, looks = _post(desk), folded(written(wanted.name))
        await desk.tries.write(looks, address)
        account = await desk.ledger.named(looks) if looks.isprintable() else None
        if account is not None and account.email and account.email_proved and account.banned is None:
            token = await desk.ticket(RECOVER, {}, account.id, TO_RECOVER)
            post.write(account.email, *letters.to_recover(account.name, _link(request, RECOVER, token)))
        return {"sent": True}

    @app.post("/api/account/recover/done")
    async def done(
        wanted: Recovery, request: Request, response: Response, desk: At, address: Address
    ) -> dict[str, bool]:
        """A new password by a letter's link; all other browsers are signed out, this one is signed in."""
        await desk.tries.ask(address)
        token = await desk.recover(
            RECOVER, wanted.token, wanted.password, device(request.headers.get("user-agent", ""))
        )
        give_session(request, response, token)
        return {"done": True}


def _post(desk: Desk) -> Letters:
    if desk.letters is None:
        raise Declined(409, "no_mail", "this house sends no letters")
    return desk.letters


def _link(request: Request, kind: str, token: str) -> str:
    """To a page of ours, under the name by which this request came: the guard lets in no other than the house's own."""
    return f"{request.url.scheme}://{request.headers['host']}/#/account/{kind}/{token}"

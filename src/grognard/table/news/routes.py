"""Letters about one's games over HTTP: whether and how often, and an end to them by a letter's link."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Path, Request

from grognard.table.accounts.asking import Address, Signed
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.house import House
from grognard.table.news.postman import Postman
from grognard.table.news.wishes import OFF, Wishes
from grognard.table.visiting import Body

Stop = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
How = Literal["off", "soon", "daily"]


class Wish(Body):
    how: How


def add(app: FastAPI, house: House, desk: Desk) -> None:
    wishes = Wishes(house.store.engine)
    if desk.letters is not None:
        house.postman = Postman(house, wishes, desk.letters)

    @app.get("/api/account/news")
    async def wanted(member: Signed) -> dict[str, Any]:
        """How often, and whether this house sends letters at all."""
        row = await wishes.of(member.account)
        return {"how": OFF if row is None else row.how, "letters": desk.letters is not None}

    @app.put("/api/account/news", status_code=204)
    async def want(wish: Wish, request: Request, member: Signed) -> None:
        if wish.how != OFF:
            if desk.letters is None:
                raise Declined(409, "no_mail", "this house sends no letters")
            row = await desk.ledger.account(member.account)
            if row is None or row.email_proved is None:
                raise Declined(409, "no_email", "there is no e-mail address that letters could go to")
        place = f"{request.url.scheme}://{request.headers['host']}"
        await wishes.set(member.account, wish.how, place, time.time())

    @app.post("/api/account/news/stop/{token}", status_code=204)
    async def stop(token: Stop, address: Address) -> None:
        """Whoever holds a letter may end them; programs of mails do, without a cookie and without a word."""
        await desk.tries.ask(address)
        await wishes.stop(token)

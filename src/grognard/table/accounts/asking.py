"""What all routes about accounts share: who is signed in, from where he asks, and the cookies he gets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from pydantic import Field, StringConstraints

from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import COOKIE, Desk
from grognard.table.accounts.passkeys import MINUTES, Place, place
from grognard.table.accounts.passwords import MOST
from grognard.table.guard import counted_as
from grognard.table.house import House
from grognard.table.seats import Member
from grognard.table.visiting import YEAR, Asking

TICKET = "grognard_ticket"
TICKET_PATH = "/api/account"

Wished = Annotated[str, StringConstraints(max_length=64)]
Password = Annotated[str, StringConstraints(max_length=MOST)]
Credential = Annotated[dict[str, Any], Field(max_length=16)]


def _desk(request: Request) -> Desk:
    house: House = request.app.state.house
    assert house.accounts is not None
    return house.accounts


def _member(who: Asking) -> Member:
    if who.member is None:
        raise Declined(403, "signed_out", "sign in first")
    return who.member


def _place(request: Request, desk: At) -> Place:
    return place(request, desk.names)


def _address(request: Request) -> str:
    return counted_as(request.client.host) if request.client else "unknown"


At = Annotated[Desk, Depends(_desk)]
Signed = Annotated[Member, Depends(_member)]
Where = Annotated[Place, Depends(_place)]
Address = Annotated[str, Depends(_address)]


def stranger(who: Asking) -> None:
    """Who has come in does not come in again: he signs out first."""
    if who.member is not None:
        raise Declined(409, "signed_in", f"you are signed in as {who.member.name}: sign out first")


def give_session(request: Request, response: Response, token: str) -> None:
    _give(request, response, COOKIE, token, "/", YEAR)


def take_session(response: Response) -> None:
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


def give_ticket(request: Request, response: Response, token: str) -> None:
    _give(request, response, TICKET, token, TICKET_PATH, MINUTES * 60)


def ticket_of(request: Request, response: Response) -> str:
    """The ticket a browser comes back with; it is used up whatever comes of it."""
    response.delete_cookie(TICKET, path=TICKET_PATH, httponly=True, samesite="strict")
    return request.cookies.get(TICKET, "")


def _give(request: Request, response: Response, name: str, value: str, path: str, age: int) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=age, path=path, httponly=True, samesite="strict", secure=secure)

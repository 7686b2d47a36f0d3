"""Who comes to a table: invitations, the spectators' link, names, and coming back on another device."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request, Response

from grognard.table.house import House
from grognard.table.nonces import Nonce
from grognard.table.visiting import Asking, At, Body, Name, Token, card, give_key, owning, with_key

Player = Annotated[str, Path(max_length=32)]


class Join(Body):
    token: Token
    name: Name = ""
    nonce: Nonce | None = None


class Resume(Body):
    token: Token


class Called(Body):
    name: Name


def add(app: FastAPI, house: House) -> None:
    _add_invitations(app, house)
    _add_spectators(app, house)
    _add_me(app, house)


def _add_invitations(app: FastAPI, house: House) -> None:
    @app.post("/api/tables/{table_id}/invites/{player}")
    async def invite(room: At, player: Player, who: Asking) -> dict[str, str]:
        owning(room, who)
        if player not in room.seats:
            raise HTTPException(404, "there is no such seat")
        if room.seats[player].kind != "open":
            raise HTTPException(409, "that seat is not free")
        return {"token": await house.invite(room, player)}

    @app.delete("/api/tables/{table_id}/invites/{player}", status_code=204)
    async def revoke(room: At, player: Player, who: Asking) -> None:
        owning(room, who)
        if player not in room.seats:
            raise HTTPException(404, "there is no such seat")
        await house.revoke(room, player)

    @app.post("/api/join")
    async def join(wanted: Join, request: Request, response: Response, who: Asking) -> dict[str, Any]:
        if not house.public:
            raise HTTPException(409, "at home every seat is yours already")
        who = with_key(house, request, response, who)
        joined = await house.join(wanted.token, who.hash or "", wanted.name)
        if joined is None:
            raise HTTPException(410, "this invitation is used up or was revoked")
        room, player = joined
        if wanted.nonce is not None:
            await house.mix(room, player, wanted.nonce)
        return {**card(room, room.summary(), who), "player": player}

    @app.put("/api/tables/{table_id}/names/{player}", status_code=204)
    async def rename(room: At, player: Player, wanted: Called, who: Asking) -> None:
        if player not in who.players(room):
            raise HTTPException(403, "that is not your seat")
        await house.rename(room, player, wanted.name)


def _add_spectators(app: FastAPI, house: House) -> None:
    @app.post("/api/tables/{table_id}/watch")
    async def let_watch(room: At, who: Asking) -> dict[str, str]:
        owning(room, who)
        return {"token": await house.let_watch(room, True)}

    @app.delete("/api/tables/{table_id}/watch", status_code=204)
    async def stop_watching(room: At, who: Asking) -> None:
        owning(room, who)
        await house.let_watch(room, False)


def _add_me(app: FastAPI, house: House) -> None:
    @app.get("/api/me")
    async def me(who: Asking) -> dict[str, bool]:
        return {"public": house.public, "known": who.key is not None}

    @app.post("/api/me/link")
    async def link(who: Asking) -> dict[str, str]:
        if not house.public:
            raise HTTPException(409, "at home every seat is yours on every device that reaches the house")
        if who.key is None:
            raise HTTPException(403, "you sit at no table yet")
        return {"token": await house.link(who.key)}

    @app.post("/api/resume")
    async def resume(wanted: Resume, request: Request, response: Response) -> dict[str, bool]:
        key = await house.resume(wanted.token) if house.public else None
        if key is None:
            raise HTTPException(410, "this link is used up or too old")
        give_key(request, response, key)
        return {"public": house.public, "known": True}

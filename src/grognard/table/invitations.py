"""Who comes to a table: invitations, the spectators' link, names, and coming back on another device."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request, Response

from grognard.table import rated
from grognard.table.house import House
from grognard.table.seats import Visitor
from grognard.table.store import Unreadable
from grognard.table.visiting import Asking, At, Body, Name, Token, called, card, give_key, owning, with_key

Player = Annotated[str, Path(max_length=32)]
USED_UP = "this link is used up or too old"
SHOWN = 6
"""Tables by which somebody recognizes a link as his own."""


class Join(Body):
    token: Token
    name: Name = ""


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
        found = await house.invited(wanted.token)
        if found is not None:
            rated.may_sit(found[0], who)
            if who.saw_another(found[0], found[1]):
                raise HTTPException(409, "you had another seat here and gave it back: nobody plays against what he saw")
        who = with_key(house, request, response, who)
        joined = await house.join(wanted.token, who.hash or "", await called(house, who, wanted.name))
        if joined is None:
            raise HTTPException(410, "this invitation is used up or was revoked")
        room, player = joined
        return {**card(room, room.summary(), who), "player": player}

    @app.post("/api/join/look")
    async def look(wanted: Resume) -> dict[str, Any]:
        """What an invitation is for, before the seat is taken: the game, the side, and who invites."""
        found = await house.invited(wanted.token) if house.public else None
        if found is None:
            raise HTTPException(410, "this invitation is used up or was revoked")
        room, player, host = found
        header = room.row.header
        return {
            "game": header["game"],
            "scenario": header["scenario"],
            "options": header["options"],
            "title": room.row.title,
            "player": player,
            "host": host,
            "clock": room.row.clock,
            "rated": room.row.rated,
        }

    @app.put("/api/tables/{table_id}/names/{player}", status_code=204)
    async def rename(room: At, player: Player, wanted: Called, who: Asking) -> None:
        if player not in who.players(room):
            raise HTTPException(403, "that is not your seat")
        await house.rename(room, player, await called(house, who, wanted.name))


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
    async def me(who: Asking) -> dict[str, Any]:
        """Whether the house is open to others, knows this browser's key, has accounts, who is signed in, and for how
        long a Grognard thinks here, and may."""
        return {
            "public": house.public,
            "known": who.key is not None,
            "accounts": house.accounts is not None,
            "mail": house.accounts is not None and house.accounts.letters is not None,
            "name": who.member and who.member.name,
            "role": who.member.role if who.member else "",
            "grognard": {"seconds": house.grants.seconds, "most": house.grants.most},
        }

    @app.post("/api/me/link")
    async def link(who: Asking) -> dict[str, str]:
        if not house.public:
            raise HTTPException(409, "at home every seat is yours on every device that reaches the house")
        if who.member is not None:
            raise HTTPException(409, "on another device sign in with your name")
        if who.key is None:
            raise HTTPException(403, "you sit at no table yet")
        return {"token": await house.link(who.key)}

    @app.post("/api/resume/look")
    async def look(wanted: Resume, who: Asking) -> dict[str, Any]:
        """Whose seats a link carries, and what this browser would lose: nobody takes over another's place unawares."""
        other = Visitor(await _carried(house, wanted.token), False)
        tables = [
            {
                "id": one.row.id,
                "game": one.row.header["game"],
                "scenario": one.row.header["scenario"],
                "players": {player: one.seats[player].name for player in other.players(one)},
            }
            for one in await house.store.cards(other.hash, SHOWN)
            if not isinstance(one.row.header, Unreadable)
        ]
        same = who.key == other.key
        return {"tables": tables, "held": 0 if same else await _held(house, who), "same": same}

    @app.post("/api/resume")
    async def resume(wanted: Resume, request: Request, response: Response, who: Asking) -> dict[str, bool]:
        """Take over the key; a browser that holds seats or lessons by another would lose them and is refused."""
        key = await _carried(house, wanted.token)
        if key != who.key and await _held(house, who):
            raise HTTPException(409, "this browser has tables or lessons of its own, which it would lose")
        if await house.resume(wanted.token) is None:
            raise HTTPException(410, USED_UP)
        give_key(request, response, key)
        return {"public": house.public, "known": True}


async def _carried(house: House, token: str) -> str:
    key = await house.carried(token) if house.public else None
    if key is None:
        raise HTTPException(410, USED_UP)
    return key


async def _held(house: House, who: Visitor) -> int:
    """How many tables and lessons a browser has by its own key."""
    return 0 if who.key_hash is None else await house.held(who.key_hash)

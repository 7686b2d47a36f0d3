"""What a member takes with him: all that is kept of him, and what becomes of his seats when he deletes his account.

Kept, they are a visitor's again: the browser he does it with gets a key for them. Given up, a seat in a game with
others is free for whom the table's host invites, the table passes to one of those who sit there, and a table at which
nobody else sits is cleared away. In either case his name is taken off his seats.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import Any

from grognard.table import deeds
from grognard.table.accounts.desk import Desk
from grognard.table.house import House
from grognard.table.room import NotNow, Room
from grognard.table.rows import Card, Unreadable
from grognard.table.seats import Member, Visitor, key_hash, new_key
from grognard.table.shut import Shut
from grognard.table.studies.book import Studies

AT_ONCE = 200


async def tables(house: House, member: Member) -> list[dict[str, Any]]:
    """A member's tables: what he may know of them, and what he said there."""
    who = Visitor(None, False, member)
    return [await _table(house, who, one) for one in await _cards(house, member)]


async def studies(house: House, member: Member) -> list[dict[str, Any]]:
    """What a member has written of games."""
    return [
        {"id": one.id, "title": one.title, "game": one.game, "scenario": one.scenario, "notes": one.notes,
         "created": one.created, "changed": one.changed}
        for one in await Studies(house.store.engine).of(member.hash)
    ]  # fmt: skip


async def _table(house: House, who: Visitor, card: Card) -> dict[str, Any]:
    header = {} if isinstance(card.row.header, Unreadable) else card.row.header
    yours = who.players(card)
    said = await house.store.said_by(card.row.id, yours)
    return {
        "id": card.row.id,
        "game": header.get("game"),
        "scenario": header.get("scenario"),
        "title": card.row.title if who.owns(card) else None,
        "owner": who.owns(card),
        "seats": {player: card.seats[player].name for player in yours},
        "created": card.row.created,
        "over": card.row.over,
        "said": [
            {"text": one.text, "at": one.at} | ({} if one.council is None else {"council": one.council}) for one in said
        ],
    }


async def _cards(house: House, member: Member) -> list[Card]:
    found: list[Card] = []
    while page := await house.store.cards(member.hash, AT_ONCE, len(found)):
        found += page
    return found


async def end(house: House, desk: Desk, member: Member, *, keep: bool) -> str | None:
    """Delete an account; returns the key that has its seats now, if they are kept."""
    key = new_key() if keep else None
    cards = await _cards(house, member)
    if not keep:
        for card in cards:
            await _give_up(house, member, card)
    if house.tournaments is not None:
        await house.tournaments.leave(member.account)
    await desk.leave(member)
    heir = key_hash(key) if key else None
    left = await desk.ledger.remove(member.account, heir)
    await house.given(member.hash, heir, left)
    return key if left else None


async def _resign(house: House, member: Member, card: Card) -> None:
    """Who leaves a rated game has lost it."""
    if not card.row.rated or card.row.over:
        return
    try:
        room = await house.room(card.row.id)
    except (Shut, KeyError):
        return
    for seat in room.seats.values():
        if seat.key_hash == member.hash:
            with contextlib.suppress(NotNow):
                await room.take(partial(deeds.resign, room, seat.player, [seat.player]))
    if room.result is not None and house.ratings is not None:
        await house.ratings.write_one(room)


async def _promise_anew(room: Room, member: Member) -> None:
    """What he owed the dice nobody else can pay."""
    for player in Visitor(None, False, member).players(room):
        with contextlib.suppress(NotNow):
            await room.take(partial(deeds.promise_anew, room, player))


async def _give_up(house: House, member: Member, card: Card) -> None:
    await _resign(house, member, card)
    others = [seat for seat in card.seats.values() if seat.kind == "human" and seat.key_hash != member.hash]
    if not others:
        try:
            await house.clear_away(await house.room(card.row.id))
        except (Shut, KeyError):  # nobody can open it, but its owner may have it gone
            await house.store.remove_table(card.row.id)
        return
    if card.row.owner_hash == member.hash:
        heir = next((seat.key_hash for seat in others if seat.key_hash), None)
        await house.store.change_table(card.row.id, owner_hash=heir)
        for seat in card.seats.values():
            if seat.followed:  # whom the heir follows is not told for him
                await house.store.change_seat(card.row.id, seat.player, offered=None, followed=False)
    if not card.row.over:
        with contextlib.suppress(Shut, KeyError):
            await _promise_anew(await house.room(card.row.id), member)
        for seat in card.seats.values():
            if seat.key_hash == member.hash:
                free = {"kind": "open", "key_hash": None, "name": "", "invite_hash": None, "offered": None}
                await house.store.change_seat(card.row.id, seat.player, **free)
    room = house.open_room(card.row.id)
    if room is not None:
        await house.read_row(room)
    house.company.changed(card.row.id)

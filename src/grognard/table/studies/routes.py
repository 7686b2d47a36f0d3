"""Studies over HTTP: make one of a game, write into it, look at it by its link.

A study shows everything, of both sides: so it is made of a game that is over, or of one at which its maker sits alone.
Whoever has its link may read it, and only its maker may write into it.
"""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, HTTPException, Path, Request, Response
from pydantic import Field, StringConstraints

from grognard.table.accounts.declined import Declined
from grognard.table.classroom import Classroom
from grognard.table.house import House
from grognard.table.loading import one_line
from grognard.table.reel import Reel
from grognard.table.room import Room
from grognard.table.rows import StudyRow
from grognard.table.seats import Visitor, new_key
from grognard.table.studies.book import Enough, Studies
from grognard.table.studies.shelf import Shelf
from grognard.table.visiting import Asking, At, Body, LookingOn, Name, called, with_key

MOST_NOTES = 300
Hex = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,16}$")]
Step = Annotated[int, Field(ge=0, le=1_000_000)]
StudyId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class Drawn(Body):
    """A ring round a hex, or an arrow from one to another."""

    hexes: list[Hex] = Field(min_length=1, max_length=2)
    colour: Literal["green", "red", "blue", "gold"] = "green"


class Note(Body):
    """What is to be said and shown of one position."""

    step: Step
    text: Annotated[str, StringConstraints(max_length=4000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")] = ""
    drawn: list[Drawn] = Field(default_factory=list, max_length=60)


class Made(Body):
    title: Name = ""
    name: Name = ""
    """What its maker is called, where he has no account."""
    until: Step | None = None
    """The step of the replay with which its line ends."""


class Changed(Body):
    title: Name
    notes: list[Note] = Field(max_length=MOST_NOTES)


async def _study(request: Request, study_id: StudyId, who: Asking) -> StudyRow:
    found: StudyRow | None = await request.app.state.studies.find(study_id)
    if found is None:
        raise HTTPException(404, "there is no such study")
    if found.removed is not None and not (who.made(found.owner_hash) or (who.member and who.member.role)):
        raise Declined(410, "study_removed", "a moderator took this study away")
    return found


Found = Annotated[StudyRow, Depends(_study)]


def _own(found: Found, who: Asking) -> StudyRow:
    if not who.made(found.owner_hash):
        raise HTTPException(403, "only who made a study may change it")
    return found


async def _wound(request: Request, found: Found) -> Reel:
    shelf: Shelf = request.app.state.shelf
    try:
        return await shelf.reel(found)
    except (ValueError, KeyError) as error:
        raise HTTPException(409, f"this study cannot be opened any more: {one_line(error)}") from None


Own = Annotated[StudyRow, Depends(_own)]
Wound = Annotated[Reel, Depends(_wound)]


def add(app: FastAPI, house: House) -> None:
    studies = app.state.studies = Studies(house.store.engine)
    shelf = app.state.shelf = Shelf(house.again)

    @app.post("/api/tables/{table_id}/study", status_code=201)
    async def make(
        room: At, viewer: LookingOn, wanted: Made, request: Request, response: Response, who: Asking
    ) -> dict[str, str]:
        """A study of a table's game as it stands, or up to a step of this viewer's replay."""
        _may_show(room, who)
        journal, answers = room.journal(), len(room.play.given)
        if wanted.until is not None:
            reel = await house.reel(room)
            try:
                answers = await asyncio.to_thread(reel.answers, viewer, wanted.until)
            except IndexError:
                raise HTTPException(404, "the game is not that long") from None
        by = await called(house, who, wanted.name.strip())
        who = with_key(house, request, response, who)
        now = time.time()
        row = StudyRow(
            id=new_key(), owner_hash=who.hash or "", title=wanted.title.strip(), by=by, game=room.game.id,
            scenario=room.play.header.scenario, journal=journal.plain(), answers=answers, notes=[],
            created=now, changed=now,
        )  # fmt: skip
        try:
            await studies.add(row)
        except Enough as error:
            raise HTTPException(409, str(error)) from None
        return {"id": row.id}

    @app.get("/api/studies")
    async def mine(who: Asking) -> list[dict[str, Any]]:
        """One's own."""
        if who.hash is None and not who.at_home:
            return []
        return [_card(one, who) for one in await studies.of(who.hash or "")]

    @app.get("/api/studies/{study_id}")
    async def look(found: Found, reel: Wound, who: Asking) -> dict[str, Any]:
        """A study, with how long its line is and where turns begin."""

        def line() -> dict[str, Any]:
            return {"length": reel.length(None), "turns": reel.turns(None), "combats": reel.combats(None)}

        return _card(found, who) | {"notes": found.notes} | await asyncio.to_thread(line)

    @app.get("/api/studies/{study_id}/{number}")
    async def position(reel: Wound, number: Annotated[int, Path(ge=0, le=1_000_000)]) -> dict[str, Any]:
        try:
            return await asyncio.to_thread(reel.view, None, number, True)
        except IndexError:
            raise HTTPException(404, "the line is not that long") from None

    @app.put("/api/studies/{study_id}", status_code=204)
    async def write(found: Own, wanted: Changed) -> None:
        steps = [note.step for note in wanted.notes]
        if len({*steps}) < len(steps):
            raise HTTPException(422, "there is one note to a step")
        notes = sorted((note.model_dump() for note in wanted.notes), key=lambda note: note["step"])
        await studies.change(found.id, title=wanted.title.strip(), notes=notes)

    @app.delete("/api/studies/{study_id}", status_code=204)
    async def remove(found: Own) -> None:
        await studies.remove(found.id)
        shelf.forget(found.id)


def _may_show(room: Room, who: Visitor) -> None:
    if isinstance(room, Classroom):
        raise HTTPException(409, "a lesson is shown to others by its own link")
    if room.result is None and len(who.players(room)) < len(room.seats):
        raise HTTPException(409, "a study shows both sides: this game is not over yet")


def _card(row: StudyRow, who: Visitor) -> dict[str, Any]:
    return {
        "id": row.id, "title": row.title, "by": row.by, "game": row.game, "scenario": row.scenario,
        "notes": len(row.notes), "created": row.created, "changed": row.changed, "yours": who.made(row.owner_hash),
        "removed": row.removed,
    }  # fmt: skip

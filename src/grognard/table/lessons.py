"""Lessons over HTTP: begin one, or go on where it was left. From then on it is a table like any other.

A learner has a few at a time and the house so many; one that nobody has looked at for a while gives up its place.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request, Response
from pydantic import Field

from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.school.lesson import lesson as find_lesson
from grognard.school.lesson import lessons
from grognard.school.session import Session
from grognard.table.classroom import MOST_ANSWERS, Classroom
from grognard.table.games import found_game
from grognard.table.house import LESSONS_EACH, RESUMING, House
from grognard.table.visiting import Asking, Body, Word, with_key

IN_ALL = 200
"""Lessons in memory: who comes then takes the place of one that nobody is at."""

GivenBefore = Annotated[list[Word | int | None], Field(min_length=1, max_length=2)]


class Record(Body):
    """Where a lesson was left, as the learner's browser keeps it."""

    lesson: Word
    answers: Annotated[list[GivenBefore | None], Field(max_length=MOST_ANSWERS)]


class Wanted(Body):
    game: Word
    lesson: Word
    record: Record | None = None


def add(app: FastAPI, house: House) -> None:
    @app.get("/api/games/{game_id}/lessons")
    def list_lessons(game_id: str) -> list[dict[str, Any]]:
        """The lessons of a game in their order, each with what it is about."""
        return [
            {
                "id": one.id, "order": one.order, "minutes": one.minutes, "steps": len(one.step),
                "title": one.title.as_json(), "idea": one.idea.as_json(), "aim": one.aim.as_json(),
            }
            for one in lessons(found_game(game_id))
        ]  # fmt: skip

    @app.post("/api/lessons", status_code=201)
    async def begin(wanted: Wanted, request: Request, response: Response, who: Asking) -> dict[str, Any]:
        """A lesson to be taken at once; its place is lost when nobody has looked at it for a while."""
        who = with_key(house, request, response, who)
        game = found_game(wanted.game)
        try:
            async with house.teaching:
                session = await asyncio.to_thread(_session, game, wanted)
        except (DataError, ValueError) as error:
            raise HTTPException(422, str(error)) from None
        _make_place(house, who.hash)
        room = Classroom(house.store, session, who.hash)
        await house.begin_lesson(room)
        return {"id": room.row.id, "seat": session.seat}


def _session(game: Game, wanted: Wanted) -> Session:
    lesson = find_lesson(game, wanted.lesson)
    if wanted.record is None:
        return Session(game, lesson)
    if wanted.record.lesson != lesson.id:
        raise DataError("that record is of another lesson")
    answers = [None if one is None else _given(one) for one in wanted.record.answers]
    return Session.resumed(game, {"lesson": lesson.id, "answers": answers}, seconds=RESUMING)


def _given(one: list[str | int | None]) -> list[str | int | None]:
    if not isinstance(one[0], str):
        raise DataError("an answer of a record has a verb and perhaps a target")
    return one


def _make_place(house: House, owner: str | None) -> None:
    """Let go of the visitor's own oldest lessons, or of one that nobody is at."""
    there = house.unkept()
    mine = [room for room in there if room.row.owner_hash == owner]
    for room in mine[: max(0, len(mine) + 1 - LESSONS_EACH)]:
        house.forget(room)
    if len(there) >= IN_ALL:
        idle = next((room for room in there if not house.lines.get(room.row.id)), None)
        if idle is None:
            raise HTTPException(503, "too many lessons are under way: come again in a while")
        house.forget(idle)

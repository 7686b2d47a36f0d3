"""The school over HTTP: charts and briefings, of a game before there is a table and of a table for whoever looks on,
the review of a game that is over, and what the coach of a first game has to say.

Charts and briefings are made from the view of the one who asks (`grognard.school`), so they tell him nothing that it
does not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Response

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.registry import game as find_game
from grognard.core.registry import game_ids
from grognard.school import brief, charts, charts_units, coaching, evaluation, example, glossary, rulebook
from grognard.school.week import of_week
from grognard.table.games import Chosen, Wanted, found_game, read_options
from grognard.table.house import House
from grognard.table.reviews import SECONDS, Busy, Unable
from grognard.table.room import Room, Viewer
from grognard.table.visiting import At, LookingOn

Named = Annotated[str | None, Query(max_length=64)]
Step = Annotated[int | None, Query(ge=0, le=1_000_000)]


def add(app: FastAPI, house: House) -> None:
    _add_games(app)
    _add_tables(app, house)


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games/{game_id}/charts")
    def game_charts(
        game_id: str,
        scenario: Wanted = None,
        options: Chosen = None,
        chart: Named = None,
        hex: Named = None,
        unit: Named = None,
    ) -> dict[str, Any]:
        """The charts of a game as it begins; `chart` for one alone, `hex` and `unit` for what is pointed at."""
        try:
            laid, begun, view = charts.opening(found_game(game_id), scenario, read_options(options))
            return charts.document(laid, begun, view, hex=hex, unit=unit, only=chart)
        except SetupError as error:
            raise HTTPException(422, str(error)) from None

    @app.get("/api/games/{game_id}/briefing")
    def game_briefing(
        game_id: str, side: Named = None, scenario: Wanted = None, options: Chosen = None
    ) -> dict[str, Any]:
        """What a side is told before its first decision; the first side where none is named."""
        try:
            laid, begun, view = charts.opening(found_game(game_id), scenario, read_options(options))
            return brief.document(laid, begun, view, side or begun.roster.sides[0])
        except SetupError as error:
            raise HTTPException(422, str(error)) from None

    @app.get("/api/games/{game_id}/rulebook")
    def game_rulebook(game_id: str) -> dict[str, Any]:
        """The rulebook with its glossary, to be read and searched."""
        return rulebook.document(found_game(game_id))

    @app.get("/api/games/{game_id}/glossary")
    def game_glossary(game_id: str) -> list[dict[str, Any]]:
        """The terms of art alone, for the prompts at a table."""
        return glossary.document(found_game(game_id))

    @app.get("/api/games/{game_id}/examples/{example_id}")
    def game_example(game_id: str, example_id: str) -> dict[str, Any]:
        """A worked example of the rulebook, with what everybody sees at each of its steps."""
        try:
            return example.document(found_game(game_id), example_id)
        except DataError as error:
            raise HTTPException(404, str(error)) from None

    @app.get("/api/week")
    def position_of_the_week() -> dict[str, Any] | None:
        """Which example of which rulebook everybody may try this week; nothing where no game has any."""
        found = of_week(map(find_game, game_ids()), time.time())
        return (
            None if found is None else {"game": found[0].id, "example": found[1].id, "title": found[1].title.as_json()}
        )

    @app.get("/api/games/{game_id}/coach")
    def game_coach(game_id: str) -> list[dict[str, Any]]:
        """All remarks of the coach, with what each waits for: a browser knows which it has heard."""
        return coaching.document(found_game(game_id))


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/tables/{table_id}/charts")
    async def table_charts(
        room: At, viewer: LookingOn, chart: Named = None, hex: Named = None, unit: Named = None, step: Step = None
    ) -> dict[str, Any]:
        """The charts as the table stands, or stood at a step of this viewer's replay: the present combat lit, the
        phase marked."""
        pointed: dict[str, Any] = {"hex": hex, "unit": unit, "only": chart}
        try:
            if step is not None:
                return await _back_then(house, room, viewer, step, pointed)
            await house.turn.come()
            lost = charts_units.losses(room.play, viewer)
            return charts.document(room.game, room.play.scenario, room.view(viewer), losses=lost, **pointed)
        except SetupError as error:
            raise HTTPException(422, str(error)) from None

    @app.get("/api/tables/{table_id}/briefing")
    async def table_briefing(room: At, viewer: LookingOn, side: Named = None) -> dict[str, Any]:
        """The briefing of one's own side, with the present score and whether this seat has decided anything yet; who
        looks on may name one."""
        await house.turn.come()
        try:
            own = side or _side(room, viewer)
            told = brief.document(room.game, room.play.scenario, room.view(viewer), own)
            return told | {"decided": _has_decided(room, viewer)}
        except SetupError as error:
            raise HTTPException(422, str(error)) from None

    @app.get("/api/tables/{table_id}/review")
    async def table_review(room: At, viewer: LookingOn, response: Response, side: Named = None) -> Mapping[str, Any]:
        """What decisions and dice made of a game that is over; 202 while it is thought of; or why not."""
        if room.result is None or not room.play.given:
            raise HTTPException(409, "a game is reviewed when it is over")
        wanted, sides = side or _side(room, viewer), room.play.roster.sides
        if wanted not in sides:
            raise HTTPException(422, f"there is no side {wanted!r}: there are {', '.join(sides)}")
        if evaluation.foresight_of(room.game.id) is None:
            raise HTTPException(404, "nobody can judge this game yet")
        try:
            found = house.reviews.of(room, wanted)
        except Busy:
            raise HTTPException(503, "too many games are being reviewed: try again in a minute") from None
        if isinstance(found, asyncio.Task):
            response.status_code = 202
            return {"state": "thinking", "seconds": house.reviews.waited(room, wanted), "most": int(SECONDS)}
        if isinstance(found, Unable):
            return {"state": "unable", "why": found.why, "about": found.about, "most": int(SECONDS)}
        reel = await house.reel(room)
        return {"state": "done", **_in_steps(found, await asyncio.to_thread(reel.steps, viewer))}


def _in_steps(found: Mapping[str, Any], steps: list[int]) -> dict[str, Any]:
    """The same with every place counted as this viewer's replay counts."""

    def told(rows: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{**row, "step": steps[row["step"]]} for row in rows]

    return {**found, **{name: told(found[name]) for name in ("course", "decisions", "well")}}


def _has_decided(room: Room, viewer: Viewer) -> bool:
    play = room.play
    return viewer is not None and any(player == play.roster.number(viewer) for player, _ in play.given)


async def _back_then(house: House, room: Room, viewer: Viewer, step: int, pointed: dict[str, Any]) -> dict[str, Any]:
    reel = await house.reel(room)
    try:
        view = await asyncio.to_thread(reel.plain, viewer, step, room.result is not None)
    except IndexError:
        raise HTTPException(404, "the game is not that long") from None
    return charts.document(room.game, room.play.scenario, view, **pointed)


def _side(room: Room, viewer: Viewer) -> str:
    roster = room.play.roster
    return roster.players[0 if viewer is None else roster.number(viewer)].side

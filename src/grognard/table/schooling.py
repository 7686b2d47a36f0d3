"""The school over HTTP: charts and briefings, of a game before there is a table and of a table for whoever looks on.

Both are made from the view of the one who asks (`grognard.school`), so they tell him nothing that it does not.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query

from grognard.core.game import SetupError
from grognard.school import brief, charts
from grognard.table.games import Chosen, Wanted, found_game, read_options
from grognard.table.house import House
from grognard.table.room import Room, Viewer
from grognard.table.visiting import At, LookingOn

Named = Annotated[str | None, Query(max_length=64)]


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


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/tables/{table_id}/charts")
    async def table_charts(
        room: At, viewer: LookingOn, chart: Named = None, hex: Named = None, unit: Named = None
    ) -> dict[str, Any]:
        """The charts as the table stands: the present combat lit, the phase marked."""
        async with house.turn:
            try:
                view = room.view(viewer)
                return charts.document(room.game, room.play.scenario, view, hex=hex, unit=unit, only=chart)
            except SetupError as error:
                raise HTTPException(422, str(error)) from None

    @app.get("/api/tables/{table_id}/briefing")
    async def table_briefing(room: At, viewer: LookingOn, side: Named = None) -> dict[str, Any]:
        """The briefing of one's own side, with the present score; who looks on may name one."""
        async with house.turn:
            try:
                own = side or _side(room, viewer)
                return brief.document(room.game, room.play.scenario, room.view(viewer), own)
            except SetupError as error:
                raise HTTPException(422, str(error)) from None


def _side(room: Room, viewer: Viewer) -> str:
    roster = room.play.roster
    return roster.players[0 if viewer is None else roster.number(viewer)].side

"""Ratings over HTTP: the ladder of a game. Only what finished games have told."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from grognard.club.ratings.finished import Account
from grognard.club.ratings.skill import Skill
from grognard.table.games import found_game
from grognard.table.house import House
from grognard.table.rating.ratings import Ratings

MOST = 100


def add(app: FastAPI, house: House) -> None:
    ratings = house.ratings = Ratings(house)

    @app.get("/api/games/{game_id}/ratings")
    async def ladder(game_id: str) -> list[dict[str, Any]]:
        """Who is rated in this game, the highest first; a name that was deleted is not told."""
        game = found_game(game_id)
        found = await ratings.ladder(game.id, MOST)
        names = await ratings.results.names([who.id for who, _ in found if isinstance(who, Account)])
        return [
            {"name": names[who.id], "bot": None, **_shown(skill)}
            if isinstance(who, Account)
            else {"name": "", "bot": who.level, **_shown(skill)}
            for who, skill in found
            if not isinstance(who, Account) or who.id in names
        ]


def _shown(skill: Skill) -> dict[str, Any]:
    return {"rating": str(skill), "games": skill.games, "within": skill.plus_minus}

"""Ratings over HTTP: the ladder of a game, and everybody's profile. Only what finished games have told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, HTTPException, Path, Query

from grognard.club.ratings.finished import Account, Bot
from grognard.club.ratings.skill import Skill
from grognard.core.game import SetupError
from grognard.players import BOTS
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.accounts.names import folded
from grognard.table.games import found_game
from grognard.table.house import House
from grognard.table.rating.archive import Archive, Sought
from grognard.table.rating.field import told as told_field
from grognard.table.rating.profile import any_version, page, profile, record
from grognard.table.rating.ratings import Ratings
from grognard.table.rows import AccountRow
from grognard.table.visiting import Asking

MOST = 100
FOUND = 8
"""Names that a search tells."""
Named = Annotated[str, Path(max_length=40)]
Scenario = Annotated[str | None, Query(max_length=64)]
Id = Annotated[str, Query(max_length=64)]
Moment = Annotated[float, Query(ge=0, le=1e11, allow_inf_nan=False)]
Turns = Annotated[int, Query(ge=0, le=10_000)]
Skip = Annotated[int, Query(ge=0, le=1_000_000)]


def add(app: FastAPI, house: House, desk: Desk) -> Ratings:
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

    @app.get("/api/games/{game_id}/field")
    async def field(game_id: str, scenario: Scenario = None) -> dict[str, Any]:
        """What who offers a game may know of it beforehand: how the sides of a scenario have fared, and where the
        ratings of those lie who have played it lately."""
        game = found_game(game_id)
        try:
            return await told_field(ratings, game, game.scenario(scenario))
        except SetupError as error:
            raise HTTPException(404, str(error)) from None

    async def named(name: str) -> AccountRow:
        row = await desk.ledger.named(folded(name))
        if row is None:
            raise Declined(404, "nobody", "nobody here has that name")
        return row

    @app.get("/api/people")
    async def people(like: Annotated[str, Query(min_length=2, max_length=40)]) -> list[str]:
        """Members whose names begin so."""
        begins = folded(like)
        return await desk.ledger.beginning(begins, FOUND) if begins else []

    @app.get("/api/people/{name}")
    async def person(name: Named, who: Asking) -> dict[str, Any]:
        """Somebody's profile: what his finished rated games have told, and nothing of those that go on."""
        row = await named(name)
        yours = who.member is not None and who.member.account == row.id
        return {"you": yours, **await profile(ratings.results, await ratings.history(), row, who.hash)}

    @app.get("/api/people/{name}/games")
    async def games_of(name: Named, who: Asking, skip: Skip = 0) -> list[dict[str, Any]]:
        """A page of somebody's finished rated games, the newest first."""
        row = await named(name)
        return await page(ratings.results, await ratings.history(), Account(row.id), who.hash, skip)

    def level_of(level: str) -> Bot:
        if level not in BOTS:
            raise Declined(404, "no_bot", "no bot is called that")
        return any_version(level)

    @app.get("/api/bots/{level}")
    async def bot(level: Named, who: Asking) -> dict[str, Any]:
        """A level of bot as a profile: rated in the same pool as people, by the rated games of tournaments."""
        found = level_of(level)
        return {"bot": level, **await record(ratings.results, await ratings.history(), found, who.hash)}

    @app.get("/api/bots/{level}/games")
    async def games_of_bot(level: Named, who: Asking, skip: Skip = 0) -> list[dict[str, Any]]:
        """A page of its finished rated games, the newest first."""
        return await page(ratings.results, await ratings.history(), level_of(level), who.hash, skip)

    archive = Archive(house.store.engine)

    @app.get("/api/archive")
    async def search(
        who: Asking,
        player: Annotated[str, Query(max_length=40)] = "",
        game: Id = "",
        scenario: Id = "",
        since: Moment | None = None,
        until: Moment | None = None,
        shortest: Turns | None = None,
        longest: Turns | None = None,
        outcome: Literal["", "won", "lost", "drawn", "decided"] = "",
        order: Literal["newest", "shortest"] = "newest",
        skip: Skip = 0,
    ) -> dict[str, Any]:
        """A page of finished games: rated ones of everybody, friendly ones of who asks."""
        sought = Sought(player.strip(), game, scenario, since, until, shortest, longest, outcome)
        return await archive.page(sought, who.hash, skip, order == "shortest")

    return ratings


def _shown(skill: Skill) -> dict[str, Any]:
    return {"rating": str(skill), "provisional": skill.provisional, "games": skill.games, "within": skill.plus_minus}

"""Tournaments over HTTP, where a house has accounts: look, make, enter, withdraw, and what the organiser decides."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from grognard.club.tournament.course import Course
from grognard.club.tournament.events import Adjudicated, Entered, Event, Forfeited, Withdrew
from grognard.club.tournament.logbook import refusal
from grognard.club.tournament.pairing import NoPairing
from grognard.club.tournament.pairs import Fixture, Rule
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.rules import Kind
from grognard.club.tournament.telling import Name, would_give
from grognard.core.game import SetupError
from grognard.core.registry import game as find_game
from grognard.players import bots_of
from grognard.table.accounts.asking import Signed
from grognard.table.house import House
from grognard.table.loading import one_line
from grognard.table.seats import Visitor
from grognard.table.tournaments.book import Found, NoTournament
from grognard.table.tournaments.entrants import called, next_bot, seed
from grognard.table.tournaments.making import Makers, NewTournament, made, may_make
from grognard.table.tournaments.shown import Reader, Telling, brief, everybody, in_words
from grognard.table.tournaments.steward import Steward
from grognard.table.visiting import Asking, Body, Word

PAGE, MOST = 20, 100
OPEN_EACH = 5
"""Tournaments of one organiser that are not over."""
ENTRANTS, IN_ROUND_ROBIN = 64, 24
"""Most who may enter."""
KEEPER = "keeper"

Limit = Annotated[int, Query(ge=1, le=MOST)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]
Id = Annotated[str, Path(max_length=32)]
Why = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]


class Reasoned(Body):
    reason: Why


class Pairing(Body):
    may_give: list[Rule] = Field(default_factory=list, max_length=3)
    """Rules that may give where no pairing keeps them all."""
    reason: Annotated[str, StringConstraints(max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class AddedBot(Body):
    level: Word


class Sent(Reasoned):
    entrant: Word


class OfGame(Reasoned):
    round: Annotated[int, Field(ge=1, le=1000)]
    board: Annotated[int, Field(ge=0, le=1000)]
    game: Annotated[int, Field(ge=0, le=1)]

    @property
    def fixture(self) -> Fixture:
        return Fixture(self.round, self.board, self.game)


class Adjudication(OfGame):
    first: Annotated[int, Field(ge=0, le=2)]
    """Half points of the first side."""


class Forfeit(OfGame):
    losers: list[Word] = Field(min_length=1, max_length=2)


class NotHere(Exception):
    """What cannot be done in a tournament, in both languages."""

    def __init__(self, code: str, said: dict[str, str]) -> None:
        super().__init__(code)
        self.code, self.said = code, said


def told(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, NotHere)
    return JSONResponse({"detail": error.said["en"], "code": error.code, "said": error.said}, 409)


def add(app: FastAPI, house: House, makers: Makers) -> None:
    steward = house.tournaments = Steward(house)
    app.add_exception_handler(NotHere, told)
    _add_looking(app, house, steward, makers)
    _add_entering(app, house, steward)
    _add_deciding(app, house, steward)


async def _found(request: Request, tournament_id: Id) -> Found:
    house: House = request.app.state.house
    assert house.tournaments is not None
    try:
        return await house.tournaments.book.found(tournament_id)
    except NoTournament:
        raise HTTPException(404, "there is no such tournament") from None


At = Annotated[Found, Depends(_found)]


def _decides(found: Found, who: Visitor) -> bool:
    member = who.member
    return member is not None and (member.account == found.row.owner or member.role == KEEPER)


def _decided(found: At, who: Asking, _: Signed) -> Found:
    """A tournament for who decides in it: its organiser, or a keeper."""
    if not _decides(found, who):
        raise HTTPException(403, "only the organiser decides here")
    return found


Mine = Annotated[Found, Depends(_decided)]


def _reader(found: Found, who: Visitor) -> Reader:
    return Reader(who.member.account if who.member else None, _decides(found, who))


async def _told(house: House, found: Found, who: Visitor) -> dict[str, Any]:
    steward, ratings = house.tournaments, house.ratings
    assert steward is not None and ratings is not None
    names = await steward.book.names(everybody(found))
    tables = await steward.book.standing(one.table_id for one in found.games.values())
    telling = Telling(found, names, tables, await ratings.history(), _reader(found, who))
    return await asyncio.to_thread(telling.whole)


def _add_looking(app: FastAPI, house: House, steward: Steward, makers: Makers) -> None:
    book = steward.book

    @app.get("/api/tournaments")
    async def listed(response: Response, who: Asking, limit: Limit = PAGE, offset: Offset = 0) -> dict[str, Any]:
        """A page of tournaments, those that go on first; and whether this visitor may make one."""
        found = await book.listed(limit, offset)
        names = await book.names({name for one in found for name in everybody(one)})
        shown = [brief(one, names, _reader(one, who)) for one in found]
        return {"tournaments": shown, "total": await book.count(), "may_make": may_make(makers, who.member)}

    @app.post("/api/tournaments", status_code=201)
    async def make(wanted: NewTournament, who: Asking, member: Signed) -> dict[str, Any]:
        if not may_make(makers, member):
            raise HTTPException(403, "in this house keepers make tournaments")
        if await book.open_of(member.account) >= OPEN_EACH:
            raise HTTPException(409, f"you have {OPEN_EACH} tournaments that are not over: that is enough for one")
        try:
            row, opened = await asyncio.to_thread(made, wanted, member.account)
        except (SetupError, ValueError) as error:
            raise HTTPException(422, one_line(error)) from None
        await book.add(row, opened)
        return await _told(house, await book.found(row.id), who)

    @app.get("/api/tournaments/{tournament_id}")
    async def one(found: At, who: Asking) -> dict[str, Any]:
        return await _told(house, found, who)

    @app.delete("/api/tournaments/{tournament_id}", status_code=204)
    async def call_off(found: Mine) -> None:
        """Call off a tournament that has not begun."""
        if found.course.rounds:
            raise HTTPException(409, "it has begun: its games are played to their end")
        await book.remove(found.row.id)


def _add_entering(app: FastAPI, house: House, steward: Steward) -> None:
    @app.post("/api/tournaments/{tournament_id}/entry")
    async def enter(found: At, who: Asking, member: Signed) -> dict[str, Any]:
        return await _enter(house, steward, found, who, lambda course: member.account)

    @app.delete("/api/tournaments/{tournament_id}/entry")
    async def withdraw(found: At, who: Asking, member: Signed) -> dict[str, Any]:
        """Leave it; games that are not finished are lost."""
        gone = Withdrew(time.time(), member.account)
        return await _happen(house, steward, found, who, lambda course: [gone])

    @app.post("/api/tournaments/{tournament_id}/bots")
    async def add_bot(found: Mine, wanted: AddedBot, who: Asking) -> dict[str, Any]:
        known = bots_of(found.row.game, found.row.scenario)
        if wanted.level not in known:
            raise HTTPException(422, f"no bot of that level plays this scenario; there are {', '.join(known)}")
        return await _enter(house, steward, found, who, lambda course: next_bot(course, wanted.level))


async def _enter(house: House, steward: Steward, found: Found, who: Visitor, entrant: Any) -> dict[str, Any]:
    assert house.ratings is not None
    if found.row.over:
        raise HTTPException(409, "this tournament is over")
    history, game = await house.ratings.history(), find_game(found.row.game)

    def entered(course: Course) -> list[Event]:
        most = IN_ROUND_ROBIN if course.rules.kind is Kind.ROUND_ROBIN else ENTRANTS
        if len(course.active) >= most:
            raise HTTPException(409, f"{most} have entered: it is full")
        name = entrant(course)
        return [Entered(time.time(), name, seed(history, name, game), name.startswith("bot:"))]

    return await _happen(house, steward, found, who, entered)


def _add_deciding(app: FastAPI, house: House, steward: Steward) -> None:
    @app.post("/api/tournaments/{tournament_id}/send_away")
    async def send_away(found: Mine, wanted: Sent, who: Asking) -> dict[str, Any]:
        """Take somebody out of it; games that he has not finished are lost."""
        gone = Withdrew(time.time(), wanted.entrant, wanted.reason)
        return await _happen(house, steward, found, who, lambda course: [gone])

    @app.post("/api/tournaments/{tournament_id}/pair")
    async def pair(found: Mine, wanted: Pairing, who: Asking, member: Signed) -> dict[str, Any]:
        """Begin the first round now, or the next one where a rule has to give."""
        reason = wanted.reason.strip()
        begin = partial(steward.pair, found.row.id, frozenset(wanted.may_give), reason, member.account)
        return await _answered(house, steward, found, who, begin)

    @app.post("/api/tournaments/{tournament_id}/adjudicate")
    async def adjudicate(found: Mine, wanted: Adjudication, who: Asking, member: Signed) -> dict[str, Any]:
        word = Adjudicated(time.time(), wanted.fixture, wanted.first, wanted.reason, member.account)
        return await _happen(house, steward, found, who, lambda course: [word])

    @app.post("/api/tournaments/{tournament_id}/forfeit")
    async def forfeit(found: Mine, wanted: Forfeit, who: Asking, member: Signed) -> dict[str, Any]:
        losers = tuple(dict.fromkeys(wanted.losers))
        word = Forfeited(time.time(), wanted.fixture, losers, wanted.reason, member.account)
        return await _happen(house, steward, found, who, lambda course: [word])


async def _happen(house: House, steward: Steward, found: Found, who: Visitor, deed: Any) -> dict[str, Any]:
    return await _answered(house, steward, found, who, partial(steward.book.take, found.row.id, deed))


async def _answered(house: House, steward: Steward, found: Found, who: Visitor, work: Any) -> dict[str, Any]:
    """Let something happen, and tell how the tournament stands then; or why it cannot happen."""
    try:
        now = await work()
    except Refused as error:
        why, code = partial(refusal, error), error.message.key.partition(".")[2]
    except NoPairing as error:
        why, code = partial(_would_give, error), "no_pairing"
    except NoTournament:
        raise HTTPException(404, "there is no such tournament") from None
    else:
        steward.nudge()
        return await _told(house, now, who)
    names = await steward.book.names(everybody(found))
    raise NotHere(code, in_words(lambda lang: why(lang, lambda one: called(one, found.course, names, lang))))


def _would_give(error: NoPairing, language: str, name: Name) -> str:
    return " ".join(would_give(error.gave, language, name))

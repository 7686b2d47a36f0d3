"""Who runs the tournaments of a house: one process at a time, in steps that may be done twice and are done once.

Every step begins from what is stored and leaves it complete: an event with its number, a table with the name that its
round gave it, a mark that something is done. Whoever is killed between two of them leaves the rest to whoever looks
next. Nothing is decided in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from grognard.club.tournament.closing import Facts, close_round
from grognard.club.tournament.course import Course, How, Outcome
from grognard.club.tournament.events import Event, Paired, Played, Withdrew
from grognard.club.tournament.pairing import NoPairing, next_round, over
from grognard.club.tournament.pairs import DRAW, LOSS, WIN, Fixture, Rule
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.rules import Kind
from grognard.core.state import Result
from grognard.table import deeds
from grognard.table.clock import DAY
from grognard.table.room import NotNow, NotStored, Room
from grognard.table.rounds import Rounds
from grognard.table.shut import Shut
from grognard.table.tournaments.book import Book, Found, NoTournament, Standing
from grognard.table.tournaments.laying import lay_out, players_of
from grognard.table.tournaments.tending import Tending

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 2.0
"""Seconds between looks for what is due."""
STALE = 6.0
"""Seconds after the last act in which its process writes how a table stands; after a crash it is opened to see."""
LIVE = 60.0
"""Seconds without an act after which the clocks of a game in one sitting are looked at."""
DUTY = "tournaments"

log = logging.getLogger(__name__)


class Steward:
    """Runs the tournaments of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.book = Book(house.store.engine)
        self.tending = Tending(house, self.book)
        self._rounds = Rounds(house, DUTY, LOOK, self.look)
        self._stuck: dict[str, Course] = {}
        """Tournaments for which no pairing keeps every rule, as they stood then."""

    def start(self) -> None:
        self._rounds.start()
        self.tending.start()

    async def close(self) -> None:
        await self.tending.close()
        await self._rounds.close()

    def woken(self, room: Room) -> None:
        """Something has happened at a table."""
        if room.row.tournament is not None and room.result is not None:
            self._rounds.nudge()

    def nudge(self) -> None:
        """Something has happened in a tournament."""
        self._rounds.nudge()

    async def look(self) -> None:
        """Do what is due in every tournament."""
        for tournament_id in await self.book.running():
            try:
                await self.step(tournament_id)
            except SQLAlchemyError:
                raise
            except NoTournament:  # it was removed meanwhile
                continue
            except Exception:  # one that is broken must not hold up the others
                log.exception("tournament %s cannot go on", tournament_id)

    async def step(self, tournament_id: str) -> None:
        """Do what is due in one of them."""
        found = await self.book.found(tournament_id)
        if not found.course.rounds:
            starts = found.row.starts
            if starts is None or starts > time.time() or len(found.course.active) < 2:
                return
            found = await self._pair_next(found)
        if not found.course.rounds:
            return
        if not found.course.rounds[-1].closed:
            await lay_out(self.house, self.book, found)
            found = await self._note_results(found)
            found = await self._close(found)
        await self._settle(found)
        if found.course.rounds[-1].closed:
            await self._go_on(found)

    # ---- rounds

    async def pair(
        self, tournament_id: str, may_give: frozenset[Rule] = frozenset(), reason: str = "", by: str = ""
    ) -> Found:
        """Begin the next round. `NoPairing` where a rule would have to give that may not, Refused where there is
        none."""
        while True:
            found = await self.book.found(tournament_id)
            begun = await asyncio.to_thread(next_round, found.course, time.time(), may_give, reason, by)
            paired = await self.book.take(tournament_id, partial(_if_still, found.course, begun))
            if len(paired.course.rounds) == begun.round:
                return paired

    async def _pair_next(self, found: Found) -> Found:
        if self._stuck.get(found.row.id) == found.course:
            return found
        try:
            return await self.pair(found.row.id)
        except NoPairing:
            self._stuck[found.row.id] = found.course
        except Refused:  # somebody has paired or withdrawn meanwhile
            pass
        return found

    async def _go_on(self, found: Found) -> None:
        course = found.course
        alone = course.rules.kind is Kind.SWISS and len(course.active) < 2
        if over(course) or alone:
            if all(game.settled for game in (await self.book.found(found.row.id)).games.values()):
                await self.book.end(found.row.id)
            return
        found = await self._pair_next(found)
        if not found.course.rounds[-1].closed:
            await lay_out(self.house, self.book, found)

    async def _close(self, found: Found) -> Found:
        """What is forfeited, extended or closed by now."""
        now, course = time.time(), found.course
        facts: dict[Fixture, Facts] = {}
        if now >= course.rounds[-1].ends_at:
            facts = {
                fixture: await self._facts(found, fixture) for fixture, _, _ in course.unfinished(course.rounds[-1])
            }
        decided = close_round(course, now, facts)
        if not decided.events:
            return found
        return await self.book.take(found.row.id, lambda then: decided.events if then == course else ())

    async def _facts(self, found: Found, fixture: Fixture) -> Facts:
        """Whether a game has begun and who is to move; of a table that cannot be opened the organiser decides."""
        room = await self._opened(found.games[fixture].table_id)
        if room is None:
            return Facts(True, ())
        entrants = dict(zip(players_of(found.row), _sitting(found.course, fixture), strict=True))
        return Facts(bool(room.play.given), tuple(entrants[player] for player in _to_move(room)))

    async def leave(self, account: str) -> None:
        """Somebody's account goes: he withdraws from what goes on, and organises nothing any more."""
        for tournament_id in await self.book.running():
            await self.book.take(
                tournament_id,
                lambda course: [Withdrew(time.time(), one.id, "left") for one in course.active if one.id == account],
            )
        await self.book.disown(account)
        self.nudge()

    # ---- games

    async def _note_results(self, found: Found) -> Found:
        """Games that have ended at their tables go into the log."""
        course = found.course
        open_games = [fixture for fixture, _, _ in course.unfinished(course.rounds[-1])]
        tables = await self.book.standing(found.games[fixture].table_id for fixture in open_games)
        ended: list[Event] = []
        for fixture in open_games:
            table = tables.get(found.games[fixture].table_id)
            scored = None if table is None else await self._scored(found, table)
            if scored is not None:
                ended.append(Played(time.time(), fixture, *scored))
        if not ended:
            return found
        return await self.book.take(
            found.row.id, lambda then: [one for one in ended if _fixture(one) not in then.outcomes]
        )

    async def _scored(self, found: Found, table: Standing) -> tuple[int, int | None] | None:
        """Half points of the first side and its margin, of a game that is over."""
        room = self.house.open_room(table.row.id)
        if room is None and table.row.over and table.fresh:
            told = table.summary["result"]
            return _half_points(found.course.rules.sides, told["winners"], told["points"])
        if room is None and (_lost_track(table) or _time_may_be_up(table)):
            room = await self._opened(table.row.id)
        if room is None:
            return None
        if room.result is None:
            await self._claim_time(room)
        result: Result | None = room.result
        return None if result is None else _half_points(found.course.rules.sides, result.winners, result.points)

    async def _claim_time(self, room: Room) -> None:
        """Whose time is up has lost, whether his opponent asks for it or is a bot that never does."""
        if room.clock is None:
            return
        await self.house.read_holidays(room)
        for player in room.seats:
            with contextlib.suppress(NotNow, NotStored):
                await room.take(partial(deeds.claim, room, player))

    async def _settle(self, found: Found) -> None:
        """A game that was decided without being played to its end is over at its table too."""
        for fixture, game in found.games.items():
            outcome = found.course.outcomes.get(fixture)
            if outcome is None or game.settled:
                continue
            if outcome.how is not How.PLAYED:
                await self._rule(found, game.table_id, outcome)
            await self.book.mark_game(game, settled=True)

    async def _rule(self, found: Found, table_id: str, outcome: Outcome) -> None:
        room = await self._opened(table_id)
        if room is None:
            return
        first, second = found.course.rules.sides
        winners = [] if outcome.first == outcome.second else [first if outcome.first > outcome.second else second]
        played = bool(room.play.given) and bool(winners)
        how = How.ADJUDICATED if outcome.how is How.ADJUDICATED or played else How.FORFEITED
        with contextlib.suppress(NotNow):
            await room.take(partial(deeds.rule, room, winners, str(how)))

    async def _opened(self, table_id: str) -> Room | None:
        try:
            return await self.house.room(table_id)
        except (KeyError, Shut) as error:
            log.warning("table %s of a tournament cannot be opened: %r", table_id, error)
            return None


def _if_still(course: Course, begun: Paired, then: Course) -> Sequence[Event]:
    """A round is paired for the tournament as it was looked at; otherwise it is looked at again."""
    return [begun] if then == course else []


def _fixture(event: Event) -> Fixture | None:
    return event.fixture if isinstance(event, Played) else None


def _sitting(course: Course, fixture: Fixture) -> tuple[str, str]:
    return course.rounds[fixture.round - 1].pairs[fixture.board].first_and_second(fixture.game)


def _half_points(sides: tuple[str, str], winners: Sequence[str], points: object) -> tuple[int, int | None]:
    first, second = (side in winners for side in sides)
    margin = None
    if isinstance(points, dict):
        ahead, behind = (points.get(side) for side in sides)
        if isinstance(ahead, int) and isinstance(behind, int):
            margin = ahead - behind
    return DRAW if first == second else WIN if first else LOSS, margin


def _to_move(room: Room) -> list[str]:
    """Who keeps a game from beginning: those who have to answer, or who have added nothing to the dice that one who has
    waits for."""
    deciders = list(room.play.deciders)
    return list(room.owing) if room.owing and not set(deciders) & room.owing.keys() else deciders


def _lost_track(table: Standing) -> bool:
    """Whether nobody has written for a while how a table stands since its last act."""
    return bool(table.summary) and not table.fresh and time.time() - table.last > STALE


def _time_may_be_up(table: Standing) -> bool:
    clock = table.row.clock or {}
    waited = time.time() - table.last
    return waited > clock["days"] * DAY if "days" in clock else "minutes" in clock and waited > LIVE

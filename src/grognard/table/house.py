"""The house: all tables of a data directory or a database, those in use in memory, with the bots that sit at them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from grognard.core.dice import write_forced
from grognard.core.game import Game
from grognard.core.journal import Journal
from grognard.core.play import Play
from grognard.core.registry import game as find_game
from grognard.core.registry import game_ids
from grognard.players import BOTS
from grognard.players import bot as find_bot
from grognard.school.session import Session
from grognard.table import deeds
from grognard.table.again import Again
from grognard.table.awaiting import awaiting
from grognard.table.broom import Broom
from grognard.table.classroom import Classroom
from grognard.table.clock import checked_terms
from grognard.table.company import Company
from grognard.table.council import heard
from grognard.table.games import offered
from grognard.table.grants import Grants
from grognard.table.loading import Loader
from grognard.table.migrate import upgrade
from grognard.table.outcomes import Outcomes
from grognard.table.reel import Reel
from grognard.table.reviews import Reviews
from grognard.table.room import SEALS, NotNow, Room, Viewer
from grognard.table.rows import ChatRow, account_of
from grognard.table.seats import OFFER, Visitor, key_hash, new_key, returned, sealed_key, seat_kinds
from grognard.table.seeking.manners import late_from, paired
from grognard.table.shut import Shut, check, exported, why_not
from grognard.table.store import ActRow, Card, LessonRow, LinkRow, SeatRow, Store, TableRow
from grognard.table.thinking import Thinkers
from grognard.table.turn import Turn
from grognard.table.understudies import Understudies

if TYPE_CHECKING:
    from grognard.table.accounts.desk import Desk
    from grognard.table.holidays.calendar import Calendar
    from grognard.table.live import Line
    from grognard.table.news.postman import Postman
    from grognard.table.push.crier import Crier
    from grognard.table.rating.ratings import Ratings
    from grognard.table.seeking.matchmaker import Matchmaker
    from grognard.table.seeking.sweeping import Absences
    from grognard.table.tournaments.steward import Steward

PARTING = 5.0
"""Seconds in which everybody may leave when the house closes."""
IDLE = 300.0
"""Seconds after which a table nobody is at leaves the memory."""
DELAY = 180.0
"""Seconds of delay, where the keeper says nothing else."""
LINK_LIFE = 900.0
"""Seconds a link to another device is good for."""
ROW_BESIDE = ("title", "watch_hash", "rematch", "owner_hash")
SEAT_BESIDE = (
    "kind", "name", "key_hash", "invite_hash", "offered", "level", "followed", "steps_in", "asks", "shown", "account",
    "taken", "returned",
)  # fmt: skip
"""What may change of a table and its seats beside the journal."""
LESSONS_EACH = 6
"""Lessons that one visitor has open: his oldest gives way."""
LESSONS_AT_ONCE = 2
"""Lessons that are worked on at the same moment."""
RESUMING = 10.0
"""Seconds in which the answers of a lesson are given again."""
KNOWN_KEPT = 10_000
"""Visitors whom the house knows without looking them up."""

log = logging.getLogger(__name__)


class House:
    """Everything a server holds."""

    def __init__(
        self,
        where: Path | URL,
        *,
        public: bool = False,
        workers: int = 1,
        granted: Mapping[str, float] = MappingProxyType({}),
        delay: float = DELAY,
    ) -> None:
        self.where = where
        """Its data folder, or its database."""
        self.public = public
        self.delay = delay
        """Seconds by which everybody is shown a game later than those who sit there."""
        self.accounts: Desk | None = None
        """Where members are known, in a house that has any."""
        self.ratings: Ratings | None = None
        """What is thought of them."""
        self.tournaments: Steward | None = None
        """Who runs their tournaments."""
        self.postman: Postman | None = None
        """Who writes to them about their games,"""
        self.crier: Crier | None = None
        """and who pushes it to their browsers."""
        self.matchmaker: Matchmaker | None = None
        """Who pairs those that seek a game,"""
        self.absences: Absences | None = None
        """and who closes the tables to which none of them comes."""
        self.holidays: Calendar | None = None
        """When they are away."""
        self.store = Store.at(where)
        self.company = Company(self, self.store.notices())
        self.understudies = Understudies(self)
        self.grants = Grants.of(granted, public)
        self.thinkers = Thinkers(workers, self.grants, self.company.notices.duty)
        self.reviews = Reviews()
        self.outcomes = Outcomes(public=public)
        self.loader = Loader()
        self.again = Again()
        self.teaching = asyncio.Semaphore(LESSONS_AT_ONCE)
        self.turn = Turn()
        self.store.busy = self.turn.enough
        self.lines: dict[str, set[Line]] = {}
        """Who is connected, by table."""
        self._rooms: dict[str, Room] = {}
        self._reels: dict[str, tuple[object, Reel]] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._shut: dict[str, Shut] = {}
        """Tables that were found to be broken."""
        self._known: set[str] = set()
        """Some of the keys that were found in storage."""
        self._sweeper: asyncio.Task[None] | None = None
        self.broom = Broom()
        self.heard = time.monotonic()
        """When somebody last said something."""
        self.draining = False
        """Whether it is about to close: nobody new should be sent here;"""
        self.closing = False
        """and whether nobody is let in any more."""

    async def start(self) -> None:
        await asyncio.to_thread(upgrade, self.where)
        await asyncio.to_thread(_read_games)
        await self.store.start()
        await self.company.start()
        self._sweeper = asyncio.create_task(self._sweep())
        if self.public:
            self.understudies.rounds.start()
        if self.ratings is not None:
            self.ratings.start()
        if self.tournaments is not None:
            self.tournaments.start()
        if self.postman is not None:
            self.postman.rounds.start()
        if self.crier is not None:
            self.crier.rounds.start()
        if self.matchmaker is not None:
            self.matchmaker.rounds.start()
        if self.absences is not None:
            self.absences.rounds.start()
        self.broom.start(lambda: time.monotonic() - self.heard)

    def drain(self) -> None:
        """Say that it is about to close; it serves as ever."""
        self.draining = True
        log.info("the house is about to close")

    async def see_off(self) -> None:
        """Let everybody leave who is connected: what is being done for them is stored and acknowledged first."""
        self.draining = self.closing = True
        until = time.monotonic() + PARTING
        while (lines := [line for lines in self.lines.values() for line in lines]) and time.monotonic() < until:
            for line in lines:
                line.dismiss()
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        if self.postman is not None:
            await self.postman.rounds.close()
        if self.crier is not None:
            await self.crier.rounds.close()
        await self.understudies.rounds.close()
        if self.matchmaker is not None:
            await self.matchmaker.rounds.close()
        if self.absences is not None:
            await self.absences.rounds.close()
        if self.tournaments is not None:
            await self.tournaments.close()
        if self.ratings is not None:
            await self.ratings.close()
        await self.thinkers.close()
        await self.reviews.close()
        await self.outcomes.close()
        await self.company.close()
        await self.store.close()
        await self.broom.close()

    # ---- tables

    async def room(self, table_id: str) -> Room:
        """The live table; KeyError where there is none, Shut where it cannot be opened."""
        room = self._rooms.get(table_id)
        if isinstance(room, Classroom) and await self._left_behind(room):
            self.forget(room)
            room = None
        if room is None or room.broken:
            async with self._opening.setdefault(table_id, asyncio.Lock()):
                room = self._rooms.get(table_id)
                if room is None or room.broken:
                    try:
                        room = self._rooms[table_id] = await self._load(table_id)
                        self.company.who(table_id)
                    except BaseException:
                        self._opening.pop(table_id, None)
                        raise
        if self.company.shared and any(seat.kind == "open" for seat in room.seats.values()):
            await self.read_row(room)  # somebody may have sat down a moment ago, and comes here now
        room.touched = time.monotonic()
        self.thinkers.wake(room)
        return room

    def open_room(self, table_id: str) -> Room | None:
        """A table that is in memory here and in storage."""
        room = self._rooms.get(table_id)
        return room if room is not None and room.kept else None

    def open_rooms(self) -> list[Room]:
        return [room for room in self._rooms.values() if room.kept]

    async def read_row(self, room: Room) -> None:
        """Take over what another process has changed of a table beside its journal."""
        while True:
            before = _beside(room)
            row, seats = await self.store.table(room.row.id), await self.store.seats(room.row.id)
            if row is None:
                return self.forget(room, "the table was cleared away")
            if before == _beside(room):  # else it was changed here too, and what was read may be older
                break
        if room.row.watch_hash != row.watch_hash:
            self._no_more_watching(room)
        for name in ROW_BESIDE:
            setattr(room.row, name, getattr(row, name))
        seating = room.seating()
        for seat in seats:
            self._stands_up(room, seat)
            for name in SEAT_BESIDE:
                setattr(room.seats[seat.player], name, getattr(seat, name))
        if room.seating() != seating:
            self.tell_seats(room)
        await self.read_holidays(room)

    async def read_holidays(self, room: Room) -> None:
        """Before anything is decided by a clock that counts days: somebody may be on holiday since it was last read."""
        if self.holidays is not None:
            await self.holidays.read(room)

    def reopen(self, room: Room) -> None:
        """Memory and storage differ: whoever is there comes again."""
        for line in list(self.lines.get(room.row.id, ())):
            line.drop(1012, "the table is opened anew")

    async def _load(self, table_id: str) -> Room:
        if not table_id.isprintable():
            raise KeyError(table_id)  # not every database can even be asked for it
        row = await self.store.table(table_id)
        if row is None:
            return await self._lesson(table_id)
        if table_id in self._shut:
            raise self._shut[table_id]
        check(row)
        try:
            room = await self._restored(row)
        except SQLAlchemyError:
            raise
        except Exception as error:  # a table that is broken in any way is closed, and the others go on
            shut = self._shut[table_id] = why_not(error)
            log.error("table %s cannot be opened: %s", table_id, shut)
            raise shut from None
        room.turn, room.again = self.turn, self.again
        await self.read_holidays(room)
        if await room.put_aside():
            self.company.anew(table_id)
        self.store.summarize(table_id, room.summary)
        room.wishes.news()  # nobody is there yet
        room.aside.clear()
        room.listeners.add(self._wake)
        return room

    async def begin_lesson(self, room: Classroom) -> None:
        """Hold a lesson in memory, and in storage where another process may have to go on with it."""
        if self.company.shared:
            row = room.row
            await self.store.add_lesson(
                LessonRow(
                    id=row.id, owner_hash=row.owner_hash, game=room.game.id, record=room.session.record(),
                    changed=row.changed,
                ),
                LESSONS_EACH,
            )  # fmt: skip
        self._teach(room)

    def _teach(self, room: Classroom) -> None:
        room.working, room.shared = self.teaching, self.company.shared
        self.keep(room)

    async def _left_behind(self, room: Classroom) -> bool:
        """Whether the learner has gone on in another process, or begun so many others that this one gave way."""
        if not room.shared or self.lines.get(room.row.id):
            return False
        row = await self.store.lesson(room.row.id)
        return row is None or row.record != room.session.record()

    async def _lesson(self, lesson_id: str) -> Room:
        """A lesson that was begun in another process; KeyError where there is none."""
        row = await self.store.lesson(lesson_id) if self.company.shared else None
        if row is None:
            raise KeyError(lesson_id)
        async with self.teaching:
            resume = partial(Session.resumed, find_game(row.game), row.record, seconds=RESUMING)
            session = await asyncio.to_thread(resume)
        room = Classroom(self.store, session, row.owner_hash, lesson_id)
        self._teach(room)
        return room

    async def _restored(self, row: TableRow) -> Room:
        """Whatever other processes store meanwhile: no snapshot is newer than the acts, and the dice are theirs."""
        game, seats = find_game(row.header["game"]), await self.store.seats(row.id)
        kept, acts = await self.store.snapshots(row.id), await self.store.acts(row.id)
        while any(act.kind in SEALS for act in acts):
            now = await self.store.table(row.id)
            if now is None or now.header == row.header:
                break
            row, acts = now, await self.store.acts(row.id)
        return await self.again.play(len(acts), partial(Room.restore, self.store, game, row, seats, acts, kept))

    def hurry(self, room: Room) -> None:
        """Let the bot that thinks at a table answer with what it has found, in whichever process it does so."""
        self.thinkers.hurry(room)
        self.company.hurried(room.row.id)

    def _wake(self, room: Room, seen: set[Viewer]) -> None:
        """After an act: what changed beside the view is told, and the bots may have to move."""
        for message in room.wishes.news():
            self.tell(room, message)
        if "dice" in room.aside:
            self._reels.pop(room.row.id, None)  # it rolls the dice of before
        if "seats" in room.aside:
            self.tell_seats(room)
        room.aside.clear()
        if self.ratings is not None:
            self.ratings.woken(room)
        if self.tournaments is not None:
            self.tournaments.woken(room)
        if room.broken:
            self.reopen(room)
        self.thinkers.wake(room)

    async def _sweep(self) -> None:
        """Let go of tables that nobody is at."""
        while True:
            await asyncio.sleep(IDLE / 5)
            self.let_go(time.monotonic() - IDLE)
            if self.holidays is not None:
                for room in self.open_rooms():
                    self.holidays.tell_changes(room)
            with contextlib.suppress(SQLAlchemyError):
                await self._part_the_ended()

    async def _part_the_ended(self) -> None:
        """Sessions may have ended without a notice of it coming here."""
        here = {line.session for lines in self.lines.values() for line in lines if line.session is not None}
        if self.accounts is not None and here:
            self.part_here(here - await self.accounts.ledger.living(here))
        if self.accounts is not None:
            await self.accounts.order.book.forget_marks()

    def let_go(self, untouched_since: float) -> None:
        """Drop from memory the tables that nobody has touched since then; storage has all of them."""
        for table_id, room in list(self._rooms.items()):
            if room.touched < untouched_since and not self.lines.get(table_id) and not self.thinkers.at_work(room):
                self.forget(room)

    def keep(self, room: Room) -> None:
        """Hold a room in memory that storage knows nothing of."""
        room.turn, room.again = self.turn, self.again
        self._rooms[room.row.id] = room

    def unkept(self) -> list[Room]:
        """The rooms that only memory has, the longest untouched first."""
        return sorted((room for room in self._rooms.values() if not room.kept), key=lambda room: room.touched)

    def forget(self, room: Room, why: str = "it is not kept any longer") -> None:
        """Drop a room from memory; who is still there has to leave."""
        room.broken = room.kept  # a bot that is thinking about it finds no table to answer at
        self.thinkers.leave(room)
        for line in list(self.lines.get(room.row.id, ())):
            line.drop(4404, why)
        for kept in (self._rooms, self._reels, self._opening, self.lines):
            kept.pop(room.row.id, None)

    async def cards(self, visitor_hash: str | None, most: int, skip: int) -> list[tuple[Card, Shut | None]]:
        """A page of a visitor's tables, or of all, with the reason of those that cannot be opened.

        Only one whose summary a crash has lost is opened for it.
        """
        return [(card, await self._brought_up(card)) for card in await self.store.cards(visitor_hash, most, skip)]

    async def _brought_up(self, card: Card) -> Shut | None:
        try:
            check(card.row)
            if card.row.id in self._shut:
                return self._shut[card.row.id]
            if not card.fresh:
                room = await self.room(card.row.id)
                card.row.summary, card.row.changed = room.summary(), room.row.changed
        except Shut as shut:
            return shut
        return None

    async def export_shut(self, table_id: str, who: Visitor, why: Shut) -> dict[str, Any]:
        """What is stored of a table that cannot be opened; PermissionError for who does not belong to it."""
        row, seats = await self.store.table(table_id), await self.store.seats(table_id)
        assert row is not None
        card = Card(row, {seat.player: seat for seat in seats}, 0)
        if not who.belongs(card):
            raise PermissionError
        yours = who.players(card) if self.public and not row.over else None
        return exported(row, await self.store.acts_as_stored(table_id), str(why), yours)

    async def reel(self, room: Room) -> Reel:
        """The table's game to look at again, wound up to now."""
        given, skips = room.play.given, room.play.skips
        known = self._reels.get(room.row.id)
        if known is None or known[0] != room.begun:
            known = self._reels[room.row.id] = (room.begun, await asyncio.to_thread(_reel, room))
        await self.again.play(len(given) - known[1].wound, partial(known[1].follow, given, skips))
        return known[1]

    async def open_table(
        self,
        game_id: str,
        scenario: str | None,
        options: dict[str, Any],
        wanted: Mapping[str, str],
        owner: str | None,
        *,
        clock: Mapping[str, int] | None = None,
        name: str = "",
        rated: bool = False,
        level: Mapping[str, int] | None = None,
        followed: bool = False,
        steps_in: Mapping[str, Any] | None = None,
        by_lot: bool = False,
    ) -> tuple[Room, dict[str, str]]:
        """A new table; returns it with an invitation for every seat that waits for somebody. `level` is of those whom
        its open seats are for, `followed` that they are for those whom the owner follows, `steps_in` the bot that plays
        there if nobody comes, `by_lot` that the house drew who sits where."""
        begin = partial(find_game(game_id).new, scenario, options, waits=True)
        play = await asyncio.to_thread(begin)  # a map may have to be made
        terms = checked_terms(clock)
        return await self._add(
            play.game, play.journal(), wanted, owner, terms, name,
            rolls=play.state.rolls, rated=rated, level=level, followed=followed, steps_in=steps_in, by_lot=by_lot,
        )  # fmt: skip

    async def import_file(self, sent: bytes, owner: str | None) -> Room:
        """A table that goes on from a saved game; ValueError where what was sent is none."""
        journal, wanted = await self.loader.load(sent, public=self.public)
        room, _ = await self._add(find_game(journal.header.game), journal, wanted, owner, None, "")
        return room

    async def open_play(
        self, play: Play, wanted: Mapping[str, str], owner: str | None, name: str = ""
    ) -> tuple[Room, dict[str, str]]:
        """A table that goes on from a game of our own making."""
        return await self._add(play.game, play.journal(), wanted, owner, None, name, rolls=play.state.rolls)

    async def open_journal(
        self, game: Game, journal: Journal, wanted: Mapping[str, str], owner: str | None, name: str = ""
    ) -> tuple[Room, dict[str, str]]:
        """The same from what was written down of it."""
        return await self._add(game, journal, wanted, owner, None, name)

    async def rematch(self, room: Room, who: Visitor) -> Room:
        """The same people at a new table, sides changed; whoever asks second gets the same one.

        Where it counts nobody is seated whom nobody asked: the others' seats are free until they ask for it too.
        """
        counts = room.row.rated and room.row.tournament is None
        async with room.lock:
            if room.row.rematch is not None:
                with contextlib.suppress(KeyError):  # it was cleared away
                    again = await self.room(room.row.rematch)
                    if counts:
                        await self._agree(room, again, who)
                    return again
            header = room.row.header
            play = await asyncio.to_thread(partial(room.game.new, header["scenario"], header["options"], waits=True))
            seats = list(room.seats.values())
            sitting = dict(zip(room.seats, seats[1:] + seats[:1], strict=True))
            people = {"human": "you", "open": "invite"}
            wanted = {
                player: self.grants.lowered(seat.bot) if seat.bot else people[seat.kind]
                for player, seat in sitting.items()
            }
            if counts:
                wanted = {player: "you" if seat.key_hash == who.hash else "invite" for player, seat in sitting.items()}
            terms = room.row.clock
            several = len({seat.key_hash or seat.player for seat in seats if seat.kind != "bot"}) > 1
            new, _ = await self._add(
                room.game,
                play.journal(),
                wanted,
                who.hash if counts or room.row.owner_hash is None else room.row.owner_hash,  # nobody's are paired ones
                terms,
                "",
                rolls=play.state.rolls,
                several=several and self.public,
                rated=counts,
            )
            for player, seat in sitting.items():
                if wanted[player] != "invite" or not counts:
                    await self._seat(new, player, key_hash=seat.key_hash, name=seat.name, account=seat.account)
            if not await self.store.set_rematch(room.row.id, new.row.id, room.row.rematch):
                await self.clear_away(new)
                await self.read_row(room)
                again = await self.room(str(room.row.rematch))
                if counts:
                    await self._agree(room, again, who)
                return again
            room.row.rematch = new.row.id
            self.company.changed(room.row.id)
            return new

    async def _agree(self, room: Room, again: Room, who: Visitor) -> None:
        """Somebody else has asked for a rated rematch, and he wants it too: he has the seat that is his by the change
        of sides, unless another was let in meanwhile."""
        seats = list(room.seats.values())
        for player, seat in zip(room.seats, seats[1:] + seats[:1], strict=True):
            free = again.seats[player]
            if seat.key_hash == who.hash and free.kind == "open" and free.invite_hash and who.hash:
                claimed = await self.store.claim(free.invite_hash, who.hash, seat.name)
                if claimed is not None:
                    self._sits_down(again, player, who.hash, seat.name)
                    await self.read_holidays(again)

    async def _add(
        self,
        game: Game,
        journal: Journal,
        wanted: Mapping[str, str],
        owner: str | None,
        clock: dict[str, int] | None,
        name: str,
        *,
        rolls: int = 0,
        several: bool = False,
        rated: bool = False,
        level: Mapping[str, int] | None = None,
        followed: bool = False,
        steps_in: Mapping[str, Any] | None = None,
        by_lot: bool = False,
    ) -> tuple[Room, dict[str, str]]:
        """Where anybody else may sit, or `several` do, its dice wait until all of them have promised and revealed a
        nonce: who opens it has no say in that. `rolls` are the dice that lie behind it."""
        roster = game.scenario(journal.header.scenario).roster
        strangers = wanted.keys() - set(roster.ids)
        if strangers:
            raise ValueError(f'there is no player "{min(strangers)}" here; the players are {", ".join(roster.ids)}')
        kinds = seat_kinds({player: wanted.get(player, "you") for player in roster.ids}, BOTS, self.grants)
        for _, bot in kinds.values():
            if bot is not None:
                find_bot(bot, game.id, journal.header.scenario)
        if not self.public and any(kind == "open" for kind, _ in kinds.values()):
            raise ValueError("nobody can be invited to a house for its own machine only: start it with --public")
        if several or any(kind == "open" for kind, _ in kinds.values()):
            journal = awaiting(journal, rolls, [player for player, (kind, _) in kinds.items() if kind != "bot"])
        table_id, now = new_key()[:16], time.time()
        invites = {player: new_key() for player, (kind, _) in kinds.items() if kind == "open"}
        row = TableRow(
            id=table_id, header=journal.header.plain(), start=journal.start,
            forced=write_forced(journal.forced) or None, owner_hash=owner, watch_hash=None, clock=clock,
            over=False, rated=rated, by_lot=by_lot, created=now, changed=now,
        )  # fmt: skip
        seats = [
            SeatRow(
                table_id=table_id, player=player, kind=kind, bot=bot, name=name if kind == "human" else "",
                key_hash=owner if kind == "human" else None, account=account_of(owner) if kind == "human" else None,
                invite_hash=key_hash(invites[player]) if player in invites else None,
                offered=now if wanted.get(player) == OFFER else None,
                level=level if wanted.get(player) == OFFER else None,
                followed=followed and wanted.get(player) == OFFER,
                steps_in=steps_in if wanted.get(player) == OFFER else None,
            )
            for player, (kind, bot) in kinds.items()
        ]  # fmt: skip
        await self.store.add_table(row, seats, await asyncio.to_thread(acts_of, table_id, journal, now))
        return await self.room(table_id), invites

    # ---- the dice

    async def mix(self, room: Room, who: str, nonce: str) -> bool:
        """Mix somebody's nonce into a table's dice. Nothing is said when it is too late: the game goes on with the
        dice it has."""
        try:
            await room.take(lambda: deeds.mix(room, who, nonce))
        except NotNow:
            return False
        return True

    async def promise(self, room: Room, player: str, promise: str) -> None:
        """Take the hash of a player's nonce; the others hear that the dice do not wait for it any more."""
        with contextlib.suppress(deeds.Already):
            await room.take(lambda: deeds.promise(room, player, promise))

    async def reveal(self, room: Room, player: str, nonce: str) -> None:
        """Take the nonce that a player has promised."""
        with contextlib.suppress(deeds.Already):
            await room.take(lambda: deeds.reveal(room, player, nonce))

    # ---- invitations and names

    async def _seat(self, room: Room, player: str, **values: Any) -> None:
        await self.store.change_seat(room.row.id, player, **values)
        for name, value in values.items():
            setattr(room.seats[player], name, value)
        self.tell_seats(room)
        self.company.changed(room.row.id)

    async def invite(self, room: Room, player: str) -> str:
        """A fresh invitation to a seat nobody has taken; the one before it is void."""
        token = new_key()
        await self._seat(room, player, invite_hash=key_hash(token))
        return token

    async def revoke(self, room: Room, player: str) -> None:
        await self._seat(room, player, invite_hash=None)

    async def show(self, room: Room, player: str, yes: bool) -> None:
        """Who sits there lets everybody look on, or does not."""
        await self._seat(room, player, shown=yes)

    async def rename(self, room: Room, player: str, name: str) -> None:
        await self._seat(room, player, name=name)

    async def join(self, token: str, visitor_hash: str, name: str) -> tuple[Room, str] | None:
        """Take the seat an invitation is for; None when it is used up, revoked or was never given."""
        claimed = await self.store.claim(key_hash(token), visitor_hash, name)
        if claimed is None:
            return None
        room = await self.room(claimed.table_id)
        self._sits_down(room, claimed.player, visitor_hash, name)
        await self.read_holidays(room)
        return room, claimed.player

    async def offer(
        self, room: Room, player: str, level: Mapping[str, int] | None = None, followed: bool = False
    ) -> bool:
        """Put a seat up for whoever comes, whoever of this level, or whom the owner follows; whether it was free."""
        return await self._offered(room, player, time.time(), level, followed)

    async def withdraw(self, room: Room, player: str) -> None:
        """From now on only an invitation leads there."""
        await self._offered(room, player, None)

    async def _offered(
        self,
        room: Room,
        player: str,
        since: float | None,
        level: Mapping[str, int] | None = None,
        followed: bool = False,
    ) -> bool:
        done = await self.store.offer(room.row.id, player, since, level, followed)
        if done:
            seat = room.seats[player]
            seat.offered, seat.level, seat.followed = since, dict(level) if level else None, followed
            self.tell_seats(room)
            self.company.changed(room.row.id)
        return done

    async def accept(self, room: Room, player: str, visitor_hash: str, name: str) -> bool:
        """Take a seat that is open to everybody; whether nobody was quicker."""
        taken = await self.store.accept(room.row.id, player, visitor_hash, name)
        if taken:
            self._sits_down(room, player, visitor_hash, name)
            await self.read_row(room)
        elif self.company.shared:
            await self.read_row(room)
        return taken

    async def give_back(self, room: Room, player: str, visitor_hash: str) -> bool:
        """Let a seat be open again that somebody has just accepted; whether it could be."""
        done = await self.store.give_back(room.row.id, player, visitor_hash, returned(room.seats[player]))
        await self.read_row(room)
        if done:
            self.company.changed(room.row.id)
        return done

    def _stands_up(self, room: Room, stored: SeatRow) -> None:
        """Who has given a seat back looks on from it no more."""
        before = room.seats[stored.player].key_hash
        if before is None or stored.kind != "open":
            return
        for line in list(self.lines.get(room.row.id, ())):
            if line.person == before and stored.player in line.owned:
                line.drop(1012, "come again as who you are now")

    async def ask(self, room: Room, player: str, visitor_hash: str, name: str) -> bool:
        """Ask to take a seat over from the bot that stepped in; whether nobody else has asked."""
        asks = {"hash": visitor_hash, "name": name}
        if not await self.store.ask(room.row.id, player, asks):
            return room.seats[player].asks == asks
        room.seats[player].asks = asks
        self.tell_seats(room)
        self.company.changed(room.row.id)
        return True

    async def stepped_in(self, room: Room, player: str) -> None:
        """Nothing is to be done there any more."""
        await self._seat(room, player, steps_in=None)

    async def refuse(self, room: Room, player: str) -> None:
        """Let the bot play on."""
        await self._seat(room, player, asks=None)

    def _sits_down(self, room: Room, player: str, visitor_hash: str, name: str) -> None:
        """Somebody has a seat in storage: he has it here too, and the others hear of it."""
        seat, before = room.seats[player], room.seating()
        seat.kind, seat.key_hash, seat.invite_hash, seat.name = "human", visitor_hash, None, name
        seat.account, seat.steps_in, seat.asks = account_of(visitor_hash), None, None
        if room.seating() != before:  # else it was read from storage just now, and told
            self.tell_seats(room)
        self.company.changed(room.row.id)

    # ---- keeping tables

    async def call(self, room: Room, title: str) -> None:
        """Give a table a name of its own, or take it away."""
        await self.store.change_table(room.row.id, title=title or None)
        room.row.title = title or None
        self.company.changed(room.row.id)

    def others_play(self, room: Room, who: Visitor) -> bool:
        """Whether somebody else is in the middle of a game here."""
        people = {player for player, seat in room.seats.items() if seat.kind == "human"}
        return room.result is None and bool(people - set(who.players(room)))

    async def clear_away(self, room: Room, after: int | None = None) -> bool:
        """Remove a table with all that is stored of it; whoever is there has to leave. Where `after` is the number of
        an act, only if nothing was done since; whether it was removed."""
        async with room.lock:
            if after not in (None, room.acts):
                return False
            room.broken = True  # a bot that is thinking about it finds no table to answer at
            await self.store.append([])  # what was to be written of it is written before it goes
            if self.ratings is not None and room.row.rated and room.result is not None:
                await self.ratings.write_one(room)
            self.store.forget(room.row.id)
            if not await self.store.remove_table(room.row.id, after):
                self.reopen(room)
                return False
        self.forget(room, "the table was cleared away")
        self._shut.pop(room.row.id, None)
        self.outcomes.clear_away(room.row.id)
        self.company.gone(room.row.id)
        return True

    async def invited(self, token: str) -> tuple[Room, str, str] | None:
        """The seat an invitation is for, without taking it, and who invites; None when it cannot be used any more."""
        seat = await self.store.invited(key_hash(token))
        if seat is None:
            return None
        room = await self.room(seat.table_id)
        hosts = [one.name for one in room.seats.values() if one.key_hash and one.key_hash == room.row.owner_hash]
        return room, seat.player, next((name for name in hosts if name), "")

    async def let_watch(self, room: Room, allowed: bool) -> str:
        """A fresh link for spectators, or none; whoever came by an older one has to leave."""
        token = new_key() if allowed else ""
        hashed = key_hash(token) if allowed else None
        await self.store.change_table(room.row.id, watch_hash=hashed)
        room.row.watch_hash = hashed
        self._no_more_watching(room)
        self.company.changed(room.row.id)
        return token

    def _no_more_watching(self, room: Room) -> None:
        for line in list(self.lines.get(room.row.id, ())):
            if line.by_watch_link:
                line.drop(4403, "the link to watch was taken back")

    async def knows(self, visitor_hash: str) -> bool:
        """Whether this key is one of ours: each was given with something that its holder owns ever since."""
        if visitor_hash not in self._known:
            if any(room.row.owner_hash == visitor_hash for room in self._rooms.values() if not room.kept):
                return True
            if not await self.store.owns_anything(visitor_hash):
                return False
            if len(self._known) >= KNOWN_KEPT:
                self._known.clear()
            self._known.add(visitor_hash)
        return True

    async def held(self, visitor_hash: str) -> int:
        """How many tables and lessons are lost to who loses this key, those at which he asks for a seat included."""
        here = [room.row.id for room in self.unkept() if room.row.owner_hash == visitor_hash]
        lost = {*here, *await self.store.lessons_of(visitor_hash), *await self.store.asked_by(visitor_hash)}
        return len(lost) + await self.store.count_tables(visitor_hash)

    # ---- members

    async def given(self, one: str, other: str | None, tables: Sequence[str]) -> None:
        """What belonged to one key or account is another's in storage: so it is in memory, here and elsewhere."""
        self.given_here(one, other)
        self.company.given(one, other)
        for table_id in tables:
            room = self.open_room(table_id)
            if room is not None:
                await self.read_row(room)
            self.company.changed(table_id)

    def given_here(self, one: str, other: str | None) -> None:
        self._known.discard(one)
        for room in self.unkept():
            if room.row.owner_hash == one:
                room.row.owner_hash = other
                for seat in room.seats.values():
                    seat.key_hash = other if seat.key_hash == one else seat.key_hash
        self.part_here([one])

    def part(self, whose: Collection[str]) -> None:
        """Sessions have ended: whoever is connected by them, here or elsewhere, comes again, if he still may."""
        if whose:
            self.part_here(whose)
            self.company.parted(whose)

    def part_here(self, whose: Collection[str]) -> None:
        """The same with those who are connected here, by a session or a key."""
        for lines in list(self.lines.values()):
            for line in list(lines):
                if line.session in whose or line.person in whose:
                    line.drop(1012, "come again as who you are now")

    # ---- another device

    async def link(self, key: str) -> str:
        """A one-time token that carries a visitor's key to another device."""
        token = new_key()
        sealed = sealed_key(key, token)
        await self.store.add_link(LinkRow(token_hash=key_hash(token), sealed=sealed, until=time.time() + LINK_LIFE))
        return token

    async def carried(self, token: str) -> str | None:
        """The key a one-time token carries, which can still be used; None when it is used up, too old or never was."""
        sealed = await self.store.link(key_hash(token))
        return None if sealed is None else sealed_key(sealed, token)

    async def resume(self, token: str) -> str | None:
        """The key a one-time token carries, once; None when it is used up, too old or was never given."""
        sealed = await self.store.take_link(key_hash(token))
        return None if sealed is None else sealed_key(sealed, token)

    # ---- who is there

    def online(self, room: Room) -> set[str]:
        """The players somebody is connected for, as whomever he looks on; spectators by link are nobody's business."""
        return self.present(room.row.id)

    def present(self, table_id: str) -> set[str]:
        return self.here(table_id) | self.company.present(table_id)

    def here(self, table_id: str) -> set[str]:
        """Those of them who are connected to this process."""
        return {player for line in self.lines.get(table_id, ()) for player in line.owned}

    def presence_changed(self, room: Room, before: set[str]) -> None:
        """Somebody may have come or gone: the others hear of it."""
        now = self.online(room)
        room.left |= dict.fromkeys(before - now, time.time())
        if now != before:
            self.tell_seats(room)

    def seating(self, room: Room, host: bool) -> dict[str, dict[str, Any]]:
        """Who sits where, and which people are at the table now."""
        there = self.online(room)
        seats: dict[str, dict[str, Any]] = {player: dict(seat) for player, seat in room.seating(host).items()}
        for player, seat in seats.items():
            if seat["kind"] == "human":
                seat["online"] = player in there
            bot = room.bot_of(player)
            if bot is not None and (seconds := self.grants.seconds_of(bot)) is not None:
                seat["thinks"] = seconds
        for player, what in room.owing.items():
            seats[player]["owes"] = what
            if paired(room.row):
                seats[player]["late_at"] = late_from(room, player, time.time())
        for player, until in room.away().items():
            seats[player]["holiday"] = until
        return seats

    def tell_seats(self, room: Room) -> None:
        for line in list(self.lines.get(room.row.id, ())):
            line.post({"type": "seats", "seats": self.seating(room, line.owner)})

    # ---- talking

    def announce(self, room: Room, message: Mapping[str, Any]) -> None:
        """Say something to everybody who is at a table, wherever he is connected."""
        self.tell(room, message)
        self.company.said(room.row.id, message)

    def confide(self, room: Room, side: str, message: Mapping[str, Any]) -> None:
        """Say something in a side's council, wherever its players are connected."""
        self.tell_council(room, side, message)
        self.company.confided(room.row.id, side, message["at"])

    def tell_council(self, room: Room, side: str, message: Mapping[str, Any]) -> None:
        """The same to those who are connected here."""
        for line in list(self.lines.get(room.row.id, ())):
            if line.council == side:
                line.post(message)

    def tell_again(self, line: ChatRow) -> None:
        """A line of the chat has changed: whoever heard it hears it once more, wherever he is connected."""
        room = self.open_room(line.table_id)
        if line.council is None:
            if room is not None:
                self.tell(room, heard(line))
            self.company.said(line.table_id, heard(line))
        else:
            if room is not None:
                self.tell_council(room, line.council, heard(line))
            self.company.confided(line.table_id, line.council, line.at)

    async def heard_of(self, room: Room, side: str, at: float) -> None:
        """Another process tells that something was said in a council: what it was is read from storage."""
        for line in await self.store.said(room.row.id, side, at):
            self.tell_council(room, side, heard(line))

    def tell(self, room: Room, message: Mapping[str, Any]) -> None:
        """Say something to everybody who is connected here."""
        for line in list(self.lines.get(room.row.id, ())):
            line.post(message)


@cache
def _read_games() -> None:
    """Read every game's data before the first guest comes: it takes a while, and it never changes again in a process,
    however many houses it opens."""
    for game_id in game_ids():
        offered(game_id)
    gc.collect()
    gc.freeze()  # the collector need not look at it again and again


def _beside(room: Room) -> list[Any]:
    """What may change of a table beside its journal."""
    seats = [getattr(seat, name) for seat in room.seats.values() for name in SEAT_BESIDE]
    return [*(getattr(room.row, name) for name in ROW_BESIDE), *seats]


def _reel(room: Room) -> Reel:
    return Reel(room.play.beginning())


def acts_of(table_id: str, journal: Journal, now: float) -> list[ActRow]:
    """A saved game's answers as acts, so that it can be looked at from its beginning."""
    skips = dict(journal.skips)
    acts: list[tuple[str, str, str | None, Any]] = []
    if 0 in skips:
        acts.append(("skip", "", None, skips[0]))
    for number, (player, verb, target) in enumerate(journal.all_answers(), 1):
        acts.append(("answer", player, verb, target))
        if number in skips:
            acts.append(("skip", player, None, skips[number]))
    return [
        ActRow(
            table_id=table_id, number=number, kind=kind, player=player, verb=verb, target=target, at=now, aside=False
        )
        for number, (kind, player, verb, target) in enumerate(acts, 1)
    ]  # fmt: skip

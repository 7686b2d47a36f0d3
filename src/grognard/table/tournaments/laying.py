"""Tables of a tournament: each is made once, under the name it was given when its round was paired.

Nobody owns them: no seat is offered or given away by hand, and nobody clears one away whose result is not noted. The
two games of a pair know each other, so that nothing is told of how one might have gone while the other runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

from sqlalchemy.exc import IntegrityError

from grognard.club.tournament.pairs import Fixture
from grognard.core.registry import game as find_game
from grognard.table.awaiting import awaiting
from grognard.table.house import House, acts_of
from grognard.table.rows import SeatRow, TableRow, TournamentRow, holder
from grognard.table.seats import key_hash
from grognard.table.tournaments.book import Book, Found
from grognard.table.tournaments.entrants import level_of


def players_of(row: TournamentRow) -> tuple[str, str]:
    """Who plays the first and who the second side of the scenario."""
    first, second = find_game(row.game).scenario(row.scenario).roster.players
    return first.id, second.id


async def lay_out(house: House, book: Book, found: Found) -> None:
    """Make the tables of the last round that are not there yet."""
    for fixture, first, second in found.course.unfinished(found.course.rounds[-1]):
        game = found.games[fixture]
        if not game.made:
            names = await book.names(one for one in (first, second) if level_of(one) is None)
            await _make(house, found, fixture, {"first": first, "second": second}, names)
            await book.mark_game(game, made=True)


async def _make(house: House, found: Found, fixture: Fixture, sitting: dict[str, str], names: dict[str, str]) -> None:
    row, game, now = found.row, found.games[fixture], time.time()
    play = await asyncio.to_thread(partial(find_game(row.game).new, row.scenario, row.options, waits=True))
    journal = play.journal()
    by_player = dict(zip(players_of(row), (sitting["first"], sitting["second"]), strict=True))
    people = [player for player, one in by_player.items() if level_of(one) is None]
    if len(people) > 1:
        journal = awaiting(journal, play.state.rolls, people)
    other = found.games.get(Fixture(fixture.round, fixture.board, 1 - fixture.game))
    table = TableRow(
        id=game.table_id, header=journal.header.plain(), start=journal.start, forced=None, owner_hash=None,
        watch_hash=key_hash(game.watch) if game.watch else None, clock=row.clock,
        rematch=other.table_id if other is not None else None, over=False, rated=row.rated and bool(people),
        tournament=row.id, created=now, changed=now,
    )  # fmt: skip
    seats = [_seat(game.table_id, player, one, names) for player, one in by_player.items()]
    with contextlib.suppress(IntegrityError):  # whoever made it was killed before he could say so
        await house.store.add_table(table, seats, await asyncio.to_thread(acts_of, table.id, journal, now))


def _seat(table_id: str, player: str, entrant: str, names: dict[str, str]) -> SeatRow:
    level = level_of(entrant)
    if level is not None:
        return SeatRow(table_id=table_id, player=player, kind="bot", bot=level, name="")
    return SeatRow(
        table_id=table_id, player=player, kind="human", name=names.get(entrant, ""), key_hash=holder(entrant),
        account=entrant,
    )  # fmt: skip

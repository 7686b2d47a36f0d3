"""The archive: finished games, found by who played, what, when, how long and how it ended.

Rated games are told to everybody, as profiles tell them: days and no hours, and a replay only to who sat there.
Friendly games are told to those who sat there and to nobody else. Of a game that goes on there is nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from grognard.club.ratings.finished import Account, Bot, FinishedGame
from grognard.core.registry import game as find_game
from grognard.table.accounts.names import folded
from grognard.table.rating.finished import read
from grognard.table.rating.profile import day
from grognard.table.rows import AccountRow, ResultRow, SeatRow, TableRow

PAGE = 20
MINE = 2000
"""Friendly games of one reader that are looked through, the newest of them."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for; nothing where it does not matter."""

    player: str = ""
    game: str = ""
    scenario: str = ""
    since: float | None = None
    until: float | None = None
    shortest: int | None = None
    """Turns."""
    longest: int | None = None
    outcome: str = ""
    """As the player tells it, where one is named; else only whether it was drawn."""

    def by_days(self) -> Sought:
        """The same by whole days: nobody finds out at which hour a game ended by asking again and again."""
        until = None if self.until is None else float(-day(-self.until))
        return replace(self, since=None if self.since is None else float(day(self.since)), until=until)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sat where, as it is told."""

    player: str
    side: str
    name: str | None
    bot: str | None
    member: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A finished game."""

    table: str
    game: str
    scenario: str
    ended: float
    chairs: tuple[Chair, ...]
    winners: tuple[str, ...]
    ending: str | None
    rated: bool
    turns: int | None
    """None where its table was cleared away."""

    def fits(self, sought: Sought) -> bool:
        if sought.game not in ("", self.game) or sought.scenario not in ("", self.scenario):
            return False
        if (sought.since is not None and self.ended < sought.since) or (
            sought.until is not None and self.ended >= sought.until
        ):
            return False
        if sought.shortest is not None and (self.turns is None or self.turns < sought.shortest):
            return False
        if sought.longest is not None and (self.turns is None or self.turns > sought.longest):
            return False
        return self._by(sought)

    def _by(self, sought: Sought) -> bool:
        if not sought.player:
            return sought.outcome in ("", "drawn" if not self.winners else "decided")
        looks = folded(sought.player)
        his = [chair for chair in self.chairs if chair.name and folded(chair.name) == looks]
        return bool(his) and sought.outcome in ("", *(self._outcome(chair) for chair in his))

    def _outcome(self, chair: Chair) -> str:
        return "drawn" if not self.winners else "won" if chair.side in self.winners else "lost"

    def told(self, seat: str | None) -> dict[str, Any]:
        """As it is listed; `seat` is where the reader sat, who may open it."""
        return {
            "game": self.game,
            "scenario": self.scenario,
            "day": day(self.ended),
            "turns": self.turns,
            "rated": self.rated,
            "ending": self.ending,
            "seats": [
                {"player": one.player, "side": one.side, "name": one.name, "bot": one.bot, "member": one.member,
                 "outcome": self._outcome(one)}
                for one in self.chairs
            ],
            "replay": None if seat is None else {"table": self.table, "seat": seat},
        }  # fmt: skip


class Archive:
    """Finished games of a house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    async def page(self, sought: Sought, reader: str | None, skip: int, by_length: bool = False) -> dict[str, Any]:
        """So many games that fit, the newest or the shortest first, and whether there are more; `reader` is under what
        the things of who asks are kept."""
        sought = sought.by_days()
        rated, mine = await self._rated(sought), await self._friendly(reader)
        found = merge(rated, mine, key=lambda one: -one.ended)
        fitting: Iterator[Found] = (one for one in found if one.fits(sought))
        if by_length:  # of equal ones the newest; whose length nobody knows come last
            fitting = iter(sorted(fitting, key=lambda one: (one.turns is None, one.turns)))
        shown = list(_after(fitting, skip, PAGE + 1))
        seats = await self._seats([one.table for one in shown], reader)
        return {"games": [one.told(seats.get(one.table)) for one in shown[:PAGE]], "more": len(shown) > PAGE}

    async def _rated(self, sought: Sought) -> list[Found]:
        chosen = select(ResultRow.finished, TableRow.summary).outerjoin(TableRow, TableRow.id == ResultRow.table_id)
        if sought.since is not None:
            chosen = chosen.where(ResultRow.ended_at >= sought.since)
        if sought.until is not None:
            chosen = chosen.where(ResultRow.ended_at < sought.until)
        named: Any = select(AccountRow.id, AccountRow.name)
        async with self._session() as work:
            rows = list(await work.execute(chosen.order_by(ResultRow.ended_at.desc(), ResultRow.table_id)))
            names = {row[0]: row[1] for row in await work.execute(named)}
        return await asyncio.to_thread(lambda: [_of_result(read(kept), summary, names) for kept, summary in rows])

    async def _friendly(self, reader: str | None) -> list[Found]:
        """Those of the reader: he sat there."""
        if reader is None:
            return []
        his = select(SeatRow.table_id).where(SeatRow.key_hash == reader)
        chosen = select(TableRow).where(TableRow.over, ~TableRow.rated, TableRow.id.in_(his))
        async with self._session() as work:
            rows = list(await work.scalars(chosen.order_by(TableRow.changed.desc()).limit(MINE)))
            of = select(SeatRow).where(SeatRow.table_id.in_([row.id for row in rows]))
            seats: dict[str, list[SeatRow]] = {}
            for seat in await work.scalars(of):
                seats.setdefault(seat.table_id, []).append(seat)
        return [one for row in rows if (one := _of_table(row, seats.get(row.id, []))) is not None]

    async def _seats(self, tables: Sequence[str], reader: str | None) -> dict[str, str]:
        chosen: Any = select(SeatRow.table_id, SeatRow.player).where(SeatRow.table_id.in_(tables))
        async with self._session() as work:
            his = chosen.where(SeatRow.key_hash == reader).order_by(SeatRow.player.desc())
            return {} if reader is None else {row[0]: row[1] for row in await work.execute(his)}


def _after(found: Iterator[Found], skip: int, most: int) -> Iterator[Found]:
    for number, one in enumerate(found):
        if number >= skip + most:
            return
        if number >= skip:
            yield one


def _of_result(game: FinishedGame, summary: Any, names: dict[str, str]) -> Found:
    chairs = tuple(
        Chair(
            seat.player,
            seat.side,
            names.get(seat.holder.id) if isinstance(seat.holder, Account) else None,
            seat.holder.level if isinstance(seat.holder, Bot) else None,
            isinstance(seat.holder, Account) and seat.holder.id in names,
        )
        for seat in game.seats
    )
    ending = str(game.ending)
    turns = _turns(summary)
    return Found(
        game.table, game.game, game.scenario, game.ended_at, chairs, game.winners, ending, True, turns
    )  # fmt: skip


def _of_table(row: TableRow, seats: Sequence[SeatRow]) -> Found | None:
    """A friendly game; None where what is stored of it cannot be told."""
    try:
        header, summary = row.header, row.summary or {}
        sides = {one.id: one.side for one in find_game(header["game"]).scenario(header["scenario"]).roster.players}
        by_player = {seat.player: seat for seat in seats}
        chairs = tuple(
            Chair(player, side, by_player[player].name or None, by_player[player].bot, False)
            for player, side in sides.items()
        )
        winners = tuple(summary["result"]["winners"])
        turns = _turns(summary)
        return Found(
            row.id, header["game"], header["scenario"], row.changed, chairs, winners, None, False, turns
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, LookupError):
        return None


def _turns(summary: Any) -> int | None:
    turns = summary.get("turn") if isinstance(summary, dict) else None
    return turns if isinstance(turns, int) else None

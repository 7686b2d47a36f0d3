"""The table of two who were paired. Nobody owns it: neither has a say over the other's seat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import partial

from grognard.club.seeking import Meeting, Sides
from grognard.core.registry import game as find_game
from grognard.core.registry import game_ids
from grognard.table.awaiting import awaiting
from grognard.table.rows import SeatRow, TableRow, holder
from grognard.table.seats import new_key


def sides_of(game_id: str) -> Sides:
    """The scenarios of a game that two can play, by the sides of its first and its second player."""
    rosters = {one.id: one.roster.players for one in find_game(game_id).scenarios.values()}
    return {name: (two[0].side, two[1].side) for name, two in rosters.items() if _for_two([one.side for one in two])}


def for_two() -> list[str]:
    """The games that two can play."""
    return [game_id for game_id in game_ids() if sides_of(game_id)]


def _for_two(sides: list[str]) -> bool:
    return len(sides) == 2 and sides[0] != sides[1]


async def laid(meeting: Meeting, names: Mapping[str, str]) -> tuple[TableRow, list[SeatRow]]:
    """What is to be stored of it, so far as it is printed: the options are as the game has them."""
    game, now = find_game(meeting.first.game), time.time()
    play = await asyncio.to_thread(partial(game.new, meeting.scenario, {}, waits=True))
    players = game.scenario(meeting.scenario).roster.ids
    journal = awaiting(play.journal(), play.state.rolls, players)
    table = TableRow(
        id=new_key()[:16], header=journal.header.plain(), start=journal.start, forced=None, owner_hash=None,
        watch_hash=None, clock=dict(meeting.first.clock) or None, over=False, rated=meeting.first.rated, created=now,
        changed=now,
    )  # fmt: skip
    seats = [
        SeatRow(
            table_id=table.id, player=player, kind="human", name=names.get(one.who, ""), key_hash=holder(one.who),
            account=one.who,
        )
        for player, one in zip(players, (meeting.first, meeting.second), strict=True)
    ]  # fmt: skip
    return table, seats

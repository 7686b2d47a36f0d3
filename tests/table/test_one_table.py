"""Whatever is done at a table in two processes at once, both have the same table, and one that opens it later too."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer
from grognard.core.dice import commitment
from grognard.table import deeds, handing
from grognard.table.clock import Clock
from grognard.table.house import House
from grognard.table.room import Deed, NotNow, Room, Stale
from tests.table.databases import kept_at
from tests.table.test_following import with_two
from tests.table.test_room import fingerprint

DEEDS = 160
PLAYERS = ("axis", "soviet")
NONCES = {player: player[0] * 20 for player in PLAYERS}


def everything(room: Room) -> dict[str, Any]:
    """All of a room that does not belong to one process alone."""
    assert room.clock is not None
    return {
        "game": fingerprint(room), "header": room.play.header, "row": (room.row.header, room.row.changed),
        "wishes": (room.wishes.proposal, room.wishes.request), "seats": (room.stand_ins, room.stood_in),
        "ended": (room.flagged, room.resigned, room.outcome()), "clock": (room.clock.plain(), room.on_the_clock),
        "awaited": room.awaited, "aside": room.set_aside,
    }  # fmt: skip


async def anything(house: House, room: Room, rng: Random) -> None:
    """One thing that somebody may do, by the position as this process knows it; what comes too late is refused."""
    player = rng.choice(PLAYERS)
    chance = rng.random()
    wish: Awaitable[Any]
    if room.owing and chance < 0.5:
        if room.owing.get(player) == "promise":
            wish = house.promise(room, player, commitment(f"{player}:{NONCES[player]}"))
        else:
            wish = house.reveal(room, player, NONCES[player])
    elif chance < 0.06:
        back = max(0, len(room.play.given) - rng.randrange(1, 12))
        wish = room.take(lambda: deeds.ask_back(room, player, back, ()))
    elif chance < 0.14:
        yes = rng.random() < 0.6
        wish = room.take(lambda: deeds.answer_back(room, player, (), yes))
    elif chance < 0.18:
        wish = handing.hand_over(room, player, "recruit")
    elif chance < 0.24:
        wish = handing.hand_back(room, player)
    elif chance < 0.27:
        asked = Deed("ask_bot", player, target={"player": PLAYERS[0], "bot": "recruit", "missing": ["soviet"]})
        wish = room.take(lambda: asked)
    elif chance < 0.30:
        wish = room.take(lambda: Deed("drop_bot", player))
    elif chance < 0.305:
        wish = room.take(lambda: deeds.claim(room, player))
    elif chance < 0.307:
        wish = room.take(lambda: deeds.resign(room, player, ()))
    else:
        wish = answered(room, player, rng)
    with contextlib.suppress(NotNow, Stale, IllegalAnswer):
        await wish


async def answered(room: Room, player: str, rng: Random) -> None:
    ask, bot = room.play.ask(player), room.bot_of(player)
    if room.play.can_undo(player) and rng.random() < 0.15:
        await room.act("undo", player, room.sequence(player), bot=bot)
    elif ask is not None:
        verb = rng.choice(sorted(ask.answers))
        await room.act("answer", player, room.sequence(player), verb, rng.choice(ask.answers[verb]), bot)


@pytest.mark.parametrize("seed", range(4))
def test_two_processes_and_a_third_have_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("grognard.table.thinking.Thinkers.wake", lambda *_: None)
    monkeypatch.setattr("grognard.table.room.SNAPSHOT_EVERY", 7)
    if seed % 2:
        monkeypatch.setattr(Clock, "seconds", lambda *_: -1.0)  # everybody is late, and who claims it wins
    rng = Random(seed)

    async def work(one: House, two: House) -> None:
        seats = dict.fromkeys(PLAYERS, "invite" if seed < 2 else "you")
        here, invites = await one.open_table("avl", None, {}, seats, "owner", clock={"minutes": 90, "increment": 30})
        for player, token in invites.items():
            await one.join(token, player, player)
        there = await two.room(here.row.id)
        await two.read_row(there)
        for _ in range(DEEDS):
            await asyncio.gather(anything(one, here, rng), anything(two, there, rng))
        await here.follow()
        await there.follow()
        assert not here.broken and not there.broken and here.acts > 10
        third = House(kept_at(tmp_path), public=True)
        await third.start()
        later = await third.room(here.row.id)
        found, *others = map(everything, (here, there, later))
        await third.close()
        for other in others:
            assert not {name: (value, other[name]) for name, value in found.items() if value != other[name]}

    with_two(tmp_path, work, public=True)

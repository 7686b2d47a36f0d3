"""A table comes back as it was left: from its acts, or, after a rule was corrected, from its newest snapshot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer
from grognard.core.journal import digest
from grognard.core.registry import game
from grognard.core.snapshot import canonical
from grognard.table import deeds
from grognard.table.house import House
from grognard.table.room import SNAPSHOT_EVERY, NotStored, Room, Stale
from tests.table.databases import kept_at


def with_house(folder: Path, work: Callable[[House], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        house = House(kept_at(folder))
        await house.start()
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(run())


async def play_on(room: Room, rng: Random, answers: int) -> None:
    """Answer at random, now and then taking an answer back."""
    for _ in range(answers):
        if room.result is not None:
            return
        player = rng.choice(room.play.deciders)
        ask = room.play.ask(player)
        assert ask is not None
        verb = rng.choice(sorted(ask.answers))
        await room.act("answer", player, room.sequence(player), verb, rng.choice(ask.answers[verb]))
        if rng.random() < 0.15 and room.play.can_undo(player):
            await room.act("undo", player, room.sequence(player))


async def opened(house: House) -> Room:
    room, _ = await house.open_table("avl", None, {}, {}, None)
    return room


def fingerprint(room: Room) -> tuple[Any, ...]:
    views = [room.view(viewer) for viewer in (*room.play.roster.ids, None)]
    numbers = [room.sequence(viewer) for viewer in (*room.play.roster.ids, None)]
    return canonical(room.play.state), views, numbers, room.acts, room.play.given


@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_the_same_after_a_restart(tmp_path: Path, seed: int) -> None:
    async def before(house: House) -> tuple[Any, ...]:
        room = await opened(house)
        await play_on(room, Random(seed), 10 + 40 * seed)
        return room.row.id, fingerprint(room)

    table, expected = with_house(tmp_path, before)

    async def after(house: House) -> None:
        room = await house.room(table)
        assert fingerprint(room) == expected
        await play_on(room, Random(99), 5)

    with_house(tmp_path, after)


def test_a_game_survives_a_correction_of_a_rule_from_its_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(house: House) -> tuple[str, bytes]:
        room = await opened(house)
        await play_on(room, Random(5), 3 * SNAPSHOT_EVERY + 7)
        return room.row.id, canonical(room.play.state)

    table, expected = with_house(tmp_path, before)
    monkeypatch.setattr(type(game("avl")), "version", "2")

    async def after(house: House) -> None:
        room = await house.room(table)
        assert canonical(room.play.state) == expected
        assert room.set_aside == 0
        assert len(room.play.given) < room.acts  # it did not start from the beginning
        await play_on(room, Random(6), 30)

    with_house(tmp_path, after)
    with_house(tmp_path, after_again(table))


@pytest.mark.parametrize("terms", [{"minutes": 90, "increment": 30}, {"days": 3}], ids=["minutes", "days"])
def test_clocks_go_on_from_the_snapshot_and_do_not_start_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terms: dict[str, int]
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)

    def left(room: Room) -> dict[str, float]:
        assert room.clock is not None
        return {player: room.clock.seconds(player, now) for player in room.clock.left}

    async def before(house: House) -> tuple[Any, ...]:
        nonlocal now
        room, _ = await house.open_table("avl", None, {}, {}, None, clock=terms)
        rng = Random(5)
        assert room.clock is not None
        asked = 0
        while asked < 3 * SNAPSHOT_EVERY + 7 or all(one == room.clock.whole for one in left(room).values()):
            now += 7.5
            await play_on(room, rng, 1)
            asked += 1
        return room.row.id, room.clock.plain(), left(room), room.clock.whole

    table, kept, expected, whole = with_house(tmp_path, before)
    assert any(one < whole for one in expected.values())
    monkeypatch.setattr(type(game("avl")), "version", "2")
    now += 100

    async def after(house: House) -> None:
        room = await house.room(table)
        assert len(room.play.given) < room.acts, "it did not start from the beginning"
        assert room.clock is not None and room.clock.plain() == kept
        player = room.clock.running[0]
        assert left(room)[player] == pytest.approx(expected[player] - 100)

    with_house(tmp_path, after)


def test_a_game_lost_on_time_stays_lost_after_a_correction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)

    async def before(house: House) -> str:
        nonlocal now
        room, _ = await house.open_table("avl", None, {}, {}, None, clock={"minutes": 1})
        rng = Random(5)
        await play_on(room, rng, SNAPSHOT_EVERY)
        for _ in range(200):
            if not any(room.play.can_undo(player) or room.play.can_redo(player) for player in room.play.roster.ids):
                break
            await play_on(room, rng, 1)
        room._kept = room.acts - SNAPSHOT_EVERY + 1  # the next act is followed by a snapshot
        now += 3600
        late = room.play.deciders[0]
        other = "axis" if late == "soviet" else "soviet"
        await room.take(lambda: deeds.claim(room, other))
        assert room._kept == room.acts
        return room.row.id

    table = with_house(tmp_path, before)
    monkeypatch.setattr(type(game("avl")), "version", "2")

    async def after(house: House) -> None:
        assert (await house.room(table)).result is not None

    with_house(tmp_path, after)


def after_again(table: str) -> Callable[[House], Awaitable[None]]:
    async def work(house: House) -> None:
        room = await house.room(table)
        await play_on(room, Random(7), 5)

    return work


def test_acts_that_no_longer_fit_are_set_aside_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(house: House) -> tuple[str, int]:
        room = await opened(house)
        await play_on(room, Random(5), 2 * SNAPSHOT_EVERY + 9)
        return room.row.id, room.acts

    table, acts = with_house(tmp_path, before)
    monkeypatch.setattr(type(game("avl")), "version", "2")
    perform = Room._perform
    refused = acts - 3

    def corrected(self: Room, kind: str, player: str, verb: str, target: Any, now: float, *more: Any) -> Any:
        if self.acts == refused - 1:
            raise IllegalAnswer([self.play.state.message("refuse.over")], self.game.words)
        return perform(self, kind, player, verb, target, now, *more)

    monkeypatch.setattr(Room, "_perform", corrected)

    async def after(house: House) -> tuple[bytes, int]:
        room = await house.room(table)
        assert room.set_aside == 4
        assert room.acts == acts
        await play_on(room, Random(6), 3)
        return canonical(room.play.state), room.acts

    position, later = with_house(tmp_path, after)
    assert later > acts

    async def again(house: House) -> None:
        room = await house.room(table)
        assert (canonical(room.play.state), room.acts, room.set_aside) == (position, later, 4)
        kept = await house.store.acts(table)
        assert [act.number for act in kept] == list(range(1, later + 1)), "nothing is thrown away"

    with_house(tmp_path, again)


def test_what_cannot_be_stored_does_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room = await opened(house)
        before = canonical(room.play.state)

        async def full(rows: Any) -> None:
            raise OSError("no space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", full)
            with pytest.raises(NotStored):
                await room.act("answer", "soviet", 0, "historical")
            assert canonical(room.play.state) == before
            assert room.sequence("soviet") == 0
        fresh = await house.room(room.row.id)
        assert fresh is not room
        await fresh.act("answer", "soviet", 0, "historical")

    with_house(tmp_path, work)


def test_a_stale_or_repeated_act_is_refused_without_harm(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room = await opened(house)
        await room.act("answer", "soviet", 0, "historical")
        before = fingerprint(room)
        for sequence in (0, 2, -1, 10**30):
            with pytest.raises(Stale):
                await room.act("answer", "soviet", sequence, "historical")
        with pytest.raises(IllegalAnswer):
            await room.act("answer", "soviet", 1, "historical")
        with pytest.raises(IllegalAnswer):
            await room.act("redo", "soviet", 1)
        with pytest.raises(IllegalAnswer):
            await room.act("undo", "axis", 0)
        assert fingerprint(room) == before

    with_house(tmp_path, work)


def test_the_same_answer_sent_many_times_at_once_counts_once(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room = await opened(house)
        tries = [room.act("answer", "soviet", 0, "historical") for _ in range(8)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Stale"] * 7 + ["int"]
        assert room.acts == 1

    with_house(tmp_path, work)


def test_a_take_back_is_restored_with_its_used_dice(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[Any, ...]:
        room = await opened(house)
        await play_on(room, Random(8), 200)
        rolls = room.play.state.rolls
        assert rolls > 0
        await room.take(lambda: deeds.ask_back(room, "axis", 20, ("soviet",)))
        assert len(room.play.given) <= 20 and room.play.state.rolls == rolls
        await play_on(room, Random(9), 40)
        return room.row.id, fingerprint(room), digest(room.play.header, room.play.state)

    table, expected, known = with_house(tmp_path, before)

    async def after(house: House) -> None:
        room = await house.room(table)
        assert fingerprint(room) == expected
        assert digest(room.play.header, room.play.state) == known

    with_house(tmp_path, after)


def test_a_table_nobody_is_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room = await opened(house)
        await play_on(room, Random(3), 12)
        house.let_go(time.monotonic() + 1)
        fresh = await house.room(room.row.id)
        assert fresh is not room
        assert fingerprint(fresh) == fingerprint(room)

    with_house(tmp_path, work)

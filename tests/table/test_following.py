"""One table in two processes: the journal's numbering decides who was first, and the other follows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.dice import commitment
from grognard.core.registry import game
from grognard.core.snapshot import canonical
from grognard.table import deeds
from grognard.table.house import House
from grognard.table.room import SNAPSHOT_EVERY, Deed, NotStored, Room, Stale
from tests.table.databases import kept_at
from tests.table.test_room import fingerprint, play_on


def with_two(folder: Path, work: Callable[[House, House], Awaitable[Any]], **more: Any) -> None:
    """Two houses over one database, neither of which hears of the other but by reading."""

    where = kept_at(folder)

    async def run() -> None:
        houses = House(where, **more), House(where, **more)
        for house in houses:
            await house.start()
        try:
            await work(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(run())


async def both(one: House, two: House, **wanted: str) -> tuple[Room, Room]:
    room, _ = await one.open_table("avl", None, {}, wanted, None)
    return room, await two.room(room.row.id)


def test_who_comes_second_is_stale_and_has_followed(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        await here.act("answer", "soviet", 0, "historical")
        with pytest.raises(Stale):
            await there.act("answer", "soviet", 0, "select_chit", "3GdA")
        assert fingerprint(here) == fingerprint(there) and not there.broken

    with_two(tmp_path, work)


def test_secret_choices_at_the_same_moment_are_both_taken(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        assert len(here.play.deciders) == 1
        rng = Random(1)
        while len(here.play.deciders) < 2:  # both sides choose their chits
            await play_on(here, rng, 1)
        await there.follow()
        first, second = here.play.deciders
        mine, theirs = here.play.ask(first), there.play.ask(second)
        assert mine is not None and theirs is not None

        async def choose(room: Room, player: str, ask: Any) -> None:
            verb = sorted(ask.answers)[0]
            await room.act("answer", player, room.sequence(player), verb, ask.answers[verb][0])

        await asyncio.gather(choose(here, first, mine), choose(there, second, theirs))
        await here.follow()
        await there.follow()
        assert fingerprint(here) == fingerprint(there) and here.acts == len(await one.store.acts(here.row.id))

    with_two(tmp_path, work)


def test_a_game_played_in_turns_by_two_processes_is_one_game(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        rng = Random(5)
        seen: list[set[str | None]] = []
        there.listeners.add(lambda _, viewers: seen.append(viewers))
        for _ in range(40):
            await play_on(here, rng, 5)
            await there.follow()
            assert fingerprint(here) == fingerprint(there)
            await play_on(there, rng, 5)
            await here.follow()
        assert here.play.state.rolls > 0 and set(here.play.roster.ids) | {None} in seen, "those who look on are told"

    with_two(tmp_path, work)


def test_a_wish_is_heard_in_both_and_the_last_consent_counts_once(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        await play_on(here, Random(8), 60)
        await there.follow()
        given = len(here.play.given)
        await here.take(lambda: deeds.ask_back(here, "axis", 20, ()))
        await there.follow()
        proposal = there.wishes.proposal
        assert proposal is not None and proposal.missing == {"soviet"}

        def agree(room: Room) -> Awaitable[Deed]:
            return room.take(lambda: deeds.answer_back(room, "soviet", (), True))

        told = await asyncio.gather(agree(here), agree(there), return_exceptions=True)
        assert sorted(str(one) for one in told if isinstance(one, Exception)) == [
            "nobody asks you to take anything back"
        ]
        await here.follow()
        await there.follow()
        assert len(here.play.given) <= 20 < given and fingerprint(here) == fingerprint(there)
        assert there.wishes.proposal is None

    with_two(tmp_path, work)


def test_a_wish_survives_a_restart(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        room, _ = await one.open_table("avl", None, {}, {}, None)
        await play_on(room, Random(8), 60)
        await room.take(lambda: deeds.ask_back(room, "axis", 20, ()))
        again = await two.room(room.row.id)
        assert again.wishes.proposal == room.wishes.proposal is not None

    with_two(tmp_path, work)


def test_no_die_falls_without_the_nonce_that_another_process_took(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        assert await one.mix(here, "axis", "a" * 20)
        await play_on(there, Random(3), 1)
        assert there.row.header["nonces"] == [f"axis:{'a' * 20}"]
        await play_on(there, Random(3), 80)
        await here.follow()
        assert there.play.state.rolls > 0 and canonical(here.play.state) == canonical(there.play.state)
        assert not await two.mix(there, "soviet", "b" * 20), "a die has been rolled"

    with_two(tmp_path, work)


def test_promises_and_nonces_that_come_to_two_processes_are_all_kept(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two, axis="invite", soviet="invite")
        nonces = {"axis": "a" * 20, "soviet": "b" * 20}
        promised = {player: commitment(f"{player}:{nonce}") for player, nonce in nonces.items()}
        await asyncio.gather(
            one.promise(here, "axis", promised["axis"]), two.promise(there, "soviet", promised["soviet"])
        )
        await here.follow()
        await there.follow()
        assert here.play.header.promises == there.play.header.promises == promised
        await asyncio.gather(one.reveal(here, "axis", nonces["axis"]), two.reveal(there, "soviet", nonces["soviet"]))
        await here.follow()
        await there.follow()
        assert here.owing == there.owing == {} and fingerprint(here) == fingerprint(there)
        kinds = [act.kind for act in await one.store.acts(here.row.id)]
        assert kinds == ["seal", "seal", "seal", "dice"], "the dice are unlocked once"

    with_two(tmp_path, work, public=True)


def test_a_table_that_another_process_cleared_away_takes_no_answer(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, there = await both(one, two)
        await one.clear_away(here)
        with pytest.raises(NotStored):
            await there.act("answer", "soviet", 0, "historical")
        with pytest.raises(KeyError):
            await two.room(there.row.id)

    with_two(tmp_path, work)


# ---- opening a table that another process plays on at


def meanwhile(found: Callable[..., Awaitable[Any]], before: Any = None, after: Any = None) -> Callable[..., Any]:
    """A look into the database, once with something done in another process just before it or after."""
    waiting = [before, after]

    async def look(*about: Any) -> Any:
        do_before, do_after = waiting
        waiting[:] = [None, None]
        if do_before is not None:
            await do_before()
        told = await found(*about)
        if do_after is not None:
            await do_after()
        return told

    return look


def test_a_nonce_that_comes_while_a_table_is_opened_counts_there_too(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, _ = await one.open_table("avl", None, {}, {}, None)

        async def mix() -> None:
            assert await one.mix(here, "axis", "a" * 20)
            await play_on(here, Random(3), 80)

        two.store.acts = meanwhile(two.store.acts, before=mix)  # type: ignore[method-assign]
        there = await two.room(here.row.id)
        assert here.play.state.rolls > 0 and there.play.header == here.play.header
        assert fingerprint(here) == fingerprint(there)

    with_two(tmp_path, work)


def test_a_snapshot_that_comes_while_a_table_is_opened_is_not_played_on_from_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: House, two: House) -> None:
        here, _ = await one.open_table("avl", None, {}, {}, None)
        await play_on(here, Random(5), 2 * SNAPSHOT_EVERY)
        monkeypatch.setattr(type(game("avl")), "version", "2")

        async def play_further() -> None:
            await play_on(here, Random(6), 2 * SNAPSHOT_EVERY)
            await one.store.append([])

        two.store.acts = meanwhile(two.store.acts, after=play_further)  # type: ignore[method-assign]
        there = await two.room(here.row.id)
        await there.follow()
        assert not there.broken and there.acts == here.acts
        assert canonical(here.play.state) == canonical(there.play.state)

    with_two(tmp_path, work)


def test_only_acts_that_were_found_not_to_fit_are_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a correction two processes open a table at once, and at the quicker one it goes on already."""
    played: list[Any] = []

    async def before(one: House, two: House) -> None:
        room, _ = await one.open_table("avl", None, {}, {}, None)
        await play_on(room, Random(5), SNAPSHOT_EVERY + 9)
        played.extend((room.row.id, room.acts))

    with_two(tmp_path, before)
    table, acts = played
    monkeypatch.setattr(type(game("avl")), "version", "2")
    perform = Room._perform

    def corrected(self: Room, kind: str, player: str, verb: str, target: Any, now: float, *more: Any) -> Any:
        if now == stored[acts - 4].at:
            raise ValueError("it is not legal any more")
        return perform(self, kind, player, verb, target, now, *more)

    stored: list[Any] = []

    async def after(one: House, two: House) -> None:
        stored.extend(await one.store.acts(table))
        monkeypatch.setattr(Room, "_perform", corrected)

        async def go_on() -> None:
            await play_on(await one.room(table), Random(6), 4)

        two.store.set_aside = meanwhile(two.store.set_aside, before=go_on)  # type: ignore[method-assign]
        there = await two.room(table)
        here = await one.room(table)
        await there.follow()
        assert here.acts == there.acts > acts and here.set_aside == 4
        assert canonical(here.play.state) == canonical(there.play.state)

    with_two(tmp_path, after)


# ---- what is beside the journal


def test_what_is_changed_while_it_is_read_is_not_undone_by_what_was_read(tmp_path: Path) -> None:
    """A link to watch that was taken back must not open the table again."""

    async def work(one: House, _: House) -> None:
        room, _invites = await one.open_table("avl", None, {}, {}, None)
        await one.let_watch(room, True)

        async def take_back() -> None:
            await one.let_watch(room, False)

        one.store.table = meanwhile(one.store.table, after=take_back)  # type: ignore[method-assign]
        await one.read_row(room)
        assert room.row.watch_hash is None

    with_two(tmp_path, work)


def test_the_quick_dice_of_mass_play_take_no_nonce(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        journal = game("avl").new(seed=1).journal()
        quick = replace(journal, header=replace(journal.header, quick=True))
        room, _ = await one.open_journal(game("avl"), quick, {}, None)
        assert room.play.header.quick and not await one.mix(room, "axis", "a" * 20)
        assert not await one.store.acts(room.row.id) and not room.row.header["nonces"]

    with_two(tmp_path, work)


def test_clocks_do_not_wait_for_an_act_that_was_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What unlocked the dice is one of the acts that do not fit any more: its nonces count all the same."""

    async def work(one: House, two: House) -> None:
        here, _ = await one.open_table("avl", None, {}, {"soviet": "invite"}, None, clock={"minutes": 90})
        await here.take(lambda: Deed("ask_back", "axis", target={"answers": 0, "missing": []}))
        nonces = {"axis": "a" * 20, "soviet": "b" * 20}
        for player, nonce in nonces.items():
            await one.promise(here, player, commitment(f"{player}:{nonce}"))
        for player, nonce in nonces.items():
            await one.reveal(here, player, nonce)
        assert here.on_the_clock
        monkeypatch.setattr(type(game("avl")), "version", "2")
        monkeypatch.setattr("grognard.table.room.WISHES", ())  # so that the first of them does not fit
        there = await two.room(here.row.id)
        assert there.set_aside == there.acts == 5 and there.on_the_clock == here.on_the_clock

    with_two(tmp_path, work, public=True)


def test_the_same_wish_is_not_kept_twice(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        here, _ = await both(one, two)
        await play_on(here, Random(8), 60)
        await here.take(lambda: deeds.ask_back(here, "axis", 20, ()))
        acts = here.acts
        with pytest.raises(deeds.Already):
            await here.take(lambda: deeds.ask_back(here, "axis", 20, ()))
        assert here.acts == acts
        await here.take(lambda: deeds.ask_back(here, "axis", 10, ()))
        assert here.wishes.proposal is not None and here.wishes.proposal.answers == 10

    with_two(tmp_path, work)

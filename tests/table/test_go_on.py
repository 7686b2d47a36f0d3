"""A table waits with the end of a segment for its player, over a restart too; bots go on at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard.core.journal import Journal, replay, verify
from grognard.core.registry import game
from grognard.table.house import House
from grognard.table.room import Room
from tests.table.test_room import fingerprint, opened, play_on, with_house


async def to_a_wait(room: Room, rng: Random) -> str:
    """Play at random until somebody is asked to go on, and say who."""
    for _ in range(3000):
        await play_on(room, rng, 1)
        player = room.play.deciders[0]
        if room.play.state.going_on(room.play.roster.number(player)) is not None:
            return player
    raise AssertionError("no segment ended by itself")


def test_a_table_still_waits_after_a_restart_and_what_came_before_can_be_undone(tmp_path: Path) -> None:
    async def begin(house: House) -> tuple[str, str, object]:
        room = await opened(house)
        assert room.row.header["waits"] is True
        player = await to_a_wait(room, Random(3))
        return room.row.id, player, fingerprint(room)

    table, player, before = with_house(tmp_path, begin)

    async def again(house: House) -> None:
        room = await house.room(table)
        assert fingerprint(room) == before
        assert room.play.can_undo(player)
        await room.act("undo", player, room.sequence(player))
        assert not room.play.legal(player, "go_on")
        await room.act("redo", player, room.sequence(player))
        acts = room.acts
        await room.act("answer", player, room.sequence(player), "go_on")
        assert room.acts == acts + 1
        journal = Journal.from_plain(room.journal().plain())
        assert replay(journal, game("avl")).state == room.play.state
        assert verify(journal, game("avl")) == []

    with_house(tmp_path, again)


def test_a_table_from_before_there_was_such_a_question_goes_on_by_itself(tmp_path: Path) -> None:
    async def begin(house: House) -> tuple[str, object]:
        room = await opened(house)
        header = {key: one for key, one in room.row.header.items() if key != "waits"}
        await house.store.change_table(room.row.id, header=header)
        return room.row.id, None

    table, _ = with_house(tmp_path, begin)

    async def play(house: House) -> object:
        room = await house.room(table)
        assert not room.play.state.waits
        await play_on(room, Random(3), 600)
        assert all(verb != "go_on" for _, verb, _ in room.play.answers)
        return fingerprint(room)

    before = with_house(tmp_path, play)

    async def same(house: House) -> object:
        return fingerprint(await house.room(table))

    assert with_house(tmp_path, same) == before

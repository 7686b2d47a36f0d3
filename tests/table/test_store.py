"""Storage: commits are gathered, one bad row does not sink others, and what is single-use is used once."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from grognard.table import database
from grognard.table.migrate import upgrade
from grognard.table.pen import AT_ONCE
from grognard.table.store import (
    FILE,
    SNAPSHOTS_KEPT,
    ActRow,
    ChatRow,
    LinkRow,
    NewAct,
    SeatRow,
    Store,
    TableRow,
    Written,
    snapshot_row,
)
from tests.table.databases import kept_at


def with_store(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    """Run something over an open store that has one table, "t", with two seats."""

    async def run() -> None:
        store = Store.at(kept_at(folder))
        await store.start()
        now = time.time()
        table = TableRow(id="t", header={"game": "avl"}, over=False, created=now, changed=now)
        seats = [
            SeatRow(table_id="t", player=player, kind="open", name="", invite_hash=f"invite-{player}")
            for player in ("axis", "soviet")
        ]
        await store.add_table(table, seats)
        try:
            await work(store)
        finally:
            await store.close()

    upgrade(kept_at(folder))
    asyncio.run(run())


def act(number: int, table: str = "t") -> ActRow:
    return ActRow(table_id=table, number=number, kind="answer", player="axis", verb="done", at=time.time(), aside=False)


@pytest.mark.sqlite("a file, and who has it open")
@pytest.mark.timeout(120)
def test_who_is_sent_away_while_the_file_is_opened_leaves_it_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whatever moment: what he leaves behind is cleared away later, and by then somebody wants to write."""
    monkeypatch.setattr(database, "WAL_WAIT", 0.5)
    upgrade(tmp_path / "new")

    async def opened_and_left(after: float, folder: Path) -> None:
        store = Store.at(folder)
        await store.start()
        visit = asyncio.create_task(store.shape())
        await asyncio.sleep(after)
        while not visit.done():  # whatever it is that he still waits for
            visit.cancel()
            await asyncio.sleep(0)
        await store.close()

    gc.disable()
    try:
        for moment in range(60):
            folder = tmp_path / f"house{moment}"
            shutil.copytree(tmp_path / "new", folder)
            asyncio.run(opened_and_left(moment / 5000, folder))
    finally:
        gc.enable()


def test_commits_of_many_acts_are_gathered(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        commits = 0
        commit = store._commit

        async def counted(rows: Sequence[Written], summaries: Any) -> None:
            nonlocal commits
            commits += 1
            await commit(rows, summaries)

        store._commit = counted  # type: ignore[method-assign]  # counts and passes on
        await asyncio.gather(*(store.append([act(number)]) for number in range(1, 101)))
        assert [one.number for one in await store.acts("t")] == list(range(1, 101))
        assert commits < 10

    with_store(tmp_path, work)


def test_while_the_engine_has_enough_to_do_acts_are_gathered_for_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment later a second act comes: written with the first one only where nobody would have been served sooner."""
    commits: list[int] = []

    def work(busy: bool) -> Callable[[Store], Awaitable[None]]:
        async def two(store: Store) -> None:
            commit, asked = store._commit, 0
            second: asyncio.Future[None] | None = None

            async def counted(rows: Sequence[Written], summaries: Any) -> None:
                commits.extend([len(rows)] if rows else [])
                await commit(rows, summaries)

            def enough() -> bool:
                nonlocal asked, second
                asked += 1
                if asked == 2:
                    second = asyncio.ensure_future(store.append([act(2)]))
                return busy

            store._commit, store.busy = counted, enough  # type: ignore[method-assign]  # counts and passes on
            await store.append([act(1)])
            if second is not None:
                await second

        return two

    monkeypatch.setattr("grognard.table.store.GATHERING", 0.001)
    with_store(tmp_path / "busy", work(True))
    with_store(tmp_path / "idle", work(False))
    assert commits == [2, 1]


def test_one_bad_row_does_not_sink_the_others(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append([act(3)])
        rows = [act(1), act(2), act(3), act(4), act(5, "no such table")]
        done = await asyncio.gather(*(store.append([row]) for row in rows), return_exceptions=True)
        assert [isinstance(one, IntegrityError) for one in done] == [False, False, True, False, True]
        assert [one.number for one in await store.acts("t")] == [1, 2, 3, 4]
        await store.append([act(5)])  # and it goes on

    with_store(tmp_path, work)


def test_one_bad_new_act_does_not_sink_the_others(tmp_path: Path) -> None:
    """The same of acts as a room writes them, which go to SQLite by a way of their own."""

    def new(number: int, table: str = "t") -> NewAct:
        return NewAct(table, number, "answer", "axis", "move", "2310", time.time())

    async def work(store: Store) -> None:
        await store.append([new(3)])
        rows = [new(1), new(2), new(3), new(4), new(5, "no such table")]
        done = await asyncio.gather(*(store.append([row]) for row in rows), return_exceptions=True)
        assert [isinstance(one, IntegrityError) for one in done] == [False, False, True, False, True]
        assert [one.number for one in await store.acts("t")] == [1, 2, 3, 4]
        await store.append([new(5), act(6)])  # and it goes on, with others in the same commit
        await store.append([new(number) for number in range(7, 7 + 2 * AT_ONCE)])
        kept = await store.acts("t")
        assert [one.number for one in kept] == list(range(1, 7 + 2 * AT_ONCE))
        assert {(one.verb, one.target, one.aside) for one in kept} == {("move", "2310", False), ("done", None, False)}

    with_store(tmp_path, work)


def test_who_was_overtaken_costs_the_others_of_his_commit_one_more_and_not_one_each(tmp_path: Path) -> None:
    """Where both sides choose at once, with different processes, somebody is overtaken in every commit."""

    def new(number: int) -> NewAct:
        return NewAct("t", number, "answer", "axis", "move", "2310", time.time())

    async def work(store: Store) -> None:
        await store.append([new(1)])
        commits: list[int] = []
        commit = store._commit

        async def counted(rows: Sequence[Written], summaries: Any) -> None:
            commits.append(len(rows))
            await commit(rows, summaries)

        store._commit = counted  # type: ignore[method-assign]  # counts and passes on
        done = await asyncio.gather(*(store.append([new(number)]) for number in range(1, 21)), return_exceptions=True)
        assert [type(one) for one in done] == [IntegrityError, *[type(None)] * 19]
        assert commits == [20, 19]
        assert [one.number for one in await store.acts("t")] == list(range(1, 21))

    with_store(tmp_path, work)


def test_of_two_who_write_the_same_number_the_second_alone_is_told(tmp_path: Path) -> None:
    """Two houses over one database, each with others' acts in the same commit."""

    async def work(store: Store) -> None:
        other = Store.at(kept_at(tmp_path))
        await other.start()
        await store.append([act(1)])
        late = await asyncio.gather(
            other.append([act(1)]), other.append([act(2)]), other.append([act(3)]), return_exceptions=True
        )
        assert [type(one) for one in late] == [IntegrityError, type(None), type(None)]
        raced = [(mine, number) for number in range(4, 40) for mine in (store, other)]
        done = await asyncio.gather(*(one.append([act(number)]) for one, number in raced), return_exceptions=True)
        for number in range(4, 40):
            outcome = {type(done[at]) for at, (_, raced_for) in enumerate(raced) if raced_for == number}
            assert outcome == {IntegrityError, type(None)}
        await other.close()

    with_store(tmp_path, work)


def test_who_writes_goes_on_whatever_looking_for_the_taken_numbers_comes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent() -> Any:
        raise TimeoutError

    async def work(store: Store) -> None:
        new = [NewAct("t", number, "answer", "axis", "move", "2310", 1.0) for number in (1, 2)]
        await store.append([new[0]])
        monkeypatch.setattr(store, "_session", silent)
        both = asyncio.gather(*(store.append([one]) for one in new), return_exceptions=True)
        done = await asyncio.wait_for(both, 5)
        monkeypatch.undo()
        assert [type(one) for one in done] == [IntegrityError, type(None)]

    with_store(tmp_path, work)


def test_an_act_is_on_the_disk_when_append_returns(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append([act(1)])
        await store.append([NewAct("t", 2, "answer", "axis", "done", None, time.time())])
        other = Store.at(kept_at(tmp_path))
        assert len(await other.acts("t")) == 2
        await other.engine.dispose()

    with_store(tmp_path, work)


def test_an_invitation_is_claimed_once_however_many_try(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tries = [store.claim("invite-axis", f"key-{number}", "x") for number in range(12)]
        won = [seat for seat in await asyncio.gather(*tries) if seat is not None]
        assert len(won) == 1
        seats = {seat.player: seat for seat in await store.seats("t")}
        assert seats["axis"].kind == "human" and seats["axis"].invite_hash is None
        assert seats["soviet"].kind == "open"
        assert await store.claim("garbage", "key", "x") is None

    with_store(tmp_path, work)


def test_a_link_opens_once_and_not_when_it_is_old(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.add_link(LinkRow(token_hash="a", sealed="key", until=time.time() + 60))
        taken = await asyncio.gather(*(store.take_link("a") for _ in range(6)))
        assert sorted(map(str, taken)) == ["None"] * 5 + ["key"]
        await store.add_link(LinkRow(token_hash="b", sealed="key", until=time.time() - 1))
        assert await store.take_link("b") is None

    with_store(tmp_path, work)


def test_only_the_newest_snapshots_are_kept(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for number in range(1, 12):
            await store.append([snapshot_row("t", number, "1", {"at": number})])
        kept = [one.number for one in await store.snapshots("t")]
        assert kept == list(range(11, 11 - SNAPSHOTS_KEPT, -1))

    with_store(tmp_path, work)


def test_a_summary_that_a_crash_lost_is_seen_to_be_old(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert [card.fresh for card in await store.cards(None)] == [False]
        store.summarize("t", lambda: {"acts": 0, "changed": 0.0, "result": None})
        store._due = True  # its time has come
        await store.append([])
        assert [card.fresh for card in await store.cards(None)] == [True]
        await store.append([act(1)])
        assert [card.fresh for card in await store.cards(None)] == [False]

    with_store(tmp_path, work)


def test_a_removed_table_leaves_nothing_behind(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        chat = ChatRow(table_id="t", who="axis", text="hello", at=time.time())
        await store.append([act(1), snapshot_row("t", 1, "1", {}), chat])
        await store.remove_table("t")
        assert await store.table("t") is None
        assert await store.acts("t") == [] and await store.chat("t") == []

    with_store(tmp_path, work)


@pytest.mark.parametrize("times", [1, 2])
def test_migrating_again_changes_nothing(tmp_path: Path, times: int) -> None:
    for _ in range(times):
        upgrade(kept_at(tmp_path))


def modes(folder: Path) -> dict[str, str]:
    return {one.name: oct(one.stat().st_mode & 0o777) for one in (folder, *folder.iterdir())}


@pytest.mark.sqlite("the files of a folder")
def test_only_their_owner_can_read_the_tables(tmp_path: Path) -> None:
    made, found, shared = tmp_path / "made", tmp_path / "found", tmp_path / "shared"
    for folder in (found, shared):
        folder.mkdir()
        folder.chmod(0o755)
        (folder / FILE).touch(0o644)
    (shared / "letters.txt").write_text("somebody else's")
    (shared / "letters.txt").chmod(0o644)

    async def work(store: Store) -> None:
        await store.append([act(1)])
        assert (folder / f"{FILE}-wal").exists()
        kept = modes(folder)
        assert kept.pop(folder.name) == ("0o755" if folder is shared else "0o700")
        assert kept.pop("letters.txt", "0o644") == "0o644", "not ours"
        assert set(kept.values()) == {"0o600"}

    before = os.umask(0o022)
    try:
        for folder in (made, found, shared):
            with_store(folder, work)
    finally:
        os.umask(before)

"""The engine's turn: work goes on at once while there is time, and then in order, with a look around in between."""

from __future__ import annotations

import asyncio

import pytest

from grognard.table import turn
from grognard.table.turn import Turn


def worked(pieces: int, sent_away: int | None = None, since: list[float] | None = None) -> tuple[list[int], list[int]]:
    """So many pieces of work that come at the same moment: in which order they are done, and at which look around."""
    done: list[int] = []
    looks: list[int] = []

    async def run() -> None:
        engine, look = Turn(), 0

        async def piece(number: int) -> None:
            await engine.come(since[number] if since else None)
            done.append(number)
            looks.append(look)

        work = [asyncio.create_task(piece(number)) for number in range(pieces)]
        while len(done) < pieces - (sent_away is not None) and look < 100:
            if look == 1 and sent_away is not None:
                work[sent_away].cancel()
            await asyncio.sleep(0)
            look += 1
        await asyncio.gather(*work, return_exceptions=True)

    asyncio.run(run())
    return done, looks


def test_what_comes_while_there_is_time_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "SLICE", 60.0)
    done, looks = worked(20)
    assert done == list(range(20)) and len(set(looks)) == 1


def test_when_the_time_is_up_others_are_let_in_between_and_nobody_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turn, "SLICE", -1.0)
    done, looks = worked(20)
    assert done == list(range(20)) and len(set(looks)) == 20


def test_who_is_sent_away_while_he_waits_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "SLICE", -1.0)
    done, _ = worked(6, sent_away=3)
    assert done == [0, 1, 2, 4, 5]


def test_who_has_waited_longest_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "SLICE", -1.0)
    done, _ = worked(5, since=[5.0, 4.0, 2.0, 3.0, 2.0])
    assert done == [0, 2, 4, 3, 1]  # the first found nobody there


def test_where_work_is_quick_several_who_wait_are_let_in_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look around costs as much as a small piece of work."""
    clock = iter(range(1000))
    monkeypatch.setattr(turn, "SLICE", 8.0)
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    monkeypatch.setattr(turn, "OF_LATE", 1)
    done, looks = worked(40)
    assert done == list(range(40))
    assert 2 < len(set(looks)) < 20


def test_there_is_enough_to_do_while_many_wait_and_not_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "SLICE", -1.0)
    monkeypatch.setattr(turn, "ENOUGH", 2.5)
    found: list[bool] = []

    async def run() -> None:
        engine = Turn()
        engine._usual = 1.0
        monkeypatch.setattr(turn, "OF_LATE", 10**9)  # a piece of work stays as long as that

        async def piece() -> None:
            await engine.come()
            found.append(engine.enough())

        await asyncio.gather(*(piece() for _ in range(6)))

    asyncio.run(run())
    assert found == [False, True, False, False, False, False]  # 0 wait behind the first, then 3, 2, 1, 0, 0

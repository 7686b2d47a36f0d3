"""Waves that several look at: worked out once, in order, also where they think in threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep

from grognard.players.waves import Waves

COUNT = 60


def slowly() -> Iterator[tuple[int, int]]:
    for points in range(COUNT):
        sleep(0.0002)  # another thread's turn
        yield points, 1 << points


def test_each_wave_is_worked_out_when_somebody_comes_to_it_and_only_once() -> None:
    made: list[int] = []

    def led_on() -> Iterator[tuple[int, int]]:
        for points in range(9):
            made.append(points)
            yield points, 1

    waves = Waves(led_on())
    for (points, _), _ in zip(waves, range(3), strict=False):
        assert made == list(range(points + 1))
    assert [points for points, _ in waves] == made == list(range(9))


def test_who_thinks_in_another_thread_finds_the_same() -> None:
    waves = Waves(slowly())
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: list(waves), range(8)))
    assert all(one == [(points, 1 << points) for points in range(COUNT)] for one in found)

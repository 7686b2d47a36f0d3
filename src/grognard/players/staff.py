"""A staff: processes that try courses for a commander who looks ahead, all from the position that he looks at.

Each is a fork of him, so it knows what he knows and nothing has to be sent. Who has no staff, or none where processes
cannot be forked, tries one course after the other himself; what is found is the same.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import NamedTuple, Self

from grognard.players.haste import Interrupted, Stopped, never

LOOK = 0.05
"""Seconds between looks whether to stop, while the staff is at work."""

Task = tuple[int, int]
"""A temper by number, and a course."""


class Tried(NamedTuple):
    """What came of a task."""

    worth: float
    answers: tuple[int, ...]


Try = Callable[[int, int], Tried]


class Staff:
    """So many processes at work on tasks; within a `with` block, at whose end they are gone."""

    def __init__(self, attempt: Try, count: int) -> None:
        self._attempt = attempt
        self._count = count if "fork" in multiprocessing.get_all_start_methods() else 1
        self._officers: dict[Connection, multiprocessing.process.BaseProcess] = {}

    def __enter__(self) -> Self:
        try:
            for _ in range(self._count if self._count > 1 else 0):
                self._take_on()
        except BaseException:
            self._dismiss()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dismiss()

    def _take_on(self) -> None:
        context = multiprocessing.get_context("fork")
        mine, theirs = context.Pipe()
        officer = context.Process(target=_serve, args=(theirs, [*self._officers, mine], self._attempt), daemon=True)
        officer.start()
        theirs.close()
        self._officers[mine] = officer

    def _dismiss(self, *desks: Connection) -> None:
        """Send these home, or all."""
        for desk in desks or list(self._officers):
            officer = self._officers.pop(desk)
            officer.kill()
            officer.join()
            desk.close()

    def tried(
        self, tasks: Sequence[Task], until: float | None, stopped: Stopped = never
    ) -> Iterator[tuple[Task, Tried]]:
        """What comes of tasks, in any order; those that are not done at this time (`time.perf_counter`), or when it is
        `stopped`, are left."""
        waiting, given = list(reversed(tasks)), dict[Connection, Task]()
        while waiting or given:
            if stopped() or (until is not None and time.perf_counter() >= until):
                return
            if not self._officers:
                task = waiting.pop()
                try:
                    tried = self._attempt(*task)
                except Interrupted:
                    return
                yield task, tried
                continue
            for desk in [one for one in self._officers if one not in given][: len(waiting)]:
                self._give(desk, waiting, given)
            left = LOOK if until is None else min(LOOK, max(0.0, until - time.perf_counter()))
            for ready in wait(list(given), left) if given else ():
                assert isinstance(ready, Connection)
                task = given.pop(ready)
                try:
                    tried = Tried(*ready.recv())
                except (EOFError, OSError):  # whoever was at it is dead: another does it
                    self._dismiss(ready)
                    waiting.append(task)
                else:
                    yield task, tried

    def _give(self, desk: Connection, waiting: list[Task], given: dict[Connection, Task]) -> None:
        task = waiting.pop()
        try:
            desk.send(task)
            given[desk] = task
        except OSError:
            self._dismiss(desk)
            waiting.append(task)


def _serve(desk: Connection, others: Sequence[Connection], attempt: Try) -> None:
    """In a process of the staff: do what is asked until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    while True:
        try:
            desk.send(tuple(attempt(*desk.recv())))
        except (EOFError, BrokenPipeError, Interrupted):
            return

"""This machine: one job plays in this process, more are processes of their own with one game each.

Each worker has its own line, so it is known whose game is lost when one dies. A worker whose line is cut ends: no
process is left behind, however the run itself ends.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Generator, Iterable, Iterator
from multiprocessing import connection, get_all_start_methods, get_context
from types import TracebackType
from typing import Any, Self

from grognard.lab.runs.engines.crew import Died, Ended, Lost, T, Task, keep_busy
from grognard.lab.simulate import Pairing

FORK: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
"""Not by a fork of this process, which has threads."""


class Local:
    """So many jobs on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    @property
    def name(self) -> str:
        return f"local, {self.jobs} job{'s' if self.jobs > 1 else ''}"

    def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
        return keep_busy(_Here(task) if self.jobs == 1 else _Workers(self.jobs, task), to_play)


class _Here:
    """The only hand is this process."""

    doubles = False

    def __init__(self, task: Task[Any]) -> None:
        self._task = task
        self._given: list[Pairing] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass

    def hands(self) -> int:
        return 1

    ahead = hands

    def begin(self, pairing: Pairing) -> int:
        self._given.append(pairing)
        return pairing.number

    def ended(self) -> Iterator[tuple[int, Any]]:
        pairing = self._given.pop()
        try:
            got: Any = self._task(pairing)
        except Exception as error:
            got = error
        yield pairing.number, got

    def drop(self, ticket: int) -> None:
        pass


class _Workers:
    """So many processes; a ticket is the line to the one that plays."""

    doubles = False  # they share the machine

    def __init__(self, jobs: int, task: Task[Any]) -> None:
        self._jobs, self._task = jobs, task
        self._idle: list[connection.Connection] = []
        self._busy: list[connection.Connection] = []
        self._processes: dict[connection.Connection, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for line in list(self._processes):
            self._end(line)

    def hands(self) -> int:
        return self._jobs

    ahead = hands

    def begin(self, pairing: Pairing) -> connection.Connection:
        while True:
            line = self._idle.pop() if self._idle else self._hire()
            try:
                line.send(pairing)
            except OSError:  # it died while it had nothing to do
                self._end(line)
                continue
            self._busy.append(line)
            return line

    def ended(self) -> Iterator[tuple[connection.Connection, Any]]:
        for line in connection.wait(self._busy):
            assert isinstance(line, connection.Connection)
            self._busy.remove(line)
            try:
                got: Any = line.recv()
            except (EOFError, OSError):
                self._end(line)
                got = Died()
            else:
                self._idle.append(line)
            yield line, got

    def drop(self, ticket: connection.Connection) -> None:
        raise NotImplementedError("no game is played twice here")

    def _hire(self) -> connection.Connection:
        ours: connection.Connection
        ours, theirs = FORK.Pipe()
        process = FORK.Process(target=_work, args=(theirs, self._task), daemon=True)
        process.start()
        theirs.close()
        self._processes[ours] = process
        return ours

    def _end(self, line: connection.Connection) -> None:
        process = self._processes.pop(line)
        line.close()
        process.kill()  # it may be in the middle of a game that nobody needs any more
        process.join()
        process.close()


def _work(line: connection.Connection, task: Task[Any]) -> None:
    """A worker: a game comes in, its rows go out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run, which ends its workers
    with contextlib.suppress(EOFError, OSError):
        while True:
            pairing = line.recv()
            try:
                got: Any = task(pairing)
            except Exception as error:
                got = _plain(error)
            line.send(got)


def _plain(error: Exception) -> Exception:
    """An exception that can travel."""
    return RuntimeError(f"{type(error).__name__}: {error}")

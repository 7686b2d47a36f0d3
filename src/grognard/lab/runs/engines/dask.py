"""A Dask cluster: tasks go to its scheduler, which gives them to workers and again to others when a worker dies.

Without an address a cluster is started on this machine for as long as the run lasts.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from importlib import import_module
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Any, Self

from grognard.core.game import SetupError
from grognard.lab.runs.engines import calm
from grognard.lab.runs.engines.crew import SPARE, TRIES, Died, Ended, Lost, T, Task, keep_busy
from grognard.lab.simulate import Pairing

SECONDS = 15
"""Time that a scheduler has to answer."""
LOOK = 2.0
"""Seconds between two looks at how many workers there are."""
_AT_A_TIME = Lock()


class Dask:
    """The cluster whose scheduler is at an address, or one of so many jobs here."""

    def __init__(self, address: str, jobs: int) -> None:
        self.address, self.jobs = address, jobs

    @property
    def name(self) -> str:
        return f"dask://{self.address}" if self.address else f"dask, {self.jobs} workers here"

    def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
        return keep_busy(_Workers(self.address, self.jobs, task), to_play)


def alone(task: Task[T], pairing: Pairing) -> T:
    """Play a game while no other thread of this process does: bots of one process share what they remember."""
    with _AT_A_TIME:
        return task(pairing)


class _Workers:
    doubles = True

    def __init__(self, address: str, jobs: int, task: Task[Any]) -> None:
        self._address, self._jobs, self._task = address, jobs, task
        self._open = ExitStack()
        self._looked, self._hands = -LOOK, jobs

    def __enter__(self) -> Self:
        try:
            dask: Any = import_module("dask")
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise SetupError('--on dask:// needs the extra "dask": pip install "grognard[dask]"') from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told by us
        with ExitStack() as stack:
            where: Any = f"tcp://{self._address}"
            if not self._address:
                stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": TRIES - 1}))
                where = stack.enter_context(
                    distributed.LocalCluster(
                        n_workers=self._jobs,
                        threads_per_worker=1,
                        processes=True,
                        host="127.0.0.1",
                        dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                        preload=[calm.__name__],
                    )
                )
            try:
                self._client = stack.enter_context(distributed.Client(where, timeout=SECONDS, set_as_default=False))
            except OSError as error:
                raise SetupError(f"--on dask://{self._address}: no scheduler answers there ({error})") from None
            self._ready = distributed.as_completed(loop=self._client.loop)
            self._open = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ready.clear()
        self._open.close()

    def hands(self) -> int:
        if monotonic() - self._looked > LOOK:  # workers come and go
            self._hands, self._looked = max(1, len(self._client.nthreads())), monotonic()
        return self._hands

    def ahead(self) -> int:
        return 2 * self.hands() + SPARE

    def begin(self, pairing: Pairing) -> Any:
        future = self._client.submit(alone, self._task, pairing, pure=False)
        self._ready.add(future)
        return future

    def ended(self) -> Iterator[tuple[Any, Any]]:
        from distributed import CancelledError, KilledWorker

        for future in self._ready.next_batch():
            try:
                got: Any = future.result()
            except KilledWorker:
                got = Died(often=True)
            except CancelledError:
                got = Died()  # the cluster was started anew
            except Exception as error:
                got = error
            yield future, got

    def drop(self, ticket: Any) -> None:
        ticket.cancel()

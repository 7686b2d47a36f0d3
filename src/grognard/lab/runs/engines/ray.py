"""A Ray cluster: tasks go to its nodes, and again to others when a worker dies.

`ray://HOST:PORT` is the address of a cluster's client server, `ray://auto` the cluster that this machine belongs to;
without either, one is started here for as long as the run lasts.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Iterable, Iterator
from importlib.util import find_spec
from time import monotonic
from types import TracebackType
from typing import Any, Self

from grognard.core.game import SetupError
from grognard.lab.runs.engines.crew import SPARE, TRIES, Died, Ended, Lost, T, Task, keep_busy
from grognard.lab.simulate import Pairing

STORE = 100 * 2**20
"""Bytes of Ray's object store here: rows are small."""
LOOK = 2.0
"""Seconds between two looks at how many processors there are."""
HERE, MINE = "", "auto"


class Ray:
    """The cluster at an address, or one of so many jobs here."""

    def __init__(self, address: str, jobs: int) -> None:
        self.address, self.jobs = address, jobs

    @property
    def name(self) -> str:
        return f"ray://{self.address}" if self.address else f"ray, {self.jobs} workers here"

    def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
        return keep_busy(_Workers(self.address, self.jobs, task), to_play)


class _Workers:
    doubles = True

    def __init__(self, address: str, jobs: int, task: Task[Any]) -> None:
        self._address, self._jobs, self._task = address, jobs, task
        self._out: list[Any] = []
        self._looked, self._hands = -LOOK, jobs

    def __enter__(self) -> Self:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # it says nothing about processors we lack
        try:
            import ray
        except ImportError as error:
            raise SetupError('--on ray:// needs the extra "ray": pip install "grognard[ray]"') from error
        if self._address not in (HERE, MINE) and find_spec("grpc") is None:
            raise SetupError(f'--on ray://{self._address} needs Ray\'s own client: pip install "ray[client]"')
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        try:
            if self._address == HERE:
                ray.init("local", num_cpus=self._jobs, include_dashboard=False, object_store_memory=STORE, **quiet)
            else:
                ray.init(MINE if self._address == MINE else f"ray://{self._address}", **quiet)
        except (ConnectionError, TimeoutError, ValueError, RuntimeError) as error:
            raise SetupError(f"--on ray://{self._address}: no cluster answers there ({error})") from None
        self._ray: Any = ray
        self._remote = ray.remote(num_cpus=1, max_retries=TRIES - 1)(self._task)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ray.shutdown()

    def hands(self) -> int:
        if monotonic() - self._looked > LOOK:  # nodes come and go
            self._hands = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._looked = monotonic()
        return self._hands

    def ahead(self) -> int:
        return 2 * self.hands() + SPARE

    def begin(self, pairing: Pairing) -> Any:
        ticket = self._remote.remote(pairing)
        self._out.append(ticket)
        return ticket

    def ended(self) -> Iterator[tuple[Any, Any]]:
        from ray.exceptions import NodeDiedError, OutOfMemoryError, RayTaskError, WorkerCrashedError

        done, self._out = self._ray.wait(self._out, num_returns=1)
        for ticket in done:
            try:
                got: Any = self._ray.get(ticket)
            except (WorkerCrashedError, NodeDiedError, OutOfMemoryError):
                got = Died(often=True)
            except RayTaskError as error:
                got = error.cause if isinstance(error.cause, Exception) else error
            except Exception as error:
                got = error
            yield ticket, got

    def drop(self, ticket: Any) -> None:
        self._out.remove(ticket)
        self._ray.cancel(ticket, force=True)

"""Processes that think, so that the house can go on listening: a few of them, replaced when they die."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

T = TypeVar("T")

TRIES = 3
BY: Any = multiprocessing.get_context(
    "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
)
"""Not by a fork of this process, which has threads: by a fork of one that has none and has read what they think with,
so that who dies is replaced at once."""
READ = ("grognard.table.thinking", "grognard.table.reviews", "grognard.table.outcomes")
BELLS = 1024
"""Places where the number of a question is written whose answer is wanted now, or not at all; more are not asked at
once."""

log = logging.getLogger(__name__)


class Overdue(Exception):
    """Something that was thought about for too long."""


class NoWorkers(RuntimeError):
    """No process stays alive to think."""


class Workers:
    """So many processes, started when something is asked of them."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._bells: Any = None
        """Memory that all of them look at."""

    async def run(self, ask: Callable[..., T], *about: object) -> T:
        """What a function of a module says, in a worker; one that was killed is replaced."""
        for _ in range(TRIES):
            if self._pool is None:
                if BY.get_start_method() == "forkserver":
                    BY.set_forkserver_preload(list(READ))
                self._bells = self._bells or BY.RawArray("Q", BELLS)
                self._pool = ProcessPoolExecutor(
                    self._count, mp_context=BY, initializer=_serve_parent, initargs=(self._bells,)
                )
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, ask, *about)
            except BrokenProcessPool:
                log.warning("a worker that thinks has died")
                if self._pool is pool:
                    self._pool = None
        raise NoWorkers("the workers that think keep dying")

    def ring(self, number: int) -> None:
        """Whoever is at the question with this number, or comes to it, shall answer with what he has."""
        if self._bells is not None:
            self._bells[number % BELLS] = number

    def close(self) -> None:
        """What is being thought is thought in vain: nobody waits for it."""
        if self._pool is not None:
            at_work = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in at_work:
                process.terminate()


def within(seconds: float | None, ask: Callable[[], T]) -> T:
    """In a worker: do this within so many seconds, where the system can wake it; else `Overdue`."""
    if seconds is None or not hasattr(signal, "setitimer"):
        return ask()
    signal.signal(signal.SIGALRM, _wake)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again where it was swallowed, as in a fork's own hooks
    try:
        return ask()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _wake(number: int, frame: object) -> None:
    raise Overdue


def rung(number: int) -> bool:
    """In a worker: whether the answer to the question with this number is wanted now."""
    return _bells is not None and _bells[number % BELLS] == number


_bells: Any = None


def _serve_parent(bells: Any) -> None:
    """In a worker: Ctrl-C is for the server, which sends the worker home; a server that was killed takes it along."""
    global _bells
    _bells = bells
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """In a thread of a process that is of no use alone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)

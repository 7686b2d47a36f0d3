"""Several processes that serve one address: started together, replaced when one dies, closed together.

SIGHUP replaces them one after another: the new one listens before the old one is asked to leave, and whoever was with
that comes again by himself. Where they were started at a terminal it closes them, for it may be that which is closed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from grognard.cli.complaint import Complaint

TICK = 0.5
"""Seconds between looks at what signals have asked for."""
CLOSING = 15.0
"""Seconds in which a process may close; then it is killed."""
WAITS = (0.2, 5.0)
"""Seconds before one that died is replaced: at first, and at most where they keep dying."""
LIVED = 10.0
"""Seconds after which a process has not died of its start."""


class Failed(Exception):
    """Not all of the processes came up; the text says why, where one of them did."""


@dataclass(slots=True)
class Child:
    """One of the processes; `line` tells when its doors are open."""

    process: SpawnProcess
    line: Connection
    opened: bool = False
    why: str = ""
    """What it complained of."""
    started: float = field(default_factory=time.monotonic)


class Processes:
    """So many processes that run one function: `serve(opened, *about)`, which calls `opened` when it listens."""

    def __init__(self, count: int, serve: Callable[..., object], *about: Any) -> None:
        self._count = count
        self._serve = serve
        self._about = about
        self._context = multiprocessing.get_context("spawn")
        self._children: list[Child] = []
        self._wait = WAITS[0]
        self._closing = False
        self._renew = False
        self.closing = CLOSING

    def run(self, opened: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `opened` is called when all of them listen. Failed where one does not."""
        with self._signals():
            try:
                self._children = [self._start() for _ in range(self._count)]
                while not self._closing and not all(child.opened for child in self._children):
                    self._look()
                    if any(not child.process.is_alive() for child in self._children):
                        raise Failed(next((child.why for child in self._children if child.why), ""))
                if not self._closing:
                    opened()
                while not self._closing:
                    self._look()
                    self._replace_the_dead()
                    if self._renew:
                        self._renew = False
                        self._replace_all()
            finally:
                self._close(self._children)

    # ---- what is asked of it from outside

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        at_a_terminal = sys.stdin is not None and sys.stdin.isatty()  # which says so when it is closed
        hung_up = self._stop if at_a_terminal else self._anew
        asked = {"SIGINT": self._stop, "SIGTERM": self._stop, "SIGHUP": hung_up}
        known = {getattr(signal, name): what for name, what in asked.items() if hasattr(signal, name)}
        before = {number: signal.signal(number, what) for number, what in known.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: object) -> None:
        self._closing = True

    def _anew(self, number: int, frame: object) -> None:
        self._renew = True

    # ---- starting and replacing

    def _start(self) -> Child:
        mine, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_child, args=(self._serve, theirs, *self._about))
        process.start()
        theirs.close()
        return Child(process, mine)

    def _look(self) -> None:
        """Wait until one says that it listens, or dies, or for a moment."""
        lines = [child.line for child in self._children if not child.line.closed]
        for ready in wait([*lines, *(child.process.sentinel for child in self._children)], TICK):
            for child in self._children:
                if child.line is ready:
                    with contextlib.suppress(EOFError, OSError):  # one that dies says nothing, and its line ends
                        child.why = child.line.recv()
                        child.opened = not child.why
                    child.line.close()

    def _replace_the_dead(self) -> None:
        now = time.monotonic()
        for number, child in enumerate(self._children):
            if child.process.is_alive() or self._closing:
                continue
            self._wait = WAITS[0] if now - child.started > LIVED else min(WAITS[1], 2 * self._wait)
            time.sleep(self._wait)  # where the database is away, say, they would die as fast as they are started
            self._children[number] = self._start()

    def _replace_all(self) -> None:
        """One after another, so that somebody always listens."""
        for number, old in enumerate(list(self._children)):
            new = self._start()
            self._children.append(new)
            while not new.opened and new.process.is_alive() and not self._closing:
                self._look()
            self._children.remove(new)
            if self._closing or not new.opened:
                return self._close([new])
            self._children[number] = new
            self._close([old])

    def _close(self, children: list[Child]) -> None:
        for child in children:
            if child.process.is_alive():
                child.process.terminate()
        until = time.monotonic() + self.closing
        for child in children:
            child.process.join(max(0.0, until - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()
                child.process.join()


def _child(serve: Callable[..., object], line: Connection, *about: Any) -> None:
    """In a process of its own: Ctrl-C is for all of them, and one whose parent was killed leaves too."""
    from grognard.table.workers import leave_with_parent

    threading.Thread(target=leave_with_parent, daemon=True).start()

    def opened(*_: object) -> None:
        with contextlib.suppress(OSError):
            line.send("")
            line.close()

    try:
        serve(opened, *about)
    except Complaint as complaint:  # the parent tells of it, once for all of them
        with contextlib.suppress(OSError):
            line.send(str(complaint))
    except KeyboardInterrupt:  # before it listens
        pass

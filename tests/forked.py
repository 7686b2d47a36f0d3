"""Programs in processes of their own that need not import the package and read every game first.

That takes seconds of processor time, and hundreds of servers are started and killed by the tests. So one process for
each process of the tests does it once, and forks for every program that is wanted: the rest of the start, from the
command line on, is done by each. What is about starting itself uses `subprocess`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

READ_FIRST = (
    "aiosqlite", "asyncpg", "sqlalchemy.dialects.sqlite.aiosqlite", "sqlalchemy.dialects.postgresql.asyncpg",
    "anyio._backends._asyncio", "uvicorn.lifespan.on", "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl", "grognard.cli", "grognard.cli.processes",
    "grognard.table.app", "grognard.table.porter", "grognard.table.metrics", "grognard.table.logs",
    "grognard.table.accounts.routes",
)  # fmt: skip
MESSAGE = 1 << 20
_near: list[socket.socket] = []
"""In a program that was forked: its own line to the process that forks."""


class Forked:
    """A running program, as `subprocess.Popen` tells of one: `code` with these words after its name in `sys.argv`."""

    def __init__(self, code: str, words: Sequence[str], env: Mapping[str, str], *, stderr: int | None = None) -> None:
        """`stderr` as for `Popen`: PIPE, DEVNULL, or None for that of the tests."""
        self.returncode: int | None = None
        self.stderr: IO[str] | None = None
        out, their_out = os.pipe()
        self.stdout: IO[str] | None = os.fdopen(out)
        if stderr == subprocess.PIPE:
            err, their_err = os.pipe()
            self.stderr = os.fdopen(err)
        else:
            their_err = os.open(os.devnull, os.O_WRONLY) if stderr == subprocess.DEVNULL else os.dup(2)
        self._line, their_line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        socket.send_fds(_stable(), [b"!"], [their_line.fileno(), their_out, their_err])
        their_line.close()
        os.close(their_out)
        os.close(their_err)
        wanted = {"code": code, "argv": ["grognard", *words], "env": dict(env), "cwd": str(Path.cwd())}
        self._line.send(json.dumps(wanted).encode())
        self.pid = int(self._line.recv(MESSAGE))
        self._waiting = threading.Lock()

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._waiting:
            if self.returncode is None:
                self._line.settimeout(max(timeout, 0.000001) if timeout is not None else None)
                try:
                    self._line.recv(MESSAGE)
                    self._line.settimeout(None)
                    self._line.send(b"?")
                    self.returncode = int(self._line.recv(MESSAGE))
                except TimeoutError:
                    raise subprocess.TimeoutExpired("a forked program", timeout or 0.0) from None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it still says, until it has ended."""
        until = None if timeout is None else time.monotonic() + timeout
        heard = {"out": "", "err": ""}

        def hear(name: str, pipe: IO[str]) -> None:
            heard[name] = pipe.read()

        ears = [
            (threading.Thread(target=hear, args=(name, pipe), daemon=True), pipe)
            for name, pipe in (("out", self.stdout), ("err", self.stderr))
            if pipe is not None and not pipe.closed
        ]
        for ear, _ in ears:
            ear.start()
        for ear, pipe in ears:
            ear.join(None if until is None else max(until - time.monotonic(), 0))
            if ear.is_alive():
                raise subprocess.TimeoutExpired("a forked program", timeout or 0.0)
            pipe.close()
        self.wait(None if until is None else max(until - time.monotonic(), 0))
        self._line.close()
        return heard["out"], heard["err"]


def _stable() -> socket.socket:
    """The line to the process that forks."""
    return _near[0] if _near else _opened()


@cache
def _opened() -> socket.socket:
    """It ends with the tests."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-c", f"from tests.forked import keep; keep({theirs.fileno()})"]
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    subprocess.Popen(
        command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths.rstrip(os.pathsep), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    theirs.close()
    return ours


def keep(number: int) -> None:
    """Import and read everything, then fork for whoever asks."""
    import gc

    for name in READ_FIRST:
        import_module(name)
    from grognard.core.registry import game_ids
    from grognard.table.accounts import passwords
    from grognard.table.games import offered
    from grognard.table.loading import Loader
    from tests.hashing import QUICK
    from tests.read_in_fork import ask_fork

    for one in game_ids():
        offered(one)
    vars(passwords)["PasswordHasher"] = QUICK
    Loader._ask_worker = ask_fork  # type: ignore[method-assign]  # what reads a file is a fork of this one, too
    gc.collect()
    gc.freeze()  # who looks through it would write on it, and have it copied
    assert threading.active_count() == 1, "a thread is lost in a fork, with the locks that it holds"
    near, asked_near = socket.socketpair()
    with socket.socket(fileno=number) as asked:
        while True:
            ready = select.select([asked, asked_near], [], [])[0][0]
            said, files, _, _ = socket.recv_fds(ready, 1, 3)
            if not said:
                return
            if os.fork() == 0:
                asked.close()
                asked_near.close()
                _near.append(near)
                _look_after(socket.socket(fileno=files[0]), *files[1:])
            for file in files:
                os.close(file)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _look_after(line: socket.socket, out: int, err: int) -> None:
    """Fork the program, say which process it is, and how it ended: who is no parent could not know."""
    wanted = json.loads(line.recv(MESSAGE))
    pid = os.fork()
    if pid == 0:
        line.close()
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.close(out)
        os.close(err)
        _be(wanted)
    os.close(out)
    os.close(err)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line.send(str(pid).encode())
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # until its end is known its number is nobody else's
    with contextlib.suppress(OSError):
        line.send(b"!")
        line.recv(MESSAGE)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
    os._exit(0)


def _be(wanted: dict[str, Any]) -> None:
    """The program, in its own process, from its first line to its exit."""
    os.environ.clear()
    os.environ.update(wanted["env"])
    os.chdir(wanted["cwd"])
    sys.argv = wanted["argv"]
    exec(compile(wanted["code"], "<string>", "exec"), {"__name__": "__main__"})
    sys.exit()

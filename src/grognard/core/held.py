"""A file that one process holds at a time: it locks what two would spoil, as a folder in which both write.

However the process ends, the system lets go of it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

FAR = 1024


class Taken(Exception):
    """Another process holds it."""

    def __init__(self, process: str) -> None:
        super().__init__(f"process {process} holds it")
        self.process = process


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a file, which is made where there is none; `Taken` where another process does."""
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            _lock(file)
        except BlockingIOError:
            raise Taken(file.read(20).strip()) from None
        with contextlib.suppress(OSError):  # on a full disk it is held all the same
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(FAR)  # what is locked cannot be read there
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:
            raise BlockingIOError from error
        finally:
            file.seek(0)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

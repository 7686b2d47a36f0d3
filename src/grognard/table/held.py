"""One house to a data folder: two would each keep the same tables in memory, and neither would hear of the other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from grognard.table.store import LOCK

FAR = 1024


class Taken(Exception):
    """Another house serves from this folder: one clear line."""


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder; however the process ends, the system lets go of it."""
    with open(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            _lock(file)
        except BlockingIOError:
            raise Taken(f"another grognard serves these games already (process {file.read(20).strip()})") from None
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

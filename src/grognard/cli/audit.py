"""What keepers have done to a house: one JSON object a line, at the end of a file that only its owner reads.

It lies in the data folder; of a house at a server in the folder where this user would keep one of his own, or where
`GROGNARD_AUDIT` says. A deed for which no line can be written is not done.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.complaint import Complaint
from grognard.cli.serve import default_folder

if TYPE_CHECKING:
    from sqlalchemy import URL

VARIABLE = "GROGNARD_AUDIT"


@contextlib.contextmanager
def audited(where: Path | URL, deed: str, **about: Any) -> Iterator[None]:
    """Write down a deed with how it ended; nothing is done where the file cannot be opened."""
    from grognard.table.database import AUDIT, shown

    file = Path(os.environ.get(VARIABLE) or (where if isinstance(where, Path) else default_folder()) / AUDIT)
    house = str(where) if isinstance(where, Path) else shown(where)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        opened = os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "w", encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{file}: what is done cannot be written down, so it is not done: {error.strerror}") from None
    with opened as lines:

        def write(ended: str) -> None:
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            line = {"time": at, "by": who(), "house": house, "deed": deed, **about, "ended": ended}
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")

        try:
            yield
        except BaseException as error:
            write(f"not done: {error}" if isinstance(error, Complaint) else f"not done: {type(error).__name__}")
            raise
        write("done")


def who() -> str:
    """Who sits at the keyboard, also behind sudo."""
    with contextlib.suppress(Exception):
        return os.environ.get("SUDO_USER") or getpass.getuser()
    return str(os.getuid()) if hasattr(os, "getuid") else "unknown"

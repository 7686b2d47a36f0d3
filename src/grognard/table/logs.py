"""How the house's log is written: for people, or one JSON object a line for programs; without secrets in either.

Nothing that opens a seat, a house or an account is handed to the log in the first place. Should it come there all the
same, in the words of an error from elsewhere, what looks like a key, an address of mail or a password is struck out.
"""

from __future__ import annotations

import json
import logging
import re
import time

from grognard.table.calm import Calm
from grognard.table.metrics import ErrorCount

STRUCK = "…"
KEY = re.compile(r"(?=[A-Za-z0-9_-]*[A-Z0-9])[A-Za-z0-9_-]{24,}")
"""Keys, tokens, nonces, seeds and hashes: long, and no word of ours, which has neither figures nor capitals."""
MAIL = re.compile(r"[^\s@\"'<>(),;:]+@[\w-]+(\.[\w-]+)+")
PASSWORD = re.compile(r"(://[^/\s:@]*:)[^@\s/]+@")


def discreet(text: str) -> str:
    """A text without what might open something.

    >>> discreet("postgresql://ann:secret@db/games: no place for ann@mill.example, qK3_f0x9aZ1bC2dE4fG5hI6jK7lM8nO9")
    'postgresql://ann:…@db/games: no place for …, …'
    """
    return KEY.sub(STRUCK, MAIL.sub(STRUCK, PASSWORD.sub(rf"\1{STRUCK}@", text)))


class Plain(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return discreet(super().format(record))


class Lines(logging.Formatter):
    """For programs: an object a line; what led to an error is one text in it."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, object] = {
            "time": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "part": record.name,
            "process": record.process,
            "message": discreet(record.getMessage()),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            told["error"] = discreet(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def start_logging(*, as_json: bool = False) -> None:
    """Warnings and worse to stderr, uvicorn's among them; for programs also what goes on, request by request."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines() if as_json else Plain())
    handler.addFilter(Calm())
    root = logging.getLogger()
    root.addHandler(handler)
    root.addHandler(ErrorCount())
    root.setLevel(logging.WARNING)
    if as_json:
        logging.getLogger("grognard").setLevel(logging.INFO)

"""Why something about an account was not done: a word for programs, a line for people, and when to come again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse


class Declined(Exception):
    """The page has its own words for `code` in both languages; `why` is for whoever has no page."""

    def __init__(
        self, status: int, code: str, why: str, wait: int | None = None, facts: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(why)
        self.status, self.code, self.why, self.wait = status, code, why, wait
        self.facts = facts
        """What the page needs for its words."""


def told(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Declined)
    body: dict[str, Any] = {"detail": error.why, "code": error.code}
    if error.facts is not None:
        body["facts"] = dict(error.facts)
    if error.wait is None:
        return JSONResponse(body, error.status)
    return JSONResponse(body | {"wait": error.wait}, error.status, {"retry-after": str(error.wait)})

"""What cannot happen in a tournament as it stands, and why."""

from __future__ import annotations

from typing import Any

from grognard.core.words import Message


class Refused(ValueError):
    """What cannot happen in a tournament as it stands; the words are in the catalogue under `refused`."""

    def __init__(self, why: str, **facts: Any) -> None:
        super().__init__(why, facts)
        self.message = Message(f"refused.{why}", "", facts)

"""Being told to make up one's mind: who looks ahead asks now and then, and answers with the best found so far."""

from __future__ import annotations

from collections.abc import Callable

Stopped = Callable[[], bool]
"""Whether he shall stop. It is asked often; once it has said so it goes on saying so."""


class Interrupted(Exception):
    """In the midst of a course: nobody knows what would have come of it."""


def never() -> bool:
    """Nobody is in a hurry."""
    return False

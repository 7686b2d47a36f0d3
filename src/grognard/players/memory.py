"""What a doctrine remembers between calls: results worked out once, to save time alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K")
T = TypeVar("T")

REMEMBERED: Final = 512
"""Results kept of each kind."""


def remember(memory: dict[K, T], key: K, work_out: Callable[[], T]) -> T:
    """A result worked out once; when there are many, all are forgotten."""
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        found = memory[key] = work_out()
    return found

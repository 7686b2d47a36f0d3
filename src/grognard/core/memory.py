"""What is remembered between questions: results worked out once, to save time alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")

REMEMBERED: Final = 512
"""Results kept of each kind: of bots those of a turn, of a house those of the tables that are played at once."""
GAMES_KEPT: Final = 4
"""Games of a kind that something is remembered of: ours, and those with an owner's own figures."""


def remember(memory: dict[K, T], key: K, work_out: Callable[[], T]) -> T:
    """A result worked out once; when there are many, the one that has been there longest goes."""
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            del memory[next(iter(memory))]
        found = memory[key] = work_out()
    return found


class once(Generic[T]):
    """An attribute that is worked out when it is first looked at, and then simply there.

    `functools.cached_property` without its lock, which takes longer than most of what is kept so.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work: Final = work
        self.name: Final = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, owner: Any, kind: type[Any]) -> T:
        found = self.work(owner)
        owner.__dict__[self.name] = found
        return found

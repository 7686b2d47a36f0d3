"""A game's tables where the interpreter finds them at once.

What a game works out when it is first asked (`cached_property`) is looked up in its class before it is found in the
game, every time. A game that is laid out and will not change has its tables in slots instead: rules ask for them some
hundred times for every answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")


def settled(made: T, names: tuple[str, ...]) -> T:
    """The same object with these attributes worked out, once for all."""
    lazy: Any = type(made)
    kind = _with_slots(lazy, names)
    other: T = object.__new__(kind)
    for name in names:
        setattr(other, name, getattr(made, name))
    other.__dict__.update({name: value for name, value in vars(made).items() if name not in names})
    return other


@lru_cache(maxsize=64)
def _with_slots(kind: type[Any], names: tuple[str, ...]) -> type[Any]:
    return type(kind.__name__, (kind,), {"__slots__": names, "__module__": kind.__module__, "__doc__": kind.__doc__})

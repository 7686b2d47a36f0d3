"""Tables that are worked out once for all."""

from __future__ import annotations

from functools import cached_property

from grognard.core.settled import settled


class Lazy:
    """Works out its table when asked, and counts how often."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.asked = 0

    @cached_property
    def table(self) -> list[int]:
        self.asked += 1
        return list(range(self.size))

    @property
    def first(self) -> int:
        return self.table[0]

    @cached_property
    def rest(self) -> list[int]:
        return self.table[1:]

    def doubled(self) -> list[int]:
        return [2 * one for one in self.table]


def test_what_is_settled_is_the_same_and_no_longer_asked_for() -> None:
    lazy = Lazy(3)
    found = settled(lazy, ("table", "first"))
    assert isinstance(found, Lazy) and type(found).__name__ == "Lazy"
    assert (found.table, found.first, found.size) == ([0, 1, 2], 0, 3)
    assert found.table is lazy.table and lazy.asked == 1
    assert found.doubled() == [0, 2, 4]
    assert "table" not in vars(found), "it is found in a slot, not in the dict behind the class"


def test_what_is_not_named_is_worked_out_when_it_is_asked_for() -> None:
    found = settled(Lazy(3), ("table",))
    assert "rest" not in vars(found)
    assert found.rest == [1, 2] and found.rest is found.rest


def test_two_that_are_settled_do_not_share_anything() -> None:
    few, many = (settled(Lazy(size), ("table",)) for size in (2, 4))
    assert (few.table, many.table) == ([0, 1], [0, 1, 2, 3])
    assert type(few) is type(many)

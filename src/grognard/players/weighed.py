"""A value that remembers what it is made of.

A doctrine adds up what its weights are worth in a position. With weights that are `Weighed` the same sums tell how much
of them comes of which weight: nothing is reckoned twice, and a reason that is told cannot differ from what decided.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, SupportsFloat, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

W = TypeVar("W", bound="DataclassInstance")

Parts = Mapping[str, float]
"""By weight: how much of a value comes of it."""


class Weighed(float):
    """A number with its parts. What is added keeps them, what is multiplied or divided by a plain number scales them;
    of two that are multiplied the left one names the product.

    >>> danger, town = Weighed.of("danger", 2.0), Weighed.of("town", 3.0)
    >>> value = town * 2 - danger + 1
    >>> value, value.parts
    (5.0, {'town': 6.0, 'danger': -2.0})
    """

    __slots__ = ("parts",)
    parts: Parts

    def __new__(cls, value: SupportsFloat, parts: Parts) -> Weighed:
        made = super().__new__(cls, value)
        made.parts = parts
        return made

    @classmethod
    def of(cls, name: str, value: float) -> Weighed:
        return cls(value, {name: value})

    # What is remembered by a number would else be found under the same number with other parts, or none.
    def __hash__(self) -> int:
        return hash((float(self), frozenset(self.parts.items())))

    def __eq__(self, other: object) -> bool:
        return float(self) == other

    def __add__(self, other: float, /) -> Weighed:
        return Weighed(float(self) + float(other), _joined(self.parts, parts_of(other), 1.0))

    __radd__ = __add__

    def __sub__(self, other: float, /) -> Weighed:
        return Weighed(float(self) - float(other), _joined(self.parts, parts_of(other), -1.0))

    def __rsub__(self, other: float, /) -> Weighed:
        return (-self) + other

    def __neg__(self) -> Weighed:
        return Weighed(-float(self), _scaled(self.parts, -1.0))

    def __mul__(self, other: float, /) -> Weighed:
        return Weighed(float(self) * float(other), _scaled(self.parts, float(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: float, /) -> Weighed:
        return Weighed(float(self) / float(other), _scaled(self.parts, 1 / float(other)))


def parts_of(value: float) -> Parts:
    return value.parts if isinstance(value, Weighed) else {}


def _scaled(parts: Parts, by: float) -> Parts:
    return {name: part * by for name, part in parts.items()}


def _joined(parts: Parts, others: Parts, by: float) -> Parts:
    found = dict(parts)
    for name, part in others.items():
        found[name] = found.get(name, 0.0) + by * part
    return found


def named(weights: W, names: Container[str]) -> W:
    """The same weights, of which these tell where they went."""
    told = {
        one.name: Weighed.of(one.name, value) if one.name in names and isinstance(value, float) else value
        for one in fields(weights)
        if (value := getattr(weights, one.name)) is not None
    }
    return type(weights)(**told)

"""What the weights of a doctrine are called when they are a reason for an answer or against it, in every language."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import RootModel, model_validator

from grognard.core.data import DataError, Table, read
from grognard.players.weights import POINTS, Weight


class Reason(Table):
    """A weight as a reason; a side that never counts has no words."""

    for_: dict[str, str]
    against: dict[str, str]

    @model_validator(mode="before")
    @classmethod
    def _by_language(cls, told: dict[str, str]) -> dict[str, dict[str, str]]:
        unknown = told.keys() - {"for", "for_ja", "against", "against_ja"}
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: not for, for_ja, against or against_ja")
        sides = {}
        for side in ("for", "against"):
            words = {"en": told.get(side, ""), "ja": told.get(f"{side}_ja", "")}
            if any(words.values()) and not all(words.values()):
                raise ValueError(f"{side}: lacks its words in {'Japanese' if words['en'] else 'English'}")
            sides[side] = words if any(words.values()) else {}
        if not any(sides.values()):
            raise ValueError("tells nothing")
        return {"for_": sides["for"], "against": sides["against"]}

    def words(self, part: float) -> dict[str, str] | None:
        """What it says when it counts for so much; None where there is nothing to say."""
        return (self.for_ if part > 0 else self.against) or None


class _File(RootModel[dict[str, Reason]]):
    pass


def read_reasons(
    path: Path, weights: Mapping[str, Weight], notes: tuple[str, ...] = (), units: Container[str] = (POINTS,)
) -> Mapping[str, Reason]:
    """The reasons of a file: one for each weight in these units, and for what else is told."""
    found = read(path, _File).root
    wanted = [*notes, *(name for name, weight in weights.items() if weight.unit in units)]
    faults = list(_faults(found, wanted))
    if faults:
        raise DataError(*(f"{path.name}: {fault}" for fault in faults))
    return found


def _faults(found: Mapping[str, Reason], wanted: Sequence[str]) -> Iterator[str]:
    for name in wanted:
        if name not in found:
            yield f"{name}: has no words"
    for name in found:
        if name not in wanted:
            yield f"{name}: is no weight that is told of"

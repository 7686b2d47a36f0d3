"""What the weights of a doctrine are called when they are a reason for an answer or against it, in every language."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import RootModel, model_validator

from grognard.core.data import DataError, Table, read
from grognard.players.weights import POINTS, Weight

SIDES: Final = ("for", "against", "for_named", "against_named")


class Reason(Table):
    """A weight as a reason; a side that never counts has no words. Where the doctrine knows whom or which hex it is
    about, `for_named` and `against_named` say it instead, with `{units}`, how many more `{others}`, or `{hex}`."""

    for_: dict[str, str]
    against: dict[str, str]
    for_named: dict[str, str]
    against_named: dict[str, str]

    @model_validator(mode="before")
    @classmethod
    def _by_language(cls, told: dict[str, str]) -> dict[str, dict[str, str]]:
        unknown = told.keys() - {*SIDES, *(f"{side}_ja" for side in SIDES)}
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: not {', '.join(SIDES)}, or one of them with _ja")
        sides = {}
        for side in SIDES:
            words = {"en": told.get(side, ""), "ja": told.get(f"{side}_ja", "")}
            if any(words.values()) and not all(words.values()):
                raise ValueError(f"{side}: lacks its words in {'Japanese' if words['en'] else 'English'}")
            sides[side] = words if any(words.values()) else {}
        if not (sides["for"] or sides["against"]):
            raise ValueError("tells nothing")
        for side in ("for", "against"):
            if sides[f"{side}_named"] and not sides[side]:
                raise ValueError(f"{side}: lacks its words where nothing is named")
        return {"for_": sides.pop("for"), **sides}

    def words(self, part: float) -> dict[str, str] | None:
        """What it says when it counts for so much; None where there is nothing to say."""
        return (self.for_ if part > 0 else self.against) or None

    def naming(self, part: float) -> dict[str, str] | None:
        """The same where it is known whom or what it is about."""
        return (self.for_named if part > 0 else self.against_named) or None


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

"""The counters as flat tuples by unit number, and sets of them as bitboards: what every rule looks things up in.

Combat units come first, HQs after them; chits are numbered in HQ order, then the two Manstein chits and STAVKA (2.4).
Built once from the data files and never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from grognard.games.avl.schema import AvlFiles, Hq, Scenario, Unit
from grognard.hex.grid import mask

AXIS: Final = 0
SOVIET: Final = 1
SIDES: Final = ("axis", "soviet")
NATIONS: Final = ("german", "italian", "romanian", "hungarian", "soviet")
GERMAN: Final = 0
SOVIETS: Final = 4
MINORS: Final = (1, 2, 3)

STAVKA: Final = "STAVKA"


@dataclass(frozen=True)
class Counters:
    """Every counter of the game."""

    rows: tuple[Unit | Hq, ...]
    numbers: dict[str, int]
    side: tuple[int, ...]
    nation: tuple[int, ...]
    move: tuple[int, ...]
    attack: tuple[tuple[int, ...], ...]
    """By unit and steps left; steps 0 is there so that the index is the number of steps."""
    defence: tuple[tuple[int, ...], ...]
    steps: tuple[int, ...]
    command_range: tuple[int, ...]
    combat: int
    hqs: int
    mechanized: int
    of_side: tuple[int, int]
    of_nation: tuple[int, ...]
    commanded_by: tuple[int, ...]
    """By nation of an HQ: the combat units it may activate (7.3.5)."""

    @classmethod
    def of(cls, files: AvlFiles) -> Counters:
        rows: tuple[Unit | Hq, ...] = (*files.units, *files.hqs)
        everyone = range(len(rows))
        nation = tuple(NATIONS.index(row.nation) for row in rows)
        of_nation = tuple(mask(u for u in everyone if nation[u] == n) for n in range(len(NATIONS)))
        combat = mask(u for u, row in enumerate(rows) if isinstance(row, Unit))
        axis = mask(u for u, row in enumerate(rows) if row.side == "axis")
        return cls(
            rows=rows,
            numbers={row.id: number for number, row in enumerate(rows)},
            side=tuple(SIDES.index(row.side) for row in rows),
            nation=nation,
            move=tuple(row.move for row in rows),
            attack=tuple(_by_steps(row.attack) if isinstance(row, Unit) else (0, 0) for row in rows),
            defence=tuple(_by_steps(row.defense) if isinstance(row, Unit) else (0, 0) for row in rows),
            steps=tuple(len(row.steps) if isinstance(row, Unit) else 1 for row in rows),
            command_range=tuple(row.command_range if isinstance(row, Hq) else 0 for row in rows),
            combat=combat,
            hqs=mask(everyone) & ~combat,
            mechanized=mask(u for u, row in enumerate(rows) if isinstance(row, Unit) and row.mechanized),
            of_side=(axis, mask(everyone) & ~axis),
            of_nation=of_nation,
            commanded_by=tuple(_commanded(n, of_nation, axis) & combat for n in range(len(NATIONS))),
        )

    def __len__(self) -> int:
        return len(self.rows)


def _by_steps(full_to_weakest: Sequence[int]) -> tuple[int, ...]:
    return (0, *reversed(full_to_weakest))


def _commanded(nation: int, of_nation: tuple[int, ...], axis: int) -> int:
    if nation == GERMAN:
        return axis
    if nation == SOVIETS:
        return of_nation[SOVIETS]
    return of_nation[nation] | of_nation[GERMAN]  # 7.3.5 own nation and Germans


@dataclass(frozen=True)
class Chits:
    """The command chits: one per HQ, two Manstein, one STAVKA (2.4)."""

    names: tuple[str, ...]
    numbers: dict[str, int]
    hq: tuple[int, ...]
    """The unit number of the HQ a chit activates, or -1."""
    of_hq: dict[int, int]
    of_side: tuple[int, int]
    manstein: int
    stavka: int
    """The chit number of STAVKA."""

    @classmethod
    def of(cls, counters: Counters, scenario: Scenario) -> Chits:
        hqs = [unit for unit in range(len(counters)) if counters.hqs >> unit & 1]
        special = [one.chit for one in scenario.chits.axis.special]
        names = (*(counters.rows[unit].label for unit in hqs), *special, *scenario.chits.soviet.always)
        axis = mask(chit for chit, unit in enumerate(hqs) if counters.side[unit] == AXIS)
        manstein = mask(range(len(hqs), len(hqs) + len(special)))
        everything = mask(range(len(names)))
        return cls(
            names=names,
            numbers={name: chit for chit, name in enumerate(names)},
            hq=(*hqs, *(-1 for _ in range(len(names) - len(hqs)))),
            of_hq={unit: chit for chit, unit in enumerate(hqs)},
            of_side=(axis | manstein, everything & ~axis & ~manstein),
            manstein=manstein,
            stavka=names.index(STAVKA),
        )

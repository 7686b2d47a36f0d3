"""The counters as flat tuples by unit number, and sets of them as bitboards: what every rule looks things up in.

Combat units come first, then the slots for cadres, launchers, HQs and the two Festungs. Built once and never changed;
what a cadre is worth depends on the division it comes from, so that is asked of the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

from grognard.games.vl.schema import Cadres, Festung, Hq, Launcher, Unit, VlFiles
from grognard.hex.grid import mask

SOVIET: Final = 0
GERMAN: Final = 1
SIDES: Final = ("soviet", "german")
QUALITIES: Final = "ABCD"
"""Best first: a smaller index is a better unit."""

DIVISION_STEPS: Final = 3
CADRE_STEPS: Final = 1
"""1.7.1 the steps of a division, and those with which it is a cadre."""

INFANTRY_MOVE: Final = 6
"""1.3b whoever has more movement points is mechanised."""


class Named(str):
    """The id of a counter that remembers what the counter said when it was named."""

    __slots__ = ("label",)
    label: str

    def __new__(cls, id: str, label: str = "") -> Self:
        named = super().__new__(cls, id)
        named.label = label
        return named


@dataclass(frozen=True)
class CadreSlot:
    """A cadre counter of the pool."""

    id: str
    label: str
    side: str
    nation: str
    move: int
    size: str


Row = Unit | CadreSlot | Launcher | Hq | Festung


@dataclass(frozen=True)
class Counters:
    """Every counter of the game."""

    rows: tuple[Row, ...]
    numbers: dict[str, int]
    side: tuple[int, ...]
    move: tuple[int, ...]
    """In movement points; a Festung has none."""
    strength: tuple[tuple[int, ...], ...]
    """By unit and steps left, (0,) where there is none; a cadre has its division's last step."""
    steps: tuple[int, ...]
    quality: tuple[int, ...]
    size: tuple[str, ...]
    colour: tuple[str, ...]
    of_colour: dict[str, int]
    """By colour: the counters printed in it."""
    supports: tuple[int, ...]
    reach: tuple[int, ...]
    """The range of an HQ's supports or of a launcher."""
    everyone: int
    of_side: tuple[int, int]
    combat: int
    """4.1 combat units, cadres among them: they have strength and ZOC."""
    divisions: int
    cadres: int
    """The slots of the pool; a division with one step left is a cadre as well (1.7.1)."""
    launchers: int
    hqs: int
    festungs: int
    stacking: int
    """5.1c everything that counts for stacking: all but HQs and Festungs."""
    small: int
    """5.1d, 5.2 Soviet battalions and companies, German companies."""
    alike: int
    """5.1d, 5.2 divisions and the small ones: two of a kind may be too many for a hex."""
    mechanised: int
    """Everything with 8 MP: it pays the mechanised costs (1.3b, 1.4d, 1.5g)."""
    obstructing: int
    """3.2b mechanised combat units and launchers: they take the road from other mechanised units."""
    infantry: int
    foot: int
    """Infantry in blue, 6 MP: only these can be infiltrated (4.4)."""
    armoured: int
    anti_tank: int
    """6.2.4 anti-tank units and units with a dot."""
    tank_fighters: int
    """6.4g armoured and anti-tank units proper; infantry with a dot is none."""
    asterisk: int
    ski: int
    pioneers: int
    """6.2.6 engineers and flame-throwers."""
    brigades: int
    """7.4a, 13.3.1c Soviet armoured and mechanised brigades."""
    integrity: tuple[tuple[str, int], ...]
    """6.2.2 (group, its units)."""
    second_mechanised: int
    """13.2.3 the units of the 2nd Mechanised Corps."""

    @classmethod
    def of(cls, files: VlFiles) -> Counters:
        units, launchers, hqs, festungs = (
            files.counters.unit, files.counters.launcher, files.counters.hq, files.counters.festung,
        )  # fmt: skip
        rows: tuple[Row, ...] = (*units, *_slots(files.counters.cadres), *launchers, *hqs, *festungs)

        def those(test: Callable[[Row], bool]) -> int:
            return mask(number for number, row in enumerate(rows) if test(row))

        def flagged(name: str) -> int:
            return those(lambda row: bool(getattr(row, name, False)))

        cadres = those(lambda row: isinstance(row, CadreSlot))
        combat = those(lambda row: isinstance(row, Unit)) | cadres
        launching = those(lambda row: isinstance(row, Launcher))
        staffs = those(lambda row: isinstance(row, Hq))
        forts = those(lambda row: isinstance(row, Festung))
        mechanised = those(lambda row: getattr(row, "move", 0) > INFANTRY_MOVE)
        infantry = flagged("infantry") | cadres
        armoured = flagged("armoured")
        soviet = those(lambda row: getattr(row, "side", "german") == "soviet")
        everyone = mask(range(len(rows)))
        divisions = those(lambda row: isinstance(row, Unit) and len(row.steps) == DIVISION_STEPS)
        small = those(lambda row: getattr(row, "size", "") == "I")
        small |= soviet & those(lambda row: getattr(row, "size", "") == "II")
        colour = tuple(getattr(row, "colour", "none") for row in rows)
        groups = dict.fromkeys(row.integrity for row in units if row.integrity is not None)
        return cls(
            rows=rows,
            numbers={row.id: number for number, row in enumerate(rows)},
            side=tuple(SOVIET if soviet >> number & 1 else GERMAN for number in range(len(rows))),
            move=tuple(getattr(row, "move", 0) for row in rows),
            strength=tuple((0, *reversed(row.steps)) if isinstance(row, Unit) else (0,) for row in rows),
            steps=tuple(_full(row) for row in rows),
            quality=tuple(QUALITIES.index(row.quality) if isinstance(row, Unit) else len(QUALITIES) for row in rows),
            size=tuple(getattr(row, "size", "") for row in rows),
            colour=colour,
            of_colour={one: mask(n for n, other in enumerate(colour) if other == one) for one in colour},
            supports=tuple(getattr(row, "supports", 0) for row in rows),
            reach=tuple(getattr(row, "range", 0) for row in rows),
            everyone=everyone,
            of_side=(soviet, everyone & ~soviet),
            combat=combat,
            divisions=divisions,
            cadres=cadres,
            launchers=launching,
            hqs=staffs,
            festungs=forts,
            stacking=everyone & ~staffs & ~forts,
            small=small,
            alike=divisions | small,
            mechanised=mechanised,
            obstructing=mechanised & (combat | launching),
            infantry=infantry,
            foot=infantry & ~mechanised,
            armoured=armoured,
            anti_tank=flagged("anti_tank"),
            tank_fighters=armoured | flagged("anti_tank") & ~infantry,
            asterisk=flagged("armoured_bonus"),
            ski=flagged("ski"),
            pioneers=flagged("engineer") | flagged("flamethrower"),
            brigades=armoured & soviet & those(lambda row: getattr(row, "size", "") == "X"),
            integrity=tuple(
                (group, mask(n for n, row in enumerate(rows) if getattr(row, "integrity", None) == group))
                for group in groups
            ),
            second_mechanised=those(lambda row: getattr(row, "formation", "") == "2M"),
        )

    def may_crowd(self, units: int) -> bool:
        """Whether a side's counters in a hex may be too many: one always fits, and two unless they are of a kind."""
        units &= self.stacking
        others, alike = units & (units - 1), units & self.alike
        return bool(others & (others - 1) or alike & (alike - 1))

    def __len__(self) -> int:
        return len(self.rows)


def _slots(cadres: Cadres) -> list[CadreSlot]:
    return [
        CadreSlot(f"cadre-{number}", f"{cadres.label} {number}", "soviet", "soviet", cadres.move, cadres.size)
        for number in range(1, cadres.count + 1)
    ]


def _full(row: Row) -> int:
    if isinstance(row, Unit):
        return len(row.steps)
    return row.levels if isinstance(row, Festung) else 1

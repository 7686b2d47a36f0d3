"""The counters as flat tuples by unit number, and sets of them as bitboards: what every rule looks things up in.

A kind of counter with `count` equal ones gives so many units, `su-rifle-rgt#1` and on. Built once and never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from grognard.games.lb.schema import LbFiles, Unit
from grognard.hex.grid import mask

GERMAN: Final = 0
RUSSIAN: Final = 1
SIDES: Final = ("german", "russian")

ARTILLERY_OF_ANY_TYPE: Final = ("ranged_artillery", "direct_fire_artillery", "anti_tank", "anti_aircraft")

VALUES = ["combat_strength", "attack_strength", "defense_strength", "movement"]
GUN_VALUES = ["fire_strength", "fire_range", "movement"]
"""What the figures on a counter are called (pieces.B, pieces.C)."""


@dataclass(frozen=True)
class Individual:
    """One counter of its kind."""

    id: str
    label: str
    kind: Unit
    number: int

    @property
    def side(self) -> str:
        return self.kind.side

    def name(self, language: str) -> str:
        """What it is, in full; a kind with a single counter needs no number. Sentences use the label, as on the map."""
        label = self.kind.label_ja if language == "ja" else self.kind.label
        if self.kind.count == 1:
            return label
        return f"{label}{self.number}" if language == "ja" else f"{label} {self.number}"

    def face(self) -> dict[str, Any]:
        """What never changes about a counter."""
        kind = self.kind
        gun = kind.type == "ranged_artillery"
        guns, others = [kind.combat, kind.range, kind.move], [kind.combat, kind.attack, kind.defense, kind.move]
        shown: dict[str, Any] = {
            "id": self.id,
            "label": self.label,
            "name": {"en": self.name("en"), "ja": self.name("ja")},
            "side": kind.side,
            "nation": kind.nation,
            "symbol": kind.type.replace("_", "-"),
            "size": kind.size,
            "move": kind.move,
            "values": guns if gun else others,
            "value_names": GUN_VALUES if gun else VALUES,
            "rms": kind.rms,
            "steps": 1,
            "full_steps": 1,
        }
        if gun:
            shown["fire_range"] = kind.range
        return shown


@dataclass(frozen=True)
class Counters:
    """Every counter of the game."""

    rows: tuple[Individual, ...]
    numbers: dict[str, int]
    of_kind: dict[str, tuple[int, ...]]
    of_type: dict[str, int]
    side: tuple[int, ...]
    move: tuple[int, ...]
    combat: tuple[int, ...]
    """Combat Strength, or the Fire Strength of ranged artillery (pieces.B)."""
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    rms: tuple[int, ...]
    range: tuple[int, ...]
    points: tuple[int, ...]
    of_side: tuple[int, int]
    motor: int
    """Units that pay the 8-or-more column (move.A)."""
    minimum: int
    """Units that may always move one hex (move.M)."""
    guns: int
    """Ranged artillery, Class II (class.II)."""
    supply: int
    hqs: int
    engineers: int
    infantry: int
    anti_tank: int
    anti_aircraft: int
    armor: int
    """Always armored (armor.A)."""
    optional_armor: int
    """Armored infantry: armored if its owner says so (armor.A)."""
    zoc: int
    """Units with a ZOC whatever they do; guns have one when unlimbered (zoc.F)."""
    ground: int
    """Class I units that may attack (class.I)."""

    @classmethod
    def of(cls, files: LbFiles) -> Counters:
        rows = tuple(
            Individual(f"{kind.id}#{n}", f"{kind.short}{n}" if kind.count > 1 else kind.short, kind, n)
            for kind in files.units
            for n in range(1, kind.count + 1)
        )

        def those(test: Callable[[Unit], bool]) -> int:
            return mask(unit for unit, row in enumerate(rows) if test(row.kind))

        side = tuple(SIDES.index(row.kind.side) for row in rows)
        german = mask(unit for unit, of in enumerate(side) if of == GERMAN)
        return cls(
            rows=rows,
            numbers={row.id: unit for unit, row in enumerate(rows)},
            of_kind={kind.id: tuple(unit for unit, row in enumerate(rows) if row.kind is kind) for kind in files.units},
            of_type=_by_type(rows),
            side=side,
            move=tuple(row.kind.move for row in rows),
            combat=tuple(row.kind.combat for row in rows),
            attack=tuple(row.kind.attack for row in rows),
            defence=tuple(row.kind.defense for row in rows),
            rms=tuple(row.kind.rms for row in rows),
            range=tuple(row.kind.range or 0 for row in rows),
            points=tuple(row.kind.points for row in rows),
            of_side=(german, mask(range(len(rows))) & ~german),
            motor=those(lambda kind: kind.move >= files.tables.movement.motor_column),
            minimum=those(lambda kind: kind.minimum_move),
            guns=those(lambda kind: kind.type == "ranged_artillery"),
            supply=those(lambda kind: kind.type == "supply"),
            hqs=those(lambda kind: kind.type == "headquarters"),
            engineers=those(lambda kind: kind.type == "engineer"),
            infantry=those(lambda kind: kind.type == "infantry"),
            anti_tank=those(lambda kind: kind.type == "anti_tank"),
            anti_aircraft=those(lambda kind: kind.type == "anti_aircraft"),
            armor=those(lambda kind: kind.armor is True),
            optional_armor=those(lambda kind: kind.armor == "optional"),
            zoc=those(lambda kind: kind.zoc is True),
            ground=those(lambda kind: kind.may_attack and kind.type != "ranged_artillery"),
        )

    def __len__(self) -> int:
        return len(self.rows)


def _by_type(rows: Iterable[Individual]) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit, row in enumerate(rows):
        found[row.kind.type] = found.get(row.kind.type, 0) | 1 << unit
    return found

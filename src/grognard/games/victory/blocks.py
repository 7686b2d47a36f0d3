"""The blocks of one set-up by unit number: whose they are, of which type, and sets of them as bitboards.

An army is one player's blocks, or those that a team of commanders shares (10.5). Which armies there are and which block
set each takes depends on scenario and options, so blocks are made once per set-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.games.victory.kinds import AIR, GROUND, NAVAL, Kinds
from grognard.games.victory.schema import ArmyRow, ScenarioRow
from grognard.hex.grid import mask

HISTORICAL = ("german", "soviet", "usa")
"""Which sets armies take in turn where none is named (hist.1-3)."""


@dataclass(frozen=True)
class Block:
    """One block: what the world outside calls it and what stands on its face."""

    id: str
    label: str
    army: int
    kind: int


@dataclass(frozen=True)
class Blocks:
    """Every block of a set-up."""

    rows: tuple[Block, ...]
    numbers: dict[str, int]
    army: tuple[int, ...]
    kind: tuple[int, ...]
    class_of: tuple[int, ...]
    turn: tuple[int, ...]
    move: tuple[int, ...]
    most: tuple[int, ...]
    """Full strength."""
    of_army: tuple[int, ...]
    holding: tuple[int, ...]
    """By army: its blocks that hold the hex they are in: all but factories (9.1d)."""
    air: int
    naval: int
    ground: int
    of_kind: dict[tuple[int, int], int]
    """By army and type: its blocks."""
    fellows: tuple[int, ...]
    """By block: all blocks of its army and type, itself among them."""
    # sets of blocks by what they can do
    carriers: int
    submarines: int
    amphibious: int
    beachheads: int
    airborne: int
    engineers: int
    resources: int
    factories: int
    fixed: int
    """Blocks that never move by themselves: factories."""
    strategic_only: int
    one_shot: int
    coastal_only: int
    """Ground units that stand on coasts alone: Marines."""
    steady: int
    """Not stopped by forest, marsh and mountain (stretch.2)."""

    @classmethod
    def of(cls, kinds: Kinds, scenario: ScenarioRow, options: Mapping[str, Any]) -> Blocks:
        rows: list[Block] = []
        for army, row in enumerate(scenario.army):
            named: Counter[str] = Counter()  # two types of one name, from two sets, are numbered on
            for type_ in _types(kinds, sets_of(scenario, options)[army], options):
                face = kinds.rows[type_]
                base = face.id.removeprefix(f"{face.set}-")
                for _ in range(face.mix):
                    named[base] += 1
                    rows.append(Block(f"{row.id}-{base}-{named[base]}", face.label, army, type_))
        kind = tuple(row.kind for row in rows)
        of = _setter(kinds, kind)
        of_army = tuple(mask(n for n, row in enumerate(rows) if row.army == a) for a in range(len(scenario.army)))
        factories = of("produces")
        of_kind: dict[tuple[int, int], int] = {}
        for number, one in enumerate(rows):
            of_kind[one.army, one.kind] = of_kind.get((one.army, one.kind), 0) | 1 << number
        return cls(
            rows=tuple(rows),
            numbers={row.id: number for number, row in enumerate(rows)},
            army=tuple(row.army for row in rows),
            kind=kind,
            class_of=tuple(kinds.class_of[one] for one in kind),
            turn=tuple(kinds.turn[one] for one in kind),
            move=tuple(kinds.move[one] for one in kind),
            most=tuple(kinds.steps[one] for one in kind),
            of_army=of_army,
            holding=tuple(units & ~factories for units in of_army),
            air=mask(n for n, one in enumerate(kind) if kinds.class_of[one] == AIR),
            naval=mask(n for n, one in enumerate(kind) if kinds.class_of[one] == NAVAL),
            ground=mask(n for n, one in enumerate(kind) if kinds.class_of[one] == GROUND),
            of_kind=of_kind,
            fellows=tuple(of_kind[one.army, one.kind] for one in rows),
            carriers=of("carrier_units"),
            submarines=of("passes_enemy"),
            amphibious=of("amphibious"),
            beachheads=of("beachhead"),
            airborne=of("paradrop"),
            engineers=of("engineer"),
            resources=of("mined_per_turn"),
            factories=factories,
            fixed=mask(n for n, one in enumerate(kind) if not kinds.rows[one].moves),
            strategic_only=of("sm_only"),
            one_shot=of("one_shot"),
            coastal_only=of("coastal_only"),
            steady=of("no_terrain_stop"),
        )

    def __len__(self) -> int:
        return len(self.rows)


def _setter(kinds: Kinds, kind: Sequence[int]) -> Any:
    def of(key: str) -> int:
        return mask(number for number, one in enumerate(kind) if getattr(kinds.rows[one], key))

    return of


def sets_of(scenario: ScenarioRow, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The block set of each army: named in option `sets`, historical ones in turn, or the base set."""
    named = [name.strip() for name in str(options["sets"]).split(",") if name.strip()]
    default = HISTORICAL if options["historical_sets"] else ("base",)
    return tuple(
        named[army] if army < len(named) else default[army % len(default)] for army in range(len(scenario.army))
    )


def _types(kinds: Kinds, own: str, options: Mapping[str, Any]) -> list[int]:
    sets = [own]
    if options["stretch_units"]:
        sets.append("stretch")
    if options["factories"]:
        sets.append("logistics")
    return [number for number, row in enumerate(kinds.rows) if row.set in sets]


@dataclass(frozen=True)
class Army:
    """Whose blocks, and who decides for them."""

    number: int
    id: str
    side: int
    row: ArmyRow
    players: tuple[int, ...]
    """Who may decide: one player, or the commanders of a team in the order of the scenario's posts."""


def factories_needed(lacks: Iterable[tuple[int, bool]], most: int) -> tuple[int, int]:
    """9.1e how many factories cities need that lack so many points and have a port or not: inland, and in all."""
    counts = [(max(-(-lack // most), 0), port) for lack, port in lacks]
    return sum(count for count, port in counts if not port), sum(count for count, _ in counts)

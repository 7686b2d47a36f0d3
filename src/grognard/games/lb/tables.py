"""What a position of Lost Battles stands on: data loaded once, names, and what is worked out of them and remembered.

Every chapter reads its map, counters and tables here; nothing here knows a chapter. `game` lays the rules over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.ask import Kind, Target
from grognard.core.filed import FiledGame
from grognard.core.game import Option, Scenario
from grognard.core.odds import OddsTable
from grognard.core.seats import Roster
from grognard.games.lb import schema
from grognard.games.lb.check import check
from grognard.games.lb.counters import SIDES, Counters, Individual
from grognard.games.lb.frontline import Cover, Reserve, solve
from grognard.games.lb.ground import Ground
from grognard.games.lb.plan import Plan
from grognard.games.lb.tracing import along_road, trace_to_hq, trace_to_source
from grognard.games.lb.verbs import VERBS
from grognard.hex.grid import Sides, bits, either_side, mask
from grognard.hex.map import HexMap
from grognard.hex.trace import Going, flood

if TYPE_CHECKING:  # a position holds its tables, and they say of which class it is
    from grognard.games.lb.state import LbState  # noqa: F401  # a quoted base is no use to the linter

WORTH = {"AX": -1.0, "AB": -0.5, "EX": 0.0, "DB": 0.5, "DX": 1.0}
"""What a result is worth to the attacker, for the account of a game."""


class LbTables(FiledGame[schema.LbFiles, "LbState"]):
    """The data; an overlay folder lays an owner's own figures and scenarios over ours."""

    id = "lb"
    tells_losses = True  # of its counters, which have one step, the view tells only where they are
    names: Mapping[str, str] = {"en": "Lost Battles", "ja": "Lost Battles（失われた戦い）"}
    version = "4"
    folder = Path(__file__).parent
    verbs = VERBS
    sides = SIDES

    load = staticmethod(schema.load)
    check = staticmethod(check)

    # ---- data

    @cached_property
    def counters(self) -> Counters:
        return Counters.of(self.files)

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.files)

    @property
    def map(self) -> HexMap:
        return self.files.map

    @property
    def units(self) -> Sequence[Individual]:
        return self.counters.rows

    @cached_property
    def chits(self) -> Mapping[str, int]:
        """The tokens of all secret choices: "objective-A" and its like."""
        names = dict.fromkeys(
            f"{one.id}-{option}"
            for scenario in self.files.scenarios.values()
            for one in scenario.choices
            for option in one.options
        )
        return {name: number for number, name in enumerate(names)}

    @property
    def chit_names(self) -> Sequence[str]:
        return tuple(self.chits)

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        roster = Roster.of({side: side for side in SIDES})
        return {row.id: Scenario.of(row, roster, self._options(row)) for row in self.files.scenarios.values()}

    def _options(self, row: schema.Scenario) -> list[Option]:
        """The scenario's own options and those of every scenario; air.C only where there are aircraft."""
        common = [one for one in self.files.tables.option if row.air_points or not one.rule.startswith("air.")]
        return [Option(one.id, one.default, one.rule, choices=one.choices) for one in (*row.option, *common)]

    @cached_property
    def faces(self) -> list[dict[str, Any]]:
        return [row.face() for row in self.counters.rows]

    @cached_property
    def crt(self) -> OddsTable:
        """combat.proc.b columns by odds, rows by die with its additions."""
        table = self.files.tables.crt
        ratios = [int(a) / int(b) for a, b in (name.split("-") for name in table.odds)]
        rows = {
            face: [table.rows[name][number] for name in table.odds] for number, face in enumerate(table.die_columns)
        }
        return OddsTable.of(table.odds, ratios, {face: [str(one) for one in row] for face, row in rows.items()})

    @cached_property
    def stack_limit(self) -> int:
        return self.files.tables.stacking.units

    # ---- what is worked out again and again, remembered

    @cached_property
    def _plans(self) -> dict[tuple[Any, ...], Plan]:
        return {}

    def plan(self, scenario: str, options: Mapping[str, Any]) -> Plan:
        """A scenario with its options settled."""
        key = (scenario, *sorted(options.items()))
        if key not in self._plans:
            row = self.files.scenarios[scenario]
            self._plans[key] = Plan.of(self.files, self.counters, self.ground, self.chits, row, options)
        return self._plans[key]

    @cached_property
    def ways(self) -> Callable[[bool, tuple[int, ...]], Sides]:
        """The passable hexsides with these engineers' bridges, with or without the road bridges (eng.general)."""
        ground = self.ground

        @lru_cache(maxsize=256)
        def open_sides(engineers_only: bool, built: tuple[int, ...]) -> Sides:
            sides = ground.dry[engineers_only]
            for number in built:
                sides = either_side(sides, ground.bridge_sides(number))
            return sides

        return open_sides

    @cached_property
    def lines(self) -> Callable[[int, int, Sides], int]:
        """Hexes with a line to these sources (supply.E)."""
        ground = self.ground
        return lru_cache(maxsize=256)(lambda allowed, sources, ways: trace_to_source(ground, allowed, sources, ways))

    @cached_property
    def command(self) -> Callable[[int, int, Sides], int]:
        """Hexes in supply of these HQs (supply.A).

        Each is as far as it would be with nobody about, if that is all open to lines; only the others are traced.
        """
        ground, most, undisturbed = self.ground, 2 * self.files.tables.supply.motor_points, self.undisturbed

        @lru_cache(maxsize=256)
        def led(hqs: int, allowed: int, ways: Sides) -> int:
            open_, found, barred = allowed | hqs, 0, 0
            for hq in bits(hqs):
                widest = undisturbed(hq, ways)
                if widest & ~open_:
                    barred |= 1 << hq
                else:
                    found |= widest
            return found | trace_to_hq(ground, barred, open_, ways, most) if barred else found

        return led

    @cached_property
    def undisturbed(self) -> Callable[[int, Sides], int]:
        """Hexes in supply of an HQ in this hex with no enemy about: no enemy makes them more."""
        ground, most = self.ground, 2 * self.files.tables.supply.motor_points
        return lru_cache(maxsize=2048)(lambda hex, ways: trace_to_hq(ground, 1 << hex, ground.land, ways, most))

    @cached_property
    def along_road(self) -> Callable[[int, int], int]:
        """Road hexes within a Road Movement Space of these (move.Ib)."""
        ground = self.ground
        return lru_cache(maxsize=256)(lambda hexes, space: along_road(ground, hexes, space))

    @cached_property
    def going(self) -> Callable[[int, int, bool, int, Sides, Sides], Going]:
        """What movement costs a class of units with these enemy ZOCs, hexes, crossings and road stretches."""
        ground = self.ground

        @lru_cache(maxsize=64)
        def priced(motor: int, zoc: int, deployed: bool, free: int, ways: Sides, marching: Sides) -> Going:
            entry = ground.entry[motor]
            return Going(
                entry=(*entry, ("zoc", ground.zoc_enter, zoc)) if deployed else entry,  # zoc.A, tec.b, zoc.G once
                leaving=(("zoc_leave", ground.zoc_leave, zoc),),  # zoc.B
                open=ways,
                free=free,
                roads=(("road", ground.road_cost, marching),),  # move.Ia
            )

        return priced

    @cached_property
    def one_of_each(self) -> Callable[[int], int]:
        """The first of each kind among these units: equal counters are one choice."""
        rows = self.counters.rows

        @lru_cache(maxsize=512)
        def first_of_kinds(units: int) -> int:
            first: dict[str, int] = {}
            for unit in bits(units):
                first.setdefault(rows[unit].kind.id, unit)
            return mask(first.values())

        return first_of_kinds

    @cached_property
    def cover(self) -> Callable[[tuple[int, ...]], Cover]:
        """What infantry covers of a front line (scenario1.setup.A)."""
        ground = self.ground
        return lru_cache(maxsize=16)(lambda path: Cover.of_line(ground, path))

    @cached_property
    def cover_plan(self) -> Callable[[tuple[int, ...], int, Reserve], list[tuple[int, int]] | None]:
        """Where infantry in hand could cover what is open of a line, or None (scenario1.setup.A)."""
        return lru_cache(maxsize=4096)(lambda path, open_, reserve: solve(self.cover(path), open_, reserve))

    @cached_property
    def set_ups(self) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        """Set-ups that were worked out already: what was placed before -> what is placed after."""
        return {}

    @cached_property
    def connected(self) -> Callable[[int, int], int]:
        """The hexes of a chain (scenario4.line)."""
        grid = self.ground.grid
        return lru_cache(maxsize=1024)(lambda start, own: flood(grid, start, own))

    @cached_property
    def named(self) -> int:
        """The places with a name on the map."""
        return mask(self.map.place_at)

    # ---- names

    @property
    def hexside_count(self) -> int:
        return len(self.ground.rivers)

    def target_name(self, kind: Kind, number: int) -> Target:
        return self.ground.hexside_name(number) if kind is Kind.HEXSIDE else super().target_name(kind, number)

    def target_number(self, kind: Kind, name: Target) -> int:
        if kind is not Kind.HEXSIDE:
            return super().target_number(kind, name)
        a, _, b = str(name).partition("-")
        number = self.ground.river_number.get(frozenset((self.ground.grid.index(a), self.ground.grid.index(b))))
        if number is None:
            raise ValueError(f"{name} is no river hexside")
        return number

    def wording(self, kind: str, value: Any, language: str) -> str:
        if kind == "result":
            return self.words.template(f"result.{value}", language)
        if kind == "column" and value == "-":
            return self.words.word("no_column", language)
        return super().wording(kind, value, language)

    # ---- what things are worth

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """combat.proc.d enemies destroyed less one's own; half of it for having to go back."""
        if "result" not in facts or facts.get("column") not in self.crt.columns:
            return None
        level, last = self.crt.columns.index(facts["column"]), self.files.tables.crt.die_columns[-1]
        faces = (min(face + int(facts.get("addition", 0)), last) for face in range(1, 7))
        return [WORTH[self.crt.result(level, face)] for face in faces]

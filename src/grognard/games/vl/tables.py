"""The tables a position of Velikiye Luki stands on: map, counters, charts and arrivals, read once from the data files.

Chapters and positions look things up here. Nothing here knows a step or works on a position: that is `VlGame`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.core.filed import FiledGame
from grognard.core.game import Option, Scenario
from grognard.core.odds import OddsTable
from grognard.core.seats import Roster
from grognard.games.vl import schema
from grognard.games.vl.check import check
from grognard.games.vl.counters import GERMAN, QUALITIES, SIDES, SOVIET, Counters, Named, Row
from grognard.games.vl.ground import HALVES, INFANTRY, MECHANISED, SKI, Ground
from grognard.games.vl.schema import Launcher
from grognard.games.vl.verbs import VERBS
from grognard.hex.grid import both_sides, mask
from grognard.hex.map import HexMap
from grognard.hex.trace import Going

if TYPE_CHECKING:  # a position holds its tables, and they say of which class it is
    from grognard.games.vl.state import VlState  # noqa: F401  # a quoted base is no use to the linter

OPTION_RULES = {
    "two_2m_units_per_combat": "13.2.3b",
    "ten_vp_is_soviet": "13.3.3",
    "only_1_r3_is_bold": "6.4c",
    "festung_bonus_per_unit": "7.4a",
    "festung_double_on_last": "7.5c",
    "third_regiment_331": "13.2.1",
    "overstacked_retreat_at_once": "5.1b",
    "german_beside_city_breaks_ring": "7.1a",
}
RETREAT_WORTH: Final = 0.5
"""Steps that having to retreat counts for, in the account of a game."""


class VlTables(FiledGame[schema.VlFiles, "VlState"]):
    """The data of the game; an overlay folder lays an owner's own figures over ours."""

    id = "vl"
    names: Mapping[str, str] = {"en": "Velikiye Luki 1942-1943", "ja": "ヴェリキエ・ルーキ 1942-1943"}
    version = "4"
    folder = Path(__file__).parent
    verbs = VERBS

    load = staticmethod(schema.load)
    check = staticmethod(check)

    # ---- data

    @cached_property
    def campaign(self) -> schema.Scenario:
        return next(iter(self.files.scenarios.values()))

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
    def units(self) -> Sequence[Row]:
        return self.counters.rows

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        roster = Roster.of({side: side for side in SIDES})
        return {
            row.id: Scenario.of(row, roster, (Option(name, value, OPTION_RULES[name]) for name, value in row.options))
            for row in self.files.scenarios.values()
        }

    @property
    def cadre_label(self) -> str:
        return self.files.counters.cadres.label

    @cached_property
    def crt(self) -> OddsTable:
        table = self.files.tables.crt
        return OddsTable.of(table.columns, table.ratios, {face: list(row) for face, row in table.rows.items()})

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """6.4 steps that the defender loses less the attacker's; and what having to retreat is worth."""
        if "modifier" in facts:  # 7.5 levels that the garrison loses
            return [0.0 if code == "-" else float(code) for code in facts["by_die"]]
        if "result" not in facts or facts.get("column") not in self.crt.columns:
            return None
        level = self.crt.columns.index(facts["column"])
        halves = (row[level].split("/") for row in self.crt.rows)
        return [_steps(defender) - _steps(attacker) for attacker, defender in halves]

    @cached_property
    def quality(self) -> tuple[tuple[int, ...], ...]:
        """By quality, best first, and face: columns for the roller (6.2.8c)."""
        return tuple(self.files.tables.quality[letter] for letter in QUALITIES)  # type: ignore[index]

    @cached_property
    def turns(self) -> int:
        return self.campaign.turns

    def date(self, turn: int) -> dict[str, str]:
        """The first day of a turn, in words (1.1)."""
        day = self.campaign.first_date + timedelta(days=self.campaign.days_per_turn * (turn - 1))
        return {"en": f"{day.day} {day:%B} {day.year}", "ja": f"{day.year}年{day.month}月{day.day}日"}

    @cached_property
    def rocket_columns(self) -> tuple[int, ...]:
        """1.5e by counter: what a launcher gives."""
        return tuple(row.column_shift if isinstance(row, Launcher) else 0 for row in self.counters.rows)

    @cached_property
    def festung_rockets(self) -> int:
        """7.4a launchers that help against the city."""
        rows = enumerate(self.counters.rows)
        return mask(unit for unit, row in rows if isinstance(row, Launcher) and row.festung_bonus)

    def worth(self, hex: int) -> int:
        return dict(self.ground.prizes).get(hex, 0)

    # ---- who comes when and where (13)

    @cached_property
    def arrives(self) -> tuple[int, ...]:
        """By counter: the turn of its arrival, 0 for those set up at start."""
        turns = {unit: group.turn for group in self.campaign.reinforcements for unit in group.units}
        return tuple(turns.get(row.id, 0) for row in self.counters.rows)

    @cached_property
    def optional(self) -> tuple[tuple[str, int], ...]:
        """(option, the reinforcements that come with it)."""
        return tuple(
            (group.option, mask(self.counters.numbers[unit] for unit in group.units))
            for group in self.campaign.reinforcements
            if group.option is not None
        )

    @cached_property
    def due_by(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side and turn: the reinforcements of that turn and before."""
        due = [
            mask(unit for unit, arrives in enumerate(self.arrives) if 0 < arrives <= turn)
            for turn in range(self.turns + 1)
        ]
        soviet, german = self.counters.of_side
        return tuple(units & soviet for units in due), tuple(units & german for units in due)

    @cached_property
    def entry_groups(self) -> tuple[tuple[int, int], ...]:
        """(hexes of entry, the reinforcements that use them)."""
        areas = sorted({area for area in self.enters if area})
        return tuple((area, mask(unit for unit, enters in enumerate(self.enters) if enters == area)) for area in areas)

    @cached_property
    def entry_area(self) -> int:
        """All hexes of entry."""
        area = 0
        for hexes, _ in self.entry_groups:
            area |= hexes
        return area

    @cached_property
    def enters(self) -> tuple[int, ...]:
        """By counter: the hexes it enters at."""
        areas = {unit: group.enters for group in self.campaign.reinforcements for unit in group.units}
        return tuple(self.map.areas[areas[row.id]] if row.id in areas else 0 for row in self.counters.rows)

    @cached_property
    def returns(self) -> tuple[int, int]:
        """By side: where an HQ comes back (1.4e)."""
        areas = self.campaign.returns
        return self.map.areas[areas["soviet"]], self.map.areas[areas["german"]]

    @cached_property
    def free_area(self) -> dict[int, int]:
        """By counter that its owner sets up: the hexes he may use (13.1)."""
        return {
            self.counters.numbers[unit]: self.ground.land if choice.area is None else self.map.areas[choice.area]
            for choice in self.campaign.choice
            for unit in choice.suggested
        }

    @cached_property
    def free_units(self) -> tuple[int, int]:
        units = mask(self.free_area)
        return units & self.counters.of_side[SOVIET], units & self.counters.of_side[GERMAN]

    @cached_property
    def suggested(self) -> dict[int, int]:
        return {
            self.counters.numbers[unit]: self.ground.grid.index(hex)
            for choice in self.campaign.choice
            for unit, hex in choice.suggested.items()
        }

    # ---- movement

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """By counter: its class in the Terrain Effects Table (16.1)."""
        counters = self.counters
        walking = [SKI if counters.ski >> unit & 1 else INFANTRY for unit in range(len(counters))]
        return tuple(MECHANISED if counters.mechanised >> unit & 1 else kind for unit, kind in enumerate(walking))

    @cached_property
    def leaving_zoc(self) -> int:
        """4.2.1b half points to leave a hex in enemy ZOC."""
        return HALVES * self.files.tables.movement.leave_enemy_zoc

    @cached_property
    def going(self) -> Callable[[int, int, int, int, int], Going]:
        """What movement costs a class of mover, remembered while nothing that matters changes.

        `zoc` are the hexes whose leaving costs extra (4.2.1b), `bound` the hexes of one unit's ZOC between which
        there is no direct way (4.2.1c), `clogged` those whose road is taken (3.2b).
        """
        ground = self.ground

        @lru_cache(maxsize=256)
        def priced(kind: int, free: int, zoc: int, bound: int, clogged: int) -> Going:
            roads = ground.paths
            if clogged:
                roads = both_sides(roads, ground.grid.towards(ground.land & ~clogged))
            return Going(
                entry=ground.entry[kind],
                crossing=ground.crossing[kind],
                leaving=(("zoc_leave", self.leaving_zoc, zoc),),
                open=ground.passable,
                free=free,
                barred_within=((ground.passable, bound),) if bound else (),
                roads=(("rail" if kind == MECHANISED else "road", ground.path_cost[kind], roads),),
            )

        return priced

    # ---- names

    def wording(self, kind: str, value: Any, language: str) -> str:
        if kind == "unit" and isinstance(value, Named):
            return value.label
        if kind == "weather":
            return self.words.word(f"weather_{value}", language)  # clear ground is another word
        if kind == "shifts":
            return f"{self.words.template('odds.' + value['word'], language)} {value['points']}"
        return super().wording(kind, value, language)


def _steps(code: str) -> float:
    """One side's half of a result: "R2" is two steps and a retreat."""
    retreats = code.startswith("R")
    return int(code.lstrip("R-") or 0) + (RETREAT_WORTH if retreats else 0)

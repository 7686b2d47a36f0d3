"""The tables a position of A Victory Lost stands on: map, counters, charts and dates, read once from the data files.

Chapters and positions look things up here. Nothing here knows a step or works on a position: that is `AvlGame`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from grognard.core.data import DataError, laid_over
from grognard.core.filed import FiledGame
from grognard.core.game import Option, Scenario
from grognard.core.odds import OddsTable
from grognard.core.seats import Roster
from grognard.core.step import Step
from grognard.games.avl import schema
from grognard.games.avl.check import check
from grognard.games.avl.counters import SIDES, Chits, Counters
from grognard.games.avl.even import evened
from grognard.games.avl.ground import Ground
from grognard.games.avl.verbs import VERBS
from grognard.hex.grid import bits, mask
from grognard.hex.map import HexMap
from grognard.hex.trace import Going, flood, reach, within

if TYPE_CHECKING:  # a position holds its tables, and they say of which class it is
    from grognard.games.avl.state import AvlState

OPTION_RULES = {
    "soviet_help_german_mech_5vp": "15.0.1a",
    "soviet_help_administrative_movement": "15.0.1b",
    "soviet_help_1pza_turn_5": "15.0.1c",
    "axis_help_manstein_early": "15.0.2a",
    "axis_help_soviet_preplanned_chits": "15.0.2b",
    "axis_help_first_chit_choice": "15.0.2c",
    "even_figures": "2.2.2b",
}

RETREAT_WORTH: Final = 0.5
"""Steps that having to retreat counts for, in the account of a game."""


class AvlTables(FiledGame[schema.AvlFiles, "AvlState"]):
    """The data of the game; an overlay folder lays an owner's own figures over ours."""

    id = "avl"
    names: Mapping[str, str] = {"en": "A Victory Lost", "ja": "A Victory Lost（ハリコフ1943）"}
    version = "1"
    folder = Path(__file__).parent
    verbs = VERBS
    end_of_turn: tuple[Step[AvlState], ...]
    """4.3 what follows the Supply Phase: steps, so the game above gives them."""
    relocation_distance = 4
    """12.7b at least four hexes away."""

    load = staticmethod(schema.load)
    check = staticmethod(check)

    def __init__(self, overlay: Path | None = None, root: Self | None = None) -> None:
        super().__init__(overlay)
        self._root = root or self

    def laid_out(self, scenario: Scenario, options: Mapping[str, Any]) -> Self:
        """This game with the counters that the options name."""
        return self._root._even if options["even_figures"] else self._root

    def with_data(self, folder: Path) -> Self:
        """The same; what an owner's own `even.toml` makes of it is tested, too."""
        game = super().with_data(folder)
        if faults := self.check(game._even.files):
            raise DataError(*faults)
        return game

    @cached_property
    def _even(self) -> Self:
        game = type(self)(self.own_data, self)
        game.files = evened(self.files, *laid_over(self.own_data, self.folder / "data"))
        return game

    # ---- data

    @cached_property
    def campaign(self) -> schema.Scenario:
        return self.files.scenarios["campaign"]

    @cached_property
    def counters(self) -> Counters:
        return Counters.of(self.files)

    @cached_property
    def chits(self) -> Chits:
        return Chits.of(self.counters, self.campaign)

    @property
    def chit_names(self) -> Sequence[str]:
        return self.chits.names

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.files)

    @property
    def map(self) -> HexMap:
        return self.files.map

    @property
    def units(self) -> Sequence[schema.Unit | schema.Hq]:
        return self.counters.rows

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        roster = Roster.of({side: side for side in SIDES})
        return {
            row.id: Scenario.of(row, roster, (Option(name, value, OPTION_RULES[name]) for name, value in row.options))
            for row in self.files.scenarios.values()
        }

    @cached_property
    def crt(self) -> OddsTable:
        table = self.files.tables.crt
        return OddsTable.of(table.columns, table.ratios, {face: list(row) for face, row in table.rows.items()})

    @cached_property
    def results(self) -> Mapping[str, schema.CombatResult]:
        return self.files.tables.crt.results

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """9.4.1 steps that the enemy loses less one's own; and what having to retreat is worth."""
        if "result" not in facts or facts.get("column") not in self.crt.columns:
            return None
        level = self.crt.columns.index(facts["column"])
        cells = [self.results[row[level]] for row in self.crt.rows]
        return [cell.defender_steps - cell.attacker_steps + (RETREAT_WORTH if cell.retreat else 0) for cell in cells]

    @cached_property
    def points(self) -> schema.VictoryPoints:
        return self.files.tables.victory

    @cached_property
    def stack_limit(self) -> int:
        return self.files.tables.stacking.combat_units

    @cached_property
    def turns(self) -> int:
        return self.campaign.turns

    @cached_property
    def pocket_closed_through(self) -> int:
        return self.campaign.special.stalingrad_pocket.closed_through_turn

    @cached_property
    def arrives(self) -> tuple[int, ...]:
        """By unit: its turn of arrival, 0 for those set up at start (2.2.2c)."""
        return tuple(row.arrives or 0 for row in self.counters.rows)

    @cached_property
    def boxed(self) -> int:
        """The units of the two boxes (11.2.1)."""
        return mask(unit for unit, row in enumerate(self.counters.rows) if row.enters is not None)

    @cached_property
    def box_entry(self) -> tuple[int, int]:
        """By side: the hexes adjacent to its box (11.2.2b)."""
        entry = {box.side: self.map.areas[box.entry] for box in self.campaign.boxes.values()}
        return entry["axis"], entry["soviet"]

    @cached_property
    def cheap_entry(self) -> tuple[int, int]:
        """By side: those of them on the cheapest ground."""
        (_, _, cheap), *_ = self.ground.entry
        return self.box_entry[0] & cheap & self.ground.land, self.box_entry[1] & cheap & self.ground.land

    @cached_property
    def arriving(self) -> tuple[int, ...]:
        """By turn: the units with its number on the counter (2.2.2c)."""
        return tuple(mask(u for u, own in enumerate(self.arrives) if own == turn) for turn in range(self.turns + 1))

    @cached_property
    def dates(self) -> tuple[Mapping[str, str], ...]:
        """By turn: the days it stands for, in every language."""
        track = self.files.tables.turn_track
        pairs = zip(track.dates, track.dates_ja or track.dates, strict=True)
        return tuple({"en": english, "ja": japanese} for english, japanese in pairs)

    @cached_property
    def axis_com(self) -> tuple[int, ...]:
        return self.campaign.chits.axis.per_turn

    @cached_property
    def soviet_com(self) -> int:
        return self.campaign.chits.soviet.per_turn

    @cached_property
    def soviet_picks(self) -> int:
        return self.campaign.chits.soviet.choose

    @cached_property
    def soviet_choice(self) -> int:
        return mask(self.chits.numbers[name] for name in self.campaign.chits.soviet.from_)

    @cached_property
    def historical_chits(self) -> int:
        return mask(self.chits.numbers[name] for name in self.campaign.chits.soviet.historical_choice)

    @cached_property
    def manstein_arrives(self) -> Mapping[int, int]:
        return {self.chits.numbers[one.chit]: one.arrives for one in self.campaign.chits.axis.special}

    @cached_property
    def going(self) -> Callable[[int, int], Going]:
        """What ordinary movement costs with these enemy ZOCs over these hexes, remembered while they stay the same."""
        ground = self.ground

        @lru_cache(maxsize=64)
        def priced(zoc: int, free: int) -> Going:
            return Going(
                entry=(*ground.entry, ("zoc", ground.zoc_enter, zoc)),  # 8.2.1a
                crossing=(("minor_river", ground.minor_river_cost, ground.minor_unbridged),),  # 8.1.3a
                leaving=(("zoc_leave", ground.zoc_leave, zoc),),  # 8.2.1a
                open=ground.dry,  # 8.1.3b unbridged major rivers are a move of their own
                free=free,
                barred_within=((ground.major_bridged, zoc),),  # 8.2.2
            )

        return priced

    @cached_property
    def reach(self) -> Callable[[int, int, int, int], list[int]]:
        """Where ordinary movement leads from a hex for so many points, with these enemy ZOCs over these hexes: boards
        by points. Remembered, for stacks set out together and units are picked up again and again."""
        grid, going = self.ground.grid, self.going
        return lru_cache(maxsize=256)(lambda zoc, free, hex, points: reach(grid, going(zoc, free), hex, points))

    @cached_property
    def along_roads(self) -> Callable[[int, int, int], list[int]]:
        """Boards by half points along the road from some hexes, as far as the hexes are free; remembered likewise."""
        beside = self.ground.road_beside

        @lru_cache(maxsize=256)
        def along(start: int, free: int, most: int) -> list[int]:
            wave, rest, boards = start, free & ~start, [start]
            for _ in range(most):
                onward = 0
                for hex in bits(wave):
                    onward |= beside[hex]
                wave = onward & rest
                if not wave:
                    break
                rest ^= wave
                boards.append(wave)
            return boards

        return along

    @cached_property
    def rail_net(self) -> Callable[[int, int], int]:
        """The track joined to a side's sources inside these hexes, remembered while they stay the same."""
        ground = self.ground
        return lru_cache(maxsize=64)(lambda side, free: flood(ground.grid, ground.sources[side], free, ground.rails))

    @cached_property
    def command_range(self) -> Callable[[int, int], int]:
        """The hexes within so many of a hex for an HQ there: 7.3.4a no Water, no impassable side; 7.3.4b an unbridged
        major river ends it. Remembered, for only the map decides it."""
        ground = self.ground
        return lru_cache(maxsize=1024)(
            lambda hex, radius: within(ground.grid, hex, radius, ground.dry, ground.major_unbridged)
        )

    @cached_property
    def nearing(self) -> Callable[[int, int, int], int]:
        """The sources of a side that a step from a hex to its neighbour comes closer to, in straight count, as a set
        of their numbers. Remembered, for only the map decides it."""
        distance = self.ground.source_distance

        @lru_cache(maxsize=8192)
        def nearing(side: int, hex: int, to: int) -> int:
            before, after = distance[side][hex], distance[side][to]
            return mask(source for source, gap in enumerate(before) if after[source] < gap)

        return nearing

    # ---- names

    def unit_label(self, number: int) -> str:
        """3.0 Romanian, Hungarian and Italian units carry a letter before their number."""
        row = self.counters.rows[number]
        prefix = {"romanian": "R ", "hungarian": "H ", "italian": "It "}.get(row.nation, "")
        return row.label if isinstance(row, schema.Hq) else f"{prefix}{row.label}"

    def unit_words(self, number: int, language: str) -> str:
        """Italians are called so in an English sentence: their two letters would read as a word of it."""
        words = super().unit_words(number, language)
        return f"Italian {words.removeprefix('It ')}" if language == "en" and words.startswith("It ") else words

"""A Victory Lost as the engine sees it: data loaded once, the beginning of a game, names, and what a bot may imagine.

The rules are in the chapter files; this file only joins them to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.filed import FiledGame
from grognard.core.game import Option, Scenario
from grognard.core.odds import OddsTable
from grognard.core.seats import Roster
from grognard.core.step import Step, Together
from grognard.games.avl import position, schema
from grognard.games.avl.check import check
from grognard.games.avl.command import BeginTurn
from grognard.games.avl.counters import SIDES, SOVIET, Chits, Counters
from grognard.games.avl.ground import Ground
from grognard.games.avl.hidden import deal_hidden
from grognard.games.avl.invariants import faults
from grognard.games.avl.overlays import KINDS as OVERLAYS
from grognard.games.avl.overlays import board, standing
from grognard.games.avl.reinforcements import AdvanceTurn, ReinforcementSegment
from grognard.games.avl.selection import ChooseSovietChits
from grognard.games.avl.state import INACTIVE, AvlState
from grognard.games.avl.verbs import VERBS
from grognard.games.avl.victory import SuddenDeath
from grognard.games.avl.view import face, open_view, pools
from grognard.games.avl.view import piece as shown_piece
from grognard.hex.grid import bits, mask
from grognard.hex.trace import Going, flood, within

if TYPE_CHECKING:
    from grognard.hex.map import HexMap

OPTION_RULES = {
    "soviet_help_german_mech_5vp": "15.0.1a",
    "soviet_help_administrative_movement": "15.0.1b",
    "soviet_help_1pza_turn_5": "15.0.1c",
    "axis_help_manstein_early": "15.0.2a",
    "axis_help_soviet_preplanned_chits": "15.0.2b",
    "axis_help_first_chit_choice": "15.0.2c",
}


class AvlGame(FiledGame[schema.AvlFiles, AvlState]):
    """The game with its data; an overlay folder lays an owner's own figures over ours."""

    id = "avl"
    names: Mapping[str, str] = {"en": "A Victory Lost", "ja": "A Victory Lost（ハリコフ1943）"}
    version = "1"
    folder = Path(__file__).parent
    verbs = VERBS
    overlays = OVERLAYS
    end_of_turn: tuple[Step[AvlState], ...] = (ReinforcementSegment(), SuddenDeath(), AdvanceTurn())
    relocation_distance = 4
    """12.7b at least four hexes away."""

    load = staticmethod(schema.load)
    check = staticmethod(check)

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
    def faces(self) -> list[dict[str, Any]]:
        return [face(self, unit) for unit in range(len(self.counters))]

    @cached_property
    def piece(self) -> Callable[[int, int, int, int], dict[str, Any]]:
        """A counter as a view shows it, remembered: most of them lie where they lay."""
        return lru_cache(maxsize=8192)(lambda *facts: shown_piece(self, *facts))

    @cached_property
    def crt(self) -> OddsTable:
        table = self.files.tables.crt
        return OddsTable.of(table.columns, table.ratios, {face: list(row) for face, row in table.rows.items()})

    @cached_property
    def results(self) -> Mapping[str, schema.CombatResult]:
        return self.files.tables.crt.results

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """9.4.1 steps that the enemy loses less one's own; half a step for having to retreat."""
        if "result" not in facts or facts.get("column") not in self.crt.columns:
            return None
        level = self.crt.columns.index(facts["column"])
        cells = [self.results[row[level]] for row in self.crt.rows]
        return [cell.defender_steps - cell.attacker_steps + (0.5 if cell.retreat else 0) for cell in cells]

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
    def staffs(self) -> dict[tuple[int, ...], dict[str, Any]]:
        """What chits would activate, by position (`staff.of_chits`)."""
        return {}

    # ---- beginning

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> AvlState:
        """3.0a, 3.0d: units where the map shows them, Axis chits in their pool, the Soviet choice first."""
        campaign = self.files.scenarios[scenario.id]
        state = AvlState(self, dict(options), dice)
        state.turn = campaign.first_turn
        for unit, row in enumerate(self.counters.rows):
            if row.setup is not None:
                state.put(unit, self.ground.grid.index(row.setup))
        for name in campaign.chits.axis.start:
            state.chits[self.chits.numbers[name]] = INACTIVE
        points = campaign.setup.victory_points
        state.vp = [points.axis, points.soviet]
        if campaign.setup.victory_city_control == "soviet":
            state.cities = (1 << len(self.ground.cities)) - 1
        state.push(Together(((SOVIET, ChooseSovietChits(SOVIET)),)), BeginTurn())
        return state

    def build(
        self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice
    ) -> AvlState:
        return position.build(self, words, options, dice)

    # ---- seeing

    def view(self, state: AvlState, player: int | None) -> dict[str, Any]:
        return self.open_view(state) | self.own_view(state, player)

    def open_view(self, state: AvlState) -> dict[str, Any]:
        return open_view(state)

    def own_view(self, state: AvlState, player: int | None) -> dict[str, Any]:
        return {"pools": pools(state, player)}

    def overlay(self, state: AvlState, player: int | None, kind: str) -> list[str]:
        return [self.ground.grid.name(hex) for hex in bits(board(state, kind))]

    def standing(self, state: AvlState) -> dict[str, Any]:
        return standing(state)

    def deal_hidden(self, state: AvlState, player: int, rng: Random) -> None:
        deal_hidden(state, player, rng)

    def invariants(self, state: AvlState) -> list[str]:
        return faults(state)

    # ---- names

    def unit_label(self, number: int) -> str:
        """3.0 Romanian, Hungarian and Italian units carry a letter before their number."""
        row = self.counters.rows[number]
        prefix = {"romanian": "R ", "hungarian": "H ", "italian": "It "}.get(row.nation, "")
        return row.label if isinstance(row, schema.Hq) else f"{prefix}{row.label}"


GAME = AvlGame()

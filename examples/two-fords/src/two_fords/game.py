"""Two Fords as the engine sees it: data loaded once, the beginning of a game, names.

The rules are in the chapter files; this file only joins them to the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.filed import FiledGame
from grognard.core.game import Scenario
from grognard.core.odds import OddsTable
from grognard.core.reference import Reference
from grognard.core.seats import Roster
from grognard.hex.grid import bits
from two_fords import position, schema
from two_fords.check import check
from two_fords.ground import Ground
from two_fords.reference import reference
from two_fords.state import NONE, SIDES, TwoFordsState
from two_fords.verbs import VERBS
from two_fords.victory import points
from two_fords.view import view
from two_fords.zoc import zoc

if TYPE_CHECKING:
    from grognard.hex.map import HexMap


class TwoFords(FiledGame[schema.Files, TwoFordsState]):
    """The game with its data; an overlay folder lays an owner's own figures over ours."""

    id = "two-fords"
    names: Mapping[str, str] = {"en": "Two Fords", "ja": "二つの浅瀬"}
    version = "1"
    folder = Path(__file__).parent
    verbs = VERBS
    overlays = tuple(f"zoc:{side}" for side in SIDES)
    control_rule = "8.1"

    load = staticmethod(schema.load)
    check = staticmethod(check)

    # ---- data

    @property
    def map(self) -> HexMap:
        return self.files.map

    @property
    def units(self) -> Sequence[schema.Unit]:
        return self.files.units

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.files)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        return tuple(SIDES.index(unit.side) for unit in self.units)

    @cached_property
    def crt(self) -> OddsTable:
        table = self.files.tables.crt
        return OddsTable.of(table.columns, table.ratios, {face: list(row) for face, row in table.rows.items()})

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        roster = Roster.of({side: side for side in SIDES})
        return {row.id: Scenario.of(row, roster, ()) for row in self.files.scenarios.values()}

    @property
    def turns(self) -> int:
        return self.scenario().turns

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        return reference(self, scenario.id)

    # ---- beginning

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> TwoFordsState:
        state = TwoFordsState(self, options, dice)
        row = self.files.scenarios[scenario.id]
        for unit, hex in row.setup.items():
            state.enter(self.unit_numbers[unit], self.ground.grid.index(hex))
        for side, hexes in row.held.items():
            state.held[SIDES.index(side)] |= self.ground.grid.parse(" ".join(hexes))
        state.push(*position.beginning())
        return state

    def build(
        self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice
    ) -> TwoFordsState:
        return position.build(self, words, options, dice)

    # ---- seeing

    def view(self, state: TwoFordsState, player: int | None) -> dict[str, Any]:
        return view(state, player)

    def deal_hidden(self, state: TwoFordsState, player: int, rng: Random) -> None:
        """2.2 the other side's objective may be any place."""
        if state.objective[1 - player] != NONE and not state.over:
            state.objective[1 - player] = rng.choice(sorted(self.ground.points))

    def overlay(self, state: TwoFordsState, player: int | None, kind: str) -> list[str]:
        _, _, side = kind.partition(":")
        return self.ground.grid.list_names(zoc(state, SIDES.index(side))) if side in SIDES else []

    def holders(self, state: TwoFordsState) -> Mapping[int, str | None]:
        found: dict[int, str | None] = dict.fromkeys(self.ground.points)
        return found | {hex: word for side, word in enumerate(SIDES) for hex in bits(state.held[side])}

    def worth(self, hex: int) -> int:
        return self.ground.points.get(hex, 0)

    def standing(self, state: TwoFordsState) -> dict[str, Any]:
        return {"turn": state.turn, "score": {word: points(state, side) for side, word in enumerate(SIDES)}}

    def invariants(self, state: TwoFordsState) -> list[str]:
        """4.4 a unit to a hex, steps that fit, nobody off the map, a place held by one side."""
        name = self.ground.grid.name
        crowded = [f"{name(hex)} holds more than one unit" for hex, units in state.at.items() if units.bit_count() > 1]
        wrong = [
            f"{row.id} has {state.steps[unit]} steps"
            for unit, row in enumerate(self.units)
            if not (1 if state.on_map(unit) else 0) <= state.steps[unit] <= len(row.steps)
        ]
        both = ["a place is held by both sides"] if state.held[0] & state.held[1] else []
        return [*state.disagreements(), *crowded, *wrong, *both]


GAME = TwoFords()

"""A Victory Lost as the engine sees it: its tables joined to its chapters, the beginning of a game, what players see.

The rules are in the chapter files; this file only joins them to the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from grognard.core.account import Kind
from grognard.core.dice import Dice
from grognard.core.game import Scenario
from grognard.core.reference import Reference
from grognard.core.sight import Sight
from grognard.core.step import Together
from grognard.games.avl import position
from grognard.games.avl.command import BeginTurn
from grognard.games.avl.counters import SIDES, SOVIET
from grognard.games.avl.hidden import deal_hidden
from grognard.games.avl.invariants import faults
from grognard.games.avl.overlays import KINDS as OVERLAYS
from grognard.games.avl.overlays import board, standing
from grognard.games.avl.reference import reference
from grognard.games.avl.reinforcements import AdvanceTurn, ReinforcementSegment
from grognard.games.avl.selection import ChooseSovietChits
from grognard.games.avl.sight import sight
from grognard.games.avl.state import CUP, INACTIVE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.victory import SuddenDeath, controller
from grognard.games.avl.view import faces, open_view, pools
from grognard.hex.grid import bits


class AvlGame(AvlTables):
    """The game on its tables: all that needs a chapter."""

    overlays = OVERLAYS
    end_of_turn = (ReinforcementSegment(), SuddenDeath(), AdvanceTurn())

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

    def build(self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> AvlState:
        return position.build(self, words, options, dice)

    # ---- seeing

    def view(self, state: AvlState, player: int | None) -> dict[str, Any]:
        return self.open_view(state) | self.own_view(state, player)

    def open_view(self, state: AvlState) -> dict[str, Any]:
        return open_view(state)

    def own_view(self, state: AvlState, player: int | None) -> dict[str, Any]:
        return {"pools": pools(state, player)}

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        return reference(self, options)

    def overlay(self, state: AvlState, player: int | None, kind: str) -> list[str]:
        return [self.ground.grid.name(hex) for hex in bits(board(state, kind))]

    def places(self, state: AvlState) -> Mapping[int, str | None]:
        """14.0.1a; in play `take_city` tells of them itself."""
        return {hex: SIDES[controller(state, hex)] for hex in self.ground.cities}

    def unit_kind(self, number: int) -> Kind:
        shown = faces(self)[number]
        return Kind(shown["side"], shown["nation"], shown["symbol"])

    @cached_property
    def sight(self) -> Sight:
        return sight(self)

    def standing(self, state: AvlState) -> dict[str, Any]:
        return standing(state)

    def deal_hidden(self, state: AvlState, player: int, rng: Random) -> None:
        deal_hidden(state, player, rng)

    def highest_roll(self, state: AvlState) -> int:
        """7.2.1a a chit is drawn from the cup; before the chits are selected any of them may be in it."""
        selecting = any(isinstance(step, BeginTurn) for step in state.stack)
        drawn = len(state.game.chits.names) if selecting else state.holds(CUP).bit_count()
        return max(super().highest_roll(state), drawn)

    def invariants(self, state: AvlState) -> list[str]:
        return faults(state)


GAME = AvlGame()

"""Lost Battles as the engine sees it: how a game begins, what each player sees of it, and what a bot may imagine.

The data are in `tables`, the rules in the chapter files; this file only joins them to the engine.
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
from grognard.games.lb import position
from grognard.games.lb.invariants import faults
from grognard.games.lb.record import held_places, holders
from grognard.games.lb.reference import reference
from grognard.games.lb.sequence import opening
from grognard.games.lb.shown.hidden import deal_hidden
from grognard.games.lb.shown.overlays import KINDS as OVERLAYS
from grognard.games.lb.shown.overlays import board, standing
from grognard.games.lb.shown.sight import sight
from grognard.games.lb.shown.view import view
from grognard.games.lb.state import NOT_ARRIVED, PHASES, TO_PLACE, LbState
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits


class LbGame(LbTables):
    """The tables with every chapter on top."""

    overlays = OVERLAYS

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        return reference(self, scenario.id, options)

    # ---- beginning

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> LbState:
        """Nothing on the map: choices, deployment and entries come first."""
        plan = self.plan(scenario.id, options)
        state = LbState(self, plan, dict(options), dice)
        for unit in plan.setup_of:
            state.put(unit, TO_PLACE)
        for unit in plan.group_of:
            state.put(unit, NOT_ARRIVED)
        state.push(*opening(state))
        return state

    def build(self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> LbState:
        return position.build(self, scenario, words, options, dice)

    # ---- seeing

    def view(self, state: LbState, player: int | None) -> dict[str, Any]:
        return view(state, player)

    def phase(self, state: LbState) -> str | None:
        return None if state.result else PHASES[state.phase]

    def overlay(self, state: LbState, player: int | None, kind: str) -> list[str]:
        return [self.ground.grid.name(hex) for hex in bits(board(state, player, kind))]

    def places(self, state: LbState) -> Mapping[int, str | None]:
        return held_places(state)

    def unit_kind(self, number: int) -> Kind:
        shown = self.faces[number]
        return Kind(shown["side"], shown["nation"], shown["symbol"])

    @cached_property
    def sight(self) -> Sight:
        return sight(self)

    def standing(self, state: LbState) -> dict[str, Any]:
        return standing(state)

    def holders(self, state: LbState) -> Mapping[int, str | None]:
        return holders(state)

    def deal_hidden(self, state: LbState, player: int, rng: Random) -> None:
        deal_hidden(state, player, rng)

    def invariants(self, state: LbState) -> list[str]:
        return faults(state)


GAME = LbGame()

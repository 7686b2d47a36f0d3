"""Velikiye Luki 1942-1943 as the engine sees it: its tables joined to its chapters, the beginning of a game.

The rules are in the chapter files; this file only joins them to the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from grognard.core.account import Kind
from grognard.core.dice import Dice, FastDice
from grognard.core.game import Scenario
from grognard.core.reference import Reference
from grognard.core.sight import Sight
from grognard.games.vl import position
from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.invariants import faults
from grognard.games.vl.overlays import KINDS as OVERLAYS
from grognard.games.vl.overlays import board
from grognard.games.vl.reference import reference
from grognard.games.vl.setup import Deploy
from grognard.games.vl.sight import sight
from grognard.games.vl.state import VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.turn import BeginTurn
from grognard.games.vl.victory import holders
from grognard.games.vl.view import faces, standing, view
from grognard.hex.grid import bits


class VlGame(VlTables):
    """The game on its tables: all that needs a chapter."""

    overlays = OVERLAYS
    control_rule = "13.3.1a"

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        return reference(self, options)

    # ---- beginning

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> VlState:
        """13.1: the printed set-up, then the owners' choices, the German one first as the book lists them."""
        state = _set_up(self, scenario.id, tuple(options.items())).clone()
        state.options, state.dice = dict(options), dice
        return state

    def build(self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> VlState:
        return position.build(self, words, options, dice)

    # ---- seeing

    def view(self, state: VlState, player: int | None) -> dict[str, Any]:
        return self.open_view(state)

    def open_view(self, state: VlState) -> dict[str, Any]:
        return view(state)

    def own_view(self, state: VlState, player: int | None) -> dict[str, Any]:
        return {}  # nothing is hidden

    def overlay(self, state: VlState, player: int | None, kind: str) -> list[str]:
        return [self.ground.grid.name(hex) for hex in bits(board(state, kind))]

    def unit_kind(self, number: int) -> Kind:
        shown = faces(self)[number]
        return Kind(shown["side"], shown["nation"], shown["symbol"])

    @cached_property
    def sight(self) -> Sight:
        return sight(self)

    def standing(self, state: VlState) -> dict[str, Any]:
        return standing(state)

    def holders(self, state: VlState) -> Mapping[int, str | None]:
        return {} if self.phase(state) == Deploy.in_phase else holders(state)

    def stands(self, state: VlState, side: str, hex: int) -> bool:
        return bool(state.occupied[SIDES.index(side)] >> hex & 1)

    def deal_hidden(self, state: VlState, player: int, rng: Random) -> None:
        """Nothing is hidden in this game."""

    def invariants(self, state: VlState) -> list[str]:
        return faults(state)


@lru_cache(maxsize=8)
def _set_up(game: VlGame, scenario: str, options: tuple[tuple[str, Any], ...]) -> VlState:
    """A position to copy: games are begun by the thousand."""
    state = VlState(game, dict(options), FastDice(0))
    for hex, units in game.files.scenarios[scenario].setup.items():
        for unit in units:
            state.put(game.counters.numbers[unit], game.ground.grid.index(hex))
    state.push(Deploy(GERMAN), Deploy(SOVIET), BeginTurn())
    return state


GAME = VlGame()

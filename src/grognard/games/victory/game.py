"""Victory as the engine sees it: how a game begins, what each player sees of it, and what must always hold.

`GAME` is the game as its first scenario lays it out; `laid_out` gives the one that other options need, and positions
hold that. The data are in `tables`, the rules in the chapter files.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from grognard.core.dice import Dice
from grognard.core.game import Deals, Scenario, SetupError
from grognard.core.reference import Reference
from grognard.core.sight import Sight
from grognard.games.victory import position
from grognard.games.victory.board.control import holders
from grognard.games.victory.check import maps_faults, scenario_faults
from grognard.games.victory.command.command import general
from grognard.games.victory.invariants import faults
from grognard.games.victory.reference import reference
from grognard.games.victory.schema import VictoryFiles
from grognard.games.victory.sequence import BeginTurn
from grognard.games.victory.set_up.first_roll import FirstRoll
from grognard.games.victory.set_up.map_choice import RollForMaps, maps_to_pick
from grognard.games.victory.set_up.muster import Muster
from grognard.games.victory.shown.hidden import deal_hidden
from grognard.games.victory.shown.kept import deal_again
from grognard.games.victory.shown.overlays import board, overlay_kinds
from grognard.games.victory.shown.sight import sight
from grognard.games.victory.shown.view import view
from grognard.games.victory.state import PHASES, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.games.victory.victory import points
from grognard.hex.grid import bits


class VictoryGame(VictoryTables):
    """The tables with every chapter on top."""

    @staticmethod
    def check(files: VictoryFiles) -> list[str]:
        return [*maps_faults(files), *scenario_faults(VictoryGame(files=files))]

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        return reference(self, options)

    # ---- beginning

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> VictoryState:
        state = VictoryState(self, dict(options), dice)
        if self.row.block:
            for block in self.row.block:
                unit = self.blocks.numbers.get(block.unit)
                if unit is None:
                    raise SetupError(f"{scenario.id} is laid out with {block.unit}, which is in none of these sets")
                state.steps[unit] = block.steps
                state.put(unit, self.ground.grid.index(block.hex))
            state.push(FirstRoll(general(state, 0), "2.0.1"), BeginTurn())
            return state
        state.push(Muster(0), BeginTurn())
        if options.get("maps_by_rules"):
            if options["random_map"]:
                raise SetupError("maps are picked by the rules or drawn by chance, not both")
            maps_to_pick(state)
            state.push(FirstRoll(general(state, 0), "1.1.side"), RollForMaps())
        return state

    def build(
        self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice
    ) -> VictoryState:
        return position.build(self, words, options, dice)

    # ---- seeing

    def view(self, state: VictoryState, player: int | None) -> dict[str, Any]:
        return view(state, player)

    def phase(self, state: VictoryState) -> str | None:
        return None if state.result else PHASES[state.phase]

    @property
    def overlays(self) -> tuple[str, ...]:  # type: ignore[override]  # sides depend on the scenario
        return overlay_kinds(self.sides)

    def overlay(self, state: VictoryState, player: int | None, kind: str) -> list[str]:
        return [self.ground.grid.name(hex) for hex in bits(board(state, player, kind))]

    control_rule = "5.4d"

    def holders(self, state: VictoryState) -> Mapping[int, str | None]:
        return holders(state)

    @cached_property
    def sight(self) -> Sight:
        return sight(self)

    def standing(self, state: VictoryState) -> dict[str, Any]:
        game = state.game
        nobody = len(game.sides)
        return {
            "turn": state.turn,
            "score": {name: points(state, side, known_to=nobody) for side, name in enumerate(game.sides)},
        }

    def deal_hidden(self, state: VictoryState, player: int, rng: Random) -> None:
        deal_hidden(state, player, rng)

    def deal_again(self, state: VictoryState, player: int, rng: Random, deals: Deals) -> None:
        deal_again(state, player, rng, deals)

    def highest_roll(self, state: VictoryState) -> int:
        """10.1 forces are drawn by lot before the first turn; from then on all dice have six faces."""
        mustering = any(isinstance(step, Muster) for step in state.stack)
        pools = [units.bit_count() for units in state.game.blocks.of_army] if mustering else []
        return max([super().highest_roll(state), *pools])

    def invariants(self, state: VictoryState) -> list[str]:
        return faults(state)


GAME = VictoryGame()

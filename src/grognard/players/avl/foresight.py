"""Looking ahead in A Victory Lost: a plan for each activation, seen through to the end of its turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from grognard.core.game import Scenario
from grognard.games.avl.counters import AXIS, GERMAN, SIDES, SOVIET
from grognard.games.avl.state import PLAYED, SUPPLIED, AvlState
from grognard.hex.grid import bits
from grognard.players.foresight import Plain, Window

ACTING: Final = ("movement", "combat")
NEAR: Final = 3
"""Hexes from a city within which enemies threaten it."""
LAST: Final = {"axis": 1, "soviet": 9}
"""By side: the last turns of a game in which looking ahead was shown to gain."""


class AvlForesight(Plain):
    """Only chits are hidden here, and the doctrine looks at none: everybody answers from the position looked at."""

    features: tuple[str, ...] = (
        "axis_points", "soviet_points", "soviet_cities", "axis_attack", "axis_defence", "soviet_attack",
        "soviet_defence", "german_mechanized", "soviet_mechanized", "axis_unsupplied", "soviet_unsupplied",
        "axis_cities_threatened", "soviet_cities_threatened", "axis_in_command", "soviet_in_command",
    )  # fmt: skip
    opponents_guess = False

    def __init__(self) -> None:
        super().__init__(Path(__file__).parent, self.features)

    def family(self, state: AvlState) -> str:
        return "campaign"

    def sides(self, state: AvlState) -> Sequence[str]:
        return SIDES

    def window(self, state: AvlState) -> Window:
        return Window(state.turn, state.holds(PLAYED).bit_count())

    def planner(self, state: AvlState) -> int | None:
        return state.active if state.lanes is None and state.game.phase(state) in ACTING else None

    def gains(self, state: AvlState, player: int) -> bool:
        return state.turn > state.game.turns - LAST[SIDES[player]]

    def stage(self, state: AvlState) -> int | None:
        """For the movement of an activation, and for its combat."""
        return ACTING.index(state.game.phase(state))

    def last_turns(self, scenario: Scenario, side: str) -> int | None:
        return LAST[side] if LAST[side] < scenario.turns else None

    def horizon(self, state: AvlState) -> Window:
        return Window(state.turn + 1, 0)

    def elapsed(self, state: AvlState) -> float:
        return (state.turn - 1) / state.game.turns

    def read(self, state: AvlState, side: str) -> tuple[float, ...]:
        game = state.game
        counters, ground = game.counters, game.ground
        attack, defence, mechanized, unsupplied, led = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
        commanded = [self._commanded(state, one) for one in (AXIS, SOVIET)]
        for one in (AXIS, SOVIET):
            for hex in bits(state.combat[one]):
                for unit in bits(state.at[hex] & counters.combat):
                    steps = state.steps[unit]
                    attack[one] += counters.attack[unit][steps]
                    defence[one] += counters.defence[unit][steps]
                    if counters.mechanized >> unit & 1 and (one == SOVIET or counters.nation[unit] == GERMAN):
                        mechanized[one] += steps
                    unsupplied[one] += state.supply[unit] != SUPPLIED
                    led[one] += commanded[one] >> hex & 1
        threatened = [0, 0]
        for number, city in enumerate(ground.cities):
            holder = state.cities >> number & 1
            threatened[holder] += bool(game.disc(city, NEAR) & state.combat[1 - holder])
        return (
            state.vp[AXIS], state.vp[SOVIET], state.cities.bit_count(), attack[AXIS], defence[AXIS], attack[SOVIET],
            defence[SOVIET], mechanized[AXIS], mechanized[SOVIET], unsupplied[AXIS], unsupplied[SOVIET],
            threatened[AXIS], threatened[SOVIET], led[AXIS], led[SOVIET],
        )  # fmt: skip

    def _commanded(self, state: AvlState, side: int) -> int:
        """The hexes within the Command Range of any HQ of a side."""
        counters, found = state.game.counters, 0
        for hq in bits(counters.hqs & counters.of_side[side]):
            if state.on_map(hq):
                found |= state.game.disc(state.hex_of[hq], counters.command_range[hq])
        return found


FORESIGHT: Final = AvlForesight()

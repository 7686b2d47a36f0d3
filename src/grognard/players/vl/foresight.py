"""Looking ahead in Velikiye Luki: a plan for each player-turn, seen through to the beginning of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from grognard.games.vl.combat import CombatPhase
from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.state import SUPPLIED, VlState
from grognard.games.vl.victory import levels_destroyed, towns, victory_points
from grognard.games.vl.zoc import beside_city, encircled, open_hexes
from grognard.hex.grid import bits
from grognard.players.foresight import Plain, Window
from grognard.players.vl.value import strengths


class VlForesight(Plain):
    """Nothing is hidden here: everybody answers from the position that is looked at."""

    features: tuple[str, ...] = (
        "points", "towns", "levels_gone", "closed", "ring_turns", "gaps", "soviets_beside_city", "germans_beside_city",
        "soviet_strength", "german_strength", "soviets_out_of_supply", "germans_out_of_supply", "relief", "towns_near",
    )  # fmt: skip
    opponents_guess = False

    def __init__(self) -> None:
        super().__init__(Path(__file__).parent, self.features)

    def family(self, state: VlState) -> str:
        return "campaign"

    def sides(self, state: VlState) -> Sequence[str]:
        return SIDES

    def window(self, state: VlState) -> Window:
        return Window(state.turn, state.active)

    def planner(self, state: VlState) -> int | None:
        return state.active

    def stage(self, state: VlState) -> int | None:
        """After each attack."""
        if state.battle is not None:
            return None
        return 1 + state.attacked.bit_count() if state.game.phase(state) == CombatPhase.in_phase else 0

    def horizon(self, state: VlState) -> Window:
        return Window(state.turn + 1, state.active)

    def elapsed(self, state: VlState) -> float:
        return (state.turn - 1 + state.active / 2) / state.game.turns

    def read(self, state: VlState, side: str) -> tuple[float, ...]:
        counters, grid = state.game.counters, state.game.ground.grid
        attack = strengths(state).attack
        beside = beside_city(state)
        own, theirs = state.combat[SOVIET], state.combat[GERMAN]
        present = [state.present & counters.combat & counters.of_side[one] for one in (SOVIET, GERMAN)]
        strength = [attack[units] for units in present]
        cut_off = [sum(state.supply[unit] != SUPPLIED for unit in bits(units)) for units in present]
        ring_turns = state.turn - state.ring_turn if state.ring_turn else 0
        near = grid.grow(own) | own
        towns_near = sum(points for hex, points in state.game.ground.prizes if near & ~own >> hex & 1)
        return (
            victory_points(state), towns(state), levels_destroyed(state), float(encircled(state)), ring_turns,
            open_hexes(state).bit_count() if state.festungs else 0, (beside & own).bit_count(),
            (beside & theirs).bit_count(), strength[SOVIET], strength[GERMAN], cut_off[SOVIET], cut_off[GERMAN],
            _relief(state, beside, theirs), towns_near,
        )  # fmt: skip


def _relief(state: VlState, beside: int, germans: int) -> float:
    """The strength of Germans near the ring, those close to it more."""
    grid, attack, found = state.game.ground.grid, strengths(state).attack, 0.0
    wave = seen = beside
    for weight in (1.0, 0.7, 0.4):
        wave = grid.grow(wave) & ~seen
        seen |= wave
        for hex in bits(wave & germans):
            found += weight * attack[state.at[hex] & state.game.counters.combat]
    return found


FORESIGHT: Final = VlForesight()

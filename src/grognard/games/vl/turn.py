"""Chapter 2 with 9, 10 and 12: the game turn, its weather, and the points it brings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grognard.core.step import Step
from grognard.games.vl.combat import CombatPhase
from grognard.games.vl.counters import GERMAN, SIDES, SOVIET
from grognard.games.vl.movement import MoveUnits
from grognard.games.vl.stacking import CheckStacking
from grognard.games.vl.state import CLEAR, WEATHER, VlState
from grognard.games.vl.supply import check_supply
from grognard.games.vl.victory import EndOfTurn
from grognard.games.vl.zoc import encircled


@dataclass(frozen=True, slots=True)
class BeginTurn(Step[VlState]):
    """2.1.A supply and weather, then the phases of both players."""

    automatic = True
    words = "turn"

    def run(self, state: VlState) -> None:
        state.tell("event.turn", "2.1.A", turn=state.turn)
        check_supply(state)
        if state.turn > 1:
            roll_weather(state)
        give_points(state)
        state.push(*player_turn(SOVIET), *player_turn(GERMAN), EndOfTurn(), NextTurn())


@cache
def player_turn(side: int) -> tuple[Step[VlState], ...]:
    """2.1.B and 2.1.C, or 2.1.D and 2.1.E."""
    return (BeginPhase(side, "movement"), MoveUnits(side), *after_movement(side))


def after_movement(side: int) -> tuple[Step[VlState], ...]:
    return (CheckStacking(), BeginPhase(side, "combat"), CombatPhase(side), *after_combat(side))


def after_combat(side: int) -> tuple[Step[VlState], ...]:
    return (CheckStacking(), RecordRing(side))


@dataclass(frozen=True, slots=True)
class BeginPhase(Step[VlState]):
    """Whose phase it is; 7.1c a ring found open when the Soviet combat phase begins is broken."""

    side: int
    phase: str
    automatic = True

    def run(self, state: VlState) -> None:
        state.active = self.side
        moving = self.phase == "movement"
        rules = ("2.1.B", "2.1.D") if moving else ("2.1.C", "2.1.E")
        key = "event.movement_phase" if moving else "event.combat_phase"
        state.tell(key, rules[self.side], side=SIDES[self.side])
        if not moving and self.side == SOVIET and not encircled(state):
            break_ring(state)


@dataclass(frozen=True, slots=True)
class RecordRing(Step[VlState]):
    """7.1b a ring is recorded at the end of the Soviet combat phase, 7.1c found broken at the end of either."""

    side: int
    automatic = True

    def run(self, state: VlState) -> None:
        closed = encircled(state)
        if not closed:
            break_ring(state)
        elif self.side == SOVIET and not state.ring_turn:
            state.ring_turn = state.turn
            state.tell("event.ring_closed", "7.1b", turn=state.turn)


def break_ring(state: VlState) -> None:
    if state.ring_turn and state.festungs:
        state.ring_turn = 0
        state.tell("event.ring_broken", "7.1c")


def roll_weather(state: VlState) -> None:
    """9a the Soviet player's die; after a clear turn one less, and less than one is clear."""
    table = state.game.files.tables.weather
    face = state.roll(6)
    shown = face + (table.after_clear if state.weather == CLEAR else 0)
    word = table.die[max(shown, 1)]
    if word != "same":
        state.weather = WEATHER.index(word)
    state.tell("event.weather", "9a", die=face, weather=WEATHER[state.weather])


def give_points(state: VlState) -> None:
    """12.0, 10.2, 1.4a, 1.5e artillery, air missions, supports and launchers for the turn; none is saved."""
    state.artillery, state.air = points_of_turn(state)
    state.supports[:] = bytes(state.game.counters.supports)
    state.used = 0
    state.assaulted = False


def points_of_turn(state: VlState) -> tuple[list[int], list[int]]:
    """12.0, 10.2 by side: the artillery of the turn and the air missions of its weather."""
    tables = state.game.files.tables
    weather = WEATHER[state.weather]
    artillery = [_of_turn(tables.artillery["soviet"], state.turn), _of_turn(tables.artillery["german"], state.turn)]
    return artillery, [tables.air["soviet"][weather], tables.air["german"][weather]]  # type: ignore[index]


def _of_turn(row: tuple[int, ...], turn: int) -> int:
    return row[min(turn, len(row)) - 1]


@dataclass(frozen=True, slots=True)
class NextTurn(Step[VlState]):
    """2.1.F the marker goes on."""

    automatic = True

    def run(self, state: VlState) -> None:
        state.turn += 1
        state.push(BeginTurn())

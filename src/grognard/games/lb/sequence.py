"""The sequence of play: secret choices, deployment, and Game-Turns of two Player-Turns with three phases each
(seq.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.state import EVERYONE
from grognard.core.step import Forgone, Step, Together
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.combat.segments import CombatPhase
from grognard.games.lb.counters import SIDES
from grognard.games.lb.engineers import finish_bridges
from grognard.games.lb.movement.entry import roll_for_entry
from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.movement.movement import MoveUnits
from grognard.games.lb.record import end_phase, note
from grognard.games.lb.set_up.deployment import Deploy
from grognard.games.lb.state import BEFORE, FIRST_MOVEMENT, SECOND_MOVEMENT, LbState
from grognard.games.lb.supply import supplied_units
from grognard.games.lb.victory import JudgeVictory, finish, levels, show_choices
from grognard.hex.grid import bits

# ---- before the first turn


def opening(state: LbState) -> tuple[Step[Any], ...]:
    """Secret choices of both sides at once, then deployment in the scenario's order, then Game-Turn 1.

    scenario1.frame, scenario2.frame, scenario3.frame, scenario4.frame: the order is the scenario's.
    """
    choosing: list[tuple[int, Step[Any]]] = []
    for side in sorted({one.side for one in state.plan.choices}):
        choosing.append((side, Choose(side)))
    together: tuple[Step[Any], ...] = (Together(tuple(choosing)),) if choosing else ()
    return (*together, *(Deploy(side) for side in state.plan.deploys), BeginGameTurn())


@dataclass(frozen=True, slots=True)
class Choose(Step[LbState]):
    """victory.secret objectives and options are chosen secretly, before either side deploys."""

    player: int
    words = "choose"

    def _next(self, state: LbState) -> int:
        for number, one in enumerate(state.plan.choices):
            if one.side == self.player and state.chosen[number] < 0:
                return number
        return -1

    def offer(self, state: LbState) -> Offer:
        return {verbs.CHOOSE: sum(1 << chit for chit in state.plan.choices[self._next(state)].chits)}

    def take(self, state: LbState, verb: int, target: int) -> None:
        number = self._next(state)
        one = state.plan.choices[number]
        option = one.chits.index(target)
        state.chosen = (*state.chosen[:number], option, *state.chosen[number + 1 :])
        state.tell("event.chosen", one.row.rule, to=EVERYONE & ~(1 << self.player), side=SIDES[self.player])
        state.tell("event.chosen_own", one.row.rule, to=1 << self.player, chit=target)
        if self._next(state) < 0:
            state.pop()

    def prompt(self, state: LbState) -> Message:
        one = state.plan.choices[self._next(state)]
        return state.message("prompt.choose", one.row.rule, word=one.row.id)

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.CHOOSE:
            return [state.message("why.not_your_choice", "victory.secret", chit=target)]
        if verb in (verbs.PLACE, verbs.PLACE_AT):
            return [state.message("why.choose_first", "victory.secret")]
        return []

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        one = state.plan.choices[self._next(state)]
        terms = f"{one.row.rule.rpartition('.')[0]}.{one.row.options[one.chits.index(target)]}"
        has_terms = any(clause.id == terms for clause in state.game.rules.clauses)
        rule = terms if has_terms else one.row.rule  # the clause of the option itself, where it has one
        return Forgone(state.message("forgo.sealed", rule, chit=target), terms=True)


# ---- turns


@dataclass(frozen=True, slots=True)
class BeginGameTurn(Step[LbState]):
    """seq.1 the First Player's turn, then the Second Player's (seq.2)."""

    automatic = True

    def run(self, state: LbState) -> None:
        first = state.plan.first
        state.tell("event.turn", "seq.1", turn=state.turn)
        state.push(PlayerTurn(first), PlayerTurn(1 - first), EndGameTurn())


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[LbState]):
    """First Movement, Combat, Second Movement (seq.1a, seq.1b, seq.1c)."""

    player: int
    automatic = True

    def run(self, state: LbState) -> None:
        roll_for_entry(state, self.player)
        state.active = self.player
        state.push(
            BeginMovement(self.player, FIRST_MOVEMENT),
            CombatPhase(self.player),
            BeginMovement(self.player, SECOND_MOVEMENT),
            EndPlayerTurn(),
        )


@dataclass(frozen=True, slots=True)
class BeginMovement(Step[LbState]):
    """supply.proc.a supply for movement is settled now; units that have yet to enter count as supplied."""

    player: int
    phase: int
    automatic = True

    def run(self, state: LbState) -> None:
        state.phase = self.phase
        if self.phase == FIRST_MOVEMENT:
            state.tell("event.phase_first_movement", "seq.1a", side=SIDES[self.player])
        else:
            state.tell("event.phase_second_movement", "seq.1c", side=SIDES[self.player])
        state.moved = 0
        off_map = state.game.counters.of_side[self.player] & ~state.standing[self.player]
        state.supplied = supplied_units(state, self.player) | off_map
        state.push(MoveUnits(self.player), EndMovement(self.player))


@dataclass(frozen=True, slots=True)
class EndMovement(Step[LbState]):
    """Guns roll for their firing position (artillery.B2), bridges are ready (eng.A), the line is tested
    (scenario4.line)."""

    player: int
    automatic = True

    def run(self, state: LbState) -> None:
        faces = state.game.files.tables.artillery.unlimber_die
        side = SIDES[self.player]
        for gun in bits(state.unlimbering):
            face = state.roll(6)
            if face in faces.get(side, ()):  # type: ignore[call-overload]  # a side by its name
                state.limber(gun, False)
                state.tell("event.unlimber_roll", "artillery.B2", unit=gun, die=face)
            else:
                state.tell("event.unlimber_failed", "artillery.B2", unit=gun, die=face)
        state.unlimbering = 0
        state.moved = state.supplied = 0
        finish_bridges(state)
        end_phase(state)
        for bound in (self.player, 1 - self.player):
            rule = broken_line(state, bound, bound == self.player)
            if rule is not None:
                show_choices(state)
                totals = [sum(one[of] for one in levels(state).values()) for of in (0, 1)]
                finish(state, 1 - bound, "forfeit", rule, (totals[0], totals[1]))
                return


@dataclass(frozen=True, slots=True)
class EndPlayerTurn(Step[LbState]):
    """What victory depends on is noted."""

    automatic = True

    def run(self, state: LbState) -> None:
        state.phase = BEFORE
        note(state)


@dataclass(frozen=True, slots=True)
class EndGameTurn(Step[LbState]):
    """seq.3 the scenario sets the number of Game-Turns."""

    automatic = True

    def run(self, state: LbState) -> None:
        if state.turn >= state.plan.turns:
            state.push(JudgeVictory())
            return
        state.turn += 1
        state.push(BeginGameTurn())

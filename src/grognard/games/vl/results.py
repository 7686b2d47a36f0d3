"""Chapter 6.4: what a result asks of each side, and how its owner fills it with steps and hexes of retreat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from grognard.core.ask import Kind, Offer
from grognard.core.step import Record, Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.battle import Battle
from grognard.games.vl.counters import QUALITIES, SIDES
from grognard.games.vl.losses import first_loss, last_steps, lose_step
from grognard.games.vl.retreat import Owing, RetreatForce, asked_at, can_retreat, stacks_of, stood_and_bled
from grognard.games.vl.state import AWAY, VlState
from grognard.hex.grid import bits

BOLD: Final = 3
"""6.4c results with a retreat and so many requirements are printed bold."""
RETREAT_WEIGHT: Final = 2
HARD: Final = 3
"""What a compulsory hex weighs beside requirements, and the weight that is told as hard."""

STEADY = QUALITIES.index("B")
"""6.4i quality A or B may stand."""


@dataclass(frozen=True, slots=True)
class Duty(Record):
    """One side's half of a result: a compulsory hex of retreat, and requirements of a step or a hex each (6.4a)."""

    retreat: bool
    requirements: int


@lru_cache(maxsize=64)
def duties(result: str) -> tuple[Duty, Duty]:
    """The attacker's and the defender's half of a result.

    >>> duties("1/R2")
    (Duty(retreat=False, requirements=1), Duty(retreat=True, requirements=2))
    """
    attacker, defender = (_duty(half) for half in result.split("/"))
    return attacker, defender


def _duty(half: str) -> Duty:
    number = half.removeprefix("R").removeprefix("-")
    return Duty(half.startswith("R"), int(number) if number else 0)


def is_bold(options: Mapping[str, Any], result: str) -> bool:
    """6.4c whether the attacker sets the defender's last requirement."""
    if options["only_1_r3_is_bold"]:
        return result == "1/R3"
    return duties(result)[1].retreat and duties(result)[1].requirements >= BOLD


def outcome_severity(result: str) -> str:
    """How hard a result is on the defender, for colours: bad is bad for the attacker."""
    attacker, defender = duties(result)
    weight = RETREAT_WEIGHT * defender.retreat + defender.requirements
    if not weight:
        return "bad" if attacker.retreat or attacker.requirements else "none"
    return "hard" if weight >= HARD else "mild"


# ---- the force that is left


def left_of(state: VlState, battle: Battle, side: int) -> int:
    """The combat units of a side that are still there, on the map."""
    return sum(1 << unit for unit in bits(battle.force(side)) if state.on_map(unit))


def wiped_out(state: VlState, battle: Battle) -> bool:
    """6.5.2h whether no defender lives; one that had to leave the map does (6.5.1g)."""
    return not any(state.on_map(unit) or state.hex_of[unit] == AWAY for unit in bits(battle.defenders))


def eligible(state: VlState, battle: Battle, side: int, units: int) -> int:
    """Which of these units may take the next loss: the first is bound, the others are free (6.4e, 6.4g)."""
    if battle.bloodied >> side & 1 or not units:
        return units
    return first_loss(state, units, battle.force(side), battle.force(1 - side))[0]


def take_step(state: VlState, side: int, unit: int, rule: str) -> None:
    """Fill a requirement with a step."""
    stood_and_bled(state, side)
    lose_step(state, unit, rule)


def why_not_lose(state: VlState, side: int, units: int, unit: int, by: str) -> Message:
    """Why a unit does not take this loss, which clause `by` asks of `units`."""
    battle = state.battle
    assert battle is not None
    if not battle.force(side) >> unit & 1:
        return state.message("why.not_in_combat", "6.4b", unit=unit)
    if not units >> unit & 1:
        return state.message("why.not_this_stack", by, unit=unit)
    rule = first_loss(state, units, battle.force(side), battle.force(1 - side))[1]
    return state.message("why.first_loss_armour" if rule == "6.4g" else "why.first_loss_largest", rule, unit=unit)


# ---- the steps


@dataclass(frozen=True, slots=True)
class SettleResult(Step[VlState]):
    """6.4b one side's duty: the compulsory retreat first, then its requirements."""

    side: int
    duty: Duty
    bold: bool
    automatic = True

    def run(self, state: VlState) -> None:
        battle = state.battle
        assert battle is not None
        if self.duty.requirements:
            state.push(FillRequirements(self.side, self.side, self.duty.requirements, self.bold, False))
        if self.duty.retreat:
            state.push(CompulsoryRetreat(self.side, left_of(state, battle, self.side), 0))


@dataclass(frozen=True, slots=True)
class CompulsoryRetreat(Step[VlState]):
    """6.4a the compulsory hex of retreat, or a step instead where quality or a settlement lets a stack stand.

    Stack after stack is asked, and then all that fall back go: who stands covers them, who goes does not (4.3b).
    """

    player: int
    units: int
    """Those whose stacks are still to be asked."""
    going: int
    obvious = True
    words = "compulsory_retreat"

    def hex(self, state: VlState) -> int:
        """Of the stack that is asked now."""
        return stacks_of(state, self.units)[0][0]

    def stack(self, state: VlState) -> int:
        return stacks_of(state, self.units)[0][1]

    def stands_by(self, state: VlState) -> str | None:
        """The clause that lets the stack stand: 6.4j in a city or village, 6.4i with a unit of quality A or B."""
        hex, stack = stacks_of(state, self.units)[0]
        if state.game.ground.settlements >> hex & 1:
            return "6.4j"
        return "6.4i" if any(state.quality(unit) <= STEADY for unit in bits(stack)) else None

    def offer(self, state: VlState) -> Offer:
        battle = state.battle
        assert battle is not None
        offer: Offer = {verbs.FALL_BACK: verbs.YES}
        if self.stands_by(state):
            offer[verbs.LOSE] = eligible(state, battle, self.player, self.stack(state))
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        hex, stack = stacks_of(state, self.units)[0]
        going = self.going | stack if verb == verbs.FALL_BACK else self.going
        rest = self.units & ~stack
        after = CompulsoryRetreat(self.player, rest, going) if rest else RetreatForce(self.player, going, True)
        rule = self.stands_by(state)
        state.replace(after)
        if verb == verbs.LOSE:
            assert rule is not None
            state.tell("event.stands", rule, unit=target, hex=hex)
            take_step(state, self.player, target, rule)

    def prompt(self, state: VlState) -> Message:
        rule = self.stands_by(state) or "6.4a"
        stacks = stacks_of(state, self.units)
        hex, stack = stacks[0]
        told = {"side": SIDES[self.player], "hex": hex, "units": bits(stack), "more": len(stacks) - 1}
        return state.message("prompt.compulsory_retreat", rule, **told)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        game = state.game
        going = {"hex": game.ground.grid.name(self.hex(state)), "chosen": game.names_of(Kind.UNIT, self.going)}
        return {**going, **last_steps(state)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb != verbs.LOSE:
            return []
        by = self.stands_by(state)
        if by is None:
            return [state.message("why.must_fall_back", "6.4i", hex=self.hex(state))]
        return [why_not_lose(state, self.player, self.stack(state), target, by)]


@dataclass(frozen=True, slots=True)
class FillRequirements(Owing):
    """6.4b each requirement is a step or, for the whole force, a hex of retreat; losses come before retreats."""

    player: int
    """Who decides: the owner, or the attacker for the last one of a bold result (6.4c)."""
    side: int
    left: int
    bold: bool
    retreating: bool
    """6.4b a requirement has been filled with a hex: no steps after it."""
    words = "requirements"
    obvious = True

    def _force(self, state: VlState) -> int:
        battle = state.battle
        assert battle is not None
        return left_of(state, battle, self.side)

    def must_bleed(self, state: VlState) -> bool:
        """6.4d the defender stood and lost steps: the attacker loses one before he may retreat."""
        battle = state.battle
        assert battle is not None
        defender = battle.defender
        stood = battle.bloodied >> defender & 1 and not battle.fell_back >> defender & 1
        return bool(self.side == battle.attacker and stood and not battle.bloodied >> self.side & 1)

    def may_retreat(self, state: VlState) -> bool:
        return not self.must_bleed(state) and can_retreat(state, self._force(state))

    def offer(self, state: VlState) -> Offer:
        battle = state.battle
        assert battle is not None
        force = self._force(state)
        if not self.left or not force:
            return {verbs.DONE: verbs.YES}
        back = self.may_retreat(state)
        if self._dictated():
            offer: Offer = {verbs.DEMAND_STEP: verbs.YES}
            if back:
                offer[verbs.DEMAND_RETREAT] = verbs.YES
            return offer
        offer = {verbs.FALL_BACK: verbs.YES} if back else {}
        if not self.retreating or not back:
            offer[verbs.LOSE] = eligible(state, battle, self.side, force)
        return offer

    def _dictated(self) -> bool:
        return self.bold and self.left == 1

    def take(self, state: VlState, verb: int, target: int) -> None:
        battle = state.battle
        assert battle is not None
        if verb == verbs.DONE:
            state.pop()
            if self.side == battle.defender and wiped_out(state, battle):
                state.battle = replace(battle, unfilled=battle.unfilled + self.left)  # 6.5.2h
            return
        if verb == verbs.DEMAND_STEP:
            state.replace(DictatedLoss(self.side))
            return
        left = self.left - 1
        on_retreat = verb in (verbs.FALL_BACK, verbs.DEMAND_RETREAT)
        decider = self._decider(battle, left)
        after = FillRequirements(decider, self.side, left, self.bold, self.retreating or on_retreat)
        state.replace(after)
        if on_retreat:
            state.push(RetreatForce(self.side, self._force(state), False))
        else:
            take_step(state, self.side, target, "6.4b")

    def _decider(self, battle: Battle, left: int) -> int:
        return battle.attacker if self.bold and left == 1 else self.side

    def prompt(self, state: VlState) -> Message:
        if self._dictated():
            return state.message("prompt.bold", "6.4c", side=SIDES[self.side])
        told = {"side": SIDES[self.side], "count": self.left}
        if not self.left or not self._force(state) or self.may_retreat(state):
            return state.message("prompt.requirements", "6.4b", **told)
        if self.must_bleed(state):
            return state.message("prompt.requirements_bleed", "6.4d", **told)
        return state.message("prompt.requirements_shut", "6.5.1e", **told)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        force = self._force(state)
        asked = {"chosen": state.game.names_of(Kind.UNIT, force)} if self._dictated() else asked_at(state, force)
        return {**asked, **last_steps(state)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if not self.left and verb in (verbs.LOSE, verbs.FALL_BACK):
            return [state.message("why.requirements_filled", "6.4a")]
        if not self._force(state) and verb == verbs.FALL_BACK:
            return [state.message("why.nobody_left", "6.5.2h")]
        if verb == verbs.LOSE:
            if self.retreating and self.may_retreat(state):
                return [state.message("why.losses_before_retreats", "6.4b")]
            return [why_not_lose(state, self.side, self._force(state), target, "6.4b")]
        if verb in (verbs.FALL_BACK, verbs.DEMAND_RETREAT):
            if self.must_bleed(state):
                return [state.message("why.must_bleed", "6.4d")]
            return [state.message("why.nowhere_to_retreat", "6.5.1e")]
        return []


@dataclass(frozen=True, slots=True)
class DictatedLoss(Step[VlState]):
    """6.4c the attacker wants a step; the owner says which unit."""

    player: int
    obvious = True
    words = "dictated_loss"

    def offer(self, state: VlState) -> Offer:
        battle = state.battle
        assert battle is not None
        return {verbs.LOSE: eligible(state, battle, self.player, left_of(state, battle, self.player))}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        take_step(state, self.player, target, "6.4c")

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.dictated_loss", "6.4c", side=SIDES[self.player])

    def focus(self, state: VlState) -> Mapping[str, Any]:
        battle = state.battle
        assert battle is not None
        return {**asked_at(state, left_of(state, battle, self.player)), **last_steps(state)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.LOSE:
            battle = state.battle
            assert battle is not None
            return [why_not_lose(state, self.player, left_of(state, battle, self.player), target, "6.4c")]
        return []

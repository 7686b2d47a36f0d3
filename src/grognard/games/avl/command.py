"""Chapters 4.1, 7.2 and 7.3: the Command Phase, drawing from the cup, and the activation of HQs and units.

How chits come into the cup is told in `selection.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step, Together
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.combat import CombatSegment
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.movement import MoveUnits
from grognard.games.avl.selection import axis_selection, soviet_selection
from grognard.games.avl.staff import of_chits, of_hqs
from grognard.games.avl.state import CUP, IN_BOX, INACTIVE, PLAYED, AvlState
from grognard.games.avl.supply import SupplyPhase
from grognard.games.avl.tracing import commanded
from grognard.hex.grid import bits

# ---- 4.1.1: a turn begins


@dataclass(frozen=True, slots=True)
class BeginTurn(Step[AvlState]):
    """The Command Phase opens: chits are regathered (7.1.1) and both players select in secret (4.1.1)."""

    automatic = True
    words = "select_chits"

    def run(self, state: AvlState) -> None:
        for chit in bits(state.holds(PLAYED)):
            state.chits[chit] = INACTIVE
        state.seen_chits &= ~state.game.chits.manstein  # back in a pool, where nobody sees it
        state.tell("event.turn", "4.0a", turn=state.turn)
        if state.options["axis_help_manstein_early"]:
            receive_manstein(state, "15.0.2a")
        # turn 1: 4.1.2c the Soviet special Combat Segment comes after selection; 15.0.2c then the first chit
        after: list[Step[AvlState]] = [DrawChit()]
        if state.turn == 1:
            if state.options["axis_help_first_chit_choice"]:
                after.insert(0, ChooseFirstChit(AXIS))
            after.insert(0, SpecialCombat(SOVIET))
        state.push(Together(((AXIS, axis_selection(state)), (SOVIET, soviet_selection(state)))), *after)


def receive_manstein(state: AvlState, rule: str) -> None:
    """The Manstein chits due this turn enter the Axis inactive pool (11.1.2, 15.0.2a)."""
    for chit, turn in state.game.manstein_arrives.items():
        if turn == state.turn:
            state.chits[chit] = INACTIVE
            state.tell("event.manstein_arrives", rule, chit=chit)


# ---- turn 1


@dataclass(frozen=True, slots=True)
class SpecialCombat(Step[AvlState]):
    """4.1.2c: on turn 1, before the first draw, one Soviet HQ may lead a Combat Segment without movement."""

    player: int
    words = "special"
    in_phase = "special"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        hqs = _hqs_on_map(state, SOVIET)
        offer: Offer = {verbs.ACTIVATE: hqs} if hqs else {}
        offer[verbs.DECLINE] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DECLINE:
            state.tell("event.special_declined", "4.1.2c")
            return
        begin_activation(state, SOVIET, 1 << target, "4.1.2c", key="event.special")
        state.push(CombatSegment(SOVIET))

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.special_combat", "4.1.2c")

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"commands": of_hqs(state, state.offer.get(verbs.ACTIVATE, 0))}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ACTIVATE:
            return [state.message("why.not_an_hq", "4.1.2c", unit=target)]
        return []

    def forgoes(self, state: AvlState, verb: int, target: int) -> Forgone | None:
        return Forgone(state.message("forgo.special", "4.1.2c")) if verb == verbs.DECLINE else None


@dataclass(frozen=True, slots=True)
class ChooseFirstChit(Step[AvlState]):
    """15.0.2c: the Axis player may name one of his selected chits as the first one drawn on turn 1."""

    player: int
    words = "first_chit"

    def offer(self, state: AvlState) -> Offer:
        mine = state.holds(CUP, state.game.chits.of_side[AXIS])
        return {verbs.DRAW_FIRST: mine, verbs.DECLINE: verbs.YES} if mine else {verbs.DECLINE: verbs.YES}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DRAW_FIRST:
            state.barrier += 1
            play_chit(state, target)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.first_chit", "15.0.2c")

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"commands": of_chits(state, state.offer.get(verbs.DRAW_FIRST, 0))}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.DRAW_FIRST:
            return [state.message("why.chit_not_in_cup", "15.0.2c", chit=target)]
        return []


# ---- 7.2: the cup


@dataclass(frozen=True, slots=True)
class DrawChit(Step[AvlState]):
    """7.2.1a: draw one chit at random; when the cup is empty the Supply Phase follows (4.1.2b)."""

    automatic = True
    words = "draw"
    in_phase = "command"

    def run(self, state: AvlState) -> None:
        cup = bits(state.holds(CUP))
        if not cup:
            state.activated = state.fought = state.attacked = 0
            state.push(SupplyPhase(), *state.game.end_of_turn)
            return
        state.push(DrawChit())
        play_chit(state, cup[state.roll(len(cup)) - 1])


def play_chit(state: AvlState, chit: int) -> None:
    """A drawn chit lies face up in its owner's played pool (7.2.1b) and activates what it names (7.2.2)."""
    chits = state.game.chits
    state.chits[chit] = PLAYED
    side = SOVIET if chits.of_side[SOVIET] >> chit & 1 else AXIS
    if side == SOVIET:
        state.seen_chits |= 1 << chit
    state.tell("event.chit_drawn", "7.2.1a", side=SIDES[side], chit=chit)
    if chits.manstein >> chit & 1:
        forced = state.manstein_rejected  # 7.2.2d rejected just before: this one must be played
        state.manstein_rejected = False
        if not _manstein_hqs(state):
            state.tell("event.chit_without_effect", "7.2.2a", chit=chit)
        elif forced:
            state.tell("event.manstein_forced", "7.2.2d", chit=chit)
            state.push(ChooseHq(AXIS))
        else:
            state.push(OfferManstein(AXIS, chit))
        return
    state.manstein_rejected = False
    if chit == chits.stavka:
        hqs = _hqs_on_map(state, SOVIET) | _hqs_in_box(state, SOVIET)  # 7.2.2b
    else:
        hq = chits.hq[chit]
        hqs = 1 << hq if state.on_map(hq) or state.hex_of[hq] == IN_BOX else 0
    activate(state, side, hqs, chit)


def activate(state: AvlState, side: int, hqs: int, chit: int = -1) -> None:
    """Command Segment done: Movement, then Combat Segment of the chit's owner (4.1.2a)."""
    if not hqs:
        state.tell("event.chit_without_effect", "7.2.2a", chit=chit)  # its HQ is not there
        return
    begin_activation(state, side, hqs, "7.3.1")
    state.push(MoveUnits(side), CombatSegment(side))


def begin_activation(state: AvlState, side: int, hqs: int, rule: str, key: str = "event.activated") -> None:
    """Fix who is activated: 7.3.3b all ranges at this instant, 7.3.2c each unit once."""
    units = hqs
    for hq in bits(hqs):
        units |= commanded(state, hq)
    state.active = side
    state.activated = units
    state.moved = state.fought = state.attacked = 0
    count = (units & ~hqs).bit_count()
    state.tell(key, rule, side=SIDES[side], units=bits(hqs), count=count)


@dataclass(frozen=True, slots=True)
class OfferManstein(Step[AvlState]):
    """7.2.2d: a just-drawn Manstein chit may go back into the cup, once in succession."""

    player: int
    chit: int
    words = "manstein"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.PLAY_MANSTEIN: verbs.YES, verbs.REJECT_MANSTEIN: verbs.YES}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.PLAY_MANSTEIN:
            state.push(ChooseHq(self.player))
            return
        state.chits[self.chit] = CUP
        state.manstein_rejected = True
        state.seen_chits |= 1 << self.chit
        state.tell("event.manstein_rejected", "7.2.2d", chit=self.chit)

    def prompt(self, state: AvlState) -> Message:
        left = state.holds(CUP).bit_count()
        return state.message("prompt.manstein", "7.2.2d", chit=self.chit, count=left)

    def primary(self, state: AvlState) -> int:
        return verbs.PLAY_MANSTEIN


@dataclass(frozen=True, slots=True)
class ChooseHq(Step[AvlState]):
    """7.2.2c: a Manstein chit activates any one Axis HQ on the map or in its box."""

    player: int
    words = "choose_hq"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        return {verbs.ACTIVATE: _manstein_hqs(state)}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        activate(state, AXIS, 1 << target)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.choose_hq", "7.2.2c")

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"commands": of_hqs(state, state.offer.get(verbs.ACTIVATE, 0))}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ACTIVATE:
            return [state.message("why.not_an_hq", "7.2.2c", unit=target)]
        if verb == verbs.REJECT_MANSTEIN:
            return [state.message("why.manstein_forced", "7.2.2d")]
        return []


def _hqs_on_map(state: AvlState, side: int) -> int:
    counters = state.game.counters
    return sum(1 << hq for hq in bits(counters.hqs & counters.of_side[side]) if state.on_map(hq))


def _hqs_in_box(state: AvlState, side: int) -> int:
    counters = state.game.counters
    inside = bits(counters.hqs & counters.of_side[side] & state.game.boxed)
    return sum(1 << hq for hq in inside if state.hex_of[hq] == IN_BOX)


def _manstein_hqs(state: AvlState) -> int:
    return _hqs_on_map(state, AXIS) | _hqs_in_box(state, AXIS)

"""Chapter 11: the Reinforcement Segment, the two boxes, and the removal of HQs without troops."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.command import BeginTurn, receive_manstein
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.stacking import crowded, enter, why_crowded
from grognard.games.avl.state import AWAITING, AWAY, IN_BOX, INACTIVE, NOT_ARRIVED, REMOVED, AvlState
from grognard.games.avl.tracing import commanded, rail_hexes
from grognard.games.avl.victory import eliminate
from grognard.hex.grid import bits, mask


def arrival_turn(state: AvlState, unit: int) -> int:
    """2.2.2c the number on the counter; 15.0.1c option: the 1st Panzer Army a turn later."""
    turn = state.game.arrives[unit]
    later = state.options["soviet_help_1pza_turn_5"] and state.game.counters.side[unit] == AXIS
    return turn + 1 if later and state.game.boxed >> unit & 1 else turn


def due_now(state: AvlState, side: int) -> int:
    """The units of a side that arrive this turn: new ones, and HQs awaiting return (12.7d)."""
    units, arriving = 0, state.game.arriving
    numbered = arriving[state.turn] | arriving[state.turn - 1]  # 15.0.1c some a turn later
    for unit in bits((numbered | mask(state.due)) & state.game.counters.of_side[side]):
        place = state.hex_of[unit]
        new = place == NOT_ARRIVED and arrival_turn(state, unit) == state.turn
        if new or (place == AWAITING and state.due[unit] == state.turn):
            units |= 1 << unit
    return units


@dataclass(frozen=True, slots=True)
class ReinforcementSegment(Step[AvlState]):
    """4.3(1): chits and boxes first, then the Axis player places all, then the Soviet player (11.1.1a)."""

    automatic = True
    words = "reinforcements"

    def run(self, state: AvlState) -> None:
        if not state.options["axis_help_manstein_early"]:
            receive_manstein(state, "11.1.2")
        fill_boxes(state)
        state.push(Arrivals(AXIS), Arrivals(SOVIET), RemoveHqs())


def fill_boxes(state: AvlState) -> None:
    """11.2.1 the 1st Panzer Army and the 28th Army arrive in their boxes."""
    for side in (AXIS, SOVIET):
        arrived = [unit for unit in bits(due_now(state, side) & state.game.boxed) if state.hex_of[unit] == NOT_ARRIVED]
        for unit in arrived:
            state.put(unit, IN_BOX)
            receive_chit(state, unit)
        if arrived:
            state.tell("event.box_filled", "11.2.1", side=SIDES[side], units=arrived)


def receive_chit(state: AvlState, hq: int) -> None:
    """11.1.2 an arriving Axis HQ brings its chit; the Soviet player receives none. 12.7d a returning one kept his."""
    chit = state.game.chits.of_hq.get(hq)
    if chit is not None and state.game.counters.side[hq] == AXIS and state.chits[chit] == AWAY:
        state.chits[chit] = INACTIVE


@dataclass(frozen=True, slots=True)
class Arrivals(Step[AvlState]):
    """One side's placement: while a unit can be placed it must be (11.1.3), the rest is lost."""

    side: int
    placed: bool = False
    """Whether one has been placed already."""
    automatic = True

    def run(self, state: AvlState) -> None:
        due = due_now(state, self.side)
        if not due:
            if self.placed:
                state.push(AllPlaced(self.side))
            return
        rails = rail_hexes(state, self.side)
        fit = sum(1 << unit for unit in bits(due) if rails & ~crowded(state, unit))
        if fit:
            state.push(PlaceReinforcement(self.side, fit), Arrivals(self.side, placed=True))
            return
        for unit in bits(due):
            lose_reinforcement(state, unit)


@dataclass(frozen=True, slots=True)
class AllPlaced(Step[AvlState]):
    """The last of a side's arriving units stands: there is nothing left to do but to end its placement."""

    player: int
    obvious = True
    words = "all_placed"
    in_phase = "reinforcements"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.DONE: verbs.YES}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.idle_all_placed", "11.1.1a")

    def why_over(self, state: AvlState) -> Message:
        return self.prompt(state)


def lose_reinforcement(state: AvlState, unit: int) -> None:
    """11.1.3 what cannot be placed counts as eliminated, with its points; an HQ leaves with its chit, without any."""
    if state.game.counters.hqs >> unit & 1:
        remove_hq(state, unit, "11.1.3")
    else:
        eliminate(state, unit, "11.1.3")


@dataclass(frozen=True, slots=True)
class PlaceReinforcement(Step[AvlState]):
    """11.1.1: the owner takes up one of his arriving units."""

    player: int
    units: int
    obvious = True
    words = "place"
    in_phase = "reinforcements"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        return {verbs.PLACE: self.units}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.replace(PlaceAt(self.player, target, self.units & ~(1 << target)))

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.place", "11.1.1a", count=self.units.bit_count())

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.not_arriving", "2.2.2c", unit=target)] if verb == verbs.PLACE else []


@dataclass(frozen=True, slots=True)
class PlaceAt(Step[AvlState]):
    """11.1.1b: a railroad hex joined to a friendly source by free track."""

    player: int
    unit: int
    others: int
    words = "place_at"
    in_phase = "reinforcements"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        offer = {verbs.PLACE_AT: rail_hexes(state, self.player) & ~crowded(state, self.unit)}
        if self.others:
            offer[verbs.PLACE] = self.others
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.PLACE:
            state.replace(PlaceAt(self.player, target, self.others & ~(1 << target) | 1 << self.unit))
            return
        state.pop()
        state.due.pop(self.unit, None)
        enter(state, self.unit, target)  # 11.1.1e it takes an enemy Victory City
        receive_chit(state, self.unit)
        state.tell("event.placed", "11.1.1b", unit=self.unit, hex=target)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.place_at", "11.1.1b", unit=self.unit)

    def focus(self, state: AvlState) -> dict[str, str]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PLACE:
            return [state.message("why.not_arriving", "2.2.2c", unit=target)]
        return [why_not_placed(state, self, target)] if verb == verbs.PLACE_AT else []


def why_not_placed(state: AvlState, step: PlaceAt, hex: int) -> Message:
    """Which condition of 11.1.1 a hex fails."""
    ground = state.game.ground
    enemy = 1 - step.player
    if not ground.rail_hexes >> hex & 1:
        return state.message("why.no_rail", "11.1.1b", hex=hex)
    if state.closed() >> hex & 1:
        return state.message("why.pocket", "13.0a", unit=step.unit, hex=hex, turn=state.game.pocket_closed_through)
    if (state.combat[enemy] | state.hqs[enemy]) >> hex & 1:
        return state.message("why.enemy_there", "11.1.1b", unit=step.unit, hex=hex)
    if state.enemy_zoc(step.player) >> hex & 1:
        return state.message("why.placed_in_zoc", "11.1.1c", hex=hex)
    if not rail_hexes(state, step.player) >> hex & 1:
        return state.message("why.rail_cut", "11.1.1b", hex=hex)
    return why_crowded(state, step.unit, hex)


# ---- 11.3


@dataclass(frozen=True, slots=True)
class RemoveHqs(Step[AvlState]):
    """11.3a: after both have placed, an HQ with no friendly combat unit in range leaves the game with its chit."""

    automatic = True

    def run(self, state: AvlState) -> None:
        for hq in bits(state.game.counters.hqs):
            tested = state.on_map(hq) or state.hex_of[hq] == IN_BOX  # not one awaiting return (12.7d)
            if tested and not commanded(state, hq):  # 11.3b minor HQs count their own and Germans
                remove_hq(state, hq, "11.3a")


def remove_hq(state: AvlState, hq: int, rule: str) -> None:
    """11.3c the HQ and its chit leave for good."""
    state.put(hq, REMOVED)
    state.due.pop(hq, None)
    state.chits[state.game.chits.of_hq[hq]] = AWAY
    state.tell("event.hq_removed", rule, unit=hq, side=SIDES[state.game.counters.side[hq]])


@dataclass(frozen=True, slots=True)
class AdvanceTurn(Step[AvlState]):
    """4.3(3): move the Turn marker on."""

    automatic = True

    def run(self, state: AvlState) -> None:
        state.turn += 1
        state.push(BeginTurn())

"""Chapter 6.5.1: retreats, hex by hex and stack by stack, with their priorities, the steps ZOC costs, and their ends.

Units of a stack may part as long as all go equally far (6.5.1d): the owner sends the whole stack, or splits some off
first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ahead import closed
from grognard.core.ask import Kind, Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.entry import comes_back
from grognard.games.vl.losses import attacked_alone, eliminate, last_steps, lose_step
from grognard.games.vl.stacking import RemoveExcess, counted, excess, overstacked
from grognard.games.vl.state import AWAY, VlState
from grognard.games.vl.zoc import beside_city, encircled, ring_in_doubt, zoc
from grognard.hex.grid import bits, highest, mask


def barred(state: VlState, side: int) -> int:
    """6.5.1a no hex with an enemy, be it a lone HQ, a launcher or a Festung."""
    return state.occupied[1 - side]


def exits(state: VlState, side: int, hex: int, visited: int) -> int:
    """Every hex a retreat may enter next; it never comes back to one that it has left."""
    ground = state.game.ground
    return ground.grid.around[hex] & ground.land & ~barred(state, side) & ~visited


def costly(state: VlState, side: int, hexes: int = -1) -> int:
    """4.3b, 6.5.1c those of the hexes whose entering costs a step: enemy ZOC without a friend who stands there.

    Those who retreat in this combat are no such friends, be they back already or still to go.
    """
    board = zoc(state, 1 - side) & hexes
    held = board & state.occupied[side]
    if held:
        friends = state.game.counters.of_side[side] & ~mask(state.trails) & ~still_to_go(state)
        for hex in bits(held):
            if state.at[hex] & friends:
                board ^= 1 << hex
    return board


def still_to_go(state: VlState) -> int:
    """Those whose retreat has begun for their force and who have not left their hex yet."""
    units = 0
    for step in reversed(state.stack):
        if not isinstance(step, RetreatStack | RetreatOrder | StepForZoc):
            break
        units |= 0 if isinstance(step, StepForZoc) else step.units
    return units


class Owing(Step[VlState]):
    """What a result still costs a side once the retreat on hand is over."""

    __slots__ = ()
    side: int
    left: int


def still_owed(state: VlState, side: int) -> int:
    """6.4b in steps or hexes."""
    return sum(step.left for step in state.stack if isinstance(step, Owing) and step.side == side)


def best_exits(state: VlState, side: int, hex: int, visited: int) -> int:
    """6.5.1b the exits that come first: out of enemy ZOC, not away from the own edge, farthest from the enemy."""
    candidates = exits(state, side, hex, visited)
    if not candidates:
        return 0
    safe = candidates & ~costly(state, side, candidates)
    candidates = safe or candidates
    distance = state.game.ground.edge_distance[side]
    homeward = sum(1 << one for one in bits(candidates) if distance[one] <= distance[hex])
    candidates = homeward or candidates
    return _farthest(state, 1 - side, candidates)


def _farthest(state: VlState, enemy: int, candidates: int) -> int:
    """Those of the hexes that are farthest from any enemy unit."""
    grid = state.game.ground.grid
    reached = state.occupied[enemy]
    while candidates & (candidates - 1):
        grown = reached | grid.grow(reached)
        rest = candidates & ~grown
        if not rest or grown == reached:
            return candidates
        candidates, reached = rest, grown
    return candidates


def visited_by(state: VlState, units: int) -> int:
    """The hexes these combat units have come through; HQs and launchers have no way of their own."""
    board = 0
    for unit in bits(units & state.game.counters.combat):
        for hex in state.trails.get(unit, ()):
            board |= 1 << hex
    return board


def stacks_of(state: VlState, units: int) -> list[tuple[int, int]]:
    """(hex, those of the units that stand there)."""
    hexes = sorted({state.hex_of[unit] for unit in bits(units)})
    return [(hex, units & state.at[hex]) for hex in hexes]


def asked_at(state: VlState, units: int) -> Mapping[str, Any]:
    """The hex that a question about these units is about, where they stand in one."""
    stacks = stacks_of(state, units)
    return {"hex": state.game.ground.grid.name(stacks[0][0])} if len(stacks) == 1 else {}


def can_retreat(state: VlState, units: int) -> bool:
    """6.5.1e whether all of these could go one hex further: a voluntary hex is never forced on a stack."""
    counters = state.game.counters
    return all(
        exits(state, counters.side[highest(stack)], hex, visited_by(state, stack) | 1 << hex)
        for hex, stack in stacks_of(state, units)
    )


def order_matters(state: VlState, side: int, units: int) -> bool:
    """Whether one stack's going may change another's way.

    Nobody who retreats covers anybody (4.3b), so only the ring can do it: it opens and closes as Soviet stacks leave
    and come, and with it the Festungs have their ZOC or not (4.2.2).
    """
    stacks = stacks_of(state, units)
    if side != SOVIET or len(stacks) < 2:
        return False
    ways = 0
    for hex, stack in stacks:
        ways |= exits(state, side, hex, visited_by(state, stack))
    here = mask(hex for hex, _ in stacks)
    return bool(ways & beside_city(state)) and ring_in_doubt(state, units, ways | here)


@dataclass(frozen=True, slots=True)
class RetreatForce(Step[VlState]):
    """One hex of retreat for a whole force, stack after stack."""

    side: int
    units: int
    compulsory: bool
    automatic = True

    def run(self, state: VlState) -> None:
        battle = state.battle
        assert battle is not None
        # 1.4e, 1.5g HQs and launchers of the defending stacks go with them
        along = battle.followers if self.side == battle.defender else 0
        here = mask(hex for hex, _ in stacks_of(state, self.units))
        state.push(*in_turn(state, self.side, self.units | along & state.units_at(here), self.compulsory))


def in_turn(state: VlState, side: int, units: int, compulsory: bool) -> list[Step[VlState]]:
    """The stacks of these units one after the other, in an order of the owner's where it makes a difference."""
    if order_matters(state, side, units):
        return [RetreatOrder(side, units, compulsory)]
    return [RetreatStack(side, stack, 0, compulsory) for _, stack in stacks_of(state, units)]


@dataclass(frozen=True, slots=True)
class RetreatOrder(Step[VlState]):
    """6.4b the owner says which of his stacks goes next."""

    player: int
    units: int
    compulsory: bool
    words = "retreat_order"

    def offer(self, state: VlState) -> Offer:
        return {verbs.RETREAT_FROM: mask(hex for hex, _ in stacks_of(state, self.units))}

    def take(self, state: VlState, verb: int, target: int) -> None:
        stack = self.units & state.at[target]
        state.replace(
            RetreatStack(self.player, stack, 0, self.compulsory),
            *in_turn(state, self.player, self.units & ~stack, self.compulsory),
        )

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.retreat_order", "6.4b", side=SIDES[self.player])

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"chosen": state.game.names_of(Kind.UNIT, self.units)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.no_stack_to_retreat", "6.4b", hex=target)] if verb == verbs.RETREAT_FROM else []


@dataclass(frozen=True, slots=True)
class RetreatStack(Step[VlState]):
    """6.5.1 a stack leaves its hex: all of it to one hex, or those split off first (6.5.1d)."""

    player: int
    units: int
    apart: int
    """Those split off, who go next and by themselves."""
    compulsory: bool
    obvious = True
    words = "retreat"

    def _hex(self, state: VlState) -> int:
        return state.hex_of[highest(self.units)]

    def going(self, state: VlState) -> int:
        return self.apart or self.units

    def targets(self, state: VlState) -> int:
        hex = self._hex(state)
        return best_exits(state, self.player, hex, visited_by(state, self.units) | 1 << hex)

    def splittable(self, state: VlState) -> int:
        """Who may be split off: never so that a part has no combat unit in it."""
        counters = state.game.counters
        rest = self.units & ~self.apart
        fighting = rest & counters.combat
        if not fighting & (fighting - 1):
            return 0
        return rest if self.apart & counters.combat else fighting

    def offer(self, state: VlState) -> Offer:
        targets = self.targets(state)
        if not targets:
            return {verbs.DONE: verbs.YES}
        offer: Offer = {verbs.RETREAT: targets}
        apart = self.splittable(state)
        if apart and targets & (targets - 1):
            offer[verbs.SPLIT_OFF] = apart
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.SPLIT_OFF:
            state.push(replace(self, apart=self.apart | 1 << target))
            return
        if verb == verbs.DONE:
            no_way_out(state, self.player, self.units)
            return
        going = self.going(state)
        rest = self.units & ~going
        if rest:
            state.push(replace(self, units=rest, apart=0))
        self._go(state, going, target)

    def _go(self, state: VlState, going: int, target: int) -> None:
        here = self._hex(state)
        costs_step = costly(state, self.player, 1 << target)
        for unit in bits(going):
            state.trails[unit] = (*state.trails.get(unit, (here,)), target)
            state.put(unit, target)
        fell_back(state, self.player)
        state.tell("event.retreats", "6.5.1b", units=bits(going), hex_from=here, hex=target)
        if costs_step:
            state.push(StepForZoc(self.player, going))

    def prompt(self, state: VlState) -> Message:
        splits = verbs.SPLIT_OFF in self.offer(state)
        more = len(stacks_of(state, still_to_go(state) & ~self.units))
        owed = still_owed(state, self.player)
        said = {"side": SIDES[self.player], "units": bits(self.going(state)), "more": more, "owed": owed}
        if full := self._full(state):
            return state.message("prompt.retreat_full", "6.5.1b", **said, hexes=full, splits=int(splits))
        return state.message("prompt.retreat" if splits else "prompt.retreat_one", "6.5.1b", **said)

    def _full(self, state: VlState) -> list[int]:
        """5.1b the open hexes where the stack would be over the limit: nobody can move away before it is judged."""
        going, side = self.going(state), self.player
        there = {hex: counted(state, side, state.at.get(hex, 0) | going) for hex in bits(self.targets(state))}
        return [hex for hex, counts in there.items() if excess(side, counts)]

    def focus(self, state: VlState) -> Mapping[str, Any]:
        going = self.going(state)
        lead = highest(going & state.game.counters.combat or going)
        together = going & ~state.offer.get(verbs.SPLIT_OFF, 0)  # who can be split off is shown as such
        return {"unit": state.game.counters.rows[lead].id, "chosen": state.game.names_of(Kind.UNIT, together)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.SPLIT_OFF:
            return [state.message("why.cannot_split", "6.5.1d", unit=target)]
        if verb == verbs.RETREAT:
            return [self._why_not_there(state, target)]
        if verb == verbs.LOSE and not self.compulsory:
            return [state.message("why.losses_before_retreats", "6.4b")]
        return []

    def _why_not_there(self, state: VlState, hex: int) -> Message:
        here = self._hex(state)
        ground = state.game.ground
        if not ground.grid.around[here] >> hex & 1 or not ground.land >> hex & 1:
            # 6.5.1d binds the parts of a stack to the same distance, 6.5.1b takes any retreat hex by hex
            parted = mask(state.trails) & state.game.counters.of_side[self.player] & ~self.units
            return state.message("why.retreat_not_adjacent", "6.5.1d" if parted else "6.5.1b", hex=hex)
        if bar := _why_no_exit(state, self.player, self.units, hex):
            return bar
        if costly(state, self.player, 1 << hex):
            return state.message("why.retreat_zoc", "6.5.1b", hex=hex)
        distance = ground.edge_distance[self.player]
        if distance[hex] > distance[here]:
            return state.message("why.retreat_direction", "6.5.1b", hex=hex)
        return state.message("why.retreat_nearer_enemy", "6.5.1b", hex=hex)


def _why_no_exit(state: VlState, side: int, units: int, hex: int) -> Message | None:
    """What bars a hex to a stack that retreats, whatever its priority."""
    if barred(state, side) >> hex & 1:
        return state.message("why.retreat_barred", "6.5.1a", hex=hex)
    if visited_by(state, units) >> hex & 1:
        return state.message("why.retreat_back", "6.5.1b", hex=hex)
    return None


def _why_shut_in(state: VlState, side: int, units: int, hex: int) -> list[Message]:
    """Why a stack finds every hex beside it closed; at the edge it would leave the map (6.5.1g)."""
    found = (_why_no_exit(state, side, units, one) for one in bits(state.game.ground.grid.around[hex]))
    return [one for one in found if one is not None]


@dataclass(frozen=True, slots=True)
class StepForZoc(Step[VlState]):
    """4.3b a stack that enters enemy ZOC loses one step in all; its owner picks the unit."""

    player: int
    units: int
    obvious = True
    words = "step_for_zoc"

    def offer(self, state: VlState) -> Offer:
        return {verbs.LOSE: self.units & state.game.counters.combat}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        lose_step(state, target, "4.3b")
        left_alone(state, self.units)

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.step_for_zoc", "4.3b", side=SIDES[self.player], units=bits(self.units))

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {**asked_at(state, self.units), **last_steps(state)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.not_in_stack", "4.3b", unit=target)] if verb == verbs.LOSE else []


def left_alone(state: VlState, units: int) -> None:
    """1.4e, 1.5g HQs and launchers whose companions are gone are treated as attacked alone."""
    counters = state.game.counters
    for unit in bits(units & (counters.hqs | counters.launchers)):
        if state.on_map(unit) and not state.at[state.hex_of[unit]] & (counters.combat | counters.festungs):
            attacked_alone(state, unit)


def no_way_out(state: VlState, side: int, units: int) -> None:
    """6.5.1e to 6.5.1g a stack that must go and finds no hex."""
    counters = state.game.counters
    hex = state.hex_of[highest(units)]
    ground = state.game.ground
    if ground.edge >> hex & 1:
        fell_back(state, side)
        for unit in bits(units):
            _leave_the_map(state, unit, hex)
        return
    shut = [] if state.events is None else closed(state.game, _why_shut_in(state, side, units, hex))
    state.tell("event.no_retreat", "6.5.1e", units=bits(units), hex=hex, closed=shut)
    # 7.1c a ring that has been opened is a ring until it is looked at
    ring = side == SOVIET and ground.grid.around[hex] & state.festungs and (state.ring_turn or encircled(state))
    for unit in bits(units & counters.combat):
        if ring:
            # 6.5.1f it stays where it stands and loses a step more
            stood_and_bled(state, side)
            state.tell("event.against_festung", "6.5.1f", unit=unit, hex=hex)
            lose_step(state, unit, "6.5.1f")
        else:
            eliminate(state, unit, "6.5.1e")
    left_alone(state, units)


def fell_back(state: VlState, side: int) -> None:
    """6.4d, 6.5.2f this side has given ground in the combat."""
    battle = state.battle
    assert battle is not None
    if not battle.fell_back >> side & 1:
        state.battle = replace(battle, fell_back=battle.fell_back | 1 << side)


def stood_and_bled(state: VlState, side: int) -> None:
    """6.4d this side has lost a step where it stood."""
    battle = state.battle
    assert battle is not None
    if not battle.bloodied >> side & 1:
        state.battle = replace(battle, bloodied=battle.bloodied | 1 << side)


def _leave_the_map(state: VlState, unit: int, hex: int) -> None:
    """6.5.1g off the map; it comes back next turn."""
    if comes_back(state):
        state.tell("event.leaves_map", "6.5.1g", unit=unit, hex=hex, turn=state.turn + 1)
    else:
        state.tell("event.leaves_for_good", "6.5.1g", unit=unit, hex=hex)
    state.supply[unit] = 0
    state.trails[unit] = state.trails.get(unit, (hex,))
    state.put(unit, AWAY)
    state.due[unit] = state.turn + 1
    state.exit_hex[unit] = hex


@dataclass(frozen=True, slots=True)
class EndRetreat(Step[VlState]):
    """1.4e HQs left alone are gone; 5.1b where players want it so overstacking by a retreat is judged at once."""

    side: int
    automatic = True

    def run(self, state: VlState) -> None:
        battle = state.battle
        assert battle is not None
        if self.side == battle.defender:
            left_alone(state, battle.followers)
        if not state.options["overstacked_retreat_at_once"] or not battle.fell_back >> self.side & 1:
            return
        # only where somebody fell back to: stacks that stood are looked at when the phase ends (5.1a)
        moving = battle.force(self.side) | (battle.followers if self.side == battle.defender else 0)  # 1.5g
        retreated = sum(1 << unit for unit in bits(moving) if state.on_map(unit) and unit in state.trails)
        for hex, _ in stacks_of(state, retreated):
            if overstacked(state, self.side, hex):
                state.push(RemoveExcess(self.side, hex))

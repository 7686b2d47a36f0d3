"""The Movement Phases: units move one by one, as far as they like, in any order (move.general).

A destination is reached by the path that is previewed; the unit may go on from there until it is done, so every path
can be had. Limbering, entrenching, bridging, entering and leaving the map are all part of a unit's move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import mostly_left
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message, points
from grognard.games.lb import verbs
from grognard.games.lb.combat.allocation import ground_targets
from grognard.games.lb.combat.ground_attack import chances
from grognard.games.lb.counters import SIDES
from grognard.games.lb.engineers import may_leave, note_crossings, sites
from grognard.games.lb.movement.ahead import ahead
from grognard.games.lb.movement.entry import bound, group_of, release, reveal, with_their_like
from grognard.games.lb.movement.leaving import exit_area, exit_price, leave_map
from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.movement.reach import (
    Reach,
    Route,
    allowance,
    comers,
    costs_along,
    entries,
    entry_cost,
    minimum_move,
    reach_of,
    route,
    saved_by_round,
)
from grognard.games.lb.movement.why_act import why_not_act
from grognard.games.lb.movement.why_move import why_not_entered, why_not_mover, why_not_rush, why_not_there
from grognard.games.lb.record import interrupt, note_coming, noted_in_passing
from grognard.games.lb.state import FIRST_MOVEMENT, SECOND_MOVEMENT, LbState
from grognard.hex.grid import bits
from grognard.hex.trace import total


def movers(state: LbState, side: int) -> int:
    """The units that may start a move: on the map and not moved yet, or one of each kind that waits to enter."""
    units = state.standing[side] & ~state.moved
    for engineer in state.building:
        units &= ~(1 << engineer)  # eng.A it stays put for the whole phase
    if state.crossed:
        for engineer in state.bridges:
            if not may_leave(state, engineer):
                units &= ~(1 << engineer)
    if state.waiting:
        units |= comers(state, side) & ~state.moved
    return units


@dataclass(frozen=True, slots=True)
class MoveUnits(Step[LbState]):
    """A Movement Phase: pick the next unit, or end the phase; move.B nobody has to move."""

    player: int
    obvious = True
    acting = True
    words = "move"

    def offer(self, state: LbState) -> Offer:
        ready = movers(state, self.player)
        offer: Offer = {verbs.UNIT: ready} if ready else {}
        offer[verbs.END_MOVEMENT] = verbs.YES
        return offer

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            state.push(MoveUnit(self.player, target))
        else:
            state.pop()

    def prompt(self, state: LbState) -> Message:
        rule = "seq.1a" if state.phase == FIRST_MOVEMENT else "seq.1c"
        left = with_their_like(state, movers(state, self.player)).bit_count()
        key = "prompt.first_movement" if state.phase == FIRST_MOVEMENT else "prompt.second_movement"
        broken = broken_line(state, self.player)
        if broken is not None:
            return state.message("prompt.line_broken", broken, count=left)  # ending the phase now would lose the game
        return state.message(key, rule, count=left)

    def focus(self, state: LbState) -> Mapping[str, Any]:
        if state.phase != FIRST_MOVEMENT:
            return {}
        return {"outlook": chances(state, ground_targets(state))}  # seq.1b attacks follow, for who plans

    def why_over(self, state: LbState) -> Message | None:
        broken = broken_line(state, self.player)
        if broken is not None:
            return state.message("prompt.idle_line_broken", broken)
        if state.phase == SECOND_MOVEMENT:
            return state.message("prompt.idle_nobody_moves", "seq.1c")
        if state.unlimbering:
            return state.message("prompt.idle_guns_roll", "artillery.B2", units=bits(state.unlimbering))
        return None  # his own combat comes next, and nothing is rolled before it

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.END_MOVEMENT or not state.plan.lines:
            return {}
        return {"line_broken": broken_line(state, self.player) is not None}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return [why_not_mover(state, self.player, target)]
        if verb in (verbs.MOVE, verbs.RUSH, verbs.ENTER):
            return [state.message("why.pick_unit_first", "move.C")]
        if verb in (verbs.ATTACK, verbs.FIRE, verbs.STRIKE):
            return [state.message("why.no_combat_now", "move.E")]
        return []

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        return end_costs(state, self.player) if verb == verbs.END_MOVEMENT else None


def end_costs(state: LbState, side: int) -> Forgone | None:
    """What the end of the phase gives up: a game whose line is broken, or in the second phase what has not moved.

    The end of the First Movement Phase can be taken back while attacks are announced: only if most are left it is told.
    """
    broken = broken_line(state, side)
    if broken is not None:
        return Forgone(state.message("forgo.line", broken), lost=True)
    ready = with_their_like(state, movers(state, side))
    if not ready or (state.phase == FIRST_MOVEMENT and not mostly_left(ready, state.moved & state.standing[side])):
        return None
    attack = state.game.counters.attack
    items = tuple({"unit": unit} for unit in sorted(bits(ready), key=lambda unit: (-attack[unit], unit)))
    return Forgone(state.message("forgo.unmoved", "seq.1c", count=len(items)), items)


@dataclass(frozen=True, slots=True)
class MoveUnit(Step[LbState]):
    """One unit's move: what it has spent, in half points."""

    player: int
    unit: int
    spent: int = 0
    started: bool = False
    obvious = True
    acting = True
    words = "move_unit"

    # ---- what can be done

    def left(self, state: LbState) -> int:
        return allowance(state, self.unit) - self.spent

    def moves(self, state: LbState) -> bool:
        """Whether the unit can go from hex to hex: artillery.A1 not an unlimbered gun, fort.F not from inside a
        fort."""
        bit = 1 << self.unit
        return not (state.game.counters.guns & bit & ~state.limbered or state.dug_in & bit)

    def reach(self, state: LbState) -> Reach:
        undeployed = bool(state.undeployed >> self.unit & 1)
        if self.moves(state):
            return reach_of(state, self.unit, self.left(state), self.started, undeployed)
        if state.dug_in >> self.unit & 1 and not self.started and minimum_move(state, self.unit):
            return reach_of(state, self.unit, 0, False, False)  # move.M always one hex, out of a fortification too
        return Reach(0, [], [], 0, 0)

    def offer(self, state: LbState) -> Offer:
        if not state.on_map(self.unit):
            return self._offer_entry(state)
        here = 1 << state.hex_of[self.unit]
        where = self.reach(state)
        state.memo = (self, where)
        offer: Offer = {}
        if targets := where.board & ~here:
            offer[verbs.MOVE] = targets
        if where.rush:
            offer[verbs.RUSH] = where.rush
        self._offer_acts(state, offer)
        if self.started and not offer:
            return {verbs.STOP: verbs.YES}
        offer[verbs.STOP] = verbs.YES
        if others := movers(state, self.player) & ~(1 << self.unit):
            offer[verbs.UNIT] = others
        if not self.started:
            offer[verbs.END_MOVEMENT] = verbs.YES
        return offer

    def _offer_entry(self, state: LbState) -> Offer:
        full, rush = entries(state, self.unit)
        offer: Offer = {verbs.STOP: verbs.YES, verbs.END_MOVEMENT: verbs.YES}
        if full:
            offer[verbs.ENTER] = full
        if rush:
            offer[verbs.RUSH] = rush
        if others := movers(state, self.player) & ~(1 << self.unit):
            offer[verbs.UNIT] = others
        return offer

    def _offer_acts(self, state: LbState, offer: Offer) -> None:
        """What a unit can do where it stands."""
        counters, tables = state.game.counters, state.game.files.tables
        bit, left = 1 << self.unit, self.left(state)
        here = state.hex_of[self.unit]
        if state.undeployed & bit:
            return  # move.Ka it is bound to attack from here
        if counters.guns & bit:  # artillery.B1 as often as its points allow
            if not state.limbered & bit:
                if left >= 2 * tables.artillery.limber:
                    offer[verbs.LIMBER] = verbs.YES  # artillery.A1
            elif left >= 2 * tables.artillery.unlimber:
                offer[verbs.UNLIMBER] = verbs.YES  # artillery.A3
        if state.dug_in & bit:
            if left >= 2 * tables.fortification.reassemble:
                offer[verbs.REASSEMBLE] = verbs.YES  # fort.F
        elif state.forts >> here & 1 and left >= 2 * tables.fortification.entrench:
            offer[verbs.ENTRENCH] = verbs.YES  # fort.C either side may, nothing ties it to one
        builds = counters.engineers & bit and not self.started and self.unit not in state.bridges
        if builds and (places := sites(state, self.unit)):
            offer[verbs.BRIDGE] = places  # eng.A
        if self.moves(state) and exit_area(state, self.player) >> here & 1:
            free = not self.started and minimum_move(state, self.unit)
            if free or exit_price(state, self.unit) <= left:
                offer[verbs.EXIT] = verbs.YES

    # ---- doing it

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb in (verbs.MOVE, verbs.RUSH):
            if state.on_map(self.unit):
                self._march(state, target, verb == verbs.MOVE)
            else:
                self._enter(state, target, False)
        elif verb == verbs.ENTER:
            self._enter(state, target, True)
        elif verb in (verbs.STOP, verbs.UNIT):
            if self.started or (verb == verbs.STOP and state.on_map(self.unit)):
                state.moved |= 1 << self.unit
            state.pop()
            if verb == verbs.UNIT:
                state.push(MoveUnit(self.player, target))
        elif verb == verbs.END_MOVEMENT:
            state.pop()
            state.pop()  # the phase with it
        else:
            self._act(state, verb, target)

    def _march(self, state: LbState, target: int, deployed: bool) -> None:
        way = self.route(state, target, deployed, self._path_counts(state))
        bit = 1 << self.unit
        if not deployed and not state.undeployed & bit:
            state.undeployed |= bit
        state.dug_in &= ~bit
        state.tell(
            "event.moved" if deployed else "event.rushed", "move.A" if deployed else "move.Ka",
            unit=self.unit, hex=target, points=points(way.cost), hexes=list(way.hexes),
        )  # fmt: skip
        note_crossings(state, self.player, way.hexes)
        come_to(state, self.unit, way.hexes[1:])
        state.replace(MoveUnit(self.player, self.unit, self.spent + way.cost, True))

    def _enter(self, state: LbState, hex: int, deployed: bool) -> None:
        cost = entry_cost(state, self.unit, hex, deployed)
        group = group_of(state, self.unit)
        assert group is not None
        reveal(state, group.choice, group.rule)
        if not deployed:
            state.undeployed |= 1 << self.unit
        if state.game.counters.guns >> self.unit & 1:
            state.limber(self.unit, True)  # artillery.A1 it comes limbered
        key, rule = ("event.entered", group.rule) if deployed else ("event.rushed_in", "move.Ka")
        state.tell(key, rule, unit=self.unit, hex=hex, points=points(cost))
        come_to(state, self.unit, (hex,))
        state.replace(MoveUnit(self.player, self.unit, self.spent + cost, True))

    def _act(self, state: LbState, verb: int, target: int) -> None:
        counters, tables = state.game.counters, state.game.files.tables
        unit, bit = self.unit, 1 << self.unit
        cost = 0
        if verb == verbs.LIMBER:
            cost = 2 * tables.artillery.limber
            state.limber(unit, True)
            state.tell("event.limbered", "artillery.A1", unit=unit)
        elif verb == verbs.UNLIMBER:
            cost = 2 * tables.artillery.unlimber
            if SIDES[counters.side[unit]] in tables.artillery.unlimber_die:
                state.unlimbering |= bit  # artillery.B2 the die is rolled when the phase ends
                state.moved |= bit
                state.tell("event.will_unlimber", "artillery.B2", unit=unit)
                state.pop()
                return
            state.limber(unit, False)
            interrupt(state, unit, 1 << state.hex_of[unit])  # it has a ZOC now
            state.tell("event.unlimbered", "artillery.A3", unit=unit)
        elif verb == verbs.ENTRENCH:
            cost = 2 * tables.fortification.entrench
            state.dug_in |= bit
            state.tell("event.entrenched", "fort.F", unit=unit, hex=state.hex_of[unit])
        elif verb == verbs.REASSEMBLE:
            cost = 2 * tables.fortification.reassemble
            state.dug_in &= ~bit
            state.tell("event.reassembled", "fort.F", unit=unit, hex=state.hex_of[unit])
        elif verb == verbs.BRIDGE:
            state.building[unit] = target
            state.tell("event.bridging", "eng.A", unit=unit, hexside=target)
            state.pop()
            return
        else:
            leave_map(state, unit)
            state.pop()
            return
        state.replace(MoveUnit(self.player, unit, self.spent + cost, True))

    def route(self, state: LbState, target: int, deployed: bool, whole: bool = True) -> Route:
        return route(state, self.unit, self._known_reach(state), target, self.left(state), deployed, whole)

    def _known_reach(self, state: LbState) -> Reach:
        return state.memo[1] if state.memo and state.memo[0] is self else self.reach(state)

    def _path_counts(self, state: LbState) -> bool:
        """Whether it matters by which hexes the unit comes: it is told, or one of them may mean something."""
        if state.events is not None or state.bridges or bound(state, self.unit):
            return True
        noted, where = noted_in_passing(state, self.unit), self._known_reach(state)
        return bool(noted and noted & (where.board | total(where.undeployed)))

    # ---- words

    def prompt(self, state: LbState) -> Message:
        key, rule = "prompt.move_unit", "def.move" if state.supplied >> self.unit & 1 else "supply.D1"
        if not state.on_map(self.unit):
            group = group_of(state, self.unit)
            key, rule = "prompt.enter", group.rule if group else rule
        return state.message(key, rule, unit=self.unit, points=points(self.left(state)))

    def primary(self, state: LbState) -> int | None:
        return verbs.STOP if self.started else None

    def focus(self, state: LbState) -> Mapping[str, Any]:
        grid = state.game.ground.grid
        open_ = state.offer.get(verbs.MOVE, 0) | state.offer.get(verbs.ENTER, 0)
        found: dict[str, Any] = {
            "unit": state.game.counters.rows[self.unit].id,
            "unmoved": not self.started,
            "hostile": grid.list_names(state.offer.get(verbs.RUSH, 0) & ~open_),  # move.Ka who goes there must attack
        }
        if state.phase == FIRST_MOVEMENT:  # seq.1b attacks follow
            found["chances"] = chances(state, ground_targets(state))
        return found

    def preview(self, state: LbState, verb: int, target: int) -> Mapping[str, Any]:
        if verb not in (verbs.MOVE, verbs.RUSH, verbs.ENTER):
            return {}
        deployed = verb != verbs.RUSH
        if state.on_map(self.unit):
            way = self.route(state, target, deployed)
            costs = costs_along(state, self.unit, way, deployed)
        else:
            way = Route((target,), entry_cost(state, self.unit, target, deployed))
            costs = [way.cost]
        grid = state.game.ground.grid
        saved = saved_by_round(state, self.unit, way, deployed) if state.on_map(self.unit) else 0
        return {
            "path": [grid.name(hex) for hex in way.hexes],
            "cost": points(way.cost),
            "points": points(self.left(state)),
            "costs": [points(self.spent + half) for half in costs],
            "left": points(self.left(state) - way.cost),
            "undeployed": not deployed,
            **({"round": {"saved": points(saved)}} if saved else {}),
            **ahead(state, self.unit, target, deployed, self._whole(state, target, deployed)),
        }

    def forgoes(self, state: LbState, verb: int, target: int) -> Forgone | None:
        return end_costs(state, self.player) if verb == verbs.END_MOVEMENT else None

    def _whole(self, state: LbState, target: int, deployed: bool) -> bool:
        """move.M whether a hex is reached by the minimum move alone, which is the whole move."""
        return deployed and state.on_map(self.unit) and bool(self.reach(state).one_hex >> target & 1)

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            if target == self.unit:
                return [state.message("why.on_the_move", "move.C", unit=target)]
            return [why_not_mover(state, self.player, target)]
        if verb in (verbs.MOVE, verbs.ENTER, verbs.RUSH) and not state.on_map(self.unit):
            return [why_not_entered(state, self.unit, target, verb == verbs.RUSH)]
        if verb == verbs.MOVE:
            return why_not_there(state, self.unit, self.left(state), target)
        if verb == verbs.RUSH:
            return [why_not_rush(state, self.unit, target)]
        if verb == verbs.ENTER:
            return [state.message("why.on_map_already", "move.A", unit=self.unit)]
        if verb == verbs.END_MOVEMENT:
            return [state.message("why.finish_unit_first", "move.C", unit=self.unit)]
        return why_not_act(state, self.unit, self.left(state), self.started, verb, target)


def come_to(state: LbState, unit: int, path: tuple[int, ...]) -> None:
    """Put a unit at the end of a path, and note what it has entered on the way."""
    state.put(unit, path[-1])
    note_coming(state, unit, path)
    release(state, unit, path)

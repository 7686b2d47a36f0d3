"""Chapter 8: the Movement Segment, unit by unit, with overruns.

A destination is reached by the path that is previewed; the unit may go on from there until it is done, so every path
can be had. Where a unit can go is worked out in `motion.py`, by which path in `routes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import mostly_left
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message, points
from grognard.games.avl import verbs
from grognard.games.avl.ahead import ahead
from grognard.games.avl.boxes import boxed, lost_in_box, movers
from grognard.games.avl.combat import can_attack, plates
from grognard.games.avl.headquarters import overrun
from grognard.games.avl.motion import HALVES, NO_ROAD, Motion, allowance, readiness
from grognard.games.avl.obstacles import why_not_mover, why_not_there
from grognard.games.avl.routes import Route, arrival, fords, route_to, saved_by_round, walk
from grognard.games.avl.stacking import crowded, enter
from grognard.games.avl.state import IN_BOX, AvlState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class MoveUnits(Step[AvlState]):
    """The Movement Segment: pick the next unit, or end it (8.0, 8.1.1)."""

    player: int
    obvious = True
    words = "move"
    in_phase = "movement"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        ready = movers(state)
        offer: Offer = {verbs.UNIT: ready} if ready else {}
        if not boxed(state, ready):  # 11.2.2a the segment cannot end while a unit in a box can still enter
            offer[verbs.END_MOVEMENT] = verbs.YES
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            state.push(start_of_move(state, self.player, target))
            return
        for unit in bits(boxed(state, state.activated & ~state.moved)):
            lost_in_box(state, unit)
        state.moved = 0
        state.pop()

    def prompt(self, state: AvlState) -> Message:
        left = (state.activated & ~state.moved).bit_count()
        waiting = boxed(state, movers(state))
        if waiting:
            return state.message("prompt.move_units_box", "11.2.2a", count=left, units=bits(waiting))
        return state.message("prompt.move_units", "8.0", count=left)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        waiting = boxed(state, movers(state))
        outlook = {"outlook": plates(state)}  # for who plans this segment and the attacks after it (4.1.2a)
        if not waiting:
            return outlook
        game = state.game
        entry = game.box_entry[state.active] & ~state.combat[1 - state.active]
        return outlook | {
            "first": [game.counters.rows[unit].id for unit in bits(waiting)],
            "show": game.ground.grid.list_names(entry),
        }

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, target)
        if verb == verbs.END_MOVEMENT:
            return [state.message("why.box_must_enter", "11.2.2a")]
        if verb == verbs.MOVE:
            return [state.message("why.pick_unit_first", "8.1.1")]
        return []

    def forgoes(self, state: AvlState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.END_MOVEMENT:
            return None
        if stuck := bits(boxed(state, state.activated & ~state.moved)):
            lost = state.message("forgo.box", "11.2.2a", units=stuck)
            return Forgone(lost, tuple({"unit": unit} for unit in stuck), lost=True)
        ready = movers(state)
        if not ready or (not mostly_left(ready, state.activated & state.moved) and can_attack(state)):
            return None  # where an attack can follow, the end of the movement can still be taken back
        attack, steps = state.game.counters.attack, state.steps
        best = sorted(bits(ready), key=lambda unit: (-attack[unit][steps[unit]], unit))
        items = tuple({"unit": unit} for unit in best)
        return Forgone(state.message("forgo.unmoved", "8.0", count=len(items)), items)


@dataclass(frozen=True, slots=True)
class MoveUnit(Motion, Step[AvlState]):
    """One unit's move: where it goes next, until it stops."""

    player: int
    obvious = True
    words = "move_unit"
    acting = True

    def offer(self, state: AvlState) -> Offer:
        here = state.hex_of[self.unit]
        if state.memo and state.memo[0] is self:
            where = state.memo[1]  # asked again where it stands, as when somebody imagines it
        else:
            where = self.reach(state)
            state.memo = (self, where)
        targets = where.board() & ~crowded(state, self.unit)
        if here != IN_BOX:
            targets &= ~(1 << here)
        if self.started and not targets:
            return {verbs.STOP: verbs.YES}
        offer: Offer = {verbs.MOVE: targets} if targets else {}
        if here != IN_BOX:
            offer[verbs.STOP] = verbs.YES
        others = movers(state) & ~(1 << self.unit)
        if others:
            offer[verbs.UNIT] = others  # 8.1.1 taking up another unit ends this one's move, if it has moved
            if here == IN_BOX:
                offer[verbs.PUT_DOWN] = verbs.YES  # 11.2.2a it cannot stop where it is, but another may go first
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.MOVE:
            self._march(state, target)
            return
        if verb == verbs.STOP or self.started:
            state.moved |= 1 << self.unit
        state.pop()
        if verb == verbs.UNIT:
            state.push(start_of_move(state, self.player, target))

    def _march(self, state: AvlState, target: int) -> None:
        route = route_to(state, self, target)
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        if state.events is not None:
            hexes = ["box" if hex == IN_BOX else hex for hex in route.hexes]
            cost = points(route.cost)
            state.tell("event.moved", "8.1.2b", unit=self.unit, hex=target, points=cost, hexes=hexes)
        after: tuple[Step[AvlState], ...] = ()
        if fords(state, route):
            state.moved |= 1 << self.unit  # 8.1.3b it stops after crossing
        else:
            spent, road, quiet = arrival(state, self, route, zoc)
            after = (MoveUnit(self.unit, spent, road, quiet, True, self.player),)
        state.replace(March(self.unit, route.hexes[1:]), *after)

    def prompt(self, state: AvlState) -> Message:
        left = self.left(state)
        if state.hex_of[self.unit] == IN_BOX:
            return state.message("prompt.move_unit_box", "11.2.2a", unit=self.unit, points=left)
        more = self.left(state, self.extra(state)) - left  # only as long as it keeps clear of enemy ZOC
        by_road = 0 if self.road == NO_ROAD else HALVES * (allowance(state, self.unit) + self.extra(state)) - self.road
        facts = {"unit": self.unit, "points": left, "more": more, "road": points(by_road)}
        road = by_road > HALVES * (left + more)  # half points a hex are worth telling where they add up
        if more:
            key = "prompt.move_unit_extra_road" if road else "prompt.move_unit_extra"
            return state.message(key, "15.0.1b", **facts)
        return state.message("prompt.move_unit_road" if road else "prompt.move_unit", "8.1.2a", **facts)

    def primary(self, state: AvlState) -> int | None:
        return verbs.STOP if self.started else None  # before, it would spend the unit's move

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        # 4.1.2a attacks follow this segment: the best odds so far are worth knowing while units still move
        unit = state.game.counters.rows[self.unit].id
        return {"unit": unit, "unmoved": not self.started, "chances": plates(state)}

    def preview(self, state: AvlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb != verbs.MOVE:
            return {}
        route = route_to(state, self, target)
        grid = state.game.ground.grid
        enemy = 1 - state.game.counters.side[self.unit]
        overruns = [hex for hex in route.hexes if hex != IN_BOX and state.hqs[enemy] >> hex & 1]
        costs, left, extra = self._tally(state, route)
        saved = saved_by_round(state, self, route)
        return {
            "path": ["box" if hex == IN_BOX else grid.name(hex) for hex in route.hexes],
            "cost": points(route.cost),
            "points": allowance(state, self.unit) + extra,
            "costs": [points(half) for half in costs],
            "left": points(left),
            "overruns": [grid.name(hex) for hex in overruns],
            "avoids": [grid.name(hex) for hex in route.avoided],
            **({"round": {"saved": points(saved)}} if saved else {}),
            **ahead(state, self, route),
        }

    def _tally(self, state: AvlState, route: Route) -> tuple[list[int], int, int]:
        """Half points of the whole move at every hex of a path after its start, what is left at its end, and the extra
        point of a move that keeps clear of enemy ZOC (15.0.1b)."""
        if fords(state, route):
            return [0], 0, 0  # 8.1.3c it costs nothing, and 8.1.3b nothing may follow
        zoc = state.enemy_zoc(state.game.counters.side[self.unit])
        steps = list(walk(state, self, route.hexes, zoc))
        _, road, quiet = steps[-1]
        by_road = road != NO_ROAD and road == self.so_far() + route.cost
        extra = self.extra(state) if quiet else 0
        costs = [road if by_road else HALVES * spent for spent, road, _ in steps]
        return costs, HALVES * (allowance(state, self.unit) + extra) - costs[-1], extra

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, target)
        if verb == verbs.STOP:
            return [state.message("why.box_must_enter", "11.2.2a")]
        if verb == verbs.PUT_DOWN:
            if state.hex_of[self.unit] != IN_BOX:
                return [state.message("why.stop_it_instead", "8.1.1", unit=self.unit)]
            return [state.message("why.box_must_enter", "11.2.2a")]
        if verb == verbs.MOVE:
            return why_not_there(state, self, target)
        if verb == verbs.END_MOVEMENT:
            return [state.message("why.finish_unit_first", "8.1.1", unit=self.unit)]
        return []


def start_of_move(state: AvlState, player: int, unit: int) -> MoveUnit:
    """A unit about to move."""
    return MoveUnit(unit, 0, *readiness(state, unit), False, player)


@dataclass(frozen=True, slots=True)
class March(Step[AvlState]):
    """A unit on its way along a path; it stops for the relocation of each HQ that it overruns (8.1.4, 12.7a)."""

    unit: int
    path: tuple[int, ...]
    automatic = True

    def run(self, state: AvlState) -> None:
        enemy = 1 - state.game.counters.side[self.unit]
        notable = state.hqs[enemy] | state.game.ground.city_board
        for number, hex in enumerate(self.path, 1):
            # only the last hex, cities and HQs matter: the hexes between are passed without a trace
            if notable >> hex & 1 or number == len(self.path):
                hq = enter(state, self.unit, hex)
                if hq >= 0:
                    rest = self.path[number:]
                    if rest:
                        state.push(March(self.unit, rest))
                    overrun(state, hq, hex, self.unit)
                    return

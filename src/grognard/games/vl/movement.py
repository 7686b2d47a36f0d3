"""Chapter 3 and the Movement Phase (2.1.B, 2.1.D): unit by unit, with roads, bridges, ZOC, entries and exits.

A destination is reached by the cheapest path, which is previewed; the unit may go on from there with what it has left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import mostly_left
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message, points
from grognard.games.vl import verbs
from grognard.games.vl.ahead import ahead
from grognard.games.vl.alone import clause, exposed
from grognard.games.vl.cadres import (
    TakeBack,
    absorbable,
    detach,
    detachable,
    why_not_absorb,
    why_not_detach,
)
from grognard.games.vl.combat import chances, targets
from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.entry import able_to_enter
from grognard.games.vl.going import Reach, allowance, prices, reach
from grognard.games.vl.ground import HALVES
from grognard.games.vl.stacking import overstacked_hexes
from grognard.games.vl.staff import of_staffs
from grognard.games.vl.state import AWAY, EXITED, NOT_ARRIVED, SUPPLIED, VlState
from grognard.games.vl.victory import exit_points, score_exit
from grognard.games.vl.zoc import zoc
from grognard.hex.grid import bits
from grognard.hex.trace import step_costs, straight_cost

EXIT_COST = HALVES
"""13.3.1c leaving the map costs a point, as a clear hex would."""
FAR = 64 * HALVES
"""How far a refusal looks for a way, to tell what is too far from what cannot be reached."""


def movers(state: VlState, side: int) -> int:
    """The counters that may start a move: on the map or about to enter, each once a phase."""
    counters = state.game.counters
    ready = state.present & counters.of_side[side] & ~counters.festungs & ~state.moved
    return ready | able_to_enter(state, side)


@dataclass(frozen=True, slots=True)
class MoveUnits(Step[VlState]):
    """2.1.B, 2.1.D: pick the next unit, divide or join a division, or end the phase."""

    player: int
    words = "move"
    in_phase = "movement"
    acting = True

    def offer(self, state: VlState) -> Offer:
        offer: Offer = {}
        ready = movers(state, self.player)
        if ready:
            offer[verbs.UNIT] = ready
        whole = detachable(state, self.player)
        if whole:
            offer[verbs.DETACH] = whole
        reduced = absorbable(state, self.player)
        if reduced:
            offer[verbs.ABSORB] = reduced
        offer[verbs.END_MOVEMENT] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            state.push(MoveUnit(self.player, target, 0, False))
        elif verb == verbs.DETACH:
            detach(state, target)
        elif verb == verbs.ABSORB:
            state.push(TakeBack(self.player, target))
        else:
            state.moved = state.regrouped = 0
            state.pop()

    def prompt(self, state: VlState) -> Message:
        count = movers(state, self.player).bit_count()
        rule = "2.1.B" if self.player == SOVIET else "2.1.D"
        divisions = (detachable(state, self.player) | absorbable(state, self.player)).bit_count()
        told: dict[str, Any] = {"side": SIDES[self.player], "divisions": divisions}
        crowded = overstacked_hexes(state, self.player)
        if crowded:  # 5.1b what the end of the phase would cost
            return state.message("prompt.move_units_overstacked", rule, hexes=crowded, **told)
        return state.message("prompt.move_units", rule, count=count, **told)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        outlook = chances(state, self.player, targets(state, self.player))  # for who plans this phase and the next
        return {"outlook": outlook, "commands": of_staffs(state, movers(state, self.player))}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, self.player, target)
        if verb == verbs.DETACH:
            return [why_not_detach(state, self.player, target)]
        if verb == verbs.ABSORB:
            return [why_not_absorb(state, self.player, target)]
        if verb in (verbs.MOVE, verbs.PUT_DOWN, verbs.DIVIDE, verbs.REJOIN):
            return [state.message("why.pick_unit_first", "3.1a")]
        if verb == verbs.ATTACK:
            return [state.message("why.not_combat_phase", "2.1.C" if self.player == SOVIET else "2.1.E")]
        return []

    def forgoes(self, state: VlState, verb: int, target: int) -> Forgone | None:
        if verb != verbs.END_MOVEMENT:
            return None
        if hexes := overstacked_hexes(state, self.player):
            items = tuple({"hex": hex} for hex in hexes)
            return Forgone(state.message("forgo.overstacked", "5.1b", hexes=hexes), items, lost=True)
        if staffs := exposed(state, self.player):
            items = tuple({"unit": unit} for unit in bits(staffs))
            return Forgone(state.message("forgo.alone", clause(state, staffs), units=bits(staffs)), items)
        ready = movers(state, self.player)
        if not mostly_left(ready, state.moved & state.game.counters.of_side[self.player]):
            return None  # the end of the movement can be taken back while attacks are chosen
        fighting = state.game.counters.combat
        best = sorted(bits(ready & fighting), key=lambda unit: (-state.strength(unit), unit))
        items = tuple({"unit": unit} for unit in (*best, *bits(ready & ~fighting)))
        return Forgone(state.message("forgo.unmoved", "3.1a", count=len(items)), items)


def why_not_mover(state: VlState, player: int, unit: int) -> list[Message]:
    """Why a counter cannot start a move now."""
    counters = state.game.counters
    if counters.festungs >> unit & 1:
        return [state.message("why.festung_stays", "1.6", unit=unit)]
    if counters.side[unit] != player:
        return [state.message("why.not_your_unit", "2.1.B" if player == SOVIET else "2.1.D", unit=unit)]
    place = state.hex_of[unit]
    if place == NOT_ARRIVED:
        turn = state.game.arrives[unit]
        if turn > state.turn:
            return [state.message("why.not_arrived", "13.2a", unit=unit, turn=turn)]
        return [state.message("why.entry_barred", "13.2a", unit=unit)]
    if place == AWAY:
        return [state.message("why.not_back_yet", "6.5.1g" if unit in state.exit_hex else "1.4e", unit=unit)]
    if not state.on_map(unit):
        return [state.message("why.not_on_map", "3.1a", unit=unit)]
    return [state.message("why.already_moved", "3.1a", unit=unit)]


@dataclass(frozen=True, slots=True)
class MoveUnit(Step[VlState]):
    """3.1a one counter's move: how many half points it has spent."""

    player: int
    unit: int
    spent: int
    started: bool
    words = "move_unit"
    acting = True
    obvious = True

    def left(self, state: VlState) -> int:
        return allowance(state, self.unit) - self.spent

    def reach(self, state: VlState) -> Reach:
        if state.memo and state.memo[0] is self:
            found = state.memo[1]
            assert isinstance(found, Reach)
            return found
        return reach(state, self.unit, self.left(state))

    def offer(self, state: VlState) -> Offer:
        where = self.reach(state)
        state.memo = (self, where)
        targets = where.board
        on_map = state.on_map(self.unit)
        if on_map:
            targets &= ~(1 << state.hex_of[self.unit])
        offer: Offer = {verbs.MOVE: targets} if targets else {}
        if self.can_exit(state):
            offer[verbs.EXIT] = verbs.YES
        if self.started and not offer:
            return {verbs.STOP: verbs.YES}  # obvious: nothing is left to decide
        offer[verbs.STOP] = verbs.YES  # 13.2a entry may be put off
        if on_map and not self.started:
            offer[verbs.PUT_DOWN] = verbs.YES
            if state.game.counters.divisions >> self.unit & 1:  # 1.7 before its movement begins
                if detachable(state, self.player) >> self.unit & 1:
                    offer[verbs.DIVIDE] = verbs.YES
                elif absorbable(state, self.player) >> self.unit & 1:
                    offer[verbs.REJOIN] = verbs.YES
        others = movers(state, self.player) & ~(1 << self.unit)
        if others:
            offer[verbs.UNIT] = others
        return offer

    def can_exit(self, state: VlState) -> bool:
        """13.3.1c a Soviet armoured or mechanised brigade on the western edge, with a point to spare."""
        unit = self.unit
        if not state.game.counters.brigades >> unit & 1 or not state.on_map(unit):
            return False
        here = state.hex_of[unit]
        if not state.game.ground.west_edge >> here & 1:
            return False
        cost = EXIT_COST
        if zoc(state, 1 - self.player) >> here & 1:
            if self.started:
                return False  # 4.2.1a it had to stop here
            cost += state.game.leaving_zoc
        return cost <= self.left(state)

    def take(self, state: VlState, verb: int, target: int) -> None:
        unit = self.unit
        if verb == verbs.MOVE:
            self._march(state, target)
            return
        state.pop()
        if verb == verbs.PUT_DOWN:
            return
        if verb in (verbs.DIVIDE, verbs.REJOIN):  # it stays in hand
            state.push(MoveUnit(self.player, unit, 0, False))
            if verb == verbs.DIVIDE:
                detach(state, unit)
            else:
                state.push(TakeBack(self.player, unit))
            return
        if verb == verbs.EXIT:
            score_exit(state, unit)
            state.supply[unit] = SUPPLIED  # it leaves its marker behind
            state.put(unit, EXITED)
        elif (verb == verbs.STOP or self.started) and state.on_map(unit):
            state.moved |= 1 << unit
        if verb == verbs.UNIT:
            state.push(MoveUnit(self.player, target, 0, False))

    def _march(self, state: VlState, target: int) -> None:
        where = self.reach(state)
        cost = where.cost(target)
        unit = self.unit
        if state.events is not None:  # the way is only told
            hexes = where.path(state.game, target)
            if not state.on_map(unit):
                state.tell("event.enters", "13.2a", unit=unit, hex=hexes[0])
            state.tell("event.moved", "3.1a", unit=unit, hex=target, points=points(cost), hexes=hexes)
        if not state.on_map(unit):
            state.due.pop(unit, None)
            state.exit_hex.pop(unit, None)
        state.put(unit, target)
        if where.prices.stop >> target & 1:
            state.moved |= 1 << unit  # 4.2.1a it stops
            state.pop()
            return
        state.replace(MoveUnit(self.player, unit, self.spent + cost, True))

    # ---- words

    def prompt(self, state: VlState) -> Message:
        left = points(self.left(state))
        if not state.on_map(self.unit):
            return state.message("prompt.move_unit_entering", "13.2a", unit=self.unit, points=left)
        return state.message("prompt.move_unit", "3.1a", unit=self.unit, points=left)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        shown = chances(state, self.player, targets(state, self.player))  # 2.1 attacks follow this phase
        unit = state.game.counters.rows[self.unit].id
        return {"unit": unit, "unmoved": not self.started, "chances": shown}

    def preview(self, state: VlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.EXIT:
            return {"points": exit_points(state, self.unit)}
        if verb != verbs.MOVE:
            return {}
        where = self.reach(state)
        name = state.game.ground.grid.name
        hexes = where.path(state.game, target)
        costs = [points(self.spent + where.cost(hex)) for hex in hexes]
        return {
            "path": [name(hex) for hex in hexes],
            "costs": costs[1:],
            "cost": points(where.cost(target)),
            "points": points(allowance(state, self.unit)),
            "left": points(self.left(state) - where.cost(target)),
            "stops": bool(where.prices.stop >> target & 1),
            **({"radius": radius} if (radius := state.game.counters.reach[self.unit]) else {}),  # 1.4b from there
            **self._round(state, hexes, where),
            **ahead(state, self.unit, target),
        }

    def _round(self, state: VlState, hexes: list[int], where: Reach) -> Mapping[str, Any]:
        """What a way round saves against the straight one, where it does."""
        grid = state.game.ground.grid
        if not state.on_map(self.unit) or len(hexes) - 1 == grid.distance(hexes[0], hexes[-1]):
            return {}
        going = where.prices.going(state.game)
        straight = straight_cost(grid, going, hexes[0], hexes[-1], where.prices.stop)
        saved = (straight or 0) - where.cost(hexes[-1])
        return {"round": {"saved": points(saved)}} if saved > 0 else {}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return [] if target == self.unit else why_not_mover(state, self.player, target)
        if verb == verbs.EXIT:
            return [self._why_no_exit(state)]
        if verb in (verbs.DETACH, verbs.ABSORB):
            return [state.message("why.before_its_move", "1.7.2a", unit=target)]
        if verb == verbs.DIVIDE:
            return [why_not_detach(state, self.player, self.unit)]
        if verb == verbs.REJOIN:
            return [why_not_absorb(state, self.player, self.unit)]
        if verb == verbs.PUT_DOWN:
            return [state.message("why.under_way", "3.1a", unit=self.unit)]
        if verb != verbs.MOVE:
            return []
        return [self._why_not_there(state, target)]

    def _why_no_exit(self, state: VlState) -> Message:
        unit = self.unit
        if not state.game.counters.brigades >> unit & 1:
            return state.message("why.no_exit_unit", "13.3.1c", unit=unit)
        if not state.on_map(unit) or not state.game.ground.west_edge >> state.hex_of[unit] & 1:
            return state.message("why.not_on_edge", "13.3.1c", unit=unit)
        return state.message("why.exit_too_dear", "13.3.1c", unit=unit, left=points(self.left(state)))

    def _why_not_there(self, state: VlState, hex: int) -> Message:
        unit = self.unit
        ground = state.game.ground
        enemy = 1 - self.player
        if not ground.land >> hex & 1:
            return state.message("why.off_map", "3.1a", hex=hex)
        if hex == state.hex_of[unit]:
            return state.message("why.already_there", "3.1a", unit=unit, hex=hex)
        if state.festungs >> hex & 1 and state.occupied[enemy] >> hex & 1:
            return state.message("why.festung_hex", "1.6", hex=hex)
        if state.occupied[enemy] >> hex & 1:
            lone_hq = not state.combat[enemy] >> hex & 1 and state.at[hex] & state.game.counters.hqs
            return state.message("why.enemy_hex", "1.4e" if lone_hq else "3.1a", hex=hex)
        if not state.on_map(unit):
            return state.message("why.too_far_from_edge", "13.2a", unit=unit, hex=hex)
        going = prices(state, unit).going(state.game)
        here = state.hex_of[unit]
        left = self.left(state)
        if ground.grid.around[here] >> hex & 1:
            costs = step_costs(ground.grid, going, here, hex)
            if costs is None:
                return state.message("why.same_zoc", "4.2.1c", unit=unit, hex=hex)
            return state.message(
                "why.step_too_dear", "3.1a", unit=unit, hex=hex, left=points(left),
                needed=points(sum(cost for _, cost in costs)),
                costs=[{"word": name, "points": points(cost)} for name, cost in costs],
            )  # fmt: skip
        far = reach(state, unit, FAR)
        if far.board >> hex & 1:
            return state.message(
                "why.too_far", "3.1a", unit=unit, hex=hex, left=points(left), needed=points(far.cost(hex))
            )
        return state.message("why.behind_zoc", "4.2.1a", unit=unit, hex=hex)

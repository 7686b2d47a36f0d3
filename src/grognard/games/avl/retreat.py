"""Chapter 9.5: retreats, with all their priorities, forced extra hexes, and HQs that go along (12.3).

A retreat is chosen among whole paths: the ones that enter the fewest enemy ZOC hexes, then those that near a supply
source, then those that end within the stacking limit (9.5.2). The owner picks among equals, hex by hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grognard.core.ahead import closed
from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.battle import Battle
from grognard.games.avl.ground import Ground
from grognard.games.avl.headquarters import overrun, relocate
from grognard.games.avl.losses import lose_step
from grognard.games.avl.stacking import crowded, enter, enterable, why_closed, why_crowded
from grognard.games.avl.state import AvlState
from grognard.games.avl.victory import eliminate
from grognard.hex.grid import bits

Path = tuple[int, ...]


# ---- where a unit may retreat


def exits(state: AvlState, unit: int, hex: int, first: bool, visited: int) -> int:
    """The hexes a retreat may enter next: 9.5.8 not off map, into Water, an enemy or the closed pocket."""
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    return _exits(state.game.ground, hex, first, zoc, enterable(state, unit) & ~visited)


def _exits(ground: Ground, hex: int, first: bool, zoc: int, free: int) -> int:
    board = ground.dry_beside[hex]
    if first:
        board |= ground.over_unbridged[hex]  # 9.5.6a only from where the retreat starts
    if zoc >> hex & 1:
        board &= ~(ground.over_major[hex] & zoc)  # 9.5.6b never from ZOC to ZOC over a major river
    return board & free


def all_paths(state: AvlState, unit: int, length: int, first: bool, visited: int) -> list[Path]:
    """Every path of this length; a retreat never enters the same hex twice."""
    ground, start = state.game.ground, state.hex_of[unit]
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    free = enterable(state, unit) & ~visited & ~(1 << start)
    paths: list[Path] = [(hex,) for hex in bits(_exits(ground, start, first, zoc, free))]
    for _ in range(length - 1):
        paths = [
            (*path, hex)
            for path in paths
            for hex in bits(_exits(ground, path[-1], False, zoc, free))
            if hex not in path
        ]
    return paths


def best_paths(state: AvlState, unit: int, paths: list[Path]) -> tuple[Path, ...]:
    """The paths that 9.5.2 allows."""
    full, start = crowded(state, unit), state.hex_of[unit]
    ranked = [(rank(state, unit, (start, *path), full), path) for path in paths]
    best = min((one for one, _ in ranked), default=None)
    return tuple(path for one, path in ranked if one == best)


def rank(state: AvlState, unit: int, way: Path, full: int) -> tuple[int, bool, bool]:
    """A way from its start: 9.5.2a fewest ZOC hexes; then 9.5.2b closer to one source; then 9.5.2c not overstacked."""
    zoc = state.enemy_zoc(state.game.counters.side[unit])
    entered = sum([zoc >> hex & 1 for hex in way[1:]])
    return entered, not nears_a_source(state, unit, way), bool(full >> way[-1] & 1)


def nears_a_source(state: AvlState, unit: int, way: Path) -> bool:
    """9.5.2b whether every hex is closer, in straight count, than the one before to one and the same source."""
    side, nearing = state.game.counters.side[unit], state.game.nearing
    sources = -1
    for hex, to in pairwise(way):
        sources &= nearing(side, hex, to)
    return sources != 0


# ---- the steps


@dataclass(frozen=True, slots=True)
class BeginRetreat(Step[AvlState]):
    """9.5: after the losses all surviving defenders retreat, then their HQ."""

    battle: Battle
    length: int
    automatic = True

    def run(self, state: AvlState) -> None:
        left = sum(1 << unit for unit in bits(self.battle.defenders) if state.steps[unit])
        if not self.length or not left:
            return
        state.left_from = self.battle.hex
        state.push(RetreatUnits(self.battle.defender, left, self.length), RetreatHq(self.battle))


@dataclass(frozen=True, slots=True)
class RetreatUnits(Step[AvlState]):
    """9.5.1b the units of a stack retreat one after the other, in their owner's order (9.5.4a)."""

    player: int
    left: int
    length: int
    obvious = True
    words = "retreat"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.RETREAT_UNIT: self.left}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        rest = self.left & ~(1 << target)
        if rest:
            state.push(RetreatUnits(self.player, rest, self.length))
        begin(state, target, self.length)

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.retreat_which", "9.5", units=bits(self.left), length=self.length)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(state.hex_of[bits(self.left)[0]])}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.RETREAT_UNIT:
            return [state.message("why.not_retreating", "9.5", unit=target)]
        return []


def begin(state: AvlState, unit: int, length: int) -> None:
    """Start one unit's retreat along the paths it may take; with none it is eliminated (9.5.8)."""
    player = state.game.counters.side[unit]
    visited = 1 << state.hex_of[unit]
    whole = best_paths(state, unit, all_paths(state, unit, length, True, visited))
    if whole:
        state.push(RetreatUnit(player, unit, whole, (state.hex_of[unit],), visited, False))
        return
    # no way for the whole distance: it goes as far as it can and is eliminated there
    part = best_paths(state, unit, all_paths(state, unit, 1, True, visited)) if length > 1 else ()
    if part:
        state.push(RetreatUnit(player, unit, part, (state.hex_of[unit],), visited, True))
    else:
        no_retreat(state, unit, visited)


def no_retreat(state: AvlState, unit: int, visited: int) -> None:
    """9.5.8 a unit that cannot retreat is eliminated; 12.2a an HQ never is: it is relocated."""
    here = state.hex_of[unit]
    if state.game.counters.hqs >> unit & 1:
        relocate(state, unit, here)
        return
    state.left_from = here
    shut = [] if state.events is None else closed(state.game, _why_shut_in(state, unit, visited))
    state.tell("event.no_retreat", "9.5.8", unit=unit, hex=here, closed=shut)
    eliminate(state, unit, "9.5.8")


@dataclass(frozen=True, slots=True)
class RetreatUnit(Step[AvlState]):
    """One unit on its retreat: which of the allowed paths are still open."""

    player: int
    unit: int
    paths: tuple[Path, ...]
    way: Path
    """The hexes behind it, from where these paths began to where it stands: 9.5.2 judges the whole way."""
    visited: int
    doomed: bool
    """There is no way beyond these paths: the unit dies at their end (9.5.8)."""
    obvious = True
    words = "retreat_unit"

    def offer(self, state: AvlState) -> Offer:
        board = 0
        for path in self.paths:
            board |= 1 << path[0]
        return {verbs.RETREAT: board}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        leaving = state.hex_of[self.unit]
        hq = self._enter(state, leaving, target)
        if not state.on_map(self.unit):
            return
        rest = tuple(path[1:] for path in self.paths if path[0] == target and len(path) > 1)
        visited = self.visited | 1 << target
        if rest:
            state.push(RetreatUnit(self.player, self.unit, rest, (*self.way, target), visited, self.doomed))
        else:
            state.push(EndRetreat(self.unit, visited, self.doomed))
        if hq >= 0:
            overrun(state, hq, target, self.unit)  # 9.5.7 relocated before the next hex is chosen

    def _enter(self, state: AvlState, leaving: int, hex: int) -> int:
        """Enter a hex: 9.5.3 in enemy ZOC a unit loses a step; one that dies neither overruns nor takes a city."""
        counters = state.game.counters
        unit = self.unit
        in_zoc = state.enemy_zoc(self.player) >> hex & 1
        state.tell("event.retreats", "9.5", unit=unit, hex_from=leaving, hex=hex)
        if in_zoc and counters.combat >> unit & 1:
            if state.steps[unit] == 1:
                state.left_from = leaving
                lose_step(state, unit, "9.5.3")
                return -1
            lose_step(state, unit, "9.5.3")
        return enter(state, unit, hex)

    def prompt(self, state: AvlState) -> Message:
        length, more = len(self.paths[0]), still_to_go(state)
        return state.message("prompt.retreat", "9.5.2a", unit=self.unit, length=length, more=more)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.unit].id}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        return [why_not_retreat(state, self, target)] if verb == verbs.RETREAT else []


def still_to_go(state: AvlState) -> int:
    """How many units of the stack retreat after the one that is on its way."""
    return sum(step.left.bit_count() for step in state.stack if isinstance(step, RetreatUnits))


def why_not_retreat(state: AvlState, step: RetreatUnit, hex: int) -> Message:
    """Which priority or bar keeps a unit from retreating into a hex."""
    unit = step.unit
    ground = state.game.ground
    here = state.hex_of[unit]
    first = step.visited == 1 << here
    if not ground.grid.around[here] >> hex & 1:
        return state.message("why.retreat_not_adjacent", "9.5", unit=unit, hex=hex)
    if not exits(state, unit, here, first, step.visited) >> hex & 1:
        return _why_no_exit(state, unit, hex, step.visited)
    length = len(step.paths[0])
    paths = [path for path in all_paths(state, unit, length, first, step.visited) if path[0] == hex]
    if not paths:
        return state.message("why.retreat_dead_end", "9.5.8", unit=unit, hex=hex)
    full = crowded(state, unit)
    mine = min(rank(state, unit, (*step.way, *path), full) for path in paths)
    best = rank(state, unit, (*step.way, *step.paths[0]), full)
    if mine[0] != best[0]:
        return state.message("why.retreat_zoc", "9.5.2a", unit=unit, hex=hex, count=mine[0], fewest=best[0])
    if mine[1] != best[1]:
        return state.message("why.retreat_not_closer", "9.5.2b", unit=unit, hex=hex)
    if length > 1:
        return state.message("why.retreat_leads_to_full", "9.5.2c", unit=unit, hex=hex)
    return why_crowded(state, unit, hex)._replace(rule="9.5.2c")


def _why_no_exit(state: AvlState, unit: int, hex: int, visited: int) -> Message:
    """What bars a hex beside it to a unit that retreats, whatever its priority."""
    ground, here = state.game.ground, state.hex_of[unit]
    if visited >> hex & 1:
        return state.message("why.retreat_back", "9.5", unit=unit, hex=hex)
    if barred := why_closed(state, unit, hex):
        return barred
    if ground.crosses(ground.major, here, hex) and enterable(state, unit) >> hex & 1:
        zoc = state.enemy_zoc(state.game.counters.side[unit])
        rule = "9.5.6b" if zoc >> here & 1 and zoc >> hex & 1 else "9.5.6a"
        return state.message("why.retreat_river", rule, unit=unit, hex=hex)
    return state.message("why.retreat_barred", "9.5.8", unit=unit, hex=hex)


def _why_shut_in(state: AvlState, unit: int, visited: int) -> list[Message]:
    """Why every hex beside a unit is closed to its retreat; at the edge of the map, that there is none."""
    grid, here = state.game.ground.grid, state.hex_of[unit]
    reasons = [_why_no_exit(state, unit, hex, visited) for hex in bits(grid.around[here])]
    if min(grid.neighbours[here]) < 0:
        reasons.append(state.message("why.retreat_off_map", "9.5.8", unit=unit))
    return reasons


@dataclass(frozen=True, slots=True)
class EndRetreat(Step[AvlState]):
    """The last hex of a retreat: 9.5.4a, 9.5.5 a unit over the limits goes one hex further, again and again."""

    unit: int
    visited: int
    doomed: bool
    automatic = True

    def run(self, state: AvlState) -> None:
        unit = self.unit
        if self.doomed:
            no_retreat(state, unit, self.visited)
            return
        if not crowded(state, unit) >> state.hex_of[unit] & 1:
            return
        state.tell("event.retreats_further", "9.5.4a", unit=unit, hex=state.hex_of[unit])
        further = best_paths(state, unit, all_paths(state, unit, 1, False, self.visited))
        if further:
            side, way = state.game.counters.side[unit], (state.hex_of[unit],)
            state.push(RetreatUnit(side, unit, further, way, self.visited, False))
        else:
            no_retreat(state, unit, self.visited)


# ---- the HQ with the stack (12.3)


@dataclass(frozen=True, slots=True)
class RetreatHq(Step[AvlState]):
    """12.3: the defenders' HQ goes with one of them; 12.2b it is relocated when all of them died."""

    battle: Battle
    automatic = True

    def run(self, state: AvlState) -> None:
        alive = sum(1 << unit for unit in bits(self.battle.defenders) if state.steps[unit])
        for hq, _ in self.battle.hq_of(state, self.battle.defender):
            if state.hex_of[hq] != self.battle.hex:
                continue
            if alive:
                state.push(FollowUnit(self.battle.defender, hq, _one_per_hex(state, alive)))
            else:
                relocate(state, hq, state.left_from)


def _one_per_hex(state: AvlState, units: int) -> int:
    """Units in the same hex are one choice."""
    by_hex = {state.hex_of[unit]: unit for unit in reversed(bits(units))}
    return sum(1 << unit for unit in by_hex.values())


@dataclass(frozen=True, slots=True)
class FollowUnit(Step[AvlState]):
    """12.3: the owner chooses which of its units a retreating HQ goes with."""

    player: int
    hq: int
    units: int
    obvious = True
    words = "follow"

    def offer(self, state: AvlState) -> Offer:
        return {verbs.FOLLOW: self.units}

    def take(self, state: AvlState, verb: int, target: int) -> None:
        state.pop()
        origin, hex = state.hex_of[self.hq], state.hex_of[target]
        enter(state, self.hq, hex)
        state.tell("event.hq_follows", "12.3", unit_hq=self.hq, unit=target, hex_from=origin, hex=hex)
        state.push(EndRetreat(self.hq, 1 << origin | 1 << hex, False))

    def prompt(self, state: AvlState) -> Message:
        return state.message("prompt.follow", "12.3", unit=self.hq)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"unit": state.game.counters.rows[self.hq].id}

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.not_its_stack", "12.3", unit=target)] if verb == verbs.FOLLOW else []

"""Chapter 7 and 6.71: supply lines, bases, sea supply, beachheads, and attrition.

`network` finds what one side's lines reach when a given set of enemy blocks cuts them; `supplied` settles who is
supplied when unsupplied blocks cut nothing (7.1c). Production asks the same network which cities work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.core.ask import Offer
from grognard.core.step import Step, Together
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import controlled, friendly_to, submarines_seen
from grognard.games.victory.board.markers import capture, tidy_blockades
from grognard.games.victory.board.passage import ways
from grognard.games.victory.board.ports import harbours
from grognard.games.victory.board.stacking import ground_room
from grognard.games.victory.command.command import comes_first, commander_of
from grognard.games.victory.faces import reveal
from grognard.games.victory.kinds import GROUND
from grognard.games.victory.losses import eliminate, lose_step
from grognard.games.victory.state import NONE, SUPPLY, VictoryState
from grognard.hex.grid import bits
from grognard.hex.trace import flood


class Network(NamedTuple):
    """What a side's supply reaches."""

    lines: int
    """Road and port hexes on lines with a base."""
    cities: int
    """Cities that are bases: linked with another friendly city (7.3b)."""
    hexes: int
    """Where a unit is supplied: on a line, next to it, or at a beachhead (7.0, 6.71b)."""


def needing(state: VictoryState, side: int) -> int:
    """7.0, 7.5a ground units ashore and air units ashore."""
    blocks = state.game.blocks
    mine = state.game.side_units[side] & ~state.pool & ~state.hand & ~blocks.naval & ~blocks.factories & ~state.afloat
    for unit in bits(mine & blocks.air):
        if state.aboard[unit] != NONE:
            mine ^= 1 << unit
    return mine


def _cut(state: VictoryState, side: int, cutters: int, held: int, known: int) -> int:
    """Hexes closed to a side's supply: enemies that cut (7.1c), and settlements of the enemy (5.4c).

    Only of `known` blocks it matters what they are; any other counts as one that cuts on land.
    """
    game = state.game
    blocks, ground = game.blocks, game.ground
    submarines, ships = blocks.submarines & known, (blocks.naval | state.afloat) & known
    theirs = cutters & ~game.side_units[side] & ~blocks.factories
    shut = 0
    for hex, units in state.at.items():
        enemy = units & theirs
        if not enemy:
            continue
        if hex in state.blockades and game.side_of[state.blockades[hex]] != side:
            continue  # 6.8b the land stays open by road; `_ports` closes the harbour
        mine = units & game.side_units[side] & ~blocks.factories
        if ground.land >> hex & 1:
            if not enemy & ~submarines:
                continue  # 4.2.SS; `_ports` closes the harbour
            if mine & ~submarines and not enemy & ~ships:
                continue  # 7.5b a ship does not control a coast with enemy blocks
        shut |= 1 << hex
    return shut | game.owned & ~game.side_homes[side] & ~held


def _ports(state: VictoryState, side: int, friendly: int, cutters: int) -> int:
    """3.2c, 9.7b friendly ports and working mulberries, not blockaded (7.4a), and no enemy ship in them (7.5b)."""
    ports = harbours(state, side, friendly)
    theirs = cutters & ~state.game.side_units[side] & ~state.game.blocks.factories
    for hex in bits(ports):
        if hex in state.blockades or state.at.get(hex, 0) & theirs:
            ports &= ~(1 << hex)
    return ports


def network(state: VictoryState, side: int, cutters: int, known: int | None = None) -> Network:
    """7.2-7.4 all lines of a side, while these enemy blocks cut; or as far as one tells who knows these blocks."""
    game = state.game
    ground, grid = game.ground, game.ground.grid
    seen = game.blocks.submarines if known is None else submarines_seen(state, known)
    friendly = friendly_to(state, side, seen)
    shut = _cut(state, side, cutters, friendly, -1 if known is None else known | state.shown)
    way = ways(state)
    roads = ground.map.path_hexes.get("road", 0) & ~shut
    sea = ground.water & ~shut
    ports = _ports(state, side, friendly, cutters) & ~shut
    cities = ground.cities & friendly & ~shut
    mulberries = sum(1 << hex for hex in state.mulberries) & ports
    lines = bases = waters = 0
    left = cities
    while left:
        start = left & -left
        land, water = _connected(state, start, roads | start, sea, ports, mulberries, way.roads)
        linked = land & cities
        if linked & (linked - 1):
            lines |= land
            bases |= linked
            waters |= water
        left &= ~linked & ~start
    near = lines | grid.step(lines, ground.supply_sides) & ground.land
    for unit in bits(state.beach & game.side_units[side]):
        hex = state.hex_of[unit]
        if hex not in state.blockades and friendly >> hex & 1 and grid.step(1 << hex, ground.sail) & waters:
            near |= 1 << hex | grid.step(1 << hex, ground.supply_sides) & ground.land  # 6.71b
    return Network(lines, bases, near)


def _connected(
    state: VictoryState, start: int, roads: int, sea: int, ports: int, mulberries: int, road_sides: Any
) -> tuple[int, int]:
    """Everything that roads, and sea between ports, join to a hex: land hexes and waters."""
    ground, grid = state.game.ground, state.game.ground.grid
    land, water = start, 0
    while True:
        wider = flood(grid, land, roads | ports & land | land, road_sides) | land
        harbours = wider & ports
        waves = flood(grid, grid.step(harbours, ground.sail) & sea | water, sea, ground.sail) if harbours else water
        ashore = wider | grid.step(waves, ground.sail) & ports
        landed = ashore & mulberries
        if landed:
            ashore |= grid.step(landed, ground.supply_sides) & roads  # 9.7b
        if ashore == land and waves == water:
            return land, water
        land, water = ashore, waves


class Supplied(NamedTuple):
    """Who is in supply, kept beside the position until it is asked again: production asks what attrition has asked."""

    position: tuple[Any, ...]
    """What it depends on."""
    found: tuple[list[int], list[Network]]


def supplied(state: VictoryState) -> tuple[list[int], list[Network]]:
    """7.1c by side: the units in supply, and the lines by which they are."""
    position = (
        state.game, state.options, state.turn, state.storm, state.ruined, state.afloat, state.beach, state.fight,
        state.hex_of.copy(), state.aboard.copy(), state.battles.copy(), state.blockades.copy(), state.mulberries.copy(),
    )  # fmt: skip
    kept = state.memo
    if isinstance(kept, Supplied) and kept.position == position:
        return kept.found
    found = _supplied(state)
    state.memo = Supplied(position, found)
    return found


def _supplied(state: VictoryState) -> tuple[list[int], list[Network]]:
    game = state.game
    sides = range(len(game.sides))
    need = [needing(state, side) for side in sides]
    everyone = 0
    for units in state.at.values():
        everyone |= units
    ships = everyone
    for units in need:
        ships &= ~units

    def settle(cutters: int) -> tuple[list[int], list[Network]]:
        nets = [network(state, side, cutters) for side in sides]
        return [
            sum(1 << unit for unit in bits(need[side]) if nets[side].hexes >> state.hex_of[unit] & 1) for side in sides
        ], nets

    def together(found: list[int]) -> int:
        union = 0
        for units in found:
            union |= units
        return union

    seen = [settle(everyone)]
    if ships | together(seen[0][0]) == everyone:
        return seen[0]  # nobody is without supply, so all of them cut
    while True:
        found = settle(ships | together(seen[-1][0]))
        if found[0] == seen[-1][0]:
            return found
        if len(seen) > 1 and found[0] == seen[-2][0]:
            return max(found, seen[-1], key=lambda one: together(one[0]).bit_count())
        seen.append(found)


# ---- the Supply Phase


@dataclass(frozen=True, slots=True)
class SupplyPhase(Step[VictoryState]):
    """2.0.4 beachheads are turned up, then attrition."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        state.phase = SUPPLY
        state.tell("event.supply_phase", "2.0.4")
        state.battles, state.late = {}, 0
        asked = []
        for army in range(len(state.game.armies)):
            if open_coast(state, army):
                player = commander_of(state, army, GROUND)  # Marines and amphibs, ashore or not, are his
                asked.append((player, DeclareBeachheads(player, army)))
        state.push(*((Together(tuple(asked)),) if asked else ()), Attrition())


def open_coast(state: VictoryState, army: int) -> int:
    """Coastal hexes without a port where an army has blocks: whoever has any is asked, whatever the blocks are."""
    ground = state.game.ground
    return state.occ[army] & ground.coastal & ~ground.settlements


@dataclass(frozen=True, slots=True)
class DeclareBeachheads(Step[VictoryState]):
    """6.71a a Marine or amphib in a friendly coastal hex may be turned up; one per hex."""

    player: int
    army: int
    words = "beachhead"

    def ready(self, state: VictoryState) -> int:
        blocks = state.game.blocks
        side = state.game.side_of[self.army]
        taken = {state.hex_of[unit] for unit in bits(state.beach & state.game.side_units[side])}
        friendly = controlled(state, side) & open_coast(state, self.army)
        found = 0
        for unit in bits(blocks.beachheads & blocks.of_army[self.army] & ~state.beach):
            hex = state.hex_of[unit]
            if friendly >> hex & 1 and hex not in taken and comes_first(state, self.army, blocks.beachheads, hex):
                found |= 1 << unit if self._room(state, unit) else 0
        return found

    def _room(self, state: VictoryState, unit: int) -> bool:
        """5.2a a beachhead is ashore: one that lies off the coast finds room there."""
        return not state.afloat >> unit & 1 or ground_room(state, self.army, state.hex_of[unit]) > 0

    def offer(self, state: VictoryState) -> Offer:
        ready = self.ready(state)
        return {verbs.BEACHHEAD: ready, verbs.DONE: verbs.YES} if ready else {verbs.DONE: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            return
        state.beach |= 1 << target
        state.afloat &= ~(1 << target)
        state.tell("event.beachhead", "6.71a", army=state.game.armies[self.army].id, hex=state.hex_of[target])

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.beachhead" if self.ready(state) else "prompt.beachhead_nobody", "6.71a")

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb != verbs.BEACHHEAD:
            return []
        if not state.game.blocks.of_army[self.army] >> target & 1:
            return [state.message("why.not_yours", "6.71a")]
        if not state.game.blocks.beachheads >> target & 1:
            return [state.message("why.no_beachhead_unit", "6.71a", unit=target)]
        if state.on_map(target) and not self._room(state, target):
            return [state.message("why.full", "5.2a", hex=state.hex_of[target])]
        return [state.message("why.no_beachhead", "6.71a", unit=target)]

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {}


@dataclass(frozen=True, slots=True)
class Attrition(Step[VictoryState]):
    """7.1a each unsupplied ground or air unit loses a step; airborne are lost outright (7.1b)."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        reveal(state, state.beach)
        for unit in bits(state.beach):
            capture(state, state.hex_of[unit])  # 9.6d it has come ashore
        found, _ = supplied(state)
        hungry = 0
        for side in range(len(state.game.sides)):
            hungry |= needing(state, side) & ~found[side]
        for unit in sorted(bits(hungry), key=lambda unit: state.hex_of[unit]):  # fog.1 not by what they are
            row = state.game.kinds.rows[state.game.blocks.kind[unit]]
            if row.unsupplied_eliminated:
                eliminate(state, unit, "7.1b", openly="7.1a")
            else:
                for _ in range(state.game.tables.supply.attrition):
                    lose_step(state, unit, "7.1a")
        tidy_blockades(state)

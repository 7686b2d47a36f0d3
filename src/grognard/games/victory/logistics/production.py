"""Chapter 8 (with 9.1 and 4.3.RE): production, each player in a private lane, committed together.

What a city may spend is worked out when the phase begins and kept in `pp`: by city, or by city and class where
factories are in play. A lane holds no chance and touches only its own army's blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step, Together
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import controlled, owner_of_city
from grognard.games.victory.board.markers import tidy_blockades
from grognard.games.victory.board.stacking import Room, based, ground_room
from grognard.games.victory.board.towns import left_to_spend, of_towns
from grognard.games.victory.command.command import producer
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.logistics.building import (
    ANY,
    buildable,
    building_cities,
    free_block,
    in_stock,
    key,
    raised_by_points,
    rich,
    spend,
)
from grognard.games.victory.logistics.engineers import engineer_offer, take_engineer
from grognard.games.victory.logistics.factories import factory_offer, own_factories, take_factory
from grognard.games.victory.logistics.supply import Network, supplied
from grognard.games.victory.logistics.why_produce import why_not_build, why_not_produce
from grognard.games.victory.state import NONE, POOL, PRODUCTION, VictoryState
from grognard.hex.grid import bits, mask


@dataclass(frozen=True, slots=True)
class ProductionPhase(Step[VictoryState]):
    """8.0 all produce at the same time, in secret (2.0.5)."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        state.phase = PRODUCTION
        state.tell("event.production_phase", "2.0.5")
        state.spent = state.made = state.given = state.taken = state.raised = 0
        if state.options["resources"]:
            mine(state)
        _, nets = supplied(state)
        state.memo = None  # nobody produces with what was worked out from all blocks
        cities = working_cities(state, nets)
        state.pp = {}
        for army, held in enumerate(cities):
            for hex in bits(held):
                _fill_purse(state, hex, state.game.side_of[army])
        lanes = []
        for army, held in enumerate(cities):
            player, net = producer(state, army), nets[state.game.side_of[army]]
            lanes.append((player, Produce(player, army, held, held & net.cities)))
        state.push(Together(tuple(lanes)), EndProduction())


@dataclass(frozen=True, slots=True)
class EndProduction(Step[VictoryState]):
    """8.2a unused points are forfeit."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        tidy_blockades(state)  # 8.22 ships or garrisons may have been disbanded
        state.pp = {}
        state.spent = state.made = state.given = state.taken = state.raised = 0
        state.tell("event.production", "8.0", turn=state.turn)


def working_cities(state: VictoryState, nets: Sequence[Network]) -> list[int]:
    """8.1 by army: the cities that it controls and whose points it may use."""
    game = state.game
    friendly = [controlled(state, side) for side in range(len(game.sides))]
    found = [0] * len(game.armies)
    for side, net in enumerate(nets):
        for hex in bits(game.ground.cities & friendly[side]):
            linked = net.cities >> hex & 1
            if not linked and state.options["cut_off_cities_idle"]:
                continue  # 8.2a
            if hex in state.blockades and (not linked or state.options["blockade_stops_production"]):
                continue  # 6.8b
            owner = owner_of_city(state, hex, friendly)
            if owner >= 0:
                found[owner] |= 1 << hex
    return found


def _fill_purse(state: VictoryState, hex: int, side: int) -> None:
    """What a city gives to a side: factories of the enemy, which nobody has captured yet, make nothing for it."""
    if not state.options["factories"]:
        state.pp[key(hex, ANY)] = state.game.city_values[hex]
        return
    for unit in own_factories(state, side, hex):  # 9.1a factories replace the city's points
        slot = key(hex, state.game.produces[state.game.blocks.kind[unit]])
        state.pp[slot] = state.pp.get(slot, 0) + state.steps[unit]


def mine(state: VictoryState) -> None:
    """4.3.RE.a a resource block gains a step in its resource hex; a side that holds one without a block gets one."""
    game = state.game
    blocks = game.blocks
    for hex in bits(game.ground.resource):
        for side in range(len(game.sides)):
            if not controlled(state, side) >> hex & 1:
                continue
            army = next((one for one in game.side_armies[side] if state.occ[one] >> hex & 1), None)
            if army is None:
                continue
            here = state.of(army, hex) & blocks.resources
            unit = bits(here)[0] if here else _free_resource(state, army, hex)
            if unit is not None and state.steps[unit] < blocks.most[unit]:
                state.steps[unit] += 1
                state.put(unit, hex)
                state.tell_own("event.mined", army, "4.3.RE.a", unit=unit, strength=int(state.steps[unit]), hex=hex)


def _free_resource(state: VictoryState, army: int, hex: int) -> int | None:
    if ground_room(state, army, hex) <= 0:
        return None
    own = state.game.blocks.resources & state.game.blocks.of_army[army]
    return next((unit for unit in bits(own) if state.hex_of[unit] == POOL), None)


# ---- merging (8.21)


def reorganisable(state: VictoryState, army: int, units: int) -> int:
    """Those of an army's units that may: aircraft aboard and the carriers under them stay as they are."""
    game, aboard = state.game, state.aboard
    free = units & ~game.blocks.factories
    for unit in bits(game.blocks.air & game.side_units[game.side_of[army]] & ~state.pool):
        if aboard[unit] != NONE:
            free &= ~(1 << unit | 1 << aboard[unit])
    return free


def merging(state: VictoryState, free: int) -> int:
    """8.21a who of those who are free may give a step to another of them: only where two of a type are in one hex."""
    fellows, hex_of, at = state.game.blocks.fellows, state.hex_of, state.at
    taking = free & ~state.given
    found = 0
    for unit in bits(free & ~state.taken):
        others = at[hex_of[unit]] & fellows[unit] & taking & ~(1 << unit)
        if others and _with_room(state, unit, others):
            found |= 1 << unit
    return found


def dividing(state: VictoryState, giving: int, room: Room) -> int:
    """8.21c who of these may give a step that becomes a block of its own, within stacking."""
    blocks, steps, hex_of = state.game.blocks, state.steps, state.hex_of
    found, aircraft, ships = 0, blocks.air, blocks.naval | state.afloat
    for unit in bits(giving):
        if steps[unit] < 2:
            continue
        bit = 1 << unit
        if bit & aircraft:
            fits = _room_at_base(state, unit, room)
        else:
            fits = bool((room.naval if bit & ships else room.ground) >> hex_of[unit] & 1)
        if fits:
            found |= bit
    return found


def _room_at_base(state: VictoryState, unit: int, room: Room) -> bool:
    """5.51a whether one more air unit may be where this one is."""
    game, hex = state.game, state.hex_of[unit]
    army = game.blocks.army[unit]
    side = game.side_of[army]
    if len(game.side_armies[side]) > 1:  # an ally who shares the base, or owns it, decides in secret too
        allied = game.side_homes[side] & ~game.army_homes[army]
        others = state.at[hex] & game.blocks.air & ~game.blocks.of_army[army]
        if allied >> hex & 1 or (others and based(state, side, hex) & others):
            return False
    return bool(room.air >> hex & 1)


def partners(state: VictoryState, unit: int) -> int:
    """8.21a units of exactly the same type in the same hex with room for a step."""
    army = state.game.blocks.army[unit]
    alike = state.at.get(state.hex_of[unit], 0) & state.game.blocks.fellows[unit]
    return _with_room(state, unit, reorganisable(state, army, alike) & ~(1 << unit) & ~state.given)


def _with_room(state: VictoryState, unit: int, others: int) -> int:
    """Those of others of its type that a unit can give a step to: at sea or ashore as it is."""
    others &= state.afloat if state.afloat >> unit & 1 else ~state.afloat
    most = state.game.blocks.most[unit]
    found = 0
    for other in bits(others):
        if state.steps[other] < most:
            found |= 1 << other
    return found


SPENDING = (verbs.ADD_STEP, verbs.BUILD_AT)
"""What points are spent on."""


@dataclass(frozen=True, slots=True)
class Produce(Step[VictoryState]):
    """8.2 spend what the cities have, merge, divide, disband, and be done."""

    player: int
    army: int
    cities: int
    """Where it has points."""
    supplied: int
    """Of these, where its units get more steps (8.2a)."""
    words = "produce"

    def offer(self, state: VictoryState) -> Offer:
        game = state.game
        blocks = game.blocks
        mine = blocks.of_army[self.army] & ~state.pool
        room = Room(state, self.army)
        offer: Offer = {}
        kinds, in_pool = in_stock(state, self.army)
        if cities := rich(state) & self.cities:
            if raised := raised_by_points(state, self.army, cities, self.supplied):
                offer[verbs.ADD_STEP] = raised
            if building := building_cities(state, self.army, cities, kinds, room):
                offer[verbs.BUILD_AT] = building
        free = reorganisable(state, self.army, mine)
        if merged := merging(state, free):
            offer[verbs.MERGE] = merged
        if divided := dividing(state, free & ~state.taken & in_pool, room):
            offer[verbs.DIVIDE] = divided
        if disbanded := free | mine & blocks.air:  # 8.22 all but factories, aircraft aboard too; no laden carrier
            offer[verbs.DISBAND] = disbanded
        stores = bits(mine & blocks.resources) if state.options["resources"] else ()
        if stores and (converted := mask(unit for unit in stores if may_convert(state, unit, self.cities))):
            offer[verbs.CONVERT] = converted
        factory_offer(state, self.army, self.cities, offer)
        engineer_offer(state, self.army, offer)
        offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
        elif verb == verbs.ADD_STEP:
            add_step(state, target)
        elif verb == verbs.BUILD_AT:
            state.push(BuildUnit(self.player, self.army, target))
        elif verb == verbs.MERGE:
            state.push(MergeInto(self.player, target))
        elif verb == verbs.DIVIDE:
            divide(state, target)
        elif verb == verbs.DISBAND:
            disband(state, target)
        elif verb == verbs.CONVERT:
            convert(state, target)
        elif not take_factory(state, self.player, self.army, self.cities, verb, target):
            take_engineer(state, self.player, self.army, verb, target)

    def prompt(self, state: VictoryState) -> Message:
        left = sum(points for slot, points in state.pp.items() if self.cities >> slot // 4 & 1)
        return state.message("prompt.produce", "8.2a", points=left)

    def forgoes(self, state: VictoryState, verb: int, target: int) -> Forgone | None:
        left = sum(points for slot, points in state.pp.items() if self.cities >> slot // 4 & 1)
        if verb != verbs.DONE or not left or not any(state.offer.get(one) for one in SPENDING):
            return None
        weak = bits(state.offer.get(verbs.ADD_STEP, 0))
        cost = state.game.kinds.cost
        best = sorted(weak, key=lambda unit: (-cost[state.game.blocks.kind[unit]], unit))
        items = tuple({"unit": unit} for unit in best)
        return Forgone(state.message("forgo.points", "8.2a", points=left), items, lost=True)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        chosen = state.offer.get(verbs.BUILD_AT, 0) | state.offer.get(verbs.PAY_AT, 0)
        return {
            "cities": purses(state, self.cities),
            "commands": of_towns(state, self.army, chosen, left_to_spend(state)),
        }

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.ADD_STEP:
            cost = state.game.kinds.cost[state.game.blocks.kind[target]]
            return {"cost": cost, "strength": int(state.steps[target]) + 1}
        return {}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        return why_not_produce(state, self.army, self.cities, self.supplied, verb, target)


def purses(state: VictoryState, cities: int) -> list[dict[str, Any]]:
    """What each city has left, for a table that shows it."""
    grid = state.game.ground.grid
    shown = []
    for hex in bits(cities):
        if state.options["factories"]:
            slots = zip(("air", "naval", "ground"), (AIR, NAVAL, GROUND), strict=True)
            shown.append({"hex": grid.name(hex), **{name: state.pp.get(key(hex, slot), 0) for name, slot in slots}})
        else:
            shown.append({"hex": grid.name(hex), "points": state.pp.get(key(hex, ANY), 0)})
    return shown


def add_step(state: VictoryState, unit: int) -> None:
    game = state.game
    kind = game.blocks.kind[unit]
    spend(state, state.hex_of[unit], game.blocks.class_of[unit], game.kinds.cost[kind])
    state.steps[unit] += 1
    told = {"unit": unit, "strength": int(state.steps[unit]), "hex": state.hex_of[unit], "cost": game.kinds.cost[kind]}
    state.tell_own("event.step_added", game.blocks.army[unit], "8.2a", **told)


def divide(state: VictoryState, unit: int) -> None:
    """8.21c one step becomes a new block of the same type."""
    blocks = state.game.blocks
    new = free_block(state, blocks.army[unit], blocks.kind[unit])
    assert new is not None
    state.steps[unit] -= 1
    state.steps[new] = 1
    state.put(new, state.hex_of[unit])
    if state.afloat >> unit & 1:
        state.afloat |= 1 << new
    state.given |= 1 << unit
    state.taken |= 1 << new
    state.moved |= 1 << new & state.moved
    state.tell_own("event.divided", blocks.army[unit], "8.21c", unit=unit, unit_new=new)


def disband(state: VictoryState, unit: int) -> None:
    """8.22 no PP come back, but the block may be rebuilt at once.

    Others are told nothing: they see what a hex holds when all have produced, not what was made and undone before.
    """
    state.tell_own("event.disbanded_own", state.game.blocks.army[unit], "8.22", unit=unit)
    state.steps[unit] = 0
    state.given &= ~(1 << unit)
    state.taken &= ~(1 << unit)
    state.made &= ~(1 << unit)
    state.put(unit, POOL)


def may_convert(state: VictoryState, unit: int, cities: int) -> bool:
    """4.3.RE.b a resource block in a city with points."""
    return bool(state.game.blocks.resources >> unit & 1 and cities >> state.hex_of[unit] & 1)


def convert(state: VictoryState, unit: int) -> None:
    """4.3.RE.b steps times the city's value; 9.1g times each factory's value, in its own kind."""
    hex, steps = state.hex_of[unit], state.steps[unit]
    army = state.game.blocks.army[unit]
    side = state.game.side_of[army]
    if state.options["factories"]:
        for factory in own_factories(state, side, hex):
            slot = key(hex, state.game.produces[state.game.blocks.kind[factory]])
            state.pp[slot] = state.pp.get(slot, 0) + steps * state.steps[factory]
    else:
        state.pp[key(hex, ANY)] += steps * state.game.city_values[hex]
    state.tell_own("event.converted", army, "4.3.RE.b", unit=unit, hex=hex)
    state.steps[unit] = 0
    state.put(unit, POOL)


@dataclass(frozen=True, slots=True)
class BuildUnit(Step[VictoryState]):
    """8.2a which type is built in a city: one step, to which more may be added."""

    player: int
    army: int
    hex: int
    words = "build"

    def offer(self, state: VictoryState) -> Offer:
        kinds = buildable(state, self.army, self.hex)
        return {verbs.BUILD: kinds, verbs.CANCEL: verbs.YES} if kinds else {verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.CANCEL:
            return
        game = state.game
        unit = free_block(state, self.army, target)
        assert unit is not None
        spend(state, self.hex, game.kinds.class_of[target], game.kinds.cost[target])
        state.steps[unit] = 1
        state.put(unit, self.hex)
        state.made |= 1 << unit
        state.tell_own("event.built", self.army, "8.2a", unit=unit, hex=self.hex, cost=game.kinds.cost[target])
        if game.blocks.submarines >> unit & 1 and state.options["submarine_control"]:
            state.shown |= 1 << unit  # 8.opt.2 it lies on a coast

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.build", "8.2a", hex=self.hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex), "cities": purses(state, 1 << self.hex)}

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        return {"cost": state.game.kinds.cost[target]} if verb == verbs.BUILD else {}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        return why_not_build(state, self.army, target, self.hex) if verb == verbs.BUILD else []


@dataclass(frozen=True, slots=True)
class MergeInto(Step[VictoryState]):
    """8.21a one step goes over; whoever took steps this phase gives none."""

    player: int
    unit: int
    words = "merge"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.INTO: partners(state, self.unit), verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.CANCEL:
            return
        state.steps[self.unit] -= 1
        state.steps[target] += 1
        state.given |= 1 << self.unit
        state.taken |= 1 << target
        game = state.game
        told = {"unit": self.unit, "unit_other": target, "strength": int(state.steps[target])}
        state.tell_own("event.merged", game.blocks.army[target], "8.21a", **told)
        if not state.steps[self.unit]:
            state.given &= ~(1 << self.unit)
            state.put(self.unit, POOL)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.merge", "8.21a", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.INTO:
            blocks = state.game.blocks
            if blocks.army[target] == blocks.army[self.unit] and blocks.kind[target] != blocks.kind[self.unit]:
                return [state.message("why.other_type", "8.21a", unit=target)]
            return [state.message("why.cannot_take_step", "8.21a")]
        return []

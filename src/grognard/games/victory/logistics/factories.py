"""Chapter 9.1: factories replace the production points of cities. They are open to all, for they never hide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.blocks import factories_needed
from grognard.games.victory.board.towns import left_to_spend, of_towns
from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits, lowest


def factories_in(state: VictoryState, hex: int) -> int:
    return state.at.get(hex, 0) & state.game.blocks.factories


def own_factories(state: VictoryState, side: int, hex: int) -> list[int]:
    """A side's factories in a city."""
    return bits(factories_in(state, hex) & state.game.side_units[side])


def total_value(state: VictoryState, hex: int) -> int:
    """9.1a the factories of a city together."""
    return sum(state.steps[unit] for unit in bits(factories_in(state, hex)))


def free_factory(state: VictoryState, army: int, kind: int) -> int | None:
    free = state.game.blocks.of_kind.get((army, kind), 0) & state.pool
    return lowest(free) if free else None


def _with_room(state: VictoryState, army: int, kind: int, hex: int) -> int | None:
    """An army's factory of a type in a city that can take a step: no clause says that a city has but one."""
    here = factories_in(state, hex) & state.game.blocks.of_kind.get((army, kind), 0)
    return next((unit for unit in bits(here) if state.steps[unit] < state.game.blocks.most[unit]), None)


def _fits(state: VictoryState, kind: int, hex: int) -> bool:
    """9.1a naval factories stand on the coast."""
    return state.game.produces[kind] != NAVAL or bool(state.game.ground.ports >> hex & 1)


def _types(state: VictoryState, army: int) -> list[int]:
    return [kind for kind in state.game.army_kinds[army] if kind in state.game.produces]


def factory_kinds(state: VictoryState, army: int, hex: int) -> int:
    """Types of factories that may get one more step in a city; 8.4a new blocks only in cities held from the start."""
    found = 0
    new = bool(state.game.army_homes[army] >> hex & 1)
    for kind in _types(state, army):
        fresh = new and _fits(state, kind, hex) and free_factory(state, army, kind) is not None
        if fresh or _with_room(state, army, kind, hex) is not None:
            found |= 1 << kind
    return found


def raise_factory(state: VictoryState, army: int, kind: int, hex: int) -> int:
    """One more step of a kind of factory in a city: on a block that stands there, else on a new one."""
    unit = _with_room(state, army, kind, hex)
    if unit is None:
        unit = free_factory(state, army, kind)
    assert unit is not None
    state.steps[unit] += 1
    state.put(unit, hex)
    state.shown |= 1 << unit
    return unit


# ---- at the start


def suffice(state: VictoryState, army: int, kind: int, hex: int) -> bool:
    """9.1e whether every city can still be given its value after a step of this kind in a city."""
    game = state.game
    most = game.tables.advanced.factory_most
    fresh = _with_room(state, army, kind, hex) is None
    lacks = []
    for city in bits(game.army_homes[army] & game.ground.cities):
        own = bits(factories_in(state, city) & game.blocks.of_army[army])
        room = sum(game.blocks.most[unit] - state.steps[unit] for unit in own)
        lack = game.city_values[city] - total_value(state, city) - room
        lacks.append((lack - most * (fresh and city == hex), bool(game.ground.ports >> city & 1)))
    inland, all_ = factories_needed(lacks, most)
    free = {one: (game.blocks.of_kind[army, one] & state.pool).bit_count() for one in _types(state, army)}
    free[kind] -= fresh
    ashore = sum(count for one, count in free.items() if game.produces[one] != NAVAL)
    return inland <= ashore and all_ <= sum(free.values())


@dataclass(frozen=True, slots=True)
class PlaceFactories(Step[VictoryState]):
    """9.1e at the start the owner shares each city's value out among kinds of factories."""

    player: int
    army: int
    words = "place_factories"
    obvious = True

    def city(self, state: VictoryState) -> int | None:
        ground = state.game.ground
        for hex in bits(state.game.army_homes[self.army] & ground.cities):
            if total_value(state, hex) < state.game.city_values[hex]:
                return hex
        return None

    def offer(self, state: VictoryState) -> Offer:
        hex = self.city(state)
        if hex is None:
            return {verbs.DONE: verbs.YES}
        kinds = bits(factory_kinds(state, self.army, hex))
        return {verbs.PLACE_FACTORY: sum(1 << kind for kind in kinds if suffice(state, self.army, kind, hex))}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            return
        hex = self.city(state)
        assert hex is not None
        raise_factory(state, self.army, target, hex)

    def prompt(self, state: VictoryState) -> Message:
        hex = self.city(state) or 0
        left = state.game.city_values.get(hex, 0) - total_value(state, hex) if hex else 0
        return state.message("prompt.place_factories", "9.1e", hex=hex or state.game.ground.centre, points=left)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        hex = self.city(state)
        return {} if hex is None else {"hex": state.game.ground.grid.name(hex)}

    def why_over(self, state: VictoryState) -> Message | None:
        return state.message("prompt.idle_factories_placed", "9.1e") if self.city(state) is None else None

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        hex = self.city(state)
        if verb != verbs.PLACE_FACTORY or hex is None:
            return []
        if factory_kinds(state, self.army, hex) >> target & 1:
            return [state.message("why.factories_needed", "9.1e", kind=state.game.kinds.names[target])]
        return why_not_placed(state, self.army, target, hex)


def why_not_placed(state: VictoryState, army: int, kind: int, hex: int) -> list[Message]:
    """Why a kind of factory gets no step in a city."""
    if kind not in state.game.produces:
        return [state.message("why.no_such_factory", "9.1a")]
    if not _fits(state, kind, hex):
        return [state.message("why.no_port_no_yard", "9.1a", hex=hex)]
    name = state.game.kinds.names[kind]
    if not state.game.army_homes[army] >> hex & 1:
        return [state.message("why.no_new_factory", "8.4a", hex=hex, kind=name)]
    return [state.message("why.no_block_left", "4.0.steps", kind=name)]


# ---- in the Production Phase


def spare_points(state: VictoryState, cities: int) -> int:
    """Cities with a point of any class left: a factory step may be paid from the same or another city (9.1e)."""
    found = 0
    for slot, points in state.pp.items():
        if points and cities >> slot // 4 & 1:
            found |= 1 << slot // 4
    return found


def growing(state: VictoryState, army: int, cities: int) -> int:
    """Cities whose factories may grow: below the city's value (9.1a)."""
    found = 0
    for hex in bits(cities):
        if total_value(state, hex) < state.game.city_values[hex] and factory_kinds(state, army, hex):
            found |= 1 << hex
    return found


def purse_of(state: VictoryState, unit: int) -> int:
    """The key of `pp` where a factory's points are."""
    return state.hex_of[unit] * 4 + state.game.produces[state.game.blocks.kind[unit]]


def exchangeable(state: VictoryState, army: int, cities: int) -> int:
    """9.1c factories that have produced nothing this phase, and were not got in exchange in it."""
    found = 0
    for unit in bits(state.game.blocks.factories & state.game.blocks.of_army[army] & ~state.pool & ~state.made):
        idle = cities >> state.hex_of[unit] & 1 and not state.spent >> purse_of(state, unit) & 1
        if idle and _others(state, army, unit):
            found |= 1 << unit
    return found


def _others(state: VictoryState, army: int, unit: int) -> int:
    """9.1c kinds of factories that this one may be exchanged for."""
    found = 0
    for kind in _types(state, army):
        other = kind != state.game.blocks.kind[unit] and _fits(state, kind, state.hex_of[unit])
        if other and free_factory(state, army, kind) is not None:
            found |= 1 << kind
    return found


def why_idle(state: VictoryState, hex: int) -> list[Message]:
    """Why a city's points cannot be used."""
    if hex in state.blockades:
        return [state.message("why.city_blockaded", "6.8b", hex=hex)]
    return [state.message("why.city_cut_off", "8.2a", hex=hex)]


def why_not_exchanged(state: VictoryState, army: int, cities: int, unit: int) -> list[Message]:
    game = state.game
    hex = state.hex_of[unit]
    if not game.blocks.factories >> unit & 1:
        return [state.message("why.no_factory", "9.1c", unit=unit)]
    if not cities >> hex & 1:
        return why_idle(state, hex)
    if state.made >> unit & 1:
        return [state.message("why.exchanged_already", "9.1c", unit=unit)]
    if state.spent >> purse_of(state, unit) & 1:
        return [state.message("why.has_produced", "9.1c", unit=unit, hex=hex)]
    return [state.message("why.no_other_factory", "9.1c", hex=hex)]


def why_not_growing(state: VictoryState, army: int, cities: int, hex: int) -> list[Message]:
    game = state.game
    if not game.ground.cities >> hex & 1:
        return [state.message("why.no_city", "9.1a", hex=hex)]
    if not cities >> hex & 1:
        return why_idle(state, hex)
    if total_value(state, hex) >= game.city_values[hex]:
        return [state.message("why.factories_full", "9.1a", hex=hex, points=game.city_values[hex])]
    if not factory_kinds(state, army, hex):
        rule = "4.0.steps" if game.army_homes[army] >> hex & 1 else "8.4a"
        return [state.message("why.no_factory_grows", rule, hex=hex)]
    return [state.message("why.no_points_left", "9.1e")]


def factory_offer(state: VictoryState, army: int, cities: int, offer: Offer) -> None:
    if not state.options["factories"]:
        return
    if spare_points(state, cities) and (hexes := growing(state, army, cities)):
        offer[verbs.PAY_AT] = hexes
    if units := exchangeable(state, army, cities):
        offer[verbs.EXCHANGE] = units


def take_factory(state: VictoryState, player: int, army: int, cities: int, verb: int, target: int) -> bool:
    if verb == verbs.PAY_AT:
        state.push(GrowFactory(player, army, cities, target))
        return True
    if verb == verbs.EXCHANGE:
        state.push(ExchangeFactory(player, army, target))
        return True
    return False


@dataclass(frozen=True, slots=True)
class GrowFactory(Step[VictoryState]):
    """9.1e which kind grows by a step in a city, then which city pays, and with points of which class."""

    player: int
    army: int
    cities: int
    hex: int
    kind: int = -1
    payer: int = -1
    words = "grow_factory"

    def classes(self, state: VictoryState, hex: int) -> dict[int, int]:
        """By kind of factory: the key of `pp` with points of its class that a city has left."""
        keys = {kind: hex * 4 + state.game.produces[kind] for kind in _types(state, self.army)}
        return {kind: slot for kind, slot in keys.items() if state.pp.get(slot)}

    def offer(self, state: VictoryState) -> Offer:
        if self.kind < 0:
            return {verbs.PLACE_FACTORY: factory_kinds(state, self.army, self.hex), verbs.CANCEL: verbs.YES}
        if self.payer < 0:
            return {verbs.PAY_AT: spare_points(state, self.cities), verbs.CANCEL: verbs.YES}
        kinds = self.classes(state, self.payer)
        return {verbs.PAY_WITH: sum(1 << kind for kind in kinds), verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.PLACE_FACTORY:
            state.push(replace(self, kind=target))
        elif verb == verbs.PAY_AT:
            kinds = self.classes(state, target)
            if len(kinds) > 1:
                state.push(replace(self, payer=target))
            else:
                self.pay(state, next(iter(kinds.values())))
        elif verb == verbs.PAY_WITH:
            self.pay(state, self.classes(state, self.payer)[target])

    def pay(self, state: VictoryState, slot: int) -> None:
        state.pp[slot] -= state.game.tables.advanced.factory_step
        state.spent |= 1 << slot
        raise_factory(state, self.army, self.kind, self.hex)

    def prompt(self, state: VictoryState) -> Message:
        if self.payer >= 0:
            return state.message("prompt.pay_factory_with", "9.1e", hex=self.payer)
        key = "prompt.grow_factory" if self.kind < 0 else "prompt.pay_factory"
        return state.message(key, "9.1e", hex=self.hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        paying = state.offer.get(verbs.PAY_AT, 0)
        told = {"commands": of_towns(state, self.army, paying, left_to_spend(state))} if paying else {}
        return {"hex": state.game.ground.grid.name(self.hex if self.payer < 0 else self.payer), **told}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PLACE_FACTORY:
            return why_not_placed(state, self.army, target, self.hex)
        if verb in (verbs.PAY_AT, verbs.PAY_WITH):
            return [state.message("why.no_points_left", "9.1e")]
        return []


@dataclass(frozen=True, slots=True)
class ExchangeFactory(Step[VictoryState]):
    """9.1c for a 0 PP factory of another kind; what it would have produced, resources converted for it too, is lost."""

    player: int
    army: int
    unit: int
    words = "exchange"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.EXCHANGE_FOR: _others(state, self.army, self.unit), verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.CANCEL:
            return
        hex, slot, steps = state.hex_of[self.unit], purse_of(state, self.unit), state.steps[self.unit]
        side = state.game.side_of[self.army]
        alike = [unit for unit in own_factories(state, side, hex) if purse_of(state, unit) == slot]
        together = sum(state.steps[unit] for unit in alike)
        if points := state.pp.get(slot, 0):  # its share where the city has several of its kind
            state.pp[slot] -= points * steps // together
        state.steps[self.unit] = 0
        state.put(self.unit, POOL)
        new = free_factory(state, self.army, target)
        assert new is not None
        state.put(new, hex)
        state.shown |= 1 << new
        state.made |= 1 << new

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.exchange", "9.1c", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb != verbs.EXCHANGE_FOR:
            return []
        hex = state.hex_of[self.unit]
        if target == state.game.blocks.kind[self.unit]:
            return [state.message("why.same_factory", "9.1c")]
        if target in state.game.produces and not _fits(state, target, hex):
            return [state.message("why.no_port_no_yard", "9.1a", hex=hex)]
        return [state.message("why.no_other_factory", "9.1c", hex=hex)]

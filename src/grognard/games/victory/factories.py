"""Chapter 9.1: factories replace the production points of cities. They are open to all, for they never hide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits


def factories_in(state: VictoryState, hex: int) -> int:
    return state.at.get(hex, 0) & state.game.blocks.factories


def total_value(state: VictoryState, hex: int) -> int:
    """9.1a the factories of a city together."""
    return sum(state.steps[unit] for unit in bits(factories_in(state, hex)))


def free_factory(state: VictoryState, army: int, kind: int) -> int | None:
    free = state.game.blocks.of_kind.get((army, kind), 0) & state.pool
    return (free & -free).bit_length() - 1 if free else None


def factory_kinds(state: VictoryState, army: int, hex: int) -> int:
    """Types of factories that may get one more step in a city: 9.1a naval ones on the coast, none above its most."""
    game = state.game
    found = 0
    for kind in game.army_kinds[army]:
        made = game.produces.get(kind)
        if made is None or (made == NAVAL and not game.ground.ports >> hex & 1):
            continue
        here = [unit for unit in bits(factories_in(state, hex)) if game.blocks.kind[unit] == kind]
        if (here and state.steps[here[0]] < game.blocks.most[here[0]]) or (
            not here and free_factory(state, army, kind) is not None
        ):
            found |= 1 << kind
    return found


def raise_factory(state: VictoryState, army: int, kind: int, hex: int) -> int:
    """One more step of a kind of factory in a city."""
    here = [unit for unit in bits(factories_in(state, hex)) if state.game.blocks.kind[unit] == kind]
    unit = here[0] if here else free_factory(state, army, kind)
    assert unit is not None
    state.steps[unit] += 1
    state.put(unit, hex)
    state.shown |= 1 << unit
    return unit


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
            if total_value(state, hex) < state.game.city_values[hex] and factory_kinds(state, self.army, hex):
                return hex
        return None

    def offer(self, state: VictoryState) -> Offer:
        hex = self.city(state)
        return {verbs.DONE: verbs.YES} if hex is None else {verbs.PLACE_FACTORY: factory_kinds(state, self.army, hex)}

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

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PLACE_FACTORY:
            return [state.message("why.no_such_factory", "9.1a")]
        return []


# ---- in the Production Phase


def spare_points(state: VictoryState, cities: int) -> int:
    """Cities with a point of any class left: a factory step may be paid from the same or another city (9.1e)."""
    found = 0
    for slot, points in state.pp.items():
        if points and cities >> slot // 4 & 1:
            found |= 1 << slot // 4
    return found


def growing(state: VictoryState, army: int, cities: int) -> int:
    """Cities whose factories may grow: below the city's value; 8.4a new ones only in cities held from the start."""
    found = 0
    for hex in bits(cities):
        if total_value(state, hex) < state.game.city_values[hex] and _kinds_now(state, army, hex):
            found |= 1 << hex
    return found


def _kinds_now(state: VictoryState, army: int, hex: int) -> int:
    kinds = factory_kinds(state, army, hex)
    if not state.game.army_homes[army] >> hex & 1:
        here = {state.game.blocks.kind[unit] for unit in bits(factories_in(state, hex))}
        kinds = sum(1 << kind for kind in bits(kinds) if kind in here)
    return kinds


def exchangeable(state: VictoryState, army: int, cities: int) -> int:
    """9.1c factories that have produced nothing this phase."""
    found = 0
    for hex in bits(cities):
        for unit in bits(factories_in(state, hex) & state.game.blocks.of_army[army]):
            slot = hex * 4 + state.game.produces[state.game.blocks.kind[unit]]
            if state.steps[unit] and state.pp.get(slot, 0) == state.steps[unit] and _others(state, army, unit):
                found |= 1 << unit
    return found


def _others(state: VictoryState, army: int, unit: int) -> int:
    """Kinds of factories that this one may be exchanged for."""
    hex = state.hex_of[unit]
    here = {state.game.blocks.kind[one] for one in bits(factories_in(state, hex))}
    kinds = factory_kinds(state, army, hex)
    return sum(1 << kind for kind in bits(kinds) if kind not in here)


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
    """9.1e which kind grows by a step in a city, and then which city pays."""

    player: int
    army: int
    cities: int
    hex: int
    kind: int = -1
    words = "grow_factory"

    def offer(self, state: VictoryState) -> Offer:
        if self.kind < 0:
            return {verbs.PLACE_FACTORY: _kinds_now(state, self.army, self.hex), verbs.CANCEL: verbs.YES}
        return {verbs.PAY_AT: spare_points(state, self.cities), verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.PLACE_FACTORY:
            state.replace(GrowFactory(self.player, self.army, self.cities, self.hex, target))
            return
        state.pop()
        if verb == verbs.PAY_AT:
            slot = next(slot for slot in sorted(state.pp) if slot // 4 == target and state.pp[slot])
            state.pp[slot] -= state.game.tables.advanced.factory_step
            raise_factory(state, self.army, self.kind, self.hex)

    def prompt(self, state: VictoryState) -> Message:
        key = "prompt.grow_factory" if self.kind < 0 else "prompt.pay_factory"
        return state.message(key, "9.1e", hex=self.hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex)}


@dataclass(frozen=True, slots=True)
class ExchangeFactory(Step[VictoryState]):
    """9.1c for a 0 PP factory of another kind."""

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
        hex = state.hex_of[self.unit]
        slot = hex * 4 + state.game.produces[state.game.blocks.kind[self.unit]]
        state.pp.pop(slot, None)
        state.steps[self.unit] = 0
        state.put(self.unit, POOL)
        new = free_factory(state, self.army, target)
        assert new is not None
        state.put(new, hex)
        state.shown |= 1 << new

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.exchange", "9.1c", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

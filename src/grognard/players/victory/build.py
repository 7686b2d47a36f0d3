"""Recruit's forces in Victory: what it buys, where it deploys, and what its cities produce.

Kinds are judged by their figures, so that every block set is bought and built in the same way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grognard.core.ask import Offer, code
from grognard.games.victory import verbs
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.logistics.building import ANY, key, purse
from grognard.games.victory.logistics.factories import GrowFactory, PlaceFactories
from grognard.games.victory.logistics.production import BuildUnit, Produce
from grognard.games.victory.set_up.deployment import Deploy, DeployAt, places
from grognard.games.victory.set_up.forces import BuildForce
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits, highest
from grognard.players.victory.weights import VictoryWeights

if TYPE_CHECKING:
    from grognard.games.victory.tables import VictoryTables


def kind_worth(game: VictoryTables, kind: int) -> float:
    """What a step of a type is worth for its price."""
    row = game.kinds.rows[kind]
    air, naval, land = game.kinds.fire[kind]
    if row.produces or row.mined_per_turn or row.one_shot:
        return 0.0
    if row.class_ == "ground":
        worth = land + 0.15 * row.move + 0.1 * (8 - game.kinds.turn[kind]) + 0.5 * bool(row.city_defense_ground)
    elif row.class_ == "air":
        worth = 0.8 * air + 0.3 * naval + 0.9 * land + 0.15 * min(row.move, 4)
    else:
        worth = 0.5 * air + 0.7 * naval + 0.8 * land
    return worth / math.sqrt(game.kinds.cost[kind])


def shares(weights: VictoryWeights) -> dict[int, float]:
    """Of all steps of an army, so many of each class."""
    return {GROUND: weights.share_of_ground, AIR: weights.share_of_air, NAVAL: weights.share_of_naval}


def best_kind(state: VictoryState, weights: VictoryWeights, army: int, kinds: int, coast: bool) -> int:
    """The type that an army wants most."""
    return -max((want, -kind) for kind, want in wants(state, weights, army, kinds, coast).items())[1]


def wants(state: VictoryState, weights: VictoryWeights, army: int, kinds: int, coast: bool) -> dict[int, float]:
    """By type: how much an army wants it: classes by their shares, within a class by worth and variety."""
    game = state.game
    blocks = game.blocks
    steps = {GROUND: 0, AIR: 0, NAVAL: 0}
    number: dict[int, int] = {}
    landing = 0
    for unit in bits(blocks.of_army[army] & ~state.pool & ~blocks.factories):
        steps[blocks.class_of[unit]] += state.steps[unit]
        number[blocks.kind[unit]] = number.get(blocks.kind[unit], 0) + 1
        landing += blocks.amphibious >> unit & 1
    total = sum(steps.values()) + 1
    wanted = shares(weights)

    def want(kind: int) -> float:
        class_ = game.kinds.class_of[kind]
        lack = wanted[class_] - steps[class_] / total
        if class_ == NAVAL and not coast:
            lack -= 1.0
        row = game.kinds.rows[kind]
        worth = weights.quality * kind_worth(game, kind) / (1 + weights.variety * number.get(kind, 0))
        if row.amphibious:
            few = landing < weights.amphibious * len(number)
            worth += weights.amphibious_wanted if few else -weights.amphibious_enough
        return weights.lacking * lack + worth

    return {kind: want(kind) for kind in bits(kinds)}


# ---- buying


def build_force(state: VictoryState, weights: VictoryWeights, step: BuildForce, offer: Offer) -> int:
    """Blocks at full strength, one after the other, while points last."""
    raised = offer.get(verbs.RAISE, 0)
    if raised:
        return code(verbs.RAISE, highest(raised))
    if verbs.BUY in offer:
        return code(verbs.BUY, best_kind(state, weights, step.army, offer[verbs.BUY], coast=True))
    return code(verbs.DONE)


def place_factories(state: VictoryState, weights: VictoryWeights, step: PlaceFactories, offer: Offer) -> int:
    """Two of three work for the ground units, one for the air."""
    if verbs.PLACE_FACTORY not in offer:
        return code(verbs.DONE)
    return code(verbs.PLACE_FACTORY, _factory(state, weights, step.army, offer[verbs.PLACE_FACTORY]))


def _factory(state: VictoryState, weights: VictoryWeights, army: int, kinds: int) -> int:
    game = state.game
    steps = {GROUND: 0, AIR: 0, NAVAL: 0}
    for unit in bits(game.blocks.factories & game.blocks.of_army[army]):
        if state.hex_of[unit] != POOL:
            steps[game.produces[game.blocks.kind[unit]]] += state.steps[unit]
    total = sum(steps.values()) + 1
    wanted = shares(weights)
    return max(bits(kinds), key=lambda kind: (wanted[game.produces[kind]] - steps[game.produces[kind]] / total, -kind))


# ---- deploying


def deploy(state: VictoryState, step: Deploy, offer: Offer) -> int:
    """Whoever has the fewest places first: ships, Marines, ground, then air units; all of them before it is done."""
    blocks, rows = state.game.blocks, state.game.kinds.rows
    hand = [unit for unit in bits(offer.get(verbs.DEPLOY, 0)) if state.hex_of[unit] == IN_HAND]
    if not hand:
        return code(verbs.DONE)
    order = {NAVAL: 0, GROUND: 2, AIR: 3}

    def rank(unit: int) -> tuple[int, int, int]:
        marine = rows[blocks.kind[unit]].coastal_only
        return 1 if marine else order[blocks.class_of[unit]], -blocks.move[unit], unit

    for unit in sorted(hand, key=rank):
        if places(state, unit):
            return code(verbs.DEPLOY, unit)
    return code(verbs.DEPLOY_REST)


def deploy_at(state: VictoryState, weights: VictoryWeights, step: DeployAt, offer: Offer) -> int:
    """Fast and strong blocks near the enemy, and no city without a guard that is worth one."""
    board = offer.get(verbs.DEPLOY_AT, 0)
    if not board:
        return code(verbs.CANCEL)
    return code(verbs.DEPLOY_AT, deploy_places(state, weights, step, board)[0][1])


def deploy_places(state: VictoryState, weights: VictoryWeights, step: DeployAt, board: int) -> list[tuple[float, int]]:
    """Hexes by what it is worth to deploy a block there, the best first."""
    game = state.game
    ground = game.ground
    side = game.side_of[step.army]
    theirs = bits(ground.cities & game.owned & ~game.side_homes[side])
    class_ = game.blocks.class_of[step.unit]

    def worth(hex: int) -> float:
        near = min((ground.grid.distance(hex, city) for city in theirs), default=0)
        here = state.of(step.army, hex)
        value = ground.value.get(hex, 0)
        if class_ == GROUND:
            count = (here & game.blocks.ground).bit_count()
            guard = weights.deploy_guard if value and not count else 0.0
            return -weights.deploy_near * near + weights.deploy_value * value + guard - weights.deploy_crowd * count
        alone = not here & game.blocks.ground
        return -weights.deploy_near * near - (weights.deploy_alone if class_ == AIR and alone else 0.0)

    return [(value, -hex) for value, hex in sorted([(worth(hex), -hex) for hex in bits(board)], reverse=True)]


# ---- producing


def produce(state: VictoryState, weights: VictoryWeights, step: Produce, offer: Offer) -> int:
    """Resources first, then lost steps, then new blocks."""
    if verbs.CONVERT in offer:
        return code(verbs.CONVERT, highest(offer[verbs.CONVERT]))
    if verbs.PAY_AT in offer:
        return code(verbs.PAY_AT, highest(offer[verbs.PAY_AT]))
    units = bits(offer.get(verbs.ADD_STEP, 0))
    cities = bits(offer.get(verbs.BUILD_AT, 0))
    if units:
        unit = max(units, key=lambda one: step_worth(state, weights, one))
        hex = state.hex_of[unit]
        if step_worth(state, weights, unit)[0] >= 1.0 or hex not in cities or _purse(state, hex) < 2:
            return code(verbs.ADD_STEP, unit)
    if cities:
        return code(verbs.BUILD_AT, richest(state, offer[verbs.BUILD_AT]))
    if units:
        return code(verbs.ADD_STEP, max(units, key=lambda one: step_worth(state, weights, one)))
    return code(verbs.DONE)


def richest(state: VictoryState, cities: int) -> int:
    """The city with the most points of a class to spend."""
    return max(bits(cities), key=lambda hex: (_purse(state, hex), -hex))


def _purse(state: VictoryState, hex: int) -> int:
    return max(purse(state, hex, class_) for class_ in (AIR, NAVAL, GROUND))


def step_worth(state: VictoryState, weights: VictoryWeights, unit: int) -> tuple[float, int, int]:
    game = state.game
    return weights.quality * kind_worth(game, game.blocks.kind[unit]), -state.steps[unit], -unit


def build_unit(state: VictoryState, weights: VictoryWeights, step: BuildUnit, offer: Offer) -> int:
    if verbs.BUILD not in offer:
        return code(verbs.CANCEL)
    coast = bool(state.game.ground.ports >> step.hex & 1)
    return code(verbs.BUILD, best_kind(state, weights, step.army, offer[verbs.BUILD], coast))


def grow_factory(state: VictoryState, weights: VictoryWeights, step: GrowFactory, offer: Offer) -> int:
    if verbs.PLACE_FACTORY in offer:
        return code(verbs.PLACE_FACTORY, _factory(state, weights, step.army, offer[verbs.PLACE_FACTORY]))
    if verbs.PAY_AT in offer:
        return code(verbs.PAY_AT, min(bits(offer[verbs.PAY_AT]), key=lambda hex: (_left(state, hex), hex)))
    if verbs.PAY_WITH in offer:
        points = step.classes(state, step.payer)
        return code(verbs.PAY_WITH, max(bits(offer[verbs.PAY_WITH]), key=lambda kind: (state.pp[points[kind]], -kind)))
    return code(verbs.CANCEL)


def _left(state: VictoryState, hex: int) -> int:
    return sum(state.pp.get(key(hex, slot), 0) for slot in range(ANY + 1))

"""Recruit's deployment in Lost Battles: what has far to go stands nearest to where it goes, the game places the rest.

The game's own "deploy the rest" covers front lines, puts guns behind them with supply beside them, and so on.
"""

from __future__ import annotations

from grognard.core.ask import Offer, code
from grognard.games.lb import verbs
from grognard.games.lb.set_up.deployment import Deploy
from grognard.games.lb.set_up.placement import places
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, highest
from grognard.players.lb.value import Outlook


def deploy(state: LbState, view: Outlook, step: Deploy, offer: Offer) -> int:
    """The next answer of a deployment."""
    if step.unit >= 0:
        hexes = offer.get(verbs.PLACE_AT, 0)
        if hexes and _forward(state, view, step.unit):
            return code(verbs.PLACE_AT, _nearest(state, view, step.unit, hexes))
        if verbs.DEPLOY_REST in offer:
            return code(verbs.DEPLOY_REST)
        return code(verbs.CANCEL)
    for unit in bits(offer.get(verbs.PLACE, 0)):
        if verbs.DEPLOY_REST in offer and _forward(state, view, unit) and places(state, step.player, unit):
            return code(verbs.PLACE, unit)
    if verbs.DEPLOY_REST in offer:
        return code(verbs.DEPLOY_REST)
    for gun in bits(offer.get(verbs.FLIP, 0) & ~state.limbered):
        if _out_of_range(state, view, gun):
            return code(verbs.FLIP, gun)
    if verbs.DONE in offer:
        return code(verbs.DONE)
    verb = next(iter(offer))
    return code(verb, highest(offer[verb]))


def _forward(state: LbState, view: Outlook, unit: int) -> bool:
    """Whether a unit is to strike out as soon as the game begins."""
    counters = state.game.counters
    if not view.deeds or counters.hqs >> unit & 1 or counters.supply >> unit & 1:
        return False
    if counters.guns >> unit & 1:
        return view.goals.leavers == -1
    return bool(counters.motor >> unit & 1)


def _nearest(state: LbState, view: Outlook, unit: int, hexes: int) -> int:
    field = view.fields[state.game.counters.motor >> unit & 1]
    crowded = view.weights.crowded

    def way(hex: int) -> tuple[int, int]:
        return field[hex] + crowded * state.counting(state.at.get(hex, 0)), hex

    return min(bits(hexes), key=way)


def _out_of_range(state: LbState, view: Outlook, gun: int) -> bool:
    """Whether a gun of ours has nothing to fire at where the enemy stands or will stand, and has to move anyway."""
    counters, plan = state.game.counters, state.plan
    if counters.move[gun] <= 3 or not view.deeds:
        return False
    enemy = view.foes | sum(1 << hex for hex in plan.front_path[1 - view.side])
    return not state.game.disc(state.hex_of[gun], counters.range[gun]) & enemy

"""Recruit in the battles of Victory: fire where it costs the enemy most, stay while it pays, lose what is worth least.

All blocks of a battle lie face up, so everything here is known to both players.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.ask import Offer, code
from grognard.games.victory import verbs
from grognard.games.victory.combat.combat import FIRE, CombatTurn, Scramble, TurnOrder
from grognard.games.victory.combat.field import (
    air_group,
    camp_of,
    fight_of,
    ground_group,
    group_of,
    naval_group,
    troops,
    units_of,
)
from grognard.games.victory.combat.fire import targets
from grognard.games.victory.combat.hits import ChooseHit
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import ATTACK, DEFENCE, VictoryState
from grognard.hex.grid import bits, highest
from grognard.players.victory.clash import Line, Outcome, clash, line_of
from grognard.players.victory.value import cost_of
from grognard.players.victory.weights import VictoryWeights


def outcome_now(state: VictoryState) -> Outcome:
    """What is to be expected of the rest of the battle."""
    fight = fight_of(state)
    camps = [_lines(state, camp) for camp in (ATTACK, DEFENCE)]
    holds = int(fight.swapped)  # whoever holds the hex defends
    left = state.game.tables.combat.rounds - fight.round + 1
    double = bool(state.game.ground.double >> fight.hex & 1)
    return clash(camps[holds], camps[1 - holds], max(left, 1), double)


def _lines(state: VictoryState, camp: int) -> list[Line]:
    fight = fight_of(state)
    holder = ATTACK if fight.swapped else DEFENCE
    late = state.late & state.at.get(fight.hex, 0) if fight.round == 1 else 0
    found = []
    for unit in bits(units_of(state, camp) & ~fight.grounded):
        group = group_of(state, unit)
        waits = bool(fight.acted >> unit & 1 or (fight.round == 1 and fight.forfeits >> unit & 1))
        landing = group != GROUND and bool(state.game.blocks.ground >> unit & 1)
        if landing:
            group = GROUND if fight.aloft >> unit & 1 or state.game.blocks.amphibious >> unit & 1 else NAVAL
        found.append(line_of(state, unit, fight.hex, camp == holder, int(waits or landing), group))
    if late:
        for unit in bits(late):
            if camp_of(state, unit) == camp and _known(state, unit):
                found.append(line_of(state, unit, fight.hex, camp == holder, 1))
    return found


def _known(state: VictoryState, unit: int) -> bool:
    """Own reserves are known before they arrive; those of others are not."""
    step = state.stack[-1]
    player = getattr(step, "player", -1)
    side = state.game.side_of_player[player] if player >= 0 else -1
    return bool(state.game.side_units[side] >> unit & 1) if side >= 0 else False


# ---- a Combat Turn


def combat_turn(
    state: VictoryState, weights: VictoryWeights, step: CombatTurn, offer: Offer, refuge: Callable[[], int]
) -> int:
    """Fire, land, pass or leave; `refuge` finds the best hex to leave for."""
    unit = step.unit
    if verbs.RETREAT in offer and why_leave(state, weights, unit):
        return code(verbs.RETREAT, refuge())
    for verb in (verbs.DROP, verbs.LAND, verbs.BOMB):
        if verb in offer:
            return code(verb)
    best = max([(0.01, -1), *((worth, class_) for class_, worth in shots(state, weights, unit, offer).items())])
    if best[1] >= 0:
        return code(FIRE[best[1]])
    for verb in (verbs.BLOCKADE, verbs.PASS):
        if verb in offer:
            return code(verb)
    if verbs.RETREAT in offer:
        return code(verbs.RETREAT, refuge())
    if verbs.RETREAT_ABOARD in offer:
        return code(verbs.RETREAT_ABOARD, highest(offer[verbs.RETREAT_ABOARD]))
    return code(verbs.GIVE_UP)


def shots(state: VictoryState, weights: VictoryWeights, unit: int, offer: Offer) -> dict[int, float]:
    """By class of targets: what it is worth to fire at them."""
    return {
        class_: _shot_worth(state, weights, unit, class_, target.units, target.firepower)
        for class_, target in targets(state, unit).items()
        if FIRE[class_] in offer
    }


def _shot_worth(state: VictoryState, weights: VictoryWeights, unit: int, class_: int, units: int, power: int) -> float:
    """Expected steps taken, by what they cost; less those that fall on our own troops (6.48a)."""
    own = camp_of(state, unit)
    shooter = group_of(state, unit)
    dice = state.steps[unit]
    lethal = class_ != GROUND or shooter == GROUND
    can_fall = sum(state.steps[one] - (0 if lethal else 1) for one in bits(units))
    hits = min(dice * min(power, 6) / 6, can_fall)
    price = sum(cost_of(state, one) for one in bits(units)) / max(units.bit_count(), 1)
    worth = hits * price * _urgency(state, weights, own, class_)
    if class_ == GROUND and shooter != GROUND and troops(state, own):
        worth -= weights.friendly_fire * (_urgency(state, weights, own, GROUND) * dice / 6)
    return worth


def _urgency(state: VictoryState, weights: VictoryWeights, own: int, class_: int) -> float:
    """Troops decide who holds the hex; ships bar bombardment and landings; fighters cost most when left alone."""
    if class_ == GROUND:
        return weights.fire_at_troops if troops(state, own) else weights.fire_from_afar
    if class_ == NAVAL:
        landing = naval_group(state, own) & state.game.blocks.ground
        return weights.fire_at_ships_landing if landing else weights.fire_at_ships
    return weights.fire_at_aircraft


def why_leave(state: VictoryState, weights: VictoryWeights, unit: int) -> str | None:
    """Why a block is better away, if it is: the battle is lost, or it is too weak to matter and can be rebuilt."""
    fight = fight_of(state)
    own = camp_of(state, unit)
    holder = ATTACK if fight.swapped else DEFENCE
    group = group_of(state, unit)
    steps = state.steps[unit]
    enemy = 1 - own
    if group == AIR and steps == 1 and air_group(state, enemy):
        return "last_step"
    if group == NAVAL and steps == 1 and (naval_group(state, enemy) or air_group(state, enemy)):
        needed = state.game.blocks.ground >> unit & 1 and troops(state, own)
        return None if needed else "last_step"
    outcome = outcome_now(state)
    chance = outcome.win if own != holder else 1 - outcome.win
    if own == holder:
        return "hopeless" if chance < weights.hopeless and steps > 1 and group == GROUND else None
    if not ground_group(state, own) and not naval_group(state, own) & state.game.blocks.ground:
        mine, theirs = outcome.attacker_loss, outcome.defender_loss
        return "dear_raid" if mine > theirs + weights.margin else None  # a raid goes on while it pays
    late = fight.round == state.game.tables.combat.rounds
    least = weights.hopeless / 2 if late else weights.hopeless
    dear = outcome.attacker_loss > weights.dear_attack * outcome.defender_loss
    return "hopeless" if chance < least and dear else None


# ---- order, losses, fighters


def turn_order(state: VictoryState, step: TurnOrder, offer: Offer) -> int:
    """The strongest first."""
    return code(verbs.TURN, max(bits(offer[verbs.TURN]), key=lambda unit: (state.steps[unit], -unit)))


def choose_hit(state: VictoryState, weights: VictoryWeights, step: ChooseHit, offer: Offer) -> int:
    """The block whose step is worth least, best one that has fired already."""
    if verbs.HIT_MARKER in offer:
        return code(verbs.HIT_MARKER)
    return code(verbs.HIT, min(bits(offer[verbs.HIT]), key=lambda unit: (loss(state, weights, unit), unit)))


def loss(state: VictoryState, weights: VictoryWeights, unit: int) -> float:
    """What it costs that a block takes a hit."""
    fire = state.game.kinds.fire[state.game.blocks.kind[unit]]
    fired = weights.has_fired * (fight_of(state).acted >> unit & 1)
    return weights.lost_step * cost_of(state, unit) + weights.lost_fire * max(fire) - fired


def scramble(state: VictoryState, step: Scramble, offer: Offer) -> int:
    """Fighters against aircraft, bombers against the rest."""
    units = bits(offer[verbs.SCRAMBLE])
    enemy = 1 - camp_of(state, units[0])
    kinds, blocks = state.game.kinds, state.game.blocks
    threat = air_group(state, enemy)
    ships = naval_group(state, enemy)

    def use(unit: int) -> tuple[float, int]:
        air, naval, land = kinds.fire[blocks.kind[unit]]
        fire = 2 * air if threat else max(naval if ships else 0, land)
        return state.steps[unit] * fire, -unit

    return code(verbs.SCRAMBLE, max(units, key=use))

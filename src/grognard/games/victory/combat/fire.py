"""Chapters 6.4 to 6.45 and 6.48: what a block may fire at, with what, and the dice.

`targets` alone decides legality; `why_not_fire` explains a refusal. Hits are dealt out in `hits.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.words import Message
from grognard.games.victory.combat.field import (
    air_group,
    ashore,
    camp_of,
    fight_of,
    ground_group,
    group,
    group_of,
    holder,
    marker_target,
    naval_group,
)
from grognard.games.victory.combat.hits import AllocateHits, can_be_hit
from grognard.games.victory.faces import named
from grognard.games.victory.kinds import AIR, CLASSES, GROUND, NAVAL
from grognard.games.victory.state import VictoryState

DIE = 6


class Target(NamedTuple):
    """A group that may be fired at: which of its blocks can be hit, and on what."""

    units: int
    firepower: int


def firepower(state: VictoryState, unit: int, class_: int) -> int:
    """6.41, with infantry in cities (4.3.IN.a) and Mountain troops (4.3.MT)."""
    game = state.game
    kind = game.blocks.kind[unit]
    power = game.kinds.fire[kind][class_]
    if class_ == GROUND:
        row = game.kinds.rows[kind]
        fight = fight_of(state)
        if row.city_defense_ground and game.ground.cities >> fight.hex & 1 and camp_of(state, unit) == holder(state):
            power = max(power, row.city_defense_ground)
        if row.mountain_ground and game.ground.mountain >> fight.hex & 1:
            power = max(power, row.mountain_ground)
    return power


def targets(state: VictoryState, unit: int) -> dict[int, Target]:
    """The groups that a block may fire at in its Combat Turn; 9.5a none, if it fired at a bridge this phase."""
    found: dict[int, Target] = {}
    if state.fired >> unit & 1:
        return found
    for class_ in (AIR, NAVAL, GROUND):
        power = firepower(state, unit, class_)
        if not power:
            continue
        units = _may_hit(state, unit, class_)
        if units or (class_ == GROUND and _marker_alone(state, unit)):
            found[class_] = Target(units, power)
    return found


def _marker_alone(state: VictoryState, unit: int) -> bool:
    """9.6c, 9.7c a major airfield or a mulberry may be fired at even when no block can lose a step."""
    shooter = group_of(state, unit)
    enemy = 1 - camp_of(state, unit)
    barred = shooter == NAVAL and (naval_group(state, enemy) or state.game.blocks.ground >> unit & 1)
    return not barred and marker_target(state, enemy)


def _may_hit(state: VictoryState, unit: int, class_: int) -> int:
    """The blocks of a group on which this block's hits may fall."""
    if _silent_at_sea(state, unit, class_):
        return 0
    own = camp_of(state, unit)
    enemy = 1 - own
    shooter = group_of(state, unit)
    fight = fight_of(state)
    if class_ == AIR:
        if shooter == AIR:
            return air_group(state, enemy)
        # 6.45a flak: only if its own group was attacked from the air this round, and only at those attackers
        attackers = fight.bombed[own] if shooter == NAVAL else fight.strafed[own]
        return air_group(state, enemy) & attackers
    if class_ == NAVAL:
        if shooter == GROUND:
            return naval_group(state, enemy) & fight.shelled[own]  # 6.43b
        return naval_group(state, enemy)
    if shooter == NAVAL and naval_group(state, enemy):
        return 0  # 6.43a
    return can_be_hit(state, ground_group(state, enemy), lethal=shooter == GROUND and not _is_rocket(state, unit))


def _silent_at_sea(state: VictoryState, unit: int, class_: int) -> bool:
    """5.91c ground units at sea do not fire, 5.91d but for the flak of some."""
    if not state.afloat >> unit & 1:
        return False
    return not (class_ == AIR and state.game.kinds.rows[state.game.blocks.kind[unit]].flak_at_sea)


def _is_rocket(state: VictoryState, unit: int) -> bool:
    return bool(state.game.blocks.one_shot >> unit & 1)


def why_never_fires(state: VictoryState, unit: int, class_: int) -> list[Message]:
    """What has kept a block from firing at a class since the round began, whoever was there besides."""
    enemy = 1 - camp_of(state, unit)
    if state.fired >> unit & 1:
        return [state.message("why.has_wrecked", "9.5a", **named(state, unit))]
    if _silent_at_sea(state, unit, class_):
        return [state.message("why.no_fire_at_sea", "5.91c", **named(state, unit))]
    if not firepower(state, unit, class_):
        return [state.message("why.no_firepower", "6.41", word=CLASSES[class_], **named(state, unit))]
    if class_ == GROUND and group_of(state, unit) == NAVAL and naval_group(state, enemy):
        return [state.message("why.ships_bar_bombardment", "6.43a")]
    return []


def why_not_fire(state: VictoryState, unit: int, class_: int) -> list[Message]:
    enemy = 1 - camp_of(state, unit)
    shooter = group_of(state, unit)
    if never := why_never_fires(state, unit, class_):
        return never
    if not group(state, enemy, class_):
        return [state.message("why.no_such_group", "6.42a", word=CLASSES[class_])]
    if class_ == AIR and shooter != AIR:
        return [state.message("why.no_flak", "6.45a")]
    if class_ == NAVAL and shooter == GROUND:
        return [state.message("why.not_bombarded", "6.43b")]
    return [state.message("why.all_at_one", "6.46b")]


def fire(state: VictoryState, unit: int, class_: int) -> None:
    """6.4 roll as many dice as the block has steps; 6.48a sixes of air and ships may hit their own troops."""
    target = targets(state, unit)[class_]
    rolls = [state.roll(DIE) for _ in range(state.steps[unit])]
    hits = sum(roll <= target.firepower for roll in rolls)
    risky = endangers_own(state, unit, class_)
    friendly = sum(roll == state.game.tables.combat.friendly_fire for roll in rolls) if risky else 0
    state.tell(
        "event.fires", "6.4", word=CLASSES[class_], firepower=target.firepower, dice=rolls, hits=hits,
        **named(state, unit),
    )  # fmt: skip
    score(state, unit, class_, target, hits, friendly)


def endangers_own(state: VictoryState, unit: int, class_: int) -> bool:
    """6.48a fire of air units, ships and rockets at ground units, with troops of their own ashore."""
    return class_ == GROUND and _shooter(state, unit) != GROUND and bool(ashore(state, camp_of(state, unit)))


def _shooter(state: VictoryState, unit: int) -> int:
    return AIR if _is_rocket(state, unit) else group_of(state, unit)


def score(state: VictoryState, unit: int, class_: int, target: Target, hits: int, friendly: int) -> None:
    """What so many hits do: they are dealt out, and 6.43b, 6.45a who was fired at may fire back."""
    own, enemy = camp_of(state, unit), 1 - camp_of(state, unit)
    note_attack(state, unit, class_)
    steps = []
    if hits:
        lethal = class_ != GROUND or _shooter(state, unit) == GROUND
        steps.append(AllocateHits(target.units, hits, class_, enemy, lethal))
    if friendly:
        state.tell("event.friendly_fire", "6.48a", hits=friendly)
        steps.append(AllocateHits(ground_group(state, own), friendly, GROUND, own, False, friendly=True))
    state.push(*steps)


def note_attack(state: VictoryState, unit: int, class_: int) -> None:
    """6.43b, 6.45a who attacked whom this round opens return fire and flak, hit or miss."""
    fight = fight_of(state)
    bit, shooter, enemy = 1 << unit, group_of(state, unit), 1 - camp_of(state, unit)
    if _is_rocket(state, unit):
        return
    if shooter == AIR and class_ == GROUND:
        state.refight(strafed=_with(fight.strafed, enemy, bit))
    elif shooter == AIR and class_ == NAVAL:
        state.refight(bombed=_with(fight.bombed, enemy, bit))
    elif shooter == NAVAL and class_ == GROUND:
        state.refight(shelled=_with(fight.shelled, enemy, bit))


def _with(pair: tuple[int, int], which: int, units: int) -> tuple[int, int]:
    return (pair[0] | units, pair[1]) if which == 0 else (pair[0], pair[1] | units)


def chances(dice: int, power: int) -> list[float]:
    """The exact distribution of hits: the chance of 0, 1, ... hits with so many dice."""
    p = min(power, DIE) / DIE
    spread = [1.0]
    for _ in range(dice):
        spread = [
            (spread[k] if k < len(spread) else 0.0) * (1 - p) + (spread[k - 1] if k else 0.0) * p
            for k in range(len(spread) + 1)
        ]
    return spread

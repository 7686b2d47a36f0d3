"""Chapter 6.2: the eleven column modifiers of a combat, in their order; plus is to the attacker's good."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.games.vl.battle import UNSUPPORTED, Battle
from grognard.games.vl.counters import SOVIET
from grognard.games.vl.state import VlState
from grognard.games.vl.zoc import in_the_ring, zoc
from grognard.hex.grid import bits

CORPS_BRIGADES: Final = 3
"""6.2.2b the brigades of the 2nd Mechanised Corps that are the corps together."""


class Modifier(NamedTuple):
    """One line of a combat's reckoning."""

    word: str
    columns: int
    rule: str


def modifiers(state: VlState, battle: Battle) -> list[Modifier]:
    """Everything but the quality dice, in the order of 6.2 and of the chart (16.3)."""
    found = [
        *terrain(state, battle),
        *integrity(state, battle),
        *infantry_and_armour(state, battle),
        *anti_tank(state, battle),
        *armoured_bonus(state, battle),
        *pioneers(state, battle),
        *supports(battle),
        *concentric(state, battle),
        *ring(state, battle),
    ]
    return [one for one in found if one.columns]


def _stacks(battle: Battle, side: int) -> list[int]:
    """The units of one side by the hex they fight from."""
    if side != battle.attacker:
        return [battle.defenders]
    by_hex: dict[int, int] = {}
    for unit, hex in battle.origins:
        by_hex[hex] = by_hex.get(hex, 0) | 1 << unit
    return list(by_hex.values())


def _sign(battle: Battle, side: int) -> int:
    return 1 if side == battle.attacker else -1


def terrain(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.1 ground, city, river and lake add up; of several attackers' ways the best for the defence (6.2.1b)."""
    ground = state.game.ground
    target = battle.hex
    origins = {hex for _, hex in battle.origins}
    word, columns = ground.ground_columns[target]
    if word == "heights" and all(ground.heights >> hex & 1 for hex in origins):
        columns = 0  # 16.2 heights count only against an attacker who is lower
    place, _ = ground.place_columns.get(target, ("", 0))
    in_place, columns = ground.place_and_ground(target, columns)
    found = [Modifier(place, -in_place, "6.2.1a"), Modifier(word, -columns, "6.2.1a")]
    rivers = [ground.river_between[hex, target] for hex in origins if (hex, target) in ground.river_between]
    if rivers:
        river, cost, _ = ground.rivers[min(rivers)]
        found.append(Modifier(river, -cost, "6.2.1b"))
    if ground.lakes >> target & 1 or any(ground.lakes >> hex & 1 for hex in origins):
        found.append(Modifier("lake", -ground.lake_columns, "16.2"))
    return found


def integrity(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.2 all regiments of one eligible formation attack together."""
    corps = state.game.counters.second_mechanised
    for _, members in state.game.counters.integrity:
        if members & corps:
            # 13.2.3b only where the limit of two is waived
            together = (members & battle.attackers).bit_count() >= CORPS_BRIGADES
            whole = not state.options["two_2m_units_per_combat"] and together
        else:
            members &= ~state.left_out
            whole = members & battle.attackers == members
        if whole:
            return [Modifier("integrity", 1, "6.2.2a")]
    return []


def infantry_and_armour(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.3 infantry and armour of one hex fighting together; 1.5c a mechanised brigade is both."""
    counters = state.game.counters
    return [
        Modifier("infantry_and_armour", _sign(battle, side), "6.2.3")
        for side in (battle.attacker, battle.defender)
        if battle.force(side) & counters.armoured
        and any(stack & counters.infantry and stack & counters.armoured for stack in _stacks(battle, side))
    ]


def anti_tank(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.4 infantry with anti-tank weapons in defence against armour."""
    counters = state.game.counters
    defenders = battle.defenders
    guns = defenders & counters.anti_tank and defenders & counters.infantry
    if guns and battle.attackers & counters.armoured:
        return [Modifier("infantry_and_anti_tank", -1, "6.2.4a")]
    return []


def armoured_bonus(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.5 an asterisk counts against enemy armour none of which has one; an anti-tank unit's in defence only."""
    counters = state.game.counters
    found = []
    for side in (battle.attacker, battle.defender):
        own, enemy = battle.force(side), battle.force(1 - side) & counters.armoured
        starred = own & counters.asterisk
        if side == battle.attacker:
            starred &= counters.armoured
        if starred and enemy and not enemy & counters.asterisk:
            found.append(Modifier("armoured_bonus", _sign(battle, side), "6.2.5"))
    return found


def pioneers(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.6 engineers and flame-throwers where the defending hex is a city or village."""
    if not state.game.ground.settlements >> battle.hex & 1:
        return []
    return [
        Modifier("pioneers", _sign(battle, side), "6.2.6")
        for side in (battle.attacker, battle.defender)
        if battle.force(side) & state.game.counters.pioneers
    ]


def supports(battle: Battle) -> list[Modifier]:
    """6.2.7 artillery by the point, 1.5e rockets, 10.1 one air mission, for each side."""
    found: list[Modifier] = []
    if battle.support == UNSUPPORTED:
        return found
    for side in (battle.attacker, battle.defender):
        sign, given = _sign(battle, side), battle.support[side]
        found += [
            Modifier("artillery", sign * given.artillery, "6.2.7a"),
            Modifier("rockets", sign * given.rockets, "1.5e"),
        ]
    for side in (battle.attacker, battle.defender):
        found.append(Modifier("air", _sign(battle, side) * battle.support[side].air, "6.2.7b"))
    return found


def concentric(state: VlState, battle: Battle) -> list[Modifier]:
    """6.2.8a the defender is surrounded by the attacker's units and their ZOCs; 4.2.1d defenders do not undo a ZOC."""
    ground = state.game.ground
    side = battle.attacker
    around = ground.grid.around[battle.hex] & ground.land
    if around & ~(state.occupied[side] | zoc(state, side)):
        return []
    return [Modifier("concentric", 1, "6.2.8a")]


def ring(state: VlState, battle: Battle) -> list[Modifier]:
    """7.6a a Soviet unit of the ring in the combat costs its side a column, in attack and in defence."""
    if battle.force(SOVIET) & in_the_ring(state):
        return [Modifier("ring", -_sign(battle, SOVIET), "7.6a")]
    return []


def best_quality(state: VlState, units: int) -> int:
    """6.2.8b the best quality among the units of a side."""
    return min(state.quality(unit) for unit in bits(units))

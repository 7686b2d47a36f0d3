"""Chapter 6, the battlefield: who is in the battle being fought, in which camp and in which target group.

Pure questions about a position with a fight; the steps of combat, fire, hits and retreats all ask them.
"""

from __future__ import annotations

from grognard.games.victory.board.control import camp
from grognard.games.victory.board.markers import MAJOR, targets_in
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import ATTACK, DEFENCE, NONE, Fight, VictoryState
from grognard.hex.grid import bits


def fight_of(state: VictoryState) -> Fight:
    assert state.fight is not None
    return state.fight


def camp_of(state: VictoryState, unit: int) -> int:
    fight = fight_of(state)
    return camp(state, fight.hex, fight.attacker, state.game.blocks.army[unit])


def armies_of(state: VictoryState, which: int) -> int:
    """All blocks of the armies of a camp, wherever they are."""
    fight = fight_of(state)
    if not state.joins:  # 2.0.3b no third player has declared himself
        attackers = state.game.side_units[state.game.side_of[fight.attacker]]
        return attackers if which == ATTACK else ~attackers
    found = 0
    for army, units in enumerate(state.game.blocks.of_army):
        if camp(state, fight.hex, fight.attacker, army) == which:
            found |= units
    return found


def units_of(state: VictoryState, which: int) -> int:
    """A camp's blocks in the battle; those that respond are not in it before round 2 (5.8a)."""
    return state.at.get(fight_of(state).hex, 0) & armies_of(state, which) & ~state.late


def due(state: VictoryState, which: int) -> int:
    """A camp's blocks that arrive at the start of round 2."""
    return state.at.get(fight_of(state).hex, 0) & armies_of(state, which) & state.late


def holder(state: VictoryState) -> int:
    """The camp with the defender's priority and terrain (6.49)."""
    return ATTACK if fight_of(state).swapped else DEFENCE


def defender(state: VictoryState, hex: int, attacker: int) -> int:
    """The army that defends a hex: of those that were there first the one whose home it is, else the first."""
    game = state.game
    there = state.at.get(hex, 0) & ~state.late
    armies = [army for army, units in enumerate(game.blocks.of_army) if there & units]
    own = [army for army in armies if camp(state, hex, attacker, army) == DEFENCE]
    if not own:  # 9.6c, 9.7c nothing but an installation
        sides = [side for side in targets_in(state, hex) if side != game.side_of[attacker]]
        own = [game.side_armies[side][0] for side in sides]
    return next((army for army in own if game.army_homes[army] >> hex & 1), own[0] if own else attacker)


def host(state: VictoryState, which: int) -> int:
    """2.0.3b the army that began a camp: it breaks ties and holds the hex."""
    fight = fight_of(state)
    return fight.attacker if which == ATTACK else fight.host


def on_land(state: VictoryState) -> bool:
    return bool(state.game.ground.land >> fight_of(state).hex & 1)


# ---- target groups (6.42a)


def air_group(state: VictoryState, which: int) -> int:
    """Air units that fight, and airborne that have not dropped (6.6b)."""
    fight = fight_of(state)
    units = units_of(state, which)
    return (units & state.game.blocks.air | units & fight.aloft) & ~fight.grounded


def naval_group(state: VictoryState, which: int) -> int:
    """Ships and ground units at sea (6.7c)."""
    units = units_of(state, which)
    return units & (state.game.blocks.naval | state.afloat)


def ground_group(state: VictoryState, which: int) -> int:
    """Ground units ashore, factories among them, and air units grounded on land (5.52c)."""
    return ashore(state, which) | grounded_on_land(state, which)


def grounded_on_land(state: VictoryState, which: int) -> int:
    fight = fight_of(state)
    found = 0
    if not on_land(state):
        return found
    for unit in bits(fight.grounded & units_of(state, which)):
        if state.aboard[unit] == NONE:
            found |= 1 << unit
    return found


def group(state: VictoryState, which: int, class_: int) -> int:
    if class_ == AIR:
        return air_group(state, which)
    return naval_group(state, which) if class_ == NAVAL else ground_group(state, which)


def group_of(state: VictoryState, unit: int) -> int:
    """The target group a block belongs to at the moment."""
    bit = 1 << unit
    fight = fight_of(state)
    blocks = state.game.blocks
    if fight.aloft & bit:
        return AIR
    if blocks.air & bit:
        return GROUND if fight.grounded & bit and state.aboard[unit] == NONE and on_land(state) else AIR
    if blocks.naval & bit or state.afloat & bit:
        return NAVAL
    return GROUND


def ashore(state: VictoryState, which: int) -> int:
    """Ground units on land, factories and resources among them (6.48a)."""
    return units_of(state, which) & state.game.blocks.ground & ~state.afloat & ~fight_of(state).aloft


def troops(state: VictoryState, which: int) -> int:
    """Ground units ashore that can hold a hex: no factories, no resources (6.51d), no grounded air."""
    blocks = state.game.blocks
    return ashore(state, which) & ~blocks.factories & ~blocks.resources & ~(blocks.one_shot & blocks.ground)


def may_blockade(state: VictoryState, loser: int) -> bool:
    """6.8a attacking ships, a port or beachhead, and no enemy ship or air unit there."""
    fight = fight_of(state)
    game = state.game
    defender = units_of(state, 1 - loser)
    ships = units_of(state, loser) & game.blocks.naval
    port = game.ground.ports >> fight.hex & 1 or fight.hex in state.mulberries or defender & state.beach
    enemy = naval_group(state, 1 - loser) | defender & game.blocks.air
    return bool(ships and port and defender and not enemy)


def double_defense(state: VictoryState, which: int) -> bool:
    """6.47a ground units of the camp that holds a marsh or mountain hex."""
    return which == holder(state) and bool(state.game.ground.double >> fight_of(state).hex & 1)


def marker_target(state: VictoryState, which: int) -> bool:
    """9.6c, 9.7c whether a camp's ground group has a major airfield or a mulberry in it."""
    return any(camp_of_side(state, side) == which for side in targets_in(state, fight_of(state).hex))


def installation_holds(state: VictoryState, which: int) -> bool:
    """Whether an installation of a camp defends its hex: until troops, or ships a mulberry, are alone with it."""
    if not marker_target(state, which) or troops(state, 1 - which):
        return False
    field = state.airfields.get(fight_of(state).hex)
    major = field is not None and field[0] == MAJOR and camp_of_side(state, field[1]) == which
    return major or not naval_group(state, 1 - which)


def camp_of_side(state: VictoryState, side: int) -> int:
    """The camp of a side, whose armies always stand together."""
    fight = fight_of(state)
    return camp(state, fight.hex, fight.attacker, state.game.side_armies[side][0])

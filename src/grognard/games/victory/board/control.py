"""Chapter 5.4: who controls a hex, who is an enemy there, and what is closed to Strategic Moves.

Control follows from where blocks stand and changes at once (5.4d); nothing here is stored. What a player is offered
uses only what he sees: that enemy blocks are in a hex, never which.
"""

from __future__ import annotations

from grognard.games.victory.board.markers import MAJOR
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import ATTACK, DEFENCE, SETUP, VictoryState
from grognard.hex.grid import bits


def homes(state: VictoryState, side: int) -> int:
    """1.2b the settlements that are a side's own from the beginning."""
    return state.game.side_homes[side]


def lone_submarines(state: VictoryState, side: int, submarines: int) -> int:
    """4.2.SS coastal hexes where a side has nothing but these submarines: they control no land."""
    found, coastal = 0, state.game.ground.coastal
    for unit in bits(submarines & state.game.side_units[side] & ~state.pool):
        hex = state.hex_of[unit]
        if coastal >> hex & 1 and not state.of_side(side, hex) & ~submarines:
            found |= 1 << hex
    return found


def present(state: VictoryState, side: int, submarines: int) -> int:
    """Hexes where a side has blocks that can control them, given which blocks are known to be submarines."""
    there = state.occupied(side)
    if submarines & state.game.side_units[side] & ~state.pool:
        there &= ~lone_submarines(state, side, submarines)
    return there


def submarines_seen(state: VictoryState, known: int) -> int:
    """The submarines that somebody knows for what they are who sees the faces of these blocks.

    He takes any other for a surface ship: all of them where 8.opt.2 is switched off, else those on their way, which
    are turned up where they stop.
    """
    return state.game.blocks.submarines & (known | (state.shown if state.options["submarine_control"] else 0))


def controlled(state: VictoryState, side: int, known_to: int | None = None) -> int:
    """5.4a-c the hexes friendly to a side; as another side knows it, or nobody where it has no such number."""
    if known_to is None:
        return friendly_to(state, side, state.game.blocks.submarines)
    units = state.game.side_units
    return friendly_to(state, side, submarines_seen(state, units[known_to] if known_to < len(units) else 0))


def friendly_to(state: VictoryState, side: int, submarines: int) -> int:
    """The hexes held by a side's blocks alone, or its own settlements without enemies."""
    return _friendly(state, side, [present(state, one, submarines) for one in range(len(state.game.sides))])


def friendly_to_each(state: VictoryState, submarines: int) -> list[int]:
    """The same by side."""
    sides = range(len(state.game.sides))
    there = [present(state, one, submarines) for one in sides]
    return [_friendly(state, side, there) for side in sides]


def _friendly(state: VictoryState, side: int, there: list[int]) -> int:
    """The hexes friendly to a side, from those where each side has blocks that can control them."""
    mine = there[side] | state.game.side_homes[side]
    theirs = 0
    for other, hexes in enumerate(there):
        if other != side:
            theirs |= hexes
    friendly = mine & ~theirs
    for hex, army in state.blockades.items():  # 6.8d the land player controls a blockaded hex
        bit = 1 << hex
        if hex not in state.battles and state.game.side_of[army] != side and mine & bit:
            others = theirs & bit and any(
                state.of_side(other, hex) for other in range(len(state.game.sides))
                if other not in (side, state.game.side_of[army])
            )  # fmt: skip
            if not others:
                friendly |= bit
        elif state.game.side_of[army] == side:  # 6.8b his ships do not control it, though a factory be all there is
            friendly &= ~bit
    return friendly & ~_fought_over(state, side) if state.options["factories"] else friendly


def holders(state: VictoryState) -> dict[int, str | None]:
    """By settlement: the side that controls it, as somebody sees it who knows nobody's blocks; nobody's while it is
    fought over, and none of them before the armies stand."""
    if state.phase == SETUP:
        return {}
    game = state.game
    sides = range(len(game.sides))
    friendly = [controlled(state, side, known_to=len(game.sides)) for side in sides]
    return {
        hex: next((game.sides[side] for side in sides if friendly[side] >> hex & 1), None)
        for hex in bits(game.ground.settlements)
    }


def _fought_over(state: VictoryState, side: int) -> int:
    """5.4a, 9.1d battle hexes where a factory alone keeps a side's ships and aircraft from control."""
    game = state.game
    factories = game.blocks.factories & ~game.side_units[side]
    found = sum(1 << hex for hex in state.battles if state.at.get(hex, 0) & factories)
    if state.fight is not None and state.at.get(state.fight.hex, 0) & factories:
        ashore = game.blocks.ground & ~game.blocks.factories & ~state.afloat
        found |= 0 if state.of_side(side, state.fight.hex) & ashore else 1 << state.fight.hex
    return found & ~game.side_homes[side]


def bare(state: VictoryState, side: int, class_: int) -> int:
    """Hexes with nothing but installations of the enemy: ground units, so that aircraft and ships attack by entering.

    9.1d, 9.6d, 9.7c troops take them by walking in, a ship takes a mulberry; in a city of one's own, which nobody
    holds against one (5.4c), a factory of the enemy bars nobody.
    """
    found = 0
    if class_ == GROUND:
        return found
    game = state.game
    for unit in bits(game.blocks.factories & ~game.side_units[side] & ~state.pool):
        found |= 1 << state.hex_of[unit] & ~game.side_homes[side]
    found |= sum(1 << hex for hex, (size, owner, _) in state.airfields.items() if size == MAJOR and owner != side)
    if class_ == AIR:
        for hex, (owner, _) in state.mulberries.items():
            found |= 1 << hex if owner != side else 0
    else:
        for hex, army in state.blockades.items():  # 6.8d more ships reinforce those that lie there
            found &= ~(1 << hex) if game.side_of[army] == side else -1
    return found & ~state.occupied_by_others(side)


def hostile(state: VictoryState, army: int, class_: int) -> int:
    """The hexes that a block of this class attacks by entering them (2.0.2c)."""
    return defended(state, army, class_) | bare(state, state.game.side_of[army], class_)


def defended(state: VictoryState, army: int, class_: int) -> int:
    """Of these, those that troops by air or sea attack: with enemy blocks, or a battle for bare installations."""
    side = state.game.side_of[army]
    enemies = state.occupied_by_others(side)
    for hex, blockader in state.blockades.items():
        if hex in state.battles:
            continue
        ships = state.game.side_of[blockader] == side
        party = ships or state.of_side(side, hex)
        if party and ships == (class_ == NAVAL):  # 6.8d each party of a blockade may reinforce its half of the hex
            enemies &= ~(1 << hex)
    if state.battles and (attacked := bare(state, side, AIR)):
        enemies |= attacked & sum(1 << hex for hex in state.battles)
    return enemies


def contested(state: VictoryState, side: int, by_land: bool) -> int:
    """2.0.2c hexes that a side's blocks enter only to attack: enemies are there, whatever they are and control.

    6.8d but for its own half of a blockade: whoever comes by land or air joins the land side.
    """
    shut = state.occupied_by_others(side)
    for hex, blockader in state.blockades.items():
        land_side = state.game.side_of[blockader] != side and state.of_side(side, hex)
        if by_land and land_side and hex not in state.battles:
            shut &= ~(1 << hex)
    return shut


def closed(state: VictoryState, side: int, by_land: bool, friendly: int | None = None) -> int:
    """5.9 hexes that Strategic Moves may not use: enemies in them, or settlements of the enemy (5.4c).

    `friendly` are the hexes that the side controls, where that is known already.
    """
    if friendly is None:
        friendly = controlled(state, side, known_to=side)
    theirs = state.game.owned & ~homes(state, side)
    return contested(state, side, by_land) | bare(state, side, AIR) | theirs & ~friendly


def camp(state: VictoryState, hex: int, attacker: int, army: int) -> int:
    """Which camp of a battle an army belongs to (2.0.3b)."""
    if state.joins and (declared := state.joins.get(hex * 16 + army)) is not None:
        return declared
    return ATTACK if state.game.side_of[army] == state.game.side_of[attacker] else DEFENCE


def owner_of_city(state: VictoryState, hex: int, friendly: list[int]) -> int:
    """The army that a friendly city works for: its home army, else the first of the side that stands there (8.4b)."""
    game = state.game
    for side, board in enumerate(friendly):
        if board >> hex & 1:
            for army in game.side_armies[side]:
                if game.army_homes[army] >> hex & 1:
                    return army
            for army in game.side_armies[side]:
                if state.occ[army] >> hex & 1:
                    return army
    return -1

"""What never may be wrong with a position, checked after every answer by the conformance suite."""

from __future__ import annotations

from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.markers import targets_in
from grognard.games.victory.board.passage import LEAVING, crossed
from grognard.games.victory.board.stacking import (
    air_in,
    aircraft,
    base_capacity,
    based,
    ground_in,
    naval_in,
    steps_of,
)
from grognard.games.victory.combat.bridges import LandSorties
from grognard.games.victory.combat.combat import BeginRound, NextTurn, Scramble, place_in_round, waiting
from grognard.games.victory.combat.field import camp_of, double_defense
from grognard.games.victory.combat.retreat import ChooseWithdrawal, ForcedRetreat
from grognard.games.victory.installations import installation_faults
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.movement.movement import MoveUnit, MoveUnits
from grognard.games.victory.state import IN_HAND, LAST_PLACE, MOVE, NONE, POOL, VictoryState
from grognard.hex.grid import bits


def faults(state: VictoryState) -> list[str]:
    """Everything that is wrong; empty for a sound position."""
    return [
        *_places(state), *_stacks(state), *state.disagreements(), *_carriers(state), *_enemies(state),
        *_crossings(state), *_marks(state), *_entries(state), *_fight(state), *installation_faults(state),
    ]  # fmt: skip


def _places(state: VictoryState) -> list[str]:
    found = []
    blocks, ground = state.game.blocks, state.game.ground
    for unit, place in enumerate(state.hex_of):
        name = blocks.rows[unit].id
        factory = blocks.factories >> unit & 1
        if place == POOL and state.steps[unit]:
            found.append(f"{name} is in the pool with {state.steps[unit]} steps")
        if place != POOL and not (state.steps[unit] or factory) and state.fight is None:
            found.append(f"{name} is in play without a step")
        if state.steps[unit] > blocks.most[unit]:
            found.append(f"{name} has {state.steps[unit]} steps, {blocks.most[unit]} are its most")
        if place == IN_HAND and state.turn:
            found.append(f"{name} was never deployed")
        if place > LAST_PLACE:
            if blocks.naval >> unit & 1 and not (ground.water | ground.coastal | ground.canal) >> place & 1:
                found.append(f"{name} is ashore in {ground.grid.name(place)}")
            if blocks.ground >> unit & 1 and not ground.land >> place & 1 and not state.afloat >> unit & 1:
                found.append(f"{name} walks on the water in {ground.grid.name(place)}")
    return found


def _stacks(state: VictoryState) -> list[str]:
    """5.2a for every army and hex; air at bases, while no battle is being fought."""
    found = []
    ground = state.game.ground
    moving = {step.army for step in state.stack if isinstance(step, MoveUnits | MoveUnit)}  # 5.2b
    for army in range(len(state.game.armies)):
        if army in moving:
            continue
        for hex in bits(state.occ[army]):
            name = ground.grid.name(hex)
            if ground_in(state, army, hex).bit_count() > ground.stack[hex]:
                found.append(f"too many ground units of {state.game.armies[army].id} in {name}")
            if naval_in(state, army, hex).bit_count() > ground.naval_stack[hex]:
                found.append(f"too many ships of {state.game.armies[army].id} in {name}")
    for side in range(len(state.game.sides)) if state.fight is None else ():
        if any(state.game.side_of[army] == side for army in moving):
            continue
        friendly = controlled(state, side)
        for hex in bits(state.occupied(side)):
            if hex in state.battles or hex in state.blockades:
                continue
            if based(state, side, hex).bit_count() > base_capacity(state, side, hex, friendly):
                found.append(f"too many air units of {state.game.sides[side]} in {ground.grid.name(hex)}")
    return found


def _carriers(state: VictoryState) -> list[str]:
    """4.2.CV.a aircraft are where their carrier is and fit aboard."""
    found = []
    blocks = state.game.blocks
    for unit, carrier in enumerate(state.aboard):
        if carrier == NONE:
            continue
        name, ship = blocks.rows[unit].id, blocks.rows[carrier].id
        if not blocks.carriers >> carrier & 1:
            found.append(f"{name} is aboard {ship}, which is no carrier")
        elif not blocks.air >> unit & 1 or state.game.kinds.rows[blocks.kind[unit]].carrier_use == "none":
            found.append(f"{name} cannot be aboard a carrier")
        elif state.game.side_of[blocks.army[unit]] != state.game.side_of[blocks.army[carrier]]:
            found.append(f"{name} is aboard {ship}, a carrier of the enemy")
        if not state.on_map(unit) or state.hex_of[unit] != state.hex_of[carrier]:
            found.append(f"{name} is not where its carrier is")
    for carrier in bits(blocks.carriers & ~state.pool):
        carried = aircraft(state, carrier) if state.on_map(carrier) else 0
        if carried.bit_count() > state.game.kinds.rows[blocks.kind[carrier]].carrier_units:
            found.append(f"{blocks.rows[carrier].id} carries too many")
        if state.fight is None and steps_of(state, carried) > state.steps[carrier]:
            found.append(f"{blocks.rows[carrier].id} carries too much")
    return found


def _marks(state: VictoryState) -> list[str]:
    """What a block carries with it makes sense where it is."""
    found = []
    game = state.game
    blocks, ground = game.blocks, game.ground
    fighting = {*state.battles} if state.fight is None else {*state.battles, state.fight.hex}
    sorties = state.phase == MOVE or any(isinstance(step, LandSorties) for step in state.stack)  # 9.5a
    for unit, hex in enumerate(state.hex_of):
        bit, name = 1 << unit, blocks.rows[unit].id
        if hex <= LAST_PLACE:
            continue
        if game.kinds.rows[blocks.kind[unit]].coastal_only and not (ground.coastal | ground.water) >> hex & 1:
            found.append(f"{name} is inland")
        lies = ground.coastal | ground.water if blocks.amphibious & bit else ground.water  # 6.71e
        if state.afloat & bit and not (blocks.ground & bit and lies >> hex & 1):
            found.append(f"{name} is at sea in {ground.grid.name(hex)}")
        if state.beach & bit and not blocks.beachheads & bit:
            found.append(f"{name} cannot be a beachhead")
        elif state.beach & bit and (state.afloat & bit or not ground.coastal >> hex & 1):
            found.append(f"{name} is a beachhead in {ground.grid.name(hex)}")
        if state.came[unit] != NONE and (state.flown[unit] or blocks.air & bit):
            found.append(f"{name} flies and has come over a hexside")
        on_sortie = sorties and blocks.air & bit
        marked = state.late & bit or (state.flown[unit] and not on_sortie) or state.came[unit] != NONE
        if hex not in fighting and marked:
            found.append(f"{name} has the marks of a battle in {ground.grid.name(hex)}")
    for hex, army in state.battles.items():
        side = game.side_of[army]
        enemies = state.at[hex] & ~game.side_units[side] or any(owner != side for owner in targets_in(state, hex))
        if not state.of_side(side, hex) or not enemies:
            found.append(f"a battle of one side in {ground.grid.name(hex)}")
    for hex, army in state.blockades.items():
        if state.fight is None and not state.of_side(game.side_of[army], hex) & blocks.naval:
            found.append(f"a blockade without ships in {ground.grid.name(hex)}")
    return found


def _entries(state: VictoryState) -> list[str]:
    """2.0.2c, 5.8a who began a battle has come into it this turn; of the others only those who answer it, late.

    Where there was a blockade both sides stood in the hex before (6.8c).
    """
    found = []
    game, fight = state.game, state.fight
    blocks, ground = game.blocks, game.ground
    battles = dict(state.battles)
    if fight is not None and any(isinstance(step, _FIGHTING) for step in state.stack):
        battles[fight.hex] = fight.attacker
    for hex, army in battles.items():
        fought = fight if fight is not None and fight.hex == hex else None
        mine = blocks.of_army[army]
        where = ground.grid.name(hex)
        blockade = hex in state.blockades or (fought is not None and fought.blockade)
        stood = mine & ~blocks.factories & ~(fought.landed if fought else 0)
        if ground.coastal >> hex & 1:
            stood &= ~(blocks.naval | state.afloat)  # they may have blockaded it until now
        begins = fought is None or fought.round < game.tables.combat.response_round
        for unit in bits(state.at.get(hex, 0)):
            name = blocks.rows[unit].id
            came, flown = state.came[unit] != NONE, bool(state.flown[unit])
            if not (came or flown or blockade) and state.aboard[unit] == NONE and stood >> unit & 1:
                found.append(f"{name} has not come into {where}, where its army began a battle (2.0.2c)")
            if came and begins and not (game.side_units[game.side_of[army]] | state.late) >> unit & 1:
                found.append(f"{name} has come into {where}, where others began a battle, and is not late (5.8a)")
            if (mine & state.late) >> unit & 1:
                found.append(f"{name} is late in {where}, where its own army began the battle (5.8a)")
    return found


_FIGHTING = BeginRound | NextTurn | ForcedRetreat | ChooseWithdrawal
"""Steps of a battle that goes on, or whose loser is still to leave."""


def _crossings(state: VictoryState) -> list[str]:
    """5.3, 6.7a no more have come over a hexside into a battle than may, and from the sea only those who can land."""
    found = []
    game = state.game
    blocks, ground = game.blocks, game.ground
    name = ground.grid.name
    for hex, crossings in state.crossings.items():
        for d, army, class_ in set(crossings):
            beside = ground.grid.neighbour(hex, d)
            whole = ground.ground_limit(frozenset(), hex, beside)  # its bridge may have been blown since
            most = ground.naval_limit(hex, beside) if class_ % LEAVING == NAVAL else whole
            if class_ % LEAVING != AIR and crossed(state, hex, d, army, class_) > most:
                found.append(f"too many of {game.armies[army].id} have crossed between {name(beside)} and {name(hex)}")
    for unit in bits(blocks.ground & ~blocks.amphibious & ~state.pool):
        came, hex = state.came[unit], state.hex_of[unit]
        if came != NONE and hex > LAST_PLACE and ground.land >> hex & ground.water >> came & 1:
            found.append(f"{blocks.rows[unit].id} has come from the sea into {name(hex)} (6.7)")
    return found


def _enemies(state: VictoryState) -> list[str]:
    """Enemies share a hex only in a battle or a blockade."""
    found = []
    for hex in bits(_contested(state)):
        fighting = state.fight is not None and state.fight.hex == hex
        if hex not in state.battles and hex not in state.blockades and not fighting:
            found.append(f"enemies share {state.game.ground.grid.name(hex)} without a battle")
    return found


def _contested(state: VictoryState) -> int:
    seen = contested = 0
    for side in range(len(state.game.sides)):
        hexes = state.occupied(side)
        contested |= seen & hexes
        seen |= hexes
    return contested


def _fight(state: VictoryState) -> list[str]:
    """What is known of the battle that is being fought fits who is in it, from its first round on."""
    fight = state.fight
    if fight is None:
        return []
    found = []
    game = state.game
    blocks, names = game.blocks, game.blocks.rows
    if not fight.round:  # stretch.6 rockets that strike alone fight none
        early = fight.half if any(isinstance(step, BeginRound) for step in state.stack) else ()
        return [f"{names[unit].id} has a half-hit before the first round (6.47b)" for unit in early if unit != NONE]
    here = state.at.get(fight.hex, 0)
    if fight.round >= game.tables.combat.response_round:
        found += [f"{names[unit].id} is late in round {fight.round}" for unit in bits(here & state.late)]
    for which, unit in enumerate(fight.half):
        if unit == NONE or not here >> unit & 1:
            continue
        if not blocks.ground >> unit & 1 or camp_of(state, unit) != which or not double_defense(state, which):
            found.append(f"{names[unit].id} has a half-hit and no double defense (6.47a)")
    turns = sorted((*place_in_round(state, unit), unit) for unit in bits(waiting(state)))
    for unit in bits(here & fight.acted):
        if turns and place_in_round(state, unit) > turns[0][:2]:
            found.append(f"{names[unit].id} has acted before {names[turns[0][2]].id} (6.31a)")
    if not any(isinstance(step, Scramble) for step in state.stack):
        for army in range(len(game.armies)):
            flying = air_in(state, army, fight.hex) & ~state.late & ~fight.grounded
            if flying.bit_count() > game.tables.stacking.air:
                found.append(
                    f"too many air units of {game.armies[army].id} fight in {game.ground.grid.name(fight.hex)}"
                )
    return found

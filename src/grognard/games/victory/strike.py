"""stretch.6: rockets that attack alone. The losses are taken, but the defenders are not turned up."""

from __future__ import annotations

from grognard.games.victory.field import ground_group, units_of
from grognard.games.victory.hits import can_be_hit, eliminate
from grognard.games.victory.movement import reveal
from grognard.games.victory.state import ATTACK, DEFENCE, NONE, VictoryState
from grognard.hex.grid import bits


def rockets_alone(state: VictoryState) -> bool:
    """Whether nothing but rockets attacks."""
    blocks = state.game.blocks
    attackers = units_of(state, ATTACK)
    return bool(attackers) and not attackers & ~(blocks.one_shot & blocks.ground)


def strike(state: VictoryState) -> None:
    """Each rocket rolls at G4; hits fall on the strongest ground unit, the last step is safe (6.46b)."""
    assert state.fight is not None
    hex = state.fight.hex
    hits = 0
    for rocket in bits(units_of(state, ATTACK)):
        reveal(state, 1 << rocket)
        power = state.game.kinds.fire[state.game.blocks.kind[rocket]][2]
        rolls = [state.roll(6) for _ in range(state.steps[rocket])]
        hits += sum(roll <= power for roll in rolls)
        state.tell("event.rocket", "stretch.6", hex=hex, dice=rolls, hits=hits)
        eliminate(state, rocket, "stretch.6")
    for _ in range(hits):
        _hit_the_strongest(state)
    state.late &= ~state.at.get(hex, 0)
    for unit in bits(state.at.get(hex, 0)):
        state.came[unit] = NONE
        state.flown[unit] = 0
    state.crossings.pop(hex, None)
    state.fought |= 1 << hex
    state.fight = None


def _hit_the_strongest(state: VictoryState) -> None:
    """Among equals the owner would choose; a choice would betray that there are equals, so the first one is hit."""
    units = can_be_hit(state, ground_group(state, DEFENCE), lethal=False)
    if not units:
        return
    unit = max(bits(units), key=lambda one: (state.steps[one], -one))
    state.steps[unit] -= 1
    side = state.game.side_of[state.game.blocks.army[unit]]
    state.tell_side("event.reduced_own", side, "stretch.6", unit=unit, strength=int(state.steps[unit]))

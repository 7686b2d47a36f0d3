"""stretch.6: rockets that attack alone. The losses are taken, but the defenders are not turned up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.combat.aftermath import LandAircraft
from grognard.games.victory.combat.field import due, fight_of, ground_group, units_of
from grognard.games.victory.combat.hits import AllocateHits, hit_marker
from grognard.games.victory.command.command import commander_of
from grognard.games.victory.faces import reveal
from grognard.games.victory.kinds import GROUND
from grognard.games.victory.losses import eliminate
from grognard.games.victory.state import ATTACK, DEFENCE, NONE, VictoryState
from grognard.hex.grid import bits


def rockets_alone(state: VictoryState) -> bool:
    """Whether nothing but rockets attacks, now or in round 2."""
    blocks = state.game.blocks
    attackers = units_of(state, ATTACK) | due(state, ATTACK)
    return bool(attackers) and not attackers & ~(blocks.one_shot & blocks.ground)


def strike(state: VictoryState) -> None:
    """Each rocket rolls at G4 and is used up; then the defender deals out the hits."""
    fight = fight_of(state)
    total = 0
    for rocket in bits(units_of(state, ATTACK)):
        reveal(state, 1 << rocket)
        power = state.game.kinds.fire[state.game.blocks.kind[rocket]][GROUND]
        rolls = [state.roll(6) for _ in range(state.steps[rocket])]
        hits = sum(roll <= power for roll in rolls)
        state.tell("event.rocket", "stretch.6", hex=fight.hex, dice=rolls, hits=hits)
        eliminate(state, rocket, "stretch.6")
        total += hits
    struck(state, total)


def struck(state: VictoryState, total: int) -> None:
    """The defender deals out so many hits, and the hex is as it was."""
    owner = commander_of(state, fight_of(state).host, GROUND)
    state.push(*((TakeStrike(owner, total),) if total else ()), LandAircraft(), EndStrike())


@dataclass(frozen=True, slots=True)
class TakeStrike(Step[VictoryState]):
    """6.46a the owner chooses among his strongest; asked for every hit, so that nobody learns if he had a choice."""

    player: int
    count: int
    words = "strike"

    def hits(self, state: VictoryState) -> AllocateHits:
        """6.46b the last step is safe."""
        return AllocateHits(ground_group(state, DEFENCE), self.count, GROUND, DEFENCE, lethal=False)

    def offer(self, state: VictoryState) -> Offer:
        best, marker = self.hits(state).strongest(state)
        offer: Offer = {verbs.HIT: best} if best else {}
        if marker:
            offer[verbs.HIT_MARKER] = verbs.YES
        return offer or {verbs.PASS: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.HIT:
            self.hits(state).hit(state, target)
        elif verb == verbs.HIT_MARKER:
            hit_marker(state)
        if self.count > 1:
            state.push(TakeStrike(self.player, self.count - 1))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.strike", "stretch.6", count=self.count, hex=fight_of(state).hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}


@dataclass(frozen=True, slots=True)
class EndStrike(Step[VictoryState]):
    """The rockets are gone and the hex is as it was; 6.47c a half-hit is recovered."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        hex = fight_of(state).hex
        state.late &= ~state.at.get(hex, 0)
        for unit in bits(state.at.get(hex, 0)):
            state.came[unit] = NONE
            state.flown[unit] = 0
        state.crossings.pop(hex, None)
        state.fought |= 1 << hex
        state.fight = None

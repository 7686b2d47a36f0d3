"""Chapters 6.46 and 6.47: who takes a hit, one by one, the strongest first, ties by the owner.

`AllocateHits` deals them out and stops to ask only when blocks that differ share the highest strength.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.markers import MAJOR, MINOR
from grognard.games.victory.combat.field import double_defense, fight_of, host, marker_target
from grognard.games.victory.command.command import commander, commander_of
from grognard.games.victory.faces import named
from grognard.games.victory.kinds import CLASSES, GROUND
from grognard.games.victory.losses import lose_step
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits


def can_be_hit(state: VictoryState, units: int, lethal: bool) -> int:
    """6.46b ground units at strength 1 are safe from all but ground fire; a factory's 0 step cannot go (9.1d)."""
    factories = state.game.blocks.factories
    found = 0
    for unit in bits(units):
        least = 0 if lethal or factories >> unit & 1 else 1
        if state.steps[unit] > least:
            found |= 1 << unit
    return found


# ---- installations (9.6c, 9.7c)


def hit_marker(state: VictoryState) -> None:
    """Two hits in one battle reduce a major airfield or destroy a mulberry."""
    fight = state.refight(marker_hits=fight_of(state).marker_hits + 1)
    advanced = state.game.tables.advanced
    hex = fight.hex
    field = state.airfields.get(hex)
    state.tell("event.marker_hit", "9.6c", hex=hex)
    if field is not None and field[0] == MAJOR:
        if fight.marker_hits >= advanced.airfield_hits:
            state.airfields[hex] = (MINOR, *field[1:])
            state.refight(marker_hits=0)
            state.tell("event.airfield_reduced", "9.6c", hex=hex)
    elif fight.marker_hits >= advanced.mulberry_hits:
        del state.mulberries[hex]
        state.tell("event.mulberry_destroyed", "9.7c", hex=hex)


# ---- dealing out hits


@dataclass(frozen=True, slots=True)
class AllocateHits(Step[VictoryState]):
    """6.46a hits on a group, one at a time."""

    units: int
    count: int
    class_: int
    camp: int
    lethal: bool
    friendly: bool = False
    automatic = True

    def run(self, state: VictoryState) -> None:
        left = self.count
        while left:
            best, marker = self.strongest(state)
            if not best and not marker:
                return
            if marker and not best:
                hit_marker(state)
            elif marker or not _alike(state, best):
                state.push(self.choice(state, best, marker, left))
                return
            else:
                self.hit(state, bits(best)[0])
            left -= 1

    def strongest(self, state: VictoryState) -> tuple[int, bool]:
        """The blocks that may take the next hit, and whether an installation may take it instead."""
        units = can_be_hit(state, self.units & state.at.get(fight_of(state).hex, 0), self.lethal)
        half = fight_of(state).half[self.camp]
        if self.class_ == GROUND and not self.friendly and half != NONE and units >> half & 1:
            return 1 << half, False  # 6.47b
        top = max((state.steps[unit] for unit in bits(units)), default=0)
        best = sum(1 << unit for unit in bits(units) if state.steps[unit] == top)
        if self.class_ != GROUND or self.friendly or not marker_target(state, self.camp):
            return best, False
        strength = state.game.tables.advanced.airfield_strength
        if strength > top:
            return 0, True
        return best, strength == top

    def choice(self, state: VictoryState, best: int, marker: bool, left: int) -> ChooseHit:
        """2.0.3b the owner chooses; between several armies the one that began the camp, but not among its guests."""
        game = state.game
        first = host(state, self.camp)
        own = best & state.blocks_known_in(first)
        guests = best & ~own if own else 0
        chosen = own or best
        players = {commander(state, unit) for unit in bits(chosen)}
        player = players.pop()
        if players:
            armies = {game.blocks.army[unit] for unit in bits(chosen)}
            army = armies.pop() if len(armies) == 1 else first
            player = commander_of(state, army, self.class_)
        return ChooseHit(player, chosen, replace(self, count=left), marker, guests)

    def hit(self, state: VictoryState, unit: int) -> None:
        """6.47a in marsh and mountain the first of two hits only marks a defender."""
        fight = fight_of(state)
        doubled = (
            self.class_ == GROUND
            and not self.friendly
            and double_defense(state, self.camp)
            and bool(state.game.blocks.ground >> unit & 1)
        )
        if doubled and fight.half[self.camp] != unit:
            state.refight(half=_set(fight.half, self.camp, unit))
            if state.shown >> unit & 1:
                state.tell("event.half_hit", "6.47b", **named(state, unit))
            else:
                state.tell_own("event.half_hit_own", state.game.blocks.army[unit], "6.47b", unit=unit)
            return
        if doubled:
            state.refight(half=_set(fight.half, self.camp, NONE))
        lose_step(state, unit, "6.48a" if self.friendly else "6.46a")


def _set(pair: tuple[int, int], which: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if which == 0 else (pair[0], value)


def _alike(state: VictoryState, units: int) -> bool:
    """Whether it makes no difference which of these blocks is hit: equal counters are one."""
    blocks = state.game.blocks
    first, *rest = bits(units)
    if rest and blocks.carriers >> first & 1:
        return False
    acted = fight_of(state).acted

    def facts(one: int) -> tuple[int, ...]:
        return (
            blocks.kind[one], blocks.army[one], state.flown[one], state.aboard[one], state.came[one],
            state.beach >> one & 1, acted >> one & 1, state.fired >> one & 1,
        )  # fmt: skip

    return all(facts(one) == facts(first) for one in rest)


@dataclass(frozen=True, slots=True)
class ChooseHit(Step[VictoryState]):
    """6.46a the owner chooses among his strongest."""

    player: int
    units: int
    rest: AllocateHits
    marker: bool
    guests: int = 0
    """Equally strong blocks that joined this side, and whose faces are not his: named together."""
    words = "hit"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {verbs.HIT: self.units}
        if self.marker:
            offer[verbs.HIT_MARKER] = verbs.YES
        if self.guests:
            offer[verbs.HIT_GUEST] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.HIT_GUEST and not _alike(state, self.guests):
            state.push(self.rest.choice(state, self.guests, False, self.rest.count))
            return
        if verb == verbs.HIT_MARKER:
            hit_marker(state)
        else:
            self.rest.hit(state, target if verb == verbs.HIT else bits(self.guests)[0])
        if self.rest.count > 1:
            state.push(replace(self.rest, count=self.rest.count - 1))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.hit", "6.46a", count=self.rest.count, word=CLASSES[self.rest.class_])

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}

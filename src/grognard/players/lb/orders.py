"""A side's orders for a Movement Phase of Lost Battles: who attacks from where, in which order all set out, and which
position they go by.

The doctrine gives them once, when the phase begins; each answer then looks up whose turn it is, and only where that
unit stands best is seen when it is up to it.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from grognard.games.lb.state import LbState
from grognard.players.lb.attack import Planned

Moment = tuple[object, ...]
"""All that stays as it is while a side moves as it was ordered to."""


def moment_of(state: LbState, side: int) -> Moment:
    """Where the enemies stand; a new bridge, or somebody who came where it counts, changes all marches as well."""
    foe = 1 - side
    return (
        state.plan.scenario.id, side, state.turn, state.phase, state.rolls, state.revealed, state.watched,
        tuple(state.bridges.items()), len(state.exited),
        state.standing[foe], state.occupied[foe], state.zoc_hexes[foe], state.full[foe],
    )  # fmt: skip


class Orders(NamedTuple):
    """What was decided for a phase, in plain numbers that can be sent to another process."""

    moment: Moment
    places: tuple[int, ...]
    """The hexes that are fought for."""
    attacks: tuple[Planned, ...]
    column: tuple[int, ...]
    """Who sets out, in order."""
    known: int
    """All who could have."""
    stood: tuple[int, ...] = ()
    """By unit: where it was when things were looked at."""
    limbered: int = 0
    """The guns that were limbered then."""
    manned: tuple[int, ...] = ()
    """The HQs on the map, and who held each place."""

    def looked_up(self, state: LbState, side: int) -> Self:
        """The same, going by how things are now."""
        return self._replace(stood=tuple(state.hex_of), limbered=state.limbered, manned=self._manned(state, side))

    def _manned(self, state: LbState, side: int) -> tuple[int, ...]:
        at, counters = state.at, state.game.counters
        fighting, hqs = counters.ground & ~counters.hqs, state.standing[side] & counters.hqs
        return hqs, *[at.get(hex, 0) & fighting for hex in self.places]

    def hold(self, state: LbState, side: int) -> bool:
        """Whether nothing has happened but what was ordered: every attacker is at his post or can still set out."""
        if self.moment != moment_of(state, side):
            return False
        moved, hex_of = state.moved, state.hex_of
        for attack in self.attacks:
            for unit, post, _ in attack.posts:
                if moved >> unit & 1 and hex_of[unit] != post:
                    return False
        return True

    def as_looked_at(self, state: LbState, side: int) -> bool:
        """Whether things still look the same: who comes to a place or leaves it changes where all others go, and an HQ
        that enters the map what is in supply."""
        return self.manned == self._manned(state, side)

    def as_it_was(self, state: LbState) -> LbState:
        """The position that was looked at, seen from a later one of the same phase: mostly it has just been."""
        if self.limbered == state.limbered and self.stood == tuple(state.hex_of):
            return state
        found = state.clone()
        found.hex_of = list(self.stood)
        found.limbered = self.limbered
        found.rebuild()
        return found

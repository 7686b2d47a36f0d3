"""A side's orders in a Movement Segment of A Victory Lost: who attacks from where, and in which order all set out.

The doctrine gives them when the segment begins, again when the attackers are at their posts, for then others may join
them, and when all others have gone, for then who stood ready for an attack that came to nothing may go as well. In
between each answer only looks up whose turn it is. Where those who attack nobody go is seen when it is up to them.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.avl.state import AvlState

Ground = tuple[int, ...]
"""All that stays as it is in a Movement Segment and that orders are made on."""


def ground_of(state: AvlState, side: int) -> Ground:
    """The moment, those who are led, and where the enemies stand; what else was fought or lost, a die has told."""
    return state.turn, state.rolls, side, state.activated, state.combat[1 - side]


class Orders(NamedTuple):
    """What was decided, until it is done; plain numbers, so that they can be sent to another process."""

    ground: Ground
    posts: tuple[tuple[int, int], ...]
    """Attackers and where each attacks from, the most promising attack first."""
    going: bool
    """Whether any of them had to go there."""
    column: tuple[int, ...]
    """The other combat units, from the head of the column."""
    hqs: tuple[int, ...]
    moved: int
    """Who had moved by then, and so is in none of these."""

    def hold(self, state: AvlState, side: int, moved: int) -> bool:
        """Whether something is left to do of them, these units having moved, and nothing has happened but what was
        ordered: every attacker is at his post or can still set out, and no move has been taken back."""
        if self.moved & ~moved or self.ground != ground_of(state, side):
            return False
        hex_of = state.hex_of
        under_way = False
        for unit, post in self.posts:
            if hex_of[unit] != post:
                if moved >> unit & 1:
                    return False
                under_way = True
        if self.going:
            return under_way
        return not self.column or any(not moved >> unit & 1 for unit in reversed(self.column))  # the last goes last

    def next(self, state: AvlState, ready: int) -> int:
        """The unit that sets out next, of those that can; -1 where nobody is left."""
        hex_of = state.hex_of
        for unit, post in self.posts:
            if ready >> unit & 1 and hex_of[unit] != post:
                return unit
        for unit in (*self.column, *self.hqs):
            if ready >> unit & 1:
                return unit
        return -1

    def post_of(self, unit: int) -> int:
        """Where a unit attacks from; -1 for one that attacks nobody."""
        return next((post for one, post in self.posts if one == unit), -1)

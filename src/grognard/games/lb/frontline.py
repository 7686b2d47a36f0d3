"""Can a front line still be covered? Every hex of it must hold infantry or lie in its ZOC (scenario1.setup.A).

The deployment asks this before it offers a hex, so that no placement makes the duty impossible. The line is a chain, so
the first hex that is still open has to be covered by one of the few positions around it: a short search tells exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from grognard.games.lb.ground import Ground
from grognard.hex.grid import bits, mask


@dataclass(frozen=True)
class Cover:
    """A line to be covered: its hexes in order, and what infantry in each position would cover of it."""

    path: tuple[int, ...]
    board: int
    of: dict[int, int]
    """Position -> hexes of the line that it covers; only positions that cover any."""

    @cached_property
    def near(self) -> int:
        """All positions."""
        return mask(self.of)

    @cached_property
    def over(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """By hex of the line: the positions that cover it, each with all that it covers."""
        return {
            line: tuple((hex, covered) for hex, covered in self.of.items() if covered >> line & 1) for line in self.path
        }

    @classmethod
    def of_line(cls, ground: Ground, path: tuple[int, ...]) -> Cover:
        board = sum(1 << hex for hex in path)
        near = board | ground.grid.grow(board)
        reached = board & ~ground.no_zoc  # zoc.E1 a forest or swamp hex must be occupied
        of = {hex: (ground.grid.around[hex] & reached) | (1 << hex & board) for hex in bits(near & ground.land)}
        return cls(path, board, {hex: covered for hex, covered in of.items() if covered})

    def covered(self, infantry: int) -> int:
        """The hexes of the line that infantry in these hexes covers."""
        found = 0
        for hex in bits(infantry):
            found |= self.of.get(hex, 0)
        return found


Reserve = tuple[tuple[int, int], ...]
"""Infantry still in hand: (hexes where it may be placed now, how many), one entry per group."""


def solve(cover: Cover, open_: int, reserve: Reserve) -> list[tuple[int, int]] | None:
    """Positions (group, hex) that cover the open hexes with the infantry in hand, or None: it cannot be done."""
    if not open_:
        return []
    first = next(hex for hex in cover.path if open_ >> hex & 1)
    for group, hex in _moves(cover, open_, reserve, first):
        left = tuple(
            (board & ~(1 << hex), count - 1) if number == group else (board, count)
            for number, (board, count) in enumerate(reserve)
        )
        rest = solve(cover, open_ & ~cover.of[hex], left)
        if rest is not None:
            return [(group, hex), *rest]
    return None


def _moves(cover: Cover, open_: int, reserve: Reserve, first: int) -> list[tuple[int, int]]:
    """Positions that cover one hex, best first, without those that cover no more than another of the same group."""
    if fewest(cover, open_, reserve) > sum(count for _, count in reserve):
        return []
    found: list[tuple[int, int]] = []
    for group, (board, count) in enumerate(reserve):
        if not count:
            continue
        gains: list[tuple[int, int]] = []
        for hex, covered in cover.over[first]:
            if board >> hex & 1:
                gains.append((covered & open_, hex))
        gains.sort(key=lambda gain: -gain[0].bit_count())
        kept: list[int] = []
        for gain, hex in gains:
            if not any(gain & ~other == 0 for other in kept):
                kept.append(gain)
                found.append((group, hex))
    found.sort(key=lambda one: -(cover.of[one[1]] & open_).bit_count())
    return found


def fewest(cover: Cover, open_: int, reserve: Reserve) -> int:
    """No fewer units than this can cover the open hexes: each covers as much as the best position does, at most."""
    allowed = 0
    for board, count in reserve:
        if count:
            allowed |= board
    most = max([(covered & open_).bit_count() for hex, covered in cover.of.items() if allowed >> hex & 1], default=0)
    return -(-open_.bit_count() // most) if most else 1_000

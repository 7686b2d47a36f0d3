"""Front lines, worked out from where counters stand: the ground that each side is nearest to, and where it meets.

Only what a view shows is looked at. A front is a chain of hexsides, own hex and enemy hex; a ring ends where it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from grognard.hex.grid import Bitboard, Grid, bits

REACH: Final = 4
"""How far from its units ground still counts as a side's."""
SHORT: Final = 3
"""A front of fewer hexsides is none."""


def fronts(grid: Grid, land: Bitboard, pieces: Iterable[Mapping[str, Any]], side: str) -> list[dict[str, Any]]:
    """The fronts of a side, longest first: its own hexes and the enemy's along each, in order."""
    standing, held, names = [0, 0], [0, 0], {side}
    for piece in pieces:
        if piece.get("on_map"):
            whose = piece["side"] != side
            standing[whose] |= 1 << grid.index(str(piece["where"]))
            held[whose] += 1
            names.add(str(piece["side"]))
    # what both reach at once goes to who has more counters there, so that both sides see the same front
    first = held[0] > held[1] or (held[0] == held[1] and side == min(names))
    own, enemy = ground(grid, land, *standing) if first else reversed(ground(grid, land, *reversed(standing)))
    found = [_told(grid, chain) for chain in chains(grid, own, enemy) if len(chain) >= SHORT]
    return sorted(found, key=lambda one: (-len(one["own"]), one["own"]))


def ground(grid: Grid, land: Bitboard, own: Bitboard, enemy: Bitboard) -> tuple[Bitboard, Bitboard]:
    """What either side is nearest to; what both reach at once is the first one's.

    >>> grid = Grid(5, 1)
    >>> [grid.list_names(one) for one in ground(grid, grid.board, grid.parse("0101"), grid.parse("0501"))]
    [['0101', '0201', '0301'], ['0401', '0501']]
    """
    enemy &= ~own
    for _ in range(REACH):
        near = grid.grow(own) & land & ~enemy & ~own
        far = grid.grow(enemy) & land & ~enemy & ~own & ~near
        own, enemy = own | near, enemy | far
    return own, enemy


def chains(grid: Grid, own: Bitboard, enemy: Bitboard) -> list[list[tuple[int, int]]]:
    """The hexsides between the two, each chain in order."""
    sides = [(a, b) for a in bits(own) for b in grid.neighbours[a] if b >= 0 and enemy >> b & 1]
    left, found = set(sides), []
    ends = [one for one in sides if len(_beside(grid, one, left)) < 2]
    for start in (*ends, *sides):
        if start not in left:
            continue
        chain, here = [start], start
        left.discard(start)
        while following := _beside(grid, here, left):
            here = following[0]
            left.discard(here)
            chain.append(here)
        found.append(chain)
    return found


def _beside(grid: Grid, side: tuple[int, int], among: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The hexsides of a front that meet this one at a corner."""
    a, b = side
    both = [hex for hex in grid.neighbours[a] if hex >= 0 and hex in grid.neighbours[b]]
    return [one for hex in both for one in ((a, hex), (hex, b)) if one in among]


def _told(grid: Grid, chain: list[tuple[int, int]]) -> dict[str, Any]:
    own, enemy = ([grid.name(side[part]) for side in chain] for part in (0, 1))
    closed = len(chain) > 3 and chain[0] in _beside(grid, chain[-1], {chain[0]})
    return {"own": _once(own), "enemy": _once(enemy), "closed": closed}


def _once(hexes: list[str]) -> list[str]:
    return [hex for number, hex in enumerate(hexes) if not number or hex != hexes[number - 1]]

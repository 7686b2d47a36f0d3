"""What the enemy can bring against a hex of Lost Battles in his next turn, and what that would cost those in it.

His units are followed by their Movement Allowance to the hexes beside their target: deployed where they can pay for the
ZOC, at half strength where only an undeployed attack gets there (move.Ka). Then the Combat Results Table is asked.
Our own units are not in their way: what stands here depends on the enemy alone and is worked out once while he stays
as he is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.lb.combat.strengths import Segment
from grognard.games.lb.state import LbState
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits
from grognard.hex.trace import reach, total
from grognard.players.lb.odds import chances, column


class Striker(NamedTuple):
    """Units of one hex that move alike."""

    close: int
    """The hexes that they can attack at full strength."""
    rushed: int
    """Those that they can attack at half of it only."""
    combat: int
    """Combat Strength of those that are no armor."""
    tanks: int
    """Combat Strength of armor."""
    attack: int
    """Its Attack Strength."""


class Blow(NamedTuple):
    """All that can come against one hex."""

    combat: float
    tanks: float
    attack: float
    fire: float


@lru_cache(maxsize=4096)
def struck(game: LbTables, hex: int, move: int, motor: int, one_hex: bool) -> tuple[int, int]:
    """The hexes that a unit can attack in a turn, deployed, and only undeployed."""
    ground = game.ground
    grid, ways = ground.grid, ground.dry[0]
    going = game.going(motor, 0, False, ground.land, ways, grid.no_sides)
    left = 2 * move - ground.zoc_enter
    deployed = total(reach(grid, going, hex, left)) if left > 0 else 1 << hex
    if one_hex:
        deployed |= grid.step(1 << hex, ways)
    close = grid.grow(deployed)
    return close, grid.grow(total(reach(grid, going, hex, 2 * move))) & ~close


def strikers(state: LbState, side: int) -> tuple[Striker, ...]:
    """Everyone of a side who can attack, by hex and pace."""
    counters, game = state.game.counters, state.game
    found = []
    for hex in bits(state.occupied[side]):
        paces: dict[tuple[int, int, bool], int] = {}
        for unit in bits(state.at[hex] & counters.ground & ~counters.hqs):
            pace = counters.move[unit], counters.motor >> unit & 1, bool(counters.minimum >> unit & 1)
            paces[pace] = paces.get(pace, 0) | 1 << unit
        for pace, units in paces.items():
            armor = bits(units & counters.armor)
            found.append(
                Striker(
                    *struck(game, hex, *pace),
                    sum([counters.combat[unit] for unit in bits(units & ~counters.armor)]),
                    sum([counters.combat[unit] for unit in armor]),
                    sum([counters.attack[unit] for unit in armor]),
                )
            )
    return tuple(found)


class Threats:
    """The blows that can fall on each hex, worked out when it is first looked at."""

    __slots__ = ("_blows", "_guns", "_strikers")

    def __init__(self, strikers: tuple[Striker, ...], guns: tuple[tuple[int, int], ...]) -> None:
        self._strikers, self._guns = strikers, guns
        self._blows: dict[int, Blow] = {}

    def at(self, hex: int) -> Blow:
        found = self._blows.get(hex)
        if found is None:
            found = self._blows[hex] = self._blow(hex)
        return found

    def _blow(self, hex: int) -> Blow:
        combat = tanks = attack = 0.0
        for one in self._strikers:
            share = 1.0 if one.close >> hex & 1 else 0.5 if one.rushed >> hex & 1 else 0.0
            if share:
                combat += share * one.combat
                tanks += share * one.tanks
                attack += share * one.attack
        return Blow(combat, tanks, attack, sum([fire for board, fire in self._guns if board >> hex & 1]))


def losses(game: LbTables, blow: Blow, share: float, defence: int, hard: int, addition: int, back: float) -> float:
    """The part of those in a hex that this share of a blow destroys; being driven back counts `back` of it.

    `hard` is what armor and anti-tank units there have against armor: tanks fight those first.
    """
    tanks = blow.tanks
    if hard and blow.attack:
        through = chances(game, column(game, int(share * blow.attack), hard), addition, "initial_armored", False)
        tanks *= 1.0 - through.get("AX", 0.0) - through.get("AB", 0.0)
    lost = _lost(game, int(share * (blow.combat + tanks)), max(defence, 1), addition, "final_ground", back)
    if blow.fire:
        shot = _lost(game, int(share * blow.fire), max(defence, 1), addition, "ranged_artillery", back)
        lost += (1.0 - lost) * shot
    return lost


@lru_cache(maxsize=16384)
def _lost(game: LbTables, attack: int, defence: int, addition: int, segment: Segment, back: float) -> float:
    if attack <= 0:
        return 0.0
    found = chances(game, column(game, attack, defence), addition, segment, False)
    return found.get("DX", 0.0) + found.get("EX", 0.0) + back * found.get("DB", 0.0)

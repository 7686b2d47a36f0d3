"""What a battle of Victory is likely to bring: both camps in expected hits, round by round, without a die.

A camp is a handful of lines (so many dice of one Combat Turn and target group). Enemy blocks that lie face down are
counted as what a block there usually is, never as what they are.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import Final, NamedTuple

from grognard.core.memory import REMEMBERED
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits

Fire = tuple[float, float, float]

USUAL_STEPS: Final = 3.4
"""Steps of a block that nobody has seen."""
USUAL_FIRE: Final[dict[int, Fire]] = {AIR: (1.4, 1.0, 1.3), NAVAL: (1.0, 2.0, 0.9), GROUND: (1.0, 0.5, 2.0)}
IN_CITY: Final = 0.4
"""What defending a city adds to the fire of unseen ground units: many are infantry (4.3.IN.a)."""
INLAND_BASE: Final = (0.25, 0.0, 0.75)
PORT: Final = (0.22, 0.2, 0.58)
COAST: Final = (0.0, 0.15, 0.85)
FIELD: Final = (0.0, 0.0, 1.0)
AT_SEA: Final = (0.0, 0.85, 0.15)
"""Shares of classes among unseen blocks by where they stand."""


class Line(NamedTuple):
    """Dice that fire together."""

    turn: int
    group: int
    dice: float
    fire: Fire
    delay: int = 0
    """Rounds before it fires: landing, crossing a river, responding."""
    blocks: float = 1.0


class Outcome(NamedTuple):
    """What to expect of a battle."""

    win: float
    """The chance that the attacker holds the hex at the end."""
    attacker_loss: float
    defender_loss: float


def line_of(
    state: VictoryState, unit: int, hex: int, defends: bool = False, delay: int = 0, group: int | None = None
) -> Line:
    """A block whose face is known."""
    game = state.game
    blocks = game.blocks
    kind = blocks.kind[unit]
    air, naval, ground = game.kinds.fire[kind]
    row = game.kinds.rows[kind]
    if defends and row.city_defense_ground and game.ground.cities >> hex & 1:
        ground = max(ground, row.city_defense_ground)
    if row.mountain_ground and game.ground.mountain >> hex & 1:
        ground = max(ground, row.mountain_ground)
    fire = (air, naval, ground)
    return Line(blocks.turn[unit], blocks.class_of[unit] if group is None else group, state.steps[unit], fire, delay)


def unseen(state: VictoryState, hex: int, count: int) -> list[Line]:
    """Blocks face down, as they usually are in such a place."""
    ground = state.game.ground
    if ground.water >> hex & 1:
        shares = AT_SEA
    elif ground.settlements >> hex & 1:
        shares = PORT if ground.ports >> hex & 1 else INLAND_BASE
    else:
        shares = COAST if ground.coastal >> hex & 1 else FIELD
    turns = state.game.kinds.turn_names.index
    letters = {AIR: turns("B"), NAVAL: turns("C"), GROUND: turns("E")}
    found = []
    for class_, share in enumerate(shares):
        number = share * count
        if class_ == AIR:
            number = min(number, 2.0)
        if number:
            air, naval, land = USUAL_FIRE[class_]
            if class_ == GROUND and ground.cities >> hex & 1:
                land += IN_CITY
            at_sea = class_ == GROUND and ground.water >> hex & 1
            fire = (0.0, 0.0, 0.0) if at_sea else (air, naval, land)
            group = NAVAL if at_sea else class_
            found.append(Line(letters[class_], group, number * USUAL_STEPS, fire, 0, number))
    return found


def enemies_at(state: VictoryState, hex: int, side: int) -> list[Line]:
    """The blocks of others in a hex as a player of this side knows them."""
    blocks = state.game.blocks
    others = state.at.get(hex, 0) & ~state.game.side_units[side] & ~blocks.factories
    return known(state, hex, others) + unseen(state, hex, (others & ~state.shown).bit_count())


def known(state: VictoryState, hex: int, units: int) -> list[Line]:
    """Those of some defenders that lie face up."""
    return [
        line_of(state, unit, hex, defends=True, group=NAVAL if state.afloat >> unit & 1 else None)
        for unit in bits(units & state.shown)
    ]


def clash(
    attackers: list[Line], defenders: list[Line], rounds: int = 3, double: bool = False, doubt: float = 0.0
) -> Outcome:
    """Play a battle in expected hits. `doubt` is the variance of what the defender has.

    A plan made anew after every block looks at the same battles again, so the latest are remembered.
    """
    return _clash(tuple(attackers), tuple(defenders), rounds, double, float(doubt))


@lru_cache(maxsize=2 * REMEMBERED)
def _clash(
    attackers: tuple[Line, ...], defenders: tuple[Line, ...], rounds: int, double: bool, doubt: float
) -> Outcome:
    camps = (attackers, defenders)
    start = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    least = [0.0, 0.0]
    order = []
    for camp, lines in enumerate(camps):
        for line in lines:
            start[camp][line.group] += line.dice
            if line.group == GROUND:
                least[camp] += line.blocks
            order.append((line.turn, 1 - camp, line))
    order.sort(key=_by_turn)
    left = [start[0].copy(), start[1].copy()]
    struck = [0.0, 0.0]
    for number in range(1, rounds + 1):
        strafed = [False, False]
        for _, other, line in order:
            camp = 1 - other
            if line.delay >= number:
                continue
            group = line.group
            share = left[camp][group] / start[camp][group] if start[camp][group] else 0.0
            if share <= 0.02:
                continue
            dice = line.dice * share / 6
            own, foe = left[camp], left[other]
            aim = _aim(line, own, foe, start[other][GROUND] > 0, least[other], strafed[camp])
            if aim < 0:
                continue
            hits = dice * line.fire[aim]
            if aim == GROUND:
                if double and other == 1:
                    hits /= 2
                if group == GROUND:
                    foe[GROUND] -= hits
                else:
                    foe[GROUND] -= min(hits, max(foe[GROUND] - least[other], 0.0))
                    if own[GROUND] > 0:
                        own[GROUND] -= min(dice, max(own[GROUND] - least[camp], 0.0))  # 6.48a friendly fire
                    strafed[other] |= group == AIR
                struck[other] += hits
            else:
                foe[aim] = max(foe[aim] - hits, 0.0)
    return Outcome(_chance(start, left, struck, doubt), _lost(start[0], left[0]), _lost(start[1], left[1]))


def _by_turn(one: tuple[int, int, Line]) -> tuple[int, int]:
    return one[0], one[1]


def _aim(line: Line, own: list[float], foe: list[float], troops: bool, least: float, strafed: bool) -> int:
    """The group a line fires at, or -1. Ground units go on firing at troops that are gone: that is the margin."""
    air, naval, land = line.fire
    if line.group == GROUND:
        if troops and land:
            return GROUND
        return AIR if strafed and foe[AIR] > 0.1 and air else -1
    risk = 1.0 if own[GROUND] > 0 else 0.0
    best, worth = -1, 0.0
    if line.group == AIR and foe[AIR] > 0.1 and air > worth:
        best, worth = AIR, air
    if foe[NAVAL] > 0.1 and 1.1 * naval > worth:
        best, worth = NAVAL, 1.1 * naval
    if foe[GROUND] > least and (line.group == AIR or foe[NAVAL] <= 0.1) and land - risk > worth:
        best = GROUND
    return best


def _chance(start: list[list[float]], left: list[list[float]], struck: list[float], doubt: float) -> float:
    if not start[0][GROUND]:
        return 0.0
    survive = _normal(left[0][GROUND] / sqrt(0.8 + 0.6 * struck[0]))
    if not start[1][GROUND]:
        return survive
    return survive * _normal(-left[1][GROUND] / sqrt(0.8 + 0.6 * struck[1] + doubt))


def _normal(z: float) -> float:
    return 0.5 * (1 + erf(z / 1.4142))


def _lost(start: list[float], left: list[float]) -> float:
    return sum(had - max(has, 0.0) for had, has in zip(start, left, strict=True))

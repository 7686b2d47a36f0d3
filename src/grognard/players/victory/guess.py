"""What enemy blocks that lie face down usually are, by place and time of the game, as counted in many games.

Towns hold aircraft and hardly a soldier, small cities are thinly held, blocks in the field are worn down as time goes
by. Only what everybody sees goes in: where blocks stand, how many, and the turn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.players.victory.clash import USUAL_FIRE, Line, known


class Usual(NamedTuple):
    """The blocks in one kind of place."""

    shares: tuple[float, float, float]
    """Of classes."""
    ground: float
    """Fire of ground units at troops."""
    steps: tuple[float, float, float]
    """Steps of a ground unit: in the first turns, then, and later on."""


SEA: Final = Usual((0.25, 0.7, 0.05), 0.0, (3.5, 3.0, 2.8))
FIELD: Final = Usual((0.04, 0.0, 0.96), 2.05, (3.9, 3.2, 2.8))
COAST: Final = Usual((0.04, 0.12, 0.84), 2.05, (3.9, 3.2, 2.8))
TOWN: Final = Usual((0.95, 0.0, 0.05), 2.1, (3.6, 3.2, 3.0))
PORT_TOWN: Final = Usual((0.75, 0.03, 0.22), 2.1, (3.6, 3.2, 3.1))
CITY: Final = Usual((0.42, 0.0, 0.58), 2.6, (3.3, 2.7, 2.8))
PORT: Final = Usual((0.29, 0.22, 0.49), 2.4, (3.3, 2.5, 2.2))
CAPITAL: Final = Usual((0.31, 0.0, 0.69), 2.75, (3.5, 3.2, 3.3))
CAPITAL_PORT: Final = Usual((0.26, 0.04, 0.7), 2.7, (3.6, 3.6, 3.3))
AIR_STEPS: Final = 3.4
NAVAL_STEPS: Final = (3.4, 2.5, 2.5)
PERIODS: Final = (2, 5)
"""The last turns of the first two periods."""
MOST_AIR: Final = 2.0
"""5.52a air units that fight in a battle."""
FIRST_GUARDS: Final = 0.85
LATER_GUARDS: Final = 0.45
"""Ground units among the first three blocks of a city that is held in strength, and among the others."""
BIG: Final = 3
"""PP of a city that is held in strength."""


def usual_at(state: VictoryState, hex: int) -> Usual:
    ground = state.game.ground
    if ground.water >> hex & 1:
        return SEA
    port = ground.ports >> hex & 1
    value = ground.value.get(hex, 0)
    if value >= BIG:
        return CAPITAL_PORT if port else CAPITAL
    if value:
        return PORT if port else CITY
    if ground.settlements >> hex & 1:
        return PORT_TOWN if port else TOWN
    return COAST if ground.coastal >> hex & 1 else FIELD


def period(state: VictoryState) -> int:
    return sum(state.turn > last for last in PERIODS)


def supposed(state: VictoryState, hex: int, count: float, delay: int = 0) -> list[Line]:
    """So many blocks face down in a hex, as experience has them."""
    usual, now = usual_at(state, hex), period(state)
    turns = state.game.kinds.turn_names.index
    air, naval, troops = (share * count for share in usual.shares)
    if usual in (CAPITAL, CAPITAL_PORT):  # the first blocks are its guards, aircraft come beside them
        troops = FIRST_GUARDS * min(count, 3) + LATER_GUARDS * max(count - 3, 0)
        air = count - troops - naval
    found = []
    if air:
        number = min(air, MOST_AIR)
        found.append(Line(turns("B"), AIR, number * AIR_STEPS, USUAL_FIRE[AIR], delay, number))
    if naval:
        found.append(Line(turns("C"), NAVAL, naval * NAVAL_STEPS[now], USUAL_FIRE[NAVAL], delay, naval))
    if troops and usual is SEA:
        found.append(Line(turns("E"), NAVAL, troops * usual.steps[now], (0.0, 0.0, 0.0), delay, troops))
    elif troops:
        fire = (1.1, 0.5, usual.ground)
        found.append(Line(turns("E"), GROUND, troops * usual.steps[now], fire, delay, troops))
    return found


def enemies_at(state: VictoryState, hex: int, side: int) -> list[Line]:
    """The blocks of others in a hex, those face down as experience has them."""
    others = state.at.get(hex, 0) & ~state.game.side_units[side] & ~state.game.blocks.factories
    hidden = (others & ~state.shown).bit_count()
    return known(state, hex, others) + (supposed(state, hex, hidden) if hidden else [])


def ground_share(state: VictoryState, hex: int) -> float:
    """Ground units among the blocks in a hex."""
    return usual_at(state, hex).shares[GROUND]

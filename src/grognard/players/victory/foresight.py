"""Looking ahead in Victory: a plan for each army's move, seen through to the next turn, near the end to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from grognard.core.game import Scenario
from grognard.games.victory.board.control import controlled
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import INITIATIVE, LAST_PLACE, MOVE, SETUP, VictoryState
from grognard.games.victory.victory import level, points
from grognard.hex.grid import bits
from grognard.players.foresight import Plain, Window
from grognard.players.tempers import Temper
from grognard.players.victory import likely
from grognard.players.victory.clash import USUAL_STEPS
from grognard.players.victory.guess import ground_share
from grognard.players.victory.leanings import leanings
from grognard.players.victory.value import cost_of, supplied_to
from grognard.players.weights import Sheet

NEAR: Final = 2
"""Hexes from which most ground units storm a city."""
AT_SEA: Final = 3
"""Hexes from which ships threaten a port."""

TO_THE_END: Final = 2
"""The last turns of a game, which are seen through to its end."""
SHOWN: Final = frozenset({("quick-start", "red")})
"""By scenario and side: where it was shown to gain (docs/opponents.md)."""


class VictoryForesight(Plain):
    """The doctrine looks at no block that lies face down, so that all may answer from the position looked at."""

    features: tuple[str, ...] = (
        "lacking", "others_lacking", "conquered", "exposed", "open", "besieged", "storming", "from_the_sea", "ground",
        "air", "naval", "worn", "hungry", "their_troops", "their_others", "their_hungry",
    )  # fmt: skip
    opponents_guess = False

    def __init__(self) -> None:
        super().__init__(Path(__file__).parent, self.features)

    def proven(self, scenario: str | None) -> bool:
        return bool(SHOWN) if scenario is None else any(scenario == one for one, _ in SHOWN)

    def gains(self, state: VictoryState, player: int) -> bool:
        return (state.game.row.id, self.sides(state)[player]) in SHOWN

    def last_turns(self, scenario: Scenario, side: str) -> int | None:
        return None if (scenario.id, side) in SHOWN else 0

    def family(self, state: VictoryState) -> str:
        """By how many play for themselves, whether on equal terms, and whether on more maps than one each."""
        game = state.game
        if state.phase == SETUP:
            return "set-up" if len(game.sides) == 2 else "set-up-of-several"
        if len(game.sides) > 2:
            return "each-for-himself"
        if len(set(game.levels)) > 1:
            return "two-fronts"
        if any(army.row.city_bonus for army in game.armies):
            return "sleeping-giant"
        return "duel" if len(game.ground.sheets) <= len(game.sides) else "alliances"

    def sides(self, state: VictoryState) -> Sequence[str]:
        return [state.game.sides[side] for side in state.game.side_of_player]

    def window(self, state: VictoryState) -> Window:
        """Armies as they move, then all that follows their moves."""
        if state.phase in (SETUP, INITIATIVE):
            return Window(state.turn, 0)
        return Window(state.turn, state.order.index(state.mover) if state.phase == MOVE else len(state.order))

    def planner(self, state: VictoryState) -> int | None:
        """Whoever commands blocks of the army that moves."""
        if state.phase != MOVE or state.over:
            return None
        player = state.deciders[0]
        return player if player in state.game.armies[state.mover].players else None

    def horizon(self, state: VictoryState) -> Window:
        """The next turn before anybody has moved, since who moves first is rolled for; near the end, the end."""
        turns = state.game.turns(state.options)
        if turns and turns - state.turn < TO_THE_END:
            return Window(turns + 1, 0)
        return Window(state.turn + 1, 0)

    def imagine(self, state: VictoryState, player: int, rng: Random) -> VictoryState:
        """What courses begin with: hidden blocks as they usually are."""
        return likely.imagine(state, player, rng)

    def leanings(self, state: VictoryState, side: str, sheet: Sheet[Any]) -> Sequence[Temper]:
        return [*super().leanings(state, side, sheet), *leanings(state, side, sheet)]

    def elapsed(self, state: VictoryState) -> float:
        turns = state.game.turns(state.options) or int(state.options["turns"])
        part = self.window(state).part / (len(state.order) + 1)
        return min(max(state.turn - 1 + part, 0) / turns, 1.0)

    def read(self, state: VictoryState, side: str) -> tuple[float, ...]:
        """Own blocks as they are; of others only how many stand where."""
        me = state.game.sides.index(side)
        return (*_cities(state, me), *_own_blocks(state, me), *_other_blocks(state, me))


FORESIGHT: Final = VictoryForesight()


def _cities(state: VictoryState, me: int) -> tuple[float, ...]:
    """In PP: what is missing to win, what was conquered, and what may soon change hands."""
    game = state.game
    ground, value = game.ground, game.ground.value
    friendly = controlled(state, me, known_to=me)
    lacks = [level(state, side) - points(state, side, known_to=me) for side in range(len(game.sides))]
    conquered = sum(value[hex] for hex in bits(ground.cities & friendly & ~game.side_homes[me]))
    exposed = open_ = from_the_sea = 0.0
    coming, ours = _by_hex(state, me)
    for hex in bits(ground.cities):
        near = game.disc(hex, NEAR)
        if friendly >> hex & 1:
            exposed += value[hex] * _share(sum(coming[one] for one in coming if near >> one & 1), ours.get(hex, 0.0))
            if ground.ports >> hex & 1:
                from_the_sea += bool(game.disc(hex, AT_SEA) & ground.water & state.occupied_by_others(me))
        else:
            open_ += value[hex] * _share(sum(ours[one] for one in ours if near >> one & 1), coming.get(hex, 0.0))
    besieged = storming = 0
    for hex, army in state.battles.items():
        if game.side_of[army] == me:
            storming += value.get(hex, 0)
        elif state.of_side(me, hex):
            besieged += value.get(hex, 0)
    others = min(lack for side, lack in enumerate(lacks) if side != me)
    return lacks[me], others, conquered, exposed, open_, besieged, storming, from_the_sea


def _share(attackers: float, defenders: float) -> float:
    """How far a city is in the hands of those around it, 0 to 1."""
    return attackers / (attackers + defenders + 0.5)


def _by_hex(state: VictoryState, me: int) -> tuple[dict[int, float], dict[int, float]]:
    """Ground units by hex, in blocks of usual strength: those of others as experience has them, and ours."""
    game = state.game
    theirs, ours = {}, {}
    own = game.side_units[me]
    for hex in bits(state.occupied_by_others(me)):
        number = (state.at[hex] & ~own & ~game.blocks.factories).bit_count()
        theirs[hex] = number * ground_share(state, hex)
    troops = own & game.blocks.ground & ~game.blocks.factories & ~game.blocks.resources
    for hex in bits(state.occupied(me)):
        steps = sum(state.steps[unit] for unit in bits(state.at[hex] & troops))
        if steps:
            ours[hex] = steps / USUAL_STEPS
    return theirs, ours


def _own_blocks(state: VictoryState, me: int) -> tuple[float, ...]:
    """What each class is worth, in production points; steps that are lost, and blocks without supply."""
    game = state.game
    blocks = game.blocks
    supplied = supplied_to(state, me, controlled(state, me, known_to=me), state.occupied_by_others(me))
    worth = {GROUND: 0, AIR: 0, NAVAL: 0}
    worn = hungry = 0
    for unit in bits(game.side_units[me] & ~state.pool & ~blocks.factories):
        hex = state.hex_of[unit]
        if hex <= LAST_PLACE:
            continue
        worth[blocks.class_of[unit]] += state.steps[unit] * cost_of(state, unit)
        worn += blocks.most[unit] - state.steps[unit]
        hungry += game.ground.land >> hex & ~supplied >> hex & ~blocks.naval >> unit & 1
    return worth[GROUND], worth[AIR], worth[NAVAL], worn, hungry


def _other_blocks(state: VictoryState, me: int) -> tuple[float, ...]:
    """The blocks of others: likely troops, the rest, and those on land that seem to be without supply."""
    game = state.game
    troops = rest = 0.0
    hungry = 0
    for side in range(len(game.sides)):
        if side == me:
            continue
        stands = state.occupied(side)
        friendly = controlled(state, side, known_to=me)
        supplied = supplied_to(state, side, friendly, state.occupied_by_others(side))
        for hex in bits(stands):
            number = (state.of_side(side, hex) & ~game.blocks.factories).bit_count()
            share = ground_share(state, hex)
            troops += share * number
            rest += (1 - share) * number
            if game.ground.land >> hex & ~supplied >> hex & 1:
                hungry += number
    return troops, rest, hungry

"""What a player of Lost Battles sees, in numbers: the same as `view`, for those who learn by play.

Everything on the map is open; of the other side's secret choices those that have shown themselves (victory.secret).
"""

from __future__ import annotations

from typing import Any, Final

from grognard.core.sight import Seen, Sight, question
from grognard.core.step import Step
from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.shown.view import air_to_come
from grognard.games.lb.state import PLACES, LbState
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import mask

VERSION: Final = "lb-1"


def sight(game: LbTables) -> Sight:
    return Sight(
        VERSION,
        (
            *(f"{what}:{side}" for what in ("units", "full", "holding") for side in SIDES),
            "fort", "attacked", "under_fire", "struck", "asked",
        ),
        (
            "place", "limbered", "unlimbering", "dug_in", "undeployed", "supplied", "moved", "bridging", "building",
            "as_armor", "attacking", "firing", "fired", "serving", "struck", "in_hand", "chosen",
        ),
        (
            "seat", "step", "amount", "turn", "active", "phase", *(f"lost:{side}" for side in SIDES),
            *(f"air:{side}" for side in SIDES), *(f"choice:{name}" for name in game.chit_names),
        ),
        PLACES,
        look,
    )  # fmt: skip


def look(state: LbState, player: int, step: Step[Any] | None) -> Seen:
    asked = question(state.game, step)
    hexes = units = under_fire = firing = struck = struck_hexes = 0
    for attack in state.ground_attacks:
        hexes |= attack.hexes
        units |= attack.units
    for fire in state.fires:
        under_fire |= 1 << fire.hex
        firing |= fire.units
    for strike in state.strikes:
        struck |= 1 << strike.unit
        struck_hexes |= 1 << strike.hex
    return Seen(
        (
            *state.occupied, *state.full, *state.zoc_hexes, state.forts, hexes, under_fire,
            struck_hexes, asked.hexes,
        ),
        (
            state.hex_of, state.limbered, state.unlimbering, state.dug_in, state.undeployed, state.supplied,
            state.moved, mask(state.bridges), mask(state.building), state.armored, units, firing, state.fired,
            state.used, struck, asked.in_hand, asked.chosen,
        ),
        (
            player, asked.step, asked.amount, state.turn, state.active, state.phase, *state.destroyed,
            air_to_come(state, GERMAN), air_to_come(state, RUSSIAN), *_choices(state, player),
        ),
    )  # fmt: skip


def _choices(state: LbState, player: int) -> list[int]:
    """By option of a secret choice: 1 where this player knows that it was taken."""
    taken = [0] * len(state.game.chit_names)
    for number, one in enumerate(state.plan.choices):
        if state.chosen[number] >= 0 and (one.side == player or state.revealed >> number & 1):
            taken[one.chits[state.chosen[number]]] = 1
    return taken

"""What a player of A Victory Lost sees, in numbers: the same as `view`, for those who learn by play.

Everything on the map is open; of the opponent's chits only those played and the counts of the rest (3.0c, 7.1.3).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from grognard.core.sight import Seen, Sight, question
from grognard.core.step import Step
from grognard.games.avl.counters import AXIS, NATIONS, SIDES, SOVIET
from grognard.games.avl.selection import ChooseSovietChits, SelectChits
from grognard.games.avl.state import CUP, INACTIVE, PLACES, PLAYED, AvlState
from grognard.games.avl.tables import AvlTables

VERSION: Final = "avl-1"
PICKED: Final = 4
"""A chit that the player has picked in the selection that is on."""
PICKING: Final = (ChooseSovietChits, SelectChits)


def sight(game: AvlTables) -> Sight:
    names = game.chits.names
    return Sight(
        VERSION,
        (
            *(f"{what}:{side}" for what in ("combat", "full", "hq") for side in SIDES),
            *(f"nation:{nation}" for nation in NATIONS),
            *(f"city:{side}" for side in SIDES),
            "attacked", "closed", "asked",
        ),
        ("place", "steps", "supply", "activated", "moved", "fought", "in_hand", "chosen"),
        (
            "seat", "step", "amount", "turn", "active", *(f"points:{side}" for side in SIDES),
            *(f"{pool}:{side}" for side in SIDES for pool in ("inactive", "cup")),
            *(f"chit:{name}" for name in names), *(f"planned:{name}" for name in names),
        ),
        PLACES,
        look,
    )  # fmt: skip


def look(state: AvlState, player: int, step: Step[Any] | None) -> Seen:
    asked = question(state.game, step)
    picked, chosen = (asked.chosen, 0) if isinstance(step, PICKING) else (0, asked.chosen)
    red = _cities(state.game, state.cities)
    activated = state.activated
    return Seen(
        (
            *state.combat, *state.full, *state.hqs, *state.nations, state.game.ground.city_board & ~red, red,
            state.attacked, state.closed(), asked.hexes,
        ),
        (
            state.hex_of, state.steps, state.supply, activated, state.moved & activated, state.fought & activated,
            asked.in_hand, chosen,
        ),
        (
            player, asked.step, asked.amount, state.turn, state.active + 1 if activated else 0, *state.vp,
            *_chits(state.game, bytes(state.chits), state.planned, picked, player),
        ),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _cities(game: AvlTables, held: int) -> int:
    """The Victory Cities that the Soviets hold, as hexes."""
    return sum(1 << hex for number, hex in enumerate(game.ground.cities) if held >> number & 1)


@lru_cache(maxsize=2048)
def _chits(game: AvlTables, places: bytes, planned: int, picked: int, player: int) -> tuple[int, ...]:
    """7.1.3 counts of pools and cup, then each chit where this player may know it lies."""
    of_side = game.chits.of_side
    counts = [
        sum(1 for chit, place in enumerate(places) if place == wanted and of_side[side] >> chit & 1)
        for side in (AXIS, SOVIET)
        for wanted in (INACTIVE, CUP)
    ]
    own = of_side[player]
    lying = [
        PICKED if picked >> chit & 1 else place if own >> chit & 1 or place == PLAYED else 0
        for chit, place in enumerate(places)
    ]
    plan = planned if player == SOVIET else 0
    return (*counts, *lying, *(plan >> chit & 1 for chit in range(len(places))))

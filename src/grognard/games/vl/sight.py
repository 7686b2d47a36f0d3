"""What a player of Velikiye Luki sees, in numbers: everything, as in `view`, for those who learn by play."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from grognard.core.sight import Seen, Sight, question
from grognard.core.step import Step
from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.state import PLACES, VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.victory import victory_points
from grognard.hex.grid import mask

VERSION: Final = "vl-1"


def sight(game: VlTables) -> Sight:
    return Sight(
        VERSION,
        (
            *(f"{what}:{side}" for what in ("combat", "units") for side in SIDES),
            *(f"prize:{side}" for side in SIDES),
            "festung", "attacked", "battle", "asked",
        ),
        (
            "place", "steps", "supply", "supports", "cadre_of", "moved", "regrouped", "fought", "used", "scored",
            "attacking", "defending", "in_hand", "chosen",
        ),
        (
            "seat", "step", "amount", "turn", "active", "weather", *(f"artillery:{side}" for side in SIDES),
            *(f"air:{side}" for side in SIDES), "ring_turn", "assaulted", "points:soviet",
        ),
        PLACES,
        look,
    )  # fmt: skip


def look(state: VlState, player: int, step: Step[Any] | None) -> Seen:
    asked, battle = question(state.game, step), state.battle
    red = state.combat[SOVIET] & _prizes(state.game)
    return Seen(
        (
            *state.combat, *state.occupied, red, _prizes(state.game) & ~red, state.festungs,
            state.attacked, 0 if battle is None else 1 << battle.hex, asked.hexes,
        ),
        (
            state.hex_of, state.steps, state.supply, state.supports, state.cadre_of, state.moved, state.regrouped,
            state.fought, state.used, state.scored, 0 if battle is None else battle.attackers,
            0 if battle is None else battle.defenders, asked.in_hand, asked.chosen,
        ),
        (
            player, asked.step, asked.amount, state.turn, state.active, state.weather, *state.artillery, *state.air,
            state.ring_turn, int(state.assaulted), victory_points(state),
        ),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _prizes(game: VlTables) -> int:
    """13.3.1a the places worth points."""
    return mask(hex for hex, _ in game.ground.prizes)

"""What a sensible player would answer: the bot Recruit asks it, one question at a time.

It judges a hex by how near it is to what is worth having, and attacks where the table is on its side. It knows no more
than its player: the position it is given was dealt anew where he cannot look.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.core.ask import code
from grognard.core.step import Step
from grognard.hex.grid import bits
from two_fords import verbs
from two_fords.combat import DeclareAttack, Fight, attackers, column
from two_fords.movement import MoveUnit, MoveUnits, destinations, movers
from two_fords.objectives import ChooseObjective
from two_fords.retreat import Advance, RetreatUnit
from two_fords.state import TwoFordsState

GOOD_COLUMN = 2
"""The first column that an attack is made in: from there on the defender has more to fear."""
SHELTER = 0.4
"""What a column of cover is worth beside a hex of distance."""


class Doctrine:
    def choose(self, state: TwoFordsState, player: int) -> int | None:
        seen = state.seen_by(player)
        answer = ANSWERS.get(type(seen.stack[-1]))
        return None if answer is None else answer(seen, seen.stack[-1])


def worth(state: TwoFordsState, side: int, hex: int) -> float:
    """How good a hex is to stand in: near a place that is to be taken or held, in cover."""
    ground = state.game.ground
    wanted = ground.places & ~state.held[side] or ground.places
    away = min(ground.grid.distance(hex, place) - ground.points[place] for place in bits(wanted))
    return SHELTER * ground.shift[hex] - away


def _objective(state: TwoFordsState, step: ChooseObjective) -> int:
    """The place nearest to one's own units, the richer one of two."""
    ground = state.game.ground
    own = [state.hex_of[unit] for unit in bits(state.units_of(step.player))]
    near = {place: sum(ground.grid.distance(place, hex) for hex in own) for place in ground.points}
    return code(verbs.OBJECTIVE, min(near, key=lambda place: (near[place], -ground.points[place], place)))


def _best_hex(state: TwoFordsState, side: int, unit: int) -> int | None:
    """Where a unit would rather be than here."""
    here = worth(state, side, state.hex_of[unit])
    if state.held[side] >> state.hex_of[unit] & 1:
        return None  # whoever holds a place stays
    found = max(bits(destinations(state, unit)), key=lambda hex: (worth(state, side, hex), hex), default=None)
    return found if found is not None and worth(state, side, found) > here else None


def _move(state: TwoFordsState, step: MoveUnits) -> int:
    for unit in bits(movers(state, step.player)):
        if _best_hex(state, step.player, unit) is not None:
            return code(verbs.UNIT, unit)
    return code(verbs.END_MOVEMENT)


def _move_unit(state: TwoFordsState, step: MoveUnit) -> int:
    hex = _best_hex(state, step.player, step.unit)
    return code(verbs.PUT_DOWN) if hex is None else code(verbs.MOVE, hex)


def _fight(state: TwoFordsState, step: Fight) -> int:
    levels = {
        hex: column(state, attackers(state, step.player, hex), hex) for hex in bits(state.offer.get(verbs.ATTACK, 0))
    }
    best = max(levels, key=lambda hex: (levels[hex], hex), default=None)
    return code(verbs.END_COMBAT) if best is None or levels[best] < GOOD_COLUMN else code(verbs.ATTACK, best)


def _retreat(state: TwoFordsState, step: RetreatUnit) -> int:
    return code(verbs.RETREAT, max(bits(state.offer[verbs.RETREAT]), key=lambda hex: worth(state, step.player, hex)))


def _advance(state: TwoFordsState, step: Advance) -> int:
    """Forward, with the strongest, unless a place would be left open."""
    free = [unit for unit in bits(step.able(state)) if not state.held[step.player] >> state.hex_of[unit] & 1]
    return code(verbs.ADVANCE, max(free, key=state.strength)) if free else code(verbs.STAY)


ANSWERS: dict[type[Step[Any]], Callable[[TwoFordsState, Any], int]] = {
    ChooseObjective: _objective,
    MoveUnits: _move,
    MoveUnit: _move_unit,
    Fight: _fight,
    DeclareAttack: lambda state, step: code(verbs.COMMIT),
    RetreatUnit: _retreat,
    Advance: _advance,
}

DOCTRINE = Doctrine()

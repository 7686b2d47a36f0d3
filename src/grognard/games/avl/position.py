"""Any position from plain words: what rules tests, puzzles and scenario authors write.

    game.position(turn=3, step="combat", active="soviet",
                  place={"de-17pz": "2310", "su-7tk": "2410 reduced isolated", "hq-28a": "box"}, dice=[4])

Only the units that are named stand on the map. `step` is one of STEPS below; `activated` names the units (default: all
of the active side), or `hq` names the HQs whose ranges decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.game import SetupError
from grognard.core.position import hex_of, hexes_of, known, one_of, step_of, turn_of, unit_of, units_of
from grognard.core.step import Step, Together
from grognard.games.avl.combat import CombatSegment
from grognard.games.avl.command import BeginTurn, DrawChit, SpecialCombat, begin_activation
from grognard.games.avl.counters import SIDES, SOVIET
from grognard.games.avl.movement import MoveUnits
from grognard.games.avl.reinforcements import RemoveHqs
from grognard.games.avl.selection import ChooseSovietChits
from grognard.games.avl.state import AWAITING, CUP, ELIMINATED, IN_BOX, INACTIVE, PLAYED, REMOVED, SUPPLIED, AvlState
from grognard.games.avl.supply import SupplyPhase
from grognard.games.avl.victory import controller

if TYPE_CHECKING:
    from grognard.games.avl.game import AvlGame

WORDS = frozenset(
    (
        "turn", "step", "active", "place", "activated", "hq", "moved", "fought", "attacked", "vp", "cities", "chits",
        "planned", "seen", "manstein_rejected",
    )
)

OFF_MAP = {"box": IN_BOX, "eliminated": ELIMINATED, "awaiting": AWAITING, "removed": REMOVED}

Steps = Callable[["AvlState", int], tuple[Step[Any], ...]]

STEPS: Mapping[str, Steps] = {
    "choose_chits": lambda state, side: (Together(((SOVIET, ChooseSovietChits(SOVIET)),)), BeginTurn()),
    "select_chits": lambda state, side: (BeginTurn(),),
    "special": lambda state, side: (SpecialCombat(SOVIET), DrawChit()),
    "draw": lambda state, side: (DrawChit(),),
    "move": lambda state, side: (MoveUnits(side), CombatSegment(side), DrawChit()),
    "combat": lambda state, side: (CombatSegment(side), DrawChit()),
    "supply": lambda state, side: (SupplyPhase(), *state.game.end_of_turn),
    "reinforcements": lambda state, side: state.game.end_of_turn,
    "hq_removal": lambda state, side: (RemoveHqs(), *state.game.end_of_turn[1:]),
    "sudden_death": lambda state, side: state.game.end_of_turn[1:],
}


def build(game: AvlGame, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> AvlState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    state = AvlState(game, dict(options), dice)
    state.turn = turn_of(words.get("turn", 2), game.turns)
    for name, where in words.get("place", {}).items():
        _place(state, name, where)
    _cities(state, words.get("cities", {}))
    state.vp = _score(state, words.get("vp"))
    _chits(state, words.get("chits", {}))
    state.planned = _chit_mask(game, words.get("planned", ()))
    state.seen_chits = _chit_mask(game, words.get("seen", ()))
    state.manstein_rejected = words.get("manstein_rejected", False)
    side = one_of(words.get("active", "soviet"), SIDES, "side")
    step = step_of(words.get("step", "move"), STEPS)
    if step in ("move", "combat"):
        _activate(state, side, words)
    state.push(*STEPS[step](state, side))
    return state


def _place(state: AvlState, name: str, where: str) -> None:
    """`2310`, `2310 reduced`, `2310 isolated`, `2310 out of supply`, `box`, `awaiting`, `eliminated`."""
    game = state.game
    unit = unit_of(game, name)
    head, _, rest = where.partition(" ")
    state.put(unit, OFF_MAP[head] if head in OFF_MAP else hex_of(game, head))
    if head == "eliminated":
        state.steps[unit] = 0
    if head == "awaiting":
        state.due[unit] = state.turn
    if "reduced" in rest:
        if game.counters.steps[unit] < 2:
            raise SetupError(f"{name} has no reduced side")
        state.steps[unit] = 1
        rest = rest.replace("reduced", "")
    status = rest.strip().strip(",").strip() or "in supply"
    statuses = {"in supply": SUPPLIED, "out of supply": 1, "isolated": 2}
    if status not in statuses:
        raise SetupError(f'{name}: "{status}" is no state; say reduced, out of supply or isolated')
    state.supply[unit] = statuses[status]


def _cities(state: AvlState, control: Mapping[str, str]) -> None:
    places = {place.name: place.hex for place in state.game.map.places}
    for name, side in control.items():
        hex = places.get(name, -1)
        if hex not in state.game.ground.city_number:
            raise SetupError(f'"{name}" is no Victory City')
        if controller(state, hex) != one_of(side, SIDES, "side"):
            state.cities ^= 1 << state.game.ground.city_number[hex]


def _score(state: AvlState, points: Mapping[str, int] | None) -> list[int]:
    """The score that was given, or what the cities alone are worth (3.0a)."""
    if points is not None:
        return [points["axis"], points["soviet"]]
    soviet = state.cities.bit_count()
    each = state.game.points.city_points
    return [each * (len(state.game.ground.cities) - soviet), each * soviet]


def _chits(state: AvlState, pools: Mapping[str, Iterable[str]]) -> None:
    """`{"cup": ["STAVKA"], "inactive": [...], "played": [...]}`."""
    for pool, place in (("inactive", INACTIVE), ("cup", CUP), ("played", PLAYED)):
        for name in pools.get(pool, ()):
            if name not in state.game.chits.numbers:
                raise SetupError(f'there is no chit "{name}"')
            state.chits[state.game.chits.numbers[name]] = place


def _chit_mask(game: AvlGame, names: Iterable[str]) -> int:
    return sum(1 << game.chits.numbers[name] for name in names)


def _activate(state: AvlState, side: int, words: Mapping[str, Any]) -> None:
    game = state.game
    if "hq" in words:
        begin_activation(state, side, units_of(game, words["hq"]), "7.3.1")
    else:
        mine = game.counters.of_side[side]
        here = (IN_BOX, *state.at)
        everyone = sum(1 << unit for unit, hex in enumerate(state.hex_of) if mine >> unit & 1 and hex in here)
        state.active = side
        state.activated = units_of(game, words["activated"]) if "activated" in words else everyone
    state.moved = units_of(game, words.get("moved", ()))
    state.fought = units_of(game, words.get("fought", ()))
    state.attacked = hexes_of(game, words.get("attacked", ()))

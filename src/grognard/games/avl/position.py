"""Any position from plain words: what rules tests, puzzles and scenario authors write.

    game.position(turn=3, step="combat", active="soviet",
                  place={"de-17pz": "2310", "su-7tk": "2410 reduced isolated", "hq-28a": "box"}, dice=[4])

Only the units that are named stand on the map. `step` is one of STEPS below; `activated` names the units (default: all
of the active side), or `hq` names the HQs whose ranges decide. `arrivals` names the reinforcements that are still to
come; the others never do. An attack that has been made goes on from its `result` or from the defenders' `retreat`:

    game.position(step="result", active="soviet", attack={"on": "2310", "by": ["su-7tk"]}, result="D1R", place=...)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.core.dice import Dice
from grognard.core.game import SetupError
from grognard.core.position import (
    attack_of,
    belongs,
    hex_of,
    hexes_of,
    keyed,
    known,
    list_of,
    once,
    one_of,
    places_of,
    some_of,
    step_of,
    table_of,
    turn_of,
    unit_of,
    units_of,
    whole,
    yes_or_no,
)
from grognard.core.step import Step, Together
from grognard.games.avl.advance import BeginAdvance
from grognard.games.avl.battle import Battle
from grognard.games.avl.combat import CombatSegment, attackers, settle
from grognard.games.avl.command import BeginTurn, DrawChit, SpecialCombat, begin_activation
from grognard.games.avl.counters import SIDES, SOVIET
from grognard.games.avl.movement import MoveUnits
from grognard.games.avl.reinforcements import RemoveHqs
from grognard.games.avl.retreat import BeginRetreat
from grognard.games.avl.selection import ChooseSovietChits
from grognard.games.avl.state import (
    AWAITING,
    CUP,
    ELIMINATED,
    IN_BOX,
    INACTIVE,
    ISOLATED,
    NOT_ARRIVED,
    OUT_OF_SUPPLY,
    PLAYED,
    REMOVED,
    SUPPLIED,
    AvlState,
)
from grognard.games.avl.supply import SupplyPhase
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.victory import controller
from grognard.hex.grid import bits, highest, mask

WORDS = frozenset(
    (
        "turn", "step", "active", "place", "activated", "hq", "moved", "fought", "attacked", "vp", "cities", "chits",
        "planned", "seen", "manstein_rejected", "arrivals", "attack", "result", "retreat",
    )
)  # fmt: skip

_ACTING = ("move", "combat", "result", "retreat")
BELONGS = {
    "attack": ("result", "retreat"),
    "result": ("result",),
    "retreat": ("retreat",),
    **dict.fromkeys(("activated", "hq", "moved", "fought", "attacked"), _ACTING),
}
"""Words that only some steps have a use for."""

OFF_MAP = {"box": IN_BOX, "eliminated": ELIMINATED, "awaiting": AWAITING, "removed": REMOVED}

Steps = Callable[["AvlState", int], tuple[Step[Any], ...]]

STEPS: Mapping[str, Steps] = {
    "choose_chits": lambda state, side: (Together(((SOVIET, ChooseSovietChits(SOVIET)),)), BeginTurn()),
    "select_chits": lambda state, side: (BeginTurn(),),
    "special": lambda state, side: (SpecialCombat(SOVIET), DrawChit()),
    "draw": lambda state, side: (DrawChit(),),
    "move": lambda state, side: (MoveUnits(side), CombatSegment(side), DrawChit()),
    "combat": lambda state, side: (CombatSegment(side), DrawChit()),
    "result": lambda state, side: (CombatSegment(side), DrawChit()),
    "retreat": lambda state, side: (CombatSegment(side), DrawChit()),
    "supply": lambda state, side: (SupplyPhase(), *state.game.end_of_turn),
    "reinforcements": lambda state, side: state.game.end_of_turn,
    "hq_removal": lambda state, side: (RemoveHqs(), *state.game.end_of_turn[1:]),
    "sudden_death": lambda state, side: state.game.end_of_turn[1:],
}


def build(game: AvlTables, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> AvlState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    step = step_of(words.get("step", "move"), STEPS)
    belongs(words, step, BELONGS)
    state = AvlState(game, dict(options), dice)
    state.turn = turn_of(words.get("turn", 2), game.turns)
    for name, where in places_of(words):
        _place(state, name, where)
    _arrivals(state, words)
    _cities(state, table_of(words, "cities"))
    state.vp = _score(state, words.get("vp"))
    _chits(state, words.get("chits", {}))
    state.planned = _chit_mask(game, list_of(words, "planned"))
    state.seen_chits = _chit_mask(game, list_of(words, "seen"))
    state.manstein_rejected = yes_or_no(words, "manstein_rejected")
    side = one_of(words.get("active", "soviet"), SIDES, "side")
    if step in _ACTING:
        _activate(state, side, words)
    state.push(*STEPS[step](state, side))
    if step in ("result", "retreat"):
        _attack_made(state, step, words)
    return state


def _attack_made(state: AvlState, step: str, words: Mapping[str, Any]) -> None:
    """The units have attacked; the result is known, or its losses are taken and the defenders retreat."""
    game = state.game
    hexes, units = attack_of(game, words)
    hex = highest(hexes)
    if hexes != 1 << hex or units & ~attackers(state, hex) or not units:
        raise SetupError("these units cannot attack that hex")
    state.fought |= units
    state.attacked |= hexes
    if step == "retreat":
        battle = Battle.between(state, units, hex)
        furthest = max(result.retreat for result in game.results.values())
        state.push(
            BeginRetreat(battle, whole(words.get("retreat", 1), "retreat", least=1, most=furthest)),
            BeginAdvance(battle),
        )
        return
    settle(state, units, hex, list(game.results)[one_of(words.get("result", ""), list(game.results), "result")])


def _arrivals(state: AvlState, words: Mapping[str, Any]) -> None:
    """Who is still to come: the other reinforcements, and the chits of their HQs, are out of the game."""
    if "arrivals" not in words:
        return
    counters = state.game.counters
    awaited = mask(
        unit for unit, row in enumerate(counters.rows) if row.arrives is not None and state.hex_of[unit] == NOT_ARRIVED
    )
    coming = some_of(state.game, words, "arrivals", awaited, "reinforcement that is still to come")
    for unit in bits(awaited & ~coming):
        _place(state, counters.rows[unit].id, "removed" if counters.hqs >> unit & 1 else "eliminated")


def _place(state: AvlState, name: str, where: str) -> None:
    """`2310`, `2310 reduced`, `2310 isolated`, `2310 out of supply`, `box`, `awaiting`, `eliminated`."""
    game = state.game
    unit = unit_of(game, name)
    head, *rest = where.replace(",", " ").split()
    once(name, rest)
    state.put(unit, OFF_MAP[head] if head in OFF_MAP else hex_of(game, head))
    if head == "eliminated":
        state.steps[unit] = 0
    if head == "awaiting":
        state.due[unit] = state.turn
    if "reduced" in rest:
        if game.counters.steps[unit] < 2:
            raise SetupError(f"{name} has no reduced side")
        state.steps[unit] = 1
        rest.remove("reduced")
    status = " ".join(rest) or "in supply"
    statuses = {"in supply": SUPPLIED, "out of supply": OUT_OF_SUPPLY, "isolated": ISOLATED}
    if status not in statuses:
        raise SetupError(f'{name}: "{status}" is no state; say reduced, out of supply or isolated')
    state.supply[unit] = statuses[status]


def _cities(state: AvlState, control: Mapping[str, str]) -> None:
    """Whoever stands in a city controls it (14.0.1a); of the others what is said, else they are the Axis's."""
    for hex, number in state.game.ground.city_number.items():
        if state.at.get(hex, 0) & state.game.counters.of_side[SOVIET]:
            state.cities |= 1 << number
    places = {place.name: place.hex for place in state.game.map.places}
    for name, side in control.items():
        hex = places.get(name, -1)
        if hex not in state.game.ground.city_number:
            raise SetupError(f'"{name}" is no Victory City')
        if controller(state, hex) != one_of(side, SIDES, "side"):
            state.cities ^= 1 << state.game.ground.city_number[hex]


def _score(state: AvlState, points: Mapping[str, int] | None) -> list[int]:
    """The score that was given; of a side without one, what its cities alone are worth (3.0a)."""
    given = keyed(points or {}, SIDES, "vp")
    held = state.cities.bit_count()
    each = state.game.points.city_points
    by_cities = (each * (len(state.game.ground.cities) - held), each * held)
    return [whole(given.get(side, by_cities[number]), f"vp of {side}") for number, side in enumerate(SIDES)]


def _chits(state: AvlState, pools: Mapping[str, Iterable[str]]) -> None:
    """`{"cup": ["STAVKA"], "inactive": [...], "played": [...]}`."""
    places = {"inactive": INACTIVE, "cup": CUP, "played": PLAYED}
    told: dict[str, str] = {}
    for pool in keyed(pools, places, "chits"):
        for name in list_of(pools, pool):
            if told.setdefault(name, pool) != pool:
                raise SetupError(f"chits: {name} is in {told[name]} and in {pool}")
            state.chits[_chit(state.game, name)] = places[pool]


def _chit(game: AvlTables, name: str) -> int:
    return one_of(name, game.chits.names, "chit")


def _chit_mask(game: AvlTables, names: Iterable[str]) -> int:
    return mask(_chit(game, name) for name in names)


def _activate(state: AvlState, side: int, words: Mapping[str, Any]) -> None:
    game = state.game
    if "hq" in words:
        begin_activation(state, side, some_of(game, words, "hq", game.counters.hqs, "HQ"), "7.3.1")
    else:
        mine = game.counters.of_side[side]
        here = (IN_BOX, *state.at)
        everyone = sum(1 << unit for unit, hex in enumerate(state.hex_of) if mine >> unit & 1 and hex in here)
        state.active = side
        state.activated = units_of(game, list_of(words, "activated")) if "activated" in words else everyone
    state.moved = units_of(game, list_of(words, "moved"))
    state.fought = units_of(game, list_of(words, "fought"))
    state.attacked = hexes_of(game, list_of(words, "attacked"))

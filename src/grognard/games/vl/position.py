"""Any position from plain words: what rules tests, puzzles and scenario authors write.

    game.position(turn=3, step="combat", active="soviet", weather="clear", ring=2,
                  place={"fd-357": "1109 reduced", "cadre-1": "1109 of fd-357", "s-343": "1010 isolated"}, dice=[4])

Only the counters that are named stand on the map, and the two Festungs unless `festungs` says otherwise. `step` is
one of STEPS below. An attack that has been made goes on from its `result` or from the defenders' `retreat`:

    game.position(step="result", attack={"on": "1008", "by": ["gfd-9"]}, result="1/R2", place=...)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from grognard.core.step import Step
from grognard.games.vl.advance import BeginAdvance
from grognard.games.vl.combat import CombatPhase, EndCombat, attackers, battle_of, commit, settle
from grognard.games.vl.counters import SIDES, SOVIET
from grognard.games.vl.movement import MoveUnits
from grognard.games.vl.retreat import EndRetreat, RetreatForce
from grognard.games.vl.schema import Festung
from grognard.games.vl.setup import Deploy
from grognard.games.vl.stacking import CheckStacking
from grognard.games.vl.state import AWAY, ELIMINATED, EXITED, WEATHER, VlState
from grognard.games.vl.tables import VlTables
from grognard.games.vl.turn import (
    BeginTurn,
    NextTurn,
    RecordRing,
    after_combat,
    after_movement,
    give_points,
    player_turn,
)
from grognard.games.vl.victory import EndOfTurn
from grognard.hex.grid import bits, highest, mask

WORDS = frozenset(
    (
        "turn", "step", "active", "place", "weather", "moved", "fought", "attacked", "used", "supports", "artillery",
        "air", "ring", "assaulted", "festungs", "scored", "arrivals", "attack", "result",
    )
)  # fmt: skip

BELONGS = {
    "attack": ("result", "retreat"),
    "result": ("result",),
    "moved": ("move", "stacking"),
    "fought": ("combat", "result", "retreat", "end_of_combat"),
    "attacked": ("combat", "result", "retreat", "end_of_combat"),
}
"""Words that only some steps have a use for."""

OFF_MAP = {"eliminated": ELIMINATED, "away": AWAY, "exited": EXITED}
STATES = {"in supply": 0, "isolated": 1, "unsupplied": 2}

Steps = Callable[[int], tuple[Step[Any], ...]]


def _rest(side: int) -> tuple[Step[Any], ...]:
    """What follows a side's combat phase in the turn."""
    later = player_turn(1) if side == SOVIET else ()
    return (*later, EndOfTurn(), NextTurn())


STEPS: Mapping[str, Steps] = {
    "deploy": lambda side: (Deploy(side), BeginTurn()),
    "turn": lambda side: (BeginTurn(),),
    "move": lambda side: (MoveUnits(side), *after_movement(side), *_rest(side)),
    "combat": lambda side: (CombatPhase(side), *after_combat(side), *_rest(side)),
    "result": lambda side: (EndCombat(), CombatPhase(side), *after_combat(side), *_rest(side)),
    "retreat": lambda side: (EndCombat(), CombatPhase(side), *after_combat(side), *_rest(side)),
    "stacking": lambda side: (CheckStacking(), MoveUnits(side), *after_movement(side), *_rest(side)),
    "end_of_combat": lambda side: (RecordRing(side), *_rest(side)),
    "end_of_turn": lambda side: (EndOfTurn(), NextTurn()),
}


def build(game: VlTables, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> VlState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    step = step_of(words.get("step", "move"), STEPS)
    belongs(words, step, BELONGS)
    state = VlState(game, dict(options), dice)
    state.turn = turn_of(words.get("turn", 2), game.turns)
    state.weather = one_of(words.get("weather", "overcast"), WEATHER, "weather")
    side = one_of(words.get("active", "soviet"), SIDES, "side")
    state.active = side
    _festungs(state, words.get("festungs", {}))
    for name, where in places_of(words):
        _place(state, name, where)
    _arrivals(state, words)
    give_points(state)
    for word in ("artillery", "air"):
        for name, points in table_of(words, word).items():
            getattr(state, word)[one_of(name, SIDES, "side")] = whole(points, f"{word} of {name}")
    for name, left in table_of(words, "supports").items():
        unit = unit_of(game, name)
        state.supports[unit] = whole(left, f"supports of {name}", most=game.counters.supports[unit])
    state.used = some_of(game, words, "used", game.counters.launchers, "rocket launcher")
    state.moved = units_of(game, list_of(words, "moved"))
    state.fought = units_of(game, list_of(words, "fought"))
    state.scored = units_of(game, list_of(words, "scored"))
    state.attacked = hexes_of(game, list_of(words, "attacked"))
    state.ring_turn = whole(words.get("ring", 0), "ring, the turn in which it closed,", most=state.turn)
    state.assaulted = yes_or_no(words, "assaulted")
    state.push(*STEPS[step](side))
    if step in ("result", "retreat"):
        _attack_made(state, side, step, words)
    return state


def _arrivals(state: VlState, words: Mapping[str, Any]) -> None:
    """Who is still to come (13.2a): the other reinforcements are out of the game."""
    if "arrivals" not in words:
        return
    awaited = state.unarrived & mask(unit for unit, turn in enumerate(state.game.arrives) if turn)
    coming = some_of(state.game, words, "arrivals", awaited, "reinforcement that is still to come")
    for unit in bits(awaited & ~coming):
        _place(state, state.game.counters.rows[unit].id, "eliminated")


def _attack_made(state: VlState, side: int, step: str, words: Mapping[str, Any]) -> None:
    """The units have attacked; the result is known, or the defenders go back one hex."""
    hexes, units = attack_of(state.game, words)
    hex = highest(hexes)
    if hexes != 1 << hex or not units or units & ~attackers(state, side, hex):
        raise SetupError("these units cannot attack that hex")
    battle = battle_of(state, side, units, hex)
    commit(state, battle)
    if step == "retreat":
        state.push(RetreatForce(battle.defender, battle.defenders, True), EndRetreat(battle.defender), BeginAdvance())
        return
    results = sorted({result for column in state.game.crt.rows for result in column})
    settle(state, battle, results[one_of(words.get("result", ""), results, "result")])


def _festungs(state: VlState, levels: Mapping[str, int]) -> None:
    """`{"west": 3, "east": 0}`; a Festung not named is whole."""
    game = state.game
    keyed(levels, [row.part for row in game.counters.rows if isinstance(row, Festung)], "festungs")
    for row in game.counters.rows:
        if not isinstance(row, Festung):
            continue
        unit = unit_of(game, row.id)
        state.steps[unit] = whole(levels.get(row.part, row.levels), f"festungs: {row.part}", most=row.levels)
        state.put(unit, game.ground.parts[row.part] if state.steps[unit] else ELIMINATED)


def _place(state: VlState, name: str, where: str) -> None:
    """`1410`, `1410 reduced`, `1410 cadre`, `1410 isolated`, `1410 unsupplied`, `1410 of fd-357`, `away 0101`."""
    game = state.game
    unit = unit_of(game, name)
    head, *rest = where.split()
    once(name, rest)
    state.put(unit, OFF_MAP[head] if head in OFF_MAP else hex_of(game, head))
    if head == "eliminated":
        state.steps[unit] = 0
    if head == "away":
        state.due[unit] = state.turn
        if rest and rest[0].isdigit():
            state.exit_hex[unit] = hex_of(game, rest.pop(0))
    while rest:
        word = rest.pop(0)
        if word == "of" and rest:
            state.cadre_of[unit] = unit_of(game, rest.pop(0))
        elif word in ("reduced", "cadre"):
            steps = 1 if word == "cadre" else game.counters.steps[unit] - 1
            if steps < 1:
                raise SetupError(f"{name} has no reduced side")
            state.steps[unit] = steps
        elif word in STATES:
            if state.supply[unit]:
                raise SetupError(f"{name} is isolated or unsupplied, not both")
            state.supply[unit] = STATES[word]
        else:
            raise SetupError(f'{name}: "{word}" is no state; say reduced, cadre, isolated, unsupplied or of <division>')
    if game.counters.cadres >> unit & 1 and not game.counters.divisions >> state.cadre_of[unit] & 1:
        raise SetupError(f'{name} is a cadre: say of which division, as "{head} of fd-357"')

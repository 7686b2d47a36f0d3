"""Any position from plain words: what rules tests, puzzles and scenario authors write.

    game.position(scenario="1-russian-tank-offensive", turn=3, step="combat", active="russian",
                  place={"su-tank-bde#1": "2010", "ge-art-light#1": "2211 limbered", "ge-inf-bn#1": "2110 in"},
                  forts=["2110"], choices={"objective": "A"}, dice=[4])

Only the units that are named stand on the map; the others are not in play. A place is a hex or "not arrived",
"to place", "destroyed", "used", "exited 1201 on 3". After a hex may stand: limbered, in (the fortification),
undeployed, released. `step` is one of STEPS below. `bridges` says where engineers have theirs, `revealed` which
`choices` everybody knows, `destroyed` the points that each side has lost (else what its destroyed units are worth).

What was noted before is told in the names of the scenario's file:

    watched={"railway_embankment": 8}            the turn of the first entry into an area, or of what a group waits for
    entry_die={"german_column": 3}               the die of a reinforcement group
    samples=[["russian holds Kropotkin"], []]    for each Player-Turn that is over: the facts that held at its end
    breaks=[[], []], broken=[...]                and those that failed at some moment of it, or of the one that is on

Facts are "russian holds Kropotkin" (out of enemy ZOC), "german occupies Ogarev", "russian line from exit_b", "no
russian line from exit_b" and "russian line up to side_a", as far as the scenario's goals ask for them.

A Combat Phase can begin with its attacks announced, at any of its segments; in those before it nothing came of what was
announced. Each gun names its supply unit, or is "unsupplied"; `armored` names armored infantry of either side:

    game.position(step="final_segment", place=..., announced={
        "attacks": [{"on": ["2110"], "by": ["su-tank-bde#1"]}], "armored": ["ge-arm-inf-bn#1"],
        "fires": [{"on": "2211", "guns": {"su-art-20#1": "su-supply#1", "su-art-20#2": "unsupplied"}}],
        "strikes": [{"unit": "ge-inf-bn#1", "points": 5}]})

An attack that has been made goes on from its `result`, or from the units that `retreat` (all defenders, if none are
named). It is one of the Final Ground Combat Segment, unless `segment` says "armored_segment"; `by` guns with their
supply units it is artillery fire. Other attacks may be announced besides.

    game.position(step="result", attack={"on": "2110", "by": ["su-tank-bde#1"]}, result="DB", place=...)
    game.position(step="retreat", attack={"on": "2110", "by": ["su-tank-bde#1"]}, retreat=["ge-inf-bn#1"], place=...)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.core.dice import Dice
from grognard.core.game import Scenario, SetupError
from grognard.core.position import (
    belongs,
    hex_of,
    hexes_of,
    keyed,
    known,
    list_of,
    once,
    one_of,
    places_of,
    step_of,
    table_of,
    turn_of,
    unit_of,
    whole,
)
from grognard.core.step import Step
from grognard.games.lb.combat.results import worth
from grognard.games.lb.combat.segments import CombatPhase
from grognard.games.lb.counters import SIDES
from grognard.games.lb.position_combat import AFTER_ATTACK, IN_COMBAT, begin_combat
from grognard.games.lb.sequence import (
    BeginGameTurn,
    BeginMovement,
    EndGameTurn,
    EndPlayerTurn,
    PlayerTurn,
    opening,
)
from grognard.games.lb.set_up.deployment import Deploy
from grognard.games.lb.state import (
    BEFORE,
    COMBAT,
    DESTROYED,
    EXITED,
    FIRST_MOVEMENT,
    PLACES,
    SECOND_MOVEMENT,
    LbState,
)
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits, mask

WORDS = frozenset(
    (
        "turn", "step", "active", "place", "forts", "bridges", "choices", "revealed", "entry_die", "watched",
        "destroyed", "samples", "breaks", "broken", "announced", "attack", "segment", "result", "retreat",
    )
)  # fmt: skip

Steps = Callable[["LbState", int], tuple[Step[Any], ...]]


def _after(state: LbState, side: int) -> tuple[Step[Any], ...]:
    """What follows a side's Player-Turn."""
    other = (PlayerTurn(1 - side),) if side == state.plan.first else ()
    return (EndPlayerTurn(), *other, EndGameTurn())


def _second(state: LbState, side: int) -> tuple[Step[Any], ...]:
    return (BeginMovement(side, SECOND_MOVEMENT), *_after(state, side))


def _combat(state: LbState, side: int) -> tuple[Step[Any], ...]:
    return (CombatPhase(side), *_second(state, side))


STEPS: Mapping[str, Steps] = {
    "choose": lambda state, side: opening(state),
    "deploy": lambda state, side: (Deploy(side), BeginGameTurn()),
    "turn": lambda state, side: (BeginGameTurn(),),
    "player_turn": lambda state, side: (PlayerTurn(side), *_after(state, side)[1:]),
    "first_movement": lambda state, side: (BeginMovement(side, FIRST_MOVEMENT), *_combat(state, side)),
    "combat": _combat,
    **dict.fromkeys(IN_COMBAT, _combat),
    "second_movement": _second,
    "end_of_player_turn": _after,
}
PHASES = {"first_movement": FIRST_MOVEMENT, "second_movement": SECOND_MOVEMENT, "end_of_player_turn": SECOND_MOVEMENT}
PHASES |= dict.fromkeys(("combat", *IN_COMBAT), COMBAT)
BELONGS = {
    "announced": ("combat", *IN_COMBAT),
    "attack": AFTER_ATTACK,
    "segment": AFTER_ATTACK,
    "result": ("result",),
    "retreat": ("retreat",),
}
"""Words that only some steps have a use for."""


def build(
    game: LbTables, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice
) -> LbState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    plan = game.plan(scenario.id, options)
    state = LbState(game, plan, dict(options), dice)
    state.turn = turn_of(words.get("turn", 1), plan.turns)
    state.active = one_of(words.get("active", SIDES[plan.first]), SIDES, "side")
    step = step_of(words.get("step", "first_movement"), STEPS)
    belongs(words, step, BELONGS)
    state.phase = PHASES.get(step, BEFORE)
    state.forts |= hexes_of(game, list_of(words, "forts"))
    for name, where in places_of(words):
        _place(state, name, where)
    for name, hexside in table_of(words, "bridges").items():
        _bridge(state, name, hexside)
    _choices(state, words.get("choices", {}), list_of(words, "revealed"))
    _losses(state, words.get("destroyed", {}))
    _record(state, words)
    state.push(*STEPS[step](state, state.active))
    if step in IN_COMBAT or "announced" in words:
        begin_combat(state, step, words)
    return state


# ---- places


def _place(state: LbState, name: str, where: str) -> None:
    unit = unit_of(state.game, name)
    head, *flags = where.replace(",", " ").split() or [""]
    if head == "exited":
        _exited(state, name, flags)
    elif where in PLACES:
        state.put(unit, PLACES.index(where))
    else:
        state.put(unit, hex_of(state.game, head))
        once(name, flags)
        for flag in flags:
            _flag(state, name, flag)


def _exited(state: LbState, name: str, rest: list[str]) -> None:
    """`exited 1201 on 3`."""
    if len(rest) != 3 or rest[1] != "on" or not rest[2].isdecimal():
        raise SetupError(f'{name}: say from where and on which turn it left, as "exited 1201 on 3"')
    unit = unit_of(state.game, name)
    state.exited[unit] = (turn_of(int(rest[2]), state.turn), hex_of(state.game, rest[0]))
    state.put(unit, EXITED)


def _flag(state: LbState, name: str, flag: str) -> None:
    unit = unit_of(state.game, name)
    hex, bit = state.hex_of[unit], 1 << unit
    if flag == "limbered":
        if not state.game.counters.guns & bit:
            raise SetupError(f"{name} is no ranged artillery and cannot be limbered")
        state.limber(unit, True)
    elif flag == "in":
        if not state.forts >> hex & 1:
            raise SetupError(f"{name}: there is no fortification in {state.game.ground.grid.name(hex)}")
        state.dug_in |= bit
    elif flag == "undeployed":
        state.undeployed |= bit
    elif flag == "released":
        state.released |= bit
    else:
        raise SetupError(f'{name}: "{flag}" is no state; say limbered, in, undeployed or released')


def _bridge(state: LbState, name: str, hexside: str) -> None:
    game = state.game
    unit = unit_of(game, name)
    a, _, b = str(hexside).partition("-")
    number = game.ground.river_number.get(frozenset((hex_of(game, a), hex_of(game, b)))) if b else None
    if number is None:
        raise SetupError(f'{hexside} is no river hexside; name both hexes, as "1712-1812"')
    if not state.on_map(unit):
        raise SetupError(f"{name} has a bridge and is not on the map")
    state.keep_bridge(unit, number)


# ---- what was chosen and noted before


def _choices(state: LbState, made: Mapping[str, str], revealed: Iterable[str]) -> None:
    choices = {one.row.id: one.row.options for one in state.plan.choices}
    chosen = list(state.chosen)
    for number, (name, options) in enumerate(choices.items()):
        if name in keyed(made, choices, "choices"):
            chosen[number] = one_of(made[name], options, name)
    state.chosen = tuple(chosen)
    state.revealed = mask(one_of(name, list(choices), "choice") for name in revealed)


def _losses(state: LbState, points: Mapping[str, int]) -> None:
    """The points that were given; of a side without any, what its destroyed units are worth (victory.points)."""
    keyed(points, SIDES, "destroyed")
    for number, side in enumerate(SIDES):
        lost = [unit for unit in bits(state.game.counters.of_side[number]) if state.hex_of[unit] == DESTROYED]
        state.destroyed[number] = whole(
            points.get(side, sum(worth(state, unit) for unit in lost)), f"destroyed of {side}"
        )


def _record(state: LbState, words: Mapping[str, Any]) -> None:
    """First entries, dice of entry, and the facts of the Player-Turns that are over."""
    plan = state.plan
    names = plan.watch_names
    said = keyed(words.get("watched", {}), names, "watched")
    state.watched = tuple(turn_of(said[name], state.turn) if said.get(name) else 0 for name in names)
    groups = plan.die_names
    for name, face in keyed(words.get("entry_die", {}), groups, "entry_die").items():
        if face not in range(1, 7):
            raise SetupError(f"entry_die: {face!r} is no face of a die")
        state.entry_die[groups[name]] = face
    state.samples = _player_turns(state, words, "samples")
    state.breaks = _player_turns(state, words, "breaks")
    state.broken = _facts(state, words.get("broken", ()), "broken")


def _player_turns(state: LbState, words: Mapping[str, Any], word: str) -> tuple[int, ...]:
    """For each Player-Turn before this one the facts that are named; none where nothing is said."""
    before = 2 * (state.turn - 1) + (state.active != state.plan.first)
    rows = words.get(word, [()] * before)
    if len(rows) != before:
        raise SetupError(f"{word} tells of {len(rows)} Player-Turns; {before} are over")
    return tuple(_facts(state, row, word) for row in rows)


def _facts(state: LbState, named: Any, word: str) -> int:
    if isinstance(named, str | int):
        raise SetupError(f"{word}: {named!r} is no list of facts; it has {', '.join(state.plan.fact_names)}")
    return mask(one_of(name, state.plan.fact_names, "fact") for name in named)

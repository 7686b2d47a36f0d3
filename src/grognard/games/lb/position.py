"""Any position from plain words: what rules tests, puzzles and scenario authors write.

    game.position(scenario="1-russian-tank-offensive", turn=3, step="combat", active="russian",
                  place={"su-tank-bde#1": "2010", "ge-art-light#1": "2211 limbered", "ge-inf-bn#1": "2110 in"},
                  forts=["2110"], choices={"objective": "A"}, dice=[4])

Only the units that are named stand on the map; the others are not in play. A place is a hex or "not arrived",
"to place", "destroyed", "used", "exited 1201 on 3". After a hex may stand: limbered, in (the fortification),
undeployed, released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.game import Scenario, SetupError
from grognard.core.position import hex_of, hexes_of, known, one_of, step_of, turn_of, unit_of
from grognard.core.step import Step
from grognard.games.lb.counters import SIDES
from grognard.games.lb.deployment import Deploy
from grognard.games.lb.segments import CombatPhase
from grognard.games.lb.sequence import (
    BeginGameTurn,
    BeginMovement,
    EndGameTurn,
    EndPlayerTurn,
    PlayerTurn,
    opening,
)
from grognard.games.lb.state import EXITED, FIRST_MOVEMENT, PLACES, SECOND_MOVEMENT, LbState

if TYPE_CHECKING:
    from grognard.games.lb.game import LbGame

WORDS = frozenset(
    (
        "turn", "step", "active", "place", "forts", "bridges", "choices", "revealed", "entry_die", "watched",
        "destroyed",
        "samples", "breaks",
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
    "second_movement": _second,
    "end_of_player_turn": _after,
}


def build(
    game: LbGame, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice
) -> LbState:
    """The position that these words describe, at the first decision of its step."""
    known(words, WORDS)
    plan = game.plan(scenario.id, options)
    state = LbState(game, plan, dict(options), dice)
    state.turn = turn_of(words.get("turn", 1), plan.turns)
    state.forts |= hexes_of(game, words.get("forts", ()))
    for name, where in words.get("place", {}).items():
        _place(state, name, where)
    for name, hexside in words.get("bridges", {}).items():
        state.keep_bridge(unit_of(game, name), _hexside(game, hexside))
    _choices(state, words.get("choices", {}), words.get("revealed", ()))
    state.entry_die = {int(group): die for group, die in words.get("entry_die", {}).items()}
    if "watched" in words:
        state.watched = tuple(words["watched"])
    for side, lost in words.get("destroyed", {}).items():
        state.destroyed[one_of(side, SIDES, "side")] = lost
    side = one_of(words.get("active", SIDES[plan.first]), SIDES, "side")
    before = 2 * (state.turn - 1) + (side != plan.first)
    state.samples = tuple(words.get("samples", (0,) * before))
    state.breaks = tuple(words.get("breaks", (0,) * len(state.samples)))
    state.active = side
    step = step_of(words.get("step", "first_movement"), STEPS)
    state.push(*STEPS[step](state, side))
    return state


def _hexside(game: LbGame, name: str) -> int:
    a, _, b = name.partition("-")
    number = game.ground.river_number.get(frozenset((hex_of(game, a), hex_of(game, b))))
    if number is None:
        raise SetupError(f"{name} is no river hexside")
    return number


def _place(state: LbState, name: str, where: str) -> None:
    unit = unit_of(state.game, name)
    if where in PLACES:
        state.put(unit, PLACES.index(where))
        return
    head, *flags = where.replace(",", " ").split()
    if head == "exited":
        hex, _, turn = flags
        state.exited[unit] = (int(turn), hex_of(state.game, hex))
        state.put(unit, EXITED)
        return
    state.put(unit, hex_of(state.game, head))
    bit = 1 << unit
    for flag in flags:
        if flag == "limbered":
            if not state.game.counters.guns & bit:
                raise SetupError(f"{name} is no ranged artillery and cannot be limbered")
            state.limber(unit, True)
        elif flag == "in":
            if not state.forts >> state.hex_of[unit] & 1:
                raise SetupError(f"{name}: there is no fortification in {head}")
            state.dug_in |= bit
        elif flag == "undeployed":
            state.undeployed |= bit
        elif flag == "released":
            state.released |= bit
        else:
            raise SetupError(f'{name}: "{flag}" is no state; say limbered, in, undeployed or released')


def _choices(state: LbState, made: Mapping[str, str], revealed: Iterable[str]) -> None:
    chosen = list(state.chosen)
    for name, option in made.items():
        number = state.plan.choice_number(name)
        if number < 0 or option not in state.plan.choices[number].row.options:
            raise SetupError(f'there is no choice "{name}" with an option "{option}" in this scenario')
        chosen[number] = state.plan.choices[number].row.options.index(option)
    state.chosen = tuple(chosen)
    for name in revealed:
        state.revealed |= 1 << state.plan.choice_number(name)

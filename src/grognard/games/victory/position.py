"""Any position of Victory from plain words, for tests, puzzles and scenario authors.

    GAME.position(place={"red-infantry-1": "0707", "blue-fighter-1": "0909 at 3"}, step="move", active="red")

A place is a hex, then words: `at 3` (strength), `at sea`, `ashore`, `beachhead`, `moved`, `aboard red-carrier-1`,
`shown`; for a block in a battle also `from 0708` (the hex it entered from), `flown 3`, `late`. `battles` names who
began each: `{"0707": "red"}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Dice
from grognard.core.game import SetupError
from grognard.core.position import hex_of, known, one_of, step_of
from grognard.core.step import Step
from grognard.games.victory.aftermath import face_up
from grognard.games.victory.battles import CombatPhase
from grognard.games.victory.control import controlled
from grognard.games.victory.movement import PlayerMove, settle_afloat
from grognard.games.victory.muster import Muster
from grognard.games.victory.production import ProductionPhase
from grognard.games.victory.sequence import BeginTurn, Initiative
from grognard.games.victory.stacking import class_now
from grognard.games.victory.state import NONE, VictoryState
from grognard.games.victory.supply import SupplyPhase
from grognard.games.victory.victory import VictoryCheck

if TYPE_CHECKING:
    from grognard.games.victory.game import VictoryGame

WORDS = frozenset(
    ("place", "turn", "step", "active", "order", "storm", "airfields", "mulberries", "ruined", "blockades", "held",
     "ruined_canals", "battles")
)  # fmt: skip

_REST = (CombatPhase(), SupplyPhase(), VictoryCheck(), ProductionPhase(), BeginTurn())


def _moves(state: VictoryState) -> tuple[Step[Any], ...]:
    return tuple(PlayerMove(army) for army in state.order)


STEPS: dict[str, Callable[[VictoryState], tuple[Step[Any], ...]]] = {
    "muster": lambda state: (Muster(0), BeginTurn()),
    "turn": lambda state: (BeginTurn(),),
    "initiative": lambda state: (Initiative(), *_REST),
    "move": lambda state: (*_moves(state), *_REST),
    "combat": lambda state: _REST,
    "supply": lambda state: _REST[1:],
    "victory": lambda state: _REST[2:],
    "production": lambda state: _REST[3:],
}


def build(game: VictoryGame, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> VictoryState:
    known(words, WORDS)
    state = VictoryState(game, dict(options), dice)
    state.turn = words.get("turn", 1)
    for name, where in words.get("place", {}).items():
        _place(state, name, where)
    for name, where in words.get("place", {}).items():
        _aboard(state, name, where)
    for hex, army in words.get("battles", {}).items():
        state.battles[hex_of(game, hex)] = _army(game, army)
    for name, where in words.get("place", {}).items():
        _entered(state, name, where)
    _markers(state, words)
    state.shown |= face_up(state)
    active = _army(game, words.get("active", game.armies[0].id))
    state.order = [(active + number) % len(game.armies) for number in range(len(game.armies))]
    state.held = [controlled(state, side) & game.ground.settlements for side in range(len(game.sides))]
    step = step_of(words.get("step", "move"), STEPS)
    state.push(*STEPS[step](state))
    return state


def _army(game: VictoryGame, name: str) -> int:
    return one_of(name, [army.id for army in game.armies], "army")


def _unit(game: VictoryGame, name: str) -> int:
    if name not in game.blocks.numbers:
        raise SetupError(f'there is no block "{name}"')
    return game.blocks.numbers[name]


def _place(state: VictoryState, name: str, where: str) -> None:
    game = state.game
    unit = _unit(game, name)
    bit = 1 << unit
    head, _, rest = where.partition(" ")
    words = rest.split()
    state.steps[unit] = game.blocks.most[unit]
    for number, word in enumerate(words):
        if word == "at" and words[number + 1].isdigit():
            state.steps[unit] = int(words[number + 1])
    if state.steps[unit] > game.blocks.most[unit]:
        raise SetupError(f"{name} has {game.blocks.most[unit]} steps at most")
    state.put(unit, hex_of(game, head))
    if "moved" in words:
        state.moved |= bit
    if "shown" in words:
        state.shown |= bit
    if "beachhead" in words:
        state.beach |= bit
    if game.blocks.ground & bit and game.ground.water >> state.hex_of[unit] & 1:
        state.afloat |= bit
    elif "ashore" not in words and game.blocks.ground & bit:
        settle_afloat(state, unit)
    if "at sea" in rest:
        state.afloat |= bit


def _aboard(state: VictoryState, name: str, where: str) -> None:
    words = where.split()
    if "aboard" in words:
        carrier = _unit(state.game, words[words.index("aboard") + 1])
        unit = _unit(state.game, name)
        state.aboard[unit] = carrier
        if state.aboard[unit] == NONE or state.hex_of[unit] != state.hex_of[carrier]:
            raise SetupError(f"{name} is not where its carrier is")


def _entered(state: VictoryState, name: str, where: str) -> None:
    """How a block came into its battle this turn."""
    game = state.game
    unit = _unit(game, name)
    words = where.split()
    hex = state.hex_of[unit]
    if "from" in words:
        beside = hex_of(game, words[words.index("from") + 1])
        state.came[unit] = beside
        class_ = class_now(state, unit)
        d = game.ground.grid.direction(hex, beside)
        state.crossings[hex] = (*state.crossings.get(hex, ()), (d, game.blocks.army[unit], class_))
        state.moved |= 1 << unit
    if "flown" in words:
        state.flown[unit] = int(words[words.index("flown") + 1])
        state.moved |= 1 << unit
    if "late" in words:
        state.late |= 1 << unit


def _markers(state: VictoryState, words: Mapping[str, Any]) -> None:
    game = state.game
    if "storm" in words:
        state.storm = hex_of(game, words["storm"])
    for hex, (size, side) in words.get("airfields", {}).items():
        state.airfields[hex_of(game, hex)] = (2 if size == "major" else 1, game.sides.index(side), 0)
    for hex, side in words.get("mulberries", {}).items():
        state.mulberries[hex_of(game, hex)] = (game.sides.index(side), 0)
    for hex, army in words.get("blockades", {}).items():
        state.blockades[hex_of(game, hex)] = _army(game, army)
    state.ruined = tuple(sorted(_bridges(game, words.get("ruined", ()))))
    for hex in words.get("ruined_canals", ()):
        state.ruined_canals |= 1 << hex_of(game, hex)


def _bridges(game: VictoryGame, names: Iterable[str]) -> Iterable[int]:
    for name in names:
        pair = sorted(hex_of(game, part) for part in name.split("-"))
        if tuple(pair) not in game.ground.bridges:
            raise SetupError(f"{name} is no bridge")
        yield game.ground.bridges.index((pair[0], pair[1]))

"""Any position of Victory from plain words, for tests, puzzles and scenario authors.

    GAME.position(place={"red-infantry-1": "0707", "blue-fighter-1": "0909 at 3"}, step="move", active="red")

A place is a hex, then words: `at 3` (strength), `at sea`, `ashore`, `beachhead`, `moved`, `aboard red-carrier-1`,
`shown`; for a block in a battle also `from 0708` (the hex it entered from), `flown 3`, `late`. `battles` names who
began each: `{"0707": "red"}`. `order` is the armies' order of the turn, `held` what a side held when it began. A
battle that is being fought goes on from the start of any round, from somebody's Combat Turn, from the hits of a block
that has fired, from the retreat of an army or a block that has to leave, or from the question whether ships blockade:

    fight = {"hex": "0707", "by": "red", "round": 2, "half": ["blue-infantry-1"], "grounded": ["blue-fighter-1"]}
    GAME.position(step="round", fight=fight, place=...)
    GAME.position(step="combat_turn", fight=fight | {"acted": {"red-cruiser-1": "fired at ground"},
                                                     "next": "blue-infantry-1"}, place=...)
    GAME.position(step="hits", fight=fight, hits={"by": "red-infantry-1", "at": "ground", "count": 2}, place=...)
    GAME.position(step="retreat", fight=fight | {"round": 3}, retreat="red", place=...)
    GAME.position(step="blockade", fight=fight | {"round": 3}, place=...)

`position_fight.py` lists what else can be said of a fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.core.dice import Dice
from grognard.core.game import SetupError
from grognard.core.position import (
    belongs,
    hex_of,
    keyed,
    known,
    list_of,
    once,
    one_of,
    places_of,
    step_of,
    table_of,
    turn_of,
)
from grognard.core.step import Step
from grognard.games.victory.board.control import controlled
from grognard.games.victory.board.stacking import class_now
from grognard.games.victory.combat.aftermath import face_up
from grognard.games.victory.combat.battles import ChooseBattle, CombatPhase
from grognard.games.victory.command.command import general
from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.logistics.production import ProductionPhase
from grognard.games.victory.logistics.supply import SupplyPhase
from grognard.games.victory.movement.movement import PlayerMove, settle_afloat
from grognard.games.victory.position_fight import IN_BATTLE, army_of, begin_fight, block_of
from grognard.games.victory.sequence import BeginTurn, Initiative
from grognard.games.victory.set_up.muster import Muster
from grognard.games.victory.state import NONE, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.games.victory.victory import VictoryCheck
from grognard.hex.grid import mask

WORDS = frozenset(
    ("place", "turn", "step", "active", "order", "storm", "airfields", "mulberries", "ruined", "blockades", "held",
     "ruined_canals", "battles", "fight", "hits", "retreat")
)  # fmt: skip

BELONGS = {"fight": IN_BATTLE, "hits": ("hits",), "retreat": ("retreat",)}
"""Words that only some steps have a use for."""

_REST = (CombatPhase(), SupplyPhase(), VictoryCheck(), ProductionPhase(), BeginTurn())


def _moves(state: VictoryState) -> tuple[Step[Any], ...]:
    return tuple(PlayerMove(army) for army in state.order)


STEPS: dict[str, Callable[[VictoryState], tuple[Step[Any], ...]]] = {
    "muster": lambda state: (Muster(0), BeginTurn()),
    "turn": lambda state: (BeginTurn(),),
    "initiative": lambda state: (Initiative(), *_REST),
    "move": lambda state: (*_moves(state), *_REST),
    "combat": lambda state: _REST,
    **dict.fromkeys(IN_BATTLE, lambda state: _REST[1:]),
    "supply": lambda state: _REST[1:],
    "victory": lambda state: _REST[2:],
    "production": lambda state: _REST[3:],
}


def build(game: VictoryTables, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> VictoryState:
    known(words, WORDS)
    step = step_of(words.get("step", "move"), STEPS)
    belongs(words, step, BELONGS)
    state = VictoryState(game, dict(options), dice)
    state.turn = turn_of(words.get("turn", 1), LATEST_TURN)
    placed = {block_of(game, name): _read(game, name, where) for name, where in places_of(words)}
    for unit, one in placed.items():
        _place(state, unit, one)
    for unit, one in placed.items():
        _aboard(state, unit, one)
    for hex, army in table_of(words, "battles").items():
        state.battles[hex_of(game, hex)] = army_of(game, army)
    for unit, one in placed.items():
        _entered(state, unit, one)
    _markers(state, words)
    state.shown |= face_up(state)
    state.order = _order(game, words)
    state.held = [controlled(state, side) & game.ground.settlements for side in range(len(game.sides))]
    for side, names in keyed(words.get("held", {}), game.sides, "held").items():
        state.held[game.sides.index(side)] = mask(_settlement(state, name) for name in list_of({side: names}, side))
    state.push(*STEPS[step](state))
    if step in IN_BATTLE:
        state.push(*_battles_left(state, words))
        begin_fight(state, step, words)
    return state


LATEST_TURN = 99


def _battles_left(state: VictoryState, words: Mapping[str, Any]) -> Iterable[Step[Any]]:
    """2.0.3a the armies that still order battles: from the one on that fights now."""
    fighting = army_of(state.game, table_of(words, "fight").get("by", state.game.armies[state.order[0]].id))
    left = state.order[state.order.index(fighting) :]
    for hex, army in state.battles.items():
        if army not in left:
            raise SetupError(
                f"the battle in {state.game.ground.grid.name(hex)} was fought before: {state.game.armies[army].id}"
                f" comes before {state.game.armies[fighting].id} (2.0.3a)"
            )
    return [ChooseBattle(general(state, army), army) for army in left]


def _settlement(state: VictoryState, name: str) -> int:
    """A settlement, or the hex of an airfield, by its name or number."""
    game = state.game
    places = {place.name: place.hex for place in game.map.places}
    hex = places[name] if name in places else hex_of(game, name)
    if not game.ground.settlements >> hex & 1 and hex not in state.airfields:
        raise SetupError(f"{name} is neither a settlement nor an airfield")
    return hex


def _order(game: VictoryTables, words: Mapping[str, Any]) -> list[int]:
    """The order that was given, or the armies from the active one on."""
    armies = len(game.armies)
    if "order" not in words:
        active = army_of(game, words.get("active", game.armies[0].id))
        return [(active + number) % armies for number in range(armies)]
    order = [army_of(game, name) for name in list_of(words, "order")]
    if sorted(order) != list(range(armies)):
        raise SetupError(f"the order names each of {', '.join(army.id for army in game.armies)} once")
    if "active" in words and order[0] != army_of(game, words["active"]):
        raise SetupError("the active army is the first of the order")
    return order


# ---- blocks


@dataclass(frozen=True, slots=True)
class Placed:
    """What the words of one block say."""

    hex: int
    steps: int | None = None
    aboard: int = NONE
    came: int = NONE
    flown: int = 0
    flags: frozenset[str] = frozenset()


FLAGS = ("moved", "shown", "beachhead", "ashore", "late")


def _read(game: VictoryTables, name: str, where: str) -> Placed:
    """`0909 at 3 aboard red-carrier-1`: refuse what is none of a block's words."""
    head, *rest = where.split()
    found: dict[str, Any] = {"hex": hex_of(game, head)}
    flags = set()
    said = []
    while rest:
        word = rest.pop(0)
        after = rest[0] if rest else ""
        said.append("at sea" if (word, after) == ("at", "sea") else word)
        if word == "at" and after == "sea":
            flags.add("at sea")
        elif word in ("at", "flown") and after.isdigit():
            found["steps" if word == "at" else "flown"] = int(after)
        elif word == "aboard" and after:
            found["aboard"] = block_of(game, after)
        elif word == "from" and after:
            found["came"] = hex_of(game, after)
        elif word in FLAGS:
            flags.add(word)
            continue
        else:
            all_of = f"at <steps>, at sea, aboard <carrier>, from <hex>, flown <hexes>, {', '.join(FLAGS)}"
            raise SetupError(f'{name}: "{word}" is no word for a block; say {all_of}')
        rest.pop(0)
    once(name, said)
    return Placed(**found, flags=frozenset(flags))


def _place(state: VictoryState, unit: int, one: Placed) -> None:
    game = state.game
    bit = 1 << unit
    most = game.blocks.most[unit]
    state.steps[unit] = most if one.steps is None else one.steps
    if state.steps[unit] > most:
        raise SetupError(f"{game.blocks.rows[unit].id} has {most} steps at most")
    state.put(unit, one.hex)
    if "moved" in one.flags:
        state.moved |= bit
    if "shown" in one.flags:
        state.shown |= bit
    if "beachhead" in one.flags:
        state.beach |= bit
    water = game.ground.water >> one.hex & 1
    if "ashore" in one.flags and (water or "at sea" in one.flags):
        raise SetupError(f"{game.blocks.rows[unit].id} cannot be at sea in {game.ground.grid.name(one.hex)} and ashore")
    if game.blocks.ground & bit and water:
        state.afloat |= bit
    elif "ashore" not in one.flags and game.blocks.ground & bit:
        settle_afloat(state, unit)
    if "at sea" in one.flags:
        state.afloat |= bit


def _aboard(state: VictoryState, unit: int, one: Placed) -> None:
    if one.aboard == NONE:
        return
    if state.hex_of[unit] != state.hex_of[one.aboard]:
        raise SetupError(f"{state.game.blocks.rows[unit].id} is not where its carrier is")
    state.aboard[unit] = one.aboard


def _entered(state: VictoryState, unit: int, one: Placed) -> None:
    """How a block came into its battle this turn."""
    game = state.game
    bit = 1 << unit
    if one.came != NONE:
        grid = game.ground.grid
        if not grid.around[one.hex] >> one.came & 1:
            raise SetupError(f"{game.blocks.rows[unit].id}: {grid.name(one.came)} is not beside {grid.name(one.hex)}")
        by_water = bool(game.ground.water >> one.came & 1 and not game.blocks.air & bit)
        if by_water and game.blocks.amphibious & bit and "ashore" not in one.flags:
            state.afloat |= bit  # 6.7b until it has landed
        state.came[unit] = one.came
        d = grid.direction(one.hex, one.came)
        crossing = (d, game.blocks.army[unit], NAVAL if by_water else class_now(state, unit))
        state.crossings[one.hex] = (*state.crossings.get(one.hex, ()), crossing)
        state.moved |= bit
    if one.flown:
        if one.flown > (most := _flight(state, unit)):
            raise SetupError(f"{game.blocks.rows[unit].id} flies {most} hexes at most, not {one.flown}")
        state.flown[unit] = one.flown
        state.moved |= bit
    if "late" in one.flags:
        state.late |= bit


def _flight(state: VictoryState, unit: int) -> int:
    """How far a block can fly into a battle: a paradrop, the range of rockets and bombs, or a move (5.53b)."""
    blocks = state.game.blocks
    row = state.game.kinds.rows[blocks.kind[unit]]
    if not (blocks.air | blocks.airborne | blocks.one_shot) >> unit & 1:
        return 0
    return row.paradrop or row.range or row.move * (2 if state.options["air_range"] else 1)


# ---- markers


def _markers(state: VictoryState, words: Mapping[str, Any]) -> None:
    game = state.game
    if "storm" in words:
        state.storm = hex_of(game, words["storm"])
    for hex, said in table_of(words, "airfields").items():
        if not isinstance(said, Sequence) or isinstance(said, str) or len(said) != 2:
            raise SetupError(f'airfields: {hex} has a size and a side, as ("major", "red"), not {said!r}')
        size, side = said
        level = 1 + one_of(size, ("minor", "major"), "size of airfield")
        state.airfields[hex_of(game, hex)] = (level, one_of(side, game.sides, "side"), 0)
    for hex, side in table_of(words, "mulberries").items():
        state.mulberries[hex_of(game, hex)] = (one_of(side, game.sides, "side"), 0)
    for hex, army in table_of(words, "blockades").items():
        state.blockades[hex_of(game, hex)] = army_of(game, army)
    state.ruined = tuple(sorted(_bridges(game, list_of(words, "ruined"))))
    for hex in list_of(words, "ruined_canals"):
        state.ruined_canals |= 1 << hex_of(game, hex)


def _bridges(game: VictoryTables, names: Iterable[str]) -> Iterable[int]:
    for name in names:
        pair = sorted(hex_of(game, part) for part in str(name).split("-"))
        if tuple(pair) not in game.ground.bridges:
            raise SetupError(f"{name} is no bridge")
        yield game.ground.bridges.index((pair[0], pair[1]))

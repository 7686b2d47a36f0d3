"""What a player cannot know, dealt anew: which enemy block stands where, and how strong it is (fog.1).

Every hidden enemy block on the map or in hand changes places with another block of its army that could stand there. All
that is known of a block by number goes with its place, so that nothing the player sees can tell the difference.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

from grognard.core.step import Step, Together
from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.state import IN_HAND, LAST_PLACE, NONE, POOL, VictoryState
from grognard.hex.grid import bits

ONE = ("unit", "carrier")
MANY = ("units", "done", "fired")
"""Fields of steps that name a block, or a set of them."""


def deal_hidden(state: VictoryState, player: int, rng: Random) -> None:
    side = state.game.side_of_player[player]
    for army in state.game.armies:
        if army.side != side:
            _deal_army(state, army.number, rng)


def _deal_army(state: VictoryState, army: int, rng: Random) -> None:
    """Deal one army's hidden blocks among the places where its hidden blocks are."""
    blocks = state.game.blocks
    hidden = blocks.of_army[army] & ~state.shown & ~blocks.factories
    if state.fight is not None:
        hidden &= ~sum(1 << unit for unit in set(state.fight.units))
    placed = [unit for unit in bits(hidden) if state.hex_of[unit] != POOL]
    placed.sort(key=lambda unit: (_freedom(state, state.hex_of[unit]), rng.random()))
    free = bits(hidden)
    rng.shuffle(free)
    deal: dict[int, int] = {}
    for unit in placed:
        other = next((one for one in free if _could_be(state, one, unit)), None)
        if other is None:
            return  # nothing else fits: leave this army as it is
        free.remove(other)
        deal[unit] = other
    _complete(deal, bits(hidden))
    _swap(state, deal)
    _strengths(state, list(deal.values()), rng)


def _freedom(state: VictoryState, hex: int) -> int:
    """How many kinds of blocks could stand in a place: the narrowest are dealt first."""
    ground = state.game.ground
    if hex <= LAST_PLACE:
        return 3
    if ground.water >> hex & 1:
        return 0
    return 2 if ground.settlements >> hex & 1 else 1


def _could_be(state: VictoryState, unit: int, place_of: int) -> bool:
    """Whether a block could stand where another one stands, as far as the map tells."""
    game = state.game
    hex = state.hex_of[place_of]
    row = game.kinds.rows[game.blocks.kind[unit]]
    if hex == IN_HAND:
        same = game.blocks.class_of[unit] == game.blocks.class_of[place_of]
        return row.random_pool and same and row.coastal_only == game.kinds.rows[game.blocks.kind[place_of]].coastal_only
    ground = game.ground
    class_ = game.blocks.class_of[unit]
    if row.random_pool is False and not state.options["stretch_units"]:
        return unit == place_of
    if ground.water >> hex & 1:
        return class_ == NAVAL or class_ != 0
    if class_ == NAVAL:
        submarine = bool(game.blocks.submarines >> unit & 1) and state.options["submarine_control"]
        return bool(ground.afloat_coast >> hex & 1) and not submarine
    if class_ == 0:
        return bool(ground.settlements >> hex & 1) or hex in state.airfields or bool(state.flown[place_of])
    return not row.coastal_only or bool(ground.coastal >> hex & 1)


def _complete(deal: dict[int, int], units: list[int]) -> None:
    """Make a permutation of it: blocks whose place is gone take the places that are left."""
    taken = set(deal.values())
    spare = [unit for unit in units if unit not in taken]
    for unit in units:
        if unit not in deal:
            deal[unit] = spare.pop()


def _swap(state: VictoryState, deal: dict[int, int]) -> None:
    """Give every block's place and marks to the block that is dealt there."""
    for name in state.BY_UNIT:
        values = getattr(state, name)
        old = {unit: values[unit] for unit in deal}
        for unit, other in deal.items():
            values[other] = old[unit]
    for name in state.UNIT_SETS:
        setattr(state, name, _dealt(getattr(state, name), deal))
    state.aboard = [deal.get(carrier, carrier) if carrier != NONE else NONE for carrier in state.aboard]
    for unit in deal.values():
        carrier = state.aboard[unit]
        if carrier != NONE or not state.game.blocks.air >> unit & 1:
            state.aboard[unit] = NONE
        _float(state, unit)
    for unit, carrier in enumerate(state.aboard):
        if carrier != NONE and not state.game.blocks.carriers >> carrier & 1:
            state.aboard[unit] = NONE
    state.stack = [_dealt_step(step, deal) for step in state.stack]
    state.memo = None
    state.rebuild()


def _float(state: VictoryState, unit: int) -> None:
    """Ground units in sea hexes are at sea; nothing else that is dealt there needs a mark."""
    bit = 1 << unit
    ground = state.game.ground
    hex = state.hex_of[unit]
    if not state.game.blocks.ground & bit or hex <= LAST_PLACE:
        state.afloat &= ~bit
        state.beach &= ~bit
    elif ground.water >> hex & 1:
        state.afloat |= bit
    elif not state.game.blocks.amphibious & bit or not ground.coastal >> hex & 1:
        state.afloat &= ~bit


def _dealt(units: int, deal: dict[int, int]) -> int:
    found = units
    for unit in deal:
        found &= ~(1 << unit)
    for unit, other in deal.items():
        if units >> unit & 1:
            found |= 1 << other
    return found


def _dealt_step(step: Step[Any], deal: dict[int, int]) -> Step[Any]:
    if isinstance(step, Together):
        return step
    changes: dict[str, Any] = {}
    for field in fields(step):  # type: ignore[arg-type]  # every step is a dataclass
        value = getattr(step, field.name)
        if field.name in ONE and isinstance(value, int) and value in deal:
            changes[field.name] = deal[value]
        elif field.name in MANY and isinstance(value, int) and not _whole_army(step):
            changes[field.name] = _dealt(value, deal)
    return replace(step, **changes) if changes else step  # type: ignore[type-var]  # as above


def _whole_army(step: Step[Any]) -> bool:
    """A commander's arm stays what it is, whichever blocks are where."""
    return hasattr(step, "army") and hasattr(step, "units")


def _strengths(state: VictoryState, units: list[int], rng: Random) -> None:
    """A hidden strength may be anything up to full; most blocks are near it."""
    most = state.game.blocks.most
    for unit in units:
        if state.hex_of[unit] == POOL:
            state.steps[unit] = 0
        elif state.hex_of[unit] == IN_HAND:
            state.steps[unit] = most[unit]
        else:
            state.steps[unit] = most[unit] if rng.random() < 0.6 else rng.randint(1, most[unit])

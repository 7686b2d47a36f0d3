"""A deal that is used again: after a die nothing has changed for most of the blocks that a player does not see.

A Combat Phase asks hundreds of questions, with a die between each and the next, while hidden blocks stay where they
are. What was dealt is put into the new position as it was, as long as all that the deal went by is the same. In that
phase nothing changes about a hidden block that is not seen to change, so that nobody can tell from a new deal what he
has not seen; in the others a deal is used again only before anything is rolled or revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

from grognard.core.game import Deals
from grognard.games.victory.shown.hidden import Deal, hidden_units, swap_in_fight, swap_in_steps, unknown_to
from grognard.games.victory.state import COMBAT, VictoryState
from grognard.hex.grid import bits, mask


class Dealt(NamedTuple):
    """How one army was dealt, and what for."""

    occasion: tuple[Any, ...]
    places: int
    deal: dict[int, int]
    """By place: the block that is dealt there."""
    moved: int
    """Those that are in another's place."""
    rows: tuple[tuple[int, ...], ...]
    """What is known of them by number (`VictoryState.BY_UNIT`)."""
    sets: tuple[int, ...]
    """The blocks among `places` in each of the sets of a position (`SETS`)."""
    at: tuple[tuple[int, int], ...]
    """By hex with any of them: which."""


SETS = (*VictoryState.UNIT_SETS, "pool", "hand")


def deal_again(state: VictoryState, player: int, rng: Random, deals: Deals) -> None:
    """Deal what a player does not see, as it was dealt before where that still fits."""
    for army in unknown_to(state, player):
        places = hidden_units(state, army)
        occasion, dealt = _occasion(state, army, places), deals.get(army)
        if isinstance(dealt, Dealt) and dealt.occasion == occasion:
            _put(state, dealt)
            continue
        deal = Deal(state, army)
        deal.run(rng)
        deals[army] = _noted(state, occasion, places, deal.dealt)
    state.memo = None  # it was worked out from the truth


def _occasion(state: VictoryState, army: int, places: int) -> tuple[Any, ...]:
    """All that a deal of an army's blocks goes by, and all that goes with them to where they are dealt."""
    blocks, game = state.game.blocks, state.game
    hex_of, steps, flown, came, aboard = state.hex_of, state.steps, state.flown, state.came, state.aboard
    allies = game.side_units[game.side_of[army]] & ~state.pool
    return (
        game, state.turn, None if state.phase == COMBAT else (state.rolls, state.barrier),
        places, *[getattr(state, name) & places for name in SETS],
        _row(blocks.of_army[army])(hex_of),
        *[_row(places)(values) for values in (steps, flown, came)],
        [(hex_of[unit], steps[unit]) for unit in bits(blocks.carriers & allies)],
        [aboard[unit] for unit in bits(blocks.air & allies)],
        *state.battles, None if state.fight is None else state.fight.hex,
        *state.airfields.items(), *state.mulberries.items(),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _row(units: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Reads what is known of some blocks by number."""
    numbers = bits(units)
    if len(numbers) < 2:
        return lambda values: tuple([values[unit] for unit in numbers])
    return itemgetter(*numbers)


def _noted(state: VictoryState, occasion: tuple[Any, ...], places: int, deal: dict[int, int]) -> Dealt:
    """A deal as it has just been put into a position."""
    changed = {place: unit for place, unit in deal.items() if place != unit}
    return Dealt(
        occasion,
        places,
        changed,
        mask(changed),
        tuple(_row(places)(getattr(state, name)) for name in state.BY_UNIT),
        tuple(getattr(state, name) & places for name in SETS),
        tuple((hex, units & places) for hex, units in state.at.items() if units & places),
    )


def _put(state: VictoryState, dealt: Dealt) -> None:
    """Put a deal into a position that is like the one for which it was made."""
    swap_in_steps(state, dealt.deal, dealt.moved)
    rest = ~dealt.places
    for name, row in zip(state.BY_UNIT, dealt.rows, strict=True):
        values = getattr(state, name)
        if row != _row(dealt.places)(values):
            for unit, value in zip(bits(dealt.places), row, strict=True):
                values[unit] = value
    for name, some in zip(SETS, dealt.sets, strict=True):
        setattr(state, name, getattr(state, name) & rest | some)
    for hex, some in dealt.at:
        state.at[hex] = state.at[hex] & rest | some
    swap_in_fight(state, dealt.places, dealt.deal)

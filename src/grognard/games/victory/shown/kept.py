"""A deal that is used again: after a die nothing has changed for most of the blocks that a player does not see.

A Combat Phase asks hundreds of questions, with a die between each and the next, while hidden blocks stay where they
are. What was dealt is put into the new position as it was, as long as all that the deal went by is the same. In that
phase nothing changes about a hidden block that is not seen to change, so that nobody can tell from a new deal what he
has not seen; in the others a deal is used again only before anything is rolled or revealed.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from grognard.core.game import Deals
from grognard.games.victory.shown.hidden import Deal, hidden_units, swap_in_fight, swap_in_steps, unknown_to
from grognard.games.victory.state import COMBAT, VictoryState
from grognard.hex.grid import bits


class Dealt(NamedTuple):
    """How one army was dealt, and what for."""

    occasion: tuple[Any, ...]
    places: int
    deal: dict[int, int]
    """By place: the block that is dealt there."""
    blocks: tuple[tuple[int, ...], ...]
    """Each block with what is known of it by number (`VictoryState.BY_UNIT`)."""
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
        [hex_of[unit] for unit in bits(blocks.of_army[army])],
        [(steps[unit], flown[unit], came[unit]) for unit in bits(places)],
        [(hex_of[unit], steps[unit]) for unit in bits(blocks.carriers & allies)],
        [aboard[unit] for unit in bits(blocks.air & allies)],
        *state.battles, None if state.fight is None else state.fight.hex,
        *state.airfields.items(), *state.mulberries.items(),
    )  # fmt: skip


def _noted(state: VictoryState, occasion: tuple[Any, ...], places: int, deal: dict[int, int]) -> Dealt:
    """A deal as it has just been put into a position."""
    known = [getattr(state, name) for name in state.BY_UNIT]
    return Dealt(
        occasion,
        places,
        {place: unit for place, unit in deal.items() if place != unit},
        tuple((unit, *(values[unit] for values in known)) for unit in bits(places)),
        tuple(getattr(state, name) & places for name in SETS),
        tuple((hex, units & places) for hex, units in state.at.items() if units & places),
    )


def _put(state: VictoryState, dealt: Dealt) -> None:
    """Put a deal into a position that is like the one for which it was made."""
    swap_in_steps(state, dealt.deal)
    rest = ~dealt.places
    hex_of, steps, aboard, flown, came, allot = [getattr(state, name) for name in state.BY_UNIT]
    for unit, place, strength, carrier, hexes, origin, sheet in dealt.blocks:
        hex_of[unit], steps[unit], aboard[unit] = place, strength, carrier
        flown[unit], came[unit], allot[unit] = hexes, origin, sheet
    for name, units in zip(SETS, dealt.sets, strict=True):
        setattr(state, name, getattr(state, name) & rest | units)
    for hex, units in dealt.at:
        state.at[hex] = state.at[hex] & rest | units
    swap_in_fight(state, dealt.places, dealt.deal)

"""Where a side may place its units before the first turn: room for everybody, and cover for the front line."""

from __future__ import annotations

from itertools import combinations

from grognard.games.lb.frontline import Cover, Reserve
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits

# ---- what is left to do


def own_setups(state: LbState, side: int) -> tuple[int, ...]:
    return state.plan.setup_numbers[side]


def in_hand(state: LbState, side: int) -> int:
    """One of each kind and group that is still to be placed."""
    found = 0
    for number in own_setups(state, side):
        found |= state.game.one_of_each(state.plan.setups[number].units & state.unplaced)
    return found


def placed(state: LbState, side: int) -> int:
    return state.standing[side]


def forts_left(state: LbState, side: int) -> tuple[int, int]:
    """Fortifications still to be placed, and the hexes for them; fort.B one to a hex."""
    count, area = 0, 0
    for number in own_setups(state, side):
        setup = state.plan.setups[number]
        if setup.forts:
            count += setup.forts
            area |= setup.area
    return count - (state.forts & area).bit_count(), area & ~state.forts & ~state.occupied[1 - side]


# ---- room for everybody


def room(state: LbState, side: int, area: int) -> int:
    """How many more units fit into these hexes."""
    limit = state.game.stack_limit
    area &= ~state.occupied[1 - side]
    taken = sum([state.counting(state.at[hex]) for hex in bits(area & state.occupied[side])])
    return limit * area.bit_count() - taken


def crowded_out(state: LbState, side: int, group: int) -> int:
    """The hexes that must be left to other groups: together they need every place that they have."""
    others = [
        (setup.area, (setup.units & state.unplaced).bit_count())
        for number in own_setups(state, side)
        if number != group and (setup := state.plan.setups[number]).units & state.unplaced
    ]
    closed = 0
    for size in range(1, len(others) + 1):
        for some in combinations(others, size):
            area = 0
            for one, _ in some:
                area |= one
            if sum(count for _, count in some) >= room(state, side, area):
                closed |= area
    return closed


# ---- the front line


def cover_of(state: LbState, side: int) -> Cover | None:
    path = state.plan.front_path[side]
    return state.game.cover(path) if path else None


def infantry_hexes(state: LbState, side: int) -> int:
    """scenario1.setup.A only units of type infantry cover a line."""
    board = 0
    for unit in bits(placed(state, side) & state.game.counters.infantry):
        board |= 1 << state.hex_of[unit]
    return board


def uncovered(state: LbState, side: int) -> int:
    """The hexes of a side's front line without infantry or its ZOC."""
    cover = cover_of(state, side)
    return cover.board & ~cover.covered(infantry_hexes(state, side)) if cover else 0


def reserve(state: LbState, side: int, but: int = -1) -> Reserve:
    """The infantry in hand by group, with the hexes near the line where it may go; one less in the group `but`."""
    cover = cover_of(state, side)
    assert cover is not None
    near = cover.near & ~state.full[side] & ~state.occupied[1 - side]
    found = []
    for number in own_setups(state, side):
        setup = state.plan.setups[number]
        count = (setup.units & state.unplaced & state.game.counters.infantry).bit_count() - (number == but)
        found.append((setup.area & near, max(count, 0)))
    return tuple(found)


def keeps_line(state: LbState, side: int, unit: int, hexes: int) -> int:
    """Those of the hexes where a unit can be placed with the line still coverable."""
    cover = cover_of(state, side)
    open_ = uncovered(state, side)
    if cover is None or not open_:
        return hexes
    counters = state.game.counters
    limit = state.game.stack_limit
    tight = sum(1 << hex for hex in bits(hexes & cover.near) if state.counting(state.at.get(hex, 0)) == limit - 1)
    infantry = counters.infantry >> unit & 1
    hand = reserve(state, side, state.plan.setup_of[unit] if infantry else -1)
    answers: dict[tuple[int, int], bool] = {}

    def coverable(gain: int, closing: int) -> bool:
        if (gain, closing) not in answers:
            left = tuple([(board & ~closing, count) for board, count in hand])
            answers[gain, closing] = state.game.cover_plan(cover.path, open_ & ~gain, left) is not None
        return answers[gain, closing]

    away = hexes & ~cover.near  # where nothing is covered and no place near the line is taken
    good = away if away and coverable(0, 0) else 0
    for hex in bits(hexes & cover.near):
        if coverable(cover.of[hex] & open_ if infantry else 0, 1 << hex & tight):
            good |= 1 << hex
    return good


def places(state: LbState, side: int, unit: int) -> int:
    """Where a unit may be placed."""
    number = state.plan.setup_of[unit]
    hexes = state.plan.setups[number].area & ~state.full[side] & ~state.occupied[1 - side]
    hexes &= ~crowded_out(state, side, number)
    return keeps_line(state, side, unit, hexes)
